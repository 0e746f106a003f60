// What the user does, and what the runs of a scenario may come to.
#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "appserver/files/formats.h"

namespace sim::appserver {
namespace {

using namespace format;
using Draft = Expected<Expectation>;

struct Takes {
  std::string_view member;
  std::vector<ActKind> acts;
};
const std::vector<Takes>& takes() {
  static const std::vector<Takes> rows{
      {"chat",
       {ActKind::StartChat, ActKind::ResumeChat, ActKind::ArchiveChat, ActKind::Say,
        ActKind::Stop}},
      {"number", {ActKind::ResumeChat, ActKind::Call, ActKind::Decide, ActKind::MakeRule}},
      {"method", {ActKind::Call}},
      {"decision", {ActKind::Decide}},
      {"settings", {ActKind::StartChat}},
      {"set", {ActKind::StartChat}}};
  return rows;
}
void check_act(Reader& reader, const JsonValue& json, const Act& act) {
  for (const auto& row : takes()) {
    const auto* given = member_of(json, row.member);
    if (given == nullptr || std::ranges::find(row.acts, act.what) != row.acts.end()) continue;
    reader.fail(*given, fmt::format("`{}` takes no {}.", port::word(act.what), row.member),
                "Take it out.");
  }
}

constexpr Row settings_rows[] = {
    {"policy", at<&Settings::policy>, one_of("a policy", port::words<Policy>),
     "When approvals are asked for."},
    {"sandbox", at<&Settings::sandbox>, one_of("a sandbox", port::words<Sandbox>),
     "What may be done without one."},
    {"network", at<&Settings::network>, boolean(), "Whether the network may be used."}};

constexpr auto act_says = sentences(
    "wants a server; the first of all", "starts a chat", "goes on with a thread that there is",
    "archives the chat", "says something in the chat", "presses stop in the chat",
    "calls something that belongs to no chat", "decides about an approval",
    "makes a rule that approves a subject unasked", "closes; the last of all");
constexpr Word method_words[] = {{"thread_list", Method::ThreadList},
                                 {"model_list", Method::ModelList},
                                 {"other", Method::Other}};
constexpr Row act_rows[] = {
    {"do", at<&Act::what>, one_of("what a user does", port::words<ActKind>, act_says),
     "What it is.", Is::Required},
    {"chat", at<&Act::chat>, integer(1, chats_max), "In which chat."},
    {"number", at<&Act::number>, integer(1, 4),
     "Of a call; of an approval, in the order in which they are shown; of the thread that is "
     "resumed; of the subject of a rule."},
    {"method", at<&Act::method>, one_of("a method that belongs to no chat", method_words),
     "Of a call."},
    {"decision", at<&Act::decision>, one_of("a decision", port::words<Decision>),
     "About an approval."},
    {"settings", at<&Act::settings>, object(settings_rows), "Of a new chat."},
    {"set", at<&Act::text>, integer(0, 9),
     "What else is set for a new chat (a model, instructions), by a number; 0: nothing."}};
constexpr Type act_type =
    object(act_rows, "Something that the user does; not, if it would mean nothing then.")
        .then(check<&check_act>);

constexpr auto when_says =
    sentences("at once", "until something can be said in the chat",
              "until a turn is shown, since something was said in the chat",
              "until so many approvals as `number` have been shown",
              "until the approval of that `number` is withdrawn",
              "until a turn has ended, since something was said in the chat",
              "until another process than the first has started", "until a process is gone",
              "until nothing more is to be expected");
constexpr Row step_rows[] = {
    part(at<&UserStep::act>, act_type),
    {"when", at<&UserStep::when>, one_of("what to wait for", port::words<When>, when_says),
     "What is waited for, behind the step before."},
    {"at_ms", at<&UserStep::window>, window(), "From then on."}};
constexpr Type step_type = object(step_rows).named("step");

constexpr Row timed_rows[] = {
    part(at<&TimedAct::act>, act_type),
    {"at_ms", at<&TimedAct::window>, window(), "From the beginning on.", Is::Required}};
constexpr Type timed_type = object(timed_rows).named("act");

constexpr Type any_number = integer(0, 250);
constexpr Type outcome_type = one_of("an outcome", port::words<port::appserver::Outcome>);
constexpr Row chat_rows[] = {
    {"turns", at<&ExpectedChat::turns>, any_number, "So many turns have ended."},
    {"end", at<&ExpectedChat::end>, one_of("an end of a turn", port::words<TurnEnd>),
     "How the last of them ended."},
    {"ready", at<&ExpectedChat::ready>, boolean(),
     "Whether something could be said when the user closed."},
    {"outcome", at<&ExpectedChat::outcome>, outcome_type,
     "Of what was called last in it: its start, or what was said."},
    {"error", at<&ExpectedChat::error>, one_of("an error", port::words<Error>),
     "If that was an error."}};
constexpr Type chat_type =
    object(chat_rows, "What comes of a chat. What is left out may be anything.").named("chat");

using R = ExpectedResult;
constexpr Row result_rows[] = {
    part(at<&R::chat>, chat_type),
    {"second", at<&R::second>, chat_type, "Of the second chat."},
    {"call", at<&R::call>, outcome_type, "How the first call that belongs to no chat ends."},
    {"withdrawals", at<&R::withdrawals>,
     bits("why an approval is withdrawn", "withdrawals", port::words<Withdrawal>),
     "All that approvals are withdrawn for."},
    {"asks", at<&R::asks>, any_number, "So many approvals are shown."},
    {"answers", at<&R::answers>, any_number, "So many of them are answered."},
    {"accepts", at<&R::accepts>, any_number, "So many are accepted."},
    {"carried_out", at<&R::carried_out>, any_number, "So many items the server carries out."},
    {"spawned", at<&R::spawned>, any_number, "So many processes are spawned."},
    {"interrupts", at<&R::interrupts>, any_number, "So many interrupts are sent."},
    {"left_open", at<&R::left_open>, any_number, "So many items are closed with their turn."},
    {"shown", at<&R::shown>, any_number, "So often new text of an item is shown."},
    {"banner", at<&R::banner>, one_of("a banner", port::words<Banner>),
     "This is shown, among other things."},
    {"report", at<&R::report>, one_of("a report", port::words<Report>),
     "This is reported, among other things."}};

}  // namespace

constexpr Type result_format =
    object(result_rows, "One result. A detail that is left out may be anything.");

namespace {

constexpr Type results_type = results(result_format, results_max);
constexpr Row expectation_rows[] = {results_row<Expectation>(results_type),
                                    part(at<&Draft::usual>, result_format)};

}  // namespace

constexpr Type user_format =
    list(step_type, {.what = "steps",
                     .most = 40,
                     .none = "The user does nothing.",
                     .or_else = "Leave `user` out for one turn of a chat."});

constexpr Type beside_format = list(timed_type, {.what = "acts", .most = acts_max});

constexpr Type expectation_format = expectation<Expectation>(expectation_rows);

}  // namespace sim::appserver
