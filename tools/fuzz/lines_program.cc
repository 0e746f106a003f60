#include "fuzz/lines_program.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "command/signals.h"
#include "fuzz/lines_input.h"

namespace tools {
namespace {

constexpr std::size_t factor = 4;
constexpr double steep = 8;         // Between the 4 of what is linear and the 16 of what is not;
constexpr double suspicious = 4.5;  // from here on more is asked.
// Less may be chance: of a start, of what a runtime does beside.
constexpr double seconds_least = 0.1;
constexpr double seconds_enough = 4, run_seconds_max = 300;
constexpr int pairs = 3;

bool is_steep(double less, double more) { return less >= seconds_least && more >= steep * less; }

fuzz::Case many_members(std::size_t bytes) {
  std::string line = R"({"jsonrpc":"2.0","method":"x","params":{"m":0)";
  for (std::size_t i = 0; line.size() < bytes; ++i)
    fmt::format_to(std::back_inserter(line), R"(,"m{}":{})", i, i);
  return as_lines(line + "}}\n");
}
fuzz::Case long_text(std::size_t bytes) { return as_lines(plain_line(bytes).bytes); }
fuzz::Case many_lines(std::size_t bytes) {
  const auto line = plain_line(512).bytes;
  std::string out;
  while (out.size() < bytes) out += line;
  return as_lines(out);
}

constexpr std::array growing_shapes{
    GrowingShape{"a long text in a line", long_text, std::size_t{64} << 20},
    GrowingShape{"many members in an object", many_members, std::size_t{4} << 20},
    GrowingShape{"many lines in a stream", many_lines, std::size_t{4} << 20},
};
constexpr std::size_t bytes_least = std::size_t{1} << 20;

// Nothing: it ended early, or the time was over. --hang does not end it: a run that is cut short
// would look cheap.
std::optional<double> seconds_for(const DecoderProgram& program, const fuzz::Case& input,
                                  Time until) {
  const std::chrono::duration<double> left = until - std::chrono::steady_clock::now();
  if (left.count() <= 0) return std::nullopt;
  const auto run =
      run_filter(program.words, stream_of(input), std::min(left.count(), run_seconds_max));
  const bool fine = !run.timed_out && !run.flooded && run.end == ProcessEnd{};
  return fine ? std::optional(run.cpu_seconds) : std::nullopt;
}

std::string mebibytes(std::size_t bytes) { return fmt::format("{} MiB", bytes >> 20); }

// A busy machine makes some runs longer; the shortest ones are compared.
std::optional<Growth::Steep> steep_at(const Costs& seconds_of, const GrowingShape& shape,
                                      std::size_t bytes) {
  double less = std::numeric_limits<double>::max(), more = less;
  for (int i = 0; i < pairs; ++i) {
    const auto first = seconds_of(shape, bytes / factor);
    const auto second = first ? seconds_of(shape, bytes) : std::nullopt;
    if (!second) return std::nullopt;
    less = std::min(less, *first);
    more = std::min(more, *second);
    if (!is_steep(less, more)) return std::nullopt;
  }
  return Growth::Steep{
      .fault = {.kind = std::string(slow_kind),
                .about = "message",
                .says = fmt::format("{} times the bytes take {:.0f} times the processor time: {} "
                                    "{:.2f} s, {} {:.2f} s (WIRE-05)",
                                    factor, more / less, mebibytes(bytes / factor), less,
                                    mebibytes(bytes), more)},
      .cause = std::string(shape.name),
      .example = shape.of_bytes(plain_line_least)};
}

}  // namespace

std::optional<FilterRun> run_program(const DecoderProgram& program, const fuzz::Case& input,
                                     Time until) {
  const auto bytes = stream_of(input);
  // Once more, since a machine that is too busy may be at fault.
  for (const bool last : {false, true}) {
    const std::chrono::duration<double> left = until - std::chrono::steady_clock::now();
    const auto seconds = std::clamp(left.count(), 0.0, program.hang_seconds);
    auto run = run_filter(program.words, bytes, seconds, input.reads,
                          std::chrono::milliseconds(input.pause_ms));
    if (run.timed_out && seconds < program.hang_seconds) break;
    if (!run.timed_out || last) return run;
  }
  return std::nullopt;
}

JudgedRun judge_program(const DecoderProgram& program, const fuzz::Case& input,
                        const FilterRun& run) {
  return judge_run(stream_of(input), run, program.profile, program.contract);
}

fuzz::Case stepped_lines() {
  const auto line = plain_line(plain_line_least).bytes;
  return as_lines(line + line + line);
}

Promptness promptness_of(const DecoderProgram& program, Time until,
                         std::optional<FilterRun>* early) {
  constexpr std::size_t steps = 3;
  constexpr std::chrono::milliseconds wait{1'500};
  const auto line = plain_line(plain_line_least).bytes;
  for (const bool last : {false, true}) {
    const std::chrono::duration<double> left = until - std::chrono::steady_clock::now();
    const auto seconds = std::clamp(left.count(), 0.0, program.hang_seconds);
    std::vector<std::size_t> answers;
    auto run = run_in_steps(program.words, line, steps, wait, seconds, answers);
    if (answers.back() != steps) {
      if (early != nullptr && !run.timed_out) *early = std::move(run);
      return Promptness::Unknown;
    }
    if (answers == std::vector<std::size_t>{0, 0, 0, steps}) return Promptness::AtTheEnd;
    if (answers != std::vector<std::size_t>{0, 1, 2, steps}) return Promptness::InTime;
    if (last) return Promptness::Behind;
  }
  return Promptness::Unknown;
}
LineFault late_answer() {
  return {.kind = "late_answer",
          .about = "message",
          .says =
              "a line is answered only when the next one comes: who waits for the answer before "
              "it writes on waits for ever"};
}

std::optional<JudgedRun> try_again(const DecoderProgram& program, const fuzz::Case& input,
                                   Time until) {
  try {
    if (const auto run = run_program(program, input, until))
      return judge_program(program, input, *run);
  } catch (const Interrupted&) {  // Then it is not known.
  }
  return std::nullopt;
}

// Who ends early with more has a limit there.
Growth growth_of(const Costs& seconds_of) {
  bool known = true;
  for (const auto& shape : growing_shapes) {
    auto less = seconds_of(shape, bytes_least);
    bool any = false;
    for (auto bytes = factor * bytes_least; less && bytes <= shape.bytes_max; bytes *= factor) {
      const auto more = seconds_of(shape, bytes);
      if (more && is_steep(*less, *more))
        if (auto found = steep_at(seconds_of, shape, bytes))
          return {.known = true, .steep = std::move(found)};
      any = any || more;
      const bool goes_on = more && (*more < seconds_least || *more > suspicious * *less);
      less = goes_on && *more < seconds_enough ? more : std::nullopt;
    }
    known = known && any;
  }
  return {.known = known, .steep = {}};
}

Growth growth_of(const DecoderProgram& program, Time until) {
  const auto start = seconds_for(program, long_text(plain_line_least), until);
  std::uint64_t runs = 1;
  auto out = growth_of([&](const GrowingShape& shape, std::size_t bytes) {
    const auto all = start ? seconds_for(program, shape.of_bytes(bytes), until) : std::nullopt;
    ++runs;
    return all ? std::optional(*all - *start) : std::nullopt;
  });
  out.known = out.steep || (out.known && std::chrono::steady_clock::now() < until);
  out.runs = runs;
  return out;
}

}  // namespace tools
