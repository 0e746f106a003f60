#include "world/known.h"

#include <vector>

#include <fmt/format.h>

#include "conformance/area/areas.h"
#include "conformance/run/programs.h"
#include "world/capsule.h"
#include "world/identity.h"

namespace tools {

using conformance::PlanFailure;
using sim::JsonValue;
using sim::Reader;
using sim::format::Codec;

namespace {

constexpr std::size_t known_bytes_max = 200;
constexpr std::size_t subject_bytes_max = 4'000;  // A command may be long.
constexpr std::size_t schedule_max = 100'000;

}  // namespace

Codec<std::string> known_rule() {
  return sim::format::checked(sim::format::any_text(known_bytes_max),
                              [](Reader& reader, const JsonValue& json, const std::string& value) {
                                if (!value.empty() && conformance::find_rule(value) == nullptr)
                                  reader.fail(json,
                                              fmt::format("{} is not a rule.", sim::echo(value)),
                                              "`orrery list rules` prints them all.");
                              });
}

Codec<std::string> known_subject() {
  return sim::format::checked(
      sim::format::any_text(subject_bytes_max),
      [](Reader& reader, const JsonValue& json, const std::string& value) {
        // A program need not be there for what was recorded of it to be read.
        if (!conformance::is_subject(value) && !conformance::names_program(value))
          reader.fail(json, fmt::format("{} is not a subject.", sim::echo(value)),
                      "Valid: engine, exec:COMMAND, and mutant:NAME with a name of `orrery list "
                      "mutants`.");
      });
}

Codec<const conformance::Area*> known_area() {
  std::vector<sim::format::Word<const conformance::Area*>> words;
  for (const auto* area : conformance::areas())
    if (area->facts().has_gate) words.push_back({area->name(), area});
  return sim::format::one_of("an area that has a gate", std::move(words));
}

Codec<PlanFailure::Kind> failure_kind() {
  return sim::format::one_of("a kind of failure",
                             sim::format::worded<PlanFailure::Kind>(failure_words));
}

Codec<sim::Path> schedule_format() {
  return sim::format::list(sim::format::natural<std::uint16_t>(),
                           {.what = "choices", .most = schedule_max});
}

Codec<conformance::Shard> shard_format() {
  return sim::format::through<conformance::Shard>(
      sim::format::any_text(known_bytes_max),
      [](sim::format::Writer&, const conformance::Shard& shard) { return show(shard); },
      [](Reader& reader, const JsonValue& json, const std::string& read, conformance::Shard& out) {
        if (const auto shard = parse_shard(read))
          out = *shard;
        else
          reader.fail(json, fmt::format("{} is no part I/N.", sim::echo(read)),
                      "I is from 1 to N.");
      });
}

}  // namespace tools
