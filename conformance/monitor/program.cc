#include "monitor/program.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/program/subject.h"

namespace conformance::monitor {

std::shared_ptr<const sim::monitor::Subject> program_subject(std::shared_ptr<sim::Program> program,
                                                             const engine::monitor::Limits& limits,
                                                             std::uint32_t seed) {
  return std::make_shared<sim::ProgramSubject<sim::monitor::Subject>>(
      std::move(program),
      fmt::format(R"({{"area":"monitor","seed":{},"jitter_percent":{},"first_port":{},"ports":{},)"
                  R"("probes_at_once":{}}})",
                  seed, limits.jitter_percent, limits.ports[0].first, limits.ports_count(),
                  limits.probes_at_once));
}

engine::monitor::Limits limits_of_setup(const nlohmann::json& setup) {
  engine::monitor::Limits out;
  const auto first = setup.at("first_port").get<std::uint16_t>();
  const auto count = setup.at("ports").get<std::uint16_t>();
  out.ports = {};
  out.ports[0] = {first, static_cast<std::uint16_t>(first + count - 1)};
  out.probes_at_once = setup.at("probes_at_once").get<std::uint8_t>();
  out.jitter_percent = setup.at("jitter_percent").get<std::uint8_t>();
  return out;
}

}  // namespace conformance::monitor
