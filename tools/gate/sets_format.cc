#include "gate/sets_format.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "command/numbers.h"

namespace tools {

namespace form = sim::format;

using form::Codec;
using sim::JsonValue;
using sim::Reader;

namespace {

// A set as the digits of its words, the highest first.
template <class Set, std::size_t words>
Codec<Set> bits_codec(std::array<std::uint64_t*, words> (*bits_of)(Set&), const char* what) {
  constexpr std::size_t digits = 16;
  return form::through<Set>(
      form::any_text(words * digits),
      [bits_of](form::Writer&, const Set& set) {
        Set copy = set;
        std::string out;
        for (const auto* word : bits_of(copy)) out += show_digest(*word);
        return out;
      },
      [bits_of, what](Reader& reader, const JsonValue& json, const std::string& read, Set& out) {
        const bool whole = read.size() == words * digits;
        std::size_t at = 0;
        for (auto* word : bits_of(out)) {
          JsonValue part = json;
          part.text = whole ? read.substr(at, digits) : std::string();
          at += digits;
          Reader own;
          form::hex().read(own, part, *word);
          if (!own.failed()) continue;
          return reader.fail(json, fmt::format("These are no {}.", what),
                             fmt::format("They are {} digits from 0 to f.", words * digits));
        }
      });
}

}  // namespace

Codec<spec::Exercised> rules_codec() {
  return bits_codec<spec::Exercised, 2>(
      [](spec::Exercised& rules) {
        return std::array{&rules.high, &rules.low};
      },
      "rules");
}

Codec<spec::ClauseSet> clauses_codec() {
  constexpr auto words = std::tuple_size_v<decltype(spec::ClauseSet::bits)>;
  return bits_codec<spec::ClauseSet, words>(
      [](spec::ClauseSet& set) {
        std::array<std::uint64_t*, words> out{};
        for (std::size_t i = 0; i < words; ++i) out[i] = &set.bits[words - 1 - i];
        return out;
      },
      "clauses");
}

}  // namespace tools
