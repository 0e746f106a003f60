#include "world/explore_report.h"

#include <unistd.h>

#include <bit>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/commands.h"
#include "command/terminal.h"
#include "command/words.h"
#include "conformance/area/area.h"
#include "conformance/area/files.h"
#include "conformance/run/programs.h"
#include "conformance/run/proof.h"
#include "conformance/story/print.h"
#include "results/words.h"
#include "world/capsule.h"
#include "world/plan_source.h"

namespace tools {
namespace {

using conformance::PlanFailure;
using nlohmann::ordered_json;

// Each result that a scenario expects must be some run's.
std::vector<std::string> missing_results(const ExploreTask& task, const ExploreFound& found) {
  std::vector<std::string> missing;
  const auto results = conformance::texts_of(task.source.expect);
  for (std::size_t i = 0; i < results.size(); ++i)
    if ((found.results_met >> i & 1u) == 0) missing.push_back(results[i]);
  if (found.explored && found.complete && !results.empty())
    if (auto fault = found.explored->unfired(task.source.plan); !fault.empty())
      missing.push_back("the fault " + fault + " in some run");
  if (found.explored && found.complete)
    for (auto& lie : conformance::unexpected_lies(task.source.expect, found.explored->lies))
      missing.push_back(std::move(lie));
  return missing;
}

// What of it can happen to the subject shows nothing of the scenario.
bool says_nothing(const ExploreTask& task, const ExploreFound& found) {
  if (!lacking(task).empty()) return true;
  if (!found.explored || !found.explored->left_out || !found.failures.empty()) return false;
  return found.explored->says_nothing() || !missing_results(task, found).empty();
}

std::string replay_of(const ExploreTask& task, const ExploreFound& found,
                      const PlanFailure& failure, const std::string& capsule) {
  if (!capsule.empty() && &failure == &found.failures.front())
    return replay_command(capsule, task.subject);
  return replay_command(task.source.name, task.candidate(), failure.path);
}

std::string incomplete_text(const ExploreFound& found, const Paint& paint) {
  auto out = fmt::format("{}: {}; {}, and nothing failed so far\n", paint.doubtful("INCOMPLETE"),
                         found.limit, found.searched);
  for (std::size_t i = 0; i < found.remedies.size(); ++i)
    out += conformance::print_field(i == 0 ? "try" : "or", found.remedies[i]);
  return out;
}

std::string_view end_of(const ExploreFound& found) {
  if (!found.explored) {
    if (!found.failures.empty()) return "first_failure";
    return found.complete ? "complete" : "interrupted";
  }
  switch (found.explored->end) {
    case sim::SearchEnd::Complete: return "complete";
    case sim::SearchEnd::FoundFirst: return "first_failure";
    case sim::SearchEnd::StatesLimit: return "states_limit";
    case sim::SearchEnd::MemoryLimit: return "memory_limit";
    case sim::SearchEnd::DepthLimit: return "depth_limit";
    case sim::SearchEnd::ToldToStop: return "interrupted";
  }
  return {};
}

template <class Value>
ordered_json or_null(const std::optional<Value>& value) {
  return value ? ordered_json(*value) : ordered_json();
}

ordered_json failures_json(const ExploreTask& task, const ExploreFound& found,
                           const std::string& capsule) {
  auto out = ordered_json::array();
  for (const auto& failure : found.failures)
    out.push_back({{"rule", failure.rule},
                   {"kind", word(failure.kind)},
                   {"path", failure.path},
                   {"unavoidable_after", or_null(failure.unavoidable_after)},
                   {"cycle_ms", or_null(failure.cycle_ms)},
                   {"replay", replay_of(task, found, failure, capsule)}});
  return out;
}

}  // namespace

StoryTurns explore_turns(const ExploreTask& task, const ExploreFound& found) {
  if (!found.shrunk.empty())
    return {.why_not =
                "The graph of all that can happen is in the page of a run that is not made "
                "smaller: leave out --shrink."};
  return turns_of(task.source, task.candidate(),
                  found.explored && found.complete ? found.explored->states : 0);
}

conformance::Story explore_story(const ExploreTask& task, const ExploreFound& found,
                                 const std::string& capsule) {
  if (found.failures.empty()) {
    auto story = natural_story(task.source, task.candidate());
    story.searched = found.searched;
    return story;
  }
  const auto& failure = found.failures.front();
  const auto replay = replay_of(task, found, failure, capsule);
  const auto two_ways = conformance::nondeterminism_complaint();
  const conformance::PrintRequest request{.plan = task.source.plan,
                                          .subject = task.candidate(),
                                          .path = failure.path,
                                          .endless = failure.kind == PlanFailure::Kind::Endless,
                                          .complaint = differs(failure) ? &two_ways : nullptr,
                                          .expect = task.source.expect,
                                          .unavoidable_after = failure.unavoidable_after,
                                          .shrunk = found.shrunk,
                                          .searched = found.searched,
                                          .replay = replay,
                                          .fields = true};
  auto story = conformance::failure_story(request);
  // Found once, and not so when it is taken again: a subject that is not the same twice.
  const auto program = conformance::program_of(task.subject);
  const bool lost = failure.kind == PlanFailure::Kind::Breach && story.rule != failure.rule;
  if (const auto fault = program ? program->unsteadiness() : nullptr; fault && lost)
    story = conformance::unsteady_story(request, *fault);
  tell_source(task.source, story);
  return story;
}

int exit_code_of(const ExploreTask& task, const ExploreFound& found) {
  if (!found.failures.empty()) return exit_code::failed;
  if (!found.complete) return exit_code::incomplete;
  if (says_nothing(task, found)) return exit_code::nothing_selected;
  return missing_results(task, found).empty() ? exit_code::passed : exit_code::failed;
}

namespace {

std::string failure_text(const ExploreTask& task, const ExploreFound& found,
                         const std::string& capsule) {
  const auto story = explore_story(task, found, capsule);
  const auto print = conformance::print_story(story, terminal_columns(STDOUT_FILENO));
  return paint_failure(print, Paint(STDOUT_FILENO));
}

}  // namespace

std::string explore_text(const ExploreTask& task, const ExploreFound& found,
                         const std::string& capsule) {
  const Paint paint(STDOUT_FILENO);
  if (!found.failures.empty()) return failure_text(task, found, capsule);
  if (!found.complete) return incomplete_text(found, paint);
  if (says_nothing(task, found))
    return fmt::format("{}: the subject {}\n", paint.bad("NOTHING JUDGED"),
                       conformance::program_of(task.subject)->leaves_out());
  const auto missing = missing_results(task, found);
  if (!missing.empty()) {
    std::string out = fmt::format("{} the scenario expects results that no {} has\n",
                                  paint.bad("FAIL"), task.random ? "of these runs" : "schedule");
    for (const auto& result : missing) out += conformance::print_field("missing", result);
    return out + conformance::print_field("searched", found.searched);
  }
  const auto results = conformance::texts_of(task.source.expect);
  const auto met = results.empty() ? std::string("no result is expected")
                                   : fmt::format("{} of {} expected results met",
                                                 std::popcount(found.results_met), results.size());
  const auto& coarse = task.source.coarse_because;
  const auto scope = task.random      ? ""
                     : coarse.empty() ? "every schedule: "
                                      : "every schedule on the coarse grid: ";
  const auto why = coarse.empty() ? "" : conformance::print_field("coarse", "for " + coarse);
  return fmt::format("{}: {}{}; {}{}{}\n{}", paint.good("passed"), scope, found.searched, met,
                     found.certainty.empty() ? "" : "; ", found.certainty, why);
}

std::string explore_json(const ExploreTask& task, const ExploreFound& found,
                         const std::string& capsule) {
  ordered_json out{
      {"scenario", task.source.name},
      {"subject", task.subject},
      {"strategy", task.strategy},
      {"grid",
       task.source.plan.area()->files().has_coarse_grid(task.source.plan) ? "coarse" : "reference"},
      {"exit", exit_code_of(task, found)},
      {"end", end_of(found)},
      {"expected_results",
       {{"met", std::popcount(found.results_met)},
        {"of", conformance::texts_of(task.source.expect).size()},
        {"missing", missing_results(task, found)}}},
      {"failures", failures_json(task, found, capsule)}};
  if (!found.shrunk.empty()) out["shrunk"] = found.shrunk;
  if (const auto& explored = found.explored) {
    out["states"] = explored->states;
    out["transitions"] = explored->transitions;
    out["proved"] = explored->proved;
    out["finals"] = explored->finals;
    out["levels"] = explored->levels;
    out["bytes_peak"] = explored->bytes_peak;
    out["fingerprint"] = show_digest(explored->fingerprint);
    out["exact"] = task.search.exact;
    out["collisions"] = explored->collisions;
    out["collision_probability"] = explored->collision_probability;
  }
  if (const auto& walks = found.walks) {
    out["seed"] = task.seed;
    out["runs"] = walks->runs;
    out["choices"] = walks->choices;
    out["proved"] = walks->proved;
  }
  return dump(out, 2) + "\n";
}

}  // namespace tools
