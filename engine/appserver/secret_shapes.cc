#include "appserver/secret_shapes.h"

#include <algorithm>
#include <iterator>

namespace engine::appserver {
namespace {

// The last words of a name whose value is a secret, without what joins them.
constexpr std::string_view secret_words[] = {
    "password",    "passwd",     "passphrase",      "passcode",    "pass",
    "pwd",         "pw",         "secret",          "secretkey",   "token",
    "auth",        "authtoken",  "authkey",         "accesstoken", "credential",
    "credentials", "apikey",     "accesskey",       "privatekey",  "key",
    "keybase",     "accountkey", "sharedaccesskey", "pgpassword",  "mysqlpwd",
    "sshpass",     "storepass",  "keypass",         "tlspassword", "pat",
    "bearer",      "psk",        "requirepass",     "masterauth"};
// These say it only behind another word, since `--key FILE` and `auth: oidc` are common.
constexpr std::string_view last_words[] = {"key", "auth", "pat", "pw", "bearer"};

bool joins(char byte) { return byte == '_' || byte == '-'; }
// Compares letters in any case, and leaves out what joins words.
bool same_word(std::string_view name, std::string_view word) {
  std::size_t at = 0;
  for (const char byte : name) {
    if (joins(byte)) continue;
    if (at == word.size() || lower(byte) != word[at]) return false;
    ++at;
  }
  return at == word.size();
}
// Where a name's last word begins, if it is this one; npos: it is another.
std::size_t begin_of_last(std::string_view name, std::string_view word) {
  std::size_t at = name.size();
  for (; !word.empty(); word.remove_suffix(1)) {
    while (at > 0 && joins(name[at - 1])) --at;
    if (at == 0 || lower(name[--at]) != word.back()) return name.npos;
  }
  return at;
}
// API_KEY_2 is named as API_KEY is.
std::string_view without_number(std::string_view name) {
  const auto last = name.find_last_not_of("0123456789");
  return last != name.npos && last + 1 < name.size() && name[last] == '_' ? name.substr(0, last)
                                                                          : name;
}

}  // namespace

bool is_one_of(std::string_view name, std::span<const std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return same_word(name, word); });
}

bool is_secret_name(std::string_view whole) {
  const auto name = without_number(whole);
  if (name == "PWD") return false;  // The working directory.
  return std::ranges::any_of(secret_words, [&](std::string_view word) {
    const std::size_t from = begin_of_last(name, word);
    if (from == name.npos) return false;
    const bool starts =
        from == 0 || joins(name[from - 1]) ||
        (lower(name[from]) != name[from] && lower(name[from - 1]) == name[from - 1]);
    // Words that are in no other are the end of a name wherever they begin: dbpassword.
    constexpr std::size_t clear = 6;
    return (starts || (word.size() >= clear && word != "bearer")) &&
           (from > 0 || name == "KEY" ||
            std::ranges::find(last_words, word) == std::end(last_words));
  });
}

bool looks_drawn(std::string_view text, std::size_t least) {
  const auto is_digit = [](char byte) { return byte >= '0' && byte <= '9'; };
  const auto digits = std::ranges::count_if(text, is_digit);
  return text.size() >= least && digits > 0 && static_cast<std::size_t>(digits) < text.size();
}

bool is_drawn_key(std::string_view word) {
  // A digest is told to be compared, and a part of a web token has a shape of its own.
  if (word.starts_with("sha") || word.starts_with("eyJ")) return false;
  while (!word.empty()) {
    const auto part = word.substr(0, word.find_first_of("_-"));
    word.remove_prefix(std::min(part.size() + 1, word.size()));
    const auto count = [&](char from, char to) {
      return std::ranges::count_if(part, [=](char byte) { return byte >= from && byte <= to; });
    };
    if (part.size() >= 20 && count('A', 'Z') >= 4 && count('a', 'z') >= 4 && count('0', '9') >= 3)
      return true;
  }
  return false;
}

namespace {

// A part of an address that only a machine writes. A number alone tells one thing from others.
bool is_drawn_part(std::string_view part) {
  const auto all = [&](auto is) { return std::ranges::all_of(part, is); };
  const auto is_digit = [](char byte) { return byte >= '0' && byte <= '9'; };
  const auto is_hex = [&](char byte) {
    return is_digit(byte) || (lower(byte) >= 'a' && lower(byte) <= 'f') || byte == '-';
  };
  const auto is_plain = [](char byte) { return in_name(byte) && byte != '-' && byte != '_'; };
  return looks_drawn(part, 20) && std::ranges::count_if(part, is_digit) >= 3 &&
         (all(is_hex) || all(is_plain) || is_drawn_key(part));
}

}  // namespace

std::size_t behind_hook(std::string_view address) {
  std::size_t hook = address.npos;
  for (std::size_t from = 0; from < address.size();) {
    const auto end = std::min(address.find('/', from), address.size());
    const auto part = address.substr(from, end - from);
    if (hook != address.npos && is_drawn_part(part)) return hook;
    from = end + 1;
    if (hook == address.npos && is_one_of(part, hook_words)) hook = from;
  }
  return address.npos;
}

}  // namespace engine::appserver
