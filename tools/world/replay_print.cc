#include "world/replay_print.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "command/build_id.h"
#include "command/commands.h"
#include "command/words.h"
#include "conformance/run/proof.h"
#include "conformance/story/print.h"
#include "results/words.h"

namespace tools {
namespace {

using conformance::print_field;
using conformance::Rerun;
using Failure = Recorded::Failure;

constexpr std::size_t names_most = 6;

bool is_unexpected(const Replayed& replayed) {
  return replayed.run.end == Rerun::End::Final &&
         conformance::is_unexpected(replayed.source.expect, replayed.run.outcome);
}

std::string heading(const Replayed& replayed, std::size_t columns) {
  const auto& run = replayed.run;
  auto breach = conformance::print_breach(run, columns);
  if (!breach.empty() || !is_unexpected(replayed)) return breach;
  const auto complaint = conformance::unexpected_outcome(replayed.source.expect, run.outcome);
  return fmt::format("FAIL {}\n", complaint.says) + print_field("want", complaint.want, columns) +
         print_field("got", complaint.got, columns);
}

std::string end_text(const Rerun& run) {
  switch (run.end) {
    case Rerun::End::Final: return "the run has ended: " + conformance::show(run.outcome);
    case Rerun::End::Hang: return "the call never ends";
    case Rerun::End::Broken: return "a rule is broken";
    case Rerun::End::Running:
    case Rerun::End::NoChoice: break;
  }
  return fmt::format("the schedule is over; {} could follow", counted(run.choices_left, "choice"));
}

// The first names of a list.
std::string some(const std::vector<std::string>& names) {
  const auto shown = std::min(names.size(), names_most);
  auto out =
      fmt::format("{}", fmt::join(names.begin(), names.begin() + std::ptrdiff_t(shown), ", "));
  if (shown < names.size()) out += fmt::format(", and {} more", names.size() - shown);
  return out;
}

std::string difference_text(const FieldDifference& difference) {
  const auto where = difference.step == 0 ? std::string("from the start")
                                          : fmt::format("from choice {} on", difference.step);
  return fmt::format("{}: {} was {} and now is {}", where, difference.field.name,
                     difference.field.before, difference.field.after);
}

std::string builds_text(const Replayed& replayed) {
  const auto& capsule = *replayed.capsule;
  if (replayed.subject.name != capsule.subject)
    return fmt::format("another subject: recorded of {}", capsule.subject);
  if (replayed.recorded->same_build)
    return fmt::format("{} {}, the same", ORRERY_VERSION, build_id());
  return fmt::format("recorded by {}{}{}, this is {} {}{}", capsule.version,
                     capsule.build.empty() ? "" : " ", capsule.build, ORRERY_VERSION, build_id(),
                     capsule.rules.empty()         ? "; capsule format 1 names no fields"
                     : capsule.rules == rules_id() ? ", with the same rules"
                                                   : ", with other rules");
}

std::string labels_text(const Replayed& replayed) {
  const auto& recorded = *replayed.recorded;
  const auto count = replayed.capsule->steps.size();
  auto out = recorded.misfit ? fmt::format("the labels of {} of {} fit", recorded.misfit->step - 1,
                                           counted(count, "choice"))
                             : fmt::format("the labels of all {} fit", counted(count, "choice"));
  if (!recorded.moved.empty()) {
    const auto moved = counted(recorded.moved.size(), "choice");
    out += fmt::format("; {} another number here, first choice {}",
                       moved + (recorded.moved.size() == 1 ? " has" : " have"), recorded.moved[0]);
  }
  return out;
}

std::string misfit_text(const conformance::Misfit& misfit) {
  std::vector<std::string> offered;
  for (const auto& choice : misfit.offered) offered.push_back("\"" + show(choice) + "\"");
  return fmt::format("choice {} was \"{}\", which is not offered; {}", misfit.step,
                     show(misfit.wanted),
                     offered.empty() ? "the run has ended before" : "offered: " + some(offered));
}

// How this build stands to the recorded run.
std::string record_text(const Replayed& replayed, std::size_t columns) {
  const auto& recorded = *replayed.recorded;
  auto out = print_field("build", builds_text(replayed), columns);
  if (recorded.same_build) {
    const auto text = recorded.disagrees_after ? fmt::format("not as recorded after choice {}",
                                                             *recorded.disagrees_after)
                                               : std::string("as recorded, after every choice");
    out += print_field("digests", text, columns);
  } else {
    out += print_field("labels", labels_text(replayed), columns);
    if (recorded.misfit) out += print_field("diverges", misfit_text(*recorded.misfit), columns);
  }
  if (recorded.difference)
    out += print_field("field", difference_text(*recorded.difference), columns);
  else if (!recorded.same_build && !replayed.capsule->start.empty())
    out += print_field("fields", "as recorded so far", columns);
  if (!recorded.fields_new.empty()) out += print_field("new", some(recorded.fields_new), columns);
  if (!recorded.fields_lost.empty())
    out += print_field("no longer", some(recorded.fields_lost), columns);
  if (!recorded.searched.empty()) out += print_field("searched", recorded.searched, columns);
  return out;
}

std::string verdict(const Replayed& replayed, const Paint& paint) {
  const bool broken = is_broken(replayed);
  if (replayed.recorded == nullptr)
    return broken ? paint.bad("A rule is broken.") : paint.good("No rule is broken.");
  const auto& recorded = *replayed.recorded;
  auto says = recorded.says;
  if (broken && recorded.failure != Failure::There && !recorded.disagrees_after) {
    const auto rule = conformance::broken_rule(replayed.run);
    says += fmt::format(" Another one is there: {}.", rule.empty() ? "see above" : rule);
  }
  if (recorded.failure == Failure::There || broken || recorded.disagrees_after)
    return paint.bad(says);
  return recorded.failure == Failure::Gone ? paint.good(says) : paint.doubtful(says);
}

nlohmann::ordered_json json_of(const conformance::RerunStep& step) {
  auto seen = nlohmann::ordered_json::array();
  for (const auto& what : step.seen) seen.push_back(what.text());
  return {{"at_ms", step.at_ms}, {"actor", step.label.actor}, {"label", step.label.text},
          {"index", step.index}, {"of", step.choices},        {"digest", show_digest(step.digest)},
          {"seen", seen}};
}

nlohmann::ordered_json json_of(const sim::FieldChange& field, std::size_t step, const char* before,
                               const char* after) {
  return {
      {"after_choice", step}, {"name", field.name}, {before, field.before}, {after, field.after}};
}

nlohmann::ordered_json json_of(const conformance::LabelledChoice& choice) {
  return {{"at_ms", choice.at_ms}, {"actor", choice.actor}, {"label", choice.text}};
}

nlohmann::ordered_json recorded_json(const Replayed& replayed) {
  const auto& capsule = *replayed.capsule;
  const auto& recorded = *replayed.recorded;
  constexpr std::array words{"there", "gone", "unknown"};
  nlohmann::ordered_json out{{"version", capsule.version},
                             {"build", capsule.build},
                             {"rules", capsule.rules},
                             {"subject", capsule.subject},
                             {"rule", capsule.rule},
                             {"kind", word(capsule.kind)},
                             {"same_build", recorded.same_build},
                             {"failure", words[static_cast<std::size_t>(recorded.failure)]},
                             {"says", recorded.says},
                             {"moved", recorded.moved},
                             {"misfit", nullptr},
                             {"field", nullptr},
                             {"digest_differs_after", nullptr},
                             {"fields_new", recorded.fields_new},
                             {"fields_lost", recorded.fields_lost},
                             {"searched", recorded.searched}};
  if (recorded.misfit) {
    out["misfit"] = {{"choice", recorded.misfit->step},
                     {"wanted", json_of(recorded.misfit->wanted)},
                     {"offered", nlohmann::ordered_json::array()}};
    for (const auto& choice : recorded.misfit->offered)
      out["misfit"]["offered"].push_back(json_of(choice));
  }
  if (recorded.difference)
    out["field"] =
        json_of(recorded.difference->field, recorded.difference->step, "recorded", "now");
  if (recorded.disagrees_after) out["digest_differs_after"] = *recorded.disagrees_after;
  return out;
}

}  // namespace

bool is_broken(const Replayed& replayed) {
  return replayed.run.breach || replayed.run.two_ways || is_unexpected(replayed);
}

int exit_code_of(const Replayed& replayed) {
  if (replayed.run.two_ways) return exit_code::failed;
  const auto* recorded = replayed.recorded;
  if (recorded != nullptr && recorded->disagrees_after) return exit_code::harness;
  if (is_broken(replayed)) return exit_code::failed;
  if (recorded == nullptr || recorded->failure == Failure::Gone) return exit_code::passed;
  return recorded->failure == Failure::There ? exit_code::failed : exit_code::incomplete;
}

conformance::Story replay_story(const Replayed& replayed) {
  auto out = conformance::story_of(replayed.run, replayed.subject);
  tell_unexpected(replayed.source, replayed.run, out);
  sim::Path path;
  if (replayed.capsule == nullptr)
    for (const auto& step : replayed.run.steps) path.push_back(step.index);
  out.replay = replay_command(replayed.typed, replayed.subject, path);
  // A capsule would take its own.
  if (replayed.capsule != nullptr && replayed.subject.name == "engine" &&
      replayed.capsule->subject != "engine")
    out.replay += " --subject engine";
  tell_source(replayed.source, out);
  return out;
}

std::string replay_text(const Replayed& replayed, std::size_t columns, const Paint& paint) {
  const auto& run = replayed.run;
  auto out = heading(replayed, columns);
  if (replayed.subject.name != "engine") out += print_field("subject", replayed.subject.name);
  out += print_field(
      "run",
      fmt::format("{}, each taken twice; {}", counted(run.steps.size(), "choice"), end_text(run)),
      columns);
  out += conformance::print_lanes(run, columns);
  if (replayed.recorded != nullptr) out += record_text(replayed, columns);
  return paint_failure(out, paint) + verdict(replayed, paint) + "\n";
}

std::string replay_json(const Replayed& replayed) {
  const auto& run = replayed.run;
  nlohmann::ordered_json out{{"source", replayed.source.name},
                             {"subject", replayed.subject.name},
                             {"version", ORRERY_VERSION},
                             {"build", build_id()},
                             {"rules", rules_id()},
                             {"end", end_text(run)},
                             {"outcome", conformance::show(run.outcome)},
                             {"broken", is_broken(replayed)},
                             {"rule", conformance::broken_rule(run)},
                             {"differs", nullptr},
                             {"steps", nlohmann::ordered_json::array()},
                             {"recorded", nullptr}};
  for (const auto& step : run.steps) out["steps"].push_back(json_of(step));
  if (run.two_ways) {
    out["rule"] = conformance::determinism_rule;
    out["differs"] = json_of(run.two_ways->field, run.two_ways->step, "first", "second");
  }
  if (replayed.recorded != nullptr) out["recorded"] = recorded_json(replayed);
  out["exit"] = exit_code_of(replayed);
  return dump(out, 2) + "\n";
}

}  // namespace tools
