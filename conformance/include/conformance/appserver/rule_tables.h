// The rules of the protocol, by what they are about.
#pragma once
#include <array>

#include "conformance/area/areas.h"
#include "spec/appserver/rules.h"

namespace conformance::appserver {

constexpr std::array<RuleTable, 6> rule_tables() {
  using spec::appserver::rules_of;
  return {{
      {"wire", "WIRE", "App-server: lines and what they hold.", rules_of("WIRE-")},
      {"calls", "RPC", "App-server: requests, responses and their ids.", rules_of("RPC-")},
      {"sessions", "SES", "App-server: threads and turns, from the handshake to the interrupt.",
       rules_of("SES-")},
      {"items", "ITM", "App-server: items of a turn and their parts.", rules_of("ITM-")},
      {"approvals", "APR", "App-server: what the server asks and the client answers.",
       rules_of("APR-")},
      {"server", "SRV", "App-server: what the server owes.", rules_of("SRV-")},
  }};
}

}  // namespace conformance::appserver
