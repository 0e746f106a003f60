#include "fuzz_files/damage.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "fuzz/case.h"
#include "sim/search/rng.h"

namespace tools {
namespace {

using nlohmann::ordered_json;
using sim::Rng;

template <class List>
auto& any_of(List& list, Rng& rng) {
  return list[rng.below(static_cast<std::uint32_t>(list.size()))];
}

std::vector<fuzz::Piece> lines_of(const std::string& text) {
  std::vector<fuzz::Piece> out;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size() - 1) + 1;
    out.push_back({.bytes = text.substr(at, end - at), .sound = false, .ends_stream = false});
    at = end;
  }
  return out;
}

std::string damage_bytes(const std::string& text, Rng& rng) {
  fuzz::Case input{.pieces = lines_of(text)};
  for (auto times = 1 + rng.below(3); times > 0; --times) fuzz::mutate(input, rng);
  std::string out;
  for (const auto& piece : input.pieces) out += piece.bytes;
  return out;
}

void collect(ordered_json& value, std::vector<ordered_json*>& out) {
  out.push_back(&value);
  if (value.is_structured())
    for (auto& item : value) collect(item, out);
}

ordered_json strange_value(Rng& rng) {
  static const auto values = ordered_json::array({nullptr,
                                                  true,
                                                  false,
                                                  0,
                                                  1,
                                                  -1,
                                                  63,
                                                  64,
                                                  255,
                                                  256,
                                                  65535,
                                                  65536,
                                                  2147483647,
                                                  -2147483648LL,
                                                  4294967296,
                                                  9223372036854775807,
                                                  18446744073709551615u,
                                                  0.5,
                                                  1e300,
                                                  -1e-300,
                                                  "",
                                                  " ",
                                                  "/",
                                                  "engine",
                                                  "mutant:no_disposal_wait",
                                                  "MOD-05",
                                                  "0000000000000000",
                                                  "never",
                                                  "1/1",
                                                  "\n",
                                                  std::string("\0", 1),
                                                  "\u00e9",
                                                  std::string(5'000, 'x'),
                                                  ordered_json::array(),
                                                  ordered_json::object()});
  return any_of(values, rng);
}

void damage_object(ordered_json& value, Rng& rng) {
  auto at = value.begin();
  std::advance(at, rng.below(static_cast<std::uint32_t>(value.size())));
  const auto key = at.key();
  const auto held = *at;
  if (rng.below(3) != 0) value.erase(key);
  if (rng.below(2) == 0) value[key + "x"] = held;
  if (rng.below(4) == 0) value[key.substr(0, key.size() / 2)] = held;
}

void damage_array(ordered_json& value, Rng& rng) {
  const auto count = static_cast<std::uint32_t>(value.size());
  const auto at = value.begin() + rng.below(count);
  if (rng.below(2) == 0) {
    value.erase(at);
    return;
  }
  const auto held = *at;
  const auto times = rng.below(64) == 0 ? 5'000u : 1 + rng.below(4);
  for (std::uint32_t i = 0; i < times; ++i) value.push_back(held);
}

// A value, member or element somewhere in it.
void damage_document(ordered_json& document, Rng& rng) {
  std::vector<ordered_json*> places;
  collect(document, places);
  auto& value = *any_of(places, rng);
  const auto way = rng.below(3);
  if (way == 0 && value.is_object() && !value.empty()) return damage_object(value, rng);
  if (way == 0 && value.is_array() && !value.empty()) return damage_array(value, rng);
  value = way == 1 ? ordered_json(*any_of(places, rng)) : strange_value(rng);
}

std::string damage_meaning(const std::string& text, Rng& rng) {
  auto lines = lines_of(text);
  // The first line says what the others are.
  auto& line = (rng.below(4) == 0 ? lines.front() : any_of(lines, rng)).bytes;
  auto document = ordered_json::parse(line, nullptr, false);
  const bool whole = document.is_discarded();  // Rather than a document in each line.
  if (whole) document = ordered_json::parse(text, nullptr, false);
  if (document.is_discarded()) return damage_bytes(text, rng);
  for (auto times = 1 + rng.below(2); times > 0; --times) damage_document(document, rng);
  auto damaged = document.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
  if (whole) return damaged;
  line = damaged;
  std::string out;
  for (const auto& piece : lines) out += piece.bytes;
  return out;
}

}  // namespace

std::string damaged(const std::vector<std::string>& good, std::uint64_t seed, std::uint64_t index) {
  auto rng = Rng(seed).fork(index);
  const auto& text = any_of(good, rng);
  return rng.below(2) == 0 ? damage_bytes(text, rng) : damage_meaning(text, rng);
}

}  // namespace tools
