#include "fuzz/profile.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "engine/codec/rpc.h"
#include "port/check.h"
#include "port/real.h"
#include "reference_json.h"

namespace fuzz {
namespace {

using engine::rpc::Reason;
using enum Verdict;

// What JSON-RPC 2.0, and MCP upon it, make of a JSON value: for the reference.

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

// The word of what is wrong with a message, or with a batch of them; empty: nothing is. Adds to
// `open` what the standard leaves to a decoder.
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

constexpr std::string_view json = "RFC 8259", rpc = "JSON-RPC 2.0", mcp = "MCP";

// A fault that the codec has a word for. Columns: json, jsonrpc, app-server, mcp; rule;
// standard.
constexpr Refusal of(Reason reason, std::array<Verdict, 4> by, std::string_view rule,
                     std::string_view standard) {
  const auto& text = engine::rpc::text_of(reason);
  return {text.name, text.says, by, rule, standard};
}

constexpr std::array all_refuse{Refuse, Refuse, Refuse, Refuse};
constexpr std::array left_open{Open, Open, Refuse, Open};
constexpr std::array of_rpc{Accept, Refuse, Accept, Refuse};
constexpr std::array of_batches{Accept, Refuse, Accept, Accept};
constexpr std::array open_in_rpc{Accept, Open, Accept, Open};
constexpr std::array messages{Accept, Refuse, Refuse, Refuse};
constexpr std::array no_batches{Accept, Accept, Refuse, Refuse};
constexpr std::array ours{Accept, Accept, Refuse, Accept};
constexpr std::array of_mcp{Accept, Accept, Accept, Refuse};
constexpr std::array open_in_mcp{Accept, Accept, Accept, Open};

constexpr std::array table{
    of(Reason::TooLong, ours, "WIRE-04", ""),
    of(Reason::EndOfInput, all_refuse, "WIRE-01", json),
    of(Reason::NotUtf8, all_refuse, "WIRE-02", json),
    of(Reason::NulByte, all_refuse, "WIRE-02", json),
    of(Reason::ByteOrderMark, left_open, "WIRE-02", json),
    of(Reason::UnexpectedByte, all_refuse, "WIRE-02", json),
    of(Reason::UnexpectedEnd, all_refuse, "WIRE-02", json),
    of(Reason::ControlCharacter, all_refuse, "WIRE-02", json),
    of(Reason::BadEscape, all_refuse, "WIRE-02", json),
    of(Reason::LoneSurrogate, left_open, "WIRE-02", json),
    of(Reason::BadNumber, all_refuse, "WIRE-02", json),
    of(Reason::DuplicateKey, left_open, "WIRE-06", json),
    of(Reason::TooDeep, left_open, "WIRE-04", json),
    of(Reason::TrailingBytes, all_refuse, "WIRE-02", json),
    of(Reason::MergedLines, ours, "WIRE-03", ""),
    of(Reason::Scalar, messages, "WIRE-02", rpc),
    of(Reason::Array, no_batches, "WIRE-02", mcp),
    of(Reason::NotAMessage, messages, "WIRE-02", rpc),
    of(Reason::IdType, messages, "WIRE-06", rpc),
    of(Reason::IdRange, ours, "WIRE-06", ""),
    of(Reason::MethodType, messages, "WIRE-02", rpc),
    of(Reason::ErrorShape, messages, "WIRE-02", rpc),
    of(Reason::CodeRange, ours, "WIRE-06", ""),
    of(Reason::ResultAndError, messages, "WIRE-02", rpc),
    Refusal{"number_range",
            "a number that not every decoder holds",
            {Open, Open, Accept, Open},
            "",
            json},
    Refusal{"version", "the member jsonrpc is not \"2.0\"", of_rpc, "", rpc},
    Refusal{"params_type", "the params are neither object nor array", of_rpc, "", rpc},
    Refusal{"empty_batch", "a batch of nothing", of_batches, "", rpc},
    Refusal{"mixed_batch", "a batch of requests and of responses", of_batches, "", rpc},
    Refusal{"bad_element",
            "a batch with something that is no message",
            {Accept, Open, Accept, Accept},
            "",
            rpc},
    Refusal{"id_null", "an id of null, but in an error", open_in_rpc, "", rpc},
    Refusal{"id_fraction", "an id with a fraction or an exponent", open_in_rpc, "", rpc},
    Refusal{"code_fraction", "a whole code, with a fraction or exponent", open_in_rpc, "", rpc},
    Refusal{"method_and_result", "a request with a result or error", open_in_rpc, "", rpc},
    Refusal{"params_list", "the params are an array, not an object", of_mcp, "", mcp},
    Refusal{"result_type", "the result is no object", of_mcp, "", mcp},
    Refusal{"id_absent", "an error without an id", open_in_mcp, "", mcp},
    Refusal{"unknown_member", "a member that the protocol does not know", open_in_mcp, "", mcp},
    Refusal{"blank_line", "a blank line, where it is to be reported", {}, "", ""},
};

Expected refused(const RawLine& line, std::string_view word, std::size_t fault_at = 0) {
  return {.at = line.at, .verdict = Refuse, .word = word, .whole = {}, .fault_at = fault_at};
}

Expected of_app_server(const RawLine& line) {
  try {
    return {.at = line.at, .verdict = Accept, .word = {}, .whole = message_on(line, {})};
  } catch (const Fault& fault) {
    return refused(line, engine::rpc::text_of(fault.reason).name, fault.at);
  }
}

// Deeper than the reader goes; nlohmann's does not recurse, and takes a NUL for the end.
bool is_json_of_any_depth(std::string_view line) {
  return line.find('\0') == line.npos && nlohmann::json::accept(line);
}

Expected of_standard(const RawLine& line, Profile profile, bool with_blank_lines) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  std::vector<std::string_view> open;
  std::size_t from = past_spaces(line.text, 0);
  if (line.text.starts_with(mark)) {
    open.push_back(engine::rpc::text_of(Reason::ByteOrderMark).name);
    from = mark.size();
    if (!with_blank_lines && past_spaces(line.text, from) == line.text.size())
      return {
          .at = line.at, .verdict = Open, .word = open.front(), .whole = {}, .may_be_blank = true};
  }
  try {
    const auto value = read_value(line.text, from, engine::json::ScanLimits().depth_max, &open);
    const auto behind = past_spaces(line.text, value.to);
    if (behind < line.text.size())
      throw Fault{line.text[behind] == 0 ? Reason::NulByte : Reason::TrailingBytes, behind};
    // Which of two equal keys counts is open, and so is what the message says.
    const auto twice = engine::rpc::text_of(Reason::DuplicateKey).name;
    const bool ambiguous = std::ranges::find(open, twice) != open.end();
    if (profile != Profile::Json && !ambiguous)
      if (const auto word = json_rpc_fault(line.text, value, profile, open); !word.empty())
        return refused(line, word);
    const auto word = open.empty() ? std::string_view() : open.front();
    return {.at = line.at,
            .verdict = open.empty() ? Accept : Open,
            .word = word,
            .whole = line.text.substr(value.from, value.to - value.from)};
  } catch (const Fault& fault) {
    auto out = refused(line, engine::rpc::text_of(fault.reason).name, fault.at);
    if (fault.reason == Reason::TooDeep && is_json_of_any_depth(line.text)) {
      out.verdict = Open;
      out.whole = line.text;
    } else if (!line.ended) {
      out.word = engine::rpc::text_of(Reason::EndOfInput).name;
    }
    return out;
  }
}

}  // namespace

std::string_view name_of(Profile profile) {
  constexpr std::array<std::string_view, profiles.size()> names{"json", "jsonrpc", "app-server",
                                                                "mcp"};
  return names[static_cast<std::size_t>(profile)];
}

std::optional<Profile> profile_of(std::string_view name) {
  for (const auto profile : profiles)
    if (name_of(profile) == name) return profile;
  return std::nullopt;
}

std::string_view asks(Profile profile) {
  constexpr std::array<std::string_view, profiles.size()> texts{
      "one JSON value of any type (RFC 8259)",
      "a message or a batch of JSON-RPC 2.0: with jsonrpc \"2.0\", params that are an object or an "
      "array",
      "a message of the app-server, strict: no batch, no key twice, ids in 64 bits, 128 levels",
      "a message of MCP: JSON-RPC 2.0 without batches or ids of null, params and result are "
      "objects"};
  return texts[static_cast<std::size_t>(profile)];
}

std::string_view name_of(Verdict verdict) {
  constexpr std::array<std::string_view, 3> names{"accept", "refuse", "open"};
  return names[static_cast<std::size_t>(verdict)];
}

std::span<const Refusal> refusals() { return table; }

const Refusal& refusal_of(std::string_view word) {
  const auto* found = std::ranges::find(table, word, &Refusal::word);
  CHECK(found != table.end());
  return *found;
}

std::vector<Expected> expected_of(std::string_view stream, Profile profile, bool with_blank_lines) {
  std::vector<Expected> out;
  for (const auto& line : lines_of(stream)) {
    const bool blank = past_spaces(line.text, 0) == line.text.size();
    if (blank && !with_blank_lines) continue;
    out.push_back(blank                           ? refused(line, "blank_line")
                  : profile == Profile::AppServer ? of_app_server(line)
                                                  : of_standard(line, profile, with_blank_lines));
    out.back().text = line.text;
    out.back().ended = line.ended;
  }
  return out;
}

std::optional<std::vector<MemberText>> members_of(std::string_view line) {
  constexpr std::uint32_t depth_max = 256;
  try {
    const auto object = read_value(line, 0, depth_max);
    if (object.kind != Meant::Kind::Object) return std::nullopt;
    std::vector<MemberText> out;
    for (std::size_t i = 0; i < object.keys.size(); ++i) {
      const auto& value = object.values[i];
      out.push_back({object.keys[i], line.substr(value.from, value.to - value.from)});
    }
    return out;
  } catch (const Fault&) {
    return std::nullopt;
  }
}

}  // namespace fuzz
