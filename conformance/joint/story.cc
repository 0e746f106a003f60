// A run of two engines, told with the words of both: the lanes of the tool's side stand right
// of those of the policy's.
#include <algorithm>
#include <utility>

#include "ack/story.h"
#include "joint/story.h"
#include "modality/story.h"
#include "port/ack/facts.h"

namespace conformance::joint {
namespace {

bool is_of_tool(const Seen& seen) {
  return seen.as<port::ack::Heard>() != nullptr || seen.as<port::ack::Fact>() != nullptr ||
         seen.as<port::ack::Command>() != nullptr;
}

const StoryWords& words_of(const Seen& seen) {
  return is_of_tool(seen) ? ack::words_of_story() : modality::words_of_story();
}

std::size_t first_tool_lane() { return modality::words_of_story().lanes.size(); }

// The run as one side of it was seen.
Rerun side_of(const Rerun& run, bool tool) {
  Rerun out = run;
  for (auto& step : out.steps)
    std::erase_if(step.seen, [&](const Seen& seen) { return is_of_tool(seen) != tool; });
  return out;
}

std::vector<std::string> lanes() {
  std::vector<std::string> out{"script", "policy", "IDE", "background"};
  for (const char* lane : {"client", "backend", "frontend", "beside"}) out.emplace_back(lane);
  return out;
}

std::size_t lane_of_actor(std::string_view actor) {
  if (actor == "backend") return first_tool_lane() + ack::words_of_story().lane_of_actor("engine");
  if (actor == "client" || actor == "frontend")
    return first_tool_lane() + ack::words_of_story().lane_of_actor(actor);
  return modality::words_of_story().lane_of_actor(actor);
}

std::size_t lane_of_seen(const Seen& seen) {
  return (is_of_tool(seen) ? first_tool_lane() : 0) + words_of(seen).lane_of(seen);
}

std::vector<std::vector<StoryDifference>> differences_of(const Rerun& run) {
  auto out = modality::words_of_story().differences_of(side_of(run, false));
  const auto of_tool = ack::words_of_story().differences_of(side_of(run, true));
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i].insert(out[i].end(), of_tool[i].begin(), of_tool[i].end());
  return out;
}

std::vector<StorySpan> spans_of(const Rerun& run) {
  auto out = modality::words_of_story().spans_of(side_of(run, false));
  for (auto span : ack::words_of_story().spans_of(side_of(run, true))) {
    span.lane += first_tool_lane();
    if (span.asked_by) *span.asked_by += first_tool_lane();
    out.push_back(std::move(span));
  }
  std::ranges::stable_sort(out, {}, &StorySpan::begin);
  return out;
}

}  // namespace

const StoryWords& words_of_story() {
  static const StoryWords words{
      .lanes = lanes(),
      .lane_of_actor = lane_of_actor,
      .lane_of = lane_of_seen,
      .replaces_label = [](const Seen& fact) { return words_of(fact).replaces_label(fact); },
      .said_by_label =
          [](const Seen& fact, const RerunStep& step) {
            return words_of(fact).said_by_label(fact, step);
          },
      .differences_of = differences_of,
      .spans_of = spans_of};
  return words;
}

}  // namespace conformance::joint
