#!/usr/bin/env bash
# Runs the tests in a browser: run.sh GRUNDY DIRECTORY. What is missing (Node, Chromium, two packages for Node) is installed, and said.
# Ends with 77 where that can't be done.
set -euo pipefail
export GRUNDY=$1 GRUNDY_BROWSER_MODULES=$2
here=$(cd "$(dirname "$0")" && pwd)

missing=()
command -v node >/dev/null && command -v npm >/dev/null || missing+=(nodejs npm)
command -v "${CHROMIUM:-chromium}" >/dev/null || missing+=(chromium)
if [ ${#missing[@]} -gt 0 ]; then
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "missing: ${missing[*]}; install them to test the web app in a browser" >&2
    exit 77
  fi
  echo "installing ${missing[*]} (Debian packages), which the tests in a browser need"
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" fonts-dejavu-core; } >/dev/null ||
    { echo "can't install ${missing[*]}" >&2; exit 77; }
fi
CHROMIUM=$(command -v "${CHROMIUM:-chromium}")
export CHROMIUM

mkdir -p "$GRUNDY_BROWSER_MODULES"
if ! cmp -s "$here/package.json" "$GRUNDY_BROWSER_MODULES/package.json" || [ ! -d "$GRUNDY_BROWSER_MODULES/node_modules" ]; then
  echo "installing playwright-core and axe-core (npm) into $GRUNDY_BROWSER_MODULES"
  cp "$here/package.json" "$GRUNDY_BROWSER_MODULES/package.json"
  (cd "$GRUNDY_BROWSER_MODULES" && npm install --no-audit --no-fund --silent) || { rm "$GRUNDY_BROWSER_MODULES/package.json"; echo "can't install playwright-core" >&2; exit 77; }
fi
node=node
if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 20 ]; then
  # What a distribution calls Node may be too old for Playwright.
  node=$GRUNDY_BROWSER_MODULES/newer/node_modules/.bin/node
  [ -x "$node" ] || { echo "installing a newer Node (npm) into $GRUNDY_BROWSER_MODULES"; npm install --no-audit --no-fund --silent --prefix "$GRUNDY_BROWSER_MODULES/newer" node@22; } || exit 77
fi
exec "$node" --test --test-reporter=spec --test-timeout=900000 "$here/test.mjs"
