#include "json_rpc.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "port/real.h"

namespace fuzz {
namespace {

using Kind = Meant::Kind;
using Words = std::vector<std::string_view>;

bool is_null(const Meant& value) { return value.kind == Kind::Word && value.told == "null"; }
bool is_text(const Meant* value) { return value != nullptr && value->kind == Kind::Text; }

// Not even written as 1.0 or 1e2 an integer.
bool is_fraction(std::string_view line, const Meant& number) {
  const auto value = port::read_real(line.substr(number.from, number.to - number.from));
  return value && std::floor(*value) != *value;
}

std::string_view id_fault(std::string_view line, const Meant& id, Profile profile, Words& open) {
  if (id.kind == Kind::Text || is_null(id)) return {};
  if (id.kind != Kind::Number) return "id_type";
  if (profile == Profile::Mcp && is_fraction(line, id)) return "id_type";
  if (!id.whole) open.push_back("id_fraction");
  return {};
}

std::string_view code_fault(std::string_view line, const Meant* code, Words& open) {
  if (code == nullptr || code->kind != Kind::Number) return "error_shape";
  if (code->whole) return {};
  if (is_fraction(line, *code)) return "error_shape";
  open.push_back("code_fraction");
  return {};
}

// `id`: null if there is none.
std::string_view response_fault(std::string_view line, const Meant& object, const Meant* id,
                                Profile profile, Words& open) {
  const auto *result = object.member("result"), *error = object.member("error");
  const bool mcp = profile == Profile::Mcp;
  if (id == nullptr) {
    if (!mcp || error == nullptr || result != nullptr) return "not_a_message";
    open.push_back("id_absent");
  }
  if (result != nullptr && error != nullptr) return "result_and_error";
  const bool no_id = id != nullptr && is_null(*id);
  if (result != nullptr) {
    if (mcp && no_id) return "id_type";
    if (mcp && result->kind != Kind::Object) return "result_type";
    if (no_id) open.push_back("id_null");
    return {};
  }
  if (error == nullptr) return "not_a_message";
  if (!is_text(error->member("message"))) return "error_shape";
  if (mcp && no_id) open.push_back("id_null");
  return code_fault(line, error->member("code"), open);
}

bool has_unknown_member(const Meant& object) {
  constexpr std::array<std::string_view, 6> known{"jsonrpc", "id",     "method",
                                                  "params",  "result", "error"};
  return std::ranges::any_of(object.keys, [&](const std::string& key) {
    return std::ranges::find(known, key) == known.end();
  });
}

std::string_view object_fault(std::string_view line, const Meant& object, Profile profile,
                              Words& open) {
  const auto *version = object.member("jsonrpc"), *id = object.member("id"),
             *method = object.member("method"), *params = object.member("params");
  const bool mcp = profile == Profile::Mcp;
  if (!is_text(version) || version->text != "2.0") return "version";
  if (id != nullptr)
    if (const auto fault = id_fault(line, *id, profile, open); !fault.empty()) return fault;
  if (mcp && has_unknown_member(object)) open.push_back("unknown_member");
  if (method == nullptr) return response_fault(line, object, id, profile, open);
  if (method->kind != Kind::Text) return "method_type";
  if (params != nullptr && params->kind != Kind::Object) {
    if (params->kind != Kind::Array) return "params_type";
    if (mcp) return "params_list";
  }
  if (id != nullptr && is_null(*id)) {
    if (mcp) return "id_type";
    open.push_back("id_null");
  }
  if (object.member("result") != nullptr || object.member("error") != nullptr)
    open.push_back("method_and_result");
  return {};
}

}  // namespace

std::string_view json_rpc_fault(std::string_view line, const Meant& value, Profile profile,
                                Words& open) {
  if (value.kind == Kind::Object) return object_fault(line, value, profile, open);
  if (value.kind != Kind::Array) return "scalar";
  if (profile == Profile::Mcp) return "array";
  if (value.values.empty()) return "empty_batch";
  std::size_t methods = 0, good = 0;
  for (const auto& part : value.values) {
    if (part.kind != Kind::Object || !object_fault(line, part, profile, open).empty()) continue;
    ++good;
    if (part.member("method") != nullptr) ++methods;
  }
  if (good < value.values.size()) open.push_back("bad_element");
  return methods == 0 || methods == good ? std::string_view() : "mixed_batch";
}

}  // namespace fuzz
