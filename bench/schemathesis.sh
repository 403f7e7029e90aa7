#!/usr/bin/env bash
# Requests made from the OpenAPI description, good ones and bad ones, until a limit; none may be answered by a status of 500 or above:
#   bench/schemathesis.sh GRUNDY [EXAMPLES]
# schemathesis is installed into a virtual environment under target/.
set -euo pipefail
grundy=$(realpath "$1") examples=${2:-60}
here=$(cd "$(dirname "$0")/.." && pwd)
venv=$(realpath -m "${CARGO_TARGET_DIR:-$here/target}/schemathesis")
[ -x "$venv/bin/schemathesis" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet schemathesis; }
log=$(mktemp)
"$grundy" serve --port 0 >"$log" 2>/dev/null &
server=$!
trap 'kill $server 2>/dev/null || true; rm -f "$log"' EXIT
until url=$(grep -o 'http://[^ ]*' "$log"); do sleep 0.1; done
# It leaves files where it runs.
cd "$venv"
"$venv/bin/schemathesis" run "${url}api/openapi.json" --checks not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance \
  --max-examples "$examples" --request-timeout 30 --seed 1
