// What a decoder that is a program is wrong for, found by experiment: what was varied last while
// the fault stayed.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/case.h"
#include "fuzz/lines_program.h"

namespace tools {

struct Cause {
  enum class Kind : std::uint8_t {
    Contract,   // It goes by another one than was asked.
    Any,        // Any message will do, or none at all.
    Chance,     // The same input does not always show it.
    Length,     // A line of more than `limit` bytes,
    Depth,      // of more levels,
    Lines,      // more lines in a stream,
    Bytes,      // or more bytes.
    Place,      // Letters of several bytes over byte `limit`.
    Reads,      // Where reads end.
    Pause,      // A while in which nothing comes.
    Together,   // Several lines in one read.
    LastLine,   // It has no end.
    First,      // What stands first in a stream.
    Behind,     // What stands behind another line,
    BehindBad,  // behind any bad one,
    Repeated,   // or behind one like it.
    BeforeBad,  // What stands before any bad line.
    Blank,      // A line of white space alone.
    Letter,     // `bytes`, wherever they stand, and what is `like_it`.
    Shape,      // What number `limit` of some shapes of a line is.
    Content,    // The line itself.
  };
  Kind kind = Kind::Content;
  std::string text = {};
  std::size_t limit = 0;
  std::string bytes = {};
  std::vector<std::string_view> like_it = {};  // Other white space that does the same.
  bool any_byte =
      false;            // Of what is taken, the byte with which it is refused is as good as others.
  bool in_full = true;  // Else the time was over before all was tried.
};

// The cause in words, and whether there was time for all experiments.
std::string told(const Cause& cause);

// Faults that may be one and the same, told in other ways as the input changes.
std::string family_of(const LineFault& fault);

// Whether there are other answers than lines, or none any more.
bool loses_answers(const LineFault& fault);

// A fault with what made it and the smallest input that shows it.
struct KnownFault {
  fuzz::Case smallest;
  Cause cause;
  LineFault fault;          // As the smallest input shows it.
  std::string errors = {};  // What the program wrote to its stderr then.
};

// Makes it small and then finds out why, in so many seconds. What the smallest input does not show
// each time is left as it was found.
KnownFault explain(const DecoderProgram& program, const fuzz::Case& input, const LineFault& fault,
                   double seconds_max);

// Whether a fault of another input is what such a cause would do.
bool explains(const KnownFault& known, fuzz::Profile profile, const fuzz::Case& input,
              const LineFault& fault);

// Whether such a cause can do it where this line is; of causes that are in lines.
bool is_in(const Cause& cause, std::string_view line);

// Something simple, as texts name it: `{"a":1}`, shortened.
std::string shown_bytes(std::string_view bytes);

}  // namespace tools
