#include "command/area_help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/area/areas.h"
#include "conformance/area/words.h"
#include "conformance/area/worlds.h"
#include "conformance/story/print.h"

namespace tools {
namespace {

constexpr std::size_t columns = 90;

// `says(area)` of each area for which it is not empty, below the heading.
template <class Says>
std::string listed(std::string_view heading, Says says) {
  std::string out;
  for (const auto* area : conformance::areas()) {
    const std::string text(says(*area));
    if (!text.empty()) out += conformance::print_field(area->name(), text, columns);
  }
  return out.empty() ? out : fmt::format("\n{}\n{}", heading, out);
}

}  // namespace

std::string help_of_gates() {
  return listed("Areas:", [](const auto& area) { return area.facts().description; });
}

std::string help_of_tables() {
  return listed("Tables:", [](const auto& area) { return area.words().facts().table_description; });
}

std::string help_of_worlds() {
  return listed("Worlds of the gate:", [](const auto& area) {
    return fmt::format("{}", fmt::join(area.worlds().facts().forms, ", "));
  });
}

std::string help_of_words() {
  return listed("Words:", [](const auto& area) {
    const auto noun = area.words().facts().item_noun;
    return noun.empty() ? std::string() : fmt::format("the name of a {}", noun);
  });
}

std::string help_of_revisions() {
  std::string some;
  for (const auto* area : conformance::areas()) {
    const auto& revisions = area->worlds().facts().revisions;
    if (!revisions.empty())
      some += fmt::format("{}{}: {}", some.empty() ? "" : "; ", area->name(),
                          fmt::join(revisions, ", "));
  }
  return fmt::format("Of the tables that have some ({}); the first of each by default.", some);
}

}  // namespace tools
