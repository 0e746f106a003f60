#include "engine/codec/json_scan.h"

#include <algorithm>
#include <bit>

#include "codec/json_bytes.h"
#include "engine/codec/utf8.h"
#include "port/check.h"

namespace engine::json {
namespace {

using rpc::Reason;

constexpr std::uint32_t is_array = 0xffffffff, nowhere = 0xffffffff;
// Up to so many keys each is compared with all before it; more are sorted when the object ends.
constexpr std::size_t few_keys = 16;

bool digit(char byte) { return byte >= '0' && byte <= '9'; }

// The first eight bytes, the last eight if there are as many, and the size: few different keys
// agree in them.
std::uint64_t print_of(std::uint64_t head, std::uint64_t tail, std::size_t size) {
  return head ^ std::rotl(tail, 29) ^ std::uint64_t{size} * 0x9e3779b97f4a7c15;
}

std::uint64_t print_of(const Text& text) {
  std::uint64_t head = 0, tail = 0;
  std::size_t size = 0;
  TextReader reader(text);
  for (int byte = reader.next(); byte >= 0; byte = reader.next(), ++size) {
    const auto value = static_cast<std::uint64_t>(byte);
    if (size < 8) head |= value << 8 * size;
    tail = tail >> 8 | value << 56;
  }
  return print_of(head, size < 8 ? 0 : tail, size);
}

// The same of a text without escapes, if eight bytes may be read where it begins.
std::uint64_t print_of(const char* bytes, std::size_t size) {
  if (size >= 8) return print_of(load(bytes), load(bytes + size - 8), size);
  return print_of(load(bytes) & ~(~std::uint64_t{0} << 8 * size), 0, size);
}

// Hostile texts must not fix for ever how much is held.
void begin_afresh(auto& list) {
  list.clear();
  if (list.capacity() > Scanner::kept) list.shrink_to_fit();
}

}  // namespace

Scanner::Scanner(ScanLimits limits) : limits_(limits) { CHECK(limits.depth_max >= 1); }

Scan Scanner::scan(std::string_view text, std::size_t from) {
  CHECK(from < text.size());
  CHECK(text.size() <= 0x7fffffff);
  begin_afresh(keys_);
  begin_afresh(members_);
  begin_ = text.data();
  at_ = begin_ + from;
  end_ = begin_ + text.size();
  value_at_ = nullptr;
  result_ = {};
  if (value())
    result_.at = static_cast<std::size_t>(at_ - begin_);
  else
    find_earlier_duplicate();
  return result_;
}

std::size_t Scanner::held() const {
  const auto bytes = [](const auto& list) { return list.capacity() * sizeof list[0]; };
  return bytes(keys_) + bytes(first_key_) + bytes(members_);
}

// The first fault counts, and objects with many keys that are still open were not looked at. The
// keys of an outer one stand before those of an inner one, and all of them before the fault.
void Scanner::find_earlier_duplicate() {
  while (!first_key_.empty()) close();
}

// One value after the other until the root has ended.
bool Scanner::value() {
  for (;;) {
    skip_spaces();
    if (at_ == end_) return unexpected();
    switch (*at_) {
      case '{':
        if (!open(true)) return false;
        if (at_ != end_ && *at_ == '}') break;
        if (!key()) return false;
        continue;
      case '[':
        if (!open(false)) return false;
        if (at_ != end_ && *at_ == ']') break;
        continue;
      case '"':
        if (!string()) return false;
        break;
      case 't':
        if (!word("true")) return false;
        break;
      case 'f':
        if (!word("false")) return false;
        break;
      case 'n':
        if (!word("null")) return false;
        break;
      default:
        if (!number()) return false;
    }
    if (!after_value()) return false;
    if (first_key_.empty()) return true;
  }
}

// Behind a value, or before the end of an empty container: closes what ends here, and goes on to
// the next value or to the end of the root.
bool Scanner::after_value() {
  while (!first_key_.empty()) {
    const bool object = first_key_.back() != is_array;
    if (first_key_.size() == 1 && value_at_ != nullptr)
      members_.back().value.raw = {value_at_, static_cast<std::size_t>(at_ - value_at_)};
    skip_spaces();
    if (at_ == end_) return unexpected();
    if (*at_ == ',') {
      ++at_;
      return !object || key();
    }
    if (*at_ != (object ? '}' : ']')) return unexpected();
    ++at_;
    if (!close()) return false;
  }
  return true;
}

bool Scanner::open(bool object) {
  if (first_key_.size() == limits_.depth_max) return fail(Reason::TooDeep, at_);
  first_key_.push_back(object ? static_cast<std::uint32_t>(keys_.size()) : is_array);
  ++at_;
  skip_spaces();
  return true;
}

bool Scanner::close() {
  const auto first = first_key_.back();
  first_key_.pop_back();
  if (first == is_array) return true;
  const bool differ = keys_.size() - first <= few_keys || many_keys_differ(first);
  keys_.resize(first);
  return differ;
}

// A key with its colon.
bool Scanner::key() {
  skip_spaces();
  if (at_ == end_ || *at_ != '"') return unexpected();
  const char* start = at_ + 1;
  if (!string()) return false;
  const auto size = static_cast<std::size_t>(at_ - start) - 1;
  const bool escaped = escaped_;
  if (!add_key(static_cast<std::size_t>(start - begin_), size, escaped)) return false;
  skip_spaces();
  if (at_ == end_ || *at_ != ':') return unexpected();
  ++at_;
  if (first_key_.size() == 1) {
    skip_spaces();
    value_at_ = at_;
    members_.push_back({.key = text_of(keys_.back()), .value = {}});
  }
  return true;
}

bool Scanner::number() {
  const char* start = at_;
  const auto digits = [&] {
    const char* first = at_;
    while (at_ != end_ && digit(*at_)) ++at_;
    return at_ != first;
  };
  const auto bad = [&] {
    if (at_ != end_ && *at_ == 0) return unexpected();
    return at_ == end_ ? fail(Reason::UnexpectedEnd, at_) : fail(Reason::BadNumber, start);
  };
  if (*at_ != '-' && !digit(*at_)) return unexpected();
  if (*at_ == '-') ++at_;
  const bool zero = at_ != end_ && *at_ == '0';
  const char* first = at_;
  if (!digits()) return bad();
  if (zero && at_ - first > 1) return fail(Reason::BadNumber, start);
  if (at_ != end_ && *at_ == '.') {
    ++at_;
    if (!digits()) return bad();
  }
  if (at_ != end_ && (*at_ == 'e' || *at_ == 'E')) {
    ++at_;
    if (at_ != end_ && (*at_ == '+' || *at_ == '-')) ++at_;
    if (!digits()) return bad();
  }
  return true;
}

bool Scanner::word(std::string_view expected) {
  for (const char letter : expected) {
    if (at_ == end_ || *at_ != letter) return unexpected();
    ++at_;
  }
  return true;
}

bool Scanner::add_key(std::size_t start, std::size_t size, bool escaped) {
  const auto first = first_key_.back();
  Key added{.print = 0,
            .at = static_cast<std::uint32_t>(start),
            .size = static_cast<std::uint32_t>(size) & 0x7fffffff,
            .escaped = escaped};
  const char* bytes = begin_ + start;
  added.print = escaped || end_ - bytes < 8 ? print_of(text_of(added)) : print_of(bytes, size);
  if (keys_.size() - first < few_keys) {
    for (std::size_t i = first; i < keys_.size(); ++i)
      if (same(keys_[i], added)) return fail(Reason::DuplicateKey, begin_ + start - 1);
  }
  keys_.push_back(added);
  return true;
}

// For an object that ends and has many: sorted, equal ones stand beside each other.
bool Scanner::many_keys_differ(std::size_t first) {
  const auto begin = keys_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto compare = [this](const Key& left, const Key& right) {
    if (left.print != right.print) return left.print < right.print;
    if (!left.escaped && !right.escaped) {
      const int order = text_of(left).raw().compare(text_of(right).raw());
      return order != 0 ? order < 0 : left.at < right.at;
    }
    TextReader one(text_of(left)), other(text_of(right));
    for (;;) {
      const int byte = one.next(), other_byte = other.next();
      if (byte != other_byte) return byte < other_byte;
      if (byte < 0) return left.at < right.at;
    }
  };
  std::sort(begin, keys_.end(), compare);
  auto fault = nowhere;  // The second of two that are the same; the foremost of these.
  for (auto next = begin + 1; next != keys_.end(); ++next)
    if (same(next[-1], *next)) fault = std::min(fault, next->at);
  return fault == nowhere || fail(Reason::DuplicateKey, begin_ + fault - 1);
}

bool Scanner::same(const Key& left, const Key& right) const {
  return left.print == right.print && text_of(left) == text_of(right);
}

Text Scanner::text_of(const Key& key) const {
  const std::string_view raw(begin_ + key.at, key.size);
  return key.escaped ? Text::escaped(raw) : Text::plain(raw);
}

void Scanner::skip_spaces() {
  const char* at = at_;
  while (at != end_ && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')) ++at;
  at_ = at;
}

// Fails at `at_`, whose byte cannot stand there.
bool Scanner::unexpected() {
  if (at_ == end_) return fail(Reason::UnexpectedEnd, at_);
  if (*at_ == 0) return fail(Reason::NulByte, at_);
  const bool valid = sequence_length(at_, static_cast<std::size_t>(end_ - at_)) != 0;
  return fail(valid ? Reason::UnexpectedByte : Reason::NotUtf8, at_);
}

bool Scanner::fail(Reason reason, const char* at) {
  result_ = {.reason = reason, .at = static_cast<std::size_t>(at - begin_)};
  return false;
}

}  // namespace engine::json
