// orrery check --area modality|ack|monitor: traces of real runs against the rules of an area.
#include <unistd.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "area/area.h"
#include "command/options.h"
#include "command/output.h"
#include "command/selection.h"
#include "command/terminal.h"
#include "command/words.h"
#include "conformance/area/area.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/area/words.h"
#include "conformance/story/print.h"
#include "recordings/trace/trace_check.h"
#include "results/words.h"
#include "world/own_table.h"

namespace tools {
namespace {

using conformance::Area;
using conformance::BadTrace;
using conformance::TraceCheck;
using conformance::TraceFinding;
using conformance::TraceOutcome;
using nlohmann::ordered_json;

using conformance::DescriptionFinding;

// orrery check --area AREA --description FILE: what a description of the tool says of its contract.

// Nobody reads a longer description.
constexpr std::size_t description_max = std::size_t{1} << 20;

std::string text_of_input(const std::string& path) {
  CheckInput input(path);
  std::string out;
  for (auto bytes = input.read(); !bytes.empty(); bytes = input.read()) {
    out += bytes;
    if (out.size() > description_max)
      throw UsageError(fmt::format("{}: it is longer than 1 MiB; give the text alone.", path));
  }
  if (!input.error().empty()) throw UsageError(fmt::format("{}: {}.", path, input.error()));
  if (out.find_first_not_of(" \t\r\n") == out.npos)
    throw UsageError(fmt::format("{}: it is empty; give the text that callers read.", path));
  return out;
}

// Whether one of the rules that the fact rests on must be kept.
bool is_must(const DescriptionFinding& finding) {
  return std::ranges::any_of(words_of(finding.rules), [](const std::string& id) {
    const auto* rule = conformance::find_rule(id);
    return rule != nullptr && rule->level == spec::Level::Must;
  });
}

void print(const std::string& name, const DescriptionFinding& finding) {
  const Paint paint(STDOUT_FILENO);
  const auto place =
      finding.contradicted ? fmt::format("{}:{}", shown(name), finding.line) : shown(name);
  const auto* what = finding.contradicted ? "contradicts" : is_must(finding) ? "lacks" : "may add";
  print_out(fmt::format("{}: {} ({}, {})\n", place,
                        finding.contradicted || is_must(finding) ? paint.bad(what) : what,
                        finding.fact, finding.rules) +
            conformance::print_field("", finding.says));
}

// The exit code.
int check_description(const conformance::Area& area, const std::string& path, bool json) {
  const auto name = path == "-" ? std::string("stdin") : path;
  const auto findings = area.words().judge_description(text_of_input(path));
  if (!findings)
    throw UsageError(
        fmt::format("--description: the area {} has no tool that is described; "
                    "modality has one.",
                    area.name()));
  std::size_t denied = 0, lacking = 0;
  auto all = ordered_json::array();
  for (const auto& finding : *findings) {
    denied += finding.contradicted ? 1u : 0u;
    lacking += !finding.contradicted && is_must(finding) ? 1u : 0u;
    if (!json) print(name, finding);
    ordered_json row{{"fact", finding.fact},
                     {"rules", finding.rules},
                     {"says", finding.says},
                     {"must", is_must(finding)},
                     {"found", finding.contradicted ? "contradicted" : "lacking"}};
    if (finding.contradicted) row["line"] = finding.line;
    all.push_back(std::move(row));
  }
  const bool good = denied + lacking == 0;
  const Paint paint(STDOUT_FILENO);
  if (json)
    print_out(dump({{"file", name}, {"outcome", good ? "pass" : "fail"}, {"findings", all}}) +
              "\n");
  else
    print_out(fmt::format("{}: {}: {} contradicted, {} lacking, {} that could be added\n",
                          shown(name), good ? paint.good("passed") : paint.bad("FAILED"),
                          counted(denied, "fact"), lacking, findings->size() - denied - lacking));
  return good ? exit_code::passed : exit_code::failed;
}

constexpr Help traces_help{
    .command = "check --area modality|ack|monitor",
    .operands = "TRACE...",
    .says =
        "Judges traces of real runs by the clauses that judge simulated ones: a line for each\n"
        "breach, with file, line and time, then a summary, with how many rules the traces show\n"
        "nothing of. A trace is a file of JSON lines with t_ms and what happened: to script\n"
        "calls (modality) or tool calls (ack), as docs/TRACES.md says and `orrery replay "
        "--record`\n"
        "writes it; on project streams (monitor), as `orrery serve --area monitor --record` and\n"
        "`orrery watch --record` keep it. - reads one from stdin. One that shows nothing of any "
        "rule\n"
        "is not judged.\n"
        "One of modality or ack that is still being written is judged line by line if its head\n"
        "has \"tells\" (docs/TRACES.md), else once it has a MiB, or ends.\n"
        "\n"
        "Exit code: 0 no rule is broken, 1 one is, 2 something given cannot be judged. 2 wins.",
    .examples =
        "orrery check --area modality idea.jsonl\n"
        "orrery check --area ack --slack 50 --level must --json backend.jsonl\n"
        "orrery check --area modality --description tool.md\n"
        "orrery check --area monitor streams.jsonl"};

constexpr std::uint64_t trace_printed_max = 20;  // Of one rule in one file.
constexpr std::size_t trace_note_kinds_max = 64;
constexpr std::array<std::string_view, 4> outcome_words{"pass", "fail", "not_exercised",
                                                        "not_judgeable"};

std::string_view word(TraceOutcome outcome) {
  return outcome_words[static_cast<std::size_t>(outcome)];
}

struct TraceRun {
  const Area& area;
  bool json = false, details = false;
  bool scoped = false;  // Not all rules were asked for.
  std::chrono::milliseconds slack;
  spec::RuleScope rules;
  std::uint64_t failed = 0, not_judged = 0, refused = 0;
};

class TraceReport {
 public:
  TraceReport(const TraceRun& run, std::string name) : run_(run), name_(std::move(name)) {}

  void take(const TraceFinding& finding) {
    if (!finding.rule) return keep(finding);
    if (++told_[*finding.rule] > trace_printed_max) return;
    const auto& rule = run_.area.facts().rules[*finding.rule];
    if (run_.json) {
      auto out = place(finding);
      out["rule"] = rule.id;
      out["level"] = spec::word(rule.level);
      out["message"] = finding.says;
      return print_out(dump(out) + "\n");
    }
    const Paint paint(STDOUT_FILENO);
    print_out(fmt::format("{}:{} at {:.3f} s: {} {}: {}\n", shown(name_), finding.line,
                          static_cast<double>(finding.time_ms) / 1e3, paint.bad(rule.id),
                          conformance::show(rule.level), finding.says));
  }

  void refused(const BadTrace& error) {
    const auto where = error.line == 0 ? name_ : fmt::format("{}:{}", name_, error.line);
    print_error(fmt::format("orrery check: {}: {}.\n", where, error.says));
    if (!run_.json) return;
    print_out(dump({{"file", name_}, {"line", error.line}, {"error", error.says}}) + "\n");
  }

  // One that shows nothing of any rule is not judged.
  TraceOutcome finish(const TraceCheck& check) {
    print_notes();
    std::array<std::vector<std::string>, 4> by_outcome;
    ordered_json outcomes = ordered_json::object(), times = ordered_json::object(),
                 in_part = ordered_json::object(), hidden = ordered_json::object();
    for (std::size_t i = 0; i < run_.area.facts().rules.size(); ++i) {
      const auto rule = static_cast<std::uint8_t>(i);
      const std::string id(run_.area.facts().rules[rule].id);
      const auto outcome = check.outcome(rule);
      by_outcome[static_cast<std::size_t>(outcome)].push_back(id);
      outcomes[id] = word(outcome);
      if (outcome == TraceOutcome::Fail) times[id] = check.broken(rule);
      const auto [clauses, of] = check.judged(rule);
      if (clauses > 0 && clauses < of) in_part[id] = {{"clauses", clauses}, {"of", of}};
      if (const auto [count, line] = check.hidden(rule); count > 0)
        hidden[id] = {{"times", count}, {"line", line}};
    }
    const bool passes = !by_outcome[static_cast<std::size_t>(TraceOutcome::Pass)].empty();
    const auto whole = !times.empty()          ? TraceOutcome::Fail
                       : passes || run_.scoped ? TraceOutcome::Pass
                                               : TraceOutcome::NotJudged;
    if (run_.json) {
      const ordered_json summary{
          {"outcome", whole == TraceOutcome::NotJudged ? "not_judged" : word(whole)},
          {"lines", check.lines()},
          {"notes", notes_.size() + other_notes_},
          {"broken", times},
          {"rules", outcomes},
          {"judged_in_part", in_part},
          {"hidden_by_slack", hidden}};
      print_out(dump({{"file", name_}, {"summary", summary}}) + "\n");
      return whole;
    }
    const Paint paint(STDOUT_FILENO);
    std::string broken;
    for (const auto& [id, count] : times.items())
      broken += fmt::format("{}{} ({})", broken.empty() ? "" : ", ", id, count.get<std::size_t>());
    print_out(
        fmt::format("{}: {}: {}{}, {}\n", shown(name_),
                    whole == TraceOutcome::Pass   ? paint.good("passed")
                    : whole == TraceOutcome::Fail ? paint.bad("FAILED")
                                                  : "not judged: it shows nothing of any rule",
                    broken.empty() ? "" : "broken " + broken + "; ", counted(check.lines(), "line"),
                    counted(notes_.size() + other_notes_, "note")));
    print_rules(by_outcome, in_part);
    for (const auto& [id, where] : hidden.items())
      print_out(
          fmt::format("  hidden by the slack: {}, first in line {}: in another order it is right\n",
                      id, where["line"].get<std::uint64_t>()));
    return whole;
  }

 private:
  using ByOutcome = std::array<std::vector<std::string>, 4>;

  // How many of each outcome; with --details, which.
  void print_rules(const ByOutcome& by_outcome, const ordered_json& in_part) const {
    constexpr std::array<std::string_view, 4> names{"passed", "broken", "not exercised",
                                                    "cannot be judged from it"};
    std::vector<std::string> parts;
    for (const auto& [id, part] : in_part.items())
      parts.push_back(fmt::format("{} ({} of {} clauses)", id, part["clauses"].get<std::size_t>(),
                                  part["of"].get<std::size_t>()));
    if (run_.details) {
      for (const std::size_t i : {0u, 2u, 3u})
        if (!by_outcome[i].empty())
          print_out(fmt::format("  {}: {}\n", names[i], joined_by_comma(by_outcome[i])));
      if (!parts.empty()) print_out(fmt::format("  judged in part: {}\n", joined_by_comma(parts)));
      return;
    }
    std::vector<std::string> counts;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (!by_outcome[i].empty())
        counts.push_back(fmt::format("{} {}", by_outcome[i].size(), names[i]));
    if (!parts.empty()) counts.push_back(fmt::format("{} judged in part", parts.size()));
    print_out(fmt::format("  rules: {}; --details names them\n", joined_by_comma(counts)));
  }

  struct Note {
    TraceFinding first;
    std::uint64_t count = 0;
  };

  static std::string joined_by_comma(const std::vector<std::string>& words) {
    std::string out;
    for (const auto& each : words) out += (out.empty() ? "" : ", ") + each;
    return out;
  }
  ordered_json place(const TraceFinding& finding) const {
    return {{"file", name_}, {"line", finding.line}, {"time_ms", finding.time_ms}};
  }
  void keep(const TraceFinding& finding) {
    if (notes_.size() >= trace_note_kinds_max && !notes_.contains(finding.says)) {
      ++other_notes_;
      return;
    }
    auto& note = notes_[finding.says];
    if (note.count++ == 0) note.first = finding;
  }
  void print_notes() const {
    std::vector<const Note*> notes;
    for (const auto& each : notes_) notes.push_back(&each.second);
    std::ranges::stable_sort(notes, {}, [](const Note* note) { return note->first.line; });
    for (const auto* note : notes) {
      if (run_.json) {
        auto out = place(note->first);
        out["note"] = note->first.says;
        out["count"] = note->count;
        print_out(dump(out) + "\n");
        continue;
      }
      print_out(fmt::format(
          "{}:{}: note: {}{}\n", shown(name_), note->first.line, note->first.says,
          note->count > 1 ? fmt::format(", {} times in all", grouped(note->count)) : ""));
    }
    if (other_notes_ == 0) return;
    const auto more = fmt::format("and {} of other kinds", counted(other_notes_, "more note"));
    print_out(run_.json ? dump({{"file", name_}, {"note", more}, {"count", other_notes_}}) + "\n"
                        : fmt::format("{}: note: {}\n", shown(name_), more));
  }

  const TraceRun& run_;
  std::string name_;
  std::map<std::uint8_t, std::uint64_t> told_;
  std::map<std::string, Note> notes_;
  std::uint64_t other_notes_ = 0;  // Beyond trace_note_kinds_max.
};

void check_one(TraceRun& run, const std::string& path) {
  TraceReport report(run, path == "-" ? "stdin" : path);
  ProgressLine progress;
  const auto check = conformance::trace_check(
      run.area, {.slack = run.slack, .rules = run.rules, .sink = [&](const TraceFinding& finding) {
                   progress.clear();
                   report.take(finding);
                 }});
  CheckInput input(path, &progress);
  for (auto bytes = input.read(); !bytes.empty() && check->feed(bytes); bytes = input.read()) {}
  const bool read = input.error().empty() && check->finish();
  progress.clear();
  if (!read) {
    ++run.refused;
    return report.refused(input.error().empty() ? *check->error() : BadTrace{0, input.error()});
  }
  const auto outcome = report.finish(*check);
  if (outcome == TraceOutcome::Fail) ++run.failed;
  if (outcome == TraceOutcome::NotJudged) ++run.not_judged;
}

}  // namespace

int check_traces(Arguments arguments) {
  CommandLine line(traces_help);
  add_area_option(line, "check");
  line.option("slack", "MS",
              "What happened may have been written down so much late, or acts come so much early;\n"
              "250 if not given, 1000 for monitor.");
  add_table_option(line);
  add_limits_option(line);
  add_rule_options(line);
  line.flag("details", "Name the rules that passed, were not exercised or cannot be judged.");
  line.flag("json", "Print JSON Lines: breaches, notes, a summary per file, one of all.");
  line.option(
      "description", "FILE",
      "Instead of traces: the text by which callers learn of the tool (modality). Names the\n"
      "facts of its contract that the text lacks or contradicts, found by words.");
  if (!line.parse(arguments)) return exit_code::passed;
  const auto& paths = line.operands();
  if (const auto file = line.text("description")) {
    if (!paths.empty())
      throw UsageError("--description takes the place of traces: give one of them.");
    return check_description(*conformance::area_named(line.text("area").value_or("")), *file,
                             line.has("json"));
  }
  if (paths.empty()) throw UsageError("it needs at least one trace; - reads one from stdin.");
  if (std::ranges::count(paths, "-") > 1)
    throw UsageError("stdin can be read only once; give - once, and files for the others.");
  const auto& area = *conformance::area_named(line.text("area").value_or(""));
  if (const auto table = take_table(line); table && table->area != &area)
    line.refuse("table", fmt::format("tables are of {}.", table->area->name()));
  take_limits(line);
  TraceRun run{.area = area,
               .json = line.has("json"),
               .details = line.has("details"),
               .scoped = line.has("rule") || line.has("level"),
               .slack = *area.checks().facts().trace_slack,
               .rules = rules_of(line)};
  if (const auto ms = line.number("slack", 0, 60'000)) run.slack = std::chrono::milliseconds(*ms);
  for (const auto& path : paths) check_one(run, path);
  const int code = run.refused + run.not_judged > 0 ? exit_code::usage
                   : run.failed > 0                 ? exit_code::failed
                                                    : exit_code::passed;
  if (run.json) {
    const ordered_json summary{{"recordings", paths.size()},
                               {"failed", run.failed},
                               {"not_judged", run.not_judged},
                               {"refused", run.refused},
                               {"exit", code}};
    print_out(dump({{"summary", summary}}) + "\n");
  } else if (paths.size() > 1) {
    print_out(fmt::format("{}: {} failed, {} could not be judged\n", counted(paths.size(), "trace"),
                          run.failed, run.refused + run.not_judged));
  }
  return code;
}

}  // namespace tools
