// Right conversations, and wrong ones: a story for each clause, and the rule that it breaks.
#include "spec/appserver/clause_judge.h"

#include <algorithm>

#include "appserver/clause_testing.h"

namespace spec::appserver::clauses {
namespace {

TEST(Clauses, AreListedByTheirNumbers) {
  ClauseSet listed;
  for (std::size_t i = 0; i < clauses().size(); ++i) {
    const auto& text = clauses()[i];
    EXPECT_FALSE(text.when.empty()) << i;
    EXPECT_EQ(text.then.empty(), text.form != Form::OnlyIf && text.form != Form::Says) << text.when;
    EXPECT_NE(clauses_on(Party::Client).has(i), clauses_on(Party::Server).has(i)) << text.when;
    listed.mark(i);
  }
  EXPECT_EQ(listed, all());
}

TEST(Clauses, OfEveryRuleThatIsNotAboutBytes) {
  const auto rules = spec::rules_of(clauses(), all());
  for (std::size_t i = 0; i < protocol_rules.size(); ++i)
    EXPECT_NE(rules.has(i), std::ranges::count(rules_without_clauses, protocol_rules[i].id) == 1)
        << protocol_rules[i].id;
}

struct Right {
  const char* name;
  Story story;
  const char* exercised;
  Bounds bounds{};
  bool server_is_wrong = false;
};
const Bounds draft_bounds{.speech = Speech::Draft};
const Story silent_stop = turning() + stopping() + Story{answered(5), pass(1)};
const std::vector<Right> right{
    {"a_handshake", opening(), "RPC-01"},
    {"a_chat_is_ready_after_both", chatting(), "SES-01"},
    {"in_either_order",
     opening() + Story{heard(ChatStarted{chat, {}}), asks_for(3, Method::ThreadStart),
                       told(ThreadStarted{thread}), pass(1), answered(3, thread),
                       does(ComposerReady{chat}), ends(Method::ThreadStart, Outcome::Result),
                       pass(1)},
     "SES-01"},
    {"a_turn", turning() + ending(), "SES-03"},
    {"turn_started_overtakes_the_answer",
     chatting() + Story{heard(Said{chat, TextId{7}}), does(ComposerBusy{chat}),
                        asks_for(4, Method::TurnStart, thread, {}, TextId{7}), pass(1),
                        told(TurnStarted{thread, turn}), does(TurnShown{chat, turn}), pass(1),
                        answered(4, thread, turn), ends(Method::TurnStart, Outcome::Result),
                        pass(1)},
     "SES-02"},
    {"an_item_with_text",
     turning() + working(item, ItemKind::Answer) +
         Story{delta(hello, 1), does(TextAppended{item, TextId{1}}), delta(you, 2),
               does(TextAppended{item, TextId{2}}), pass(5), heard(FrameDue{}),
               does(ItemShown{item, hello_you}), pass(16), heard(FrameDue{}), pass(1)} +
         closing() + ending(),
     "ITM-04"},
    {"a_final_text_wins",
     turning() + working(item, ItemKind::Answer) +
         Story{delta(hello, 1), does(TextAppended{item, TextId{1}}), pass(5),
               told(ItemCompleted{thread, turn, item, ItemEnd::Done, true, TextId{3}, hello}),
               does(ItemClosed{item, ItemEnd::Done}), pass(1)},
     "ITM-01"},
    {"open_items_are_closed_with_their_turn",
     turning() + working() +
         Story{told(TurnCompleted{thread, turn, TurnEnd::Failed}),
               does(ItemClosed{item, ItemEnd::WithTurn}),
               does(TurnEnded{chat, turn, TurnEnd::Failed}), does(ComposerReady{chat}), pass(1)},
     "ITM-02"},
    {"an_approval",
     turning() + working() + asking() + deciding(Decision::Accept) + Story{carries_out(item)} +
         closing(),
     "APR-01"},
    {"a_refusal",
     turning() + working() + asking() + deciding(Decision::Decline) + closing(ItemEnd::Declined) +
         ending(),
     "APR-06"},
    {"two_approvals",
     turning() + working() + working(other_item) + asking() + asking(other_ask, test, other_item) +
         deciding(Decision::Decline, other_ask) + deciding(Decision::Accept),
     "APR-05"},
    {"for_the_session",
     turning() + working() + asking() + deciding(Decision::AcceptForSession) +
         Story{told(approval(other_ask)), answers(other_ask, Decision::Accept),
               does(AskAccepted{chat, other_ask, build}), pass(1)},
     "APR-03"},
    {"no_decision_in_time",
     turning() + working() + asking() +
         Story{pass(119'999), answers(ask, Decision::Decline),
               does(AskWithdrawn{ask, Withdrawal::TimedOut}), pass(1)},
     "APR-02"},
    {"a_malformed_approval",
     turning() + Story{told(Ask{ask, AskKind::Command, false, thread, turn, item, build}),
                       answers(ask, Decision::Decline), reports(Report::BadAsk, 1), pass(1)},
     "APR-02"},
    {"an_unknown_request",
     turning() + Story{told(Ask{ask, AskKind::Unknown, true, {}, {}, {}, {}}),
                       sends(AnswerError{ask, Error::MethodNotFound}), pass(1)},
     "RPC-05"},
    {"resolved_by_the_server",
     turning() + working() + asking() +
         Story{told(AskResolved{thread, ask}), does(AskWithdrawn{ask, Withdrawal::Resolved}),
               pass(1), heard(Decided{ask, Decision::Accept}), pass(1)},
     "APR-08"},
    {"stopped_while_asked",
     turning() + working() + asking() +
         Story{heard(Stopped{chat}), does(AskWithdrawn{ask, Withdrawal::TurnEnded}),
               asks_for(5, Method::TurnInterrupt, thread, turn), pass(1), answered(5),
               told(TurnCompleted{thread, turn, TurnEnd::Interrupted}),
               does(ItemClosed{item, ItemEnd::WithTurn}),
               does(TurnEnded{chat, turn, TurnEnd::Interrupted}), does(ComposerReady{chat}),
               told(AskResolved{thread, ask}), pass(1)},
     "SRV-07"},
    {"a_stop", silent_stop + ending(TurnEnd::Interrupted), "SRV-06"},
    {"a_stop_that_the_turn_won", turning() + stopping() + ending(), "SES-04"},
    {"a_stop_while_starting",
     chatting() + Story{heard(Said{chat, TextId{7}}), does(ComposerBusy{chat}),
                        asks_for(4, Method::TurnStart, thread, {}, TextId{7}), pass(1),
                        heard(Stopped{chat}), pass(1), answered(4, thread, turn),
                        ends(Method::TurnStart, Outcome::Result), does(TurnShown{chat, turn}),
                        asks_for(5, Method::TurnInterrupt, thread, turn), pass(1)},
     "SES-06"},
    {"an_interrupt_before_turn_started",
     chatting() +
         Story{heard(Said{chat, TextId{7}}), does(ComposerBusy{chat}),
               asks_for(4, Method::TurnStart, thread, {}, TextId{7}), pass(1),
               answered(4, thread, turn), ends(Method::TurnStart, Outcome::Result),
               does(TurnShown{chat, turn}), pass(1), heard(Stopped{chat}),
               asks_for(5, Method::TurnInterrupt, thread, turn), pass(1),
               failed(5, Error::NoActiveTurn), pass(1), told(TurnStarted{thread, turn}),
               asks_for(6, Method::TurnInterrupt, thread, turn), pass(1), answered(6)} +
         ending(TurnEnd::Interrupted),
     "SES-05"},
    {"an_interrupt_that_comes_too_late_for_an_overloaded_server",
     turning() + stopping() + Story{failed(5, Error::Overloaded)} + ending() + Story{pass(20'000)},
     "SES-04"},
    {"a_turn_that_began_too_late_is_interrupted",
     chatting() + Story{heard(Said{chat, TextId{7}}), does(ComposerBusy{chat}),
                        asks_for(4, Method::TurnStart, thread, {}, TextId{7}), pass(60'000),
                        ends(Method::TurnStart, Outcome::TimedOut), does(ComposerReady{chat}),
                        pass(10), answered(4, thread, turn), reports(Report::LateResponse, 4),
                        asks_for(5, Method::TurnInterrupt, thread, turn), pass(1), answered(5),
                        told(TurnCompleted{thread, turn, TurnEnd::Interrupted}), pass(1)},
     "SES-06",
     {},
     true},
    {"five_crashes",
     Story{heard(Opened{}),
           does(Spawn{server}),
           pass(1),
           heard(ProcessGone{server}),
           pass(250),
           does(Spawn{next_server}),
           pass(1),
           heard(ProcessGone{next_server}),
           pass(500),
           does(Spawn{ProcessId{3}}),
           pass(1),
           heard(ProcessGone{ProcessId{3}}),
           pass(1000),
           does(Spawn{ProcessId{4}}),
           pass(1),
           heard(ProcessGone{ProcessId{4}}),
           pass(2000),
           does(Spawn{ProcessId{5}}),
           pass(1),
           heard(ProcessGone{ProcessId{5}}),
           does(BannerShown{Banner::GivenUp}),
           pass(60'000)},
     "PROC-02"},
    {"a_turn_that_does_not_end",
     silent_stop + Story{pass(29'998), does(BannerShown{Banner::TurnStuck}),
                         does(TurnEnded{chat, turn, TurnEnd::Lost}), does(ComposerBusy{chat}),
                         does(CloseInput{server}), pass(20), heard(ProcessGone{server}),
                         does(Spawn{next_server}), pass(1)},
     "SES-07"},
    {"an_internal_error_is_shown",
     opening() +
         Story{heard(Called{CallId{1}, Method::Other, TextId{4}}),
               asks_for(3, Method::Other, {}, {}, TextId{4}), pass(1), failed(3, Error::Internal),
               does(CallEnded{CallId{1}, {}, Method::Other, Outcome::Error, Error::Internal}),
               pass(1)},
     "RPC-06"},
    {"an_overloaded_server_is_asked_again",
     opening() + Story{heard(Called{CallId{1}, Method::Other, TextId{4}}),
                       asks_for(3, Method::Other, {}, {}, TextId{4}), pass(1),
                       failed(3, Error::Overloaded), pass(250),
                       asks_for(4, Method::Other, {}, {}, TextId{4}), pass(1),
                       failed(4, Error::Overloaded), pass(500),
                       asks_for(5, Method::Other, {}, {}, TextId{4}), pass(1), answered(5),
                       does(CallEnded{CallId{1}, {}, Method::Other, Outcome::Result}), pass(1)},
     "RPC-06"},
    {"an_answer_that_comes_late",
     opening() + Story{heard(Called{CallId{1}, Method::Other, TextId{4}}),
                       asks_for(3, Method::Other, {}, {}, TextId{4}), pass(60'000),
                       does(CallEnded{CallId{1}, {}, Method::Other, Outcome::TimedOut}), pass(5),
                       answered(3), reports(Report::LateResponse, 3), pass(1)},
     "RPC-04"},
    {"a_handshake_again",
     opening() + Story{heard(Called{CallId{1}, Method::Other, TextId{4}}),
                       asks_for(3, Method::Other, {}, {}, TextId{4}), pass(1),
                       failed(3, Error::NotInitialized), does(BannerShown{Banner::HandshakeAgain}),
                       asks_for(4, Method::Initialize), pass(1), answered(4), sends(Initialized{}),
                       asks_for(5, Method::ModelList),
                       asks_for(6, Method::Other, {}, {}, TextId{4}), pass(1), answered(5),
                       answered(6), does(CallEnded{CallId{1}, {}, Method::Other, Outcome::Result}),
                       pass(1)},
     "RPC-02",
     {},
     true},
    {"an_interrupt_at_its_deadline_is_not_tried_again",
     turning() + stopping() +
         Story{failed(5, Error::NotInitialized), does(BannerShown{Banner::HandshakeAgain}),
               asks_for(6, Method::Initialize), pass(14'999), answered(6), sends(Initialized{}),
               asks_for(7, Method::ModelList), pass(1), answered(7), pass(1)},
     "RPC-02",
     {},
     true},
    {"a_call_at_its_deadline_is_not_tried_again",
     opening() +
         Story{heard(Called{CallId{1}, Method::Other, TextId{4}}),
               asks_for(3, Method::Other, {}, {}, TextId{4}), pass(60'000),
               failed(3, Error::NotInitialized),
               does(CallEnded{CallId{1}, {}, Method::Other, Outcome::Error, Error::NotInitialized}),
               pass(1)},
     "RPC-02",
     {},
     true},
    {"a_call_at_its_deadline_may_time_out_behind_another_handshake",
     opening() + Story{heard(Called{CallId{1}, Method::Other, TextId{4}}),
                       asks_for(3, Method::Other, {}, {}, TextId{4}), pass(60'000),
                       failed(3, Error::NotInitialized), does(BannerShown{Banner::HandshakeAgain}),
                       asks_for(4, Method::Initialize),
                       does(CallEnded{CallId{1}, {}, Method::Other, Outcome::TimedOut}), pass(1)},
     "RPC-02",
     {},
     true},
    {"a_handshake_again_that_is_answered_too_late",
     Story{heard(Opened{}),
           does(Spawn{server}),
           heard(ProcessStarted{server}),
           asks_for(1, Method::Initialize),
           answered(1),
           sends(Initialized{}),
           asks_for(2, Method::ModelList),
           failed(2, Error::InvalidParams),
           does(BannerShown{Banner::ServerLacks}),
           pass(1),
           heard(Called{CallId{1}, Method::Other, TextId{4}}),
           asks_for(3, Method::Other, {}, {}, TextId{4}),
           pass(1),
           failed(3, Error::NotInitialized),
           does(BannerShown{Banner::HandshakeAgain}),
           asks_for(4, Method::Initialize),
           pass(59'999),
           does(CallEnded{CallId{1}, {}, Method::Other, Outcome::TimedOut}),
           pass(5),
           answered(4),
           reports(Report::LateResponse, 4),
           pass(1)},
     "RPC-04",
     {},
     true},
    {"what_a_rule_approves_is_refused_twice_if_it_is_asked_twice_after_a_stop",
     Story{heard(RuleMade{build})} + turning() + working() + stopping() +
         Story{told(approval()), answers(ask, Decision::Decline), pass(1), told(approval()),
               answers(ask, Decision::Decline), pass(1)},
     "SES-17",
     {},
     true},
    {"an_archived_chat_takes_no_turn",
     chatting() + Story{heard(ChatArchived{chat}), asks_for(4, Method::ThreadArchive, thread),
                        pass(1), answered(4), ends(Method::ThreadArchive, Outcome::Result),
                        does(ComposerBusy{chat}), pass(1), heard(Said{chat, TextId{7}}),
                        ends(Method::TurnStart, Outcome::Refused), pass(1)},
     "SES-09"},
    {"what_is_said_too_early_is_refused",
     chatting() + saying() +
         Story{heard(Said{chat, TextId{8}}), ends(Method::TurnStart, Outcome::Refused), pass(1)},
     "RPC-03"},
    {"what_was_opted_out_of_is_not_waited_for",
     Story{heard(Opened{}),
           does(Spawn{server}),
           heard(ProcessStarted{server}),
           sends(Request{RequestId{1},
                         Method::Initialize,
                         {},
                         {},
                         {},
                         {},
                         opt_out::thread_started | opt_out::turn_started}),
           pass(1),
           answered(1),
           sends(Initialized{}),
           asks_for(2, Method::ModelList),
           pass(1),
           answered(2),
           heard(ChatStarted{chat, {}}),
           asks_for(3, Method::ThreadStart),
           pass(1),
           answered(3, thread),
           ends(Method::ThreadStart, Outcome::Result),
           does(ComposerReady{chat}),
           pass(1),
           heard(Said{chat, TextId{7}}),
           does(ComposerBusy{chat}),
           asks_for(4, Method::TurnStart, thread, {}, TextId{7}),
           pass(1),
           answered(4, thread, turn),
           ends(Method::TurnStart, Outcome::Result),
           does(TurnShown{chat, turn}),
           pass(1)} +
         working() + closing() + ending(),
     "SES-11"},
    {"a_server_that_lacks_something",
     Story{heard(Opened{}), does(Spawn{server}), heard(ProcessStarted{server}),
           asks_for(1, Method::Initialize), heard(ChatStarted{chat, {}}), pass(1),
           failed(1, Error::InvalidRequest), does(BannerShown{Banner::ServerLacks}),
           ends(Method::ThreadStart, Outcome::Error, Error::InvalidRequest), pass(1)},
     "SES-12"},
    {"a_server_that_does_not_say_hello",
     Story{heard(Opened{}), does(Spawn{server}), heard(ProcessStarted{server}),
           asks_for(1, Method::Initialize), heard(ChatStarted{chat, {}}), pass(60'000),
           ends(Method::ThreadStart, Outcome::TimedOut), does(BannerShown{Banner::ServerLacks}),
           pass(1)},
     "SES-12"},
    {"a_policy_that_the_dialect_lacks",
     opening() +
         Story{heard(ChatStarted{chat, {Policy::OnFailure, Sandbox::WorkspaceWrite, false}}),
               ends(Method::ThreadStart, Outcome::Refused), pass(1)},
     "SES-10"},
    {"usage_and_limits",
     turning() + Story{told(Usage{thread, 10}), does(UsageShown{chat, 10, 10}), told(RateLimits{3}),
                       does(RateLimitsShown{3}), pass(1)},
     "ITM-05"},
    {"an_unknown_notification",
     turning() + Story{told(UnknownNotice{}), reports(Report::UnknownNotice), pass(1)}, "RPC-07"},
    {"a_crash",
     turning() + Story{heard(ProcessGone{server}), does(TurnEnded{chat, turn, TurnEnd::Lost}),
                       does(ComposerBusy{chat}), does(BannerShown{Banner::Restarting}), pass(300),
                       does(Spawn{next_server}), pass(5)},
     "PROC-05"},
    {"a_resumption",
     turning() + Story{heard(ProcessGone{server}), does(TurnEnded{chat, turn, TurnEnd::Lost}),
                       does(ComposerBusy{chat}), pass(250), does(Spawn{next_server}),
                       heard(ProcessStarted{next_server}),
                       sends(request(10, Method::Initialize), next_server), pass(1),
                       told(Response{RequestId{10}, {}, {}, {}}, next_server),
                       sends(Initialized{}, next_server),
                       sends(request(11, Method::ModelList), next_server),
                       sends(request(12, Method::ThreadResume, thread), next_server), pass(1),
                       told(Response{RequestId{11}, {}, {}, {}}, next_server),
                       told(Response{RequestId{12}, {}, thread, {}}, next_server),
                       does(ComposerReady{chat}), pass(1)},
     "PROC-03"},
    {"the_end",
     opening() + Story{heard(Closed{}), does(CloseInput{server}), pass(2000),
                       does(Terminate{server}), pass(2000), does(Kill{server}),
                       heard(ProcessGone{server}), pass(1)},
     "PROC-04"},
    {"a_draft_server_refuses_a_method",
     opening() +
         Story{heard(Called{CallId{1}, Method::Other, TextId{4}}),
               asks_for(3, Method::Other, {}, {}, TextId{4}), pass(1),
               failed(3, Error::MethodNotFound),
               does(CallEnded{CallId{1}, {}, Method::Other, Outcome::Error, Error::MethodNotFound}),
               pass(1)},
     "SRV-02", draft_bounds},
};

TEST(ClauseJudge, RightConversationsBreakNothing) {
  for (const auto& row : right) {
    const auto asked =
        judged(row.story, row.bounds, row.server_is_wrong ? clauses_on(Party::Client) : all());
    EXPECT_EQ(told_of(asked), "right") << row.name;
    bool exercised = false;
    for (std::size_t i = 0; i < protocol_rules.size(); ++i)
      if (protocol_rules[i].id == row.exercised)
        exercised = spec::rules_of(clauses(), asked.findings.met).has(i);
    EXPECT_TRUE(exercised) << row.name << " " << row.exercised;
  }
}

// Whether a client keeps a turn that began before its thread was anybody's is not said.
TEST(ClauseJudge, DoesNotFollowTheTurnOfAStrangerThatFindsAHome) {
  const Story stranger = turning() + ending() +
                         Story{told(TurnStarted{other_thread, second_turn}),
                               reports(Report::UnknownThread, 2), pass(1)};
  EXPECT_EQ(told_of(judged(stranger)), "right");
  EXPECT_EQ(told_of(judged(stranger + Story{told(ThreadStarted{other_thread, thread}), pass(1)})),
            "not followed");
}

}  // namespace
}  // namespace spec::appserver::clauses
