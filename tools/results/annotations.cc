#include "results/annotations.h"

#include <cstdlib>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "results/junit.h"

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

std::string error_line(std::string_view title, std::string_view message) {
  return fmt::format("::error title={}::{}\n", escaped(title, true), escaped(message, false));
}

}  // namespace

bool on_github() {
  const char* value = std::getenv("GITHUB_ACTIONS");
  return value != nullptr && std::string_view(value) == "true";
}

std::string github_annotations(std::span<const conformance::CheckResult> results) {
  std::vector<const conformance::CheckResult*> red;
  for (const auto& result : results) {
    const bool error = result.outcome == conformance::Outcome::Error;
    if (error || fails_gate(result)) red.push_back(&result);
  }
  std::string out;
  const std::size_t shown = red.size() > shown_max ? shown_max - 1 : red.size();
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& result = *red[i];
    const bool missed = result.outcome == conformance::Outcome::NotExercised;
    auto message =
        result.message.empty() ? std::string(missed ? "not exercised" : "failed") : result.message;
    if (!result.replay.empty() && message.find(result.replay) == std::string::npos)
      message += "\nreplay: " + result.replay;
    out += error_line(result.check, message);
  }
  if (shown < red.size())
    out += error_line("orrery", fmt::format("and {} more; see the log", red.size() - shown));
  return out;
}

}  // namespace tools
