#!/bin/sh
# decoders.sh ORRERY FOLDER [NAME...]: decoders of npm and Debian, each by its own contract.
#
# Installs into FOLDER, never globally: packages of npm, and Boost.JSON unpacked from its package.
# Prints for each what was found. Exit code: 0 if that is what decoders.py has written down, each of
# which was verified without Orrery; 4 if what it needs is not there.
set -u

orrery=$1 here=$(cd "$(dirname "$0")" && pwd) || exit 3
mkdir -p "$2" || exit 3
folder=$(cd "$2" && pwd) || exit 3
shift 2
. "$here/npm.sh"

need npm node python3 jq g++ perl
install split2 4.2.0 "$folder/decoders" ndjson@2.0.0 byline@5.0.0 jsonlines@0.1.1 \
  @modelcontextprotocol/sdk@1.32.2 @zed-industries/agent-client-protocol@0.4.5 \
  can-ndjson-stream@1.0.2 binary-split@1.0.5
boost=$folder/boost
if [ ! -d "$boost/usr" ]; then
  say "unpacking Boost.JSON into $boost"
  mkdir -p "$boost" && (cd "$boost" && for each in json container system; do
    apt-get download "libboost-${each}1.81-dev" || exit 1
  done && apt-get download libboost1.81-dev && for each in *.deb; do dpkg -x "$each" . || exit 1; done &&
    rm -- *.deb) >&2 || { rm -rf "$boost"; say "no Boost.JSON: not run"; exit 4; }
fi
libraries=$folder/libraries
[ -x "$libraries" ] ||
  g++ -O1 -std=c++20 -I"$boost/usr/include" "$here/decoders.cpp" -o "$libraries" -lsimdjson >&2 ||
  { say "no simdjson, nlohmann or rapidjson here: not run"; exit 4; }

exec python3 -u "$here/decoders.py" "$orrery" "$folder" "$libraries" "$@"
