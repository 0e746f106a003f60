#include "engine/appserver/secrets.h"

#include <algorithm>
#include <span>

#include "appserver/secret_shapes.h"
#include "engine/codec/rpc.h"

namespace engine::appserver {
namespace {

constexpr std::string_view stars = "***";
constexpr std::string_view scheme_words[] = {"bearer", "basic"};
constexpr std::span<const std::string_view> schemes(scheme_words);

bool in_token(char byte) { return in_name(byte) || byte == '.' || byte == '+' || byte == '/'; }
bool is_space(char byte) { return byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r'; }
bool is_quote(char byte) { return byte == '"' || byte == '\''; }
bool is_backslash(char byte) { return byte == '\\'; }
// Outside of quotes.
bool ends_value(char byte) {
  return is_space(byte) || is_quote(byte) ||
         std::string_view(";|&,)}").find(byte) != std::string_view::npos;
}
bool ends_command(char byte) { return byte == ';' || byte == '|' || byte == '&' || byte == '\n'; }

// Behind the first such word of a command; npos if it has none.
std::size_t behind_word(std::string_view command, std::string_view word, std::size_t from = 0) {
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

class Masker {
 public:
  explicit Masker(std::string_view text) : text_(text) {}

  std::string mask() {
    while (at_ < text_.size()) {
      if (!at_start_of_word() || !hides_here()) keep(1);
    }
    return out_;
  }

 private:
  bool hides_here() {
    return private_key() || url() || token() || header() || scheme() || argument() || named() ||
           input();
  }

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
    return first == '<' || (quote != '\'' && (first == '$' || first == '`'));
  }
  // `quote`: in which the name of it stands as well, such as a user's.
  bool hide_value(std::size_t from, char quote = '\0') {
    const Value value = value_at(from, quote);
    if (value.size == 0 || refers(value.from, value.quote)) return false;
    keep(value.from);
    return hide(value.size);
  }

  // -----BEGIN PRIVATE KEY----- and so on, up to its end.
  bool private_key() {
    constexpr std::string_view begin = "-----BEGIN ", last = "PRIVATE KEY-----";
    if (!rest().starts_with(begin)) return false;
    const auto behind = rest().find(last);
    if (behind == std::string_view::npos || behind > 40) return false;
    const auto from = behind + last.size();
    const auto end = std::min(rest().find("-----END", from), rest().size());
    if (end == from) return false;
    keep(from);
    return hide(end - from);
  }

  // scheme://user:password@host, scheme://token@host, and addresses that are secret themselves.
  bool url() {
    const std::size_t scheme = count(0, in_name);
    if (text_.substr(at_ + scheme, 3) != "://") return false;
    const std::size_t from = scheme + 3;
    const std::size_t size = count(from, [](char byte) {
      return !is_space(byte) && !is_quote(byte) && byte != '/' && byte != '?' && byte != '#';
    });
    const std::string_view authority = text_.substr(at_ + from, size);
    const auto at = authority.rfind('@');
    return (at != authority.npos && login_of(from, authority.substr(0, at))) || path(from);
  }
  bool login_of(std::size_t from, std::string_view login) {
    const auto colon = std::min(login.find(':'), login.size());
    const auto password = login.substr(std::min(colon + 1, login.size()));
    if ((password.empty() || password == "x-oauth-basic") &&
        looks_drawn(login.substr(0, colon), 16)) {
      keep(from);
      return hide(colon);
    }
    if (password.empty() || password[0] == '$') return false;
    keep(from + colon + 1);
    return hide(password.size());
  }
  bool path(std::size_t from) {
    const auto address =
        text_.substr(at_, from + count(from, [](char byte) {
                            return !is_space(byte) && !is_quote(byte) && byte != '?' && byte != '#';
                          }));
    for (const auto known : secret_paths) {
      const auto found = address.find(known);
      if (found == address.npos || found + known.size() == address.size()) continue;
      keep(found + known.size());
      return hide(address.size() - found - known.size());
    }
    return false;
  }

  // A word that is a token by its looks.
  bool token() {
    const auto in_shape = [](char byte) { return in_name(byte) || byte == '.'; };
    for (const auto& [prefix, more] : token_prefixes) {
      if (!rest().starts_with(prefix)) continue;
      const bool dotted = prefix.ends_with('.');
      const std::size_t size = count(prefix.size(), dotted ? +in_shape : +in_name);
      if (size >= more) return hide(prefix.size() + size);
    }
    if (!rest().starts_with("eyJ")) return false;
    const std::size_t size = count(0, in_shape);
    const std::string_view word = rest().substr(0, size);
    if (size < 30 || std::count(word.begin(), word.end(), '.') != 2) return false;
    return hide(size);
  }

  // Authorization: token x, "Cookie: a=b; c=d", and as members. The scheme stays.
  bool header() {
    const std::size_t size = count(0, in_name);
    if (!is_one_of(rest().substr(0, size), secret_headers)) return false;
    std::size_t from =
        size + count(size, [](char byte) { return is_backslash(byte) || is_quote(byte); });
    if (ahead(from) != ':' && ahead(from) != '=') return false;
    const std::size_t behind = ++from;
    from += count(from, [](char byte) { return byte == ' ' || is_backslash(byte); });
    // The quotes around the header, or those of a member's value.
    char quote = behind == size + 1 && is_quote(before()) ? before() : '\0';
    if (is_quote(ahead(from)) && quote == '\0') quote = ahead(from++);
    const bool to_end_of_line = quote == '\0' && ahead(behind) == ' ';
    const auto ends = [&](std::size_t at) {
      const char byte = ahead(at);
      if (quote != '\0') return byte == quote || (is_backslash(byte) && ahead(at + 1) == quote);
      return byte == '\n' || is_quote(byte) ||
             (!to_end_of_line && is_space(byte) && !is_backslash(ahead(at - 1)));
    };
    std::size_t end = from;
    while (at_ + end < text_.size() && !ends(end)) ++end;
    const std::size_t word = count(from, in_name);
    const std::size_t gap =
        count(from + word, [](char byte) { return byte == ' ' || is_backslash(byte); });
    if (gap > 0 && word > 0 && from + word + gap < end) from += word + gap;
    if (end == from || refers(from, quote)) return false;
    keep(from);
    return hide(end - from);
  }

  // Bearer x, Basic x, in whatever stands around it.
  bool scheme() {
    const std::size_t size = count(0, in_name);
    const std::string_view name = rest().substr(0, size);
    const bool basic = is_one_of(name, schemes.subspan(1));
    if (!is_one_of(name, schemes)) return false;
    const std::size_t from = size + count(size, is_space);
    const std::size_t value = count(from, [](char byte) { return in_token(byte) || byte == '='; });
    if (from == size || value < 8) return false;
    // A login in base 64 is no word: it has capitals or digits within.
    const auto is_mixed = [](char byte) { return byte < 'a' && byte != '-' && byte != '_'; };
    if (basic && std::ranges::none_of(text_.substr(at_ + from + 1, value - 1), is_mixed))
      return false;
    keep(from);
    return hide(value);
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
  // Likewise, behind a space or "=".
  std::size_t behind_word_at(std::size_t end) const {
    const std::size_t next = behind_option(end);
    if (next != end) return next;
    return ahead(end) == '=' ? end + 1 : end + count(end, [](char byte) { return byte == ' '; });
  }

  // What some programs take: sshpass -p x, docker login -p x, vault login x.
  bool argument() {
    for (const auto& row : secret_arguments)
      if (rest().starts_with(row.word) && in_command_of(row.program, row.verb) && takes(row))
        return true;
    return false;
  }
  bool takes(const SecretArgument& row) {
    using enum SecretArgument::Stands;
    const std::size_t end = row.word.size();
    if (row.stands == BehindColon) return ahead(end) == ':' && hide_value(end + 1);
    const std::size_t from = behind_word_at(end);
    if (from == end) return (row.stands == Glued || row.stands == Either) && hide_value(end);
    if (row.stands == Glued || ahead(from) == '-') return false;
    if (row.stands != AsPair) return hide_value(from);
    const char quote = is_quote(ahead(from)) ? ahead(from) : '\0';
    const std::size_t start = from + (quote == '\0' ? 0 : 1);
    const std::size_t name =
        start + count(start, [](char byte) { return in_name(byte) || byte == '.'; });
    return (ahead(name) == '=' || ahead(name) == '%') && hide_value(name + 1, quote);
  }

  // NAME=value, "name": value, --name value, --name=value, set NAME value.
  bool named() {
    const std::size_t size = count(0, in_name);
    std::string_view name = rest().substr(0, size);
    const bool option = name.starts_with("-");
    for (const auto& row : login_options)
      if (rest().starts_with(row.word) && in_command_of(row.program, "") &&
          (row.word == "-u" || size == row.word.size()) && login(row.word.size()))
        return true;
    while (name.starts_with("-")) name.remove_prefix(1);
    if (!is_secret_name(name)) return in_query(size, name);
    // The quotes of a name, which may stand in others.
    std::size_t from =
        size + count(size, [](char byte) { return is_backslash(byte) || is_quote(byte); });
    const std::size_t spaces = count(from, [](char byte) { return byte == ' '; });
    // With spaces before it only a text is a value: `x = "a"`, and not `x = f()`.
    const std::size_t sign = ahead(from + spaces) == '=' && ahead(from + spaces + 1) == ' ' &&
                                     is_quote(ahead(from + spaces + 2))
                                 ? from + spaces
                                 : from;
    const bool assigned = ahead(sign) == '=' || ahead(sign) == ':';
    if (assigned)
      from = sign + 1;
    else if (!option && !is_set(from))
      return false;
    else if (const std::size_t next = behind_option(size); next != size)
      from = next;
    if (ahead(from - 1) != '=' || sign != size)
      from += count(from, [](char byte) { return byte == ' '; });
    if (!assigned && ahead(from) == '-') return false;  // The next option.
    return hide_value(from);
  }
  // Whether this command sets a name that ends there to what follows.
  bool is_set(std::size_t end) const {
    return ahead(end) == ' ' && std::ranges::any_of(setting_words, [&](std::string_view word) {
             return in_command_of(word, "");
           });
  }
  // ?key=x, &sig=x, and "auth": "x".
  bool in_query(std::size_t size, std::string_view name) {
    const bool member =
        name == "auth" && is_quote(before()) && ahead(size) == before() && ahead(size + 1) == ':';
    const bool query = (before() == '?' || before() == '&') && ahead(size) == '=';
    if (!member && !(query && is_one_of(name, secret_queries))) return false;
    const std::size_t from = member ? size + 2 + count(size + 2, is_space) : size + 1;
    const Value value = value_at(from, '\0');
    return looks_drawn(text_.substr(at_ + value.from, value.size), 6) && hide_value(from);
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
    return ahead(from) == ':' && ahead(from + 1) != '/' && hide_value(from + 1, quote);
  }

  // echo x | docker login --password-stdin; gh auth login --with-token <<< x
  bool input() {
    const auto reads = [](std::string_view said) {
      return std::ranges::any_of(
          secret_readers, [&](std::string_view reader) { return said.find(reader) != said.npos; });
    };
    if (rest().starts_with("<<<")) return reads(command()) && hide_value(3 + count(3, is_space));
    if (!rest().starts_with("echo ")) return false;
    const auto pipe = rest().find('|');
    if (pipe == std::string_view::npos) return false;
    const auto reader = rest().substr(pipe + 1);
    const auto end = std::ranges::find_if(reader, ends_command);
    if (!reads(reader.substr(0, static_cast<std::size_t>(end - reader.begin())))) return false;
    const std::size_t from = rest().starts_with("echo -n ") ? 8 : 5;
    return hide_value(from);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

std::string masked(std::string_view command) { return Masker(command).mask(); }

std::string excerpt(std::string_view bytes, std::size_t most) {
  return rpc::printable(masked(bytes).substr(0, most));
}

}  // namespace engine::appserver
