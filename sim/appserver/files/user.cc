// What the user does, and what the runs of a scenario may come to.
#include <algorithm>

#include <fmt/format.h>

#include "appserver/files/formats.h"

namespace sim::appserver {
namespace {

using format::boolean;
using format::Codec;
using format::integer;
using format::Object;
using format::one_of;

struct Takes {
  std::string_view member;
  std::vector<ActKind> acts;
};
const std::vector<Takes>& takes() {
  static const std::vector<Takes> rows{
      {"chat",
       {ActKind::StartChat, ActKind::ResumeChat, ActKind::ArchiveChat, ActKind::Say,
        ActKind::Stop}},
      {"number", {ActKind::ResumeChat, ActKind::Call, ActKind::Decide}},
      {"method", {ActKind::Call}},
      {"decision", {ActKind::Decide}},
      {"settings", {ActKind::StartChat}}};
  return rows;
}

Codec<Settings> settings_format() {
  return Object<Settings>()
      .member("policy", &Settings::policy, one_of("a policy", port_words<Policy>()),
              "When approvals are asked for.")
      .member("sandbox", &Settings::sandbox, one_of("a sandbox", port_words<Sandbox>()),
              "What may be done without one.")
      .member("network", &Settings::network, boolean(), "Whether the network may be used.")
      .codec();
}

Object<Act> act_format() {
  const std::vector<std::string_view> says{"wants a server; the first of all",
                                           "starts a chat",
                                           "goes on with a thread that there is",
                                           "archives the chat",
                                           "says something in the chat",
                                           "presses stop in the chat",
                                           "calls something that belongs to no chat",
                                           "decides about an approval",
                                           "closes; the last of all"};
  const auto method =
      one_of<Method>("a method that belongs to no chat", {{"thread_list", Method::ThreadList, {}},
                                                          {"model_list", Method::ModelList, {}},
                                                          {"other", Method::Other, {}}});
  Object<Act> out("Something that the user does; not, if it would mean nothing then.");
  out.member("do", &Act::what, one_of("what a user does", port_words<ActKind>(says)), "What it is.")
      .required()
      .member("chat", &Act::chat, integer<std::uint8_t>(1, chats_max), "In which chat.")
      .member("number", &Act::number, integer<std::uint8_t>(1, 4),
              "Of a call; of an approval, in the order in which they are shown; of the thread that "
              "is resumed.")
      .member("method", &Act::method, method, "Of a call.")
      .member("decision", &Act::decision, one_of("a decision", port_words<Decision>()),
              "About an approval.")
      .member("settings", &Act::settings, settings_format(), "Of a new chat.");
  return out.then([](Reader& reader, const JsonValue& json, Act& act) {
    for (const auto& row : takes()) {
      const auto* given = member_of(json, row.member);
      if (given == nullptr || std::ranges::find(row.acts, act.what) != row.acts.end()) continue;
      reader.fail(*given, fmt::format("`{}` takes no {}.", port::word(act.what), row.member),
                  "Take it out.");
    }
  });
}

Object<ExpectedChat> chat_members() {
  return Object<ExpectedChat>("What comes of a chat. What is left out may be anything.")
      .member("turns", &ExpectedChat::turns, integer<std::uint8_t>(0, 250),
              "So many turns have ended.")
      .member("end", &ExpectedChat::end, one_of("an end of a turn", port_words<TurnEnd>()),
              "How the last of them ended.")
      .member("ready", &ExpectedChat::ready, boolean(),
              "Whether something could be said when the user closed.")
      .member("outcome", &ExpectedChat::outcome,
              one_of("an outcome", port_words<port::appserver::Outcome>()),
              "Of what was called last in it: its start, or what was said.")
      .member("error", &ExpectedChat::error, one_of("an error", port_words<Error>()),
              "If that was an error.");
}

Object<ExpectedResult> result_members() {
  const auto number = integer<std::uint8_t>(0, 250);
  Object<ExpectedResult> out("One result. A detail that is left out may be anything.");
  out.part(&ExpectedResult::chat, chat_members());
  return out
      .member("second", &ExpectedResult::second, format::named("chat", chat_members().codec()),
              "Of the second chat.")
      .member("call", &ExpectedResult::call,
              one_of("an outcome", port_words<port::appserver::Outcome>()),
              "How the first call that belongs to no chat ends.")
      .member("withdrawals", &ExpectedResult::withdrawals,
              format::bits("why an approval is withdrawn", "withdrawals", port::words<Withdrawal>),
              "All that approvals are withdrawn for.")
      .member("asks", &ExpectedResult::asks, number, "So many approvals are shown.")
      .member("answers", &ExpectedResult::answers, number, "So many of them are answered.")
      .member("accepts", &ExpectedResult::accepts, number, "So many are accepted.")
      .member("carried_out", &ExpectedResult::carried_out, number,
              "So many items the server carries out.")
      .member("spawned", &ExpectedResult::spawned, number, "So many processes are spawned.")
      .member("interrupts", &ExpectedResult::interrupts, number, "So many interrupts are sent.")
      .member("left_open", &ExpectedResult::left_open, number,
              "So many items are closed with their turn.")
      .member("shown", &ExpectedResult::shown, number, "So often new text of an item is shown.")
      .member("banner", &ExpectedResult::banner, one_of("a banner", port_words<Banner>()),
              "This is shown, among other things.")
      .member("report", &ExpectedResult::report, one_of("a report", port_words<Report>()),
              "This is reported, among other things.");
}

}  // namespace

Codec<std::vector<UserStep>> user_format() {
  const std::vector<std::string_view> says{
      "at once",
      "until something can be said in the chat",
      "until a turn is shown, since something was said in the chat",
      "until so many approvals as `number` have been shown",
      "until the approval of that `number` is withdrawn",
      "until a turn has ended, since something was said in the chat",
      "until another process than the first has started",
      "until a process is gone",
      "until nothing more is to be expected"};
  Object<UserStep> step;
  step.part(&UserStep::act, act_format())
      .member("when", &UserStep::when, one_of("what to wait for", port_words<When>(says)),
              "What is waited for, behind the step before.")
      .member("at_ms", &UserStep::window, format::window(Reader::Never::AsEnd), "From then on.");
  return format::list(format::named("step", step.codec()),
                      {.what = "steps",
                       .most = 40,
                       .none = "The user does nothing.",
                       .or_else = "Leave `user` out for one turn of a chat."});
}

Codec<std::vector<TimedAct>> beside_format() {
  Object<TimedAct> timed;
  timed.part(&TimedAct::act, act_format())
      .member("at_ms", &TimedAct::window, format::window(Reader::Never::AsEnd),
              "From the beginning on.")
      .required();
  return format::list(format::named("act", timed.codec()), {.what = "acts", .most = acts_max});
}

Codec<Expectation> expectation_format() {
  Object<format::Expected<Expectation>> beside;
  beside.part(
      [](auto& draft) -> auto& { return draft.usual; }, result_members());
  return format::expectation<Expectation>(result_members().codec(), results_max, beside);
}

}  // namespace sim::appserver
