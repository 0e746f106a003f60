// Experiments with a decoder: whether a fault is still there, in so much time.
#pragma once
#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "command/signals.h"
#include "command/words.h"
#include "fuzz/case.h"
#include "fuzz/lines_program.h"

namespace tools {

// What a decoder that is a program is wrong for, found by experiment: what was varied last while
// the fault stayed.

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

class FaultTrial {
 public:
  using Clock = std::chrono::steady_clock;

  FaultTrial(const DecoderProgram& program, const LineFault& fault, double seconds_max)
      : program_(program), family_(family_of(fault)), end_(after(seconds_max)) {}

  bool is_over() const { return Clock::now() >= end_ || caught_signal() != 0; }
  // Both are false where the time was over before it was known.
  bool fails(const fuzz::Case& input) const { return !is_over() && shows(input, end_) == true; }
  bool passes(const fuzz::Case& input) const { return !is_over() && shows(input, end_) == false; }
  // The same with a second, whatever the time: without it the cause would be wrong.
  std::optional<bool> shows_in_any_case(const fuzz::Case& input) const {
    return shows(input, std::max(end_, after(1)));
  }
  // Whether anything at all is wrong.
  bool is_wrong(const fuzz::Case& input) const {
    const auto run = is_over() ? std::nullopt : try_again(program_, input, end_);
    return run && !run->faults.empty();
  }
  const DecoderProgram& program() const { return program_; }

  static Clock::time_point after(double seconds) {
    return Clock::now() +
           std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

 private:
  std::optional<bool> shows(const fuzz::Case& input, Clock::time_point until) const {
    const auto run = try_again(program_, input, until);
    if (!run) return std::nullopt;
    return std::ranges::any_of(run->faults,
                               [&](const LineFault& fault) { return family_of(fault) == family_; });
  }

  const DecoderProgram& program_;
  std::string family_;
  Clock::time_point end_;
};

// From so many lines on, it is tried what their number is.
inline constexpr std::size_t many_lines_least = 100;

// The size from which on a program fails, as far as the time allowed to find it.
struct Limit {
  std::size_t passes = 0;  // The largest that is known to pass.
  std::size_t fails = 0;   // The smallest that is known to fail.
};

// By halves. As a rule the limit is a power of two: those come first. What is asked once the time
// is over is answered with no.
template <class IsWrong, class IsOver>
Limit narrowed(Limit limit, IsWrong is_wrong, IsOver is_over) {
  auto& [least, most] = limit;
  for (auto power = std::bit_floor(most - 1); power > least && !is_over(); power /= 2) {
    if (is_wrong(power)) {
      most = power;
      continue;
    }
    if (is_over()) break;
    least = power;
    if (is_wrong(power + 1)) most = power + 1;
    break;
  }
  while (most - least > 1 && !is_over()) {
    const auto middle = least + (most - least) / 2;
    const bool fails = is_wrong(middle);
    if (is_over()) break;
    (fails ? most : least) = middle;
  }
  return limit;
}

// What was not tried is not said to pass.
inline std::string more_than(const Limit& limit, std::string_view of_what) {
  const auto most = grouped(limit.fails - 1);
  if (limit.fails - limit.passes <= 1) return fmt::format("more than {} {}", most, of_what);
  return fmt::format("more than N {}, N being one of {} to {}", of_what, grouped(limit.passes),
                     most);
}

struct Sized {
  Cause cause;
  fuzz::Case smallest;
};

// What the size of the input is to blame for; in its smallest form.
std::optional<Sized> by_size(const FaultTrial& trial, const fuzz::Case& input);

bool is_blank(std::string_view line);
// Nothing if it is blank.
std::optional<fuzz::Verdict> verdict_of(std::string_view line, fuzz::Profile profile);
// A letter without which the line at piece `at` is none that the program gets wrong.
std::optional<Cause> by_letter(const FaultTrial& trial, const fuzz::Case& input, std::size_t at);

// A shape without which the line at piece `at` is a message that the program gets right.
std::optional<Cause> by_shape(const FaultTrial& trial, const fuzz::Case& input, std::size_t at);

// A line in each piece, those around the fault alone if that will do, and cuts only if they matter.
fuzz::Case near_fault(const FaultTrial& trial, const fuzz::Case& input, const LineFault& fault);
// The smallest input with the fault that the time allows.
fuzz::Case make_small(const FaultTrial& trial, fuzz::Case input);

}  // namespace tools
