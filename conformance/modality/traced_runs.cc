#include "modality/traced_runs.h"

#include <algorithm>
#include <type_traits>
#include <variant>

namespace conformance::modality {
namespace {

using namespace spec::modality;

template <class Message>
const Message* get(const TraceItem& item) {
  return std::visit(
      [](const auto& held) {
        return std::visit(
            []<class One>(const One& one) -> const Message* {
              if constexpr (std::is_same_v<One, Message>) return &one;
              return nullptr;
            },
            held);
      },
      item);
}

// What every run lives with.
bool is_of_the_ide(const TraceItem& item) {
  if (get<DialogDisposed>(item) != nullptr || get<DocumentTouched>(item) != nullptr) return true;
  return std::holds_alternative<Fact>(item) && get<WriteBegan>(item) == nullptr &&
         get<StaleRead>(item) == nullptr;
}

// What a script does, or is answered.
bool is_of_a_script(const TraceItem& item) {
  return get<BodyReturned>(item) != nullptr || get<BodyThrew>(item) != nullptr ||
         get<MethodCalled>(item) != nullptr;
}

bool is_refused_in(const TracedRun& run, const TraceItem& item) {
  const auto* refuse = get<Refuse>(item);
  return refuse != nullptr && run.is_over() && run.situation.has(Flag::Refusal) &&
         run.situation.refused == refuse->call.value;
}

// A document that one run touches was touched by somebody else for the others.
TraceItem as_others_see(const TraceItem& item) {
  auto touched = *get<DocumentTouched>(item);
  touched.by = TouchedBy::Other;
  return Fact(touched);
}

}  // namespace

bool TracedRun::is_over() const {
  const auto& s = situation;
  const bool left = s.phase == Phase::Decided && s.reason == Reason::Cancelled;
  return s.phase == Phase::NotCalled || s.phase == Phase::Ended || left;
}

bool TracedRuns::are_idle() const {
  return std::ranges::all_of(runs, [](const TracedRun& run) { return run.is_over(); });
}

TracedRun* TracedRuns::find(std::uint32_t number) {
  const auto found = std::ranges::find(runs, number, &TracedRun::number);
  return found == runs.end() ? nullptr : &*found;
}

TracedRun* TracedRuns::owner_of(const RunItem& item) {
  if (item.run != 0) return find(item.run);
  for (auto& run : runs)
    if (is_refused_in(run, item.what)) return &run;
  for (auto& run : runs)
    if (!run.is_over()) return &run;
  return runs.empty() ? nullptr : &runs.back();
}

TracedRun& TracedRuns::begin(std::uint32_t number) {
  std::erase_if(runs, [&](const TracedRun& run) {
    return run.number == number || (run.is_over() && !run.script_runs);
  });
  if (runs.size() == traced_runs_max) {
    const auto over = std::ranges::find_if(runs, &TracedRun::is_over);
    runs.erase(over == runs.end() ? runs.begin() : over);
  }
  runs.push_back({.number = number});
  runs.back().situation.put(Flag::LooksUntold, looks_untold);
  return runs.back();
}

std::optional<RunItem> TracedRuns::as_of_zombie(const RunItem& item) const {
  if (item.run != 0 || !is_of_a_script(item.what) || are_idle()) return {};
  for (const auto& run : runs)
    if (run.is_over() && run.script_runs) return RunItem{item.what, run.number};
  return {};
}

void RunsJudge::see_one(TracedRun& run, const TraceItem& what, Findings& findings) const {
  if (get<StartBody>(what) != nullptr) run.script_runs = true;
  if (get<BodyReturned>(what) != nullptr || get<BodyThrew>(what) != nullptr)
    run.script_runs = false;
  std::visit([&](const auto& one) { judge_.see(run.situation, one, findings); }, what);
}

void RunsJudge::see(TracedRuns& all, const RunItem& item, Findings& findings) const {
  if (get<Called>(item.what) != nullptr && all.find(item.run) == nullptr) all.begin(item.run);
  auto* const owner = all.owner_of(item);
  if (!is_of_the_ide(item.what)) {
    if (owner != nullptr) see_one(*owner, item.what, findings);
    return;
  }
  // Without a number an edit may be that of a script which was given up.
  const bool shared = get<DocumentTouched>(item.what) != nullptr;
  const bool known = item.run != 0 || std::ranges::none_of(all.runs, [&](const TracedRun& run) {
                       return &run != owner && run.script_runs;
                     });
  for (auto& run : all.runs)
    see_one(run, shared && !(known && &run == owner) ? as_others_see(item.what) : item.what,
            findings);
}

void RunsJudge::end(const TracedRuns& all, Findings& findings) const {
  for (const auto& run : all.runs) judge_.end(run.situation, findings);
}

}  // namespace conformance::modality
