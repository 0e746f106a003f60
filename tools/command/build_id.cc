#include "command/build_id.h"

#include <cstddef>
#include <cstdint>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/words.h"
#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "revision.h"
#include "sim/state/text_digest.h"
#include "source_digest.h"

namespace tools {
namespace {

#ifdef __clang__
constexpr std::string_view compiler = "compiled by";  // Its version begins with its name.
#else
constexpr std::string_view compiler = "compiled by GCC";
#endif

}  // namespace

std::string build_id() {
  std::string out = ORRERY_SOURCE_DIGEST;
  for (const auto* area : conformance::areas())
    if (const auto& build = area->facts().build; !build.empty())
      out += fmt::format("+{}:{}", area->name(), build);
  return out;
}

std::string rules_id() { return show_digest(conformance::rules_version()); }

std::vector<PortVersion> port_versions() {
  std::vector<PortVersion> out;
  for (const auto* area : conformance::areas())
    if (const auto& words = area->checks().facts().vocabulary; !words.empty())
      out.push_back({area->name(),
                     fmt::format("{:08x}", static_cast<std::uint32_t>(sim::digest_text(words)))});
  return out;
}

std::string version_text() {
  std::size_t count = 0, in_areas = 0;
  std::vector<std::string> rules, ports;
  for (const auto& table : conformance::rule_tables()) count += table.rules.size();
  for (const auto* area : conformance::areas()) {
    const auto own = area->facts().rules.size();
    if (own > 0) rules.push_back(fmt::format("{} {}", area->name(), own));
    in_areas += own;
  }
  rules.push_back(fmt::format("every {}", count - in_areas));
  for (const auto& port : port_versions())
    ports.push_back(fmt::format("{} {}", port.area, port.digest));
  const std::string_view revision = ORRERY_REVISION;
  return fmt::format(
      "orrery {}\n"
      "build  {}, {} {}{}{}\n"
      "runs   {}\n"
      "rules  {}: {}; {}\n"
      "ports  {}\n",
      ORRERY_VERSION, ORRERY_BUILD_TYPE, compiler, __VERSION__,
      revision.empty() ? "" : ", revision ", revision, build_id(), count, fmt::join(rules, ", "),
      rules_id(), fmt::join(ports, ", "));
}

}  // namespace tools
