// Reviews: their turns have two names, one in the answer and one in turn/started, whichever comes
// first; and turns whose beginning was not heard.
#include <algorithm>

#include "appserver/wire.h"

namespace spec::appserver::clauses {

// The first that has no answer; null if there is none.
const WireJudge::Call* WireJudge::review_under_way() const {
  const auto found = std::ranges::find_if(s_.calls, &Call::review);
  return found == s_.calls.end() ? nullptr : &*found;
}

// Its turn began behind this request, and no answer had named it.
bool WireJudge::may_be_review(const Chat& chat, const Place& asked) {
  return chat.has(ChatFlag::Running) && chat.unasked && !chat.review &&
         chat.began.order > asked.order;
}

// What is said under either name is about the turn that runs.
void WireJudge::name_again(Chat& chat, Name turn) {
  const auto name = mixed(chat.id, turn);
  if (!has_turn(s_, turns_.find(name))) turns_.rename(name, chat.turn);
  homes_.take(turn) = chat.id;
  chat.review = chat.review_begun = true;
}

// An item may have the name of its turn before the answer that gives it.
void WireJudge::expect_second_name(const Line& line) {
  auto* chat = s_.chats.find(threads_.find(line.thread));
  if (chat == nullptr || line.turn == 0 || turns_.find(mixed(chat->id, line.turn)) != 0) return;
  const auto* call = review_under_way();
  if (call != nullptr && may_be_review(*chat, call->sent)) name_again(*chat, line.turn);
}

// The client opted out of the line that gives a review its second name.
void WireJudge::expect_untold_name(const Line& line) {
  auto* chat = s_.chats.find(threads_.find(line.thread));
  if (chat == nullptr || !chat->review || chat->review_begun || !not_told_turns(s_)) return;
  if (line.turn == 0 || homes_.find(line.turn) != nullptr) return;
  name_again(*chat, line.turn);
}

// Or of the one that shows which of two turns that were answered is the one that runs.
void WireJudge::expect_untold_turn(Chat& chat, TurnId turn) {
  const auto* first = s_.phantoms.find(chat.turn);
  if (!chat.has(ChatFlag::Running) && first != nullptr && *first == turn.value) runs(chat, turn);
  s_.phantoms.erase(turn.value);
}

// The first thing that is told of a review, of which the request or its answer was not heard, or of
// a turn whose start may be in a line that was cut.
void WireJudge::expect_turn(const Where& at, bool begins) {
  auto* chat = s_.chats.find(at.thread.value);
  if (chat == nullptr) return;
  const auto* past = s_.ended.find(at.turn.value);
  // Nobody has asked the next process for this thread: what it tells of the turn is all there is.
  if (chat->of_before && past != nullptr && past->lost) s_.ended.erase(at.turn.value);
  if (listed(s_.ended, at.turn.value)) return;
  if (not_told_turns(s_)) expect_untold_turn(*chat, at.turn);
  const bool named_unseen = chat->named_unseen;
  const bool unseen = named_unseen || s_.any_unread(Side::Server);
  // So may the end of the one before be.
  const bool another = chat->has(ChatFlag::Running) && chat->turn != at.turn.value;
  if (another && unseen && is_partly_seen(s_, *chat)) lose(*chat, false);
  if (chat->turn != 0) return;
  const bool guessed = chat->review_asked.line == 0;
  const bool may_be_one =
      begins && (!guessed || s_.cut_by_client.line != 0 || s_.unheard_turns > 0);
  if (unseen && !named_unseen) take_unread();
  if (may_be_one) {
    if (guessed && s_.cut_by_client.line == 0) --s_.unheard_turns;
    name_turn(*chat, at.turn, s_.place, true);
    chat->review_guessed = guessed;
  } else if (unseen) {
    runs(*chat, at.turn);
  }
  if (unseen) chat->began = {};
}

}  // namespace spec::appserver::clauses
