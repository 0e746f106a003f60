#include "sim/state/fields.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace sim {

std::vector<FieldChange> changes(const Fields& before, const Fields& after) {
  std::map<std::string_view, std::string_view> values;
  for (const auto& field : before) values.emplace(field.name, field.value);
  std::vector<FieldChange> out;
  for (const auto& field : after) {
    const auto known = values.find(field.name);
    if (known == values.end() || known->second == field.value) continue;
    out.push_back({field.name, std::string(known->second), field.value});
  }
  return out;
}

const std::string* find_field(const Fields& fields, std::string_view name) {
  const auto found = std::ranges::find(fields, name, &Field::name);
  return found == fields.end() ? nullptr : &found->value;
}

std::string FieldWriter::seconds(std::int64_t ms) {
  const auto size = ms < 0 ? -ms : ms;
  return fmt::format("{}{}.{:03}s", ms < 0 ? "-" : "", size / 1000, size % 1000);
}

}  // namespace sim
