#include "appserver/mutants/server.h"

#include <algorithm>
#include <array>

namespace conformance::appserver {
namespace {

using port::appserver::Method;
using sim::appserver::Fault;

const std::array broken_servers{
    ServerMutant{{"server_forgets_the_handshake", "SRV-01", "",
                  "a server that was initialized says that it was not"},
                 {.what = Fault::ForgetHandshake}},
    ServerMutant{{"server_answers_nothing", "SRV-03", "", "a request is not answered"},
                 {.what = Fault::DropResponse, .method = Method::ThreadStart}},
    ServerMutant{{"server_answers_twice", "SRV-03", "", "a request is answered twice"},
                 {.what = Fault::DuplicateResponse}},
    ServerMutant{
        {"server_ends_a_turn_twice", "SRV-05 SES-03", "", "the end of a turn is told twice"},
        {.what = Fault::EndTurnTwice}},
    ServerMutant{{"server_speaks_of_a_turn_that_ended", "ITM-03", "",
                  "a delta comes behind the end of its turn"},
                 {.what = Fault::LateDelta}},
    ServerMutant{{"server_ends_an_item_twice", "SRV-05 ITM-06", "", "an item is completed twice"},
                 {.what = Fault::EndItemTwice}},
    ServerMutant{
        {"server_runs_what_was_denied", "APR-10", "", "a command is run though it was declined"},
        {.what = Fault::RunDenied}},
};

}  // namespace

std::span<const ServerMutant> server_mutants() { return broken_servers; }

const ServerMutant* find_server_mutant(std::string_view name) {
  const auto found = std::ranges::find_if(
      broken_servers, [&](const ServerMutant& mutant) { return mutant.mutant.name == name; });
  return found == broken_servers.end() ? nullptr : &*found;
}

}  // namespace conformance::appserver
