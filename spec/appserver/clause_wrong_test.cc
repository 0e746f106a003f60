// Conversations with one thing wrong in them, and the rule that the judge names.
#include <algorithm>

#include "appserver/clause_testing.h"
#include "spec/appserver/clause_judge.h"

namespace spec::appserver::clauses {
namespace {

struct Wrong {
  const char* rule;
  const char* name;
  Story story;
  Form form = Form::Within;
  bool to_the_end = false;
  bool server_is_right = true;  // False: it alone is wrong before its client is, and is not judged.
};

constexpr auto calls_for = Form::CallsFor, never = Form::Never, only_if = Form::OnlyIf,
               says = Form::Says, within = Form::Within;

Story began(ProcessId process = server) {
  return {heard(Opened{}), does(Spawn{process}), heard(ProcessStarted{process})};
}
Seen other_call(std::uint32_t id) { return asks_for(id, Method::Other, {}, {}, TextId{4}); }
Story calling() {
  return opening() +
         Story{heard(Called{CallId{1}, Method::Other, TextId{4}}), other_call(3), pass(1)};
}
Seen call_ends(Outcome outcome, Error error = Error::None) {
  return does(CallEnded{CallId{1}, {}, Method::Other, outcome, error});
}
Story said() {
  return chatting() + Story{heard(Said{chat, TextId{7}}), does(ComposerBusy{chat}),
                            asks_for(4, Method::TurnStart, thread, {}, TextId{7}), pass(1)};
}
Seen started() { return ends(Method::TurnStart, Outcome::Result); }
Story answering() { return turning() + working(item, ItemKind::Answer); }
Story asked_about() { return turning() + working() + asking(); }
Story crashed() {
  return turning() + Story{heard(ProcessGone{server}), does(TurnEnded{chat, turn, TurnEnd::Lost}),
                           does(ComposerBusy{chat})};
}
Story archived() {
  return chatting() + Story{heard(ChatArchived{chat}),
                            asks_for(4, Method::ThreadArchive, thread),
                            pass(1),
                            answered(4),
                            ends(Method::ThreadArchive, Outcome::Result),
                            pass(1)};
}
Story closing_down() { return opening() + Story{heard(Closed{}), does(CloseInput{server})}; }

const std::vector<Wrong> calls{
    {"RPC-01", "a_call_before_the_handshake", began() + Story{other_call(1)}, only_if},
    {"RPC-01", "no_initialize", began() + Story{pass(1)}},
    {"RPC-01", "initialized_before_its_result",
     began() + Story{asks_for(1, Method::Initialize), sends(Initialized{})}, calls_for},
    {"RPC-01", "a_call_that_waits_for_nothing",
     opening() + Story{heard(Called{CallId{1}, Method::Other, TextId{4}}), pass(1)}},
    {"RPC-01", "initialize_twice", opening() + Story{asks_for(3, Method::Initialize)}, calls_for},
    {"RPC-02", "no_second_handshake", calling() + Story{failed(3, Error::NotInitialized), pass(1)},
     within, false, false},
    {"RPC-02", "a_banner_for_nothing", opening() + Story{does(BannerShown{Banner::HandshakeAgain})},
     calls_for},
    {"RPC-02", "the_error_is_told_at_once",
     calling() +
         Story{failed(3, Error::NotInitialized), call_ends(Outcome::Error, Error::NotInitialized)},
     says, false, false},
    {"RPC-03", "no_outcome", calling() + Story{answered(3), pass(1)}},
    {"RPC-03", "no_timeout", calling() + Story{pass(60'001)}},
    {"RPC-03", "a_timeout_too_early", calling() + Story{pass(50), call_ends(Outcome::TimedOut)},
     says},
    {"RPC-03", "two_outcomes",
     calling() + Story{answered(3), call_ends(Outcome::Result), call_ends(Outcome::Result)},
     calls_for},
    {"RPC-03", "a_result_that_never_came", calling() + Story{call_ends(Outcome::Result)}, says},
    {"RPC-03", "nobody_called", opening() + Story{other_call(3)}, calls_for},
    {"RPC-03", "other_words",
     chatting() + Story{heard(Said{chat, TextId{7}}), does(ComposerBusy{chat}),
                        asks_for(4, Method::TurnStart, thread, {}, TextId{8})},
     says},
    {"RPC-04", "an_id_again",
     calling() + Story{answered(3), call_ends(Outcome::Result),
                       heard(Called{CallId{2}, Method::Other, TextId{4}}), other_call(3)},
     never},
    {"RPC-04", "a_late_answer_unreported",
     calling() + Story{pass(59'999), call_ends(Outcome::TimedOut), answered(3), pass(1)}},
    {"RPC-05", "an_unknown_request_unanswered",
     turning() + Story{told(Ask{ask, AskKind::Unknown, true, {}, {}, {}, {}}), pass(1)}},
    {"RPC-05", "an_unknown_request_declined",
     turning() + Story{told(Ask{ask, AskKind::Unknown, true, {}, {}, {}, {}}),
                       answers(ask, Decision::Decline)},
     never},
    {"RPC-06", "an_internal_error_hidden",
     calling() + Story{failed(3, Error::Internal), call_ends(Outcome::Error, Error::Other)}, says},
    {"RPC-06", "an_internal_error_untold", calling() + Story{failed(3, Error::Internal), pass(1)}},
    {"RPC-06", "no_pause",
     calling() + Story{failed(3, Error::Overloaded), pass(200), other_call(4)}, only_if},
    {"RPC-06", "never_again", calling() + Story{failed(3, Error::Overloaded), pass(501)}},
    {"RPC-06", "the_pause_does_not_grow",
     calling() + Story{failed(3, Error::Overloaded), pass(250), other_call(4),
                       failed(4, Error::Overloaded), pass(250), other_call(5)},
     only_if},
    {"RPC-07", "an_unknown_notification_uncounted",
     turning() + Story{told(UnknownNotice{}), pass(1)}},
};

const std::vector<Wrong> sessions{
    {"SES-01", "ready_before_thread_started",
     opening() + Story{heard(ChatStarted{chat, {}}), asks_for(3, Method::ThreadStart),
                       answered(3, thread), does(ComposerReady{chat})},
     only_if},
    {"SES-01", "never_ready",
     opening() + Story{heard(ChatStarted{chat, {}}), asks_for(3, Method::ThreadStart),
                       answered(3, thread), ends(Method::ThreadStart, Outcome::Result),
                       told(ThreadStarted{thread}), pass(1)}},
    {"SES-02", "not_shown", said() + Story{answered(4, thread, turn), started(), pass(1)}},
    {"SES-02", "shown_before_it_has_a_name", said() + Story{does(TurnShown{chat, turn})},
     calls_for},
    {"SES-02", "shown_twice", turning() + Story{does(TurnShown{chat, turn})}, never},
    {"SES-03", "two_turns_at_once",
     turning() + Story{asks_for(5, Method::TurnStart, thread, {}, TextId{8})}, never},
    {"SES-03", "a_composer_that_stays_ready",
     chatting() + Story{heard(Said{chat, TextId{7}}),
                        asks_for(4, Method::TurnStart, thread, {}, TextId{7}), pass(1)}},
    {"SES-03", "ready_during_a_turn", turning() + Story{does(ComposerReady{chat})}, never},
    {"SES-03", "ended_by_itself",
     turning() + Story{does(TurnEnded{chat, turn, TurnEnd::Completed})}, never},
    {"SES-03", "not_ended",
     turning() + Story{told(TurnCompleted{thread, turn, TurnEnd::Completed}), pass(1)}},
    {"SES-03", "ended_as_something_else",
     turning() + Story{told(TurnCompleted{thread, turn, TurnEnd::Failed}),
                       does(TurnEnded{chat, turn, TurnEnd::Completed})},
     says},
    {"SES-03", "a_second_end_unreported",
     turning() + ending() + Story{told(TurnCompleted{thread, turn, TurnEnd::Completed}), pass(1)},
     within, false, false},
    {"SES-03", "ended_twice",
     turning() + ending() + Story{does(TurnEnded{chat, turn, TurnEnd::Completed})}, calls_for},
    {"SES-04", "ready_before_the_end", turning() + stopping() + Story{does(ComposerReady{chat})},
     never},
    {"SES-04", "not_released",
     turning() + stopping() +
         Story{answered(5), told(TurnCompleted{thread, turn, TurnEnd::Completed}),
               does(TurnEnded{chat, turn, TurnEnd::Completed}), pass(1)}},
    {"SES-04", "a_composer_taken_away", chatting() + Story{does(ComposerBusy{chat})}, never},
    {"SES-05", "refused_and_left_at_that",
     turning() + stopping() + Story{failed(5, Error::NoActiveTurn), pass(1)}},
    {"SES-05", "three_interrupts",
     turning() + stopping() +
         Story{failed(5, Error::NoActiveTurn), asks_for(6, Method::TurnInterrupt, thread, turn),
               failed(6, Error::NoActiveTurn), asks_for(7, Method::TurnInterrupt, thread, turn)},
     never},
    {"SES-05", "an_interrupt_for_nothing",
     turning() + Story{asks_for(5, Method::TurnInterrupt, thread, turn)}, calls_for},
    {"SES-06", "a_stop_forgotten", turning() + Story{heard(Stopped{chat}), pass(1)}},
    {"SES-06", "a_stop_while_starting_forgotten",
     said() + Story{heard(Stopped{chat}), pass(1), answered(4, thread, turn), started(),
                    does(TurnShown{chat, turn}), pass(1)}},
    {"SES-06", "a_late_turn_that_nobody_wants",
     said() + Story{pass(59'999), ends(Method::TurnStart, Outcome::TimedOut),
                    does(ComposerReady{chat}), answered(4, thread, turn),
                    reports(Report::LateResponse, 4), pass(1)}},
    {"SES-07", "an_endless_turn", turning() + stopping() + Story{answered(5), pass(30'001)}},
    {"SES-07", "given_up_too_early",
     turning() + stopping() + Story{does(BannerShown{Banner::TurnStuck})}, calls_for},
    {"SES-08", "an_event_of_a_finished_turn_unreported",
     turning() + ending() + Story{item_starts(), pass(1)}, within, false, false},
    {"SES-08", "a_finished_turn_shown", turning() + ending() + Story{does(TurnShown{chat, turn})},
     never},
    {"SES-08", "an_item_of_a_finished_turn",
     turning() + ending() + Story{does(ItemOpened{chat, item, ItemKind::Command})}, calls_for},
    {"SES-09", "a_turn_in_an_archived_thread",
     archived() + Story{asks_for(5, Method::TurnStart, thread, {}, TextId{8})}, never},
    {"SES-10", "a_policy_of_the_other_dialect",
     opening() + Story{heard(ChatStarted{chat, {Policy::OnFailure, Sandbox::ReadOnly, false}}),
                       sends(Request{RequestId{3},
                                     Method::ThreadStart,
                                     {},
                                     {},
                                     {},
                                     {Policy::OnFailure, Sandbox::ReadOnly, false},
                                     0})},
     only_if},
    {"SES-10", "other_settings",
     opening() + Story{heard(ChatStarted{chat, {}}),
                       sends(Request{RequestId{3},
                                     Method::ThreadStart,
                                     {},
                                     {},
                                     {},
                                     {Policy::Never, Sandbox::FullAccess, true},
                                     0})},
     only_if},
    {"SES-11", "waits_for_what_it_does_not_want",
     began() +
         Story{sends(Request{
                   RequestId{1}, Method::Initialize, {}, {}, {}, {}, opt_out::thread_started}),
               answered(1), sends(Initialized{}), asks_for(2, Method::ModelList), answered(2),
               heard(ChatStarted{chat, {}}), asks_for(3, Method::ThreadStart), answered(3, thread),
               ends(Method::ThreadStart, Outcome::Result), pass(1)}},
    {"SES-12", "not_verified",
     began() + Story{asks_for(1, Method::Initialize), answered(1), sends(Initialized{}), pass(1)}},
    {"SES-12", "a_lack_untold",
     began() + Story{asks_for(1, Method::Initialize), failed(1, Error::InvalidRequest), pass(1)}},
    {"SES-12", "a_silent_handshake",
     began() + Story{asks_for(1, Method::Initialize), pass(60'001)}},
};

const std::vector<Wrong> items{
    {"ITM-01", "a_delta_lost", answering() + Story{delta(hello, 1), pass(1)}},
    {"ITM-01", "another_text",
     answering() + Story{delta(hello, 1), does(TextAppended{item, TextId{2}})}, says},
    {"ITM-01", "a_delta_twice",
     answering() + Story{delta(hello, 1), does(TextAppended{item, TextId{1}}),
                         does(TextAppended{item, TextId{1}})},
     calls_for},
    {"ITM-01", "a_difference_unreported",
     answering() +
         Story{delta(hello, 1), does(TextAppended{item, TextId{1}}),
               told(ItemCompleted{thread, turn, item, ItemEnd::Done, true, TextId{3}, you}),
               does(TextReplaced{item, TextId{3}}), does(ItemClosed{item, ItemEnd::Done}), pass(1)},
     within, false, false},
    {"ITM-02", "an_open_item_forgotten",
     turning() + working() +
         Story{told(TurnCompleted{thread, turn, TurnEnd::Completed}),
               does(TurnEnded{chat, turn, TurnEnd::Completed}), does(ComposerReady{chat}),
               pass(1)}},
    {"ITM-02", "closed_as_done",
     turning() + working() +
         Story{told(TurnCompleted{thread, turn, TurnEnd::Completed}),
               does(ItemClosed{item, ItemEnd::Done})},
     says},
    {"ITM-02", "closed_while_it_runs",
     turning() + working() + Story{does(ItemClosed{item, ItemEnd::WithTurn})}, calls_for},
    {"ITM-03", "a_text_of_no_item", turning() + Story{does(TextAppended{item, TextId{1}})},
     only_if},
    {"ITM-03", "a_delta_before_its_item_unreported", turning() + Story{delta(hello, 1), pass(1)},
     within, false, false},
    {"ITM-04", "shown_without_a_frame",
     answering() +
         Story{delta(hello, 1), does(TextAppended{item, TextId{1}}), does(ItemShown{item, hello})},
     only_if},
    {"ITM-04", "a_frame_without_the_text",
     answering() +
         Story{delta(hello, 1), does(TextAppended{item, TextId{1}}), heard(FrameDue{}), pass(1)}},
    {"ITM-04", "part_of_the_text",
     answering() + Story{delta(hello, 1), does(TextAppended{item, TextId{1}}), delta(you, 2),
                         does(TextAppended{item, TextId{2}}), heard(FrameDue{}),
                         does(ItemShown{item, hello})},
     says},
    {"ITM-05", "usage_not_shown", turning() + Story{told(Usage{thread, 5}), pass(1)}},
    {"ITM-05", "another_total",
     turning() + Story{told(Usage{thread, 5}), does(UsageShown{chat, 6})}, says},
    {"ITM-05", "a_fall_unreported",
     turning() + Story{told(Usage{thread, 5}), does(UsageShown{chat, 5}), told(Usage{thread, 4}),
                       does(UsageShown{chat, 4}), pass(1)},
     within, false, false},
    {"ITM-05", "limits_not_shown", turning() + Story{told(RateLimits{5}), pass(1)}},
    {"ITM-06", "closed_twice",
     turning() + working() + closing() + Story{does(ItemClosed{item, ItemEnd::Done})}, never},
    {"ITM-06", "a_second_end_unreported",
     turning() + working() + closing() + Story{item_ends(), pass(1)}, within, false, false},
    {"ITM-06", "ended_otherwise",
     turning() + working() +
         Story{item_ends(ItemEnd::Failed), does(ItemClosed{item, ItemEnd::Done})},
     says},
    {"WIRE-10", "an_item_lost", turning() + Story{item_starts(), pass(1)}},
    {"WIRE-10", "an_end_lost", turning() + working() + Story{item_ends(), pass(1)}},
    {"WIRE-10", "of_another_kind",
     turning() + Story{item_starts(), does(ItemOpened{chat, item, ItemKind::Patch})}, says},
    {"WIRE-10", "opened_twice",
     turning() + working() + Story{does(ItemOpened{chat, item, ItemKind::Command})}, never},
    {"WIRE-10", "closed_before_its_text",
     answering() + Story{delta(hello, 1), item_ends(), does(ItemClosed{item, ItemEnd::Done})},
     never},
};

const std::vector<Wrong> approvals{
    {"APR-01", "nobody_is_asked", turning() + working() + Story{told(approval()), pass(1)}},
    {"APR-01", "a_decision_kept",
     asked_about() + Story{heard(Decided{ask, Decision::Accept}), pass(1)}},
    {"APR-01", "answered_twice",
     asked_about() + deciding(Decision::Accept) + Story{answers(ask, Decision::Accept)}, never},
    {"APR-01", "asked_about_something_else",
     turning() + working() +
         Story{told(approval()), does(AskShown{chat, ask, AskKind::Command, test})},
     says},
    {"APR-01", "an_answer_before_the_decision",
     asked_about() + Story{answers(ask, Decision::Decline)}, calls_for},
    {"APR-02", "no_answer_in_time", asked_about() + Story{pass(120'001)}},
    {"APR-02", "approved_by_time",
     asked_about() + Story{pass(119'999), answers(ask, Decision::Accept)}, never},
    {"APR-02", "a_malformed_one_approved",
     turning() + Story{told(Ask{ask, AskKind::Command, false, thread, turn, item, build}),
                       answers(ask, Decision::Accept)},
     never},
    {"APR-02", "a_malformed_one_shown",
     turning() + Story{told(Ask{ask, AskKind::Command, false, thread, turn, item, build}),
                       does(AskShown{chat, ask, AskKind::Command, build})},
     never},
    {"APR-02", "a_card_that_stays_after_its_time",
     asked_about() + Story{pass(119'999), answers(ask, Decision::Decline), pass(1)}},
    {"APR-03", "asked_again",
     asked_about() + deciding(Decision::AcceptForSession) +
         Story{told(approval(other_ask)), does(AskShown{chat, other_ask, AskKind::Command, build})},
     never},
    {"APR-03", "remembered_for_something_else",
     asked_about() + deciding(Decision::AcceptForSession) +
         Story{told(approval(other_ask, test)), answers(other_ask, Decision::Accept)},
     never},
    {"APR-03", "remembered_and_left_waiting",
     asked_about() + deciding(Decision::AcceptForSession) +
         Story{told(approval(other_ask)), pass(1)}},
    {"APR-04", "answered_behind_the_end",
     asked_about() +
         Story{told(TurnCompleted{thread, turn, TurnEnd::Failed}), answers(ask, Decision::Decline)},
     never},
    {"APR-04", "answered_behind_a_stop",
     asked_about() + Story{heard(Stopped{chat}), answers(ask, Decision::Decline)}, never},
    {"APR-04", "a_card_that_stays",
     asked_about() + Story{told(TurnCompleted{thread, turn, TurnEnd::Failed}),
                           does(ItemClosed{item, ItemEnd::WithTurn}),
                           does(TurnEnded{chat, turn, TurnEnd::Failed}), does(ComposerReady{chat}),
                           pass(1)}},
    {"APR-04", "an_answer_for_the_next_server",
     asked_about() + Story{heard(ProcessGone{server}),
                           does(AskWithdrawn{ask, Withdrawal::ProcessGone}),
                           answers(ask, Decision::Accept)},
     never},
    {"APR-04", "withdrawn_for_nothing",
     asked_about() + Story{does(AskWithdrawn{ask, Withdrawal::TurnEnded})}, calls_for},
    {"APR-05", "the_decision_of_the_other",
     turning() + working() + asking() + asking(other_ask, test) +
         Story{heard(Decided{other_ask, Decision::Accept}), answers(ask, Decision::Accept)},
     never},
    {"APR-06", "cancelled_and_declined",
     asked_about() + Story{heard(Decided{ask, Decision::Cancel}), answers(ask, Decision::Decline)},
     says},
    {"APR-08", "answered_behind_the_resolution",
     asked_about() + Story{told(AskResolved{thread, ask}), answers(ask, Decision::Decline)}, never},
    {"APR-08", "a_resolved_card_that_stays",
     asked_about() + Story{told(AskResolved{thread, ask}), pass(1)}},
    {"APR-09", "under_an_id_of_nobody", turning() + Story{answers(ask, Decision::Accept)}, never},
    {"APR-09", "another_decision",
     asked_about() + Story{heard(Decided{ask, Decision::Decline}), answers(ask, Decision::Accept)},
     says},
    {"APR-11", "approved_by_default", asked_about() + Story{answers(ask, Decision::Accept)}, never},
    {"APR-11", "not_shown_when_it_acts",
     asked_about() + deciding(Decision::AcceptForSession) +
         Story{told(approval(other_ask)), answers(other_ask, Decision::Accept), pass(1)}},
};

const std::vector<Wrong> processes{
    {"PROC-02", "no_server", {heard(Opened{}), pass(1)}},
    {"PROC-02", "too_soon", crashed() + Story{pass(249), does(Spawn{next_server})}, only_if},
    {"PROC-02", "a_second_server", opening() + Story{does(Spawn{next_server})}, calls_for},
    {"PROC-02", "gives_up_at_once", crashed() + Story{does(BannerShown{Banner::GivenUp})},
     calls_for},
    {"PROC-02", "crash_seen_to_exit_and_no_restart",
     turning() + Story{Fact(ProcessExited{server, 1}), heard(ProcessGone{server}),
                       does(TurnEnded{chat, turn, TurnEnd::Lost}), does(ComposerBusy{chat}),
                       pass(313)}},
    {"PROC-05", "no_restart", crashed() + Story{pass(313)}},
    {"PROC-03", "a_lost_turn_goes_on",
     turning() + Story{heard(ProcessGone{server}), does(ComposerBusy{chat}), pass(1)}},
    {"PROC-03", "a_composer_without_a_server",
     chatting() + Story{heard(ProcessGone{server}), pass(1)}},
    {"PROC-03", "a_call_lost_in_silence", calling() + Story{heard(ProcessGone{server}), pass(1)}},
    {"PROC-03", "a_lost_call_as_an_error",
     calling() + Story{heard(ProcessGone{server}), call_ends(Outcome::Error, Error::Other)}, says},
    {"PROC-03", "a_request_to_nobody", crashed() + Story{other_call(9)}, only_if},
    {"PROC-03", "not_resumed",
     crashed() + Story{pass(250), does(Spawn{next_server})} + greeting(next_server, 10)},
    {"PROC-03", "the_turn_again",
     crashed() + Story{pass(250), does(Spawn{next_server}), heard(ProcessStarted{next_server}),
                       sends(request(10, Method::Initialize), next_server),
                       told(Response{RequestId{10}, {}, {}, {}}, next_server),
                       sends(Initialized{}, next_server),
                       sends(request(12, Method::TurnStart, thread, {}, TextId{7}), next_server)},
     never},
    {"PROC-04", "not_closed", opening() + Story{heard(Closed{}), pass(1)}},
    {"PROC-04", "terminated_too_soon", closing_down() + Story{pass(1999), does(Terminate{server})},
     only_if},
    {"PROC-04", "not_terminated", closing_down() + Story{pass(2001)}},
    {"PROC-04", "not_killed",
     closing_down() + Story{pass(2000), does(Terminate{server}), pass(2001)}},
    {"PROC-04", "killed_too_soon",
     closing_down() + Story{pass(2000), does(Terminate{server}), does(Kill{server})}, only_if},
    {"PROC-04", "closed_for_nothing", opening() + Story{does(CloseInput{server})}, calls_for},
    {"PROC-04", "spawned_behind_the_end",
     closing_down() + Story{heard(ProcessGone{server}), does(Spawn{next_server})}, never},
};

const std::vector<Wrong> servers{
    {"SRV-01", "not_initialized_any_more", calling() + Story{failed(3, Error::NotInitialized)},
     never},
    {"SRV-02", "the_code_of_the_other_dialect", calling() + Story{failed(3, Error::MethodNotFound)},
     says},
    {"SRV-03", "answered_twice",
     calling() + Story{answered(3), call_ends(Outcome::Result), answered(3)}, never},
    {"SRV-03", "never_answered", calling() + Story{pass(59'999), call_ends(Outcome::TimedOut)},
     within, true},
    {"RPC-04", "an_answer_to_nothing", opening() + Story{answered(77)}, only_if},
    {"SES-08", "a_thread_of_nobody", opening() + Story{told(ThreadStarted{thread})}, only_if},
    {"SES-08", "a_turn_of_nobodys_thread", opening() + Story{told(TurnStarted{thread, turn})},
     never},
    {"SES-08", "a_finished_turn_starts",
     turning() + ending() + Story{told(TurnStarted{thread, turn})}, never},
    {"SES-03", "a_second_turn", turning() + Story{told(TurnStarted{thread, second_turn})}, never},
    {"SES-03", "completed_twice",
     turning() + ending() + Story{told(TurnCompleted{thread, turn, TurnEnd::Completed})}, never},
    {"SRV-05", "started_twice", turning() + Story{told(TurnStarted{thread, turn})}, never},
    {"SRV-05", "completed_before_it_started",
     said() + Story{told(TurnCompleted{thread, turn, TurnEnd::Completed})}, only_if},
    {"SRV-05", "an_item_behind_the_end", turning() + ending() + Story{item_starts()}, only_if},
    {"SRV-05", "an_item_twice", turning() + working() + Story{item_starts()}, never},
    {"SRV-05", "an_end_without_a_beginning", turning() + Story{item_ends()}, only_if},
    {"SRV-05", "a_turn_without_an_end", turning(), within, true},
    {"SRV-06", "the_end_before_the_answer",
     turning() + stopping() + Story{told(TurnCompleted{thread, turn, TurnEnd::Interrupted})},
     only_if},
    {"SRV-07", "resolved_before_the_end",
     asked_about() + Story{heard(Stopped{chat}), does(AskWithdrawn{ask, Withdrawal::TurnEnded}),
                           asks_for(5, Method::TurnInterrupt, thread, turn), answered(5),
                           told(AskResolved{thread, ask})},
     only_if},
    {"SRV-07", "interrupted_before_the_answer",
     asked_about() + Story{heard(Stopped{chat}), does(AskWithdrawn{ask, Withdrawal::TurnEnded}),
                           asks_for(5, Method::TurnInterrupt, thread, turn),
                           told(TurnCompleted{thread, turn, TurnEnd::Interrupted})},
     only_if},
    {"SRV-08", "refuses_to_steer",
     turning() +
         Story{asks_for(5, Method::TurnStart, thread, {}, TextId{8}), failed(5, Error::Other)},
     says},
    {"SRV-08", "a_turn_beside_a_turn",
     turning() + Story{asks_for(5, Method::TurnStart, thread, {}, TextId{8}),
                       answered(5, thread, second_turn)},
     says},
    {"SRV-09", "a_bad_exit", closing_down() + Story{Fact(ProcessExited{server, 3})}, says},
    {"ITM-01", "another_text_than_its_deltas",
     answering() +
         Story{delta(hello, 1), does(TextAppended{item, TextId{1}}),
               told(ItemCompleted{thread, turn, item, ItemEnd::Done, true, TextId{3}, you})},
     says},
    {"ITM-03", "a_delta_before_its_item", turning() + Story{delta(hello, 1)}, only_if},
    {"ITM-03", "a_delta_behind_its_item", answering() + closing() + Story{delta(hello, 1)},
     only_if},
    {"ITM-05", "usage_falls",
     turning() + Story{told(Usage{thread, 5}), does(UsageShown{chat, 5}), told(Usage{thread, 4})},
     says},
    {"ITM-06", "completed_twice", turning() + working() + closing() + Story{item_ends()}, never},
    {"APR-01", "asked_twice", asked_about() + Story{told(approval())}, never},
    {"APR-06", "goes_on_behind_a_cancel",
     asked_about() + deciding(Decision::Cancel) +
         Story{told(TurnCompleted{thread, turn, TurnEnd::Completed})},
     says},
    {"APR-06", "a_refusal_ends_the_turn",
     asked_about() + deciding(Decision::Decline) +
         Story{told(TurnCompleted{thread, turn, TurnEnd::Interrupted})},
     says},
    {"APR-10", "declined_and_carried_out",
     asked_about() + deciding(Decision::Decline) + Story{carries_out(item)}, never},
    {"APR-10", "carried_out_before_the_decision", asked_about() + Story{carries_out(item)}, never},
    {"APR-10", "declined_and_output_arrives",
     asked_about() + deciding(Decision::Decline) +
         Story{told(ItemOutput{thread, turn, item, TextId{9}})},
     never},
    {"APR-10", "declined_and_done",
     asked_about() + deciding(Decision::Decline) + Story{item_ends(ItemEnd::Done)}, says},
};

void expect_broken(const std::vector<Wrong>& rows, bool client = true) {
  for (const auto& row : rows) {
    Scope scope;
    scope.client = client;
    scope.server = row.server_is_right;
    const auto asked = judged(row.story, {}, scope, row.to_the_end);
    ASSERT_TRUE(asked.findings.breach) << row.rule << " " << row.name << ": " << told_of(asked);
    const auto& breach = *asked.findings.breach;
    EXPECT_EQ(protocol_rules[breach.rule].id, row.rule) << row.name << ": " << told_of(asked);
    EXPECT_EQ(show(breach.form), show(row.form)) << row.name << ": " << told_of(asked);
    EXPECT_EQ(asked.at + (row.to_the_end ? 0 : 1), row.story.size()) << row.name;
    EXPECT_EQ(breach.form == Form::Within, breach.want.has_value()) << row.name;
    EXPECT_TRUE(asked.findings.exercised.has(breach.rule)) << row.name;
  }
}

TEST(ClauseJudge, NamesTheRuleOfAWrongCall) { expect_broken(calls); }
TEST(ClauseJudge, NamesTheRuleOfAWrongSession) { expect_broken(sessions); }
TEST(ClauseJudge, NamesTheRuleOfAWrongItem) { expect_broken(items); }
TEST(ClauseJudge, NamesTheRuleOfAWrongApproval) { expect_broken(approvals); }
TEST(ClauseJudge, NamesTheRuleOfAWrongProcess) { expect_broken(processes); }
TEST(ClauseJudge, NamesTheRuleOfAWrongServer) { expect_broken(servers, false); }

TEST(ClauseJudge, EveryRuleThatClausesSpeakOfIsBrokenBySomeStory) {
  for (const Rule& rule : protocol_rules) {
    const auto breaks = [&](const std::vector<Wrong>& rows) {
      return std::any_of(rows.begin(), rows.end(),
                         [&](const Wrong& row) { return row.rule == rule.id; });
    };
    const bool broken = breaks(calls) || breaks(sessions) || breaks(items) || breaks(approvals) ||
                        breaks(processes) || breaks(servers);
    const bool silent =
        std::count(rules_without_clauses.begin(), rules_without_clauses.end(), rule.id) != 0;
    EXPECT_EQ(broken, !silent) << rule.id;
  }
}

}  // namespace
}  // namespace spec::appserver::clauses
