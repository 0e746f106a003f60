#include "world/known.h"

#include <vector>

#include <fmt/format.h>

#include "conformance/area/areas.h"
#include "conformance/gate/campaign.h"
#include "conformance/run/explored.h"
#include "conformance/run/programs.h"
#include "world/capsule.h"
#include "world/identity.h"

namespace tools {

using namespace sim::format;

using sim::JsonValue;
using sim::Reader;

namespace {

constexpr std::size_t known_bytes_max = 200;
constexpr std::size_t subject_bytes_max = 4'000;  // A command may be long.
constexpr std::size_t schedule_max = 100'000;

void check_rule(Reader& reader, const JsonValue& json, const std::string& value) {
  if (!value.empty() && conformance::find_rule(value) == nullptr)
    reader.fail(json, fmt::format("{} is not a rule.", sim::echo(value)),
                "`orrery list rules` prints them all.");
}

void check_subject(Reader& reader, const JsonValue& json, const std::string& value) {
  // A program need not be there for what was recorded of it to be read.
  if (!conformance::is_subject(value) && !conformance::names_program(value))
    reader.fail(json, fmt::format("{} is not a subject.", sim::echo(value)),
                "Valid: engine, exec:COMMAND, and mutant:NAME with a name of `orrery list "
                "mutants`.");
}

std::string shard_in_file(const conformance::Shard& shard) { return show(shard); }
void read_shard(Reader& reader, const JsonValue& json, const std::string& read,
                conformance::Shard& out) {
  if (const auto shard = parse_shard(read))
    out = *shard;
  else
    reader.fail(json, fmt::format("{} is no part I/N.", sim::echo(read)), "I is from 1 to N.");
}

constexpr Type choice = natural();

}  // namespace

constexpr Type known_rule = any_text(known_bytes_max).then(sim::format::check<&check_rule>);

constexpr Type known_subject = any_text(subject_bytes_max).then(sim::format::check<&check_subject>);

const Type& known_area() {
  static const auto words = [] {
    std::vector<Word> out;
    for (const auto* area : conformance::areas()) out.emplace_back(area->name(), area);
    return out;
  }();
  static const auto out = one_of("an area", words);
  return out;
}

constexpr Type failure_kind = one_of("a kind of failure", failure_words);

constexpr Type level_format = one_of("a level", spec::level_words);

constexpr Type schedule_format = list(choice, {.what = "choices", .most = schedule_max});

constexpr Type shard_format = through<std::string, conformance::Shard, &shard_in_file, &read_shard>(
    any_text(known_bytes_max));

}  // namespace tools
