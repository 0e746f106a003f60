// A text that is copied while what is secret in it is left out: where one is, what stands around
// it, and where a value or an argument begins and ends.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "appserver/secret_shapes.h"

namespace engine::appserver {

inline constexpr std::string_view stars = "***";

inline bool in_token(char byte) {
  return in_name(byte) || byte == '.' || byte == '+' || byte == '/';
}
inline bool is_space(char byte) {
  return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
}
inline bool is_quote(char byte) { return byte == '"' || byte == '\''; }
inline bool is_hex_digit(char byte) {
  return (byte >= '0' && byte <= '9') || (lower(byte) >= 'a' && lower(byte) <= 'f');
}
inline bool is_backslash(char byte) { return byte == '\\'; }
// Outside of quotes.
inline bool ends_value(char byte) {
  return is_space(byte) || is_quote(byte) ||
         std::string_view(";|&,)}").find(byte) != std::string_view::npos;
}
inline bool ends_command(char byte) {
  return byte == ';' || byte == '|' || byte == '&' || byte == '\n';
}

// Behind the first such word of a command; npos if it has none.
inline std::size_t behind_word(std::string_view command, std::string_view word,
                               std::size_t from = 0) {
  while ((from = command.find(word, from)) != command.npos) {
    const auto end = from + word.size();
    const bool begins = from == 0 || !(in_name(command[from - 1]) || command[from - 1] == '.');
    if (begins && (end == command.size() || is_space(command[end]) || is_quote(command[end]) ||
                   command[end] == ','))
      return end;
    from = end;
  }
  return command.npos;
}

class SecretText {
 public:
  explicit SecretText(std::string_view text) : text_(text) {}

 protected:
  std::string_view rest() const { return text_.substr(at_); }
  char ahead(std::size_t by) const { return at_ + by < text_.size() ? text_[at_ + by] : '\0'; }
  char before() const { return at_ > 0 ? text_[at_ - 1] : '\0'; }
  bool at_start_of_word() const { return at_ == 0 || !in_name(text_[at_ - 1]); }
  void keep(std::size_t size) {
    out_ += text_.substr(at_, size);
    at_ += size;
  }
  bool hide(std::size_t size) {
    out_ += stars;
    at_ += size;
    return true;
  }
  std::size_t count(std::size_t from, bool (*is)(char)) const {
    std::size_t size = 0;
    while (at_ + from + size < text_.size() && is(text_[at_ + from + size])) ++size;
    return size;
  }

  // What this command says before here: the text up to a `;`, `|`, `&` or line end.
  std::string_view command() const {
    std::size_t from = at_;
    while (from > 0 && !ends_command(text_[from - 1])) --from;
    return text_.substr(from, at_ - from);
  }
  bool in_command_of(std::string_view program, std::string_view verb) const {
    if (program.empty()) return true;
    const auto end = behind_word(command(), program);
    return end != std::string_view::npos &&
           (verb.empty() || behind_word(command(), verb, end) != std::string_view::npos);
  }
  // Within a list such as [docker, login].
  bool in_list() const {
    const auto said = text_.substr(0, at_);
    const auto opened = said.rfind('[');
    return opened != said.npos && said.find(']', opened) == said.npos;
  }

  // Of a secret, without its quotes; where it begins is counted from here. A backslash at the end
  // of the text makes it one byte longer than there is.
  struct Value {
    std::size_t from, size;
    char quote;  // In which it stands; NUL: none.
  };
  Value value_at(std::size_t from, char quote) const {
    if (is_quote(ahead(from))) quote = ahead(from++);
    const bool listed = in_list();
    std::size_t end = at_ + from;
    for (; end < text_.size(); ++end) {
      const char byte = text_[end];
      if (quote == '\0' ? ends_value(byte) || (listed && byte == ']') : byte == quote) break;
      // In single quotes it is a byte like others.
      if (byte == '\\' && quote != '\'') ++end;
    }
    return {from, end - at_ - from, quote};
  }
  // What stands for a variable or a command's output shows nothing by itself.
  bool refers(std::size_t from, char quote) const {
    const char first = ahead(from);
    return first == '<' ||
           (quote != '\'' && (first == '$' || first == '`' || (first == '(' && quote == '\0')));
  }
  // `quote`: in which the name of it stands as well, such as a user's.
  bool hide_value(std::size_t from, char quote = '\0') {
    const Value value = value_at(from, quote);
    if (value.size == 0 || refers(value.from, value.quote)) return false;
    keep(value.from);
    return hide(value.size);
  }

  // Where what follows an option that ends there begins: behind the quotes in which it stands, and
  // behind the comma of a list.
  std::size_t behind_option(std::size_t end) const {
    const std::size_t last = end + count(end, is_backslash);
    const bool quoted = is_quote(ahead(last)) && before() == ahead(last);
    if (!quoted && !(ahead(end) == ',' && in_list())) return end;
    const std::size_t comma = quoted ? last + 1 + count(last + 1, is_space) : end;
    return ahead(comma) == ',' ? comma + 1 + count(comma + 1, is_space) : last + 1;
  }
  // Behind the value that begins there, and behind its quotes unless they are the list's.
  std::size_t behind_value(std::size_t from) const {
    const Value value = value_at(from, '\0');
    const std::size_t end = value.from + value.size;
    return value.quote != '\0' && value.quote != before() ? end + 1 : end;
  }
  // Where what follows a word begins: as behind an option, or behind a space or "=".
  std::size_t behind_word_at(std::size_t end) const {
    const std::size_t next = behind_option(end);
    if (next != end) return next;
    return ahead(end) == '=' ? end + 1 : end + count(end, [](char byte) { return byte == ' '; });
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace engine::appserver
