#!/usr/bin/env bash
# Installs what the tests in a browser need and this machine lacks (Node, Chromium, two packages for Node), and says so: install.sh DIRECTORY.
# Prints the Node to use as its last line. Ends with 77 where that can't be done.
set -euo pipefail
modules=$1
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

mkdir -p "$modules"
if ! cmp -s "$here/package.json" "$modules/package.json" || [ ! -d "$modules/node_modules" ]; then
  echo "installing playwright-core and axe-core (npm) into $modules"
  cp "$here/package.json" "$modules/package.json"
  (cd "$modules" && npm install --no-audit --no-fund --silent) || { rm "$modules/package.json"; echo "can't install playwright-core" >&2; exit 77; }
fi
node=$(command -v node)
if [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 20 ]; then
  # What a distribution calls Node may be too old for Playwright.
  node=$modules/newer/node_modules/.bin/node
  [ -x "$node" ] || { echo "installing a newer Node (npm) into $modules"; npm install --no-audit --no-fund --silent --prefix "$modules/newer" node@22; } || exit 77
fi
echo "$node"
