#include "appserver/mutants/server.h"

#include <algorithm>
#include <array>

namespace conformance::appserver {
namespace {

using port::appserver::Method;
using sim::appserver::Fault, sim::appserver::PlannedFault;

sim::appserver::Wire::Decoded answered_if_bad(sim::appserver::Wire& wire, std::string_view line) {
  auto out = wire.decode(line);
  if (!out.message && out.line.is_null())
    out.answer = R"({"id":null,"error":{"code":-32700,"message":"Parse error"}})";
  return out;
}

const std::array broken_servers{
    ServerMutant{{"server_forgets_the_handshake", "SRV-01", "",
                  "a server that was initialized says that it was not"},
                 PlannedFault{.what = Fault::ForgetHandshake}},
    ServerMutant{{"server_answers_nothing", "SRV-03", "", "a request is not answered"},
                 PlannedFault{.what = Fault::DropResponse, .method = Method::ThreadStart}},
    ServerMutant{{"server_answers_twice", "SRV-03", "", "a request is answered twice"},
                 PlannedFault{.what = Fault::DuplicateResponse}},
    ServerMutant{
        {"server_ends_a_turn_twice", "SRV-05 SES-03", "", "the end of a turn is told twice"},
        PlannedFault{.what = Fault::EndTurnTwice}},
    ServerMutant{{"server_speaks_of_a_turn_that_ended", "ITM-03", "",
                  "a delta comes behind the end of its turn"},
                 PlannedFault{.what = Fault::LateDelta}},
    ServerMutant{{"server_ends_an_item_twice", "SRV-05 ITM-06", "", "an item is completed twice"},
                 PlannedFault{.what = Fault::EndItemTwice}},
    ServerMutant{
        {"server_runs_what_was_denied", "APR-10", "", "a command is run though it was declined"},
        PlannedFault{.what = Fault::RunDenied}},
    ServerMutant{{"server_refuses_by_another_code", "SRV-02", "",
                  "what makes no sense is refused with the code of the other dialect"},
                 PlannedFault{.what = Fault::OtherCode, .method = Method::ThreadResume}},
    ServerMutant{
        {"server_answers_bad_lines", "SRV-04", "", "a line that is no message is answered"},
        {},
        answered_if_bad},
    ServerMutant{{"server_answers_an_interrupt_late", "SRV-06", "",
                  "the turn ends before its interrupt is answered"},
                 PlannedFault{.what = Fault::DelayResponse, .method = Method::TurnInterrupt}},
    ServerMutant{{"server_settles_before_the_end", "SRV-07", "",
                  "an approval is settled before its interrupted turn has ended"},
                 PlannedFault{.what = Fault::ResolveFirst}},
    ServerMutant{{"server_steers_elsewhere", "SRV-08", "",
                  "what is said in a turn is answered with another turn"},
                 PlannedFault{.what = Fault::SteerElsewhere}},
    ServerMutant{{"server_exits_badly", "SRV-09", "", "the end of its input is a failure"},
                 PlannedFault{.what = Fault::BadExit}},
    ServerMutant{{"server_goes_on_behind_a_cancel", "APR-06", "",
                  "the turn goes on behind an approval that was cancelled"},
                 PlannedFault{.what = Fault::IgnoreCancel}},
};

}  // namespace

std::span<const ServerMutant> server_mutants() { return broken_servers; }

const ServerMutant* find_server_mutant(std::string_view name) {
  const auto found = std::ranges::find_if(
      broken_servers, [&](const ServerMutant& mutant) { return mutant.mutant.name == name; });
  return found == broken_servers.end() ? nullptr : &*found;
}

}  // namespace conformance::appserver
