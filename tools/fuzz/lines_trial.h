// Experiments with a decoder: whether a fault is still there, in so much time.
#pragma once
#include <chrono>
#include <optional>
#include <string>

#include "command/signals.h"
#include "fuzz/lines_cause.h"

namespace tools {

class FaultTrial {
 public:
  using Clock = std::chrono::steady_clock;

  FaultTrial(const DecoderProgram& program, const LineFault& fault, double seconds_max)
      : program_(program),
        family_(family_of(fault)),
        end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(seconds_max))) {}

  bool is_over() const { return Clock::now() >= end_ || caught_signal() != 0; }
  // False, too, once the time is over.
  bool fails(const fuzz::Case& input) const { return !is_over() && fails_in_any_case(input); }
  bool fails_in_any_case(const fuzz::Case& input) const {
    for (const auto& fault : try_again(program_, input))
      if (family_of(fault) == family_) return true;
    return false;
  }
  // Whether anything at all is wrong.
  bool is_wrong(const fuzz::Case& input) const {
    return !is_over() && !try_again(program_, input).empty();
  }
  const DecoderProgram& program() const { return program_; }

 private:
  const DecoderProgram& program_;
  std::string family_;
  Clock::time_point end_;
};

// From so many lines on, it is tried what their number is.
inline constexpr std::size_t many_lines_least = 100;

struct Sized {
  Cause cause;
  fuzz::Case smallest;
};

// What the size of the input is to blame for; in its smallest form.
std::optional<Sized> by_size(const FaultTrial& trial, const fuzz::Case& input);

// A line in each piece, those around the fault alone if that will do, and cuts only if they matter.
fuzz::Case near_fault(const FaultTrial& trial, const fuzz::Case& input, const LineFault& fault);
// The smallest input with the fault that the time allows.
fuzz::Case make_small(const FaultTrial& trial, fuzz::Case input);

}  // namespace tools
