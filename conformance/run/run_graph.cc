#include "conformance/run/run_graph.h"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "conformance/area/area.h"
#include "conformance/run/fault.h"
#include "conformance/run/plan_failure.h"
#include "run/expecting.h"

namespace conformance {
namespace {

using Fate = RunGraph::Fate;

const AnyModel::State& judged_part(const AnyModel::State& state) { return state; }
const AnyModel::State& judged_part(const ExpectingWorlds::State& state) { return state.judged; }

// `Worlds` are those of `model`, or these and what is expected of them.
template <class Worlds>
class GraphBuilder {
 public:
  GraphBuilder(const PlanRef& plan, const AnyModel& model, const Worlds& worlds)
      : plan_(plan), model_(model), worlds_(worlds) {}

  // False: there are more states.
  bool build(std::size_t states_max) {
    number(worlds_.initial());
    for (std::size_t at = 0; !waiting_.empty(); ++at) {
      if (out_.states.size() > states_max) return false;
      const auto state = waiting_.front();
      waiting_.pop_front();
      expand(at, state);
    }
    return true;
  }

  RunGraph take() { return std::move(out_); }

 private:
  using State = decltype(std::declval<const Worlds&>().initial());
  using Tally = typename Worlds::Tally;

  std::uint32_t number(const State& state) {
    const auto next = static_cast<std::uint32_t>(out_.states.size());
    const auto [at, is_new] = numbers_.emplace(worlds_.digest(state), next);
    if (is_new) {
      out_.states.emplace_back();
      waiting_.push_back(state);
    }
    return at->second;
  }

  void expand(std::size_t at, const State& state) {
    const auto status = worlds_.status(state);
    choices_.clear();
    if (status == sim::Status::Running) worlds_.choices(state, choices_);
    if (choices_.empty()) {
      out_.states[at].ending = ending(ending_of(status, judged_part(state)));
      return;
    }
    for (const auto& choice : choices_) {
      auto next = state;
      worlds_.apply(next, choice, tally_);
      const auto to = number(next);
      out_.states[at].ways.push_back(
          {to, label(model_.label(judged_part(state), choice)), choice.after_ms});
    }
  }

  RunGraph::Ending ending_of(sim::Status status, const AnyModel::State& state) const {
    if (status == sim::Status::Final) return {.good = true, .says = "ends well"};
    if (status == sim::Status::Running) {
      const auto breach = model_.end(state);
      const std::string rule(breach ? breach->rule->id : hang_rule(plan_));
      return {.rule = rule, .says = "stands still for good: " + rule};
    }
    const auto kind = model_.kind(state);
    if (kind == unexpected_kind) return {.says = "ends as the scenario does not expect"};
    const std::string rule(kind == fault_kind ? std::string_view(fault_rule)
                                              : plan_.area().rule_of_kind(kind).id);
    return {.rule = rule, .says = "breaks " + rule};
  }

  std::uint32_t ending(RunGraph::Ending what) {
    const auto found = std::ranges::find(out_.endings, what.says, &RunGraph::Ending::says);
    const auto at = static_cast<std::uint32_t>(found - out_.endings.begin());
    if (found == out_.endings.end()) out_.endings.push_back(std::move(what));
    return at + 1;
  }

  std::uint32_t label(sim::Label what) {
    const auto next = static_cast<std::uint32_t>(out_.labels.size());
    const auto [at, is_new] = labels_.emplace(std::pair(what.actor, what.text), next);
    if (is_new) out_.labels.push_back(std::move(what));
    return at->second;
  }

  const PlanRef& plan_;
  const AnyModel& model_;
  const Worlds& worlds_;
  std::map<std::uint64_t, std::uint32_t> numbers_;  // By digest.
  std::deque<State> waiting_;  // To be expanded, in the order of their numbers.
  std::map<std::pair<std::string, std::string>, std::uint32_t> labels_;
  sim::Choices choices_;
  Tally tally_;
  RunGraph out_;
};

// Marks all states from which a marked one can be reached.
void spread_backwards(const RunGraph& graph, std::vector<bool>& marked) {
  std::vector<std::vector<std::uint32_t>> from(graph.states.size());
  for (std::uint32_t i = 0; i < graph.states.size(); ++i)
    for (const auto& way : graph.states[i].ways) from[way.to].push_back(i);
  std::vector<std::uint32_t> todo;
  for (std::uint32_t i = 0; i < marked.size(); ++i)
    if (marked[i]) todo.push_back(i);
  while (!todo.empty()) {
    const auto at = todo.back();
    todo.pop_back();
    for (const auto before : from[at]) {
      if (marked[before]) continue;
      marked[before] = true;
      todo.push_back(before);
    }
  }
}

void tell_fates(RunGraph& graph) {
  std::vector<bool> saved(graph.states.size());
  for (std::size_t i = 0; i < saved.size(); ++i) {
    const auto ending = graph.states[i].ending;
    saved[i] = ending != 0 && graph.endings[ending - 1].good;
  }
  spread_backwards(graph, saved);
  auto fails = saved;
  fails.flip();
  spread_backwards(graph, fails);
  for (std::size_t i = 0; i < saved.size(); ++i)
    graph.states[i].fate = !saved[i]  ? Fate::EveryFails
                           : fails[i] ? Fate::SomeFail
                                      : Fate::NoneFails;
}

template <class Worlds>
std::optional<RunGraph> built(const PlanRef& plan, const AnyModel& model, const Worlds& worlds,
                              std::size_t states_max) {
  GraphBuilder<Worlds> builder(plan, model, worlds);
  if (!builder.build(states_max)) return std::nullopt;
  auto out = builder.take();
  tell_fates(out);
  return out;
}

}  // namespace

std::optional<RunGraph> run_graph(const PlanRef& plan, const Candidate& subject,
                                  const AnyExpectation& expect, std::size_t states_max) {
  const auto model = any_model(plan, subject);
  if (!expect) return built(plan, *model, *model, states_max);
  return built(plan, *model, ExpectingWorlds(*model, expect), states_max);
}

}  // namespace conformance
