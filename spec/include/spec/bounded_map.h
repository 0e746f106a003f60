// A map from names to values that holds no more than it is told to: the oldest goes first.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>

namespace spec {

template <class Value>
class BoundedMap {
 public:
  using Name = std::uint64_t;

  explicit BoundedMap(std::size_t most) : most_(most) {}

  // The oldest value of this name; null if there is none.
  Value* find(Name name) {
    const auto found = first_of(name);
    return found == entries_.end() ? nullptr : &found->second;
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
    const auto added = entries_.emplace(Key{name, next_}, std::move(value)).first;
    by_age_.emplace(next_++, name);
    return added->second;
  }

  // The oldest value of this name.
  void erase(Name name) {
    const auto found = first_of(name);
    if (found == entries_.end()) return;
    by_age_.erase(found->first.second);
    entries_.erase(found);
  }

  void erase_all(Name name) {
    while (find(name) != nullptr) erase(name);
  }

  std::size_t size() const { return entries_.size(); }

  // What the next `add` forgets; null if nothing.
  const Value* next_forgotten() const {
    if (entries_.size() < most_ || by_age_.empty()) return nullptr;
    const auto& [number, name] = *by_age_.begin();
    return &entries_.find(Key{name, number})->second;
  }

  // Calls `use(name, value)`, the oldest first.
  template <class Use>
  void each(Use&& use) {
    for (const auto& [number, name] : by_age_) use(name, entries_.find(Key{name, number})->second);
  }
  template <class Use>
  void each(Use&& use) const {
    const_cast<BoundedMap*>(this)->each([&](Name name, const Value& value) { use(name, value); });
  }

  // Calls `use(value)` for each value of this name, the oldest first.
  template <class Use>
  void each_of(Name name, Use&& use) const {
    for (auto at = entries_.lower_bound(Key{name, 0});
         at != entries_.end() && at->first.first == name; ++at)
      use(at->second);
  }

 private:
  // The number counts the entries in the order in which they came.
  using Key = std::pair<Name, std::uint64_t>;

  auto first_of(Name name) {
    const auto found = entries_.lower_bound(Key{name, 0});
    return found != entries_.end() && found->first.first == name ? found : entries_.end();
  }
  void erase_oldest() {
    const auto oldest = by_age_.begin();
    entries_.erase(Key{oldest->second, oldest->first});
    by_age_.erase(oldest);
  }

  std::size_t most_;
  std::uint64_t next_ = 0;
  std::map<Key, Value> entries_;
  std::map<std::uint64_t, Name> by_age_;
};

}  // namespace spec
