// Mutants that mistake items, their texts and approvals.
#include "appserver/mutants/turn.h"

namespace conformance::appserver {
namespace {

bool is_report(const Reported& reported, Report report) { return reported.report == report; }

bool accepted_before(const Engine& engine, const Ask& ask) {
  return ask.wellformed &&
         std::ranges::any_of(engine.state().accepted, [&](const engine::appserver::Accepted& each) {
           return each.thread == ask.thread && each.subject == ask.subject;
         });
}

constexpr Deviation item_table[]{
    {{"final_text_is_ignored", "ITM-01", "appserver/truncated_then_valid",
      "an item keeps the text of its deltas whatever its final text is"},
     After{[](Turn& turn) { turn.drop<TextReplaced>(); }}},
    {{"difference_unreported", "ITM-01", "",
      "a final text that differs from what came before is not reported"},
     After{[](Turn& turn) {
       turn.drop<Reported>(
           [](const Reported& each) { return is_report(each, Report::TextDiffers); });
     }}},
    {{"delta_lost", "ITM-01", "", "every second delta of an item is lost"}, After{[](Turn& turn) {
       if (turn.find<TextAppended>() == nullptr) return;
       turn.memory.stage ^= 1u;
       if (turn.memory.stage == 0) turn.drop<TextAppended>();
     }}},
    {{"items_outlive_their_turn", "ITM-02", "appserver/open_items_at_end",
      "items that are open when their turn ends stay open"},
     drops<&ItemClosed::end, ItemEnd::WithTurn>},
    {{"delta_makes_an_item", "ITM-03", "", "a delta without an item opens one"},
     After{[](Turn& turn) {
       const auto* delta = turn.received<ItemDelta>();
       if (delta == nullptr || turn.find<TextAppended>() != nullptr) return;
       if (const auto* chat = turn.chat_of(delta->thread))
         turn.out.push_back(ItemOpened{chat->id, delta->item, ItemKind::Answer});
     }}},
    {{"shows_every_delta", "ITM-04", "appserver/delta_flood", "each delta is shown as it comes"},
     After{[](Turn& turn) {
       const auto* appended = turn.find<TextAppended>();
       const auto* delta = turn.received<ItemDelta>();
       if (appended == nullptr || delta == nullptr) return;
       for (const auto& item : turn.engine.state().items)
         if (item.id == delta->item) turn.out.push_back(ItemShown{item.id, item.mark});
     }}},
    {{"never_shown", "ITM-04", "", "text is not shown before its item ends"},
     After{[](Turn& turn) { turn.drop<ItemShown>(); }}},
    {{"totals_fall", "ITM-05", "", "the last total of tokens is shown though it is lower"},
     After{[](Turn& turn) {
       const auto* usage = turn.received<Usage>();
       if (usage == nullptr || turn.find<UsageShown>() != nullptr) return;
       if (const auto* chat = turn.chat_of(usage->thread))
         turn.out.push_back(UsageShown{chat->id, usage->total});
     }}},
    {{"turns_cost_their_thread", "ITM-05", "", "the tokens of a turn are those of its thread"},
     changes([](UsageShown& shown) { shown.in_turn = shown.total; })},
    {{"windows_unshown", "ITM-05", "", "the window of a limit is not shown"},
     changes([](RateLimitsShown& shown) { shown.window_minutes = 0; })},
    {{"resets_unshown", "ITM-05", "", "when a limit begins anew is not shown"},
     changes([](RateLimitsShown& shown) { shown.resets_at_s = 0; })},
    {{"problems_reach_nobody", "ITM-08", "", "no problem is shown"},
     After{[](Turn& turn) { turn.drop<ProblemShown>(); }}},
    {{"problems_are_warnings", "ITM-08", "", "each problem is shown as a warning"},
     changes([](ProblemShown& shown) { shown.severity = Severity::Warning; })},
    {{"a_problem_ends_the_turn", "ITM-08 SES-03", "",
      "an error that the server told of ends the turn"},
     After{[](Turn& turn) {
       const auto* trouble = turn.received<Trouble>();
       if (trouble == nullptr || turn.find<Reported>() != nullptr) return;
       if (const auto* chat = turn.chat_of(trouble->thread); chat != nullptr)
         turn.out.push_back(TurnEnded{chat->id, trouble->turn, TurnEnd::Failed});
     }}},
    {{"failure_shown_as_done", "ITM-06", "", "an item that failed is shown as done"},
     After{[](Turn& turn) {
       const auto failed = [](const ItemClosed& each) { return each.end == ItemEnd::Failed; };
       if (auto* closed = turn.find<ItemClosed>(failed)) closed->end = ItemEnd::Done;
     }}},
    {{"item_ends_again", "ITM-06", "appserver/declined_twice",
      "an item that is completed twice is closed twice"},
     After{[](Turn& turn) {
       const auto* completed = turn.received<ItemCompleted>();
       if (completed == nullptr || turn.find<Reported>([](const Reported& each) {
             return is_report(each, Report::SecondItemEnd);
           }) == nullptr)
         return;
       turn.out.push_back(ItemClosed{completed->item, completed->end});
     }}},
    {{"answers_twice", "APR-01", "", "an approval is answered twice"}, After{[](Turn& turn) {
       if (const auto* answer = turn.sent<Answer>()) {
         const Answer again = *answer;
         turn.send(again);
       }
     }}},
    {{"rules_do_nothing", "APR-11", "", "a rule that the user made approves nothing"},
     unheard<RuleMade>},
    {{"stopped_turn_is_granted", "SES-17", "appserver/approve_after_stop",
      "what was accepted for the session is accepted in a turn that was stopped"},
     After{[](Turn& turn) {
       const auto* ask = turn.received<Ask>();
       if (ask == nullptr || !accepted_before(turn.engine, *ask)) return;
       if (auto* answer = turn.sent<Answer>()) answer->decision = Decision::Accept;
     }}},
    {{"malformed_is_accepted", "APR-02", "appserver/approval_malformed",
      "an approval that cannot be read is accepted"},
     After{[](Turn& turn) {
       const auto* ask = turn.received<Ask>();
       if (ask == nullptr || ask->wellformed) return;
       if (auto* answer = turn.sent<Answer>()) answer->decision = Decision::Accept;
     }}},
    {{"silence_is_consent", "APR-02", "", "an approval that nobody decides is accepted"},
     After{[](Turn& turn) {
       if (turn.got<TimerFired>() == nullptr) return;
       if (auto* answer = turn.sent<Answer>()) answer->decision = Decision::Accept;
     }}},
    {{"waits_for_a_decision", "APR-02", "", "an approval waits for ever"}, After{[](Turn& turn) {
       turn.drop<SetTimer>(
           [](const SetTimer& set) { return set.timer.kind == TimerKind::Decision; });
       turn.drop<CancelTimer>(
           [](const CancelTimer& cancel) { return cancel.timer.kind == TimerKind::Decision; });
     }}},
    {{"session_for_everything", "APR-03", "",
      "one decision for the session accepts whatever is asked later"},
     [](Turn& turn) {
       if (const auto* decided = turn.got<Decided>();
           decided != nullptr && decided->decision == Decision::AcceptForSession)
         turn.memory.stage = 1;
       turn.pass();
       const auto* shown = turn.find<AskShown>();
       if (shown == nullptr || turn.memory.stage == 0) return;
       const auto ask = *shown;
       turn.tell(Decided{ask.ask, Decision::Accept});
     }},
    {{"session_of_one_chat", "APR-03", "appserver/same_words_in_two_chats",
      "what is accepted for the session in one chat is forgotten in the others"},
     After{[](Turn& turn) {
       const auto* decided = turn.got<Decided>();
       if (decided == nullptr || decided->decision != Decision::AcceptForSession) return;
       auto state = turn.engine.state();
       while (state.accepted.size() > 1) state.accepted.erase(0);
       turn.engine = Engine(turn.engine.limits(), turn.engine.seed(), state);
     }}},
    {{"session_forgotten", "APR-03", "", "a decision for the session is asked for again"},
     [](Turn& turn) {
       const auto* decided = turn.got<Decided>();
       if (decided == nullptr || decided->decision != Decision::AcceptForSession)
         return turn.pass();
       turn.tell(Decided{decided->ask, Decision::Accept});
       if (auto* answer = turn.sent<Answer>()) answer->decision = Decision::AcceptForSession;
     }},
    {{"late_click_is_sent", "APR-04", "appserver/approval_after_interrupt",
      "a click on an approval that is withdrawn is answered all the same"},
     After{[](Turn& turn) {
       const auto* decided = turn.got<Decided>();
       if (decided == nullptr || turn.sent<Answer>() != nullptr) return;
       turn.send(Answer{decided->ask, decided->decision});
     }}},
    {{"approval_outlives_its_turn", "APR-04", "",
      "an approval is still shown when its turn has ended"},
     drops<&AskWithdrawn::why, Withdrawal::TurnEnded, Withdrawal::ProcessGone>},
    {{"one_approval_at_a_time", "APR-05", "", "an approval is not shown while another one waits"},
     [](Turn& turn) {
       const bool another = !turn.engine.state().asks.empty();
       turn.pass();
       if (another) turn.drop<AskShown>();
     }},
    {{"other_decision", "APR-01 APR-09", "", "a refusal is sent as an acceptance"},
     After{[](Turn& turn) {
       const auto* decided = turn.got<Decided>();
       if (decided == nullptr || decided->decision != Decision::Decline) return;
       if (auto* answer = turn.sent<Answer>()) answer->decision = Decision::Accept;
     }}},
    {{"resolved_ask_stays", "APR-08", "appserver/stale_approval",
      "an approval that the server withdrew stays"},
     After{[](Turn& turn) {
       if (turn.received<AskResolved>() != nullptr) turn.drop<AskWithdrawn>();
     }}},
    {{"descendant_declined_unseen", "SES-13 APR-02", "appserver/subagent_asks",
      "what a thread of its own asks for is declined unseen"},
     After{[](Turn& turn) {
       const auto* ask = turn.received<Ask>();
       if (ask == nullptr || turn.chat_of(ask->thread) != nullptr) return;
       if (turn.find<AskShown>() == nullptr) return;
       turn.drop<AskShown>();
       turn.tell(Decided{ask->ask, Decision::Decline});
     }}},
    {{"closed_with_its_turn", "ITM-07", "appserver/background_command",
      "a command that outlives its turn is closed with it"},
     hears([](ItemStarted& started) { started.background = false; })},
    {{"unknown_behind_its_turn", "ITM-07", "appserver/shell_command_in_turn",
      "the end of an item whose turn has ended is taken for that of an unknown one"},
     [](Turn& turn) {
       const auto* over = turn.received<ItemCompleted>();
       const auto& items = turn.engine.state().items;
       const bool behind = over != nullptr && std::ranges::any_of(items, [&](auto& item) {
                             return item.id == over->item && item.outlives;
                           });
       if (!behind) return turn.pass();
       turn.out.push_back(Reported{Report::UnknownTurn, over->turn.value});
     }},
    {{"other_shapes_are_unknown", "RPC-09", "appserver/other_request_unanswered",
      "a request that takes no decision is refused as unknown"},
     After{[](Turn& turn) {
       const auto* ask = turn.received<Ask>();
       if (ask == nullptr || ask->kind != AskKind::Other) return;
       turn.drop_sent<Answer>([](const Answer&) { return true; });
       turn.send(AnswerError{ask->ask, Error::MethodNotFound});
     }}},
    {{"other_shapes_are_accepted", "RPC-09", "",
      "a request that takes no decision is accepted as if it did"},
     After{[](Turn& turn) {
       const auto* ask = turn.received<Ask>();
       if (ask == nullptr || ask->kind != AskKind::Other) return;
       if (auto* answer = turn.sent<Answer>()) answer->decision = Decision::Accept;
     }}},
    {{"resolved_by_id_alone", "APR-12", "appserver/resolved_elsewhere",
      "what another thread is told as resolved is withdrawn"},
     hears([](AskResolved& resolved) { resolved.thread = no_thread; })},
    {{"accepted_in_silence", "APR-11", "", "what is accepted without asking is not told"},
     After{[](Turn& turn) { turn.drop<AskAccepted>(); }}},
};

}  // namespace

std::span<const Deviation> item_deviations() { return item_table; }

}  // namespace conformance::appserver
