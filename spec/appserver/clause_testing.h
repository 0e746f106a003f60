// Words for tests that write out what an observer sees of a client and its server.
#pragma once
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "judge_testing.h"
#include "port/appserver/show.h"
#include "spec/appserver/clause_judge.h"
#include "spec/appserver/rules.h"

namespace spec::appserver::clauses {

using Story = std::vector<Seen>;

// One after the other.
inline Story operator+(Story first, const Story& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

inline constexpr ProcessId server{1}, next_server{2};
inline constexpr ChatId chat{1}, other_chat{2};
inline constexpr ThreadId thread{1}, other_thread{2};
inline constexpr TurnId turn{1}, second_turn{2};
inline constexpr ItemId item{1}, other_item{2};
inline constexpr AskId ask{1}, other_ask{2};
inline constexpr SubjectId build{1}, test{2};
inline const TextMark hello = mark_of("hello"), hello_you = mark_of("hello you");
inline const TextMark you = mark_of(" you");

inline Seen pass(int ms) { return Fact(TimePassed{Duration(ms)}); }
Seen heard(const auto& what) { return Happening(what); }
Seen told(const auto& message, ProcessId process = server) {
  return Happening(Received{process, message});
}
Seen does(const auto& act) { return Command(act); }
Seen sends(const auto& message, ProcessId process = server) {
  return Command(Send{process, message});
}
inline Request request(std::uint32_t id, Method method, ThreadId of = {}, TurnId in = {},
                       TextId text = {}) {
  return Request{RequestId{id}, method, of, in, text, {}, 0};
}
inline Seen asks_for(std::uint32_t id, Method method, ThreadId of = {}, TurnId in = {},
                     TextId text = {}) {
  return sends(request(id, method, of, in, text));
}
inline Seen answered(std::uint32_t id, ThreadId of = {}, TurnId in = {}) {
  return told(Response{RequestId{id}, Error::None, of, in});
}
inline Seen failed(std::uint32_t id, Error error) {
  return told(Response{RequestId{id}, error, {}, {}});
}
inline Seen ends(Method method, Outcome outcome, Error error = Error::None, ChatId of = chat) {
  return does(CallEnded{no_call, of, method, outcome, error});
}
inline Seen reports(Report report, std::uint32_t of = 0) { return does(Reported{report, of}); }
inline Seen carries_out(ItemId of) { return Fact(CarriedOut{of}); }

// What a right client and a right server do.
inline Story greeting(ProcessId process = server, std::uint32_t id = 1) {
  return {heard(ProcessStarted{process}),
          sends(request(id, Method::Initialize), process),
          told(Response{RequestId{id}, {}, {}, {}}, process),
          sends(Initialized{}, process),
          sends(request(id + 1, Method::ModelList), process),
          told(Response{RequestId{id + 1}, {}, {}, {}}, process),
          pass(1)};
}
inline Story opening() { return Story{heard(Opened{}), does(Spawn{server}), pass(5)} + greeting(); }
inline Story chatting() {
  return opening() + Story{heard(ChatStarted{chat, {}}),
                           asks_for(3, Method::ThreadStart),
                           pass(5),
                           answered(3, thread),
                           ends(Method::ThreadStart, Outcome::Result),
                           told(ThreadStarted{thread}),
                           does(ComposerReady{chat}),
                           pass(1)};
}
inline Story saying(std::uint32_t id = 4, TurnId of = turn) {
  return {heard(Said{chat, TextId{7}}),
          does(ComposerBusy{chat}),
          asks_for(id, Method::TurnStart, thread, {}, TextId{7}),
          pass(5),
          answered(id, thread, of),
          ends(Method::TurnStart, Outcome::Result),
          does(TurnShown{chat, of}),
          told(TurnStarted{thread, of}),
          pass(1)};
}
inline Story turning() { return chatting() + saying(); }
inline Story ending(TurnEnd end = TurnEnd::Completed, TurnId of = turn) {
  return {told(TurnCompleted{thread, of, end}), does(TurnEnded{chat, of, end}),
          does(ComposerReady{chat}), pass(1)};
}
inline Seen item_starts(ItemId of = item, ItemKind kind = ItemKind::Command) {
  return told(ItemStarted{thread, turn, of, kind, build});
}
inline Story working(ItemId of = item, ItemKind kind = ItemKind::Command) {
  return {item_starts(of, kind), does(ItemOpened{chat, of, kind}), pass(1)};
}
inline Seen delta(TextMark mark, std::uint32_t text, ItemId of = item) {
  return told(ItemDelta{thread, turn, of, TextId{text}, mark});
}
inline Seen item_ends(ItemEnd end = ItemEnd::Done, ItemId of = item) {
  return told(ItemCompleted{thread, turn, of, end, false, {}, {}});
}
inline Ask approval(AskId id = ask, SubjectId subject = build, ItemId of = item) {
  return {id, AskKind::Command, true, thread, turn, of, subject};
}
inline Story asking(AskId id = ask, SubjectId subject = build, ItemId of = item) {
  return {told(approval(id, subject, of)), does(AskShown{chat, id, AskKind::Command, subject}),
          pass(1)};
}
inline Seen answers(AskId id, Decision decision) { return sends(Answer{id, decision}); }
inline Story deciding(Decision decision, AskId id = ask) {
  return {heard(Decided{id, decision}), answers(id, decision), pass(1)};
}
inline Story stopping(std::uint32_t id = 5) {
  return {heard(Stopped{chat}), asks_for(id, Method::TurnInterrupt, thread, turn), pass(1)};
}
inline Story closing(ItemEnd end = ItemEnd::Done, ItemId of = item) {
  return {item_ends(end, of), does(ItemClosed{of, end}), pass(1)};
}

// A turn with items, frames and usage.
inline Story long_turn() {
  return turning() + working(item, ItemKind::Answer) +
         Story{delta(hello, 1),
               does(TextAppended{item, TextId{1}}),
               pass(5),
               delta(you, 2),
               does(TextAppended{item, TextId{2}}),
               heard(FrameDue{}),
               does(ItemShown{item, hello_you}),
               pass(5),
               told(Usage{thread, 9}),
               does(UsageShown{chat, 9, 9}),
               told(RateLimits{4}),
               does(RateLimitsShown{4}),
               told(UnknownNotice{}),
               reports(Report::UnknownNotice),
               pass(1)} +
         closing() + working(other_item) +
         Story{told(TurnCompleted{thread, turn, TurnEnd::Failed}),
               does(ItemClosed{other_item, ItemEnd::WithTurn}),
               does(TurnEnded{chat, turn, TurnEnd::Failed}), does(ComposerReady{chat}), pass(1)} +
         saying(5, second_turn) + ending(TurnEnd::Completed, second_turn);
}

// Approvals: one for the session, one that it covers, one refused, one withdrawn by a stop.
inline Story long_approvals() {
  return turning() + working() + asking() + deciding(Decision::AcceptForSession) +
         Story{carries_out(item), told(approval(other_ask)), answers(other_ask, Decision::Accept),
               does(AskAccepted{chat, other_ask, build}), pass(1)} +
         asking(AskId{3}, test) + deciding(Decision::Decline, AskId{3}) + asking(AskId{4}, test) +
         Story{pass(119'999), answers(AskId{4}, Decision::Decline),
               does(AskWithdrawn{AskId{4}, Withdrawal::TimedOut}), pass(1)} +
         asking(AskId{5}, test) +
         Story{heard(Stopped{chat}),
               does(AskWithdrawn{AskId{5}, Withdrawal::TurnEnded}),
               asks_for(5, Method::TurnInterrupt, thread, turn),
               pass(1),
               answered(5),
               told(TurnCompleted{thread, turn, TurnEnd::Interrupted}),
               does(ItemClosed{item, ItemEnd::WithTurn}),
               does(TurnEnded{chat, turn, TurnEnd::Interrupted}),
               does(ComposerReady{chat}),
               pass(1)};
}

// A crash with everything under way, the next server, an overload, and the end.
inline Story long_process() {
  return turning() + working() + asking() +
         Story{heard(Called{CallId{1}, Method::Other, TextId{4}}),
               asks_for(5, Method::Other, {}, {}, TextId{4}),
               pass(1),
               heard(ProcessGone{server}),
               does(CallEnded{CallId{1}, {}, Method::Other, Outcome::Lost}),
               does(ItemClosed{item, ItemEnd::WithTurn}),
               does(AskWithdrawn{ask, Withdrawal::ProcessGone}),
               does(TurnEnded{chat, turn, TurnEnd::Lost}),
               does(ComposerBusy{chat}),
               does(BannerShown{Banner::Restarting}),
               pass(250),
               does(Spawn{next_server}),
               pass(3),
               heard(ProcessStarted{next_server}),
               sends(request(10, Method::Initialize), next_server),
               pass(1),
               told(Response{RequestId{10}, {}, {}, {}}, next_server),
               sends(Initialized{}, next_server),
               sends(request(11, Method::ModelList), next_server),
               sends(request(12, Method::ThreadResume, thread), next_server),
               pass(1),
               told(Response{RequestId{12}, {}, thread, {}}, next_server),
               does(ComposerReady{chat}),
               told(Response{RequestId{11}, {}, {}, {}}, next_server),
               pass(1),
               heard(Called{CallId{2}, Method::Other, TextId{4}}),
               sends(request(13, Method::Other, {}, {}, TextId{4}), next_server),
               told(Response{RequestId{13}, Error::Overloaded, {}, {}}, next_server),
               pass(250),
               sends(request(14, Method::Other, {}, {}, TextId{4}), next_server),
               pass(1),
               told(Response{RequestId{14}, Error::Internal, {}, {}}, next_server),
               does(CallEnded{CallId{2}, {}, Method::Other, Outcome::Error, Error::Internal}),
               pass(1),
               heard(Closed{}),
               does(CloseInput{next_server}),
               pass(2000),
               does(Terminate{next_server}),
               pass(2000),
               does(Kill{next_server}),
               heard(ProcessGone{next_server}),
               does(ComposerBusy{chat}),
               pass(1)};
}

inline ClauseSet all() {
  auto on = clauses_on(Party::Client);
  return on |= clauses_on(Party::Server);
}

inline ClauseSet all_without(std::uint8_t rule) {
  Exercised off;
  off.mark(rule);
  return spec::without(clauses(), all(), off);
}

struct Asked {
  Situation state;
  Findings findings;
  std::size_t at = 0;  // How many observations were seen without a breach.
};
// `to_the_end`: the world stands still behind the story.
inline Asked judged(const Story& story, const Bounds& bounds = {}, const ClauseSet& on = all(),
                    bool to_the_end = false) {
  const Judge judge(bounds, on);
  Asked asked;
  for (const Seen& seen : story) {
    std::visit([&](const auto& what) { judge.see(asked.state, what, asked.findings); }, seen);
    if (asked.findings.breach) return asked;
    ++asked.at;
  }
  if (to_the_end) judge.end(asked.state, asked.findings);
  return asked;
}
inline std::string told_of(const Asked& asked) {
  if (asked.state.unfollowed()) return "not followed";
  return explain_breach(asked, protocol_rules,
                        [](const Seen& seen) { return port::appserver::show(seen); });
}

}  // namespace spec::appserver::clauses
