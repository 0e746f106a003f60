#include "conformance/area/mutants.h"

#include <algorithm>

#include "conformance/run/plan.h"

namespace conformance {

bool names_rule(std::string_view rules, std::string_view rule) {
  return fmt::format(" {} ", rules).find(fmt::format(" {} ", rule)) != std::string::npos;
}

const MutantLine* find_mutant(std::span<const MutantLine> all, std::string_view name) {
  const auto found = std::ranges::find(all, name, &MutantLine::name);
  return found == all.end() ? nullptr : &*found;
}

const MutantLine* mutant_named(std::span<const MutantLine> all, std::string_view subject) {
  if (!subject.starts_with(mutant_prefix)) return nullptr;
  return find_mutant(all, subject.substr(mutant_prefix.size()));
}

}  // namespace conformance
