
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "command/words.h"
#include "fuzz/file.h"
#include "fuzz/lines_input.h"
#include "fuzz/lines_trial.h"

namespace tools {
namespace {

using Kind = Cause::Kind;

constexpr std::size_t cuts_tried_max = 64;
constexpr double cause_seconds_least = 2;
constexpr int steady_times = 3;

// Where a single cut fails: within letters alone, within the ends of lines, anywhere in a line?
Cause by_place_of_cut(const FaultTrial& trial, fuzz::Case& input) {
  const auto bytes = stream_of(input);
  std::vector<std::uint32_t> failing, sound;
  const auto step = std::max<std::size_t>(bytes.size() / cuts_tried_max, 1);
  for (std::size_t at = 1; at < bytes.size() && !trial.is_over(); ++at) {
    const bool special = is_within_a_letter(bytes, at) || bytes[at - 1] == '\r' ||
                         bytes[at] == '\r' || bytes[at - 1] == '\\';
    if (at % step != 0 && !special) continue;
    auto cut = input;
    cut.reads = {static_cast<std::uint32_t>(at), UINT32_MAX};
    const bool fails = trial.fails(cut);
    if (fails || !trial.is_over())
      (fails ? failing : sound).push_back(static_cast<std::uint32_t>(at));
  }
  Cause out{.kind = Kind::Reads, .text = "bytes that come in several reads"};
  if (failing.empty()) return out;
  input.reads = {failing.front(), UINT32_MAX};
  const auto all = [&](auto holds) { return std::ranges::all_of(failing, holds); };
  const auto ends_line = [&](std::uint32_t at) { return bytes[at - 1] == '\n'; };
  if (all([&](auto at) { return is_within_a_letter(bytes, at); })) {
    out.text = "a read that ends within a letter of several bytes";
  } else if (all([&](auto at) { return bytes[at - 1] == '\r' && bytes[at] == '\n'; })) {
    out.text = "a read that ends between CR and LF";
  } else if (all(ends_line)) {
    out.text = "a read that ends behind a line";
  } else if (std::ranges::all_of(sound, ends_line)) {
    out.text = "a line that comes in several reads";
  } else {
    out.text = fmt::format("a read that ends between {} and {}",
                           shown_bytes(bytes.substr(failing.front() - 1, 1)),
                           shown_bytes(bytes.substr(failing.front(), 1)));
  }
  return out;
}

// In which piece the fault is.
std::size_t piece_of(const fuzz::Case& input, const LineFault& fault) {
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < input.pieces.size(); ++i)
    if (fault.at < (end += input.pieces[i].bytes.size())) return i;
  return input.pieces.empty() ? 0 : input.pieces.size() - 1;
}

const fuzz::Piece plain_bad_line{.bytes = "{\"jsonrpc\":\"2.0\",\"method\":x}\n"};

// Two messages in one read, which are right in one each: what is lost elsewhere is lost by that,
// too.
std::optional<KnownFault> by_lines_together(const FaultTrial& trial, const LineFault& fault) {
  auto one_by_one = plain_lines(2);
  const auto ends = static_cast<std::uint32_t>(one_by_one.pieces.front().bytes.size());
  one_by_one.reads = {ends, UINT32_MAX};
  if (!loses_answers(fault) || trial.is_over()) return std::nullopt;
  const auto run = try_again(trial.program(), plain_lines(2), FaultTrial::after(1));
  if (!run || run->faults.empty() || trial.is_wrong(one_by_one) || trial.is_over())
    return std::nullopt;
  return KnownFault{
      .smallest = plain_lines(2),
      .cause = {.kind = Kind::Together, .text = "several lines that come in one read"},
      .fault = run->faults.front(),
      .errors = run->errors};
}

// Any message will do if a bad line follows it; without bad lines nothing is wrong.
std::optional<Cause> by_bad_line_behind(const FaultTrial& trial, const fuzz::Case& input,
                                        fuzz::Case& smallest) {
  auto without = as_lines(stream_of(input));
  const auto profile = trial.program().profile;
  std::erase_if(without.pieces, [&](const fuzz::Piece& piece) {
    return verdict_of(piece.bytes, profile) == fuzz::Verdict::Refuse;
  });
  // Some have handed on a first message by then.
  const auto with_bad_line = [](std::size_t messages) {
    auto out = plain_lines(messages);
    out.pieces.push_back(plain_bad_line);
    return out;
  };
  const std::array<std::size_t, 3> counts{1, 2, 8};
  const auto count =
      std::ranges::find_if(counts, [&](auto each) { return trial.fails(with_bad_line(each)); });
  if (count == counts.end() || !trial.passes(without)) return std::nullopt;
  auto both = smallest = with_bad_line(*count);
  const auto bad_line_at = stream_of(both).size() - plain_bad_line.bytes.size();
  both.reads = {static_cast<std::uint32_t>(bad_line_at), UINT32_MAX};
  return Cause{.kind = Kind::BeforeBad,
               .text = trial.passes(both) ? "what stands before a bad line in the same read"
                                          : "what stands before a bad line"};
}

std::optional<Cause> by_line_before(const FaultTrial& trial, const fuzz::Case& input,
                                    std::size_t at) {
  if (at == 0) return std::nullopt;
  const auto before = input.pieces[at - 1].bytes;
  auto other = input;
  other.pieces[at - 1] = plain_line(plain_line_least);
  if (!trial.passes(other)) return std::nullopt;
  other.pieces[at - 1] = plain_bad_line;
  if (trial.fails(other))
    return Cause{.kind = Kind::BehindBad, .text = "what stands behind a bad line"};
  if (trial.is_over()) return std::nullopt;
  return Cause{.kind = Kind::Behind,
               .text = "what stands behind the line " + shown_bytes(before),
               .bytes = before};
}

// Any line twice will do, whichever of the two is told.
std::optional<Cause> by_repetition(const FaultTrial& trial, const fuzz::Case& input,
                                   std::size_t at) {
  const auto is_twice = [&](std::size_t first) {
    if (first + 1 >= input.pieces.size() ||
        input.pieces[first].bytes != input.pieces[first + 1].bytes)
      return false;
    auto other = input;
    other.pieces[first] = other.pieces[first + 1] = plain_line(plain_line_least + 1);
    if (!trial.fails(other)) return false;
    other.pieces[first] = plain_line(plain_line_least + 2);
    return !trial.is_wrong(other) && !trial.is_over();
  };
  if (!is_twice(at) && !(at > 0 && is_twice(at - 1))) return std::nullopt;
  return Cause{.kind = Kind::Repeated, .text = "a line that is the same as the one before it"};
}

// Whether it takes the line with other bytes, too, where this one stands that is refused.
bool is_any_byte(const FaultTrial& trial, const fuzz::Case& input, const LineFault& fault) {
  const auto& bytes = input.pieces[piece_of(input, fault)].bytes;
  const auto profile = trial.program().profile;
  const auto expected = fuzz::expected_of(bytes, profile);
  if (fault.byte.empty() || expected.empty()) return false;
  const auto at = expected.front().fault_at;
  if (bytes.substr(at, 1) != fault.byte) return false;
  int taken = 0;
  for (const char byte : {'x', ',', '}', '#'}) {
    auto other = input;
    auto& line = other.pieces[piece_of(input, fault)].bytes;
    line[at] = byte;
    const auto again = fuzz::expected_of(line, profile);
    if (again.empty() || again.front().word != fault.about || again.front().fault_at != at)
      continue;
    if (!trial.is_wrong(other)) return false;
    ++taken;
  }
  return taken > 1;
}

// One line of white space, and others are as good.
bool is_any_blank(const FaultTrial& trial, const fuzz::Case& input) {
  if (input.pieces.size() != 1 || !is_blank(input.pieces.front().bytes)) return false;
  int failing = 0;
  for (const auto* line : {" \n", "\t\n", "\r\n"}) {
    auto other = input;
    other.pieces.front().bytes = line;
    failing += trial.fails(other) ? 1 : 0;
  }
  return failing > 1;
}

Cause by_content(const FaultTrial& trial, const fuzz::Case& input, const LineFault& fault) {
  Cause out{.kind = Kind::Content};
  const auto bytes = stream_of(input);
  out.bytes = bytes;
  const bool message = fault.about == "message" || fault.about.empty();
  if (bytes.empty()) {
    out.text = "a stream of nothing";
  } else if (is_any_blank(trial, input)) {
    out.kind = Kind::Blank;
    out.text = "a line of white space alone: " + shown_bytes(bytes);
  } else if (message) {
    out.text = "the line " + shown_bytes(bytes);
  } else {
    out.any_byte = is_any_byte(trial, input, fault);
    out.text = fmt::format("{}{}: {}", fuzz::refusal_of(fault.about).says,
                           out.any_byte ? ", whatever it is" : "", shown_bytes(bytes));
  }
  return out;
}

// The fault as this input shows it: of another line it may be about something else.
LineFault as_shown(const FaultTrial& trial, const fuzz::Case& input, const LineFault& fault) {
  const auto run = try_again(trial.program(), input, FaultTrial::after(1));
  if (!run) return fault;
  for (const auto& again : run->faults)
    if (family_of(again) == family_of(fault)) return again;
  return fault;
}

Cause cause_of(const FaultTrial& trial, fuzz::Case& input, const LineFault& fault) {
  if (input.pause_ms != 0) {
    auto swift = input;
    swift.pause_ms = 0;
    if (trial.passes(swift)) return {.kind = Kind::Pause, .text = "a pause within a line"};
  }
  if (input.reads.size != 0) return by_place_of_cut(trial, input);
  if (!input.pieces.empty() && !input.pieces.back().bytes.ends_with('\n')) {
    auto ended = input;
    ended.pieces.back().bytes += '\n';
    const auto fails = trial.shows_in_any_case(ended);
    if (fails == false) return {.kind = Kind::LastLine, .text = "a last line that has no end"};
    if (fails == true) {
      input = std::move(ended);
      return cause_of(trial, input, as_shown(trial, input, fault));
    }
  }
  if (input.pieces.empty()) return by_content(trial, input, fault);
  auto behind = input;
  behind.pieces.insert(behind.pieces.begin(), plain_line(plain_line_least));
  if (trial.passes(behind)) return {.kind = Kind::First, .text = "what stands first in a stream"};
  const auto at = piece_of(input, fault);
  if (auto found = by_repetition(trial, input, at)) return *found;
  if (auto found = by_line_before(trial, input, at)) return *found;
  if (auto found = by_letter(trial, input, at)) return *found;
  if (auto found = by_shape(trial, input, at)) return *found;
  return by_content(trial, input, fault);
}

}  // namespace

std::string family_of(const LineFault& fault) {
  const bool lost = fault.kind == "wrong_reject" || fault.kind == "missing_answer" ||
                    fault.kind == "extra_answer" || fault.kind == "lost_resynchronisation";
  if (lost) return fault.about == "message" ? "lost" : "lost bad line";
  if (fault.kind == "wrong_accept") return "wrong_accept " + fault.about + " " + fault.byte;
  return fault.kind;
}

bool loses_answers(const LineFault& fault) {
  const auto family = family_of(fault);
  return family.starts_with("lost") || family == "crash" || family == "hang" ||
         family == "bad_answer";
}

std::string shown_bytes(std::string_view bytes) {
  constexpr std::size_t shown = 60;
  auto text = bytes;
  if (text.size() > 1 && text.ends_with('\n')) text.remove_suffix(1);
  return fmt::format("`{}`{}", engine::rpc::printable(text.substr(0, shown)),
                     text.size() > shown ? " ..." : "");
}

std::string told(const Cause& cause) {
  return cause.text + (cause.in_full ? "" : ". The time was over before all was tried.");
}

namespace {

KnownFault explain_steady(const DecoderProgram& program, const fuzz::Case& input,
                          const LineFault& fault, double seconds_max) {
  const FaultTrial trial(program, fault, seconds_max);
  KnownFault out{.smallest = {}, .cause = {}, .fault = fault};
  // As the smallest input shows it; after a signal, as it was found.
  const auto look_again = [&] {
    const auto run = try_again(program, out.smallest, FaultTrial::after(1));
    if (!run) return;
    for (const auto& again : run->faults)
      if (family_of(again) == family_of(fault)) out.fault = again;
    out.errors = run->errors;
  };
  for (const std::size_t lines : {0U, 1U}) {
    out.smallest = plain_lines(lines);
    if (!trial.fails(out.smallest)) continue;
    out.cause = {.kind = Kind::Any, .text = lines == 0 ? "any stream" : "any message"};
    look_again();
    return out;
  }
  if (auto found = by_lines_together(trial, fault)) return *found;
  if (family_of(fault) == "lost") {
    if (auto found = by_bad_line_behind(trial, input, out.smallest)) {
      out.cause = std::move(*found);
      look_again();
      out.fault.kind = "missing_answer";
      out.fault.says = "what was read of it is given up with the bad line";
      return out;
    }
  }
  out.smallest = near_fault(trial, input, fault);
  const bool large =
      is_large(longest_line(out.smallest)) || out.smallest.pieces.size() >= many_lines_least;
  // With time of its own: what comes before may have used up all of it.
  const FaultTrial sizes(program, fault, std::max(seconds_max / 2, cause_seconds_least));
  auto sized = large && out.smallest.reads.size == 0 ? by_size(sizes, out.smallest) : std::nullopt;
  if (sized) {
    out.smallest = std::move(sized->smallest);
    out.cause = std::move(sized->cause);
  } else {
    out.smallest = make_small(trial, std::move(out.smallest));
  }
  const bool is_smallest = !trial.is_over();
  look_again();
  if (sized) {
    out.cause.in_full = !sizes.is_over();
    return out;
  }
  // Making it small may have used up the time, and without experiments there is no cause.
  const FaultTrial experiments(program, fault, std::max(seconds_max / 2, cause_seconds_least));
  out.cause = cause_of(experiments, out.smallest, out.fault);
  out.cause.in_full = is_smallest && !experiments.is_over();
  look_again();
  if (out.cause.kind == Kind::BehindBad && family_of(out.fault) == "lost")
    out.fault.kind = "lost_resynchronisation";
  return out;
}

// Of so many more runs of its smallest input. One that hangs is not waited for again; when bytes
// come is not for us alone to say, so that once is enough where it matters; and what is not known
// in time counts as shown.
int times_shown(const DecoderProgram& program, const KnownFault& known) {
  if (known.fault.kind == "hang") return steady_times;
  int shown = 0;
  for (int times = 0; times < steady_times; ++times) {
    const FaultTrial trial(program, known.fault, program.hang_seconds);
    shown += trial.passes(known.smallest) ? 0 : 1;
  }
  return known.smallest.reads.size != 0 && shown > 0 ? steady_times : shown;
}

}  // namespace

KnownFault explain(const DecoderProgram& program, const fuzz::Case& input, const LineFault& fault,
                   double seconds_max) {
  auto out = explain_steady(program, input, fault, seconds_max);
  const auto shown = times_shown(program, out);
  if (shown == steady_times) return out;
  return {
      .smallest = input,
      .cause = {.kind = Kind::Chance,
                .text = fmt::format("chance: {} of {} more runs of its smallest input showed it, "
                                    "so that it is left as it was found",
                                    shown, steady_times)},
      .fault = fault};
}

}  // namespace tools
