// A run of several engines, told with the words of each: the lanes of the tool's side stand right
// of those of the policy's, and those of the agent's right of both.
#include "joint/plans.h"

#include <algorithm>
#include <array>
#include <utility>

#include "conformance/ack/area.h"
#include "conformance/appserver/area.h"
#include "conformance/area/words.h"
#include "conformance/modality/area.h"
#include "port/ack/facts.h"
#include "port/appserver/facts.h"
#include "sim/joint/links.h"

namespace conformance::joint {
namespace {

enum class Side : std::uint8_t { Policy, Tool, Talk };
constexpr std::array sides{Side::Policy, Side::Tool, Side::Talk};

bool is_of_the_whole(const Seen& seen) {
  return seen.as<sim::joint::Coupled>() != nullptr || seen.as<sim::joint::Untrue>() != nullptr;
}

// What couples them stands with the agent's side.
Side side_of(const Seen& seen) {
  const auto any = [&]<class... Each>() { return ((seen.as<Each>() != nullptr) || ...); };
  if (any.operator()<port::ack::Heard, port::ack::Fact, port::ack::Command>()) return Side::Tool;
  const bool talk =
      any.operator()<port::appserver::Happening, port::appserver::Fact, port::appserver::Command>();
  return talk || is_of_the_whole(seen) ? Side::Talk : Side::Policy;
}

const StoryWords& words_of(Side side) {
  switch (side) {
    case Side::Policy: return modality::area().words().story();
    case Side::Tool: return ack::area().words().story();
    case Side::Talk: break;
  }
  return appserver::area().words().story();
}

std::size_t first_lane(Side side) {
  std::size_t out = 0;
  for (const auto before : sides)
    if (before < side) out += words_of(before).lanes.size();
  return out;
}

// The run as one side of it was seen.
Rerun side_of(const Rerun& run, Side side) {
  Rerun out = run;
  for (auto& step : out.steps)
    std::erase_if(step.seen,
                  [&](const Seen& seen) { return side_of(seen) != side || is_of_the_whole(seen); });
  return out;
}

std::vector<std::string> lanes() {
  return {"script",   "policy", "IDE",  "background",     "client", "backend",
          "frontend", "beside", "user", "agent's client", "server"};
}

// As labels name them.
std::size_t lane_of_actor(std::string_view actor) {
  if (actor == "backend")
    return first_lane(Side::Tool) + words_of(Side::Tool).lane_of_actor("engine");
  if (actor == "client" || actor == "frontend")
    return first_lane(Side::Tool) + words_of(Side::Tool).lane_of_actor(actor);
  if (actor == "user" || actor == "server" || actor == "agent's client")
    return first_lane(Side::Talk) + words_of(Side::Talk).lane_of_actor(actor);
  return words_of(Side::Policy).lane_of_actor(actor);
}

std::size_t lane_of_seen(const Seen& seen) {
  const auto side = side_of(seen);
  return first_lane(side) + (is_of_the_whole(seen) ? words_of(side).lane_of_actor("server")
                                                   : words_of(side).lane_of(seen));
}

template <class Each>
auto gathered(const Rerun& run, Each each) {
  for (const auto side : sides) each(side, side_of(run, side));
}

std::vector<std::vector<StoryDifference>> differences_of(const Rerun& run) {
  std::vector<std::vector<StoryDifference>> out(run.steps.size());
  gathered(run, [&](Side side, const Rerun& own) {
    if (!words_of(side).differences_of) return;
    const auto its = words_of(side).differences_of(own);
    for (std::size_t i = 0; i < its.size() && i < out.size(); ++i)
      out[i].insert(out[i].end(), its[i].begin(), its[i].end());
  });
  return out;
}

std::vector<StorySpan> spans_of(const Rerun& run) {
  std::vector<StorySpan> out;
  gathered(run, [&](Side side, const Rerun& own) {
    if (!words_of(side).spans_of) return;
    for (auto span : words_of(side).spans_of(own)) {
      span.lane += first_lane(side);
      if (span.asked_by) *span.asked_by += first_lane(side);
      out.push_back(std::move(span));
    }
  });
  std::ranges::stable_sort(out, {}, &StorySpan::begin);
  return out;
}

}  // namespace

const StoryWords& words_of_story() {
  static const StoryWords words{
      .lanes = lanes(),
      .lane_of_actor = lane_of_actor,
      .lane_of = lane_of_seen,
      .replaces_label =
          [](const Seen& fact) {
            return !is_of_the_whole(fact) && words_of(side_of(fact)).replaces_label(fact);
          },
      .said_by_label =
          [](const Seen& fact, const RerunStep& step) {
            return !is_of_the_whole(fact) && words_of(side_of(fact)).said_by_label(fact, step);
          },
      .differences_of = differences_of,
      .spans_of = spans_of};
  return words;
}

}  // namespace conformance::joint
