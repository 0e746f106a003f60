#include "conversation/check_report.h"

#include <unistd.h>

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/output.h"
#include "command/terminal.h"
#include "command/words.h"
#include "conformance/story/print.h"
#include "results/words.h"
#include "spec/appserver/rules.h"

namespace tools {
namespace {

using conformance::appserver::RuleOutcome;
using nlohmann::ordered_json;
using spec::appserver::Place;
using spec::appserver::protocol_rules;

constexpr std::size_t note_kinds_max = 64;

std::string_view side_word(spec::appserver::Side side) {
  return side == spec::appserver::Side::Client ? "client" : "server";
}

std::string time_of(const Place& place) {
  if (!place.timed) return {};
  return fmt::format(" at {:.4f} s", static_cast<double>(place.time_us) / 1e6);
}

std::string_view outcome_word(RuleOutcome outcome) {
  switch (outcome) {
    case RuleOutcome::Pass: return "pass";
    case RuleOutcome::Fail: return "fail";
    case RuleOutcome::NotExercised: return "not_exercised";
    case RuleOutcome::NotJudged: return "not_judgeable";
    case RuleOutcome::Known: return "known_deviation";
  }
  return "";
}

ordered_json placed_json(const std::string& name, const Place& place) {
  ordered_json out{{"file", name}, {"line", place.line}};
  if (place.timed) out["time_ms"] = static_cast<double>(place.time_us) / 1e3;
  return out;
}

}  // namespace

const std::string& CheckReport::name_of(const Place& place) const {
  return names_[place.from == spec::appserver::Side::Client ? 0 : 1];
}

void CheckReport::take(const conformance::appserver::TranscriptFinding& finding) {
  if (finding.rule == spec::no_rule) {
    if (notes_.size() >= note_kinds_max && !notes_.contains(finding.says)) return;
    auto& note = notes_[finding.says];
    if (note.count++ == 0) note.place = finding.place;
    return;
  }
  KnownFinding known{.check = std::string(recording_check),
                     .rule = std::string(protocol_rules[finding.rule].id),
                     .fails = finding.says};
  const auto* because = known_.find(known);
  if (because == nullptr) {
    failed_ = true;
    unknown_.push_back(std::move(known));
  }
  findings_.push_back({finding, because == nullptr ? std::string() : *because});
}

void CheckReport::print(const Told& told, std::uint64_t times) const {
  const auto& finding = told.finding;
  const auto& rule = protocol_rules[finding.rule];
  if (json_) {
    auto out = placed_json(name_of(finding.place), finding.place);
    out["rule"] = rule.id;
    out["level"] = word(rule.level);
    out["side"] = side_word(finding.side);
    out["message"] = finding.says;
    out["count"] = times;
    if (!told.known_because.empty()) out["known_because"] = told.known_because;
    if (finding.about.line != 0) out["about_line"] = finding.about.line;
    return print_out(dump(out) + "\n");
  }
  std::string about;
  if (finding.about.line != 0) {
    const auto& file = name_of(finding.about);
    about = file == name_of(finding.place)
                ? fmt::format(" (line {})", finding.about.line)
                : fmt::format(" ({}:{})", shown(file), finding.about.line);
  }
  if (!told.known_because.empty()) about += fmt::format(", known to fail: {}", told.known_because);
  if (times > 1) about += fmt::format(", {} times in all", grouped(times));
  const Paint paint(STDOUT_FILENO);
  print_out(fmt::format("{}:{}{}: {} {} ({}): {}{}\n", shown(name_of(finding.place)),
                        finding.place.line, time_of(finding.place), paint.bad(rule.id),
                        conformance::show(rule.level), side_word(finding.side), finding.says,
                        about));
}

void CheckReport::difference(const conformance::appserver::RecordedLine& line,
                             const std::string& says) {
  differs_ = true;
  print_error(
      fmt::format("orrery: {}:{}: cross-check: {}\n", name_of(line.place), line.place.line, says));
}

void CheckReport::refused(const std::string& name, const conformance::appserver::BadInput& error) {
  const auto place = error.line == 0 ? name : fmt::format("{}:{}", name, error.line);
  print_error(fmt::format("orrery check: {}: {}.\n", place, error.says));
  if (!json_) return;
  auto out = placed_json(name, {.line = error.line});
  out["error"] = error.says;
  print_out(dump(out) + "\n");
}

void CheckReport::print_notes() const {
  std::vector<const std::pair<const std::string, Note>*> notes;
  for (const auto& entry : notes_) notes.push_back(&entry);
  std::ranges::stable_sort(notes, {}, [](const auto* entry) { return entry->second.place.line; });
  for (const auto* entry : notes) {
    const auto& [says, note] = *entry;
    if (json_) {
      auto out = placed_json(name_of(note.place), note.place);
      out["note"] = says;
      out["count"] = note.count;
      print_out(dump(out) + "\n");
      continue;
    }
    const auto more =
        note.count > 1 ? fmt::format(", {} times in all", grouped(note.count)) : std::string();
    print_out(fmt::format("{}:{}{}: note: {}{}\n", shown(name_of(note.place)), note.place.line,
                          time_of(note.place), says, more));
  }
}

void CheckReport::finish(const conformance::appserver::TranscriptCheck& check, std::uint64_t lines,
                         std::uint64_t compared) {
  const auto conclusion = check.conclusion();
  using Verdict = conformance::appserver::Conclusion::Verdict;
  not_judged_ = conclusion.verdict == Verdict::NotJudged;
  std::array<std::uint64_t, 5> counts{};
  std::string broken;
  ordered_json outcomes = ordered_json::object(), times = ordered_json::object();
  constexpr auto rules = static_cast<std::uint8_t>(protocol_rules.size());
  for (std::uint8_t rule = 0; rule < rules; ++rule) {
    const auto& id = protocol_rules[rule].id;
    const auto outcome = check.outcome(rule);
    ++counts[static_cast<std::size_t>(outcome)];
    outcomes[std::string(id)] = outcome_word(outcome);
    if (outcome == RuleOutcome::Pass) known_.passed(recording_check, id);
    if (outcome != RuleOutcome::Fail) continue;
    // What is not told may be another.
    failed_ = failed_ || check.broken(rule) > conformance::appserver::told_max;
    times[std::string(id)] = check.broken(rule);
    broken += fmt::format("{}{}", broken.empty() ? "" : ", ", id);
    if (check.broken(rule) > 1) broken += fmt::format(" ({})", grouped(check.broken(rule)));
  }
  for (const auto& told : findings_) print(told, check.times(told.finding.cause));
  print_notes();
  const bool both = names_[0] != names_[1] && !names_[0].empty() && !names_[1].empty();
  const auto name = both                ? names_[0] + " and " + names_[1]
                    : names_[0].empty() ? names_[1]
                                        : names_[0];
  if (json_) {
    const auto* outcome = failed_ ? "fail" : not_judged_ ? "not_judged" : "pass";
    ordered_json summary{{"outcome", outcome},
                         {"lines", lines},
                         {"notes", notes_.size()},
                         {"broken", times},
                         {"rules", outcomes}};
    if (not_judged_) summary["why"] = conclusion.why;
    return print_out(dump({{"file", name}, {"summary", summary}}) + "\n");
  }
  const Paint paint(STDOUT_FILENO);
  const auto verdict = failed_       ? paint.bad("FAILED")
                       : not_judged_ ? paint.doubtful("not judged")
                                     : paint.good("passed");
  std::string why = not_judged_ ? std::string(conclusion.why) : broken;
  if (failed_) why = "broken " + why;
  if (!failed_ && !broken.empty()) why = "known to fail " + why;
  if (!why.empty()) why += "; ";
  const auto known = counts[4] == 0 ? "" : fmt::format("{} known of the version, ", counts[4]);
  print_out(fmt::format("{}: {}: {}{} passed, {}{} not exercised, {} not judgeable; {}, {}{}\n",
                        shown(name), verdict, why, counted(counts[0], "rule"), known, counts[2],
                        counts[3], counted(lines, "line"), counted(notes_.size(), "note"),
                        compared > 0 ? fmt::format(", {} cross-checked", grouped(compared)) : ""));
}

}  // namespace tools
