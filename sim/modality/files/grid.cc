// The delays that are in play in the one world of a scenario.
#include <algorithm>
#include <array>

#include "modality/files/formats.h"
#include "sim/modality/world_parts.h"

namespace sim::modality {
namespace {

class Delays {
 public:
  explicit Delays(const Plan& plan) : plan_(plan) {
    add_limits();
    add_kinds();
    add("the latency of a write", plan.latencies.write, lanes);
    for (const auto& window : plan.latencies.captures) add("the latency of a capture", window);
    add("the latency of a look", plan.latencies.look, lanes);
    add_thread();
    if (indexing_ends()) add("the latency of indexing", plan.latencies.indexing);
    for (const auto& event : plan.background) add(name(event.what), event.window);
    for (const auto& another : plan.another) {
      add("at_ms", another.at);
      add("timeout_ms", another.calls[0].request.body_timeout.count());
    }
    for_each_instruction([&](const Instruction& instruction) {
      if (instruction.op == Op::Sleep) add("a sleep", instruction.ms);
      if (instruction.op == Op::HoldThread) add("a hold of the event thread", instruction.ms);
    });
  }

  std::vector<Delay> take() { return std::move(delays_); }

 private:
  static constexpr std::int32_t lanes = 2;  // Of operations.

  void for_each_instruction(const auto& each) const {
    for (const auto& instruction : plan_.body.instructions) each(instruction);
    for (const auto& another : plan_.another)
      for (const auto& instruction : another.body.instructions) each(instruction);
  }

  void add(std::string name, Window window, std::int32_t at_once = 1) {
    if (window.latest >= 0) delays_.push_back({std::move(name), window, at_once});
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
    add("capture_bound_ms", limits.capture_bound.count());
    add("look_bound_ms", limits.look_bound.count());
    add("timeout_ms", plan_.calls[0].request.body_timeout.count());
  }

  void add_thread() {
    const auto happens = [&](Background what) {
      return std::ranges::any_of(plan_.background,
                                 [&](const BackgroundEvent& event) { return event.what == what; });
    };
    if (happens(Background::UiBusy)) add("the latency of a busy thread", plan_.latencies.busy);
    if (happens(Background::UiFreezes)) add("the latency of a freeze", plan_.latencies.frozen);
    const auto& documents = plan_.start.documents;
    const bool asks = std::ranges::find(documents, conflicting) != documents.end() ||
                      happens(Background::DiskChanges);
    if (asks) add("the latency of a question", plan_.latencies.question);
  }

  bool indexing_ends() const {
    const auto starts = [](const BackgroundEvent& event) {
      return event.what == Background::IndexingStarts;
    };
    return plan_.start.index == Index::DumbEnding || std::ranges::any_of(plan_.background, starts);
  }

  // Which kinds of entries this world can ever show, and how many at a time.
  void add_kinds() {
    std::array<std::int32_t, entry_kinds> met{};
    const auto meet = [&](EntryKind kind, std::int32_t count = 1) {
      auto& sum = met[static_cast<std::size_t>(kind)];
      sum = std::min<std::int32_t>(sum + count, stack_max);
    };
    for (const auto kind : plan_.start.stack) meet(kind);
    for_each_instruction([&](const Instruction& instruction) {
      if (instruction.op == Op::Open) meet(instruction.kind);
    });
    for (const auto& event : plan_.background) {
      if (const auto* kind = opens(event.what)) meet(*kind);
      const bool asks = event.what == Background::SaveAsks || event.what == Background::CommitAsks;
      if (asks) meet(EntryKind::Closable, stack_max);
    }
    meet(EntryKind::Question, met[static_cast<std::size_t>(EntryKind::Questioning)]);
    meet(EntryKind::Child, met[static_cast<std::size_t>(EntryKind::Parent)]);
    for (std::size_t i = 0; i < entry_kinds; ++i) {
      if (met[i] == 0) continue;
      const auto& behaviour = plan_.latencies.entries[i];
      const std::string kind = name(static_cast<EntryKind>(i));
      add(kind + "'s answer", behaviour.answer, lanes);
      add(kind + "'s disposal", behaviour.dispose, met[i]);
      add(kind + "'s end", behaviour.ends, met[i]);
    }
  }

  const Plan& plan_;
  std::vector<Delay> delays_;
};

}  // namespace

std::vector<Delay> delays_of(const Plan& plan) { return Delays(plan).take(); }

}  // namespace sim::modality
