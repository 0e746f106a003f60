#include "conformance/story/run_story.h"

#include <algorithm>
#include <utility>

#include "conformance/area/area.h"
#include "conformance/area/words.h"

namespace conformance {
namespace {

bool label_is_replaced(const RerunStep& step, const StoryWords& words) {
  if (step.label.actor == "setup") return true;
  if (step.seen.empty() || step.seen.front().is_act()) return false;
  const auto& first = step.seen.front();
  return words.replaces_label(first) &&
         words.lane_of(first) == words.lane_of_actor(step.label.actor);
}

StoryStep told(const RerunStep& step, const StoryWords& words) {
  StoryStep out{.at_ms = step.at_ms, .choice = step.index, .choices = step.choices};
  for (const auto& [label, at_ms] : step.offered)
    out.turns.push_back({at_ms, label.actor, label.text});
  const bool setup = step.label.actor == "setup";
  const bool replaced = label_is_replaced(step, words);
  if (!replaced)
    out.cells.push_back({words.lane_of_actor(step.label.actor), CellKind::Choice, step.label.text});
  for (const auto& seen : step.seen) {
    if (seen.is_act()) {
      out.cells.push_back({words.lane_of(seen), CellKind::Command, seen.text()});
      continue;
    }
    const auto kind = replaced && !setup && out.cells.empty() ? CellKind::Choice : CellKind::Fact;
    if (replaced || !words.said_by_label(seen, step))
      out.cells.push_back({words.lane_of(seen), kind, seen.text()});
  }
  return out;
}

std::string given(const Rerun& run) {
  std::string out;
  for (const auto& step : run.steps) {
    if (step.label.actor != "setup") break;
    out += (out.empty() ? "" : ", ") + step.label.text;
  }
  return out;
}

// Where the story goes on after the choices of the setup, which show nothing.
std::vector<std::size_t> steps_kept(const Rerun& run) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < run.steps.size(); ++i)
    if (run.steps[i].label.actor != "setup" || !run.steps[i].seen.empty()) out.push_back(i);
  return out;
}

void change(sim::Fields& state, const std::vector<sim::FieldChange>& changed) {
  for (const auto& field : changed)
    std::ranges::find(state, field.name, &sim::Field::name)->value = field.after;
}

// The state before the first step that is kept, and what changed from each to the next.
void tell_states(const Rerun& run, const std::vector<std::size_t>& kept, Story& story) {
  if (run.start.empty() || kept.empty()) return;
  auto state = run.start;
  for (std::size_t i = 0; i < kept.front(); ++i) change(state, run.steps[i].changed);
  story.start = state;
  std::size_t next = kept.front();
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const auto before = state;
    for (; next <= kept[i]; ++next) change(state, run.steps[next].changed);
    story.steps[i].changed = sim::changes(before, state);
  }
}

// Where this step of the run, or the next that is kept, stands in the story.
std::size_t place_of(const std::vector<std::size_t>& kept, std::size_t step) {
  return static_cast<std::size_t>(std::ranges::lower_bound(kept, step) - kept.begin());
}

bool same(const StoryDifference& a, const StoryDifference& b) {
  return a.believed.who == b.believed.who && a.believed.says == b.believed.says &&
         a.truth.who == b.truth.who && a.truth.says == b.truth.says;
}

void tell_differences(const std::vector<std::vector<StoryDifference>>& all,
                      const std::vector<std::size_t>& kept, Story& story) {
  for (std::size_t i = 0; i < kept.size(); ++i) {
    auto& here = story.steps[i].differences;
    here = all[kept[i]];
    for (auto& difference : here)
      difference.begins = i == 0 || std::ranges::none_of(all[kept[i - 1]], [&](const auto& other) {
                            return same(difference, other);
                          });
  }
}

void tell_marks(const Rerun& run, const std::vector<std::size_t>& kept,
                std::optional<std::size_t> unavoidable_after, Story& story) {
  using Mark = StoryMark::Kind;
  // Said of the last choice it would say nothing.
  if (unavoidable_after && *unavoidable_after < run.steps.size())
    story.marks.push_back({place_of(kept, *unavoidable_after), Mark::Unavoidable,
                           "from here on no schedule avoids it"});
  if (run.cycle_begin)
    story.marks.push_back({place_of(kept, *run.cycle_begin), Mark::Cycle,
                           run.cycle_ms == 0 ? "from here on, the same for ever at this instant:"
                                             : "from here on, the same for ever:"});
  if (run.end == Rerun::End::Hang && run.choices_left == 0)
    story.marks.push_back({story.steps.size(), Mark::End, "nothing can happen any more"});
  std::ranges::stable_sort(story.marks, {}, &StoryMark::before);
}

void tell_breaking_step(const Rerun& run, const StoryWords& words, Story& story) {
  if (!run.breach || story.steps.empty()) return;
  auto& last = story.steps.back();
  last.deciding = true;
  // It was done in the light of what was held before.
  if (story.steps.size() > 1)
    for (auto before : story.steps[story.steps.size() - 2].differences) {
      before.begins = false;
      if (std::ranges::none_of(last.differences, [&](const auto& x) { return same(x, before); }))
        last.differences.push_back(std::move(before));
    }
  if (!run.breach->got && run.breach->want)
    last.cells.push_back(
        {words.lane_of(*run.breach->want), CellKind::Missing, run.breach->want->text()});
}

}  // namespace

Story run_story(const Rerun& run, std::optional<std::size_t> unavoidable_after) {
  const auto& words = run.outcome.area->words().story();
  Story story;
  story.lanes = words.lanes;
  story.given = given(run);
  const auto kept = steps_kept(run);
  for (const auto& step : run.steps) story.path.push_back(step.index);
  for (const auto step : kept) {
    story.steps.push_back(told(run.steps[step], words));
    story.steps.back().taken = step;
  }
  tell_states(run, kept, story);
  if (words.differences_of != nullptr) tell_differences(words.differences_of(run), kept, story);
  tell_marks(run, kept, unavoidable_after, story);
  tell_breaking_step(run, words, story);
  for (auto span : words.spans_of == nullptr ? std::vector<StorySpan>() : words.spans_of(run)) {
    span.begin = place_of(kept, span.begin);
    if (span.end) span.end = place_of(kept, *span.end);
    story.spans.push_back(std::move(span));
  }
  drop_unused_lanes(story);
  return story;
}

}  // namespace conformance
