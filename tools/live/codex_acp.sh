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

say() { printf 'live: %s\n' "$*" >&2; }

for tool in npm node python3; do
  command -v "$tool" >/dev/null 2>&1 || { say "there is no $tool here: not run"; exit 4; }
done
if [ ! -f "$program" ]; then
  say "installing @agentclientprotocol/codex-acp@$version into $package"
  mkdir -p "$package" && printf '{"private":true}\n' >"$package/package.json" || exit 3
  # Without optional ones: the real codex, of hundreds of megabytes, is what we stand in for.
  if ! npm install --prefix "$package" --cache "$folder/npm-cache" --no-audit --no-fund \
    --ignore-scripts --omit=optional --fetch-retries 1 --loglevel error \
    "@agentclientprotocol/codex-acp@$version" </dev/null >&2; then
    rm -rf "$package"
    say "npm cannot install @agentclientprotocol/codex-acp@$version (no registry?): not run"
    exit 4
  fi
fi

talks=$folder/acp
rm -rf "$talks" && mkdir -p "$talks/home" || exit 3
ln -s "$orrery" "$talks/codex-served" || exit 3
# In the place of codex: the mock server, behind a proxy if ORRERY_PROXY has its arguments.
cat >"$talks/codex" <<END || exit 3
#!/bin/sh
[ -n "\$ORRERY_PROXY" ] || exec "$talks/codex-served" "\$@"
case " \$* " in *" app-server "*) ;; *) exec "$talks/codex-served" "\$@" ;; esac
exec "$orrery" proxy \$ORRERY_PROXY -- "$talks/codex-served" "\$@"
END
chmod +x "$talks/codex" || exit 3
exec python3 "$here/acp_client.py" "$program" "$talks/codex" "$orrery" "$talks"
