#include "engine/appserver/inbox.h"

#include "port/visit.h"

namespace engine::appserver {
namespace {

// That a message is about.
ThreadId thread_of(const ToClient& message) {
  return port::visit(
      [](const auto& each) {
        if constexpr (requires { each.thread; }) return each.thread;
        return no_thread;
      },
      message);
}

}  // namespace

bool Inbox::offer(const ToClient& message) {
  if (queue_.size() < capacity_) {
    queue_.push_back(message);
    return true;
  }
  const auto* delta = std::get_if<ItemDelta>(&message);
  return delta != nullptr && merge(*delta);
}

bool Inbox::merge(const ItemDelta& delta) {
  for (auto at = queue_.rbegin(); at != queue_.rend(); ++at) {
    const auto thread = thread_of(*at);
    // What is about none may be about all.
    if (thread != delta.thread && thread != no_thread) continue;
    auto* last = std::get_if<ItemDelta>(&*at);
    const bool same = last != nullptr && last->thread == delta.thread && last->turn == delta.turn &&
                      last->item == delta.item;
    if (!same) return false;
    names_->append(last->text, names_->text_of(delta.text));
    names_->forget(delta.text);
    last->mark = joined(last->mark, delta.mark);
    return true;
  }
  return false;
}

std::optional<ToClient> Inbox::take() {
  if (queue_.empty()) return std::nullopt;
  const ToClient out = queue_.front();
  queue_.pop_front();
  return out;
}

}  // namespace engine::appserver
