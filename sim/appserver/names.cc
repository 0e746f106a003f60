#include "sim/appserver/names.h"

#include <charconv>

#include <fmt/format.h>

namespace sim::appserver {

using port::appserver::ThreadId;
using port::appserver::TurnId;

namespace {

constexpr std::size_t uuid_size = 36, number_size = 8;

bool is_uuid(std::string_view text) {
  if (text.size() != uuid_size) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
    const auto hexadecimal = std::string_view("0123456789abcdefABCDEF").find(text[i]);
    if (dash ? text[i] != '-' : hexadecimal == std::string_view::npos) return false;
  }
  return true;
}

}  // namespace

std::string Names::text(Kind kind, std::uint32_t number) const {
  const auto [ms, random] = instance_;
  return fmt::format("{:08x}-{:04x}-7{:03x}-{:04x}-{:04x}{:08x}", (ms >> 16) & 0xffff'ffffu,
                     ms & 0xffffu, (random >> 28) & 0xfffu,
                     0x8000u | static_cast<unsigned>(kind) << 12u | ((random >> 16) & 0xfffu),
                     random & 0xffffu, number);
}

std::string Names::text(ThreadId thread) const {
  const auto found = adopted_texts_.find(thread.value);
  return found == adopted_texts_.end() ? text(Kind::Thread, thread.value) : found->second;
}

std::uint32_t Names::number(Kind kind, std::string_view text) const {
  if (text.empty()) return 0;
  std::uint32_t out = 0;
  if (!is_uuid(text)) return nobody;
  const auto digits = text.substr(uuid_size - number_size);
  std::from_chars(digits.data(), digits.data() + digits.size(), out, 16);
  return out < nobody && this->text(kind, out) == text ? out : nobody;
}

ThreadId Names::thread(std::string_view text) const {
  const auto found = adopted_.find(text);
  return {found == adopted_.end() ? number(Kind::Thread, text) : found->second};
}

TurnId Names::turn(std::string_view text) const { return {number(Kind::Turn, text)}; }

ThreadId Names::adopt(std::string_view text) {
  const auto known = thread(text);
  const bool has_time = !text.starts_with("00000000");
  if (known.value != nobody || !is_uuid(text) || !has_time) return known;
  const auto number = adopted_first + static_cast<std::uint32_t>(adopted_.size());
  adopted_.emplace(text, number);
  adopted_texts_.emplace(number, text);
  return {number};
}

}  // namespace sim::appserver
