#include "json_rpc.h"

#include <charconv>
#include <cmath>

namespace fuzz {
namespace {

using Kind = Meant::Kind;
using Words = std::vector<std::string_view>;

bool is_null(const Meant& value) { return value.kind == Kind::Word && value.told == "null"; }
bool is_text(const Meant* value) { return value != nullptr && value->kind == Kind::Text; }

std::string_view id_fault(const Meant& id, Words& open) {
  if (id.kind == Kind::Text || is_null(id)) return {};
  if (id.kind != Kind::Number) return "id_type";
  if (!id.whole) open.push_back("id_fraction");
  return {};
}

// An integer, which may be written as 1.0 or 1e2.
std::string_view code_fault(std::string_view line, const Meant* code, Words& open) {
  if (code == nullptr || code->kind != Kind::Number) return "error_shape";
  if (code->whole) return {};
  double value = 0;
  const auto raw = line.substr(code->from, code->to - code->from);
  const auto read = std::from_chars(raw.data(), raw.data() + raw.size(), value);
  if (read.ec == std::errc{} && std::floor(value) != value) return "error_shape";
  open.push_back("code_fraction");
  return {};
}

std::string_view response_fault(std::string_view line, const Meant& object, const Meant& id,
                                Words& open) {
  const auto *result = object.member("result"), *error = object.member("error");
  if (result != nullptr && error != nullptr) return "result_and_error";
  if (result != nullptr) {
    if (is_null(id)) open.push_back("id_null");
    return {};
  }
  if (error == nullptr) return "not_a_message";
  if (!is_text(error->member("message"))) return "error_shape";
  return code_fault(line, error->member("code"), open);
}

std::string_view object_fault(std::string_view line, const Meant& object, Words& open) {
  const auto *version = object.member("jsonrpc"), *id = object.member("id"),
             *method = object.member("method"), *params = object.member("params");
  if (!is_text(version) || version->text != "2.0") return "version";
  if (id != nullptr)
    if (const auto fault = id_fault(*id, open); !fault.empty()) return fault;
  if (method == nullptr)
    return id == nullptr ? "not_a_message" : response_fault(line, object, *id, open);
  if (method->kind != Kind::Text) return "method_type";
  if (params != nullptr && params->kind != Kind::Array && params->kind != Kind::Object)
    return "params_type";
  if (id != nullptr && is_null(*id)) open.push_back("id_null");
  if (object.member("result") != nullptr || object.member("error") != nullptr)
    open.push_back("method_and_result");
  return {};
}

}  // namespace

std::string_view json_rpc_fault(std::string_view line, const Meant& value, Words& open) {
  if (value.kind == Kind::Object) return object_fault(line, value, open);
  if (value.kind != Kind::Array) return "scalar";
  if (value.values.empty()) return "empty_batch";
  std::size_t methods = 0, good = 0;
  for (const auto& part : value.values) {
    if (part.kind != Kind::Object || !object_fault(line, part, open).empty()) continue;
    ++good;
    if (part.member("method") != nullptr) ++methods;
  }
  if (good < value.values.size()) open.push_back("bad_element");
  return methods == 0 || methods == good ? std::string_view() : "mixed_batch";
}

}  // namespace fuzz
