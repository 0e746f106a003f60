#!/bin/sh
# bare_roots.sh SOURCE PROGRAM FOLDER: every package of the static program, installed and used where
# there is nothing else of ours and no compiler.
#
# A small Debian with Python, unpacked into FOLDER, gets each package in turn, judges a subject in
# Python with it, and loses it again. In a root with the image alone the gate says the fingerprint
# of PROGRAM. Exit code: 0 if all did; 4 if such a root cannot be had here, which CTest reports as a
# skipped test. A package whose tools cannot be had is skipped by its name.
set -u

source=$(cd "$1" && pwd) || exit 3
program=$2
mkdir -p "$3" || exit 3
folder=$(cd "$3" && pwd) || exit 3
root=$folder/debian
mirror=http://deb.debian.org/debian
passed=0 faults=0
say() { printf '%s\n' "$*"; }
pass() { say "passed  $*"; passed=$((passed + 1)); }
skip() { say "skipped $*"; }
fault() { say "FAILED  $*"; faults=$((faults + 1)); }

[ "$(id -u)" -eq 0 ] || { skip "all: not root"; exit 4; }
command -v debootstrap >/dev/null || { skip "all: no debootstrap"; exit 4; }
"$source/orrery" package --static >"$folder/packages" || exit 3
package() { grep "$1\$" "$folder/packages"; }

if [ ! -e "$folder/made" ]; then
  rm -rf "$root"
  if ! debootstrap --variant=minbase --include=python3 bookworm "$root" $mirror \
    >"$folder/debootstrap.log" 2>&1; then
    skip "all: debootstrap made no root: $(tail -n 1 "$folder/debootstrap.log")"
    exit 4
  fi
  touch "$folder/made"
fi
mkdir -p "$root/subjects"
cp "$source"/examples/subjects/python/*.py "$root/subjects"

# Runs a line in the root; what it mounts is gone with it.
inside() { # LINE
  env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
    unshare -m sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" sh -c "cd / && $1"' \
    "$root" "$1"
}
provide() { # COMMAND DEBIAN_PACKAGES
  inside "command -v $1" >/dev/null && return
  inside "apt-get -qq update; apt-get -qq install -y --no-install-recommends $2" \
    >"$folder/apt.log" 2>&1
}

right='conform ack --runs 1 --max-states 50 --subject "exec:python3 /subjects/ack.py"'
wrong='explore ack/deadline_tie --subject "exec:python3 /subjects/hasty.py"'
# What an install makes, in `program`, judges right and wrong: the seconds from the package on.
judge() { # NAME PACKAGE INSTALL PROGRAM REMOVE
  inside 'command -v orrery' >/dev/null && fault "$1: there is another one before"
  [ ! -e "$2" ] || cp "$2" "$root/root"
  started=$(date +%s%N)
  if ! inside "$3" >"$folder/install.log" 2>&1; then
    fault "$1: not installed: $(tail -n 3 "$folder/install.log")"
    return
  fi
  inside "$4 $right" >"$folder/right" 2>"$folder/err"
  code=$?
  ended=$(date +%s%N)
  if [ $code -ne 0 ] || ! grep -Eq '^(passed|INCOMPLETE)' "$folder/right"; then
    fault "$1: exit code $code: $(cat "$folder/right" "$folder/err" | head -n 20)"
    return
  fi
  inside "$4 $wrong" >"$folder/wrong" 2>&1
  code=$?
  if [ $code -ne 1 ] || ! grep -q 'FAIL ACK-03' "$folder/wrong"; then
    fault "$1: of a broken subject: exit code $code"
  fi
  pass "$1: $(stat -c %s "$2") bytes, $(((ended - started) / 1000000)) ms to the verdict:" \
    "$(head -n 1 "$folder/right")"
  inside "$5" >/dev/null 2>&1
}

archive=$(package Linux-x86_64.tar.gz)
unpacked=/opt/$(basename "$archive" .tar.gz)
judge archive "$archive" "tar xzf /root/$(basename "$archive") -C /opt" "$unpacked/bin/orrery" \
  "rm -r $unpacked"
deb=$(package _amd64.deb)
judge deb "$deb" "dpkg -i /root/$(basename "$deb")" orrery "dpkg -r orrery"

if provide pip3 "python3-pip python3-venv"; then
  wheel=$(package .whl)
  judge wheel "$wheel" \
    "python3 -m venv /opt/venv && /opt/venv/bin/pip install --no-index /root/$(basename "$wheel")" \
    ". /opt/venv/bin/activate && orrery" "rm -r /opt/venv"
else
  skip "wheel: pip cannot be had: $(tail -n 1 "$folder/apt.log")"
fi
if provide npm "nodejs npm"; then
  npm=$(package .tgz)
  judge npm "$npm" true "cd /root && npx --yes ./$(basename "$npm")" "rm -r /root/.npm"
else
  skip "npm: it cannot be had: $(tail -n 1 "$folder/apt.log")"
fi

# The image: in a root of its own with nothing else; and as others are made of it, by podman.
image=$(package image.tar.gz)
alone=$folder/image
rm -rf "$alone" && mkdir -p "$alone/blobs" "$alone/root"
tar xzf "$image" -C "$alone/blobs"
layer=$(grep -o '"Layers": \["[^"]*' "$alone/blobs/manifest.json" | sed 's/.*"//')
tar xf "$alone/blobs/$layer" -C "$alone/root"
fingerprint() { grep -o 'fingerprint [0-9a-f]*' "$1"; }
chroot "$alone/root" /usr/bin/orrery conform >"$folder/alone"
"$program" conform >"$folder/built"
if [ -n "$(fingerprint "$folder/built")" ] &&
  [ "$(fingerprint "$folder/alone")" = "$(fingerprint "$folder/built")" ]; then
  pass "image alone: $(fingerprint "$folder/alone"), that of the built program"
else
  fault "image alone: $(fingerprint "$folder/alone"), and built: $(fingerprint "$folder/built")"
fi
if ! command -v podman >/dev/null; then
  skip "image in podman: no podman"
elif ! podman load -q -i "$image" >"$folder/load" 2>&1; then
  skip "image in podman: it loads nothing here: $(tail -n 1 "$folder/load")"
else
  started=$(date +%s%N)
  printf 'FROM orrery-test-base\nCOPY --from=%s /usr/bin/orrery /usr/bin/orrery\nRUN %s\n' \
    "$(sed -n 's/^Loaded image: //p' "$folder/load")" "orrery $right" >"$folder/Containerfile"
  tar -c -C "$root" --exclude ./root --exclude ./opt . | podman import -q - orrery-test-base \
    >"$folder/import" 2>&1
  if podman build --isolation=chroot --no-cache --ulimit nofile=1024:1024 -f "$folder/Containerfile" \
    "$alone" >"$folder/podman" 2>&1 && grep -Eq '^(passed|INCOMPLETE)' "$folder/podman"; then
    pass "image in podman: $(stat -c %s "$image") bytes," \
      "$((($(date +%s%N) - started) / 1000000)) ms with its base:" \
      "$(grep -E '^(passed|INCOMPLETE)' "$folder/podman")"
  else
    fault "image in podman: $(tail -n 5 "$folder/podman")"
  fi
fi

tar xzf "$archive" -C "$folder"
pages=$folder/$(basename "$archive" .tar.gz)
size=$(stat -c %s "$pages/bin/orrery")
say "program: $size bytes; ldd: $(ldd "$pages/bin/orrery" 2>&1)"
[ "$size" -le 12000000 ] || fault "the program has more than 12 MB"
say "$passed passed, $faults failed"
[ "$faults" -eq 0 ]
