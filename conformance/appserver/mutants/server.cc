#include "appserver/mutants/server.h"

#include <algorithm>
#include <array>

#include "sim/appserver/letter.h"
#include "sim/appserver/wire.h"

namespace conformance::appserver {
namespace {

using port::appserver::Method, port::appserver::ToClient;
using sim::appserver::Fault, sim::appserver::PlannedFault;

sim::appserver::Decoded answered_if_bad(sim::appserver::Wire& wire, std::string_view line) {
  auto out = wire.decode(line);
  if (!out.message && out.line.is_null())
    out.answer = R"({"id":null,"error":{"code":-32700,"message":"Parse error"}})";
  return out;
}

// What it cannot read it does all the same.
sim::appserver::Decoded done_if_refused(sim::appserver::Wire& wire, std::string_view line) {
  auto out = wire.decode(line);
  if (!out.answer.empty() && out.line.is_object() && out.line.contains("id"))
    out.answer = R"({"id":)" + out.line["id"].dump() + R"(,"result":{}})";
  return out;
}

constexpr char output_tokens[] = "/params/tokenUsage/output",
               provider[] = "/params/thread/modelProvider", second_thread[] = "/result/data/1",
               exit_code[] = "/result/exitCode",
               window[] = "/params/rateLimits/primary/windowDurationMins";
// The line that the mock writes, without what stands there in messages of this kind.
template <class Message, const auto& where>
std::string without(sim::appserver::Wire& wire, const ToClient& message) {
  auto json = wire.document(message);
  const nlohmann::ordered_json::json_pointer at{where};
  if (json.is_null()) return {};
  if (std::holds_alternative<Message>(message) && json.contains(at)) {
    auto& parent = json[at.parent_pointer()];
    parent.is_array() ? void(parent.erase(std::stoul(at.back()))) : void(parent.erase(at.back()));
  }
  return json.dump();
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
    ServerMutant{
        {"server_speaks_of_a_turn_that_ended", "ITM-03", "",
         "a delta comes behind the end of its turn"},
        PlannedFault{.what = Fault::LateDelta,
                     .message = sim::appserver::kind_of<port::appserver::TurnCompleted>()}},
    ServerMutant{{"server_ends_an_item_twice", "SRV-05 ITM-06", "", "an item is completed twice"},
                 PlannedFault{.what = Fault::EndItemTwice}},
    ServerMutant{
        {"server_runs_what_was_denied", "APR-10", "", "a command is run though it was declined"},
        PlannedFault{.what = Fault::RunDenied}},
    ServerMutant{{"server_refuses_by_another_code", "SRV-02", "",
                  "what makes no sense is refused with the code of the other dialect"},
                 PlannedFault{.what = Fault::OtherCode, .method = Method::ThreadResume}},
    ServerMutant{{"server_needs_no_params", "SRV-02", "",
                  "a request without what it is about is answered as done"},
                 {},
                 done_if_refused},
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
    ServerMutant{{"server_counts_no_output", "SRV-10", "", "tokens are told in one figure of two"},
                 {},
                 read_line_of_mock,
                 without<port::appserver::TurnCompleted, output_tokens>},
    ServerMutant{{"server_hides_its_provider", "SRV-10", "",
                  "a thread starts without saying whose model it has"},
                 {},
                 read_line_of_mock,
                 without<port::appserver::ThreadStarted, provider>},
    ServerMutant{{"server_lists_the_first_thread", "SRV-10", "", "the list ends behind its first"},
                 {},
                 read_line_of_mock,
                 without<port::appserver::Response, second_thread>},
    ServerMutant{{"server_tells_no_exit_code", "SRV-10", "", "a command ends without its code"},
                 {},
                 read_line_of_mock,
                 without<port::appserver::Response, exit_code>},
    ServerMutant{{"server_tells_no_window", "SRV-10", "", "a limit is told without its window"},
                 {},
                 read_line_of_mock,
                 without<port::appserver::RateLimits, window>},
};

}  // namespace

std::span<const ServerMutant> server_mutants() { return broken_servers; }

const ServerMutant* find_server_mutant(std::string_view name) {
  const auto found = std::ranges::find_if(
      broken_servers, [&](const ServerMutant& mutant) { return mutant.mutant.name == name; });
  return found == broken_servers.end() ? nullptr : &*found;
}

}  // namespace conformance::appserver
