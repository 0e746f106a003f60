// The memory of a search: large, flat, and counted, so that a limit can be kept.
#pragma once
#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace sim {

// Owns bytes without a meaning yet. Large ones lie on huge pages where the system has them.
class RawMemory {
 public:
  RawMemory() = default;
  explicit RawMemory(std::size_t bytes);
  RawMemory(RawMemory&& other) noexcept { swap(other); }
  RawMemory& operator=(RawMemory&& other) noexcept {
    RawMemory(std::move(other)).swap(*this);
    return *this;
  }
  ~RawMemory();

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  void fill_with_zero();

 private:
  void swap(RawMemory& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
  }

  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

// Counts what a search holds. Not for several threads: memory that a parallel phase took
// is reported after it.
class MemoryMeter {
 public:
  explicit MemoryMeter(std::uint64_t bytes_max) : bytes_max_(bytes_max) {}

  bool allows(std::uint64_t more) const {
    return bytes_ <= bytes_max_ && more <= bytes_max_ - bytes_;
  }
  void take(std::uint64_t bytes) {
    bytes_ += bytes;
    peak_ = std::max(peak_, bytes_);
  }
  void give_back(std::uint64_t bytes) { bytes_ -= bytes; }
  std::uint64_t bytes() const { return bytes_; }
  std::uint64_t peak() const { return peak_; }

 private:
  std::uint64_t bytes_max_;
  std::uint64_t bytes_ = 0;
  std::uint64_t peak_ = 0;
};

// One growing block whose items are written before they are read. It moves as it grows.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return memory_.bytes(); }
  T* data() { return static_cast<T*>(memory_.data()); }
  const T* data() const { return static_cast<const T*>(memory_.data()); }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }

  void clear() { size_ = 0; }
  // What is added is not written.
  void resize(std::size_t size) {
    if (size > capacity_) grow(size);
    size_ = size;
  }
  void push_back(const T& item) {
    const T copy = item;  // It may lie in this buffer.
    if (size_ == capacity_) grow(size_ + 1);
    data()[size_++] = copy;
  }

 private:
  void grow(std::size_t needed) {
    const std::size_t capacity = std::max({needed, capacity_ * 2, std::size_t{64}});
    RawMemory larger(capacity * sizeof(T));
    std::copy(begin(), end(), static_cast<T*>(larger.data()));
    memory_ = std::move(larger);
    capacity_ = capacity;
  }

  RawMemory memory_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

// A long array in pages: it grows without a copy and without moving, so that growing it
// never needs twice its memory. Pages taken from its front can serve another array again.
template <class T>
class PagedArray {
  static_assert(std::is_trivially_copyable_v<T>);
  static constexpr std::size_t page_bytes_aimed = std::size_t{256} * 1024;
  static constexpr std::size_t page_items =
      std::bit_floor(std::max(page_bytes_aimed / sizeof(T), std::size_t{1}));

 public:
  static constexpr std::size_t page_bytes = page_items * sizeof(T);

  explicit PagedArray(MemoryMeter& meter) : meter_(&meter) {}

  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return page(i)[i % page_items]; }
  const T& operator[](std::size_t i) const { return page(i)[i % page_items]; }

  // What resize(size) would add to the memory held.
  std::uint64_t bytes_to_hold(std::size_t size) const {
    const std::size_t pages = pages_for(size);
    const std::size_t held = pages_.size() + spare_.size();
    return pages > held ? (pages - held) * page_bytes : 0;
  }
  // Only grows. What is added is not written.
  void resize(std::size_t size) {
    meter_->take(bytes_to_hold(size));
    while (pages_.size() < pages_for(size)) {
      if (spare_.empty()) {
        pages_.emplace_back(page_bytes);
      } else {
        pages_.push_back(std::move(spare_.back()));
        spare_.pop_back();
      }
    }
    size_ = size;
  }
  void push_back(const T& item) {
    const T copy = item;
    resize(size_ + 1);
    (*this)[size_ - 1] = copy;
  }
  // Items before `end` will not be looked at again: their pages go to `other`.
  void hand_over(std::size_t end, PagedArray& other) {
    for (; handed_ < end / page_items; ++handed_)
      other.spare_.push_back(std::move(pages_[handed_]));
  }
  // Empties this array; its pages stay with it as spares.
  void clear() {
    for (std::size_t i = handed_; i < pages_.size(); ++i) spare_.push_back(std::move(pages_[i]));
    pages_.clear();
    handed_ = 0;
    size_ = 0;
  }
  void swap(PagedArray& other) noexcept { std::swap(*this, other); }
  // Gives spares back until there is at most one for every page of `other`.
  void trim_to(const PagedArray& other) {
    while (spare_.size() > other.pages_.size()) {
      spare_.pop_back();
      meter_->give_back(page_bytes);
    }
  }

 private:
  static std::size_t pages_for(std::size_t size) { return (size + page_items - 1) / page_items; }
  T* page(std::size_t i) const { return static_cast<T*>(pages_[i / page_items].data()); }

  MemoryMeter* meter_;
  std::vector<RawMemory> pages_;
  std::vector<RawMemory> spare_;
  std::size_t handed_ = 0;  // So many pages at the front are gone.
  std::size_t size_ = 0;
};

}  // namespace sim
