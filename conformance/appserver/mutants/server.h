// Deliberately broken servers: the mock with one fault more, which the client has no part in.
#pragma once
#include <span>
#include <string_view>

#include "conformance/appserver/mutants/mutant.h"
#include "sim/appserver/plan.h"

namespace conformance::appserver {

struct ServerMutant {
  MutantLine mutant;
  sim::appserver::PlannedFault fault;
};
std::span<const ServerMutant> server_mutants();
const ServerMutant* find_server_mutant(std::string_view name);  // Null: there is none.

}  // namespace conformance::appserver
