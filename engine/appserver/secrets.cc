#include "engine/appserver/secrets.h"

#include <algorithm>
#include <array>

namespace engine::appserver {
namespace {

constexpr std::string_view stars = "***";

// Of a letter. Of nothing else it makes one, and digits stay.
char lower(char byte) { return static_cast<char>(byte | 0x20); }
bool is_letter_or_digit(char byte) {
  const char small = lower(byte);
  return (small >= 'a' && small <= 'z') || (byte >= '0' && byte <= '9');
}
bool in_name(char byte) { return is_letter_or_digit(byte) || byte == '_' || byte == '-'; }
bool in_token(char byte) { return in_name(byte) || byte == '.' || byte == '+' || byte == '/'; }
bool is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }
bool is_quote(char byte) { return byte == '"' || byte == '\''; }
bool is_backslash(char byte) { return byte == '\\'; }
// Outside of quotes.
bool ends_value(char byte) {
  return is_space(byte) || is_quote(byte) ||
         std::string_view(";|&,)}").find(byte) != std::string_view::npos;
}

// Compares letters in any case, and leaves out what joins words.
bool same_word(std::string_view name, std::string_view word) {
  std::size_t at = 0;
  for (const char byte : name) {
    if (byte == '_' || byte == '-') continue;
    if (at == word.size() || lower(byte) != word[at]) return false;
    ++at;
  }
  return at == word.size();
}

// Whether the value of this name is nobody's business: one of its words, or its end, says so.
bool is_secret_name(std::string_view name) {
  static constexpr std::array words{
      std::string_view("password"),    std::string_view("passwd"),
      std::string_view("passphrase"),  std::string_view("secret"),
      std::string_view("token"),       std::string_view("apikey"),
      std::string_view("pwd"),         std::string_view("credential"),
      std::string_view("credentials"), std::string_view("pass"),
      std::string_view("accesskey"),   std::string_view("privatekey"),
      std::string_view("secretkey"),   std::string_view("authkey"),
      std::string_view("authtoken"),   std::string_view("accesstoken"),
      std::string_view("pgpassword"),  std::string_view("sshpass"),
      std::string_view("mysqlpwd"),    std::string_view("key")};
  // PWD alone is the working directory.
  if (name == "PWD") return false;
  for (std::size_t from = 0; from < name.size(); ++from) {
    const bool starts =
        from == 0 || name[from - 1] == '_' || name[from - 1] == '-' ||
        (lower(name[from]) != name[from] && lower(name[from - 1]) == name[from - 1]);
    if (!starts) continue;
    for (const std::string_view word : words) {
      // "key" alone, as in --key FILE, is too common for a secret.
      if (word == "key" && from == 0 && name != "KEY") continue;
      if (same_word(name.substr(from), word)) return true;
    }
  }
  return false;
}

struct Prefix {
  std::string_view text;
  std::size_t more;  // So many letters and digits behind it at least.
};
constexpr std::array prefixes{
    Prefix{"sk-", 16},   Prefix{"sk_live_", 10},    Prefix{"sk_test_", 10}, Prefix{"rk_live_", 10},
    Prefix{"ghp_", 20},  Prefix{"gho_", 20},        Prefix{"ghu_", 20},     Prefix{"ghs_", 20},
    Prefix{"ghr_", 20},  Prefix{"github_pat_", 20}, Prefix{"glpat-", 16},   Prefix{"xoxb-", 10},
    Prefix{"xoxp-", 10}, Prefix{"xoxa-", 10},       Prefix{"xoxs-", 10},    Prefix{"AKIA", 16},
    Prefix{"ASIA", 16},  Prefix{"AIza", 30},        Prefix{"npm_", 20},     Prefix{"pypi-", 20},
    Prefix{"hf_", 20},   Prefix{"ya29.", 20}};

class Masker {
 public:
  explicit Masker(std::string_view text) : text_(text) {}

  std::string mask() {
    while (at_ < text_.size()) {
      if (!at_start_of_word() || !(url() || token() || scheme() || named())) keep(1);
    }
    return out_;
  }

 private:
  std::string_view rest() const { return text_.substr(at_); }
  char ahead(std::size_t by) const { return at_ + by < text_.size() ? text_[at_ + by] : '\0'; }
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

  // Of a secret, without its quotes; where it begins is counted from here. A backslash at the end
  // of the text makes it one byte longer than there is.
  struct Value {
    std::size_t from, size;
    char quote;  // In which it stands; NUL: none.
  };
  Value value_at(std::size_t from, char quote) const {
    if (is_quote(ahead(from))) quote = ahead(from++);
    std::size_t end = at_ + from;
    for (; end < text_.size(); ++end) {
      const char byte = text_[end];
      if (quote == '\0' ? ends_value(byte) : byte == quote) break;
      // In single quotes it is a byte like others.
      if (byte == '\\' && quote != '\'') ++end;
    }
    return {from, end - at_ - from, quote};
  }
  // `quote`: in which the name of it stands as well, such as a user's.
  bool hide_value(std::size_t from, char quote = '\0') {
    const Value value = value_at(from, quote);
    const char first = ahead(value.from);
    // What stands for a variable or a command's output shows nothing by itself.
    const bool refers = first == '<' || (value.quote != '\'' && (first == '$' || first == '`'));
    if (value.size == 0 || refers) return false;
    keep(value.from);
    return hide(value.size);
  }

  // scheme://user:password@host
  bool url() {
    const std::size_t scheme = count(0, in_name);
    if (text_.substr(at_ + scheme, 3) != "://") return false;
    const std::size_t from = scheme + 3;
    const std::size_t size = count(from, [](char byte) {
      return !is_space(byte) && !is_quote(byte) && byte != '/' && byte != '?' && byte != '#';
    });
    const std::string_view authority = text_.substr(at_ + from, size);
    const auto at = authority.rfind('@'), colon = authority.find(':');
    if (at == authority.npos || colon == authority.npos || colon + 1 >= at) return false;
    if (authority[colon + 1] == '$') return false;
    keep(from + colon + 1);
    return hide(at - colon - 1);
  }

  // A word that is a token by its looks.
  bool token() {
    for (const auto& [prefix, more] : prefixes) {
      if (!rest().starts_with(prefix)) continue;
      const std::size_t size = count(prefix.size(), in_name);
      if (size >= more) return hide(prefix.size() + size);
    }
    if (!rest().starts_with("eyJ")) return false;
    const std::size_t size = count(0, [](char byte) { return in_name(byte) || byte == '.'; });
    const std::string_view word = rest().substr(0, size);
    if (size < 30 || std::count(word.begin(), word.end(), '.') != 2) return false;
    return hide(size);
  }

  // Authorization: Bearer x, Basic x.
  bool scheme() {
    const std::size_t size = count(0, in_name);
    const std::string_view name = rest().substr(0, size);
    if (!same_word(name, "bearer") && !same_word(name, "basic")) return false;
    const std::size_t from = size + count(size, is_space);
    const std::size_t value = count(from, [](char byte) { return in_token(byte) || byte == '='; });
    if (from == size || value < 8) return false;
    keep(from);
    return hide(value);
  }

  // Where what follows an option that ends there begins: behind the quotes in which it stands, and
  // behind the comma of a list.
  std::size_t behind_option(std::size_t end) const {
    const std::size_t last = end + count(end, is_backslash);
    const bool quoted = at_ > 0 && is_quote(ahead(last)) && text_[at_ - 1] == ahead(last);
    if (!quoted) return end;
    const std::size_t comma = last + 1 + count(last + 1, is_space);
    return ahead(comma) == ',' ? comma + 1 + count(comma + 1, is_space) : last + 1;
  }

  // NAME=value, "name": value, --name value, --name=value.
  bool named() {
    const std::size_t size = count(0, in_name);
    std::string_view name = rest().substr(0, size);
    const bool option = name.starts_with("-");
    while (name.starts_with("-")) name.remove_prefix(1);
    if (option && name == "user") return login(size);
    if (rest().starts_with("-u") && login(2)) return true;
    if (!is_secret_name(name)) return false;
    // The quotes of a name, which may stand in others.
    std::size_t from =
        size + count(size, [](char byte) { return is_backslash(byte) || is_quote(byte); });
    const bool assigned = ahead(from) == '=' || ahead(from) == ':';
    if (!assigned && !option) return false;
    if (assigned)
      ++from;
    else if (const std::size_t next = behind_option(size); next != size)
      from = next;
    const bool spaced = ahead(from - 1) != '=';
    if (spaced) from += count(from, [](char byte) { return byte == ' '; });
    if (!assigned && ahead(from) == '-') return false;  // The next option.
    return hide_value(from);
  }

  // -u name:password, -u=name:password, -uname:password, "-u", "name:password"
  bool login(std::size_t end) {
    std::size_t from = behind_option(end);
    if (ahead(from) == ' ' || ahead(from) == '=') ++from;
    from += count(from, is_backslash);
    const char quote = is_quote(ahead(from)) ? ahead(from++) : '\0';
    from +=
        count(from, [](char byte) { return !is_space(byte) && !is_quote(byte) && byte != ':'; });
    // Quotes may end before it: "name":password.
    if (quote != '\0' && ahead(from) == quote && ahead(from + 1) == ':')
      return hide_value(from + 2);
    return ahead(from) == ':' && hide_value(from + 1, quote);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string masked(std::string_view command) { return Masker(command).mask(); }

}  // namespace engine::appserver
