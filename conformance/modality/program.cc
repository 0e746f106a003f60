#include "modality/subject.h"

#include <string>

#include "port/json_text.h"
#include "sim/program/subject.h"

namespace conformance::modality {

std::shared_ptr<const sim::modality::Subject> program_subject(
    std::shared_ptr<sim::Program> program, const port::modality::Limits& limits) {
  std::string setup = R"({"area":"modality","limits":)";
  port::add_json(setup, limits);
  return std::make_shared<sim::ProgramSubject<sim::modality::Subject>>(std::move(program),
                                                                       setup + "}");
}

}  // namespace conformance::modality
