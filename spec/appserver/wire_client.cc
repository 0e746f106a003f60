// What the client says: requests, and answers to the server's.
#include "appserver/wire.h"

namespace spec::appserver::clauses {
namespace {

using Means = spec::appserver::Method;

Method method_of(Means means) {
  if (means == Means::Initialize) return Method::Initialize;
  if (means == Means::ThreadStart) return Method::ThreadStart;
  if (means == Means::ThreadArchive) return Method::ThreadArchive;
  if (means == Means::TurnStart) return Method::TurnStart;
  if (means == Means::TurnInterrupt) return Method::TurnInterrupt;
  const bool opens = means == Means::ThreadResume || means == Means::ThreadFork ||
                     means == Means::ThreadUnarchive || means == Means::OldThread;
  return opens ? Method::ThreadResume : Method::Other;
}

std::optional<Decision> decision_of(spec::appserver::Decision word) {
  using Word = spec::appserver::Decision;
  switch (word) {
    case Word::Accept: return Decision::Accept;
    case Word::AcceptForSession: return Decision::AcceptForSession;
    case Word::Decline: return Decision::Decline;
    case Word::Cancel: return Decision::Cancel;
    case Word::None:
    case Word::Unknown: break;
  }
  return std::nullopt;
}

}  // namespace

void WireJudge::client_request(const Line& line) {
  Call call;
  call.sent = line.place;
  call.asked = line.asked;
  call.method = method_of(line.method);
  call.stage = Stage::Sent;
  call.optional = line.ambiguous;
  call.patient = line.patient || line.method == Means::Unknown;
  call.id = requests_.take(line.id, [&](std::uint32_t number) {
    return s_.calls.find(number) != nullptr || listed(s_.requests, number);
  });
  call.chat = threads_.take(line.thread,
                            [&](std::uint32_t number) { return s_.chats.find(number) != nullptr; });
  s_.talked = s_.talked || call.method != Method::Initialize;
  s_.turns = s_.turns || call.method == Method::TurnStart;
  call.review = line.method == Means::ReviewStart;
  call.leaves = line.method == Means::ThreadLeave;
  call.takes_back = line.method == Means::ThreadTakeBack;
  call.old = line.method == Means::OldThread;
  call.old_turn = line.method == Means::OldTurn;
  call.opens = call.method == Method::ThreadResume && call.chat != 0 &&
               (s_.chats.find(call.chat) == nullptr || s_.chats.find(call.chat)->of_before);
  if (call.opens) take_chat(ThreadId{call.chat}).unknown = true;
  if (auto* about = s_.chats.find(call.chat)) asked_about(*about, call);
  const auto* before = s_.calls.find(call.id);
  if (before != nullptr) note("the id of a call that is still in flight", line.place, before->sent);
  // Under one id one answer is owed; that of a first call may stand before the recording.
  const bool at_head = line.place.timed && line.place.time_us - s_.first_seen.time_us <= swap_us;
  const bool may_be_before = s_.process.handshake == Handshake::None && at_head;
  if (may_be_before || before != nullptr) call.optional = true;
  call.wrong_if_refused = judge_values_of(line);
  s_.hammers = hammers(line);
  Request act;
  act.id = RequestId{call.id};
  act.method = call.method;
  act.thread = ThreadId{call.chat};
  look_at_named_turn(line, act);
  auto* chat = s_.chats.find(call.chat);
  if (call.method == Method::TurnStart && chat != nullptr && chat->interrupt_asked.line != 0 &&
      is_partly_seen(s_, *chat))
    lose(*chat, false);
  const auto about = [&](std::uint8_t rule) {
    const bool of_interrupt = chat != nullptr && rule == rule_index("SES-04");
    return of_interrupt ? chat->interrupt_asked : Place{};
  };
  if (call.method == Method::TurnStart)
    keeps<recorded::requests<S>, calls::requests<S>, calls::turn_starts<S>>(act, line.place, about);
  else
    keeps<recorded::requests<S>, calls::requests<S>>(act, line.place, about);
  greet(line, call);
  call.archived = chat_is(s_, act.thread, ChatFlag::Archived);
  ask_about_turn(line, call);
  make_room(s_.calls, Kind::Call, [](const Call&) { return false; });
  s_.calls.add(call);
}

void WireJudge::asked_about(Chat& chat, const Call& call) {
  if (call.review) chat.review_asked = call.sent;
  if (call.method == Method::TurnStart) chat.start_asked = true;
  if (call.method != Method::ThreadResume) return;
  chat.resumed = true;
  take_up(chat);
}

// This process has the thread, which one before had.
void WireJudge::take_up(Chat& chat) {
  if (std::exchange(chat.of_before, false)) chat.unknown = false;
}

// An interrupt and a steering name a turn of the thread that they name.
void WireJudge::look_at_named_turn(const Line& line, Request& act) {
  if (line.method != Means::TurnInterrupt && line.method != Means::TurnSteer) return;
  act.turn = known_where(line).turn;
  const auto* home = homes_.find(line.turn);
  if (home == nullptr || *home == act.thread.value || act.turn != no_turn) return;
  if (s_.chats.find(act.thread.value) == nullptr) return;  // It is refused, whatever its turn is.
  s_.home = *home;
  act.turn = TurnId{turns_.find(mixed(*home, line.turn))};
}

void WireJudge::greet(const Line& line, Call& call) {
  auto& handshake = s_.process.handshake;
  if (call.method == Method::Initialize) {
    s_.hello.call = call.id;
    s_.hello.asked = line.place;
    s_.hello.again_opts_out = line.opts_out;
    s_.hello.heard_before = s_.last_server;
    if (recorded::later(line.place, s_.hello.cut, swap_us)) s_.hello.cut = {};
    // What came before it may be a stray line: how it is answered shows whether it is the first.
    if (handshake == Handshake::None || handshake == Handshake::Failed)
      handshake = Handshake::Asked;
    else if (handshake != Handshake::Joined)
      return;
    s_.process.opts_out = line.opts_out;
  } else if (handshake == Handshake::None) {
    call.too_soon = true;
    if (too_soon_.line == 0) too_soon_ = line.place;
  } else if (handshake == Handshake::Answered) {
    call.before_open = true;
  }
  call.greeted = handshake == Handshake::Open;
}

void WireJudge::ask_about_turn(const Line& line, Call& call) {
  auto* chat = s_.chats.find(call.chat);
  Request act;
  act.thread = ThreadId{call.chat};
  if (line.method == Means::TurnStart && calls::is_hasty(s_, act) && s_.hasty.line == 0)
    s_.hasty = line.place;
  // What was spent in turns that are taken back may be counted no more, unless this is refused.
  if (line.method == Means::ThreadTakeBack && chat != nullptr) {
    ++chat->taking_back.asked;
    chat->taking_back.total = std::max(chat->taking_back.total, std::exchange(chat->total, 0));
  }
  const bool removes = line.method == Means::ThreadArchive || line.method == Means::ThreadDelete ||
                       line.method == Means::ThreadLeave;
  if (removes && chat != nullptr) chat->removed = true;
  if (line.method == Means::TurnStart || line.method == Means::TurnSteer) {
    if (chat == nullptr || chat->phase != TurnPhase::Named || !chat->has(ChatFlag::Running)) return;
    call.what = chat->turn;
    // Without an order nobody knows which of the two came first; within 2 ms neither.
    if (line.ordered && recorded::later(line.place, chat->began, swap_us))
      call.flags.set(CallFlag::During);
    if (s_.dialect->steers && chat->idle.line == 0) chat->excused = line.place;
    // Whoever steers wants it to go on.
    note_refused_stop(*chat, line.place);
    chat->refused = {};
    if (!chat->interrupted) chat->stop_wanted = {};
  }
  if (line.method != Means::TurnInterrupt) return;
  const auto at = known_where(line);
  chat = s_.chats.find(at.thread.value);
  call.what = at.turn.value;
  call.unnamed = line.turn == 0;
  if (chat == nullptr || call.what == 0 || chat->turn != call.what) return;
  chat->stop_wanted = line.place;
  if (!chat->has(ChatFlag::Running)) return;
  call.ran = true;
  call.may_be_over = is_partly_seen(s_, *chat);
  note_refused_stop(*chat, line.place);
  stop(*chat, line.place);
}

// It had a result. With `initialized` behind it, it was another process, in the place of the one
// before; otherwise the same one has not refused it.
void WireJudge::take_second_initialize(bool initialized) {
  if (initialized)
    begin_again();
  else if (s_.hello.again_surely)
    keeps<recorded::second_handshakes<S>>(Handshaken{}, s_.hello.again, nowhere);
  s_.hello.again = s_.hello.again_asked = {};
}

// What was under way in the process before is over; who asked it again was not heard.
void WireJudge::begin_again() {
  note("another process of the server begins here (PROC-07)", s_.hello.again);
  while (s_.calls.begin() != s_.calls.end() &&
         (*s_.calls.begin()).sent.order < s_.hello.again_asked.order)
    s_.calls.erase((*s_.calls.begin()).id);
  // Its ids are counted anew.
  std::vector<std::uint32_t> answered;
  for (const auto& request : s_.requests)
    if (request.answered.order < s_.hello.again_asked.order) answered.push_back(request.of);
  for (const auto number : answered) s_.requests.erase(number);
  for (const PendingAsk& each : s_.asks) {
    if (!awaits_answer(each)) continue;
    auto& ask = *s_.asks.find(each.id);
    forget(ask);
    ask.flags.set(AskFlag::Withdrawn);
    ask.why = Withdrawal::ProcessGone;
    ask.withdrawn = s_.hello.again;
    // When it was gone is not known.
    ask.withdrawn.timed = s_.hello.heard_before.timed;
    ask.withdrawn.time_us = s_.hello.heard_before.time_us;
  }
  for (const Chat& each : s_.chats) {
    auto& chat = *s_.chats.find(each.id);
    if (chat.turn != 0) lose(chat, false);
    chat.resumed = chat.of_before = chat.unknown = true;
    chat.turn_refused = {};
    chat.begun_here = chat.total = chat.overdue = 0;
    chat.taking_back = {};
  }
  s_.says_started = false;
  s_.items = {};
  s_.refused = BoundedMap<ManySlots::Refused>(4'096);
  s_.asked_about = {};
  s_.bad_line = s_.hasty = {};
  s_.process.handshake = Handshake::Answered;
  s_.process.opts_out = s_.hello.again_opts_out;
}

// Each process has to be asked for a thread before a turn in it (PROC-03). Whose thread this is, is
// known where the recording tells of the process that had it.
void WireJudge::look_at_its_process(const Line& line, const Call& call) {
  auto* chat = s_.chats.find(call.chat);
  const bool refused = s_.code == invalid_request_code || s_.code == invalid_params_code;
  const bool strange = chat == nullptr && s_.code == invalid_request_code && call.greeted &&
                       !s_.began_late && !taken_as_it_is(s_, ThreadId{call.chat});
  if (refused && (strange || (chat != nullptr && chat->of_before)))
    note("a turn is refused in a thread that this process was not asked to start or to resume",
         line.place, call.sent);
  if (chat == nullptr || !chat->of_before) return;
  const bool again = refused && s_.ordered && chat->turn_refused.line != 0 &&
                     recorded::later(call.sent, chat->turn_refused, swap_us);
  // Of two files of one direction each, nobody knows what came before what.
  if (s_.ordered)
    keeps<recorded::turns_since<S>>(recorded::SinceProcess{again}, call.sent,
                                    [&](std::uint8_t) { return chat->turn_refused; });
  if (!refused || again) take_up(*chat);
  if (refused) chat->turn_refused = line.place;
}

void WireJudge::client_notice(const Line& line) {
  if (line.method == Means::Initialized) return client_initialized();
  if (line.method == Means::TurnInterrupt)
    keeps<recorded::unanswerable<S>>(recorded::Unanswerable{}, line.place, nowhere);
  else if (line.method != Means::Unknown)
    note("a request of the client has no id: nobody answers it", line.place);
}

void WireJudge::client_initialized() {
  if (std::exchange(s_.hello.opened_cut, false) && s_.process.handshake == Handshake::Open) return;
  take_other_answer();
  // The initialize of another process was cut, with what it opts out of, or its answer was.
  const bool answered = s_.hello.asked.line != 0 && s_.hello.cut.order > s_.hello.asked.order;
  const bool cut = s_.process.handshake == Handshake::Open && s_.cut_by_client.line != 0;
  if (runs_already() && (answered || cut)) {
    s_.hello.again = s_.place;
    s_.hello.again_asked = answered ? s_.hello.asked : s_.cut_by_client;
    if (!answered) s_.hello.again_opts_out = 0xff;
    take_second_initialize(true);
  }
  keeps<recorded::initialized<S>>(Initialized{}, s_.place, nowhere);
  auto& handshake = s_.process.handshake;
  // Unless the recording begins behind initialize: then no initialize follows.
  if (handshake == Handshake::None && s_.hello.opened_unasked.line == 0)
    s_.hello.opened_unasked = s_.place;
  if (handshake != Handshake::None) open_up();
}

void WireJudge::client_answer(const Line& line) {
  auto* ask = s_.asks.find(asks_.find(line.id));
  // What it answers was cut.
  const bool gone = ask != nullptr && ask->why == Withdrawal::ProcessGone &&
                    ask->has(AskFlag::Withdrawn) && !ask->has(AskFlag::Answered);
  if (gone && explains(Side::Server, ask->withdrawn)) return incomplete();
  if (ask == nullptr) {
    const auto handshake = s_.process.handshake;
    if (handshake == Handshake::Joined || handshake == Handshake::None) {
      s_.began_late = true;
      return incomplete();
    }
    if (take_unread()) return incomplete();
    keeps<recorded::no_decisions<S>>(NoDecision{}, line.place, nowhere);
    return;
  }
  // It may have been answered before it was sent again.
  const bool swapped = !line.ordered || !recorded::later(ask->answered, ask->sent_again, swap_us);
  if (ask->answered.line != 0 && ask->times_again > 0 && swapped) {
    --ask->times_again;
    return;
  }
  if (awaits_answer(*ask) && recorded::waits_long(s_, &line.place, ask->asked))
    note("an answer behind 120 s: how long a user may take is set in its client (RPC-05)",
         line.place, ask->asked);
  if (ask->kind != AskKind::Unknown) return approval_answered(*ask, line);
  const Reply act{AskId{ask->id}, line.form == LineForm::Result, line.shapes};
  const bool grants = line.grants && recorded::fits(s_, act);
  judge_grant(*ask, line.place, grants);
  // What a tool itself asks may be declined, and its call goes on.
  if (ask->approves_tool && awaits_answer(*ask)) decide(*ask, grants);
  const bool looked_at =
      ask->shape == AnswerShape::Content || ask->shape == AnswerShape::Permissions;
  if (line.strange && looked_at)
    note("a word of the answer is none that a rule knows for its request", line.place, ask->asked);
  keeps<recorded::replies<S>>(act, line.place, [&](std::uint8_t) {
    return ask->answered.line != 0 ? ask->answered : ask->asked;
  });
  ask->answered = line.place;
  ask->flags.set(AskFlag::Answered);
}

// Whoever has asked for the end of a turn grants nothing in it (SES-17), nor what is withdrawn.
void WireJudge::judge_grant(PendingAsk& ask, const Place& place, bool grants) {
  const auto* chat = s_.chats.find(ask.chat);
  const bool stopped = ask.names_turn && awaits_answer(ask) && chat != nullptr &&
                       chat->turn == ask.turn && chat->stop_wanted.line != 0;
  if (stopped) ask.flags.set(AskFlag::Late);
  keeps<recorded::grants<S>>(recorded::Grant{AskId{ask.id}, grants}, place, [&](std::uint8_t) {
    return stopped ? chat->stop_wanted : ask.withdrawn;
  });
}

void WireJudge::approval_answered(PendingAsk& ask, const Line& line) {
  const bool refused_params =
      ask.has(AskFlag::Bad) && line.form == LineForm::Failure && line.code == invalid_params_code;
  const bool old = ask.shape == AnswerShape::OldDecision;
  const bool amends_patch = ask.shape == AnswerShape::PatchDecision && line.amends;
  const auto word = old ? line.old_decision : line.decision;
  const auto decision = refused_params ? Decision::Decline
                        : amends_patch ? std::nullopt
                                       : decision_of(word);
  const auto about = [&](std::uint8_t) {
    const bool late = ask.has(AskFlag::Withdrawn) && !ask.has(AskFlag::Answered);
    return late ? ask.withdrawn : ask.answered.line != 0 ? ask.answered : ask.asked;
  };
  if (!decision && ask.offers_unknown && line.decision == spec::appserver::Decision::Unknown) {
    s_.unknown_asks = true;
    note("a decision that no rule knows", line.place);
    return settle_unseen(ask);
  }
  const AskId id{ask.id};
  if (decision == Decision::AcceptForSession && ask.offers_once && awaits_answer(ask))
    keeps<recorded::no_decisions<S>>(NoDecision{id, true}, line.place, about);
  if (decision)
    keeps<approvals::answers<S>>(Answer{id, *decision}, line.place, about);
  else
    keeps<recorded::no_decisions<S>>(NoDecision{id}, line.place, about);
  const bool waited = awaits_answer(ask);
  judge_grant(ask, line.place, decision && !says_no(*decision));
  ask.answered = line.place;
  ask.flags.set(AskFlag::Answered);
  if (!waited) return;
  --s_.pending;
  decide(ask, decision && !says_no(*decision));
  auto* chat = s_.chats.find(ask.chat);
  if (chat == nullptr || ask.turn == 0 || chat->turn != ask.turn) return;
  if (chat->pending > 0) --chat->pending;
  ++chat->unsettled;
  if (decision == Decision::Cancel) {
    chat->canceled = line.place;
    chat->flags.set(ChatFlag::Canceled);
  }
  if (decision == Decision::Decline) {
    chat->declined = line.place;
    chat->flags.set(ChatFlag::Declined);
  }
}

}  // namespace spec::appserver::clauses
