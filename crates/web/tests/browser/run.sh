#!/usr/bin/env bash
# Runs the tests in a browser: run.sh GRUNDY DIRECTORY. What is missing is installed first, in that directory where it can be. Ends
# with 77 where that can't be done.
set -euo pipefail
export GRUNDY=$1 GRUNDY_BROWSER_MODULES=$2
here=$(cd "$(dirname "$0")" && pwd)

installed=$("$here/install.sh" "$GRUNDY_BROWSER_MODULES") || { status=$?; echo "$installed"; exit $status; }
echo "$installed" | sed '$d'
node=$(echo "$installed" | tail -n 1)
CHROMIUM=$(command -v "${CHROMIUM:-chromium}")
export CHROMIUM
exec "$node" --test --test-reporter=spec --test-timeout=900000 "$here/test.mjs" "$here/details.mjs"
