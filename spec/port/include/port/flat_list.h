// A short list inside a flat value. Unlike boost::container::static_vector it
// keeps the bytes beyond its size at zero, so that a state that holds one can be
// hashed and compared as bytes.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "port/check.h"

namespace port {

template <class T, std::uint8_t capacity_>
class FlatList {
  // As wide as items are aligned: no padding.
  using Size =
      std::conditional_t<alignof(T) == 1, std::uint8_t,
                         std::conditional_t<alignof(T) == 2, std::uint16_t, std::uint32_t>>;

 public:
  static constexpr std::size_t capacity() { return capacity_; }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  bool full() const { return size_ == capacity_; }

  const T& operator[](std::size_t index) const { return items_[index]; }
  T& operator[](std::size_t index) { return items_[index]; }
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + size_; }
  T* begin() { return items_.data(); }
  T* end() { return items_.data() + size_; }
  const T& back() const { return items_[size_ - 1u]; }
  T& back() { return items_[size_ - 1u]; }

  // The caller owes room: full() must be false.
  void push_back(const T& item) {
    CHECK(!full());
    items_[size_++] = item;
  }
  // Takes out the item at `index`; those behind it move up.
  void erase(std::size_t index) {
    CHECK(index < size_);
    for (std::size_t i = index; i + 1 < size_; ++i) items_[i] = items_[i + 1];
    items_[--size_] = T{};
  }
  void clear() {
    items_ = {};
    size_ = 0;
  }

  bool operator==(const FlatList&) const = default;

 private:
  std::array<T, capacity_> items_{};
  Size size_ = 0;
};

}  // namespace port
