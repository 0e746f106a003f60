#include "engine/appserver/secrets.h"

#include <algorithm>
#include <span>

#include "appserver/secret_forms.h"
#include "appserver/secret_shapes.h"
#include "engine/codec/rpc.h"

namespace engine::appserver {
namespace {

constexpr std::string_view scheme_words[] = {"bearer", "basic", "apikey"};
constexpr std::span<const std::string_view> schemes(scheme_words);

class Masker : SecretForms {
 public:
  using SecretForms::SecretForms;

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

  // -----BEGIN PRIVATE KEY----- and the like, up to its end.
  bool private_key() {
    for (const auto& [begin, last, end] : private_keys) {
      if (!rest().starts_with(begin)) continue;
      const auto behind = rest().substr(0, 40 + last.size()).find(last, begin.size());
      if (behind == std::string_view::npos) continue;
      const auto from = behind + last.size();
      const auto to = std::min(rest().find(end, from), rest().size());
      if (to == from) continue;
      keep(from);
      return hide(to - from);
    }
    return false;
  }

  // scheme://user:password@host, scheme://token@host, and addresses that are secret themselves.
  bool url() {
    const std::size_t scheme = count(0, in_name);
    if (rest().starts_with(jdbc_login)) return login_in_front();
    if (text_.substr(at_ + scheme, 3) != "://") return false;
    const std::size_t from = scheme + 3;
    const std::size_t size = count(
        from,
        [](char byte) {
          return !is_space(byte) && !is_quote(byte) && byte != '/' && byte != '?' && byte != '#';
        },
        looked_at);
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
  // jdbc:oracle:thin:user/password@host
  bool login_in_front() {
    const std::size_t from = jdbc_login.size();
    const auto login = text_.substr(at_ + from, count(from, [](char byte) {
                                      return !is_space(byte) && !is_quote(byte) && byte != '@';
                                    }));
    const auto slash = login.find('/');
    if (slash == login.npos || ahead(from + login.size()) != '@') return false;
    keep(from + slash + 1);
    return login.size() > slash + 1 && hide(login.size() - slash - 1);
  }
  bool path(std::size_t from) {
    const auto is_of_path = [](char byte) {
      return !is_space(byte) && !is_quote(byte) && byte != '?' && byte != '#';
    };
    const auto address = text_.substr(at_, from + count(from, is_of_path, looked_at));
    const auto hide_from = [&](std::size_t begin) {
      keep(begin);
      return hide(count(0, is_of_path, everything));
    };
    if (const auto hook = behind_hook(address); hook != address.npos) return hide_from(hook);
    for (const auto known : secret_paths) {
      const auto found = address.find(known);
      if (found == address.npos || found + known.size() == address.size()) continue;
      return hide_from(found + known.size());
    }
    return false;
  }

  // A word that is a token by its looks.
  bool token() {
    const auto in_shape = [](char byte) { return in_name(byte) || byte == '.'; };
    for (const auto& [prefix, more] : token_prefixes) {
      if (!rest().starts_with(prefix)) continue;
      const bool dotted = prefix.ends_with('.');
      const std::size_t size = count(prefix.size(), dotted ? +in_shape : +in_name, everything);
      if (size >= more) return hide(prefix.size() + size);
    }
    for (const auto& [prefix, digits] : hex_prefixes)
      if (rest().starts_with(prefix) && count(prefix.size(), is_hex_digit) >= digits)
        return hide(prefix.size() + count(prefix.size(), is_hex_digit, everything));
    if (const std::size_t size = web_token(); size >= 30) return hide(size);
    const std::size_t name = count(0, in_name, everything);
    const bool encoded = std::string_view("/+=").find(ahead(name)) != std::string_view::npos;
    return before() != '/' && before() != '+' && !(ahead(name) != '\0' && encoded) &&
           is_drawn_key(rest().substr(0, name)) && hide(name);
  }

  // Of eyJx.y.z, three parts, the length; 0: it is something else.
  std::size_t web_token() const {
    if (!rest().starts_with("eyJ")) return 0;
    std::size_t size = count(0, in_name, everything);
    for (int part = 0; part < 2; ++part) {
      if (ahead(size) != '.') return 0;
      size += 1 + count(size + 1, in_name, everything);
    }
    return ahead(size) == '.' ? 0 : size;
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
    const std::size_t word = count(from, in_name);
    const std::size_t gap =
        count(from + word, [](char byte) { return byte == ' ' || is_backslash(byte); });
    const std::size_t credentials = from + word + gap;
    if (refers(from, quote) || (gap > 0 && refers(credentials, quote))) return false;
    std::size_t end = from;
    while (at_ + end < text_.size() && !ends(end)) ++end;
    if (gap > 0 && word > 0 && credentials < end) from = credentials;
    if (end == from) return false;
    keep(from);
    return hide(end - from);
  }

  // Bearer x, Basic x, in whatever stands around it.
  bool scheme() {
    const std::size_t size = count(0, in_name);
    const std::string_view name = rest().substr(0, size);
    const bool basic = is_one_of(name, schemes.subspan(1));  // And others that are words, too.
    if (!is_one_of(name, schemes)) return false;
    const std::size_t from = size + count(size, is_space);
    const auto is_of_value = [](char byte) { return in_token(byte) || byte == '='; };
    const std::size_t value = count(from, is_of_value, everything);
    if (from == size || value < 8) return false;
    // A login in base 64 is no word: it has capitals or digits within.
    const auto is_mixed = [](char byte) { return byte < 'a' && byte != '-' && byte != '_'; };
    if (basic && std::ranges::none_of(text_.substr(at_ + from + 1, value - 1), is_mixed))
      return false;
    keep(from);
    return hide(value);
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
    std::size_t end = row.word.size();
    if (row.stands == BehindColon) return ahead(end) == ':' && hide_value(end + 1);
    if (row.word.ends_with('.')) end += count(end, [](char byte) { return !is_space(byte); });
    std::size_t from = behind_word_at(end);
    if (from == end) return (row.stands == Glued || row.stands == Either) && hide_value(end);
    for (unsigned char skipped = 0; skipped < row.skips; ++skipped) {
      end = behind_value(from);
      from = behind_word_at(end);
      if (from == end) return false;
    }
    const bool option = ahead(from) == '-' || (row.skips > 0 && ahead(from) == '/');
    if (row.stands == Glued || option || (row.stands == Quoted && !is_quote(ahead(from))))
      return false;
    if (row.stands != AsPair) return hide_value(from);
    const char quote = is_quote(ahead(from)) ? ahead(from) : '\0';
    const std::size_t start = from + (quote == '\0' ? 0 : 1);
    const std::size_t name =
        start + count(start, [](char byte) { return in_name(byte) || byte == '.'; });
    return name > start && row.joins.find(ahead(name)) != row.joins.npos &&
           hide_value(name + 1, quote);
  }

  // NAME=value, "name": value, --name value, --name=value, set NAME value.
  bool named() {
    const std::size_t size = count(0, in_name);
    std::string_view name = rest().substr(0, size);
    const bool option = name.starts_with("-");
    if (takes_login(name) && login(size)) return true;
    if (name.starts_with("-u") && login(2)) return true;
    while (name.starts_with("-")) name.remove_prefix(1);
    // A property of Java or Gradle: -Dpassword=x.
    if (option && (name.starts_with("D") || name.starts_with("P")) &&
        is_secret_name(name.substr(1)))
      name.remove_prefix(1);
    if (login_call(size)) return true;
    if (!is_secret_name(name)) return in_query(size, name) || in_pairs(size);
    if (in_markup(size) || beside_name(size) || in_call(size)) return true;
    std::size_t from = behind_sign(size);
    const bool assigned = from != 0;
    if (!assigned) {
      from = behind_name(size);
      if (!option && !is_set(from)) return false;
      if (const std::size_t next = behind_option(size); next != size) from = next;
      from += count(from, [](char byte) { return byte == ' '; });
      if (ahead(from) == '-') return false;  // The next option.
      if (option && is_mount(from)) return false;
    }
    return hide_value(from);
  }
  // Where the value begins that a sign behind a name assigns: NAME=x, "name": x, name := "x",
  // name => "x", ["NAME"] = "x"; 0 if none does.
  std::size_t behind_sign(std::size_t size) const {
    std::size_t from = behind_name(size);
    const bool quoted = from != size;
    if ((ahead(from) == ']' && quoted) || (ahead(from) == '}' && ahead(from + 1) == ' ')) from += 1;
    const auto is_blank = [](char byte) { return byte == ' '; };
    const std::size_t spaces = count(from, is_blank), sign = from + spaces;
    const bool arrow = (ahead(sign) == ':' && ahead(sign + 1) == '=') ||
                       (ahead(sign) == '=' && ahead(sign + 1) == '>');
    if (ahead(sign) != '=' && ahead(sign) != ':') return 0;
    const std::size_t end = sign + (arrow ? 2 : 1), value = end + count(end, is_blank);
    if (const std::size_t typed = behind_type(end); typed != 0) return typed;
    if (spaces == 0) return ahead(sign) == '=' && !quoted && !arrow ? end : value;
    // With spaces before it only a text is a value, or what no program says: `x = "a"`, `x =
    // a1b2c3`, and not `x = f()`.
    if (ahead(sign) == ':' && !arrow && !is_quote(before())) return 0;
    const std::size_t word = count(value, in_token);
    const bool drawn = value > end && ahead(value + word) != '(' &&
                       looks_drawn(text_.substr(at_ + value, word), 6);
    return is_quote(ahead(text_at(value))) || drawn ? value : 0;
  }
  // Of `: string = "x"`, which ends there with its colon; 0 if no text stands behind a type.
  std::size_t behind_type(std::size_t end) const {
    const auto is_blank = [](char byte) { return byte == ' '; };
    const std::size_t type = end + count(end, is_blank), sign = type + count(type, in_name);
    const std::size_t equals = sign + count(sign, is_blank);
    const std::size_t value = equals + 1 + count(equals + 1, is_blank);
    return sign > type && ahead(equals) == '=' && value > equals + 1 && is_quote(ahead(value))
               ? value
               : 0;
  }
  // Whether this command sets a name that ends there to what follows.
  bool is_set(std::size_t end) const {
    const auto says = [&](std::string_view word) { return in_command_of(word, ""); };
    return ahead(end) == ' ' &&
           (std::ranges::any_of(setting_words, says) ||
            (is_quote(ahead(end + 1)) && std::ranges::any_of(sql_words, says)));
  }
  // heroku config:set A=x B=y, where every value is a secret.
  bool in_pairs(std::size_t size) {
    const auto sets = [&](const PairCommand& row) { return in_command_of(row.program, row.verb); };
    return size > 0 && ahead(size) == '=' && !is_quote(before()) && before() != '-' &&
           ahead(0) != '-' && std::ranges::any_of(pair_commands, sets) && hide_value(size + 1);
  }
  // ?key=x, &sig=x, and "auth": "x".
  bool in_query(std::size_t size, std::string_view name) {
    const bool member =
        name == "auth" && is_quote(before()) && ahead(size) == before() && ahead(size + 1) == ':';
    // A form may begin with it: -d "code=x&state=y".
    const auto ends = [&] {
      const Value first = value_at(size + 1, '\0');
      return ahead(first.from + first.size);
    };
    const bool form = is_quote(before()) && ends() == '&';
    const bool query = (before() == '?' || before() == '&' || form) && ahead(size) == '=';
    if (!member && !(query && is_one_of(name, secret_queries))) return false;
    const std::size_t from = member ? size + 2 + count(size + 2, is_space) : size + 1;
    const Value value = value_at(from, '\0');
    return looks_drawn(text_.substr(at_ + value.from, value.size), 6) && hide_value(from);
  }

  // --user, --proxy-user, --src-creds; -su of curl; -a of http.
  bool takes_login(std::string_view option) const {
    if (!option.starts_with('-') || option.size() < 2) return false;
    const auto letters = option.substr(1), last = option.substr(option.find_last_of("-_") + 1);
    if (is_one_of(last, login_words)) return true;
    const auto is_said = [&](std::string_view program) { return in_command_of(program, ""); };
    if (letters == "a") return std::ranges::any_of(login_programs, is_said);
    return lower(letters.back()) == 'u' && is_said("curl");
  }
  // What docker is told of a secret, which is where it is.
  bool is_mount(std::size_t from) const {
    constexpr std::string_view words[] = {"id=", "type=", "source="};
    return std::ranges::any_of(
        words, [&](std::string_view word) { return text_.substr(at_ + from).starts_with(word); });
  }
  // -u name:password, -u=name:password, -uname:password, "-u", "name:password"
  bool login(std::size_t end) {
    std::size_t from = behind_option(end);
    if (ahead(from) == ' ' || ahead(from) == '=') ++from;
    from += count(from, is_backslash);
    const char quote = is_quote(ahead(from)) ? ahead(from++) : '\0';
    const std::size_t name = from;
    from += count(
        from, [](char byte) { return !is_space(byte) && !is_quote(byte) && byte != ':'; },
        looked_at);
    // A user and a group: `docker run -u 1000:1000`.
    const std::size_t group = from + 1;
    if (from > name && ahead(from) == ':' && count(name, is_digit) == from - name &&
        count(group, is_digit) == value_at(group, quote).size)
      return false;
    // Quotes may end before it: "name":password.
    if (quote != '\0' && ahead(from) == quote && ahead(from + 1) == ':')
      return hide_value(from + 2);
    return ahead(from) == ':' && ahead(from + 1) != '/' && hide_value(from + 1, quote);
  }

  // echo x | docker login --password-stdin; gh auth login --with-token <<< x; echo x > ~/.pgpass
  bool input() {
    const auto reads = [](std::string_view said) {
      return std::ranges::any_of(
          secret_readers, [&](std::string_view reader) { return said.find(reader) != said.npos; });
    };
    if (rest().starts_with("<<<")) return reads(command()) && hide_value(3 + count(3, is_space));
    const bool formats = rest().starts_with("printf ");
    if (!formats && !rest().starts_with("echo ")) return false;
    std::size_t from = formats ? 7 : 5;
    while (!formats && ahead(from) == '-') from = behind_word_at(behind_value(from));
    const auto behind = rest().substr(std::min(behind_value(from), rest().size()), looked_at);
    const auto pipe = behind.find_first_of("|>");
    if (pipe == std::string_view::npos) return false;
    const auto reader = behind.substr(pipe + 1);
    const auto end = std::ranges::find_if(reader, ends_command);
    if (!reads(reader.substr(0, static_cast<std::size_t>(end - reader.begin())))) return false;
    const Value first = value_at(from, '\0');
    if (formats && ahead(first.from) == '%') from = behind_word_at(behind_value(from));
    return hide_value(from);
  }
};

}  // namespace

std::string masked(std::string_view command) { return Masker(command).mask(); }

std::string excerpt(std::string_view bytes, std::size_t most) {
  return rpc::printable(masked(bytes).substr(0, most));
}

}  // namespace engine::appserver
