// What stands between the reader of a server's output and the engine: a bounded queue (WIRE-10).
//
// When it is full, a delta is merged with the one before it of the same item, if that is the last
// that is queued of its thread; anything else is not taken, and the reader waits. Nothing is
// dropped, and the order within a thread holds.
#pragma once
#include <deque>
#include <optional>

#include "engine/appserver/names.h"
#include "port/appserver/messages.h"

namespace engine::appserver {

class Inbox {
 public:
  // `capacity` is at least 1. `names` has the texts, and outlives the queue.
  Inbox(std::size_t capacity, Names& names) : capacity_(capacity), names_(&names) {}

  // Whether `message` was taken. If not, it is offered again after a take().
  [[nodiscard]] bool offer(const ToClient& message);
  // The oldest; none: it is empty.
  std::optional<ToClient> take();

  std::size_t size() const { return queue_.size(); }

 private:
  bool merge(const ItemDelta& delta);

  std::size_t capacity_;
  Names* names_;
  std::deque<ToClient> queue_;
};

}  // namespace engine::appserver
