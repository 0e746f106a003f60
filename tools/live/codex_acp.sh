#!/bin/sh
# codex_acp.sh ORRERY FOLDER: a real client, codex-acp, against the mock server.
#
# Installs @agentclientprotocol/codex-acp into FOLDER, never globally, gives it `orrery serve` as its
# codex, and holds conversations over ACP: acp_client.py. Exit code: 0 if each came to what its
# table says; 4 if the client cannot be had here, which CTest reports as a skipped test.
set -u

version=2.6.0
orrery=$1
here=$(cd "$(dirname "$0")" && pwd) || exit 3
mkdir -p "$2" || exit 3
folder=$(cd "$2" && pwd) || exit 3
package=$folder/codex-acp-$version
program=$package/node_modules/@agentclientprotocol/codex-acp/dist/index.js

. "$here/npm.sh"
need python3
# Without optional ones: the real codex, of hundreds of megabytes, is what we stand in for.
install @agentclientprotocol/codex-acp "$version" "$package" --omit=optional

talks=$folder/acp
rm -rf "$talks" && mkdir -p "$talks/home" || exit 3
ln -s "$orrery" "$talks/codex" || exit 3
exec python3 "$here/acp_client.py" "$program" "$talks/codex" "$orrery" "$talks"
