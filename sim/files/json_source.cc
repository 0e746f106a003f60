#include "sim/files/json_source.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sim {
namespace {

using Json = nlohmann::json;
using Kind = JsonValue::Kind;

// Counts how far the lexer has read, which its handler is not told.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, std::size_t* consumed) : at_(at), consumed_(consumed) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    ++*consumed_;
    return *this;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  std::size_t* consumed_;
};

bool in_bare_token(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == 'E' || c == '+' || c == '-' ||
         c == '.';
}

// The words of the library between its prefix and its echo of what it read, which may hold
// any bytes.
std::string reworded(std::string what) {
  if (const auto colon = what.find(": "); colon != std::string::npos) what.erase(0, colon + 2);
  if (const auto dash = what.find(" - "); dash != std::string::npos) what.erase(0, dash + 3);
  const auto echo = what.find("; last read: ");
  if (echo != std::string::npos) {
    const auto expected = what.rfind("; expected ");
    const bool after = expected != std::string::npos && expected > echo;
    what = what.substr(0, echo) + (after ? what.substr(expected) : std::string());
  }
  return what;
}

constexpr std::size_t shown_max = 40;

// Short, on one line and in ASCII.
std::string shown(std::string_view text) {
  std::string out;
  for (const char c : text.substr(0, shown_max)) out += c >= ' ' && c <= '~' ? c : '?';
  return out + (text.size() > shown_max ? "..." : "");
}

std::string pointer_step(std::string_view name) {
  std::string out = "/";
  for (const char c : shown(name)) {
    if (c == '~') {
      out += "~0";
    } else if (c == '/') {
      out += "~1";
    } else {
      out += c;
    }
  }
  return out;
}

std::string pointer_step(const JsonValue& parent, std::size_t index) {
  return parent.kind == Kind::Array ? fmt::format("/{}", index)
                                    : pointer_step(parent.items[index].name);
}

// The handler of the library's event parser: builds the tree, and stops at the first fault.
class Builder {
 public:
  Builder(std::string_view text, const std::size_t& consumed, const JsonLimits& limits)
      : text_(text), consumed_(consumed), limits_(limits) {}

  bool null() { return add_bare({}); }
  bool boolean(bool value) { return add_bare({.kind = Kind::Boolean, .boolean = value}); }
  bool number_integer(std::int64_t value) {
    return add_bare({.kind = Kind::Integer, .integer = value});
  }
  bool number_unsigned(std::uint64_t value) {
    constexpr auto most = std::uint64_t{std::numeric_limits<std::int64_t>::max()};
    return add_bare({.kind = Kind::Integer,
                     .integer = static_cast<std::int64_t>(std::min(value, most)),
                     .natural = value});
  }
  bool number_float(double, const std::string& digits) {
    return add_bare({.kind = Kind::Real, .text = digits});
  }
  bool string(std::string& value) {
    return add({.kind = Kind::Text, .text = value, .offset = string_begin()});
  }
  bool binary(Json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Kind::Object); }
  bool end_object() { return close(); }
  bool start_array(std::size_t) { return open(Kind::Array); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    name_offset_ = string_begin();
    const auto [same, is_new] = names_.back().try_emplace(name, name_offset_);
    if (!is_new) {
      name_ = name;
      named_ = true;
      return refuse(name_offset_, fmt::format("{} stands twice in this object.", echo(name)),
                    fmt::format("Take one of the two out; the other is on line {}.",
                                place_of(text_, same->second).line));
    }
    name_ = name;
    named_ = true;
    return true;
  }

  bool parse_error(std::size_t position, const std::string&, const Json::exception& fault) {
    const auto offset = std::min(position, text_.size() + 1) - (position > 0 ? 1 : 0);
    if (std::string_view(fault.what()).find("ill-formed UTF-8") != std::string_view::npos)
      return refuse(offset, "This is not UTF-8.", "Save the file as UTF-8 text.");
    const bool at_end = offset >= text_.size();
    return refuse(offset, fmt::format("This is no JSON: {}.", reworded(fault.what())),
                  at_end ? "The text ends too early."
                         : "Look for a comma, a quote or a bracket that is missing or too many.");
  }

  JsonValue root;
  JsonError error;

 private:
  bool refuse(std::size_t offset, std::string what, std::string remedy) {
    error = {offset, pointer(), std::move(what), std::move(remedy)};
    return false;
  }

  // To what is being read: all that is open, and in it the member whose name was read or the next
  // element.
  std::string pointer() const {
    std::string out;
    for (std::size_t i = 1; i < open_.size(); ++i)
      out += pointer_step(*open_[i - 1], open_[i - 1]->items.size() - 1);
    if (open_.empty()) return out;
    const auto& inner = *open_.back();
    if (inner.kind == Kind::Array) return out + fmt::format("/{}", inner.items.size());
    return named_ ? out + pointer_step(name_) : out;
  }

  // Of the string whose closing quote was read last: a quote inside it is escaped.
  std::size_t string_begin() const {
    std::size_t at = consumed_ - 1;
    while (at > 0) {
      at = text_.rfind('"', at - 1);
      std::size_t slashes = 0;
      while (slashes < at && text_[at - 1 - slashes] == '\\') ++slashes;
      if (slashes % 2 == 0) return at;
    }
    return 0;
  }

  // The lexer reads one character beyond a number.
  bool add_bare(JsonValue value) {
    std::size_t end = std::min(consumed_, text_.size());
    while (end > 0 && !in_bare_token(text_[end - 1])) --end;
    while (end > 0 && in_bare_token(text_[end - 1])) --end;
    value.offset = end;
    return add(std::move(value));
  }

  bool add(JsonValue value) {
    if (++values_ > limits_.values) {
      return refuse(value.offset,
                    fmt::format("The text holds more than {} values.", limits_.values),
                    std::string(limits_.too_much));
    }
    if (open_.empty()) {
      root = std::move(value);
      last_ = &root;
      return true;
    }
    auto& parent = *open_.back();
    if (parent.kind == Kind::Object) {
      value.name = std::move(name_);
      value.name_offset = name_offset_;
      named_ = false;
    }
    parent.items.push_back(std::move(value));
    last_ = &parent.items.back();
    return true;
  }

  bool open(Kind kind) {
    const auto offset = consumed_ - 1;
    if (open_.size() == limits_.depth) {
      return refuse(offset, fmt::format("Values are nested more than {} deep.", limits_.depth),
                    std::string(limits_.too_much));
    }
    if (!add({.kind = kind, .offset = offset})) return false;
    open_.push_back(last_);
    names_.emplace_back();
    return true;
  }

  bool close() {
    open_.back()->last = consumed_ - 1;
    open_.pop_back();
    names_.pop_back();
    return true;
  }

  std::string_view text_;
  const std::size_t& consumed_;
  const JsonLimits& limits_;
  // Each lies in the items of the one before it, which do not move while it is open.
  std::vector<JsonValue*> open_;
  std::vector<std::map<std::string, std::size_t>> names_;  // Of each, and where they stand.
  JsonValue* last_ = nullptr;
  std::string name_;
  std::size_t name_offset_ = 0;
  bool named_ = false;  // A name was read, and not yet its value.
  std::size_t values_ = 0;
};

bool find_pointer(const JsonValue& from, const JsonValue& value, std::string& pointer) {
  if (&from == &value) return true;
  const auto length = pointer.size();
  for (std::size_t i = 0; i < from.items.size(); ++i) {
    pointer += pointer_step(from, i);
    if (find_pointer(from.items[i], value, pointer)) return true;
    pointer.resize(length);
  }
  return false;
}

}  // namespace

std::variant<JsonValue, JsonError> parse_json(std::string_view text, const JsonLimits& limits) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return JsonError{0, {}, "The file is empty.", "Write a JSON object."};
  // The library would take it for the end of the text.
  if (const auto nul = text.find('\0'); nul != std::string_view::npos)
    return JsonError{nul, {}, "A byte is zero (NUL).", "Save the file as UTF-8 text."};
  std::size_t consumed = 0;
  Builder builder(text, consumed, limits);
  const bool parsed =
      Json::sax_parse(CountingIterator(text.data(), &consumed),
                      CountingIterator(text.data() + text.size(), &consumed), &builder);
  if (!parsed) return builder.error;
  return std::move(builder.root);
}

const JsonValue* member_of(const JsonValue& object, std::string_view name) {
  const auto found = std::ranges::find(object.items, name, &JsonValue::name);
  return found == object.items.end() ? nullptr : &*found;
}

TextPlace place_of(std::string_view text, std::size_t offset) {
  TextPlace place{1, 1};
  for (const char c : text.substr(0, offset)) {
    if (c == '\n') {
      ++place.line;
      place.column = 1;
    } else if ((static_cast<unsigned char>(c) & 0xC0u) != 0x80u) {
      ++place.column;
    }
  }
  return place;
}

std::string pointer_to_member(std::string_view name) { return pointer_step(name); }

std::string pointer_to(const JsonValue& root, const JsonValue& value) {
  std::string pointer;
  find_pointer(root, value, pointer);
  return pointer;
}

std::string echo(std::string_view text) { return "`" + shown(text) + "`"; }

}  // namespace sim
