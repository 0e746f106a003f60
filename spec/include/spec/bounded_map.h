// A map from names to values that holds no more than it is told to: the oldest goes first.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>

namespace spec {

template <class Value>
class BoundedMap {
 public:
  using Name = std::uint64_t;
  struct Entry {
    std::uint64_t number = 0;  // Counts the entries in the order in which they came.
    Value value{};
  };

  explicit BoundedMap(std::size_t most) : most_(most) {}

  // The oldest value of this name; null if there is none.
  Value* find(Name name) {
    const auto found = entries_.lower_bound(name);
    return found == entries_.end() || found->first != name ? nullptr : &found->second.value;
  }
  const Value* find(Name name) const { return const_cast<BoundedMap*>(this)->find(name); }

  // The value of this name, made if there is none. References stay valid until it is forgotten.
  Value& take(Name name) {
    if (auto* value = find(name)) return *value;
    return add(name, Value{});
  }

  // Another value, beside those that the name has.
  Value& add(Name name, Value value) {
    if (entries_.size() >= most_) erase_oldest();
    const auto added = entries_.emplace(name, Entry{next_, std::move(value)});
    by_age_.emplace(next_++, name);
    return added->second.value;
  }

  // The oldest value of this name.
  void erase(Name name) {
    const auto found = entries_.lower_bound(name);
    if (found == entries_.end() || found->first != name) return;
    by_age_.erase(found->second.number);
    entries_.erase(found);
  }

  std::size_t size() const { return entries_.size(); }

  // Calls `use(name, value)`, the oldest first.
  template <class Use>
  void each(Use&& use) {
    for (const auto& [number, name] : by_age_) use(name, find_entry(name, number)->second.value);
  }
  template <class Use>
  void each(Use&& use) const {
    const_cast<BoundedMap*>(this)->each([&](Name name, const Value& value) { use(name, value); });
  }

 private:
  auto find_entry(Name name, std::uint64_t number) {
    auto at = entries_.lower_bound(name);
    while (at->second.number != number) ++at;
    return at;
  }
  void erase_oldest() {
    const auto [number, name] = *by_age_.begin();
    entries_.erase(find_entry(name, number));
    by_age_.erase(by_age_.begin());
  }

  std::size_t most_;
  std::uint64_t next_ = 0;
  std::multimap<Name, Entry> entries_;
  std::map<std::uint64_t, Name> by_age_;
};

}  // namespace spec
