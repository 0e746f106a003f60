// What the reading, writing and describing of formats share.
#pragma once
#include <string_view>
#include <vector>

#include "port/check.h"
#include "sim/files/format.h"

namespace sim::format {

// What a late type stands for.
const Type& given(const Type& type);
const Type& item_of(const Type& list);

Spot in_row(const Row& row, Spot object);
// Whether a type is for an optional value itself, and not for what that holds.
bool is_as_it_is(const Type& type, Spot spot);

struct Member {
  const Row* row;
  Spot object;
};
// Of all parts, too.
std::vector<Member> members(const Type& object, Spot value);

std::vector<std::string_view> names_of(const Words& words);

// As far as the value reaches.
std::uint64_t most_of(const Type& type, const Held& held);

template <class V>
V& as(Spot spot) {
  CHECK(spot.held == &held<V>);
  return *static_cast<V*>(spot.at);
}

// A value as its initializers make it.
class Made {
 public:
  explicit Made(const Held& held);
  ~Made();
  Made(const Made&) = delete;
  Made& operator=(const Made&) = delete;

  Spot spot() const { return {at_, &held_}; }

 private:
  const Held& held_;
  void* at_;
};

}  // namespace sim::format
