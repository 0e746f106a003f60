#include "gate/sets_format.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "command/numbers.h"
#include "conformance/gate/campaign.h"

namespace tools {

using namespace sim::format;

using sim::JsonValue;
using sim::Reader;

namespace {

constexpr std::size_t digits = 16;

struct RuleWords {
  static constexpr std::string_view what = "rules";
  static std::array<std::uint64_t*, 2> of(spec::Exercised& rules) {
    return {&rules.high, &rules.low};
  }
};
struct ClauseWords {
  static constexpr std::string_view what = "clauses";
  static constexpr auto count = std::tuple_size_v<decltype(spec::ClauseSet::bits)>;
  static std::array<std::uint64_t*, count> of(spec::ClauseSet& set) {
    std::array<std::uint64_t*, count> out{};
    for (std::size_t i = 0; i < count; ++i) out[i] = &set.bits[count - 1 - i];
    return out;
  }
};

// A set as the digits of its words, the highest first.
template <class Set, class Words>
std::string set_in_file(const Set& set) {
  Set copy = set;
  std::string out;
  for (const auto* word : Words::of(copy)) out += show_digest(*word);
  return out;
}
template <class Set, class Words>
void read_set(Reader& reader, const JsonValue& json, const std::string& read, Set& out) {
  const auto words = Words::of(out);
  bool fits = read.size() == words.size() * digits;
  for (std::size_t i = 0; i < words.size() && fits; ++i)
    fits = read_hex(std::string_view(read).substr(i * digits, digits), *words[i]);
  if (!fits)
    reader.fail(json, fmt::format("These are no {}.", Words::what),
                fmt::format("They are {} digits from 0 to f.", words.size() * digits));
}
template <class Set, class Words>
constexpr Type set_of(std::size_t words) {
  return through<std::string, Set, &set_in_file<Set, Words>, &read_set<Set, Words>>(
      any_text(words * digits));
}

}  // namespace

constexpr Type rules_set = set_of<spec::Exercised, RuleWords>(2);

constexpr Type clauses_set = set_of<spec::ClauseSet, ClauseWords>(ClauseWords::count);

}  // namespace tools
