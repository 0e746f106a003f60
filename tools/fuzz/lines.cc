#include "fuzz/lines.h"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "command/numbers.h"
#include "command/output.h"
#include "command/progress.h"
#include "command/signals.h"
#include "command/terminal.h"
#include "command/whole_file.h"
#include "fuzz/file.h"
#include "fuzz/line_answers.h"
#include "fuzz/shrink.h"

namespace tools {
namespace {

constexpr double program_hang_seconds = 10;
constexpr int pieces_per_run = 60;
constexpr std::size_t pieces_shown = 6;
constexpr int shrink_runs = 60;                // Of the program, for each fault,
constexpr double shrink_hangs = 2;             // and for no longer than so many hangs take.
constexpr double shrink_seconds_default = 60;  // Of all faults, where only runs are limited.

using Clock = std::chrono::steady_clock;

struct Program {
  std::vector<std::string> words;
  double hang_seconds = 0;  // It has so long for one run.
};

struct Found {
  LineFault fault;
  fuzz::Case smallest;
  double after_seconds = 0;
  std::string cause = {};  // What its smallest input has that a smaller one would not have.
};

std::string key_of(const LineFault& fault) { return fault.kind + " " + fault.about; }

std::string bytes_of(const fuzz::Case& input) {
  std::string bytes;
  for (const auto& piece : input.pieces) bytes += piece.bytes;
  return bytes;
}

std::vector<LineFault> try_program(const Program& program, const fuzz::Case& input) {
  const auto bytes = bytes_of(input);
  auto run = run_filter(program.words, bytes, program.hang_seconds, input.reads);
  // Once more, since a machine that is too busy may be at fault.
  if (run.timed_out) run = run_filter(program.words, bytes, program.hang_seconds, input.reads);
  return line_faults(bytes, run);
}

// Nothing where a signal came first.
std::vector<LineFault> try_again(const Program& program, const fuzz::Case& input) {
  try {
    return try_program(program, input);
  } catch (const Interrupted&) {
    return {};
  }
}

bool has(const std::vector<LineFault>& faults, const std::string& key) {
  return std::ranges::find(faults, key, key_of) != faults.end();
}

// One message of about so many bytes, most of them letters of two.
fuzz::Piece long_message(std::size_t size) {
  std::string bytes = "{\"method\":\"";
  while (bytes.size() + 4 < size) bytes += "\xc3\xa9";
  return {.bytes = bytes + "\"}\n", .sound = true, .ends_stream = false};
}

// The first place at or behind `from` that is not the beginning of a letter; else the end.
std::uint32_t within_a_letter(const std::string& bytes, std::uint32_t from) {
  const auto found = std::find_if(bytes.begin() + from, bytes.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0u) == 0x80u;
  });
  return static_cast<std::uint32_t>(found - bytes.begin());
}

// Where bytes are cut: at and around powers of two, or within a letter of several bytes.
fuzz::Reads cuts_of(const std::string& bytes, sim::Rng& rng) {
  constexpr std::uint32_t cuts_max = 40, smallest_power = 6, powers = 11;
  const auto fewest = static_cast<std::uint32_t>(bytes.size() / cuts_max + 1);
  const auto size = (1u << (smallest_power + rng.below(powers))) + rng.below(3) - 1;
  const auto from = rng.below(static_cast<std::uint32_t>(bytes.size()) + 1);
  return {.first = rng.below(2) == 0 ? within_a_letter(bytes, from) : rng.below(size + 1),
          .size = std::max(size, fewest)};
}

// Pieces of many small inputs, one after the other; some of them as slow writers write them, with
// lines longer than a pipe holds, or without the last line's end.
fuzz::Case batch(std::uint64_t seed, std::uint64_t& index, bool no_blank_lines) {
  auto rng = sim::Rng(seed).fork(~index);
  fuzz::Case out;
  out.reads = at_once;
  while (out.pieces.size() < pieces_per_run) {
    for (auto& piece : fuzz::make_case(seed, index++).pieces) {
      piece.ends_stream = false;
      if (!piece.bytes.ends_with('\n')) piece.bytes += '\n';
      const bool blank = piece.bytes.find_first_not_of(" \t\r\n") == std::string::npos;
      const bool holds_blank = piece.bytes.find("\n\n") != std::string::npos;
      if (no_blank_lines && (blank || holds_blank)) continue;
      out.pieces.push_back(std::move(piece));
    }
  }
  constexpr std::uint32_t pipe = 64 << 10, large = 1 << 20;
  if (rng.below(8) == 0) {
    const auto size = rng.below(8) == 0 ? large : pipe;
    out.pieces.insert(out.pieces.begin() + rng.below(pieces_per_run),
                      long_message(size + rng.below(64)));
  }
  if (rng.below(3) == 0) out.pieces.push_back(long_message(64 + rng.below(64)));
  if (rng.below(3) == 0) out.pieces.back().bytes.pop_back();
  if (rng.below(2) == 0) out.reads = cuts_of(bytes_of(out), rng);
  return out;
}

// Faults of one cause are told together.
std::string cause_of(const fuzz::Case& smallest, const LineFault& fault) {
  constexpr std::size_t long_line = 1000;
  std::size_t longest = 0;
  for (const auto& piece : smallest.pieces) longest = std::max(longest, piece.bytes.size());
  if (smallest.reads.size != 0) return "bytes that come in several reads";
  if (longest >= long_line)
    return fmt::format("a line of more than {} bytes", grouped(std::bit_floor(longest)));
  if (!smallest.pieces.empty() && !smallest.pieces.back().bytes.ends_with('\n'))
    return "a last line that has no end";
  return fault.kind;
}

// First the pieces around the fault alone, which as a rule is all that it takes.
fuzz::Case make_small(const Program& program, fuzz::Case input, const LineFault& fault,
                      double seconds_max) {
  int runs = shrink_runs;
  const auto end_of_time = Clock::now() + std::chrono::duration<double>(std::min(
                                              seconds_max, shrink_hangs * program.hang_seconds));
  const auto fails_once = [&](const fuzz::Case& candidate) {
    return has(try_again(program, candidate), key_of(fault));
  };
  const auto fails = [&](const fuzz::Case& candidate) {
    const bool over = runs-- <= 0 || Clock::now() >= end_of_time || caught_signal() != 0;
    return !over && fails_once(candidate);
  };
  // Whether cuts matter is a part of the cause, so this is tried in any case.
  if (const auto cuts = std::exchange(input.reads, at_once); cuts.size != 0)
    if (!fails_once(input)) input.reads = cuts;
  std::uint64_t end = 0;
  std::size_t piece = 0;
  while (piece + 1 < input.pieces.size() && end + input.pieces[piece].bytes.size() <= fault.at)
    end += input.pieces[piece++].bytes.size();
  for (const std::size_t before : {std::size_t{0}, std::size_t{1}, std::size_t{8}}) {
    fuzz::Case near;
    const auto from = piece - std::min(piece, before);
    const auto to = std::min(input.pieces.size(), piece + 2);
    for (auto i = from; i < to; ++i) near.pieces.push_back(input.pieces[i]);
    near.reads = at_once;
    bool found = fails_once(near);
    if (!found && input.reads.size != 0) {
      near.reads = {within_a_letter(bytes_of(near), 0), UINT32_MAX};
      found = fails_once(near);
    }
    if (!found) continue;
    input = std::move(near);
    break;
  }
  input = fuzz::shrink(std::move(input), fails);
  // So does whether the last line has an end.
  if (auto ended = input; !ended.pieces.empty() && !ended.pieces.back().bytes.ends_with('\n')) {
    ended.pieces.back().bytes += '\n';
    if (fails_once(ended)) return ended;
  }
  return input;
}

void print_found(const Found& found) {
  const Paint paint(STDOUT_FILENO);
  print_out(fmt::format("{} {} ({}): {}\n", paint.bad("FAIL"), found.fault.kind, found.fault.about,
                        found.fault.says));
  print_out(fmt::format("  cause   {}\n", found.cause));
  const auto& pieces = found.smallest.pieces;
  for (std::size_t i = 0; i < std::min(pieces.size(), pieces_shown); ++i)
    print_out(fmt::format("  input   {}\n", engine::rpc::printable(
                                                std::string_view(pieces[i].bytes).substr(0, 120))));
  if (pieces.size() > pieces_shown)
    print_out(
        fmt::format("          and {} more\n", counted(pieces.size() - pieces_shown, "piece")));
  if (!found.fault.answer.empty())
    print_out(
        fmt::format("  answer  {}\n",
                    engine::rpc::printable(std::string_view(found.fault.answer).substr(0, 120))));
  if (found.smallest.reads.size != 0)
    print_out(fmt::format("  writes  {} bytes, a pause, then {} at a time\n",
                          found.smallest.reads.first, found.smallest.reads.size));
  print_out(fmt::format("  size    {} bytes, found after {:.1f} s\n",
                        fuzz_case_bytes(found.smallest), found.after_seconds));
}

std::string file_text(const Program& program, const Found& found) {
  return fuzz_file_text({.target = "lines",
                         .subject = {},
                         .finding = {found.fault.kind, found.fault.says},
                         .program = program.words,
                         .input = found.smallest});
}

int replay_lines(const std::string& path, Program program) {
  const auto file = read_fuzz_file(path);
  if (program.words.empty()) program.words = file.program;
  if (program.words.empty()) throw UsageError(path + ": names no program; give one after --");
  const auto faults = try_program(program, file.input);
  for (const auto& fault : faults)
    print_found({.fault = fault,
                 .smallest = file.input,
                 .after_seconds = 0,
                 .cause = cause_of(file.input, fault)});
  if (faults.empty()) print_out("passed: the program answers this input as it should\n");
  return faults.empty() ? exit_code::passed : exit_code::failed;
}

// Each cause with the faults that have it.
std::string causes_text(const std::map<std::string, Found>& all) {
  std::map<std::string, std::vector<std::string>> causes;
  for (const auto& [key, found] : all)
    causes[found.cause].push_back(fmt::format("{} ({})", found.fault.kind, found.fault.about));
  std::string out;
  for (const auto& [cause, faults] : causes)
    out += fmt::format("  {}: {}\n    {}\n", cause, counted(faults.size(), "fault"),
                       fmt::join(faults, ", "));
  return out;
}

struct Campaign {
  Program program;
  std::uint64_t seed = 1, runs_max = 0;
  double seconds = 30;
  std::map<std::string, Found> found;
  std::uint64_t runs = 0, lines = 0;
  bool saved = true;  // What was to be.
};

void run_campaign(Campaign& campaign, const CommandLine& line) {
  ProgressLine progress;
  std::uint64_t index = 0;
  bool no_blank_lines = false;
  // Seconds, which the limit of time does not count: at most as many as it has itself.
  double shrinking = 0;
  const double shrinking_max = campaign.seconds == 0 ? shrink_seconds_default : campaign.seconds;
  const auto save = line.output_file("save");
  while (caught_signal() == 0 && (campaign.runs_max == 0 || campaign.runs < campaign.runs_max) &&
         (campaign.seconds == 0 || progress.elapsed().count() - shrinking < campaign.seconds)) {
    const auto input = batch(campaign.seed, index, no_blank_lines);
    std::vector<LineFault> faults;
    try {
      faults = try_program(campaign.program, input);
    } catch (const Interrupted&) {
      break;
    }
    ++campaign.runs;
    campaign.lines += input.pieces.size();
    for (const auto& fault : faults) {
      no_blank_lines = no_blank_lines || fault.kind == "extra_answer";
      if (campaign.found.contains(key_of(fault))) continue;
      Found found{.fault = fault, .smallest = {}, .after_seconds = progress.elapsed().count()};
      found.smallest = make_small(campaign.program, input, fault, shrinking_max - shrinking);
      shrinking += progress.elapsed().count() - found.after_seconds;
      for (auto& again : try_again(campaign.program, found.smallest))
        if (key_of(again) == key_of(fault)) found.fault.answer = again.answer;
      found.cause = cause_of(found.smallest, found.fault);
      progress.clear();
      const bool is_new = std::ranges::none_of(
          campaign.found, [&](const auto& other) { return other.second.cause == found.cause; });
      if (!line.has("json") && is_new) print_found(found);
      if (save && campaign.found.empty())
        campaign.saved = write_whole_file(*save, file_text(campaign.program, found));
      campaign.found.emplace(key_of(fault), std::move(found));
    }
    if (progress.due())
      progress.show(fmt::format("{}, {}", counted(campaign.lines, "line"),
                                counted(campaign.found.size(), "fault")));
  }
  campaign.seconds = progress.elapsed().count();
  progress.clear();
}

}  // namespace

int fuzz_lines(const CommandLine& line, const std::vector<std::string>& words) {
  const Program program{.words = words,
                        .hang_seconds = line.seconds("hang").value_or(program_hang_seconds)};
  if (const auto path = line.text("replay")) return replay_lines(*path, program);
  if (words.empty()) throw UsageError("fuzz lines: give the program after --");
  run_filter(words, "", program.hang_seconds);  // So that nothing is printed if it cannot start.
  Campaign campaign;
  campaign.program = program;
  campaign.seed = line.number("seed", 0, UINT64_MAX).value_or(1);
  campaign.runs_max = line.number("runs", 1, UINT64_MAX).value_or(0);
  if (campaign.runs_max > 0) campaign.seconds = 0;
  campaign.seconds = line.seconds("time").value_or(campaign.seconds);
  run_campaign(campaign, line);
  const Paint paint(STDOUT_FILENO);
  const auto verdict = caught_signal() != 0     ? paint.doubtful("INTERRUPTED")
                       : campaign.found.empty() ? paint.good("passed")
                                                : paint.bad("FAILED");
  if (line.has("json")) {
    nlohmann::ordered_json json{{"lines", campaign.lines},
                                {"seconds", campaign.seconds},
                                {"faults", nlohmann::ordered_json::array()}};
    for (const auto& [key, found] : campaign.found)
      json["faults"].push_back({{"kind", found.fault.kind},
                                {"about", found.fault.about},
                                {"says", found.fault.says},
                                {"cause", found.cause},
                                {"answer", found.fault.answer},
                                {"seconds", found.after_seconds},
                                {"bytes", fuzz_case_bytes(found.smallest)}});
    print_out(json.dump(2) + "\n");
  } else {
    print_out(causes_text(campaign.found));
    print_out(fmt::format("{}: {} fed to {} processes in {:.1f} s, {}\n", verdict,
                          counted(campaign.lines, "piece"), campaign.runs, campaign.seconds,
                          counted(campaign.found.size(), "fault")));
  }
  if (!campaign.saved) return exit_code::harness;
  return campaign.found.empty() ? exit_code::passed : exit_code::failed;
}

}  // namespace tools
