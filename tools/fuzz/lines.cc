#include "fuzz/lines.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>

#include <fmt/format.h>
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
};

std::string key_of(const LineFault& fault) { return fault.kind + " " + fault.about; }

std::string bytes_of(const fuzz::Case& input) {
  std::string bytes;
  for (const auto& piece : input.pieces) bytes += piece.bytes;
  return bytes;
}

std::vector<LineFault> try_program(const Program& program, const fuzz::Case& input) {
  const auto bytes = bytes_of(input);
  auto run = run_filter(program.words, bytes, program.hang_seconds);
  // Once more, since a machine that is too busy may be at fault.
  if (run.timed_out) run = run_filter(program.words, bytes, program.hang_seconds);
  return line_faults(bytes, run);
}

bool has(const std::vector<LineFault>& faults, const std::string& key) {
  return std::ranges::find(faults, key, key_of) != faults.end();
}

// Pieces of many small inputs, one after the other.
fuzz::Case batch(std::uint64_t seed, std::uint64_t& index, bool no_blank_lines) {
  fuzz::Case out;
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
  return out;
}

// First the pieces around the fault alone, which as a rule is all that it takes.
fuzz::Case make_small(const Program& program, fuzz::Case input, const LineFault& fault,
                      double seconds_max) {
  int runs = shrink_runs;
  const auto end_of_time = Clock::now() + std::chrono::duration<double>(std::min(
                                              seconds_max, shrink_hangs * program.hang_seconds));
  const auto fails = [&](const fuzz::Case& candidate) {
    if (runs-- <= 0 || Clock::now() >= end_of_time || caught_signal() != 0) return false;
    try {
      return has(try_program(program, candidate), key_of(fault));
    } catch (const Interrupted&) {
      return false;  // What is small by then is kept.
    }
  };
  std::uint64_t end = 0;
  std::size_t piece = 0;
  while (piece + 1 < input.pieces.size() && end + input.pieces[piece].bytes.size() <= fault.at)
    end += input.pieces[piece++].bytes.size();
  for (const std::size_t before : {std::size_t{0}, std::size_t{1}, std::size_t{8}}) {
    fuzz::Case near;
    const auto from = piece - std::min(piece, before);
    const auto to = std::min(input.pieces.size(), piece + 2);
    for (auto i = from; i < to; ++i) near.pieces.push_back(input.pieces[i]);
    if (!fails(near)) continue;
    input = std::move(near);
    break;
  }
  return fuzz::shrink(std::move(input), fails);
}

void print_found(const Found& found) {
  const Paint paint(STDOUT_FILENO);
  print_out(fmt::format("{} {} ({}): {}\n", paint.bad("FAIL"), found.fault.kind, found.fault.about,
                        found.fault.says));
  for (const auto& piece : found.smallest.pieces)
    print_out(fmt::format("  input   {}\n",
                          engine::rpc::printable(std::string_view(piece.bytes).substr(0, 120))));
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
    print_found({.fault = fault, .smallest = file.input, .after_seconds = 0});
  if (faults.empty()) print_out("passed: the program answers this input as it should\n");
  return faults.empty() ? exit_code::passed : exit_code::failed;
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
      progress.clear();
      if (!line.has("json")) print_found(found);
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
                                {"seconds", found.after_seconds},
                                {"bytes", fuzz_case_bytes(found.smallest)}});
    print_out(json.dump(2) + "\n");
  } else {
    print_out(fmt::format("{}: {} fed to {} processes in {:.1f} s, {}\n", verdict,
                          counted(campaign.lines, "piece"), campaign.runs, campaign.seconds,
                          counted(campaign.found.size(), "fault")));
  }
  if (!campaign.saved) return exit_code::harness;
  return campaign.found.empty() ? exit_code::passed : exit_code::failed;
}

}  // namespace tools
