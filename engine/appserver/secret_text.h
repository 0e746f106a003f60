// A text that is copied while what is secret in it is left out: where one is, what stands around
// it, and where a value or an argument begins and ends.
#pragma once
#include <algorithm>
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
inline bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }
inline bool is_backslash(char byte) { return byte == '\\'; }
// Outside of quotes.
inline bool ends_value(char byte) {
  return is_space(byte) || is_quote(byte) ||
         std::string_view(";|&,)}").find(byte) != std::string_view::npos;
}
inline bool ends_command(char byte) {
  return byte == ';' || byte == '|' || byte == '&' || byte == '\n';
}

// Behind the first such word of a command, in any case; npos if it has none. A word that ends with
// "." is the beginning of one.
inline std::size_t behind_word(std::string_view command, std::string_view word,
                               std::size_t from = 0) {
  const bool open = word.ends_with('.');
  if (open) word.remove_suffix(1);
  const auto is_same = [](char said, char small) { return said == small || lower(said) == small; };
  while (from <= command.size()) {
    const auto found = std::search(command.begin() + static_cast<std::ptrdiff_t>(from),
                                   command.end(), word.begin(), word.end(), is_same);
    if (found == command.end()) return command.npos;
    from = static_cast<std::size_t>(found - command.begin());
    auto end = from + word.size();
    while (open && end < command.size() && in_name(command[end])) ++end;
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
  // Behind an escape such as that of a line end a word begins, too.
  bool at_start_of_word() const {
    return !in_name(before()) || (at_ > 1 && is_backslash(text_[at_ - 2]) &&
                                  std::string_view("nrt").find(before()) != std::string_view::npos);
  }
  void keep(std::size_t size) {
    out_ += text_.substr(at_, size);
    at_ += size;
  }
  bool hide(std::size_t size) {
    out_ += stars;
    at_ += size;
    return true;
  }
  // So far is looked for what says that something is a secret: a text of a megabyte takes no longer
  // than as many short ones. What is hidden has any length.
  static constexpr std::size_t looked_at = 512, value_looked_at = 4096;
  static constexpr std::size_t everything = std::string_view::npos;
  std::size_t count(std::size_t from, bool (*is)(char), std::size_t most = value_looked_at) const {
    std::size_t size = 0;
    while (size < most && at_ + from + size < text_.size() && is(text_[at_ + from + size])) ++size;
    return size;
  }

  std::string_view said() const {
    const std::size_t most = std::min(at_, looked_at);
    return text_.substr(at_ - most, most);
  }
  // What this command says before here: the text up to a `;`, `|`, `&` or line end.
  std::string_view command() const {
    const auto text = said();
    const auto end = std::find_if(text.rbegin(), text.rend(), ends_command);
    return text.substr(text.size() - static_cast<std::size_t>(end - text.rbegin()));
  }
  bool in_command_of(std::string_view program, std::string_view verb) const {
    const auto end = program.empty() ? 0 : behind_word(command(), program);
    return end != std::string_view::npos &&
           (verb.empty() || behind_word(command(), verb, end) != std::string_view::npos);
  }
  // Within a list such as [docker, login].
  bool in_list() const {
    const auto opened = said().rfind('[');
    return opened != text_.npos && said().find(']', opened) == text_.npos;
  }

  // Of a secret, without its quotes; where it begins is counted from here. A backslash at the end
  // of the text makes it one byte longer than there is.
  struct Value {
    std::size_t from, size;
    char quote;  // In which it stands; NUL: none.
  };
  Value value_at(std::size_t from, char quote, std::size_t most = value_looked_at) const {
    if (is_quote(ahead(from))) quote = ahead(from++);
    const bool listed = in_list();
    std::size_t end = at_ + from;
    const std::size_t last = end + std::min(text_.size() - std::min(end, text_.size()), most);
    for (; end < last; ++end) {
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
  // Where a text in quotes begins: behind letters that say of which kind it is, N'x', b"x", $'x',
  // and with the last of three quotes.
  std::size_t text_at(std::size_t from) const {
    const bool prefixed = std::string_view("NbBrRuUfFEL@$").find(ahead(from)) != text_.npos;
    if (prefixed && is_quote(ahead(from + 1)) && ahead(from + 2) != '\0' &&
        !ends_value(ahead(from + 2)))
      ++from;
    const char quote = ahead(from);
    return is_quote(quote) && ahead(from + 1) == quote && ahead(from + 2) == quote ? from + 2
                                                                                   : from;
  }
  // `quote`: in which the name of it stands as well, such as a user's.
  bool hide_value(std::size_t from, char quote = '\0') {
    if (quote == '\0') from = text_at(from);
    if (is_quote(ahead(from)) ? refers(from + 1, ahead(from)) : refers(from, quote)) return false;
    const Value value = value_at(from, quote, everything);
    if (value.size == 0) return false;
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
    if (next == end && ahead(end) == '=') return end + 1;
    return next + count(next, [](char byte) { return byte == ' '; });
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace engine::appserver
