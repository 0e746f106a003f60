// The grid of a scenario: the delays that are in play in its one world, and their divisor.
#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include "modality/scenario_reader.h"
#include "sim/modality/world_parts.h"

namespace sim {
namespace {

class Delays {
 public:
  explicit Delays(const Plan& plan) : plan_(plan) {
    add_limits();
    add_kinds();
    add("the latency of a write", plan.latencies.write);
    if (indexing_ends()) add("the latency of indexing", plan.latencies.indexing);
    for (const auto& event : plan.background) add(name(event.what), event.window);
    for (const auto& instruction : plan.body.instructions)
      if (instruction.op == Op::Sleep) add("a sleep", instruction.ms);
  }

  std::vector<Delay> take() { return std::move(delays_); }

 private:
  void add(std::string name, Window window) {
    if (window.latest >= 0) delays_.push_back({std::move(name), window});
  }
  void add(std::string name, std::int32_t ms) { add(std::move(name), Window{ms, ms}); }

  void add_limits() {
    const auto& limits = plan_.limits;
    add("monitor_period_ms", limits.monitor_period.count());
    add("sync_bound_ms", limits.sync_bound.count());
    add("smart_bound_ms", limits.smart_bound.count());
    add("poll_period_ms", limits.poll_period.count());
    add("wait_budget_ms", limits.wait_budget.count());
    add("note_period_ms", limits.note_period.count());
    add("dispose_bound_ms", limits.dispose_bound.count());
    add("timeout_ms", plan_.calls[0].request.body_timeout.count());
  }

  bool indexing_ends() const {
    const auto starts = [](const BackgroundEvent& event) {
      return event.what == Background::IndexingStarts;
    };
    return plan_.start.index == Index::DumbEnding || std::ranges::any_of(plan_.background, starts);
  }

  // Which kinds of entries this world can ever show.
  void add_kinds() {
    std::array<bool, entry_kinds> met{};
    const auto meet = [&](EntryKind kind) { met[static_cast<std::size_t>(kind)] = true; };
    for (const auto kind : plan_.start.stack) meet(kind);
    for (const auto& instruction : plan_.body.instructions)
      if (instruction.op == Op::Open) meet(instruction.kind);
    for (const auto& event : plan_.background) {
      if (const auto* kind = opens(event.what)) meet(*kind);
      const bool asks = event.what == Background::SaveAsks || event.what == Background::CommitAsks;
      if (asks) meet(EntryKind::Closable);
    }
    if (met[static_cast<std::size_t>(EntryKind::Questioning)]) meet(EntryKind::Question);
    for (std::size_t i = 0; i < entry_kinds; ++i) {
      if (!met[i]) continue;
      const auto& behaviour = plan_.latencies.entries[i];
      const std::string kind = name(static_cast<EntryKind>(i));
      add(kind + "'s answer", behaviour.answer);
      add(kind + "'s disposal", behaviour.dispose);
      add(kind + "'s end", behaviour.ends);
    }
  }

  const Plan& plan_;
  std::vector<Delay> delays_;
};

std::int32_t latest_ms(const Window& window) { return window.latest == never ? 0 : window.latest; }

std::int32_t divisor_of(const std::vector<Delay>& delays) {
  std::int32_t divisor = 0;
  for (const auto& delay : delays)
    divisor = std::gcd(divisor, std::gcd(delay.window.earliest, latest_ms(delay.window)));
  return std::max(divisor, 1);
}

// The delay that may happen at the most instants, and the width of its window. A window
// without an end lasts until the longest other delay ends the waiting.
struct Widest {
  std::string name;
  std::int32_t ms = -1;
};
Widest widest(const std::vector<Delay>& delays) {
  std::int32_t longest = 0;
  for (const auto& delay : delays) longest = std::max(longest, latest_ms(delay.window));
  Widest out;
  for (const auto& [name, window] : delays) {
    const auto latest = window.latest == never ? std::max(longest, window.earliest) : window.latest;
    if (latest - window.earliest > out.ms) out = {name, latest - window.earliest};
  }
  return out;
}

}  // namespace

std::vector<Delay> delays_of(const Plan& plan) { return Delays(plan).take(); }

void choose_grid(Reader& reader, const JsonValue* fixed, const std::vector<Delay>& delays,
                 ChosenGrid out) {
  auto& grid = out.grid;
  if (fixed != nullptr && fixed->kind == JsonValue::Kind::Text) {
    static constexpr std::array<std::string_view, 1> words{"coarse"};
    reader.one_of(*fixed, words, "a grid");
    grid.step_ms = 0;
    out.coarse_because = "the file asks for it";
    return;
  }
  grid.step_ms = fixed != nullptr ? reader.milliseconds(*fixed, 1) : divisor_of(delays);
  if (reader.failed()) return;
  const auto multiple = [&](std::int32_t ms) { return ms % grid.step_ms == 0; };
  for (const auto& [name, window] : delays) {
    if (multiple(window.earliest) && multiple(latest_ms(window))) continue;
    const auto wrong = multiple(window.earliest) ? latest_ms(window) : window.earliest;
    return reader.fail(
        *fixed, fmt::format("{} ({} ms) is no multiple of this grid.", name, wrong),
        fmt::format("Write {}, the greatest grid that divides all delays in play, or leave "
                    "`grid_ms` out.",
                    divisor_of(delays)));
  }
  const auto longest = widest(delays);
  const auto instants = longest.ms / grid.step_ms;
  if (instants < scenario_instants_max) return;
  const auto why = fmt::format("a grid of {} ms has {} instants in the window of {}", grid.step_ms,
                               instants + 1, longest.name);
  if (fixed != nullptr)
    return reader.fail(*fixed, "Over the limit: " + why + ".",
                       fmt::format("Up to {} are allowed; leave `grid_ms` out for a coarse grid.",
                                   scenario_instants_max));
  grid.step_ms = 0;
  out.coarse_because = why;
}

}  // namespace sim
