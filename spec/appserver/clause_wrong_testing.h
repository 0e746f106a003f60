// Stories with one thing wrong in them, and how a test tries them.
#pragma once
#include <vector>

#include "appserver/clause_testing.h"

namespace spec::appserver::clauses::wrong {

struct Wrong {
  const char* rule;
  const char* name;
  Story story;
  Form form = Form::Within;
  bool to_the_end = false;
  bool server_is_right = true;  // False: it alone is wrong before its client is, and is not judged.
};

inline constexpr auto calls_for = Form::CallsFor, never = Form::Never, only_if = Form::OnlyIf,
                      says = Form::Says, within = Form::Within;

inline Story began(ProcessId process = server) {
  return {heard(Opened{}), does(Spawn{process}), heard(ProcessStarted{process})};
}
inline Seen other_call(std::uint32_t id) { return asks_for(id, Method::Other, {}, {}, TextId{4}); }
inline Story calling() {
  return opening() +
         Story{heard(Called{CallId{1}, Method::Other, TextId{4}}), other_call(3), pass(1)};
}
inline Seen call_ends(Outcome outcome, Error error = Error::None) {
  return does(CallEnded{CallId{1}, {}, Method::Other, outcome, error});
}
inline Story said() {
  return chatting() + Story{heard(Said{chat, TextId{7}}), does(ComposerBusy{chat}),
                            asks_for(4, Method::TurnStart, thread, {}, TextId{7}), pass(1)};
}
inline Seen started() { return ends(Method::TurnStart, Outcome::Result); }
inline Story answering() { return turning() + working(item, ItemKind::Answer); }
inline Story asked_about() { return turning() + working() + asking(); }
inline Story crashed() {
  return turning() + Story{heard(ProcessGone{server}), does(TurnEnded{chat, turn, TurnEnd::Lost}),
                           does(ComposerBusy{chat})};
}
inline Story archived() {
  return chatting() + Story{heard(ChatArchived{chat}),
                            asks_for(4, Method::ThreadArchive, thread),
                            pass(1),
                            answered(4),
                            ends(Method::ThreadArchive, Outcome::Result),
                            pass(1)};
}
// The next server does not have the thread of a chat in which nothing was said.
inline Story refused_thread() {
  return chatting() +
         Story{heard(ProcessGone{server}),
               does(ComposerBusy{chat}),
               pass(250),
               does(Spawn{next_server}),
               heard(ProcessStarted{next_server}),
               sends(request(10, Method::Initialize), next_server),
               told(Response{RequestId{10}, {}, {}, {}}, next_server),
               sends(Initialized{}, next_server),
               sends(request(11, Method::ModelList), next_server),
               sends(request(12, Method::ThreadResume, thread), next_server),
               pass(1),
               told(Response{RequestId{12}, Error::InvalidRequest, {}, {}}, next_server)};
}
inline Seen thread_is_lost(Error error) {
  return does(CallEnded{{}, chat, Method::ThreadResume, Outcome::Error, error});
}
// Five processes that live for 20 s and never come through their handshake.
inline Story five_without_a_handshake() {
  Story out{heard(Opened{})};
  std::uint32_t process = 0;
  for (const int pause : {250, 500, 1'000, 2'000, 0}) {
    ++process;
    out = out + Story{does(Spawn{ProcessId{process}}), pass(20'000),
                      heard(ProcessGone{ProcessId{process}})};
    if (pause > 0) out = out + Story{pass(pause)};
  }
  return out;
}
inline Story closing_down() { return opening() + Story{heard(Closed{}), does(CloseInput{server})}; }

// By whose fault, and what about.
extern const std::vector<Wrong> calls, sessions, items, approvals, processes, servers, field;

inline void expect_broken(const std::vector<Wrong>& rows, bool client = true) {
  for (const auto& row : rows) {
    ClauseSet on;
    if (client) on |= clauses_on(Party::Client);
    if (row.server_is_right) on |= clauses_on(Party::Server);
    const auto asked = judged(row.story, {}, on, row.to_the_end);
    ASSERT_TRUE(asked.findings.breach) << row.rule << " " << row.name << ": " << told_of(asked);
    const auto& breach = *asked.findings.breach;
    EXPECT_EQ(protocol_rules[breach.rule].id, row.rule) << row.name << ": " << told_of(asked);
    EXPECT_EQ(show(breach.form), show(row.form)) << row.name << ": " << told_of(asked);
    EXPECT_EQ(asked.at + (row.to_the_end ? 0 : 1), row.story.size()) << row.name;
    EXPECT_EQ(breach.form == Form::Within, breach.want.has_value()) << row.name;
    EXPECT_TRUE(spec::rules_of(clauses(), asked.findings.met).has(breach.rule)) << row.name;
  }
}

}  // namespace spec::appserver::clauses::wrong
