#include "command/area_help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/area/areas.h"
#include "conformance/story/print.h"

namespace tools {
namespace {

constexpr std::size_t columns = 90;

// `says(facts)` of each area for which it is not empty, below the heading.
template <class Says>
std::string listed(std::string_view heading, Says says) {
  std::string out;
  for (const auto* area : conformance::areas()) {
    const std::string text(says(area->facts()));
    if (!text.empty()) out += conformance::print_field(area->name(), text, columns);
  }
  return out.empty() ? out : fmt::format("\n{}\n{}", heading, out);
}

}  // namespace

std::string help_of_gates() {
  return listed("Areas:", [](const auto& facts) { return facts.has_gate ? facts.says : ""; });
}

std::string help_of_tables() {
  return listed("Tables:", [](const auto& facts) { return facts.table_says; });
}

std::string help_of_worlds() {
  return listed("Worlds of the gate:", [](const auto& facts) {
    return fmt::format("{}", fmt::join(facts.world_forms, ", "));
  });
}

std::string help_of_words() {
  return listed("Words:", [](const auto& facts) {
    return facts.own_word.empty() ? std::string() : fmt::format("the name of a {}", facts.own_word);
  });
}

std::string help_of_revisions() {
  std::string some;
  for (const auto* area : conformance::areas()) {
    const auto& revisions = area->facts().revisions;
    if (!revisions.empty())
      some += fmt::format("{}{}: {}", some.empty() ? "" : "; ", area->name(),
                          fmt::join(revisions, ", "));
  }
  return fmt::format("Of the tables that have some ({}); the first by default.", some);
}

}  // namespace tools
