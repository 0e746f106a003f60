// Deliberately broken servers: the mock with one fault more, which the client has no part in.
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "conformance/appserver/mutants/mutant.h"
#include "conformance/appserver/mutants/parts.h"
#include "sim/appserver/plan.h"

namespace conformance::appserver {

struct ServerMutant {
  MutantLine mutant;
  std::optional<sim::appserver::PlannedFault> fault = {};
  decltype(Parts::read_line) read_line = read_line_of_mock;
  decltype(Parts::write_line) write_line = write_line_of_mock;
};
std::span<const ServerMutant> server_mutants();
const ServerMutant* find_server_mutant(std::string_view name);  // Null: there is none.

}  // namespace conformance::appserver
