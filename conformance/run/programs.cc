#include "conformance/run/programs.h"

#include <map>
#include <utility>

namespace conformance {
namespace {

using Programs = std::map<std::string, std::shared_ptr<sim::Program>, std::less<>>;

Programs& programs() {
  static Programs all;
  return all;
}

}  // namespace

void add_program(std::string name, std::shared_ptr<sim::Program> program) {
  programs()[std::move(name)] = std::move(program);
}

std::shared_ptr<sim::Program> program_of(std::string_view subject) {
  const auto found = programs().find(subject);
  return found == programs().end() ? nullptr : found->second;
}

}  // namespace conformance
