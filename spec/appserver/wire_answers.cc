// The server's answers, and what is missing at the end.
#include "appserver/wire.h"

namespace spec::appserver::clauses {
namespace {

constexpr std::int64_t overloaded_code = -32'001;

Error error_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::None: return Error::None;
    case ErrorKind::NotInitialized: return Error::NotInitialized;
    case ErrorKind::AlreadyInitialized: return Error::AlreadyInitialized;
    case ErrorKind::InvalidRequest: return Error::InvalidRequest;
    case ErrorKind::MethodNotFound: return Error::MethodNotFound;
    case ErrorKind::InvalidParams: return Error::InvalidParams;
    case ErrorKind::Other: break;
  }
  return Error::Other;
}

}  // namespace

void WireJudge::server_answer(const Line& line) {
  const auto* found = s_.calls.find(requests_.find(line.id));
  if (found == nullptr) {
    found = s_.calls.find(requests_.find(line.id_twin));
    if (found == nullptr) return unknown_answer(line);
    s_.mistyped = true;
  }
  const Call call = *found;
  note_uninitialized(line, call);
  Response act{RequestId{call.id}, error_of(line.error), {}, {}};
  const bool begins = call.method == Method::TurnStart || call.review;
  if (begins && line.turn != 0)
    act.turn = turn_named(
        ThreadId{call.review && line.thread != 0 ? thread_named(line) : call.chat}, line.turn);
  if (act.turn != no_turn && !line.turn_is_unique) numbered_anew(call, act);
  if (call.method == Method::TurnStart) answered_otherwise(call, act);
  if (auto* chat = s_.chats.find(call.chat); chat != nullptr && call.method == Method::TurnStart)
    chat->start_asked = false;
  keeps<recorded::early_requests<S>>(act, call.sent, nowhere);
  keeps<recorded::responses<S>, of_server::responses<S>>(act, line.place,
                                                         [&](std::uint8_t) { return call.sent; });
  // What is tried out in a thread that nobody opened is refused for that.
  const bool of_none = call.chat != 0 && s_.chats.find(call.chat) == nullptr;
  if (act.error == Error::InvalidRequest && !of_none)
    judge_values(call.wrong_if_refused, call.sent);
  const bool greeted = call.method == Method::Initialize && act.error == Error::None;
  if (s_.hello.call == call.id) s_.hello.call = 0;
  // Requests are served behind `initialized`: its initialize was said before the recording begins.
  const bool served = s_.hello.served_early.line != 0 && s_.hello.opened_unasked.line != 0;
  const bool began_late =
      s_.began_late ? is_joined() || s_.hello.opened_unasked.line != 0 : is_joined() && served;
  const bool in_cut = s_.hello.cut.line != 0 && call.sent.order < s_.hello.cut.order;
  if (greeted && ((recorded::open(s_) && !in_cut) || began_late)) {
    s_.hello.again_surely = recorded::open(s_);
    s_.hello.again_asked = call.sent;
    s_.hello.again = line.place;
    // Its `initialized` was cut.
    s_.hello.opened_cut = s_.cut_by_client.order > call.sent.order;
    if (s_.hello.opened_cut) take_second_initialize(true);
    if (s_.hello.opened_cut) open_up();
  } else if (greeted) {
    keeps<recorded::second_handshakes<S>>(Handshaken{}, line.place, nowhere);
    keeps<recorded::asked_early<S>>(act, s_.hello.asked_early, nowhere);
    keeps<recorded::served_early<S>>(act, s_.hello.served_early, nowhere);
    keeps<recorded::opened_early<S>>(act, s_.hello.opened_unasked, nowhere);
  }
  s_.calls.erase(call.id);
  if (auto* chat = s_.chats.find(call.chat); chat != nullptr && call.review)
    chat->review_asked = {};
  remember_answer(line, call);
  if (call.method == Method::Initialize) {
    if (judged_as(line.version).is_known()) s_.version = line.version;
    return initialize_answered(act);
  }
  if (call.too_soon) came_too_soon(call, act);
  if (call.method == Method::TurnInterrupt) return interrupt_answered(call, act);
  if (call.takes_back) take_back_answered(call, act);
  if (call.method == Method::TurnStart) look_at_its_process(line, call);
  if (act.error == Error::None) result_of(line, call, act);
}

// What was told of until then may still count what is taken back; and if nothing is, it may not be
// less.
void WireJudge::take_back_answered(const Call& call, const Response& act) {
  auto* chat = s_.chats.find(call.chat);
  if (chat == nullptr) return;
  auto& asked = chat->taking_back.asked;
  if (asked > 0) --asked;
  // It may have fallen by another one that is not answered.
  if (act.error != Error::None && asked > 0) return;
  const auto before = std::exchange(chat->taking_back, {.asked = asked});
  const auto told = std::exchange(chat->total, 0);
  if (act.error == Error::None) return;
  chat->total = std::max(told, before.total);
  if (before.fell.line == 0) return;
  keeps<of_server::usages<S>>(Usage{ThreadId{chat->id}, 0}, before.fell,
                              [&](std::uint8_t) { return call.sent; });
  chat->total = told;
}

void WireJudge::remember_answer(const Line& line, const Call& call) {
  if (auto* before = s_.requests.find(call.id))
    *before = {call.id, line.place, call.sent};
  else
    s_.requests.add({call.id, line.place, call.sent});
  if (line.code == overloaded_code) {
    s_.overloaded = true;
    s_.refused.take(call.asked).answered = line.place;
  } else {
    s_.refused.erase(call.asked);
  }
}

// Who is behind the wire is not seen.
void WireJudge::note_uninitialized(const Line& line, const Call& call) {
  const bool open = s_.process.handshake == Handshake::Open;
  if (line.error != ErrorKind::NotInitialized || !open || !call.greeted) return;
  if (std::exchange(told_uninitialized_, true)) return;
  note(
      "not initialized, behind a handshake: the server forgot it, or another process answers, "
      "whom nobody greeted",
      line.place, call.sent);
}

// Some servers number the turns of a thread anew when it is resumed: then the number is that of
// another turn.
void WireJudge::numbered_anew(const Call& call, const Response& act) {
  auto* chat = s_.chats.find(call.chat);
  if (chat == nullptr || !chat->resumed) return;
  // Unless it is the turn that the resumption has told of.
  const bool told = chat->unnamed_items && call.has(CallFlag::During);
  const bool begun_since = chat->began.order > call.sent.order;
  if (chat->turn == act.turn.value && (told || begun_since)) return;
  if (chat->turn == act.turn.value) lose(*chat, false);
  s_.ended.erase(act.turn.value);
}

// A turn was asked for while another one runs. If that one was called idle, it is over; otherwise
// this is to be the same one, unless that ends at once: its end may come behind the next answer.
// Another is waited for in vain if it never starts.
void WireJudge::answered_otherwise(const Call& call, const Response& act) {
  if (!call.has(CallFlag::During) || act.turn == no_turn) return;
  auto* chat = s_.chats.find(call.chat);
  if (chat == nullptr || !chat->has(ChatFlag::Running) || chat->turn != call.what) return;
  if (act.turn.value == call.what && s_.dialect->steers)
    keeps<recorded::steered<S>>(recorded::Steered{ThreadId{chat->id}, act.turn}, s_.place, nowhere);
  if (act.turn.value == call.what) return;
  if (chat->idle.line != 0 || chat->ended_beside || is_partly_seen(s_, *chat))
    return overtaken(*chat);
  s_.phantoms.take(act.turn.value) = call.what;
  if (!s_.dialect->steers) return;
  tell_steered(*chat);
  chat->steered = s_.place;
  chat->steer_asked = call.sent;
  chat->steered_to = act.turn.value;
}

// A result while the recording has nothing of the client but `initialize`.
bool WireJudge::may_answer_initialize(const Response& act) const {
  const auto* call = s_.calls.find(s_.hello.call);
  const bool is_first = call != nullptr && s_.first_seen.order == call->sent.order;
  const bool is_alone = is_first && s_.last_client.order == call->sent.order;
  const bool is_cut = s_.cut_by_client.line != 0 || s_.hello.cut.line != 0;
  return is_alone && !is_cut && s_.process.handshake == Handshake::Asked &&
         act.error == Error::None;
}
// The client goes on with it: what came was the answer, under another id.
void WireJudge::take_other_answer() {
  const auto place = std::exchange(s_.hello.other_answer, {});
  const auto* call = s_.calls.find(s_.hello.call);
  if (place.line == 0 || call == nullptr || s_.process.handshake != Handshake::Asked) return;
  if (recorded::later(place, s_.place, 0)) return;
  const Response act{RequestId{call->id}, Error::None, {}, {}};
  const auto sent = call->sent;
  s_.mistyped = true;
  keeps<recorded::responses<S>>(act, place, [&](std::uint8_t) { return sent; });
  s_.calls.erase(act.id.value);
  s_.hello.call = 0;
  initialize_answered(act);
}

void WireJudge::unknown_answer(const Line& line) {
  s_.talked = true;
  // Its request was not heard: what it tells of server and thread is known all the same.
  if (judged_as(line.version).is_known()) s_.version = line.version;
  if (line.thread != 0) {
    auto& chat = meet(ThreadId{thread_named(line)});
    const auto running = turn_named(ThreadId{chat.id}, line.running_turn);
    if (line.state == ThreadState::Active && mention(chat, running)) chat.unnamed_items = true;
  }
  const Response act{RequestId{requests_.find(line.id)}, error_of(line.error), {}, {}};
  if (const auto* bad = s_.bad_ids.find(line.id)) s_.bad_line_answered = *bad;
  const auto about = [&](std::uint8_t) {
    const auto* before = s_.requests.find(act.id.value);
    return before != nullptr ? before->answered : s_.bad_line_answered;
  };
  // What was answered is no bad line.
  if (listed(s_.requests, act.id.value)) s_.bad_line_answered = {};
  const bool told = !keeps<recorded::responses<S>, of_server::responses<S>>(act, line.place, about);
  if (told || listed(s_.requests, act.id.value)) return;
  if (may_answer_initialize(act)) s_.hello.other_answer = line.place;
  // It may answer a steering that was not recorded.
  if (line.turn != 0 && s_.dialect->steers) {
    const auto at = known_where(line);
    auto* chat = s_.chats.find(at.thread.value);
    if (chat != nullptr && at.turn != no_turn && chat->turn == at.turn.value)
      chat->excused = line.place;
  }
  if (s_.forgot(Kind::Call)) return;
  // Its initialize was cut: nothing else is answered so soon.
  if (s_.process.handshake == Handshake::Asked && s_.cut_by_client.line != 0 &&
      act.error == Error::None) {
    s_.hello.call = 0;
    initialize_answered(act);
  }
  s_.began_late = true;
  s_.unheard = line.place;
  if (!s_.any_unread(Side::Client)) add_unread(line.place, Side::Client);
  s_.unheard_turns += line.turn != 0 ? 1 : 0;
  incomplete();
}

void WireJudge::initialize_answered(const Response& act) {
  auto& handshake = s_.process.handshake;
  if (recorded::open(s_)) return;
  if (act.error == Error::None) {
    handshake = s_.hello.opened_early ? Handshake::Open : Handshake::Answered;
    return forgive_greetings();
  }
  const bool joined = act.error == Error::AlreadyInitialized;
  if (handshake == Handshake::Asked) handshake = joined ? Handshake::Joined : Handshake::Failed;
  if (joined) incomplete();
}

// What was asked of processes that died before they answered is nobody's fault.
void WireJudge::forgive_greetings() {
  for (const Call& each : s_.calls)
    if (each.method == Method::Initialize) s_.calls.find(each.id)->optional = true;
}

void WireJudge::came_too_soon(const Call& call, const Response& act) {
  auto& handshake = s_.process.handshake;
  if (handshake != Handshake::None) return;
  if (recorded::refused_for_it(s_, act)) {
    handshake = Handshake::Failed;
    return;
  }
  handshake = Handshake::Joined;
  if (act.error == Error::None) {
    s_.hello.served_early = s_.place;
    s_.hello.asked_early = call.sent;
  }
  incomplete();
}

void WireJudge::result_of(const Line& line, const Call& call, const Response& act) {
  const ThreadId named{thread_named(line)};
  const ThreadId asked{call.chat};
  s_.began_late = s_.began_late || (is_joined() && named != no_thread);
  s_.old_turns = s_.old_turns || call.old_turn;
  // Who asks is told how the thread is.
  auto* told_of = s_.chats.find(named.value);
  if (told_of != nullptr && recorded::later(call.sent, told_of->began, 0)) {
    if (line.state == ThreadState::Idle) seems_over(*told_of, true);
    if (line.state == ThreadState::OutOfOrder) fails(*told_of);
  }
  if (auto* left = s_.chats.find(asked.value); left != nullptr && call.leaves) leave(*left);
  // What was opted out of is not known of a recording that begins late.
  if (call.method == Method::ThreadStart && named != no_thread)
    take_chat(named).begun_here = is_joined() ? 0 : call.sent.order;
  if (call.method == Method::ThreadResume && (named != no_thread || asked != no_thread))
    resumed(line, call, take_chat(named != no_thread ? named : asked));
  if (call.method == Method::ThreadArchive && asked != no_thread) archive(take_chat(asked));
  if (call.method != Method::TurnStart && !call.review) return;
  const auto home = call.review && named != no_thread ? named : asked;
  if (home == no_thread || act.turn == no_turn || listed(s_.ended, act.turn.value)) return;
  auto& chat = take_chat(home);
  if (call.review && may_be_review(chat, call.sent)) return name_again(chat, line.turn);
  if (chat.turn == act.turn.value) chat.unasked = false;
  // A review is no steering: it begins when the turn before it is over.
  if (call.review && chat.has(ChatFlag::Running) && chat.turn != act.turn.value) {
    const bool idle = chat.idle.line != 0, unseen = is_partly_seen(s_, chat);
    if (!idle && !unseen)
      keeps<of_server::started_turns<S>>(TurnStarted{home, act.turn}, s_.place, nowhere);
    lose(chat, idle && !unseen);
  }
  if (chat.has(ChatFlag::Running) || chat.turn == act.turn.value) return;
  if (not_told_turns(s_) && chat.turn != 0) s_.phantoms.take(act.turn.value) = chat.turn;
  chat.flags.clear(ChatFlag::Archived);
  name_turn(chat, act.turn, call.sent, call.review);
}

void WireJudge::name_turn(Chat& chat, TurnId turn, const Place& asked, bool review) {
  if (!tell_steered(chat)) note_unstarted(chat);
  forget_turn(chat);
  chat.phase = TurnPhase::Named;
  chat.turn = turn.value;
  chat.review = review;
  chat.seen_begin = true;
  chat.began = asked;
  s_.running.take(chat.id) = chat.id;
}

// Whoever comes late is told what runs. What its items were before is not known.
void WireJudge::resumed(const Line& line, const Call& call, Chat& chat) {
  chat.flags.clear(ChatFlag::Archived);
  chat.resumed = true;
  chat.unknown = (chat.unknown && !call.opens) || call.old;
  // Something of it was told before this.
  if (call.opens && chat.has(ChatFlag::Running)) chat.unnamed_items = true;
  if (line.state != ThreadState::Active || chat.has(ChatFlag::Running)) return;
  const auto turn = turn_named(ThreadId{chat.id}, line.running_turn);
  if (turn == no_turn) {
    chat.unknown = true;
    return;
  }
  // It went on while the client was away.
  if (const auto* past = s_.ended.find(turn.value); past != nullptr && past->lost)
    s_.ended.erase(turn.value);
  if (mention(chat, turn)) {
    chat.unnamed_items = true;
  }
}

void WireJudge::interrupt_answered(const Call& call, const Response& act) {
  auto* chat = s_.chats.find(call.chat);
  if (chat == nullptr) return;
  const bool invalid = s_.code == invalid_request_code;
  if (call.what == 0 || chat->turn != call.what) {
    // It names another, though the client had been told of the one that runs.
    if (invalid && chat->has(ChatFlag::Running) && recorded::later(call.sent, chat->began, swap_us))
      chat->refused = call.sent;
    const bool unknown = call.what == 0 && !call.unnamed && !chat->resumed;
    if (invalid && unknown && !chat->has(ChatFlag::Running) && call.greeted && !s_.began_late &&
        !taken_as_it_is(s_, ThreadId{call.chat}))
      note(
          "no turn runs, and one that nothing told of is to be interrupted: whoever waits for it "
          "waits in vain (SES-16)",
          call.sent);
    return;
  }
  if (act.error == Error::None) {
    // It may have been sent before the turn started.
    if (!call.ran) stop(*chat, call.sent);
    chat->interrupted = true;
    return;
  }
  // Unless it agreed to one before.
  if (chat->stop_wanted == call.sent && !chat->interrupted) chat->stop_wanted = {};
  if (chat->interrupt_asked == call.sent) {
    if (!chat->interrupted) {
      chat->interrupt_asked = {};
      chat->flags.clear(ChatFlag::Interrupted);
    }
    // To the server it does not run. Whether it was over is known when the next one begins. Of one
    // that names none nothing is known.
    if (invalid && !call.unnamed) seems_over(*chat, false);
    if (invalid && call.unnamed) chat->refused = call.sent;
  } else if (invalid && !chat->has(ChatFlag::Running)) {
    chat->refused = call.sent;
  }
}

}  // namespace spec::appserver::clauses
