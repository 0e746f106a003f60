// What a trace told, with its line and its time.
#pragma once
#include <cstdint>
#include <string_view>
#include <variant>

#include "port/visit.h"
#include "port/words.h"

namespace conformance {

// The name of the message that it holds.
template <class Message>
std::string_view message_kind(const Message& message) {
  return port::visit(
      []<class One>(const One&) -> std::string_view { return port::record<One>.name; }, message);
}

template <class Words>
struct TimedItem {
  std::uint64_t line = 0;
  std::int64_t time_ms = 0;
  typename Words::Item item;
  bool is_act() const { return Words::is_act(item); }
};
// What was told since the last act, and how things stood before the time until then passed.
template <class Words>
struct ToldItem {
  TimedItem<Words> what;
  typename Words::Situation before;
  std::int64_t now = 0;
};

}  // namespace conformance
