#include "sim/files/scenario_error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace sim {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t columns_max = 100;

void add_text(const ordered_json& value, std::size_t indent, std::size_t before, std::string& out) {
  const auto line = [&] {
    std::string text;
    const bool object = value.is_object();
    for (const auto& [key, item] : value.items()) {
      if (!text.empty()) text += ", ";
      if (object) text += ordered_json(key).dump() + ": ";
      add_text(item, 0, 0, text);
    }
    return (object ? "{" : "[") + text + (object ? "}" : "]");
  };
  if (!value.is_structured()) {
    out += value.dump();
    return;
  }
  const bool whole = indent == 0 && before == 0;
  const auto one = line();
  if (whole || before + one.size() <= columns_max) {
    out += one;
    return;
  }
  out += value.is_object() ? "{" : "[";
  bool first = true;
  for (const auto& [key, item] : value.items()) {
    out += fmt::format("{}\n{:{}}", first ? "" : ",", "", indent + 2);
    first = false;
    const auto name = value.is_object() ? ordered_json(key).dump() + ": " : std::string();
    out += name;
    add_text(item, indent + 2, indent + 3 + name.size(), out);
  }
  out += fmt::format("\n{:{}}{}", "", indent, value.is_object() ? "}" : "]");
}

}  // namespace

std::string show(const ScenarioError& error) {
  std::string out = error.file;
  if (error.line > 0) out += fmt::format(":{}:{}", error.line, error.column);
  if (!error.pointer.empty()) out += ": " + error.pointer;
  out += ": " + error.what;
  if (!error.remedy.empty()) out += " " + error.remedy;
  return out;
}

std::string scenario_text(const ordered_json& document) {
  std::string out;
  // The root is never in one line.
  add_text(document, 0, columns_max, out);
  return out + "\n";
}

}  // namespace sim
