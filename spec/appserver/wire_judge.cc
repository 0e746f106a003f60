#include "spec/appserver/wire_judge.h"

#include <algorithm>
#include <utility>

#include "appserver/wire.h"

namespace spec::appserver::clauses {
namespace {

constexpr auto words_by_number = [] {
  std::array<Words, clause_count<tables<S>>> out{};
  for_each_clause<tables<S>>([&](const auto& row, std::size_t number, const auto& table) {
    out[number] = {row.rule, table.of_other_end ? Side::Server : Side::Client, {}};
    if constexpr (requires { row.words; }) out[number].says = row.words;
  });
  return out;
}();

}  // namespace

const std::array<Words, clause_count<tables<S>>> words_of_clauses = words_by_number;

std::uint32_t Numbers::find(Name name) const {
  if (name == 0) return 0;
  if (name == latest_name_) return latest_;
  const auto* known = numbers_.find(name);
  if (known == nullptr) return 0;
  latest_name_ = name;
  return latest_ = *known;
}

WireJudge::WireJudge(const Dialect& dialect, Sink sink)
    : sink_(std::move(sink)), homes_(ManySlots::PastTurn::most) {
  s_.dialect = &dialect;
  bounds_.speech = &dialect == &draft ? Speech::Draft : Speech::Codex;
  for (std::size_t i = 0; i < words_of_clauses.size(); ++i) {
    const auto& words = words_of_clauses[i];
    if (!words.says.empty() && why_not_judged(dialect, protocol_rules[words.rule].id).empty())
      on_.mark(i);
  }
}

Exercised WireJudge::exercised() const {
  Exercised out;
  for (std::size_t i = 0; i < words_of_clauses.size(); ++i)
    if (met_.has(i)) out.mark(words_of_clauses[i].rule);
  return out;
}

void WireJudge::note(std::string_view says, const Place& place, const Place& about) {
  sink_({.rule = no_rule, .place = place, .about = about, .says = says, .side = place.from});
}

// Of something that is open at the end of the recording.
void WireJudge::note_open(std::string_view says, const Place& since) {
  Finding finding{.rule = no_rule, .place = since, .says = says, .side = since.from};
  if (since.timed && s_.last_seen.timed) finding.age_us = s_.last_seen.time_us - since.time_us;
  sink_(finding);
}

// Which one it is was told before the recording begins, or in a line that was cut.
bool WireJudge::may_be_any_version() const {
  const bool unasked = is_joined() || s_.process.handshake == Handshake::None;
  return !s_.version.is_known() && bounds_.speech == Speech::Codex && (unasked || s_.version_cut);
}

void WireJudge::incomplete() {
  if (std::exchange(told_incomplete_, true)) return;
  note("incomplete recording: what this belongs to was not recorded", s_.place);
}

void WireJudge::forgets(Kind kind) {
  constexpr std::array<std::string_view, static_cast<std::size_t>(Kind::Count)> says{
      "more calls are in flight than are remembered: the oldest are forgotten",
      "more threads than are remembered: the oldest are forgotten, and an unknown one is no breach",
      "more turns run than are remembered: the oldest are forgotten, and an unknown one is no "
      "breach",
      "more items are open than are remembered: the oldest are forgotten, and an unknown one is no "
      "breach",
      "more requests of the server wait than are remembered: the oldest are forgotten, and an "
      "answer to nothing is no breach"};
  if (std::exchange(s_.forgotten[static_cast<std::size_t>(kind)], true)) return;
  note(says[static_cast<std::size_t>(kind)], s_.place);
}

void WireJudge::see(const Line& line) {
  s_.place = line.place;
  if (line.place.timed) s_.clock.see(line.place.time_us);
  s_.ordered = line.ordered;
  s_.mistyped = false;
  s_.code = line.code;
  s_.home = 0;
  s_.type = line.type;
  s_.compaction = line.compaction;
  s_.bad_line_answered = {};
  lose_idle(line.place, false);
  if (s_.cut.line != 0) assume_start(line.thread);
  if (s_.hello.again.line != 0 && line.place.from == Side::Client)
    take_second_initialize(line.method == spec::appserver::Method::Initialized);
  if (s_.first_seen.line == 0) s_.first_seen = line.place;
  s_.last_seen = line.place;
  note_silence();
  const bool answers = line.form == LineForm::Result || line.form == LineForm::Failure;
  if (line.place.from == Side::Client) {
    s_.last_client = line.place;
    if (line.form == LineForm::Request) return client_request(line);
    if (answers) return client_answer(line);
    return client_notice(line);
  }
  s_.last_server = line.place;
  if (answers) return server_answer(line);
  s_.talked = s_.talked || line.thread != 0 || line.form == LineForm::Request;
  // Of what was never opened here: the handshake came before the recording.
  if (s_.process.handshake == Handshake::None && (line.thread != 0 || line.turn != 0)) {
    s_.process.handshake = Handshake::Joined;
    s_.began_late = true;
    incomplete();
  }
  s_.began_late = s_.began_late || (is_joined() && line.thread != 0);
  if (line.form == LineForm::Request) return server_asks(line);
  server_says(line);
}

void WireJudge::see(const BadLine& line) {
  s_.place = s_.last_seen = line.place;
  if (line.place.timed) s_.clock.see(line.place.time_us);
  // What follows from a bad line of the server is not told again.
  if (line.cut || line.place.from == Side::Server) return take_cut(line);
  if (!(line.not_utf8 && s_.dialect->ends_on_bad_utf8)) s_.bad_line = line.place;
  for (const auto id : line.ids)
    if (id != 0) s_.bad_ids.take(id) = line.place;
  keeps<recorded::bad_lines<S>>(line, line.place, nowhere);
}

// What it said is not known, only which request it may have answered.
void WireJudge::take_cut(const BadLine& line) {
  const bool of_server = line.place.from == Side::Server;
  if (of_server) {
    s_.last_server = s_.cut = line.place;
  } else {
    s_.cut_by_client = line.place;
    take_cut_greeting();
  }
  bool names = false;  // What it answers; that is one thing.
  for (const auto id : line.ids) {
    auto* ask = s_.asks.find(asks_.find(id));
    const auto* call = s_.calls.find(requests_.find(id));
    if (names || line.has_method) break;
    names = of_server ? call != nullptr : ask != nullptr;
    if (names && of_server) answered_unseen(Call(*call));
    if (names && !of_server) settle_unseen(*ask);
  }
  if (!of_server && !names && !line.has_method) s_.cut_answer = line.place;
  const bool unread = of_server && !names;
  if (!names) add_unread(line.place, line.place.from);
  s_.unread_answers += unread ? 1 : 0;
  const bool may_greet = s_.hello.call != 0 || s_.process.handshake == Handshake::None;
  if (!unread || !may_greet) return;
  s_.hello.cut = line.place;
  s_.version_cut = true;
  if (s_.process.handshake != Handshake::Asked) return;
  if (s_.hello.opened_early) s_.process.handshake = Handshake::Open;
}

// It may have been any part of the handshake.
void WireJudge::take_cut_greeting() {
  auto& handshake = s_.process.handshake;
  if (handshake == Handshake::None || handshake == Handshake::Failed) {
    handshake = Handshake::Joined;
    s_.began_late = true;
    return incomplete();
  }
  if (s_.hello.again.line != 0) take_second_initialize(true);
  const bool again = s_.hello.cut.order > s_.hello.asked.order && s_.hello.asked.line != 0;
  if (runs_already() && again) {
    s_.hello.again = s_.hello.cut;
    s_.hello.again_asked = s_.hello.asked;
    take_second_initialize(true);
  }
  if (handshake == Handshake::Open) return;
  s_.hello.opened_cut = true;
  open_up();
}

void WireJudge::open_up() {
  if (recorded::begun(s_)) {
    s_.hello.opened_early = s_.process.handshake == Handshake::Asked;
  } else if (!is_joined()) {
    // One that was open already lives, and owes an answer to each initialize.
    if (s_.process.handshake != Handshake::Open) forgive_greetings();
    s_.process.handshake = Handshake::Open;
    s_.hello.cut = {};
    s_.hello.call = 0;
  }
}

void WireJudge::answered_unseen(const Call& call) {
  if (s_.hello.call == call.id) s_.hello.call = 0;
  if (auto* chat = s_.chats.find(call.chat)) {
    const bool opens = call.method == Method::ThreadResume;
    // It may have told of a turn that runs.
    if (call.method == Method::TurnStart || opens) chat->named_unseen = true;
    if (opens) chat->flags.clear(ChatFlag::Archived);
    if (call.leaves) leave(*chat);
  }
  if (call.method == Method::Initialize) {
    s_.version_cut = true;
    if (recorded::open(s_) || runs_already())
      s_.hello.cut = s_.place;
    else
      initialize_answered(Response{.id = RequestId{call.id}});
  }
  // It may have named another thread than those that are known.
  if (call.method == Method::ThreadStart || call.method == Method::ThreadResume)
    s_.forgotten[static_cast<std::size_t>(Kind::Thread)] = true;
  s_.calls.erase(call.id);
  s_.requests.add({call.id, s_.place, call.sent});
}

std::uint64_t WireJudge::undecided_line() const {
  if (s_.hello.again.line != 0) return s_.hello.again.line;
  const bool decided = s_.process.handshake == Handshake::Answered ||
                       s_.process.handshake == Handshake::Open ||
                       s_.process.handshake == Handshake::Joined;
  if (decided) return 0;
  const auto opened = s_.hello.opened_unasked.line;
  if (too_soon_.line == 0 || opened == 0) return std::max(too_soon_.line, opened);
  return std::min(too_soon_.line, opened);
}

void WireJudge::finish() {
  if (s_.hello.again.line != 0) take_second_initialize(false);
  lose_idle(s_.last_seen, true);
  finish_turns();
  finish_calls();
  finish_asks();
  finish_items();
}

bool WireJudge::early(const Line& next) const {
  return next.place.from == Side::Client ? early_client(next) : early_server(next);
}

// It answers a request that is not known yet.
bool WireJudge::early(const BadLine& next) const {
  if (!next.cut || next.place.from == Side::Client) return false;
  if (!next.like_an_answer || next.ids[0] == 0) return false;
  return std::ranges::none_of(
      next.ids, [&](Name id) { return with_id(s_.calls, requests_.find(id)) != nullptr; });
}

bool WireJudge::has_answered(const Line& next) const {
  return listed(s_.requests, requests_.find(next.id));
}

bool WireJudge::early_client(const Line& next) const {
  using Means = spec::appserver::Method;
  if (next.form == LineForm::Result || next.form == LineForm::Failure) {
    const auto* ask = with_id(s_.asks, asks_.find(next.id));
    return ask == nullptr || ask->answered.line != 0 || ask->why == Withdrawal::ProcessGone;
  }
  const bool greets = recorded::begun(s_) || s_.hello.call != 0;
  const bool opening = greets && next.method != Means::Initialize;
  if (next.form == LineForm::Notification) return opening && next.method == Means::Initialized;
  if (opening) return true;
  const auto* chat = with_id(s_.chats, threads_.find(next.thread));
  if (next.method == Means::TurnInterrupt)
    return chat != nullptr && chat->start_asked && homes_.find(next.turn) == nullptr;
  if (next.method != Means::TurnStart) return false;
  const bool waits = !s_.dialect->steers && chat != nullptr && chat->has(ChatFlag::Running);
  return chat != nullptr && (!ready(s_, *chat) || chat->interrupt_asked.line != 0 || waits);
}

bool WireJudge::early_server(const Line& next) const {
  using Means = spec::appserver::Method;
  const bool answers = next.form == LineForm::Result || next.form == LineForm::Failure;
  // It may answer an initialize that was cut.
  if (answers && s_.process.handshake == Handshake::Asked && s_.cut_by_client.line != 0)
    return false;
  if (answers)
    return with_id(s_.calls, requests_.find(next.id)) == nullptr &&
           with_id(s_.calls, requests_.find(next.id_twin)) == nullptr;
  if (next.method == Means::RequestResolved) {
    const auto* ask = with_id(s_.asks, asks_.find(next.request));
    return ask != nullptr && awaits_answer(*ask);
  }
  if (next.method == Means::ItemCompleted || next.method == Means::ItemOutput ||
      next.method == Means::ItemInput) {
    if (next.method == Means::ItemCompleted && !next.item_done && next.ordered) return false;
    const auto item = items_.find(mixed(next.item, known_where(next).turn.value));
    return next.item != 0 && !s_.says_resolved &&
           recorded::unanswered(s_, recorded::ask_about(s_, ItemId{item}));
  }
  if (next.method == Means::OldOutput || next.method == Means::OldEnd) {
    const auto item = items_.find(mixed(next.item, ~next.thread));
    return !next.ordered && recorded::unanswered(s_, recorded::ask_about(s_, ItemId{item}));
  }
  if (next.method != Means::TurnCompleted) return false;
  const auto at = known_where(next);
  const auto* chat = chat_of(s_, at.thread);
  if (chat == nullptr || at.turn == no_turn || chat->turn != at.turn.value) return false;
  if (next.status == Status::Completed) return chat->pending > 0 && !s_.says_resolved;
  return next.status == Status::Interrupted && chat->declined.line != 0 &&
         chat->canceled.line == 0 && chat->interrupt_asked.line == 0;
}

}  // namespace spec::appserver::clauses
