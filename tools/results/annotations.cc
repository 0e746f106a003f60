#include "results/annotations.h"

#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "results/junit.h"
#include "results/words.h"

namespace tools {
namespace {

constexpr std::size_t shown_max = 10;  // GitHub drops what comes after, per step.

std::string escaped(std::string_view text, bool property) {
  std::string out;
  for (const char c : text) {
    const bool special = c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','));
    if (special)
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    else
      out += c;
  }
  return out;
}

std::string error_line(std::string_view title, std::string_view message,
                       const std::optional<Place>& place = {}) {
  const auto where =
      place ? fmt::format("file={},line={},", escaped(place->file, true), place->line) : "";
  return fmt::format("::error {}title={}::{}\n", where, escaped(title, true),
                     escaped(message, false));
}

}  // namespace

bool on_github() {
  const char* value = std::getenv("GITHUB_ACTIONS");
  return value != nullptr && std::string_view(value) == "true";
}

std::string github_annotations(std::span<const conformance::CheckResult> results,
                               const Places& places) {
  std::vector<const conformance::CheckResult*> red;
  for (const auto& result : results) {
    const bool error = result.outcome == conformance::Outcome::Error;
    if (error || fails_gate(result)) red.push_back(&result);
  }
  std::string out;
  const std::size_t shown = red.size() > shown_max ? shown_max - 1 : red.size();
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& result = *red[i];
    out += error_line(result.check, failure_text(result), places.to_look_at(result));
  }
  if (shown < red.size())
    out += error_line("orrery", fmt::format("and {} more; see the log", red.size() - shown));
  return out;
}

}  // namespace tools
