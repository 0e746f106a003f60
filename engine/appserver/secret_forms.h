// Forms in which a name and its secret stand apart: in markup, in members of their own, in calls.
#pragma once
#include <algorithm>
#include <span>

#include "appserver/secret_text.h"

namespace engine::appserver {

class SecretForms : protected SecretText {
 public:
  using SecretText::SecretText;

 protected:
  // The quotes of a name, which may stand in others.
  std::size_t behind_name(std::size_t size) const {
    return size + count(size, [](char byte) { return is_backslash(byte) || is_quote(byte); });
  }
  // <password>x</password>, <a:password b="c">x</a:password>, <property name="a.password">x<, and
  // <key>password</key><string>x<
  bool in_markup(std::size_t size) {
    constexpr std::string_view member = "</key>", names[] = {"name=", "key="};
    const auto opened = at_ - said().size() + said().find_last_of("<>\n");
    if (said().find_last_of("<>\n") == text_.npos) return false;
    const bool listed = rest().substr(size).starts_with(member);
    auto tag = text_.substr(opened + 1, begin_of_name() - opened - 1);
    if (tag.ends_with('"') || tag.ends_with('\'')) tag.remove_suffix(1);
    const bool is_name =
        std::ranges::any_of(names, [&](std::string_view name) { return tag.ends_with(name); });
    if (text_[opened] == '<' ? !is_tag(tag) && !is_name : !listed) return false;
    const auto in_tag = [](char byte) { return byte != '<' && byte != '>'; };
    std::size_t end = size + (listed ? member.size() - 1 : count(size, in_tag));
    // The value may have an element of its own.
    if (ahead(end) == '>' && ahead(end + 1) == '<') end += 2 + count(end + 2, in_tag);
    const std::size_t value = count(end + 1, [](char byte) { return byte != '<'; });
    if (ahead(end) != '>' || value == 0 || ahead(end + 2 + value) != '/' || refers(end + 1, '\0'))
      return false;
    keep(end + 1);
    return hide(value);
  }
  // {"name": "API_TOKEN", "value": "x"}, `- name: API_TOKEN` and below it `value: x`,
  // `--name API_TOKEN --value x`, <add key="ApiKey" value="x"/>.
  bool beside_name(std::size_t size) {
    const auto joins = [](char byte) {
      return is_space(byte) || is_quote(byte) || is_backslash(byte) || byte == ',' || byte == '-';
    };
    constexpr std::string_view words[] = {"value"};
    const std::size_t gap = count(size, joins), end = size + gap + words[0].size();
    if (gap == 0 || !is_one_of(text_.substr(at_ + size + gap, words[0].size()), words))
      return false;
    const auto between = text_.substr(at_ + size, gap);
    const bool option = between.ends_with('-');
    const auto sign = said().find_last_not_of(' ');
    const bool valued = sign != text_.npos && (said()[sign] == ':' || said()[sign] == '=');
    if (!valued && !option && between.find_first_of("\"'") == between.npos) return false;
    const std::size_t quoted = behind_name(end);
    std::size_t from = quoted + count(quoted, [](char byte) { return byte == ' '; });
    if (ahead(from) == ':' || ahead(from) == '=')
      from += 1 + count(from + 1, [](char byte) { return byte == ' '; });
    else if (!option || from == quoted)
      return false;
    return hide_value(from);
  }
  // setPassword("x"), PASSWORD('x'), f("PASSWORD", "x")
  bool in_call(std::size_t size) {
    const auto name = rest().substr(0, size);
    constexpr std::string_view setter[] = {"set", "with"}, alone[] = {"password"};
    const bool sets = std::ranges::any_of(setter, [&](std::string_view word) {
      return is_one_of(name.substr(0, word.size()), std::span(&word, 1));
    });
    if (ahead(size) == '(' && is_quote(ahead(size + 1)) && (sets || is_one_of(name, alone)))
      return hide_value(size + 1);
    const std::size_t begin = begin_of_name();
    if (begin < 2 || !is_quote(text_[begin - 1]) || ahead(size) != text_[begin - 1]) return false;
    const std::size_t comma = size + 1, value = comma + 1 + count(comma + 1, is_space);
    return ahead(comma) == ',' && text_[begin - 2] == '(' && is_quote(ahead(value)) &&
           hide_value(value);
  }
  // auth=("u", "x"), basicAuth("u", "x"), NetworkCredential("u", "x")
  bool login_call(std::size_t size) {
    if (!is_one_of(rest().substr(0, size), login_calls)) return false;
    const std::size_t open = size + (ahead(size) == '=' ? 1 : 0);
    if (ahead(open) != '(' || !is_quote(ahead(open + 1))) return false;
    const std::size_t comma = behind_value(open + 1);
    const std::size_t value = comma + 1 + count(comma + 1, is_space);
    return ahead(comma) == ',' && is_quote(ahead(value)) && hide_value(value);
  }

 private:
  // Of a name with dots: spring.datasource.password.
  std::size_t begin_of_name() const {
    std::size_t begin = at_;
    const std::size_t first = at_ - said().size();
    while (begin > first && (in_name(text_[begin - 1]) || text_[begin - 1] == '.')) --begin;
    return begin;
  }
  // What stands between "<" and the name of an element: nothing, or the name of a namespace.
  static bool is_tag(std::string_view said) {
    return said.empty() ||
           (said.ends_with(':') && std::ranges::all_of(said.substr(0, said.size() - 1), in_name));
  }
};

}  // namespace engine::appserver
