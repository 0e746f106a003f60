#!/bin/sh
# help_pages_test.sh PROGRAM: what help_pages.py makes of the help of PROGRAM, taken by each shell
# as at its prompt, and by man. A shell that is not installed is skipped by its name.
set -u

program=$1
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
faults=0 passed=0
python3 "$(dirname "$0")/help_pages.py" "$program" "$work/share" || exit 1
mkdir "$work/bin" "$work/here"
ln -s "$program" "$work/bin/orrery"
touch "$work/here/mine.json"
PATH=$work/bin:$PATH
cd "$work/here" || exit 3

in_bash() {
  bash --norc -c '. "$1/bash-completion/completions/orrery"
    read -ra COMP_WORDS <<<"$2"; [ "${2% }" = "$2" ] || COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _orrery orrery "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    printf "%s\n" "${COMPREPLY[@]}"' bash "$work/share" "$1"
}
in_fish() {
  fish --no-config -c 'source $argv[1]; complete -C $argv[2]' \
    "$work/share/fish/vendor_completions.d/orrery.fish" "$1" | cut -f 1
}
# Its completion system runs behind a terminal alone; here stands in for it what prints the
# specifications that it is given.
in_zsh() {
  zsh -f -c '_describe() { print -l -- ${${(P)2}%%:*}; }
    _arguments() { print -l -- "$@"; }
    words=(${=2}); CURRENT=$#words; source $1' zsh "$work/share/zsh/vendor-completions/_orrery" "$1"
}
expect() { # SHELL LINE WORD
  if "in_$1" "$2" </dev/null 2>&1 | grep -qxF -e "$3"; then
    passed=$((passed + 1))
  else
    echo "FAILED  $1: \"$2\" is not completed by $3"
    faults=$((faults + 1))
  fi
}

for shell in bash fish zsh; do
  command -v $shell >/dev/null || { echo "skipped $shell: not installed"; continue; }
  expect $shell "orrery con" conform
  [ $shell != zsh ] || continue
  expect $shell "orrery conform --le" --level
  expect $shell "orrery conform --level " should
  expect $shell "orrery conform m" modality
  expect $shell "orrery serve --tok" --token
  expect $shell "orrery explore ack/deadline_t" ack/deadline_tie
  expect $shell "orrery conform --known m" mine.json
done
if command -v zsh >/dev/null; then
  expect zsh "orrery conform --" \
    "*--level[Judge by the rules of this level and stronger ones]:must|should|proposed:(must should proposed)"
  expect zsh "orrery serve --" "*--home[Where its marker file is written]:FOLDER:_files"
fi
# A page for each command, and no complaint about how it is written.
for name in "" $("$program" --help | sed -n 's/^  \([a-z]*\) .*/-\1/p'); do
  page=$work/share/man/man1/orrery$name.1
  if [ ! -s "$page" ]; then
    echo "FAILED  no page $page"
    faults=$((faults + 1))
  elif command -v man >/dev/null && [ -n "$(LC_ALL=C.UTF-8 man --warnings -l "$page" 2>&1 >/dev/null)" ]
  then
    echo "FAILED  man complains of $page: $(man --warnings -l "$page" 2>&1 >/dev/null | head -n 3)"
    faults=$((faults + 1))
  else
    passed=$((passed + 1))
  fi
done
echo "$passed passed, $faults failed"
[ "$faults" -eq 0 ]
