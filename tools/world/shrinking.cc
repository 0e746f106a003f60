#include "world/shrinking.h"

#include <stdexcept>

#include <fmt/format.h>

#include "command/options.h"
#include "command/words.h"

namespace tools {

ShrunkRun shrink_run(const ShrinkTask& task, const std::string& file) {
  auto result = conformance::shrink_failure({.plan = task.source.plan,
                                             .subject = task.subject,
                                             .expect = task.source.expect,
                                             .failure = task.failure,
                                             .name = task.source.name,
                                             .budget = task.budget,
                                             .keep_going = task.keep_going,
                                             .progress = task.progress});
  if (const auto* error = std::get_if<conformance::ShrinkError>(&result)) {
    if (!error->ours) throw UsageError(error->what);
    throw std::logic_error(error->what + " This is a mistake of orrery: please report it.");
  }
  auto& shrunk = std::get<conformance::Shrunk>(result);
  ShrunkRun out{.source = {.name = file,
                           .plan = shrunk.scenario.plan,
                           .expect = shrunk.scenario.expect,
                           .text = shrunk.document,
                           .rules = shrunk.scenario.rules,
                           .coarse_because = shrunk.scenario.coarse_because},
                .failure = shrunk.failure,
                .shrunk = {},
                .text = conformance::show(shrunk)};
  out.shrunk = std::move(shrunk);
  return out;
}

std::string show(const sim::ShrinkProgress& progress) {
  return fmt::format("shrinking: {} tried, {} accepted", counted(progress.tried, "candidate"),
                     grouped(progress.accepted));
}

}  // namespace tools
