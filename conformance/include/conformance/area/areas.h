// The areas that there are, and their rules: whoever offers them all looks here.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/area/area.h"
#include "spec/rule.h"

namespace conformance {

class AnyPlan;

// In the order in which they are reported.
std::span<const Area* const> areas();
// Adds one to the list, before anything else looks at it. For programs that bring an area of
// their own.
void add_area(const Area& area);

// Null if there is no such area.
const Area* area_named(std::string_view name);
// The area of "mutant:NAME"; null for the engine, which is of all, and for what there is not.
const Area* area_of_subject(std::string_view subject);
// Whether a scenario of this name is judged in the gate of the area: "ack/deadline_tie" in that of
// ack, and one of an area that is made of others in those of its parts.
bool has_scenario(const Area& area, std::string_view scenario);

// Whether that world has anything that the area judges.
bool is_judged_by(const AnyPlan& plan, const Area& area);

// The revisions that tables of areas have, each once.
std::vector<std::string> revisions();

// The areas', and behind them, under the name "every", what holds in all of them.
std::vector<RuleTable> rule_tables();

// Another number as soon as an id, a clause, a level or a word of any rule is another one;
// the same for equal rules on every machine.
std::uint64_t rules_version();

// The rule of exactly this id, or null.
const spec::Rule* find_rule(std::string_view id);

// Whether none of these rules is weaker. What a scenario expects rests on all that it names.
bool all_count(std::span<const std::string> rules, spec::Level weakest);

// What may have been meant by an id that find_rule refuses, best first, at most `most`:
// other spellings of the same number ("mod 42", "42"), then the nearest numbers.
std::vector<const spec::Rule*> near_rules(std::string_view id, std::size_t most = 3);

}  // namespace conformance
