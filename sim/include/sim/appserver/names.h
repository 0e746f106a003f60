// How the ids of threads, turns and items stand on the wire: UUIDs of version 7, which tell what
// they are of, their number, and the process that gave them. So no two processes give the same.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "port/appserver/words.h"

namespace sim::appserver {

// One process of a server.
struct Instance {
  std::uint64_t time_ms = 0;  // When it began, since 1970.
  std::uint64_t random = 0;   // Its lower 40 bits.
};

class Names {
 public:
  explicit Names(Instance instance = {}) : instance_(instance) {}

  std::string text(port::appserver::ThreadId thread) const;
  std::string text(port::appserver::TurnId turn) const { return text(Kind::Turn, turn.value); }
  std::string text(port::appserver::ItemId item) const { return text(Kind::Item, item.value); }

  // Nothing has this one: the text names nothing of the kind.
  static constexpr std::uint32_t nobody = 1'000'000'000;
  port::appserver::ThreadId thread(std::string_view text) const;
  port::appserver::TurnId turn(std::string_view text) const;

  // The number of a thread that another process may have given the name: any UUID with a time.
  port::appserver::ThreadId adopt(std::string_view text);
  static bool is_adopted(port::appserver::ThreadId thread) {
    return thread.value >= adopted_first && thread.value < nobody;
  }

 private:
  enum class Kind : std::uint8_t { Thread, Turn, Item };
  static constexpr std::uint32_t adopted_first = 900'000'000;

  std::string text(Kind kind, std::uint32_t number) const;
  std::uint32_t number(Kind kind, std::string_view text) const;

  Instance instance_;
  std::map<std::string, std::uint32_t, std::less<>> adopted_ = {};
  std::map<std::uint32_t, std::string> adopted_texts_ = {};
};

}  // namespace sim::appserver
