#!/bin/sh
# docs_test.sh ROOT: what the documents name exists: every path and every source file between
# backticks, every target of a link, and every document that a source names.
#
# A path begins at the root, so that cat opens it. AREA in it stands for any area, and * for what it
# stands for in a shell; docs/ARCHITECTURE.md has neither.
#
# And the packages that docs/REFERENCE.md names are those that ./orrery looks for.
set -u
cd "$1" || exit 2

faults=$(mktemp) || exit 2
trap 'rm -f "$faults"' EXIT

exists() { # PAGE PATH
  [ ! -e "$2" ] || return 0
  [ "$1" != docs/ARCHITECTURE.md ] || return 1
  # Unquoted on purpose: it may have a * in it.
  for found in $(printf '%s' "$2" | sed 's/AREA/*/g'); do
    [ ! -e "$found" ] || return 0
  done
  return 1
}

sources=$(find conformance recordings engine examples fuzz sim spec tools -name '*.h' -o -name '*.cc')
layers='\.ci|ci|\.clusterfuzzlite|conformance|docs|engine|examples|fuzz|port|recordings|scenarios|sim|spec|tools'
for page in README.md CHANGELOG.md docs/*.md docs/decisions/*.md recordings/samples/README.md; do
  [ -f "$page" ] || { echo "$page does not exist" >>"$faults"; continue; }
  # What stands between fences or is indented is no prose.
  prose=$(sed -e '/^ *```/,/^ *```/d' -e '/^    /d' "$page")
  printf '%s\n' "$prose" | grep -oE '`[^`]+`' | tr -d '`' | grep -E "^($layers)/[^ ]*$" | sort -u |
    while read -r path; do
      exists "$page" "$path" || echo "$page names $path, which does not exist" >>"$faults"
    done
  printf '%s\n' "$prose" | grep -oE '`[a-z0-9_]+\.(h|cc)`' | tr -d '`' | sort -u |
    while read -r name; do
      printf '%s\n' "$sources" | grep -q "/$name\$" ||
        echo "$page names $name, which does not exist" >>"$faults"
    done
  printf '%s\n' "$prose" | grep -oE '\]\([^)# ]+' | sed 's/^](//' | grep -v '://' | sort -u |
    while read -r target; do
      [ -e "$(dirname "$page")/$target" ] || echo "$page links to $target" >>"$faults"
    done
done

grep -rnoE --include='*.h' --include='*.cc' --include='*.cmake' --include='*.txt' \
  --include='*.json' --include='*.sh' --include='*.py' 'docs/[A-Za-z0-9_/-]+\.md' \
  engine spec sim conformance recordings fuzz tools scenarios examples | grep -v '^tools/tidy/samples' |
  while IFS=: read -r file line path; do
    [ -e "$path" ] || echo "$file:$line names $path, which does not exist" >>"$faults"
  done

# The words between backticks of that sentence; what `look_for_packages` adds, and its table.
named=$(sed -n '/^On Debian 12 .* needs /,/^$/p' docs/REFERENCE.md | tr '\n' ' ' |
  sed -e 's/^.* needs //' -e 's/\. .*//' | grep -oE '`[^`]+`' | tr -d '`' | sort | tr '\n' ' ')
wanted=$({
  sed -n 's/.*missing="$missing \([a-z][^"]*\)".*/\1/p' orrery
  sed -n '/<<END$/,/^END$/p' orrery | sed -e '1d' -e '$d' -e 's/ .*//'
} | sort | tr '\n' ' ')
if [ -z "$wanted" ] || [ "$named" != "$wanted" ]; then
  echo "docs/REFERENCE.md names the packages $named" >>"$faults"
  echo "and ./orrery looks for $wanted" >>"$faults"
fi

cat "$faults" >&2
[ ! -s "$faults" ]
