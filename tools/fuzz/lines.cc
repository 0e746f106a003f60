#include "fuzz/lines.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <span>
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
#include "fuzz/lines_cause.h"
#include "fuzz/lines_coverage.h"
#include "fuzz/lines_input.h"
#include "fuzz/shrink.h"
#include "fuzz/vectors.h"

namespace tools {
namespace {

constexpr double program_hang_seconds = 10;
constexpr std::size_t pieces_shown = 6;
constexpr int shrink_runs = 60;                // Of the program, for each fault,
constexpr double shrink_hangs = 2;             // and for no longer than so many hangs take.
constexpr double shrink_seconds_default = 60;  // Of all faults, where only runs are limited.
constexpr double shares_of_time = 4;           // A fault may use up one of these of what is left.
constexpr double shrink_seconds_least = 2;     // Of each, whatever is left of the time.

using Clock = std::chrono::steady_clock;

struct Found {
  LineFault fault;
  fuzz::Case smallest;
  double after_seconds = 0;
  std::string cause = {};   // What its smallest input has that a smaller one would not have.
  std::string vector = {};  // Which one found it, if one did.
};

std::string key_of(const LineFault& fault) { return fault.kind + " " + fault.about; }

bool has(const std::vector<LineFault>& faults, const std::string& key) {
  return std::ranges::find(faults, key, key_of) != faults.end();
}

// First the pieces around the fault alone, which as a rule is all that it takes.
fuzz::Case make_small(const DecoderProgram& program, fuzz::Case input, const LineFault& fault,
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
      near.reads = {within_a_letter(stream_of(near), 0), UINT32_MAX};
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
  if (!found.vector.empty()) print_out(fmt::format("  vector  {}\n", found.vector));
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

std::string file_text(const DecoderProgram& program, const Found& found) {
  return fuzz_file_text({.target = "lines",
                         .subject = {},
                         .finding = {found.fault.kind, found.fault.says},
                         .profile = std::string(name_of(program.profile)),
                         .program = program.words,
                         .input = found.smallest});
}

int replay_lines(const std::string& path, DecoderProgram program) {
  const auto file = read_fuzz_file(path);
  if (program.words.empty()) program.words = file.program;
  if (program.words.empty()) throw UsageError(path + ": names no program; give one after --");
  program.profile = *fuzz::profile_of(file.profile);
  const auto faults = try_program(program, file.input).faults;
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
  const CommandLine& line;
  DecoderProgram program;
  std::uint64_t seed = 1, runs_max = 0;
  double seconds = 30;
  std::map<std::string, Found> found = {};
  LinesCoverage coverage{program.profile};
  std::map<std::string_view, std::vector<std::string_view>> wrong_vectors = {};  // By kind.
  std::uint64_t runs = 0, lines = 0;
  double shrinking = 0;         // Seconds.
  std::size_t not_asked = 0;    // Vectors, since the time was over.
  bool no_blank_lines = false;  // Answers to them would hide all else.
  bool saved = true;            // What was to be.
  ProgressLine progress = {};
};

void add_fault(Campaign& campaign, const fuzz::Case& input, const LineFault& fault,
               const std::string& vector) {
  if (campaign.found.contains(key_of(fault))) return;
  const auto elapsed = campaign.progress.elapsed().count();
  const double left = campaign.seconds == 0 ? shrink_seconds_default - campaign.shrinking
                                            : (campaign.seconds - elapsed) / shares_of_time;
  Found found{.fault = fault, .smallest = {}, .after_seconds = elapsed, .vector = vector};
  found.smallest = make_small(campaign.program, input, fault, std::max(left, shrink_seconds_least));
  campaign.shrinking += campaign.progress.elapsed().count() - found.after_seconds;
  for (auto& again : try_again(campaign.program, found.smallest))
    if (key_of(again) == key_of(fault)) found.fault.answer = again.answer;
  found.cause = tried_cause_of(campaign.program, found.smallest, found.fault);
  campaign.progress.clear();
  const bool is_new = std::ranges::none_of(
      campaign.found, [&](const auto& other) { return other.second.cause == found.cause; });
  if (!campaign.line.has("json") && is_new) print_found(found);
  if (const auto save = campaign.line.output_file("save"); save && campaign.found.empty())
    campaign.saved = write_whole_file(*save, file_text(campaign.program, found));
  campaign.found.emplace(key_of(fault), std::move(found));
}

// Whether there is time left, the last making small aside.
bool has_time(const Campaign& campaign) {
  return campaign.seconds == 0 || campaign.progress.elapsed().count() < campaign.seconds;
}

// One process. `vectors`: those that the pieces are made of, if they are; `edge`: what it is.
JudgedRun run_once(Campaign& campaign, const fuzz::Case& input,
                   std::span<const fuzz::Vector> vectors, std::string_view edge = {}) {
  auto judged = try_program(campaign.program, input);
  ++campaign.runs;
  campaign.lines += input.pieces.size();
  campaign.coverage.add(input, judged.lines,
                        vectors.empty() ? std::string_view() : vectors.front().kind);
  for (const auto& fault : judged.faults) {
    campaign.no_blank_lines = campaign.no_blank_lines || fault.kind == "extra_answer";
    std::string vector(edge);
    std::uint64_t end = 0;
    for (std::size_t i = 0; i < vectors.size() && end <= fault.at; ++i) {
      end += input.pieces[i].bytes.size();
      if (fault.at >= end) continue;
      vector = fmt::format("{} {}", vectors[i].kind, vectors[i].name);
      campaign.wrong_vectors[vectors[i].kind].push_back(vectors[i].name);
    }
    add_fault(campaign, input, fault, vector);
  }
  auto& progress = campaign.progress;
  if (progress.due())
    progress.show(fmt::format("{}, {}", counted(campaign.lines, "line"),
                              counted(campaign.found.size(), "fault")));
  return judged;
}

// Each kind in a process of its own, so that a crash hides none of another kind; a hang costs too
// much for that.
void ask_vectors(Campaign& campaign) {
  bool hangs = false;
  for (const auto& edge : stream_edges()) {
    if (!has_time(campaign) || caught_signal() != 0) break;
    run_once(campaign, edge.input, {}, edge.name);
  }
  for (auto rest = fuzz::vectors_of(campaign.program.profile);
       !rest.empty() && !hangs && caught_signal() == 0;) {
    campaign.not_asked = rest.size();
    if (!has_time(campaign)) return;
    campaign.not_asked = 0;
    const auto all = rest;
    const auto input = next_vectors(rest);
    const auto judged = run_once(campaign, input, all.first(input.pieces.size()));
    hangs = !judged.faults.empty() && judged.faults.front().kind == "hang";
  }
}

void run_campaign(Campaign& campaign) {
  // The first inputs are the vectors, which were asked.
  std::uint64_t index = fuzz::vectors_of(campaign.program.profile).size();
  std::uint64_t runs = 0;
  const auto goes_on = [&] {
    if (caught_signal() != 0 || (campaign.runs_max > 0 && runs >= campaign.runs_max)) return false;
    return has_time(campaign);
  };
  try {
    ask_vectors(campaign);
    for (; goes_on(); ++runs) {
      const auto input =
          batch(campaign.seed, index, campaign.program.profile, campaign.no_blank_lines);
      run_once(campaign, input, {});
    }
  } catch (const Interrupted&) {  // What was found by then is told.
  }
  campaign.seconds = campaign.progress.elapsed().count();
  campaign.progress.clear();
}

nlohmann::ordered_json report_of(const Campaign& campaign) {
  nlohmann::ordered_json json{{"profile", name_of(campaign.program.profile)},
                              {"lines", campaign.lines},
                              {"seconds", campaign.seconds},
                              {"faults", nlohmann::ordered_json::array()}};
  for (const auto& [key, found] : campaign.found)
    json["faults"].push_back({{"kind", found.fault.kind},
                              {"about", found.fault.about},
                              {"says", found.fault.says},
                              {"cause", found.cause},
                              {"vector", found.vector},
                              {"answer", found.fault.answer},
                              {"seconds", found.after_seconds},
                              {"bytes", fuzz_case_bytes(found.smallest)}});
  json["wrong_vectors"] = campaign.wrong_vectors;
  json["vectors_not_asked"] = campaign.not_asked;
  json["coverage"] = campaign.coverage.json();
  return json;
}

void print_report(const Campaign& campaign) {
  const Paint paint(STDOUT_FILENO);
  const auto verdict = caught_signal() != 0     ? paint.doubtful("INTERRUPTED")
                       : campaign.found.empty() ? paint.good("passed")
                                                : paint.bad("FAILED");
  print_out(causes_text(campaign.found));
  if (campaign.not_asked > 0)
    print_out(fmt::format("  not asked for want of time: {}; --time with more\n",
                          counted(campaign.not_asked, "vector")));
  if (campaign.line.has("details"))
    for (const auto& [kind, names] : campaign.wrong_vectors)
      print_out(fmt::format("  {}: {}\n    {}\n", kind, counted(names.size(), "wrong vector"),
                            fmt::join(names, ", ")));
  print_out(campaign.line.has("details") ? campaign.coverage.table()
                                         : campaign.coverage.one_line());
  print_out(fmt::format("{}: {} of profile {} fed to {} processes in {:.1f} s, {}\n", verdict,
                        counted(campaign.lines, "piece"), name_of(campaign.program.profile),
                        campaign.runs, campaign.seconds, counted(campaign.found.size(), "fault")));
}

fuzz::Profile profile_given(const CommandLine& line) {
  std::vector<std::string> valid;
  for (const auto profile : fuzz::profiles) valid.emplace_back(name_of(profile));
  const auto given = line.one_of("profile", valid);
  return given ? fuzz::profiles[*given] : fuzz::Profile::AppServer;
}

}  // namespace

int fuzz_lines(const CommandLine& line, const std::vector<std::string>& words) {
  const DecoderProgram program{.words = words,
                               .hang_seconds = line.seconds("hang").value_or(program_hang_seconds),
                               .profile = profile_given(line)};
  if (const auto path = line.text("replay")) return replay_lines(*path, program);
  if (words.empty()) throw UsageError("fuzz lines: give the program after --");
  run_filter(words, "", program.hang_seconds);  // So that nothing is printed if it cannot start.
  Campaign campaign{.line = line, .program = program};
  campaign.seed = line.number("seed", 0, UINT64_MAX).value_or(1);
  campaign.runs_max = line.number("runs", 1, UINT64_MAX).value_or(0);
  if (campaign.runs_max > 0) campaign.seconds = 0;
  campaign.seconds = line.seconds("time").value_or(campaign.seconds);
  run_campaign(campaign);
  if (line.has("json")) {
    print_out(
        report_of(campaign).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
        "\n");
  } else {
    print_report(campaign);
  }
  if (!campaign.saved) return exit_code::harness;
  return campaign.found.empty() ? exit_code::passed : exit_code::failed;
}

}  // namespace tools
