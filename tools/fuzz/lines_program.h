// A decoder that is a program, asked.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/case.h"
#include "fuzz/filter_program.h"
#include "fuzz/line_answers.h"
#include "fuzz/profile.h"

namespace tools {

struct DecoderProgram {
  std::vector<std::string> words;
  double hang_seconds = 0;  // It has so long for one run.
  fuzz::Profile profile = fuzz::Profile::AppServer;
  Contract contract = {};
};

using Time = std::chrono::steady_clock::time_point;
inline constexpr Time whenever = Time::max();

// Nothing if it still ran at `until`, and had not hung by then: ended by us.
std::optional<FilterRun> run_program(const DecoderProgram& program, const fuzz::Case& input,
                                     Time until = whenever);
JudgedRun judge_program(const DecoderProgram& program, const fuzz::Case& input,
                        const FilterRun& run);
// Both; nothing, too, where a signal came first.
std::optional<JudgedRun> try_again(const DecoderProgram& program, const fuzz::Case& input,
                                   Time until);

// Whether answers come when they can: a peer that waits for one before it writes on has it.
enum class Promptness : std::uint8_t {
  InTime,
  Behind,    // Each comes only when the next line does.
  AtTheEnd,  // None comes until its input ends: what prints them may keep them back, too.
  Unknown,   // It ended early, or the time was over.
};
// Told by their number, and not by how long they take; asked twice before it says Behind. `early`
// is the run of one that ended before it had answered all of stepped_lines().
Promptness promptness_of(const DecoderProgram& program, Time until,
                         std::optional<FilterRun>* early = nullptr);
fuzz::Case stepped_lines();
LineFault late_answer();

inline constexpr std::string_view slow_kind = "slow";
// What an input costs that is four times as large. Of a program that goes over all that it holds
// with each part that it reads it is sixteen times as much.
struct Growth {
  bool known = false;  // Else it ended early, or the time was over.
  struct Steep {
    LineFault fault;
    std::string cause;   // The shape of what grows.
    fuzz::Case example;  // One of it that is small.
  };
  std::optional<Steep> steep = {};
  std::uint64_t runs = 0;
};
// Told by processor time, of three pairs of runs.
Growth growth_of(const DecoderProgram& program, Time until);

struct GrowingShape {
  std::string_view name;
  fuzz::Case (*of_bytes)(std::size_t);
  std::size_t bytes_max;
};
// What so many bytes of a shape take, the start aside. Nothing: it ended early.
using Costs = std::function<std::optional<double>(const GrowingShape&, std::size_t bytes)>;
Growth growth_of(const Costs& seconds_of);

}  // namespace tools
