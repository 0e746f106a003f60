// Values of a client's requests and answers, as they stand in a recording.
#include "appserver/values.h"

#include <algorithm>

namespace conformance::appserver {
namespace {

using spec::appserver::InputRow;
using spec::appserver::Setting;
using spec::appserver::ValueRow;
using spec::appserver::Values;
using spec::appserver::ValueShape;
using spec::appserver::WrongSettings;
namespace json = engine::json;

bool is_absent(const json::Value& value) {
  return !value.present() || value.type() == json::Type::Null;
}
bool is_one_of(const json::Value& value, std::span<const std::string_view> words) {
  const auto text = value.text();
  return text && std::ranges::any_of(words, [&](auto word) { return *text == word; });
}
bool has_types(const json::Value& sandbox) {
  const auto roots = sandbox.member("writableRoots"), network = sandbox.member("networkAccess");
  json::Field root;
  if (!is_absent(roots) && roots.type() != json::Type::Array) return false;
  if (!is_absent(roots))
    for (json::Parts parts(roots); parts.next(root);)
      if (!root.value.text()) return false;
  // A word where another one keeps the sandbox.
  return is_absent(network) || network.boolean() || network.text();
}

Setting fault_of(const ValueRow& row, const json::Value& value) {
  const bool object = value.type() == json::Type::Object;
  const bool takes_words = row.shape != ValueShape::Typed && row.shape != ValueShape::AnyText;
  const bool takes_types = row.shape == ValueShape::Typed || row.shape == ValueShape::WordOrTyped;
  if (row.shape == ValueShape::AnyText)
    return value.text() && !value.text()->raw().empty() ? Setting::None : row.setting;
  if (takes_words && is_one_of(value, row.words)) return Setting::None;
  if (row.shape == ValueShape::WordOrKey && object && value.member("granular").present())
    return Setting::None;
  if (!takes_types || !object || !is_one_of(value.member("type"), row.words)) return row.setting;
  return has_types(value) ? Setting::None : Setting::SandboxPart;
}

Setting fault_of(const Values& values, const json::Value& item) {
  if (item.type() != json::Type::Object) return Setting::InputKind;
  const auto type = item.member("type").text();
  const auto row = std::ranges::find_if(
      values.inputs, [&](const InputRow& each) { return type && *type == each.type; });
  if (row == values.inputs.end()) return Setting::InputKind;
  const bool has = item.member(row->member).text() ||
                   (!row->or_member.empty() && item.member(row->or_member).text());
  return has ? Setting::None : Setting::InputMember;
}

// A refusal may be written out: what is false, empty or without access is not given.
bool gives_anything(const json::Value& value, int depth_left = 8) {
  if (const auto yes = value.boolean()) return *yes;
  if (const auto text = value.text()) return !(*text == "");
  const auto access = value.member("access").text();
  const bool has_parts = value.type() == json::Type::Object || value.type() == json::Type::Array;
  if (!has_parts || depth_left == 0 || (access && *access == "none")) return false;
  json::Field part;
  for (json::Parts parts(value); parts.next(part);)
    if (gives_anything(part.value, depth_left - 1)) return true;
  return false;
}

}  // namespace

WrongSettings wrong_settings(const Values& values, const json::Value& params) {
  if (params.type() != json::Type::Object) return 0;
  WrongSettings out = 0;
  const auto add = [&](Setting wrong) {
    out = static_cast<WrongSettings>(out | spec::appserver::bit_of(wrong));
  };
  json::Field member, item;
  for (json::Parts parts(params); parts.next(member);) {
    if (is_absent(member.value)) continue;
    for (const auto& row : values.rows)
      if (member.key == row.key) add(fault_of(row, member.value));
    if (!(member.key == "input") || member.value.type() != json::Type::Array) continue;
    for (json::Parts items(member.value); items.next(item);) add(fault_of(values, item.value));
  }
  return out;
}

AnswerMember permissions_granted(const json::Value& value) {
  return {.fits = value.type() == json::Type::Object, .grants = gives_anything(value)};
}

// A list for each question.
AnswerMember answers_given(const json::Value& value) {
  AnswerMember out{.fits = value.type() == json::Type::Object, .grants = gives_anything(value)};
  if (!out.fits) return out;
  json::Parts parts(value);
  for (json::Field question; parts.next(question);)
    out.fits = out.fits && question.value.member("answers").type() == json::Type::Array;
  return out;
}

AnswerMember action_taken(const json::Value& value) {
  const auto word = value.text();
  const bool accepts = word && *word == "accept";
  return {accepts || (word && (*word == "decline" || *word == "cancel")), accepts};
}

AnswerMember contents_given(const json::Value& value) {
  return {.fits = value.type() == json::Type::Array};
}

}  // namespace conformance::appserver
