// What a line means to others: nlohmann's parser with a list of keys of its own, and simdjson's
// DOM. Shares nothing with the codec but the rules.
#include <array>
#include <cstdint>
#include <optional>
#include <set>

#include <simdjson.h>
#include <nlohmann/json.hpp>

#include "fuzz/judge.h"

namespace fuzz {
namespace {

using nlohmann::json;

constexpr std::array differences{
    KnownDifference{
        "nlohmann", "nul_is_the_end",
        "reads a NUL behind a value as the end of the input; a rule of ours rejects it"},
    KnownDifference{"nlohmann", "byte_order_mark",
                    "skips a mark at the beginning; a rule of ours rejects it"},
    KnownDifference{"nlohmann", "number_overflow",
                    "refuses numbers beyond a double; we keep them in unknown fields"},
    KnownDifference{"simdjson", "number_overflow",
                    "refuses integers beyond 64 bits and numbers beyond a double"},
    KnownDifference{"simdjson", "depth", "has a limit of its own"},
    KnownDifference{"simdjson", "lone_surrogate",
                    "3.0 takes a low half without a high one; a rule of ours rejects it"},
};

// Notes duplicate keys and depth; a document is not built.
class Watcher : public nlohmann::json_sax<json> {
 public:
  bool duplicate = false, too_deep = false, overflow = false;

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(std::int64_t) override { return true; }
  bool number_unsigned(std::uint64_t) override { return true; }
  bool number_float(double, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(json::binary_t&) override { return true; }
  bool start_object(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool key(std::string& key) override {
    if (!keys_.back().insert(key).second) duplicate = true;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const json::exception& fault) override {
    overflow = fault.id == 406;
    return false;
  }

 private:
  bool open() {
    keys_.emplace_back();
    too_deep = too_deep || keys_.size() > depth_max;
    return true;
  }
  bool close() {
    keys_.pop_back();
    return true;
  }
  std::vector<std::set<std::string>> keys_;
};

LineMeaning no_message(std::string why) {
  return {.kind = LineMeaning::Kind::NoMessage, .why = std::move(why)};
}

bool is_id(const json& value) {
  if (value.is_string()) return true;
  if (value.is_number_unsigned()) return value.get<std::uint64_t>() <= INT64_MAX;
  return value.is_number_integer();
}

LineMeaning envelope(const json& object) {
  const auto absent = object.end();
  const auto id = object.find("id"), method = object.find("method"), result = object.find("result"),
             error = object.find("error");
  LineMeaning message{.kind = LineMeaning::Kind::Message,
                      .has_id = id != absent,
                      .has_method = method != absent,
                      .why = {}};
  if (id != absent && !is_id(*id)) return no_message("id");
  if (method != absent) return method->is_string() ? message : no_message("method");
  if (id == absent || (result == absent) == (error == absent)) return no_message("members");
  if (error == absent) return message;
  if (!error->is_object() || !error->contains("code") || !error->contains("message"))
    return no_message("error");
  return is_id((*error)["code"]) && !(*error)["code"].is_string() && (*error)["message"].is_string()
             ? message
             : no_message("error");
}

// What simdjson has against the line; nothing if it has nothing.
std::optional<simdjson::error_code> simdjson_fault(std::string_view line) {
  simdjson::dom::parser parser;
  const auto error = parser.parse(line.data(), line.size(), true).error();
  if (error == simdjson::SUCCESS) return std::nullopt;
  return error;
}

}  // namespace

std::span<const KnownDifference> known_differences() { return differences; }

LineMeaning meaning_of(std::string_view line) {
  if (line.size() > line_bytes_max) return no_message("longer than the limit");
  const auto first = line.find_first_not_of(" \t\r");
  if (first == line.npos) return {.kind = LineMeaning::Kind::Blank, .why = {}};
  if (line.find('\0') != line.npos) return no_message("nul_is_the_end");
  if (line.substr(first).starts_with("\xef\xbb\xbf")) return no_message("byte_order_mark");
  Watcher watcher;
  const bool valid = json::sax_parse(line, &watcher);
  if (watcher.overflow) return {.kind = LineMeaning::Kind::Unknown, .why = "number_overflow"};
  const auto fault = simdjson_fault(line);
  if (!valid) {
    const bool surrogate = line.find("\\u") != line.npos;
    if (!fault && !surrogate)
      return {.kind = LineMeaning::Kind::Unknown, .why = "nlohmann and simdjson disagree"};
    return no_message("no JSON");
  }
  if (watcher.too_deep) return no_message("too deep");
  if (watcher.duplicate) return no_message("duplicate key");
  const bool known =
      fault && (*fault == simdjson::NUMBER_ERROR || *fault == simdjson::NUMBER_OUT_OF_RANGE);
  if (fault && !known)
    return {.kind = LineMeaning::Kind::Unknown, .why = "simdjson and nlohmann disagree"};
  const auto document = json::parse(line, nullptr, false);
  return document.is_object() ? envelope(document) : no_message("no object");
}

}  // namespace fuzz
