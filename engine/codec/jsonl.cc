#include "engine/codec/jsonl.h"

#include <algorithm>

#include "port/check.h"

namespace engine::jsonl {
namespace {

// Up to here a buffer grows like any string, and is kept for the next line.
constexpr std::size_t small_buffer = std::size_t{64} << 10;

}  // namespace

bool Line::blank() const { return text.find_first_not_of(" \t\r") == text.npos; }

Lines::Lines(std::size_t bytes_max) : bytes_max_(bytes_max) {
  CHECK(bytes_max >= 1 && bytes_max <= 0x7ffffffe);
}

void Lines::keep(std::string_view bytes) {
  pending_ += bytes.size();
  // One byte more than the limit, for that may be the "\r".
  if (pending_ > bytes_max_ + 1) {
    buffer_.resize(std::min(buffer_.size(), too_long_kept));
    buffer_.append(bytes.substr(0, too_long_kept - buffer_.size()));
    give_back();
    return;
  }
  // Beyond a small size at once as much as is allowed, so that never two large buffers exist: pages
  // that nobody writes to cost nothing.
  if (pending_ > small_buffer) buffer_.reserve(bytes_max_ + 1);
  buffer_.append(bytes);
}

void Lines::give_back() {
  if (buffer_.capacity() > 2 * small_buffer) buffer_.shrink_to_fit();
}

Line Lines::end_line(std::string_view rest, bool ended) {
  const auto bytes = pending_ + rest.size();
  auto content = rest;
  if (pending_ > 0) {
    keep(rest);
    content = buffer_;
  }
  auto size = bytes;  // Of the text.
  if (ended && content.ends_with('\r')) --size;
  Line line{.number = number_,
            .at = at_,
            .bytes = bytes + (ended ? 1 : 0),
            .text = {},
            .ended = ended,
            .too_long = size > bytes_max_};
  line.text = content.substr(0, line.too_long ? std::min<std::uint64_t>(size, too_long_kept)
                                              : static_cast<std::size_t>(size));
  at_ += line.bytes;
  ++number_;
  return line;
}

void Lines::forget_line() {
  pending_ = 0;
  buffer_.clear();
  give_back();
}

}  // namespace engine::jsonl
