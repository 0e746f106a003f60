// The names by which texts and ids of lines are told apart; not for others to include.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/codec/rpc.h"
#include "spec/appserver/line.h"

namespace conformance::appserver {

using spec::appserver::Name;
namespace json = engine::json;
namespace rpc = engine::rpc;

// FNV-1a, finished so that near texts have far names.
class Namer {
 public:
  explicit Namer(std::uint64_t kind) : value_(0xcbf29ce484222325 ^ kind * 0x9e3779b97f4a7c15) {}
  void add(std::string_view bytes) {
    for (const char byte : bytes) add(static_cast<unsigned char>(byte));
  }
  void add(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3; }
  Name name() const {
    auto value = value_;
    value = (value ^ value >> 33) * 0xff51afd7ed558ccd;
    value ^= value >> 33;
    return value == 0 ? 1 : value;
  }

 private:
  std::uint64_t value_;
};

inline constexpr std::uint64_t plain_kind = 0, text_id_kind = 1, number_id_kind = 2;

void add(const json::Text& text, auto& to) {
  json::TextReader reader(text);
  for (int byte = reader.next(); byte >= 0; byte = reader.next())
    to.add(static_cast<unsigned char>(byte));
}

inline Name to_name(const json::Value& value) {
  Namer namer(plain_kind);
  if (const auto text = value.text()) {
    if (text->raw().empty()) return 0;
    add(*text, namer);
  } else if (value.integer()) {
    namer.add(value.raw);
  } else {
    return 0;
  }
  return namer.name();
}

inline Name id_name(const rpc::Id& id, bool as_text) {
  Namer namer(as_text ? text_id_kind : number_id_kind);
  if (id.is_text)
    add(id.text, namer);
  else
    namer.add(std::to_string(id.number));
  return namer.name();
}

}  // namespace conformance::appserver
