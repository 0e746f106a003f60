#include "appserver/program.h"

#include <fmt/format.h>

#include "sim/program/subject.h"

namespace conformance::appserver {

std::shared_ptr<const sim::appserver::Subject> program_subject(
    std::shared_ptr<sim::Program> program, const engine::appserver::Limits& limits,
    std::uint32_t seed) {
  return std::make_shared<sim::ProgramSubject<sim::appserver::Subject>>(
      std::move(program),
      fmt::format(R"({{"area":"appserver","seed":{},"opts_out":{}}})", seed, limits.opts_out));
}

}  // namespace conformance::appserver
