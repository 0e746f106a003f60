#!/bin/sh
# both.sh ORRERY FOLDER [VERSION]: real clients with the real server, and the proxy between the two.
#
# Installs them into FOLDER, never globally. The model is a stand-in, and there is no network. Each
# conversation is recorded and checked, both sides of it, in FOLDER/both. Prints a line for each.
# Exit code: 0 if no rule is broken but those that a client is known for, 4 if npm has not all.
set -u

orrery=$1 here=$(cd "$(dirname "$0")" && pwd) || exit 3
mkdir -p "$2" || exit 3
folder=$(cd "$2" && pwd) || exit 3
version=${3:-0.171.0}
port=8766
. "$here/npm.sh"
. "$here/alone.sh"

need npm node python3
install @openai/codex "$version" "$folder/codex-$version"
install @zakstam/codex-local-component 0.19.1 "$folder/zakstam" --omit=optional
install ai-sdk-provider-codex-cli 2.2.1 "$folder/ai-sdk" --omit=optional
install happy 1.2.5 "$folder/happy" --omit=optional
install @agentclientprotocol/codex-acp 2.6.0 "$folder/codex-acp-2.6.0" --omit=optional
install @twsxtd/hapi 0.30.7 "$folder/hapi"
install_openclaw

go_alone "$orrery" "$folder" "$version"

make_home
codex=$folder/codex-$version/node_modules/.bin/codex
records=$folder/both
rm -rf "$records"
mkdir -p "$home/.codex" "$home/bin" "$records" && ln -s "$orrery" "$home/bin/codex" && cd "$home" ||
  exit 3
python3 "$here/model.py" $port &
mock=$!
cat >"$home/.codex/config.toml" <<END
model = "stand-in"
model_provider = "stand-in"
check_for_update_on_startup = false
[model_providers.stand-in]
name = "stand-in"
base_url = "http://127.0.0.1:$port/v1"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 1
[projects."$home"]
trust_level = "trusted"
END
export HOME="$home" CODEX_HOME="$home/.codex"

# through NAME COMMAND...: with the proxy in the place of codex.
through() {
  record=$records/$1.jsonl
  shift
  PATH=$home/bin:$PATH ORRERY_PROXY="--record $record -- $codex" "$@" >"$home/out" 2>&1
}
# What each client does wrong, and no other: it never says initialized, or asks for a turn as soon as
# its thread is answered.
is_known() {
  case $1 in
  acp*) rules=RPC-01 ;;
  ai-sdk*) rules=SES-01 ;;
  *) rules=none ;;
  esac
  # Neither a breach nor nothing found: it was not judged, or the check itself failed.
  if [ "$code" -gt 1 ]; then cp "$home/out" "$home/others"; return 1; fi
  grep -E 'MUST|SHOULD|cannot be read' "$home/out" |
    grep -v -E "$rules MUST \(client\)" >"$home/others"
  [ ! -s "$home/others" ]
}
judge() {
  for each in "$records/$1"*.jsonl; do
    name=$(basename "$each" .jsonl)
    code=0
    "$orrery" check "$each" >"$home/out" 2>&1 || code=$?
    if is_known "$name"; then word=right; else word=WRONG faults=$((faults + 1)); fi
    printf '%-8s %s: %s\n' $word "$name" "$(tail -n 1 "$home/out" | sed 's,^.*jsonl: ,,')"
    [ $word = right ] || cat "$home/others"
  done
}

for client in zakstam ai-sdk happy openclaw; do
  if [ $client = openclaw ]; then node=$openclaw_node; else node=node; fi
  through $client "$node" "$here/clients.mjs" $client "$folder/$client" "$home/bin/codex" "$home"
  wanted "$client: a turn" "$client turn: .*Hello from the stand-in"
  wanted "$client: an approval accepted" "$client accepted: .*Hello from the stand-in"
  wanted "$client: an approval declined" "$client declined: "
  wanted "$client: an interrupt" "$client interrupted: \(interrupted\|.*[Aa]bort\|completed\)"
  wanted "$client: a thread of a process before" "$client restarted: .*Hello from the stand-in"
  judge $client
done

through acp python3 "$here/acp_talk.py" \
  "$folder/codex-acp-2.6.0/node_modules/@agentclientprotocol/codex-acp/dist/index.js" \
  "$home/bin/codex" "$home"
wanted "codex-acp: a turn" 'turn: end_turn'
wanted "codex-acp: an approval accepted" 'accepted: end_turn'
wanted "codex-acp: an approval declined" 'declined: '
wanted "codex-acp: an interrupt" 'interrupted: cancelled'
judge acp

# Two of its terminals are clients of one server; the second takes up the thread of the first.
sed -i 's/"trusted"/"untrusted"/' "$home/.codex/config.toml"
address=ws://127.0.0.1:8989
"$orrery" proxy --listen $address --one-server --record "$records/tui.jsonl" -- "$codex" app-server \
  2>"$home/err" &
mock="$mock $!"
# terminal STEP... -- PROGRAM ARGS...: what was on its screen.
terminal() {
  python3 "$here/tui.py" "$home" "$@"
}
turns='type=Hello key=enter wait=5 type=run_make key=enter wait=5 key=y wait=5'
stops='type=run_make key=enter wait=5 key=esc wait=5 type=Hello,_slowly key=enter wait=3 key=esc wait=5'
# Unquoted on purpose, here and below: words.
terminal wait=6 $turns wait=15 $stops -- "$codex" --remote $address >"$home/first" &
first=$!
sleep 22
terminal wait=6 type=Hello key=enter wait=20 -- "$codex" resume --last --remote $address >"$home/out"
wanted "codex $version: a thread of another terminal" 'Hello from the stand-in'
wait $first
mv "$home/first" "$home/out"
wanted "codex $version: a turn" 'Hello from the stand-in'
wanted "codex $version: an approval accepted" 'approved codex to run'
wanted "codex $version: an interrupt" 'Conversation interrupted'
judge tui

# Its engine and its terminal are two clients of one server, too.
hapi=$folder/hapi/node_modules/.bin/hapi
mkdir "$home/hapi" && cat >"$home/hapi/codex" <<END || exit 3
#!/bin/sh
case " \$* " in *" app-server "*|*" --version "*) exec "$home/bin/codex" "\$@" ;; esac
exec "$codex" "\$@"
END
chmod +x "$home/hapi/codex"
setsid "$hapi" hub >"$home/hub" 2>&1 &
mock="$mock -$!"
for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
  grep -q 'Hub is ready' "$home/hub" || sleep 1
done
(
  export PATH="$home/hapi:$PATH"
  export ORRERY_PROXY="--one-server --record $records/hapi.jsonl -- $codex"
  terminal wait=15 $turns $stops -- "$hapi" codex >"$home/out"
)
wanted "hapi: a turn" 'Hello from the stand-in'
wanted "hapi: an approval accepted" 'approved codex to run'
wanted "hapi: an interrupt" 'Conversation interrupted'
judge hapi
[ "$faults" -eq 0 ]
