// Values of a client's requests and answers, as they stand in a recording.
#include "appserver/values.h"

#include <algorithm>

namespace conformance::appserver {
namespace {

using spec::appserver::Carries;
using spec::appserver::Decision;
using spec::appserver::DecisionRow;
using spec::appserver::InputRow;
using spec::appserver::Method;
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
bool is_texts(const json::Value& value) {
  if (value.type() != json::Type::Array) return false;
  json::Field text;
  for (json::Parts parts(value); parts.next(text);)
    if (!text.value.text()) return false;
  return true;
}
bool has_types(const json::Value& sandbox) {
  const auto roots = sandbox.member("writableRoots"), network = sandbox.member("networkAccess");
  if (!is_absent(roots) && !is_texts(roots)) return false;
  if (is_absent(network)) return true;
  // Of the one that another keeps.
  const auto type = sandbox.member("type").text();
  if (type && *type == "externalSandbox") return is_one_of(network, spec::appserver::networks);
  return network.boolean().has_value();
}
// What is asked about one by one: whether it is, of each kind.
bool is_granular(const json::Value& value) {
  if (value.type() != json::Type::Object) return false;
  json::Field kind;
  for (json::Parts parts(value); parts.next(kind);)
    if (!kind.value.boolean()) return false;
  return true;
}

Setting fault_of(const ValueRow& row, const json::Value& value) {
  const bool object = value.type() == json::Type::Object;
  const bool takes_words = row.shape != ValueShape::Typed && row.shape != ValueShape::AnyText;
  const bool takes_types = row.shape == ValueShape::Typed || row.shape == ValueShape::WordOrTyped;
  if (row.shape == ValueShape::AnyText)
    return value.text() && !value.text()->raw().empty() ? Setting::None : row.setting;
  if (takes_words && is_one_of(value, row.words)) return Setting::None;
  if (takes_words && is_one_of(value, row.older)) return Setting::OlderPolicy;
  if (row.shape == ValueShape::WordOrKey && object && is_granular(value.member("granular")))
    return Setting::None;
  if (!row.older_key.empty() && object && is_granular(value.member(row.older_key)))
    return Setting::OlderPolicy;
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

// What it means, if it carries what it must.
Decision meaning_of(const DecisionRow& row, const json::Value& value) {
  if (row.carries == Carries::Anything) return row.means;
  const auto carried = value.member(row.member);
  if (row.carries == Carries::Texts) return is_texts(carried) ? row.means : Decision::Unknown;
  const auto action = carried.member("action").text();
  if (!action || !carried.member("host").text()) return Decision::Unknown;
  if (*action == "deny") return Decision::Decline;
  return *action == "allow" ? row.means : Decision::Unknown;
}

bool begins_thread(Method method) {
  return method == Method::ThreadStart || method == Method::ThreadResume ||
         method == Method::ThreadFork;
}
bool takes_input(Method method) {
  return method == Method::TurnStart || method == Method::TurnSteer;
}

}  // namespace

Decision decision_of(std::span<const DecisionRow> rows, const json::Value& value) {
  if (!value.present()) return Decision::None;
  const auto word = value.text();
  json::Field member, second;
  if (!word) {
    // Two keys are two decisions, and no server reads which of them is meant.
    if (value.type() != json::Type::Object) return Decision::Unknown;
    json::Parts parts(value);
    if (!parts.next(member) || parts.next(second)) return Decision::Unknown;
  }
  for (const auto& row : rows) {
    if (word && row.carries == Carries::Nothing && *word == row.word) return row.means;
    if (!word && row.carries != Carries::Nothing && member.key == row.word)
      return meaning_of(row, member.value);
  }
  return Decision::Unknown;
}

WrongSettings wrong_settings(const Values& values, Method method, const json::Value& params) {
  if (!begins_thread(method) && !takes_input(method)) return 0;
  if (params.type() != json::Type::Object) return 0;
  WrongSettings out = 0;
  const auto add = [&](Setting wrong) {
    out = static_cast<WrongSettings>(out | spec::appserver::bit_of(wrong));
  };
  json::Field member, item;
  bool has_input = !values.needs_input || !takes_input(method);
  for (json::Parts parts(params); parts.next(member);) {
    if (is_absent(member.value)) continue;
    for (const auto& row : values.rows)
      if (member.key == row.key) add(fault_of(row, member.value));
    if (!(member.key == "input") || member.value.type() != json::Type::Array) continue;
    has_input = true;
    for (json::Parts items(member.value); items.next(item);) add(fault_of(values, item.value));
  }
  if (!has_input) add(Setting::Input);
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

// A list of what a tool says to the model.
AnswerMember contents_given(const json::Value& value) {
  AnswerMember out{.fits = value.type() == json::Type::Array};
  json::Field item;
  if (out.fits)
    for (json::Parts parts(value); parts.next(item);)
      out.strange = out.strange || item.value.type() != json::Type::Object ||
                    !is_one_of(item.value.member("type"), spec::appserver::tool_contents);
  return out;
}

// For how long permissions are given.
AnswerMember scope_given(const json::Value& value) {
  return {.strange = !is_absent(value) && !is_one_of(value, spec::appserver::permission_scopes)};
}

}  // namespace conformance::appserver
