// How tasks go through the IDE's event thread in the turn of a choice: what may run now, what waits
// for it, and what goes on when it is free again.
#pragma once
#include <algorithm>
#include <utility>

#include "sim/modality/world_turn.h"

namespace sim::modality {

// Looks, listings and closes run under any modality, in the loop of the dialog that shows; writes
// and hops once the stack is empty, forced writes once no progress holds the write lock. A write
// that runs holds the thread, unless it has opened a dialog. Waiting for smart mode, and the read
// of it, need no event thread.
template <class Sink>
bool Turn<Sink>::takes_tasks(std::size_t lane) const {
  if (world_.ide.holder != Holder::Nobody) return false;
  if (modality(world_.ide) == Modality::Dialog) return true;
  const auto runs = [](const Operation& operation) {
    return operation.begun && !operation.withheld;
  };
  for (std::size_t i = 0; i < world_.operations.size(); ++i)
    if (i != lane && runs(world_.operations[i])) return false;
  return other_ == nullptr || std::ranges::none_of(other_->operations, runs);
}

template <class Sink>
bool Turn<Sink>::takes_hops() const {
  return world_.ide.stack.empty() && takes_tasks(world_.operations.size());
}

template <class Sink>
bool Turn<Sink>::is_ready(std::size_t lane) const {
  const auto& operation = world_.operations[lane];
  if (operation.kind == OperationKind::AwaitSmart) return world_.ide.index == Index::Smart;
  if (operation.kind == OperationKind::ReadSmart) return true;
  if (!takes_tasks(lane)) return false;
  if (operation.kind < OperationKind::Commit || operation.begun) return true;
  return operation.forced ? !holds_write_lock(world_.ide) : world_.ide.stack.empty();
}

// What the thread was about to do, or does, goes on unless somebody else holds it now.
template <class Sink>
bool Turn<Sink>::may_go_on(std::size_t lane) const {
  const auto& operation = world_.operations[lane];
  const bool is_task =
      operation.kind != OperationKind::AwaitSmart && operation.kind != OperationKind::ReadSmart;
  return !is_task || takes_tasks(lane);
}

template <class Sink>
Window Turn<Sink>::window_of(const Operation& operation) const {
  switch (operation.kind) {
    case OperationKind::ReadModality:
    case OperationKind::ListDialogs: return plan_.latencies.look;
    case OperationKind::Close:
      if (operation.answered) return plan_.latencies.told;
      return answer_window(world_.ide, plan_.latencies, operation.dialog);
    case OperationKind::None:
    case OperationKind::ReadSmart:
    case OperationKind::Commit:
    case OperationKind::Save:
    case OperationKind::Refresh:
    case OperationKind::AwaitSmart: break;
  }
  return write_window(world_.ide, plan_.latencies, operation);
}

// The tasks of the event thread: whatever can begin does, and whatever cannot go on waits again.
template <class Sink>
void Turn<Sink>::run_tasks() {
  for (std::size_t lane = 0; lane < world_.operations.size(); ++lane) {
    const auto& operation = world_.operations[lane];
    if (operation.kind == OperationKind::None) continue;
    if (operation.withheld) {
      if (is_ready(lane)) begin_task(lane);
    } else if (world_.agenda.pending(slot::operation + lane) && !may_go_on(lane)) {
      wait_again(lane);
    }
  }
  run_screenshot();
}

template <class Sink>
void Turn<Sink>::begin_task(std::size_t lane) {
  auto& operation = world_.operations[lane];
  operation.withheld = false;
  const auto window = window_of(operation);
  if (window.latest >= 0) world_.agenda.schedule(slot::operation + lane, window);
  const bool writes =
      operation.kind >= OperationKind::Commit && operation.kind != OperationKind::AwaitSmart;
  if (writes && !std::exchange(operation.begun, true))
    sink_.noticed(WriteBegan{static_cast<OperationId>(lane)});
}

template <class Sink>
void Turn<Sink>::wait_again(std::size_t lane) {
  world_.agenda.cancel(slot::operation + lane);
  world_.operations[lane].withheld = true;
}

template <class Sink>
void Turn<Sink>::run_screenshot() {
  const bool takes = takes_tasks(world_.operations.size());
  const auto& window = plan_.latencies.captures[0];
  if (world_.agenda.pending(slot::capture) && !takes) {
    world_.agenda.cancel(slot::capture);
    world_.shot_waits = true;
  } else if (world_.shot_waits && takes) {
    world_.shot_waits = false;
    if (window.latest >= 0) world_.agenda.schedule(slot::capture, window);
  }
}

}  // namespace sim::modality
