"""A source that holds many mutants, of which the program takes one when it runs."""
import dataclasses

# Included by each source before anything else. What is passed is noted once.
HEADER = """\
#pragma once
namespace orrery_mutants {
extern unsigned char awake[];
bool passed(int mutant);
inline bool is(int mutant) { return __builtin_expect(awake[mutant], 0) && passed(mutant); }
}  // namespace orrery_mutants
"""

# Which mutant runs is told by the environment: ORRERY_MUTANT is its number, and -1 the program as
# it is. A byte per mutant in the file ORRERY_MUTANT_PASSED becomes 1 when its place is passed: of
# the mutant that runs, or of all where none does.
RUNTIME = """\
#include "mutants.h"
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cstdlib>
#include <cstring>
namespace orrery_mutants {
namespace {
int chosen = -1;
unsigned char* note = nullptr;
__attribute__((constructor(101))) void choose() {
  if (const char* text = std::getenv("ORRERY_MUTANT")) chosen = std::atoi(text);
  if (chosen >= 0) awake[chosen] = 1;
  else std::memset(awake, 1, COUNT);
  const char* path = std::getenv("ORRERY_MUTANT_PASSED");
  const int file = path != nullptr ? open(path, O_RDWR) : -1;
  if (file < 0) return;
  void* bytes = mmap(nullptr, COUNT, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (bytes != MAP_FAILED) note = static_cast<unsigned char*>(bytes);
  close(file);
}
}  // namespace
unsigned char awake[COUNT];
bool passed(int mutant) {
  if (note != nullptr) note[mutant] = 1;
  if (mutant == chosen) return true;
  awake[mutant] = 0;
  return false;
}
}  // namespace orrery_mutants
"""


@dataclasses.dataclass
class Rewritten:
    """A source with its mutants, and which bytes of it each mutant has added."""

    text: bytes
    added: list  # (begin, end, number)

    def offset(self, line, column):
        lines = self.text.split(b"\n")
        return sum(len(text) + 1 for text in lines[:line - 1]) + column - 1

    def between(self, begin, end):
        """The mutants of the statement that these bytes are of, near enough."""
        after = self.text.find(b";", end)
        return {number for first, last, number in self.added if first <= after and last >= begin}

    def blamed(self, offset):
        """The mutants nearest to a byte that the compiler does not take."""
        around = [part for part in self.added if part[0] <= offset <= part[1]]
        if around:
            size = min(end - begin for begin, end, _ in around)
            return {number for begin, end, number in around if end - begin == size}
        return set()


class _Writer:
    def __init__(self, source):
        self.source = source
        self.parts = []
        self.size = 0
        self.added = []

    def put(self, piece):
        piece = piece if isinstance(piece, bytes) else piece.encode()
        self.parts.append(piece)
        self.size += len(piece)

    def copy(self, begin, end, inner):
        """The bytes of a range with what is to be changed in it."""
        at = begin
        for place in inner:
            self.put(self.source[at:place.begin])
            self.write(place)
            at = place.end
        self.put(self.source[at:end])

    def write(self, place):
        start = self.size
        if place.leaves_out:
            self.put(f"if ({_any(place.leaves_out)}) ; else ")
            self.added += [(start, self.size, number) for number in place.leaves_out]
        if not place.texts:
            self.copy(place.begin, place.end, place.inner)
        else:
            self.put("(")
            for number, text in place.texts:
                begin = self.size
                self.put(f"orrery_mutants::is({number}) ? {_cast(place.cast, text)} : ")
                self.added.append((begin, self.size, number))
            self.put(f"static_cast<{place.cast}>(" if place.cast else "(")
            self.copy(place.begin, place.end, place.inner)
            self.put("))")
        for number in {*place.leaves_out, *(number for number, _ in place.texts)}:
            self.added.append((start, self.size, number))


@dataclasses.dataclass
class _Place:
    begin: int
    end: int
    cast: str = ""
    texts: list = dataclasses.field(default_factory=list)  # (number, text)
    leaves_out: list = dataclasses.field(default_factory=list)
    inner: list = dataclasses.field(default_factory=list)


def _any(numbers):
    return " || ".join(f"orrery_mutants::is({number})" for number in numbers)


def _cast(cast, text):
    return f"static_cast<{cast}>({text})" if cast else f"({text})"


def _places(edits):
    """Places of equal ranges put together; ranges are nested or apart."""
    places = {}
    for number, edit in edits:
        place = places.setdefault((edit.begin, edit.end), _Place(edit.begin, edit.end))
        if edit.text is None:
            place.leaves_out.append(number)
        else:
            place.texts.append((number, edit.text))
            place.cast = place.cast or edit.cast
    roots, open_ = [], []
    for place in sorted(places.values(), key=lambda p: (p.begin, -p.end)):
        while open_ and open_[-1].end <= place.begin:
            open_.pop()
        (open_[-1].inner if open_ else roots).append(place)
        open_.append(place)
    return roots


def with_all(source, mutants):
    """`mutants` are pairs of a number and a mutant of this source, all chosen at run time."""
    writer = _Writer(source)
    writer.copy(0, len(source), _places([(number, edit) for number, mutant in mutants
                                         for edit in mutant.edits]))
    return Rewritten(b"".join(writer.parts), writer.added)


def with_one(source, mutant):
    """The source of a mutant that is built alone."""
    at, parts = 0, []
    for edit in sorted(mutant.edits, key=lambda e: e.begin):
        parts += [source[at:edit.begin]]
        if edit.text is None:
            parts += [b"if (true) ; else ", source[edit.begin:edit.end]]
        else:
            parts += [b"(", edit.text.encode(), b")"]
        at = edit.end
    return b"".join([*parts, source[at:]])


def runtime(count):
    return RUNTIME.replace("COUNT", str(max(count, 1)))
