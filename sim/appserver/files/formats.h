// The tables of the parts of a scenario of the app-server.
#pragma once
#include <vector>

#include "sim/appserver/scenario.h"
#include "sim/files/scenario_format.h"

namespace sim::appserver {

format::Codec<ClientPlan> client_format();
format::Codec<ServerPlan> server_format();
format::Codec<Latencies> latencies_format();
format::Codec<std::vector<UserStep>> user_format();
format::Codec<std::vector<TimedAct>> beside_format();
format::Codec<Expectation> expectation_format();

// The words of an enumeration of the port, or of one of ours.
template <class E>
std::vector<format::Word<E>> port_words(const std::vector<std::string_view>& says = {}) {
  return format::worded<E>(port::words<E>, says);
}

}  // namespace sim::appserver
