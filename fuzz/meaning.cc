// What a line means to others: nlohmann's parser with a list of keys of its own, and RapidJSON's.
// Shares nothing with the codec but the rules.
#include <algorithm>
#include <array>
#include <cstdint>
#include <set>

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>
#include <nlohmann/json.hpp>

#include "fuzz/judge.h"

namespace fuzz {
namespace {

using nlohmann::json;

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

// Whether RapidJSON takes it; a number that no double holds is not judged.
enum class Taken : std::uint8_t { Yes, No, BeyondDouble };

Taken taken_by_rapidjson(std::string_view line) {
  // Its streams say a zero byte where they end, so that it takes one for the end.
  if (line.find('\0') != line.npos) return Taken::No;
  constexpr unsigned flags = rapidjson::kParseValidateEncodingFlag | rapidjson::kParseIterativeFlag;
  rapidjson::MemoryStream bytes(line.data(), line.size());
  rapidjson::BaseReaderHandler<> nothing;
  rapidjson::Reader reader;
  const auto result = reader.Parse<flags>(bytes, nothing);
  if (!result.IsError()) return Taken::Yes;
  return result.Code() == rapidjson::kParseErrorNumberTooBig ? Taken::BeyondDouble : Taken::No;
}

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
  LineMeaning message{
      .kind = LineMeaning::Kind::Message, .has_id = id != absent, .has_method = method != absent};
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

// What the codec rejects as no JSON. Its other reasons come before the rest of the line is read,
// or are about something else.
bool is_of_grammar(engine::rpc::Reason reason) {
  using enum engine::rpc::Reason;
  constexpr std::array reasons{NotUtf8,       NulByte,       UnexpectedByte,
                               UnexpectedEnd, BadEscape,     ControlCharacter,
                               BadNumber,     TrailingBytes, MergedLines};
  return std::ranges::find(reasons, reason) != reasons.end();
}

// The text of a line, as the codec sees it.
std::string_view without_end(std::string_view line) {
  const bool ended = line.ends_with('\n');
  if (ended) line.remove_suffix(1);
  if (ended && line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// What is wrong with an outcome, if the line means this.
std::optional<Finding> against(const LineMeaning& meaning, const Outcome& outcome) {
  using Meaning = LineMeaning::Kind;
  if (meaning.kind == Meaning::Unknown) {
    if (meaning.why.ends_with("disagree")) return Finding{"wrong_accept", meaning.why};
    return std::nullopt;
  }
  const bool accepted = outcome.kind == Outcome::Kind::Accepted;
  if (accepted && meaning.kind != Meaning::Message)
    return Finding{"wrong_accept", "accepted, but it is no message: " + meaning.why};
  if (!accepted && meaning.kind == Meaning::Message)
    return Finding{"wrong_reject", "a message is rejected as " +
                                       std::string(engine::rpc::text_of(outcome.reason).name)};
  if ((outcome.kind == Outcome::Kind::Blank) != (meaning.kind == Meaning::Blank))
    return Finding{"wrong_reject", "not told from a blank line"};
  if (accepted && (outcome.has_id != meaning.has_id || outcome.has_method != meaning.has_method))
    return Finding{"wrong_accept", "taken for another kind of message"};
  return std::nullopt;
}

}  // namespace

LineMeaning meaning_of(std::string_view line) {
  if (line.size() > line_bytes_max) return no_message("longer than the limit");
  const auto first = line.find_first_not_of(" \t\r");
  if (first == line.npos) return {.kind = LineMeaning::Kind::Blank};
  if (line.find('\0') != line.npos) return no_message("nul_is_the_end");
  if (line.substr(first).starts_with("\xef\xbb\xbf")) return no_message("byte_order_mark");
  Watcher watcher;
  const bool valid = json::sax_parse(line, &watcher);
  if (watcher.overflow) return {.kind = LineMeaning::Kind::Unknown, .why = "number_overflow"};
  const auto taken = taken_by_rapidjson(line);
  if (!valid) {
    const bool surrogate = line.find("\\u") != line.npos;
    if (taken == Taken::Yes && !surrogate)
      return {.kind = LineMeaning::Kind::Unknown, .why = "nlohmann and RapidJSON disagree"};
    return no_message("no JSON");
  }
  if (watcher.too_deep) return no_message("too deep");
  if (watcher.duplicate) return no_message("duplicate key");
  if (taken == Taken::No)
    return {.kind = LineMeaning::Kind::Unknown, .why = "RapidJSON and nlohmann disagree"};
  const auto document = json::parse(line, nullptr, false);
  return document.is_object() ? envelope(document) : no_message("no object");
}

std::optional<std::string> rapidjson_disagrees(std::string_view line, const Outcome& outcome) {
  const auto taken = taken_by_rapidjson(line);
  if (outcome.kind == Outcome::Kind::Accepted && taken == Taken::No)
    return "accepted, but RapidJSON takes it for no JSON";
  if (outcome.kind == Outcome::Kind::Rejected && taken == Taken::Yes &&
      is_of_grammar(outcome.reason))
    return "RapidJSON takes a line that is rejected as " +
           std::string(engine::rpc::text_of(outcome.reason).name);
  return std::nullopt;
}

std::optional<Finding> libraries_disagree(std::size_t stream, std::string_view bytes,
                                          const Heard& heard, Compare compare) {
  for (const auto& outcome : heard.outcomes) {
    const auto line = without_end(bytes.substr(outcome.at, outcome.bytes));
    if (outcome.kind != Outcome::Kind::Blank && line.size() <= line_bytes_max) {
      if (const auto says = rapidjson_disagrees(line, outcome))
        return Finding{outcome.kind == Outcome::Kind::Accepted ? "wrong_accept" : "wrong_reject",
                       at_byte(stream, outcome.at) + ": " + *says};
    }
    if (compare != Compare::All) continue;
    if (auto finding = against(meaning_of(line), outcome)) {
      finding->says = at_byte(stream, outcome.at) + ": " + finding->says;
      return finding;
    }
  }
  return std::nullopt;
}

}  // namespace fuzz
