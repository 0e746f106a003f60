// The texts of which only equality counts, as numbers: the lists that IDEs have, and the instances
// that their streams name.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "engine/codec/json.h"
#include "monitor/project_list.h"
#include "port/monitor/facts.h"

namespace conformance::monitor {

// The one that an IDE has: no other has a number.
struct ToldList {
  port::monitor::ListId id{};
  ProjectList list;
  std::int64_t since_ms = 0;

  // False: it is the one that it was.
  bool become(const ProjectList& other, std::int64_t now_ms) {
    if (list == other) return false;
    id.value = id.value == 0xffff ? std::uint16_t{1} : static_cast<std::uint16_t>(id.value + 1);
    list = other;
    since_ms = now_ms;
    return true;
  }
  port::monitor::ListId id_of(const ProjectList& sent) const {
    return list.tells_of(sent) ? id : port::monitor::no_list;
  }
};

class ToldInstances {
 public:
  struct Instance {
    std::uint16_t number = 0;    // 0: none.
    std::uint64_t first_of = 0;  // The stream that had it first.
  };
  // `json`: as a line of that stream has it.
  Instance of(std::uint32_t pid, std::uint64_t stream, std::string_view json) {
    const engine::json::Value value{json};
    if (json.empty() || value.type() == engine::json::Type::Null) return {};
    const auto text = value.text();
    const auto count = known_.size();
    auto& its = known_[{pid, text ? text->decoded() : std::string(json)}];
    if (its.number == 0) its = {static_cast<std::uint16_t>(count % 60'000 + 1), stream};
    return its;
  }

 private:
  std::map<std::pair<std::uint32_t, std::string>, Instance> known_;
};

}  // namespace conformance::monitor
