// What clients do wrong about what others report: threads that turns open, ends that are lost,
// requests of other shapes, what outlives its turn.
#include "appserver/clause_wrong_testing.h"

namespace spec::appserver::clauses::wrong {
namespace {

constexpr ThreadId child{5};
constexpr TurnId its_turn{9};

Story opening_a_thread() {
  return turning() +
         Story{told(ThreadStarted{child, thread}), told(TurnStarted{child, its_turn}), pass(1)};
}
Ask childs() { return {ask, AskKind::Command, true, child, its_turn, item, build}; }
Ask other_shape() { return {ask, AskKind::Other, true, thread, turn, item, {}}; }
Story idle() { return turning() + Story{told(ThreadIdle{thread})}; }
Story steered() {
  return said() + Story{answered(4, thread, turn), started(), does(TurnShown{chat, turn}),
                        told(TurnCompleted{thread, second_turn, TurnEnd::Completed}),
                        reports(Report::UnknownTurn, second_turn.value)};
}
Story serving() {
  return turning() + Story{told(ItemStarted{thread, turn, item, ItemKind::Command, build, true}),
                           does(ItemOpened{chat, item, ItemKind::Command}), pass(1),
                           told(TurnCompleted{thread, turn, TurnEnd::Completed})};
}

}  // namespace

const std::vector<Wrong> field{
    {"SES-13", "declined_unseen",
     opening_a_thread() + Story{told(childs()), answers(ask, Decision::Decline)}, only_if},
    {"SES-13", "not_shown", opening_a_thread() + Story{told(childs()), pass(1)}},
    {"SES-13", "shown_elsewhere",
     opening_a_thread() +
         Story{told(childs()), does(AskShown{other_chat, ask, AskKind::Command, build})},
     says},
    {"SES-13", "an_unannounced_one_declined_unseen",
     turning() +
         Story{told(TurnStarted{child, its_turn}), told(childs()), answers(ask, Decision::Decline)},
     only_if},
    {"SES-13", "its_end_ends_the_parent",
     opening_a_thread() + Story{told(TurnCompleted{child, its_turn, TurnEnd::Completed}),
                                does(TurnEnded{chat, its_turn, TurnEnd::Completed})},
     never},
    {"SES-13", "interrupted_under_its_turn",
     opening_a_thread() +
         Story{heard(Stopped{chat}), asks_for(5, Method::TurnInterrupt, thread, its_turn)},
     never},
    {"SES-14", "waited_for_for_ever", idle() + Story{pass(5'001)}},
    {"SES-14", "called_lost_too_early",
     idle() + Story{pass(4'000), does(BannerShown{Banner::TurnLost})}, calls_for},
    {"SES-14", "lost_though_it_works",
     idle() + Story{told(ItemStarted{thread, turn, item, ItemKind::Answer}),
                    does(ItemOpened{chat, item, ItemKind::Answer}), pass(5'000),
                    does(BannerShown{Banner::TurnLost})},
     calls_for},
    {"SES-14", "lost_though_it_writes",
     turning() + Story{told(ItemStarted{thread, turn, item, ItemKind::Answer}),
                       does(ItemOpened{chat, item, ItemKind::Answer}), told(ThreadIdle{thread}),
                       delta(hello, 1), does(TextAppended{item, TextId{1}}), pass(5'000),
                       does(BannerShown{Banner::TurnLost})},
     calls_for},
    {"SES-14", "lost_though_it_asks",
     idle() + Story{told(approval()), does(AskShown{chat, ask, AskKind::Command, build}),
                    pass(5'000), does(BannerShown{Banner::TurnLost})},
     calls_for},
    {"SES-14", "lost_and_still_there",
     idle() + Story{pass(5'000), does(BannerShown{Banner::TurnLost}), pass(1)}},
    {"SES-14", "lost_as_completed",
     idle() + Story{pass(5'000), does(BannerShown{Banner::TurnLost}),
                    does(TurnEnded{chat, turn, TurnEnd::Completed})},
     says},
    {"SES-03", "lost_and_ended_twice_by_its_server",
     idle() + Story{pass(5'000), does(BannerShown{Banner::TurnLost}),
                    does(TurnEnded{chat, turn, TurnEnd::Lost}), does(ComposerReady{chat}),
                    told(TurnCompleted{thread, turn, TurnEnd::Completed}),
                    reports(Report::SecondEnd, turn.value),
                    told(TurnCompleted{thread, turn, TurnEnd::Completed})},
     only_if},
    {"SES-16", "a_phantom_waited_for", steered() + Story{pass(5'001)}, within, false, false},
    {"APR-12", "withdrawn_by_its_id_alone",
     asked_about() +
         Story{told(AskResolved{other_thread, ask}), does(AskWithdrawn{ask, Withdrawal::Resolved})},
     only_if, false, false},
    {"RPC-09", "accepted", turning() + Story{told(other_shape()), answers(ask, Decision::Accept)},
     says},
    {"RPC-09", "refused_as_unknown",
     turning() + Story{told(other_shape()), sends(AnswerError{ask, Error::MethodNotFound})}, never},
    {"RPC-09", "shown_as_a_decision",
     turning() + Story{told(other_shape()), does(AskShown{chat, ask, AskKind::Other, {}})}, never},
    {"RPC-09", "not_answered", turning() + Story{told(other_shape()), pass(1)}},
    {"ITM-07", "closed_with_its_turn", serving() + Story{does(ItemClosed{item, ItemEnd::WithTurn})},
     never},
    {"ITM-07", "not_told",
     serving() + Story{does(TurnEnded{chat, turn, TurnEnd::Completed}), does(ComposerReady{chat}),
                       pass(1)}},
    {"ITM-07", "its_end_dropped",
     serving() + Story{does(ItemInBackground{item}),
                       does(TurnEnded{chat, turn, TurnEnd::Completed}), does(ComposerReady{chat}),
                       pass(1), item_ends(), pass(1)}},
    {"ITM-02", "left_in_the_background_of_a_crash",
     turning() + Story{told(ItemStarted{thread, turn, item, ItemKind::Command, build, true}),
                       does(ItemOpened{chat, item, ItemKind::Command}), pass(1),
                       heard(ProcessGone{server}), does(TurnEnded{chat, turn, TurnEnd::Lost}),
                       does(ComposerBusy{chat}), does(BannerShown{Banner::Restarting}), pass(1)}},
    {"ITM-07", "told_of_another", turning() + working() + Story{does(ItemInBackground{item})},
     calls_for},
};

TEST(ClauseJudge, NamesTheRuleOfWhatTheFieldReports) { expect_broken(field); }

TEST(ClauseJudge, LetsWhatIsRightAboutItPass) {
  const Story rest{does(TurnEnded{chat, turn, TurnEnd::Lost}), does(ComposerReady{chat}), pass(1)};
  const auto behind =
      Story{told(TurnCompleted{thread, turn, TurnEnd::Completed}),
            does(TurnEnded{chat, turn, TurnEnd::Completed}), does(ComposerReady{chat}), pass(1)};
  // Its answer and its start come late, in either order.
  const Story given_up =
      opening() + Story{heard(ChatStarted{chat, {}}), asks_for(3, Method::ThreadStart),
                        pass(60'000), ends(Method::ThreadStart, Outcome::TimedOut), pass(5)};
  const Story answer{answered(3, thread), reports(Report::LateResponse, 3)};
  const Story start{told(ThreadStarted{thread}), reports(Report::UnknownThread, thread.value)};
  for (const Story& story :
       {given_up + answer + start + Story{pass(1)}, given_up + start + answer + Story{pass(1)},
        turning() + working() + asking() + Story{pass(119'990)} + deciding(Decision::Cancel) +
            Story{pass(1)},
        opening_a_thread() +
            Story{told(childs()), does(AskShown{chat, ask, AskKind::Command, build}), pass(1)} +
            behind + deciding(Decision::Accept) +
            Story{told(TurnCompleted{child, its_turn, TurnEnd::Completed}), pass(1)},
        idle() + Story{pass(5'000), does(BannerShown{Banner::TurnLost})} + rest, idle() + behind,
        idle() + Story{pass(5'000), does(BannerShown{Banner::TurnLost})} + rest +
            Story{told(TurnCompleted{thread, turn, TurnEnd::Completed}),
                  reports(Report::SecondEnd, turn.value), pass(1)},
        serving() + Story{does(ItemInBackground{item}),
                          does(TurnEnded{chat, turn, TurnEnd::Completed}),
                          does(ComposerReady{chat}), pass(1), item_ends(),
                          does(ItemClosed{item, ItemEnd::Done}), pass(1)},
        turning() + Story{told(other_shape()), answers(ask, Decision::Decline), pass(1)}})
    EXPECT_EQ(told_of(judged(story)), "right");
}

}  // namespace spec::appserver::clauses::wrong
