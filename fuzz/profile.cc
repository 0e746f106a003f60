#include "fuzz/profile.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "engine/codec/rpc.h"
#include "json_rpc.h"
#include "port/check.h"
#include "reference_json.h"
#include "reference_lines.h"

namespace fuzz {
namespace {

using engine::rpc::Reason;
using enum Verdict;

constexpr std::string_view json = "RFC 8259", rpc = "JSON-RPC 2.0";

// A fault that the codec has a word for. Columns: json, jsonrpc, app-server; rule; standard.
constexpr Refusal of(Reason reason, std::array<Verdict, 3> by, std::string_view rule,
                     std::string_view standard) {
  const auto& text = engine::rpc::text_of(reason);
  return {text.name, text.says, by, rule, standard};
}

constexpr std::array all_refuse{Refuse, Refuse, Refuse};
constexpr std::array left_open{Open, Open, Refuse};
constexpr std::array of_rpc{Accept, Refuse, Accept};
constexpr std::array open_in_rpc{Accept, Open, Accept};
constexpr std::array messages{Accept, Refuse, Refuse};
constexpr std::array ours{Accept, Accept, Refuse};

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
    of(Reason::Array, ours, "WIRE-02", ""),
    of(Reason::NotAMessage, messages, "WIRE-02", rpc),
    of(Reason::IdType, messages, "WIRE-06", rpc),
    of(Reason::IdRange, ours, "WIRE-06", ""),
    of(Reason::MethodType, messages, "WIRE-02", rpc),
    of(Reason::ErrorShape, messages, "WIRE-02", rpc),
    of(Reason::CodeRange, ours, "WIRE-06", ""),
    of(Reason::ResultAndError, messages, "WIRE-02", rpc),
    Refusal{
        "number_range", "a number that not every decoder holds", {Open, Open, Accept}, "", json},
    Refusal{"version", "the member jsonrpc is not \"2.0\"", of_rpc, "", rpc},
    Refusal{"params_type", "the params are neither object nor array", of_rpc, "", rpc},
    Refusal{"empty_batch", "a batch of nothing", of_rpc, "", rpc},
    Refusal{"mixed_batch", "a batch of requests and of responses", of_rpc, "", rpc},
    Refusal{"bad_element", "a batch with something that is no message", open_in_rpc, "", rpc},
    Refusal{"id_null", "an id of null, but in an error", open_in_rpc, "", rpc},
    Refusal{"id_fraction", "an id with a fraction or an exponent", open_in_rpc, "", rpc},
    Refusal{"code_fraction", "a whole code, with a fraction or exponent", open_in_rpc, "", rpc},
    Refusal{"method_and_result", "a request with a result or error", open_in_rpc, "", rpc},
};

Expected refused(std::uint64_t at, std::string_view word) {
  return {.at = at, .verdict = Refuse, .word = word, .whole = {}};
}

Expected of_app_server(const RawLine& line) {
  try {
    return {.at = line.at, .verdict = Accept, .word = {}, .whole = message_on(line, {})};
  } catch (const Fault& fault) {
    return refused(line.at, engine::rpc::text_of(fault.reason).name);
  }
}

// Deeper than the reader goes; nlohmann's does not recurse, and takes a NUL for the end.
bool is_json_of_any_depth(std::string_view line) {
  return line.find('\0') == line.npos && nlohmann::json::accept(line);
}

Expected of_standard(const RawLine& line, Profile profile) {
  constexpr std::string_view mark = "\xef\xbb\xbf";
  std::vector<std::string_view> open;
  std::size_t from = past_spaces(line.text, 0);
  if (line.text.starts_with(mark)) {
    open.push_back(engine::rpc::text_of(Reason::ByteOrderMark).name);
    from = mark.size();
  }
  try {
    const auto value = read_value(line.text, from, engine::json::ScanLimits().depth_max, &open);
    const auto behind = past_spaces(line.text, value.to);
    if (behind < line.text.size())
      throw Fault{line.text[behind] == 0 ? Reason::NulByte : Reason::TrailingBytes, behind};
    // Which of two equal keys counts is open, and so is what the message says.
    const auto twice = engine::rpc::text_of(Reason::DuplicateKey).name;
    const bool ambiguous = std::ranges::find(open, twice) != open.end();
    if (profile == Profile::JsonRpc && !ambiguous)
      if (const auto word = json_rpc_fault(line.text, value, open); !word.empty())
        return refused(line.at, word);
    const auto word = open.empty() ? std::string_view() : open.front();
    return {.at = line.at,
            .verdict = open.empty() ? Accept : Open,
            .word = word,
            .whole = line.text.substr(value.from, value.to - value.from)};
  } catch (const Fault& fault) {
    auto out = refused(line.at, engine::rpc::text_of(fault.reason).name);
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
  constexpr std::array<std::string_view, profiles.size()> names{"json", "jsonrpc", "app-server"};
  return names[static_cast<std::size_t>(profile)];
}

std::optional<Profile> profile_of(std::string_view name) {
  for (const auto profile : profiles)
    if (name_of(profile) == name) return profile;
  return std::nullopt;
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

std::vector<Expected> expected_of(std::string_view stream, Profile profile) {
  std::vector<Expected> out;
  for (const auto& line : lines_of(stream)) {
    if (past_spaces(line.text, 0) == line.text.size()) continue;
    out.push_back(profile == Profile::AppServer ? of_app_server(line) : of_standard(line, profile));
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
