#include "conversation/cross_check.h"

#include <algorithm>
#include <array>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tools {
namespace {

using engine::rpc::Reason;
using nlohmann::json;

// Rejected by rules of ours and not of JSON, or because the bytes are not all there.
constexpr std::array ours{Reason::TooLong,   Reason::EndOfInput,     Reason::NulByte,
                          Reason::TooDeep,   Reason::ByteOrderMark,  Reason::Scalar,
                          Reason::Array,     Reason::NotAMessage,    Reason::IdType,
                          Reason::IdRange,   Reason::MethodType,     Reason::ErrorShape,
                          Reason::CodeRange, Reason::ResultAndError, Reason::DuplicateKey};

// Without exceptions; what is beyond a double is the one thing that it refuses and we keep.
class Acceptor : public json::json_sax_t {
 public:
  bool overflow = false;
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(std::int64_t) override { return true; }
  bool number_unsigned(std::uint64_t) override { return true; }
  bool number_float(double, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(json::binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool key(std::string&) override { return true; }
  bool parse_error(std::size_t, const std::string&, const json::exception& fault) override {
    overflow = fault.id == 406;
    return false;
  }
};

bool same_id(const json& object, const engine::rpc::Message& message) {
  const auto id = engine::rpc::id_of(message);
  const auto found = object.find("id");
  if (!id) return found == object.end();
  if (found == object.end() || id->is_text != found->is_string()) return false;
  return id->is_text ? found->get<std::string>() == id->text.decoded()
                     : found->get<std::int64_t>() == id->number;
}

bool same_method(const json& object, const engine::rpc::Message& message) {
  const auto method = engine::rpc::method_of(message);
  const auto found = object.find("method");
  if (!method) return found == object.end();
  return found != object.end() && found->is_string() &&
         found->get<std::string>() == method->decoded();
}

std::string difference(const engine::rpc::Accepted& accepted) {
  Acceptor verdict;
  if (!json::sax_parse(accepted.whole, &verdict))
    return verdict.overflow ? "" : "the codec accepts it, and nlohmann finds no JSON";
  const auto object = json::parse(accepted.whole, nullptr, false);
  if (!object.is_object()) return "the codec accepts it, and nlohmann finds no object";
  if (!same_id(object, accepted.message)) return "the codec and nlohmann read different ids";
  if (!same_method(object, accepted.message))
    return "the codec and nlohmann read different methods";
  return {};
}

std::string difference(const engine::rpc::Rejected& rejected, std::string_view line) {
  if (std::ranges::find(ours, rejected.reason) != ours.end() || !json::accept(line)) return {};
  return fmt::format("the codec rejects it ({}), and nlohmann finds JSON",
                     engine::rpc::text_of(rejected.reason).name);
}

}  // namespace

void CrossCheck::see(const conformance::appserver::RecordedLine& line,
                     const engine::rpc::Item& item) {
  std::string says;
  if (const auto* accepted = std::get_if<engine::rpc::Accepted>(&item)) {
    says = difference(*accepted);
  } else if (const auto* rejected = std::get_if<engine::rpc::Rejected>(&item)) {
    if (line.no_newline) return;
    says = difference(*rejected, line.bytes);
  } else {
    return;
  }
  ++compared_;
  if (!says.empty()) sink_(line, says);
}

}  // namespace tools
