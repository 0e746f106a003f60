#include "net/websocket.h"

#include <array>
#include <cstdint>
#include <utility>

#include <boost/beast/core/detail/base64.hpp>
#include <boost/beast/core/detail/sha1.hpp>

namespace tools::net {
namespace {

constexpr std::size_t message_bytes_max = std::size_t{64} << 20;
constexpr unsigned more = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10;
constexpr unsigned last_bit = 0x80, mask_bit = 0x80, reserved_bits = 0x70;
constexpr std::size_t mask_bytes = 4;

unsigned byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

std::string frame(unsigned code, std::string_view bytes) {
  std::string out(1, static_cast<char>(last_bit | code));
  const auto put = [&](unsigned size_bytes) {
    for (unsigned i = size_bytes; i > 0; --i)
      out += static_cast<char>(static_cast<std::uint64_t>(bytes.size()) >> (8 * (i - 1)) & 0xffu);
  };
  if (bytes.size() < 126) {
    put(1);
  } else if (bytes.size() < 65'536) {
    out += static_cast<char>(126);
    put(2);
  } else {
    out += static_cast<char>(127);
    put(8);
  }
  return out.append(bytes);
}

}  // namespace

std::string websocket_accept(std::string_view key) {
  namespace detail = boost::beast::detail;
  const auto joined = std::string(key) + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  detail::sha1_context context;
  detail::init(context);
  detail::update(context, joined.data(), joined.size());
  std::array<char, detail::sha1_context::digest_size> digest;
  detail::finish(context, digest.data());
  std::string out(detail::base64::encoded_size(digest.size()), '\0');
  out.resize(detail::base64::encode(out.data(), digest.data(), digest.size()));
  return out;
}

std::string websocket_text(std::string_view message) { return frame(text, message); }
std::string websocket_close() { return frame(close, std::string_view("\x03\xe8", 2)); }

bool WebSocketReader::next(Frame& out, std::size_t& size) const {
  size = 0;
  if (held_.size() < 2) return true;
  const auto first = byte_at(held_, 0), second = byte_at(held_, 1);
  if ((first & reserved_bits) != 0 || (second & mask_bit) == 0) return false;
  std::uint64_t bytes = second & 0x7fu;
  const std::size_t longer = bytes == 126 ? 2 : bytes == 127 ? 8 : 0;
  const auto head = 2 + longer + mask_bytes;
  if (held_.size() < head) return true;
  if (longer > 0) bytes = 0;
  for (std::size_t i = 0; i < longer; ++i) bytes = bytes << 8u | byte_at(held_, 2 + i);
  if (bytes > message_bytes_max) return false;
  if (held_.size() < head + bytes) return true;
  const std::string_view held = held_;
  out = {.last = (first & last_bit) != 0,
         .code = first & 0x0fu,
         .masked = held.substr(head, bytes),
         .mask = held.substr(head - mask_bytes, mask_bytes)};
  size = head + bytes;
  return true;
}

bool WebSocketReader::take(const Frame& it, Taken& out) {
  std::string bytes(it.masked);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<char>(byte_at(bytes, i) ^ byte_at(it.mask, i % mask_bytes));
  switch (it.code) {
    case ping: out.answers += frame(pong, bytes); return true;
    case pong: return true;
    case close: out.closed = true; return true;
    case more:
    case text:
    case binary:
      if (message_.size() + bytes.size() > message_bytes_max) return false;
      message_ += bytes;
      if (it.last) out.messages.push_back(std::exchange(message_, {}));
      return true;
    default: return false;
  }
}

bool WebSocketReader::feed(std::string_view bytes, Taken& out) {
  held_ += bytes;
  while (!out.closed) {
    Frame frame;
    std::size_t size = 0;
    if (!next(frame, size) || (size > 0 && !take(frame, out))) return false;
    if (size == 0) break;
    held_.erase(0, size);
  }
  return true;
}

}  // namespace tools::net
