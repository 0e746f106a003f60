// A map from names to values that holds no more than it is told to: the oldest goes first.
//
// A name may have several values. Each call takes constant time, but for those that visit many.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <utility>
#include <vector>

namespace spec {

template <class Value>
class BoundedMap {
 public:
  using Name = std::uint64_t;

  // At least one.
  explicit BoundedMap(std::size_t most) : most_(most) {}

  // The oldest value of this name; null if there is none.
  Value* find(Name name) {
    const auto found = first_of(name);
    return found == none ? nullptr : &entries_[found].value;
  }
  const Value* find(Name name) const { return const_cast<BoundedMap*>(this)->find(name); }

  // The value of this name, made if there is none. References stay valid until it is forgotten.
  Value& take(Name name) {
    if (auto* value = find(name)) return *value;
    return add(name, Value{});
  }

  // Another value, beside those that the name has.
  Value& add(Name name, Value value) {
    if (size_ >= most_) free(oldest_);
    if (size_ >= buckets_.size()) grow();
    auto at = free_;
    if (at == none) {
      at = static_cast<Index>(entries_.size());
      entries_.emplace_back();
    } else {
      free_ = entries_[at].next;
    }
    entries_[at].name = name;
    entries_[at].value = std::move(value);
    link(at);
    ++size_;
    return entries_[at].value;
  }

  // The oldest value of this name.
  void erase(Name name) {
    const auto found = first_of(name);
    if (found != none) free(found);
  }

  void erase_all(Name name) {
    while (find(name) != nullptr) erase(name);
  }

  std::size_t size() const { return size_; }

  // What the next `add` forgets; null if nothing.
  const Value* next_forgotten() const {
    return size_ < most_ || size_ == 0 ? nullptr : &entries_[oldest_].value;
  }

  // Makes the oldest of all the youngest, under the same name. There must be one.
  void renew_oldest() {
    const auto at = oldest_;
    unlink(at);
    link(at);
  }

  // Values, the oldest first.
  class Iterator {
   public:
    using value_type = Value;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;
    using pointer = const Value*;
    using reference = const Value&;
    Iterator() = default;
    reference operator*() const { return map_->entries_[at_].value; }
    pointer operator->() const { return &**this; }
    Iterator& operator++() {
      at_ = map_->entries_[at_].younger;
      return *this;
    }
    Iterator operator++(int) {
      auto before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator&) const = default;

   private:
    friend BoundedMap;
    Iterator(const BoundedMap* map, std::uint32_t at) : map_(map), at_(at) {}
    const BoundedMap* map_ = nullptr;
    std::uint32_t at_ = 0;
  };
  Iterator begin() const { return {this, oldest_}; }
  Iterator end() const { return {this, none}; }

  // From now on it holds so many; not fewer than it has.
  void allow(std::size_t most) { most_ = most; }

  // Calls `use(name, value)`, the oldest first.
  void each(auto&& use) {
    for (auto at = oldest_; at != none; at = entries_[at].younger)
      use(entries_[at].name, entries_[at].value);
  }
  void each(auto&& use) const {
    const_cast<BoundedMap*>(this)->each([&](Name name, const Value& value) { use(name, value); });
  }

  // Calls `use(value)` for each value of this name, the oldest first.
  void each_of(Name name, auto&& use) const {
    for (auto at = first_of(name); at != none; at = entries_[at].next) use(entries_[at].value);
  }

 private:
  using Index = std::uint32_t;
  static constexpr Index none = ~Index{0};

  struct Entry {
    Name name = 0;
    Value value{};
    Index older = none, younger = none;
    Index next = none;    // Of the same name, the next younger one; of a free entry, the next one.
    Index last = none;    // Of the oldest of its name: the youngest one.
    Index beside = none;  // Of the oldest of its name: the oldest of another one in the bucket.
  };

  Index& bucket(Name name) {
    return buckets_[(name * 0x9e3779b97f4a7c15 >> 32) & (buckets_.size() - 1)];
  }

  Index first_of(Name name) const {
    if (buckets_.empty()) return none;
    auto at = const_cast<BoundedMap*>(this)->bucket(name);
    while (at != none && entries_[at].name != name) at = entries_[at].beside;
    return at;
  }

  // As the youngest.
  void link(Index at) {
    auto& entry = entries_[at];
    const auto first = first_of(entry.name);
    entry.next = none;
    entry.younger = none;
    entry.older = youngest_;
    (youngest_ == none ? oldest_ : entries_[youngest_].younger) = at;
    youngest_ = at;
    if (first != none) {
      entries_[entries_[first].last].next = at;
      entries_[first].last = at;
      return;
    }
    entry.last = at;
    entry.beside = std::exchange(bucket(entry.name), at);
  }

  // The oldest of its name.
  void unlink(Index at) {
    auto& entry = entries_[at];
    (entry.older == none ? oldest_ : entries_[entry.older].younger) = entry.younger;
    (entry.younger == none ? youngest_ : entries_[entry.younger].older) = entry.older;
    auto* place = &bucket(entry.name);
    while (*place != at) place = &entries_[*place].beside;
    *place = entry.beside;
    if (entry.next == none) return;
    entries_[entry.next].last = entry.last;
    entries_[entry.next].beside = std::exchange(*place, entry.next);
  }

  void free(Index at) {
    unlink(at);
    entries_[at].value = Value{};
    entries_[at].next = std::exchange(free_, at);
    --size_;
  }

  void grow() {
    constexpr std::size_t fewest = 16;
    const auto size = buckets_.empty() ? fewest : 2 * buckets_.size();
    auto old = std::exchange(buckets_, std::vector<Index>(size, none));
    for (auto at : old) {
      while (at != none) {
        const auto next = entries_[at].beside;
        entries_[at].beside = std::exchange(bucket(entries_[at].name), at);
        at = next;
      }
    }
  }

  std::size_t most_, size_ = 0;
  std::deque<Entry> entries_;   // Free ones among them.
  std::vector<Index> buckets_;  // As many as a power of two: the oldest entry of some name.
  Index oldest_ = none, youngest_ = none, free_ = none;
};

}  // namespace spec
