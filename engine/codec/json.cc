#include "engine/codec/json.h"

#include <charconv>

#include "port/check.h"

namespace engine::json {
namespace {

constexpr std::string_view hex = "0123456789abcdef";

std::uint32_t hex_digit(char digit) {
  if (digit <= '9') return static_cast<std::uint32_t>(digit - '0');
  return static_cast<std::uint32_t>((digit | 0x20) - 'a' + 10);
}

std::uint32_t hex_unit(std::string_view digits) {
  std::uint32_t unit = 0;
  for (const char digit : digits.substr(0, 4)) unit = unit << 4 | hex_digit(digit);
  return unit;
}

char meaning(char letter) {
  switch (letter) {
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return letter;
  }
}

bool space(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

// Where the string ends that begins at text[from], behind its quote.
std::size_t string_end(std::string_view text, std::size_t from) {
  for (auto at = from + 1; at < text.size(); ++at) {
    if (text[at] == '"') return at + 1;
    if (text[at] == '\\') ++at;
  }
  return text.size();
}

std::size_t value_end(std::string_view text) {
  std::size_t depth = 0, at = 0;
  while (at < text.size()) {
    const char byte = text[at];
    if (byte == '"') {
      at = string_end(text, at);
      if (depth == 0) return at;
      continue;
    }
    if (byte == '{' || byte == '[') {
      ++depth;
    } else if (byte == '}' || byte == ']') {
      if (depth == 0) return at;  // A number or word ended before it.
      if (--depth == 0) return at + 1;
    } else if (depth == 0 && (byte == ',' || space(byte))) {
      return at;
    }
    ++at;
  }
  return at;
}

void skip(std::string_view& text, char mark = ' ') {
  while (!text.empty() && (space(text.front()) || text.front() == mark)) text.remove_prefix(1);
}

std::string_view take(std::string_view& text, std::size_t size) {
  const auto part = text.substr(0, size);
  text.remove_prefix(size);
  return part;
}

Text between_quotes(std::string_view quoted) {
  const auto raw = quoted.substr(1, quoted.size() - 2);
  return raw.find('\\') == raw.npos ? Text::plain(raw) : Text::escaped(raw);
}

}  // namespace

int TextReader::next() {
  if (waiting_at_ < waiting_count_) return static_cast<unsigned char>(waiting_[waiting_at_++]);
  if (raw_.empty()) return -1;
  const char byte = raw_.front();
  raw_.remove_prefix(1);
  if (!escaped_ || byte != '\\') return static_cast<unsigned char>(byte);
  expand_escape();
  return static_cast<unsigned char>(waiting_[waiting_at_++]);
}

// Puts the UTF-8 of the escape whose backslash was just read into `waiting_`.
void TextReader::expand_escape() {
  CHECK(!raw_.empty());
  const char letter = take(raw_, 1).front();
  waiting_at_ = waiting_count_ = 0;
  const auto put = [&](std::uint32_t byte) {
    waiting_[waiting_count_++] = static_cast<char>(byte);
  };
  if (letter != 'u') return put(static_cast<unsigned char>(meaning(letter)));
  auto point = hex_unit(take(raw_, 4));
  if ((point & 0xfc00) == 0xd800) {  // Checked before: a pair.
    point = 0x10000 + ((point & 0x3ffu) << 10 | (hex_unit(raw_.substr(2)) & 0x3ffu));
    raw_.remove_prefix(6);
  }
  if (point < 0x80) return put(point);
  if (point < 0x800) {
    put(0xc0 | point >> 6);
  } else {
    if (point < 0x10000) {
      put(0xe0 | point >> 12);
    } else {
      put(0xf0 | point >> 18);
      put(0x80 | (point >> 12 & 0x3f));
    }
    put(0x80 | (point >> 6 & 0x3f));
  }
  put(0x80 | (point & 0x3f));
}

std::string Text::decoded() const {
  if (!escaped_) return std::string(raw_);
  std::string out;
  TextReader reader(*this);
  for (int byte = reader.next(); byte >= 0; byte = reader.next())
    out.push_back(static_cast<char>(byte));
  return out;
}

void append(std::string& out, const Text& text) {
  out += '"';
  for (const char byte : text.raw()) {
    const auto value = static_cast<unsigned char>(byte);
    if (!text.is_escaped() && (byte == '"' || byte == '\\')) {
      out += '\\';
      out += byte;
    } else if (!text.is_escaped() && value < 0x20) {
      out += "\\u00";
      out += hex[value >> 4];
      out += hex[value & 15];
    } else {
      out += byte;
    }
  }
  out += '"';
}

bool Text::same_meaning(const Text& other) const {
  TextReader left(*this), right(other);
  for (;;) {
    const int byte = left.next();
    if (byte != right.next()) return false;
    if (byte < 0) return true;
  }
}

Type Value::type() const {
  if (raw.empty()) return Type::Absent;
  switch (raw.front()) {
    case 'n': return Type::Null;
    case 't':
    case 'f': return Type::Boolean;
    case '"': return Type::String;
    case '[': return Type::Array;
    case '{': return Type::Object;
    default: return Type::Number;
  }
}

std::optional<Text> Value::text() const {
  if (type() != Type::String) return std::nullopt;
  return between_quotes(raw);
}

std::optional<std::int64_t> Value::integer() const {
  if (type() != Type::Number) return std::nullopt;
  std::int64_t number = 0;
  const auto* end = raw.data() + raw.size();
  const auto read = std::from_chars(raw.data(), end, number);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return number;
}

std::optional<bool> Value::boolean() const {
  if (type() != Type::Boolean) return std::nullopt;
  return raw.front() == 't';
}

Value Value::member(std::string_view key) const {
  if (type() != Type::Object) return {};
  Parts parts(*this);
  Field part;
  while (parts.next(part))
    if (part.key == key) return part.value;
  return {};
}

Parts::Parts(const Value& whole) {
  const auto type = whole.type();
  if (type != Type::Object && type != Type::Array) return;
  keyed_ = type == Type::Object;
  rest_ = whole.raw.substr(1, whole.raw.size() - 2);
}

bool Parts::next(Field& part) {
  skip(rest_, ',');
  if (rest_.empty()) return false;
  part.key = {};
  if (keyed_) {
    part.key = between_quotes(take(rest_, string_end(rest_, 0)));
    skip(rest_, ':');
  }
  part.value.raw = take(rest_, value_end(rest_));
  return true;
}

}  // namespace engine::json
