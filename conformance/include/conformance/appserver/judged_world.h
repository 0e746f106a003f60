// A client of the app-server and all that is around it, with the judge in one flat value.
#pragma once
#include "conformance/run/judged_state.h"
#include "sim/appserver/world.h"
#include "sim/state/fields.h"
#include "spec/appserver/clause_judge.h"

namespace conformance::appserver {

using Situation = spec::appserver::clauses::Situation;
using JudgedWorld = JudgedState<sim::appserver::World, Situation>;

// Every part of it by name.
sim::Fields fields(const JudgedWorld& state);

}  // namespace conformance::appserver
