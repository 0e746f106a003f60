// The subject that a name stands for, and what is judged of it.
#pragma once
#include "conformance/appserver/judged.h"
#include "conformance/run/plan.h"
#include "sim/appserver/plan.h"

namespace conformance::appserver {

// For "engine" the client; for "mutant:NAME", which must exist, a broken client, or the client with
// a server that has one fault more. The server is judged, too, where it has no fault that the plan
// asks for.
JudgedWorlds judged_worlds(const sim::appserver::Plan& plan, const Candidate& subject);

}  // namespace conformance::appserver
