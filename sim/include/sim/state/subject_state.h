// The state of a subject inside a world: bytes of a fixed size per area. How it steps is no part of
// it; a model knows that, and may run an engine, a broken one, or a program.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

namespace sim {

// Zero beyond what its subject uses, so that equal states are equal bytes.
template <std::size_t capacity>
struct SubjectState {
  alignas(std::uint32_t) std::array<unsigned char, capacity> bytes{};
  bool operator==(const SubjectState&) const = default;

  static SubjectState holding(const auto& value) {
    SubjectState out;
    out.put(value);
    return out;
  }
  template <class Value>
  void put(const Value& value) {
    static_assert(std::has_unique_object_representations_v<Value> && sizeof(Value) <= capacity);
    std::memcpy(bytes.data(), &value, sizeof(Value));
  }
  // The value itself, for what steps where it lies.
  template <class Value>
  Value& in_place() {
    static_assert(std::is_trivially_copyable_v<Value> && sizeof(Value) <= capacity &&
                  alignof(Value) <= alignof(SubjectState));
    return *std::launder(reinterpret_cast<Value*>(bytes.data()));
  }
  template <class Value>
  Value get() const {
    static_assert(std::is_trivially_copyable_v<Value> && sizeof(Value) <= capacity);
    Value out;
    std::memcpy(static_cast<void*>(&out), bytes.data(), sizeof(Value));
    return out;
  }
};

}  // namespace sim
