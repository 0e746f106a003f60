#include "spec/ack/judge.h"

#include <tuple>
#include <type_traits>

#include "ack/clauses/effects.h"
#include "ack/clauses/owed.h"
#include "ack/clauses/respond.h"
#include "ack/follow.h"
#include "ack/standing.h"
#include "port/visit.h"

namespace spec::ack {
namespace {

constexpr auto tables = std::make_tuple(
    Table<dispatches>{"Dispatch"}, Table<notes>{"NoteHeld"}, Table<notes_of_paths>{"NoteStillOpen"},
    Table<answers>{"Respond"}, Table<oks>{"Respond ok"}, Table<timeouts>{"Respond missing"},
    Table<failures>{"Respond failed"},
    Table<refusals>{"Respond unknown_tool, invalid_params, not_ready, busy, refused"},
    Table<strays>{"any act of no call in flight"},
    Table<reads_of_panes>{"Captured, Looked of the panes"}, Table<client_reads>{"PanesRead"},
    Table<left_listeners>{"ListenersLeft"}, Table<owed>{"a call"});
constexpr auto& texts = texts_of<tables>;

constexpr Probe panes{ProbeKind::Generation, Subject::None};

// The numbers of the panes as the situation counts them.
Reading counted(const Reading& told) {
  return {told.exists, static_cast<std::uint8_t>(told.value),
          static_cast<std::uint8_t>(told.detail)};
}

// One observation's worth of judging.
class Trial {
 public:
  Trial(Situation& s, ToolTable table, const ClauseSet& on, Findings& findings)
      : s_(s), table_(table), on_(on), findings_(findings) {}
  template <const auto& table>
  void tries(const Standing& standing, const auto& act) {
    try_act<table, first_of<tables, table>()>(
        Act<std::remove_cvref_t<decltype(act)>>{standing, act, standing.row()}, on_, findings_.met,
        broken_);
  }
  // What none of the clauses calls for breaks the last of those that do.
  template <const auto& table>
  void licenses(const Standing& standing, const auto& act) {
    const Act<std::remove_cvref_t<decltype(act)>> it{standing, act, standing.row()};
    constexpr auto last = first_of<tables, table>() + std::size(table) - 1;
    if (!called_for<table, first_of<tables, table>()>(it, findings_.met) && broken_.empty() &&
        on_.has(last))
      broken_.push_back(static_cast<std::uint16_t>(last));
  }

  void stray(const Command& act) {
    const Stray it{std::holds_alternative<Dispatch>(act)};
    try_act<strays, first_of<tables, strays>()>(Case<Situation, Stray, ToolRow>{s_, it, no_row},
                                                on_, findings_.met, broken_);
    if (!is_right()) fail(std::nullopt, act);
  }

  void read_by_client(const PanesRead& read) {
    const Reading now = reading_of(s_, panes);
    const ToldPanes it{counted(read.told), now, now};
    try_act<client_reads, first_of<tables, client_reads>()>(
        Case<Situation, ToldPanes, ToolRow>{s_, it, no_row}, on_, findings_.met, broken_);
    if (!is_right()) fail(Fact(PanesRead{now}), Fact(read));
  }

  void left(const ListenersLeft& it) {
    try_act<left_listeners, first_of<tables, left_listeners>()>(
        Case<Situation, ListenersLeft, ToolRow>{s_, it, no_row}, on_, findings_.met, broken_);
    if (!is_right()) fail(Fact(ListenersLeft{}), Fact(it));
  }

  // What must come before `time` has passed: of what is overdue, the first.
  void overdue(std::int64_t time) {
    std::int64_t least = time;
    const CallSituation* late = nullptr;
    for (const CallSituation& call : s_.calls) {
      if (call.stage == Stage::Free) continue;
      const Standing standing(s_, call, table_);
      const Act<Owed> it{standing, Owed{}, standing.row()};
      for_each_row<owed, first_of<tables, owed>()>([&](auto row, std::size_t number) {
        constexpr const auto& clause = owed[row];
        if (!on_.has(number) || !clause.when.holds(it)) return;
        findings_.met.mark(number);
        const auto left = clause.left(it);
        if (left > least || (left == least && late != &call)) return;
        if (left < least) broken_.clear();
        least = left;
        late = &call;
        if (!broken_.full()) broken_.push_back(static_cast<std::uint16_t>(number));
      });
    }
    if (late != nullptr) fail(wanted({s_, *late, table_}, least), std::nullopt);
  }

  // What it owes now came up, whether or not it is what it does.
  void notice_owed(const Standing& standing) {
    const Act<Owed> it{standing, Owed{}, standing.row()};
    for_each_row<owed, first_of<tables, owed>()>([&](auto row, std::size_t number) {
      if (on_.has(number) && owed[row].when.holds(it)) findings_.met.mark(number);
    });
  }

  // What a call owes before so much time has passed.
  static std::optional<Seen> wanted(const Standing& standing, std::int64_t time = at_once) {
    std::optional<Seen> out;
    const Act<Owed> it{standing, Owed{}, standing.row()};
    for_each_row<owed, first_of<tables, owed>()>([&](auto row, std::size_t) {
      constexpr const auto& clause = owed[row];
      if (!out && clause.when.holds(it) && clause.left(it) <= time) out = clause.want(it);
    });
    return out;
  }

  bool is_right() const { return broken_.empty(); }
  void fail(std::optional<Seen> want, std::optional<Seen> got) {
    findings_.breach =
        Breach{.rule = texts[broken_[0]].rule, .clauses = broken_, .want = want, .got = got};
    s_ = {};
  }

 private:
  Situation& s_;
  ToolTable table_;
  const ClauseSet& on_;
  Findings& findings_;
  Broken broken_;
};

// A reply that cannot be read says no more than one that did not come.
bool says_nothing(const Response& response) {
  return response.status == Status::Missing ||
         (response.status == Status::Failed && response.refusal == Refusal::Malformed);
}

Verdict verdict_of(const Standing& standing, const Response& response) {
  Verdict out{standing.id(), Kind::TrueError, 0};
  if (response.status == Status::Ok && !standing.dispatched()) {
    // There was nothing to do.
    out = {standing.id(), Kind::FalseOk, classes::already_held};
  } else if (response.status == Status::Ok) {
    const bool lies = standing.false_ok() || standing.lies_before() != 0;
    out.kind = lies ? Kind::FalseOk : Kind::TrueOk;
    if (standing.false_ok()) out.classes = standing.classes_of_ok();
    out.classes = static_cast<std::uint16_t>(out.classes | standing.lies_before());
    if (!lies && standing.repeats()) out.classes = classes::twice;
  } else if (says_nothing(response) && standing.processed()) {
    const bool lie = standing.false_timeout();
    out.kind = lie ? Kind::FalseTimeout : Kind::UnseenSuccess;
    if (lie) out.classes = standing.classes_of_timeout();
  }
  return out;
}

void try_answer(Trial& trial, const Standing& standing, const Response& response) {
  trial.tries<answers>(standing, response);
  switch (response.status) {
    case Status::Ok:
      trial.tries<oks>(standing, response);
      return trial.licenses<oks>(standing, response);
    case Status::Missing:
      trial.tries<timeouts>(standing, response);
      return trial.licenses<timeouts>(standing, response);
    case Status::Failed:
      trial.tries<failures>(standing, response);
      return trial.licenses<failures>(standing, response);
    case Status::UnknownTool:
    case Status::InvalidParams:
    case Status::NotReady:
    case Status::Busy:
    case Status::Refused:
    case Status::Cancelled: break;
  }
  trial.tries<refusals>(standing, response);
  trial.licenses<refusals>(standing, response);
}

bool is_read(const Command& act) {
  return std::holds_alternative<Capture>(act) || std::holds_alternative<Look>(act);
}

// Of a call in flight.
void try_effect(Trial& trial, const Standing& standing, const Command& act, Findings& findings) {
  if (const auto* dispatch = std::get_if<Dispatch>(&act)) {
    trial.tries<dispatches>(standing, *dispatch);
    return trial.licenses<dispatches>(standing, *dispatch);
  }
  if (const auto* note = std::get_if<NoteHeld>(&act)) {
    trial.tries<notes>(standing, *note);
    return trial.licenses<notes>(standing, *note);
  }
  if (const auto* note = std::get_if<NoteStillOpen>(&act)) {
    trial.tries<notes_of_paths>(standing, *note);
    return trial.licenses<notes_of_paths>(standing, *note);
  }
  const auto& response = std::get<Respond>(act).response;
  try_answer(trial, standing, response);
  findings.verdicts.push_back(verdict_of(standing, response));
}

// What presupposes that the signal before it came, whether or not a look is told.
bool ends_a_part(const Command& act) {
  const auto* respond = std::get_if<Respond>(&act);
  return std::holds_alternative<Dispatch>(act) ||
         (respond != nullptr && respond->response.status == Status::Ok);
}

// Null: no call in flight has this number.
const CallSituation* call_of(const Situation& s, CallId id) {
  if (id == no_call || id.value > calls_max) return nullptr;
  const CallSituation& call = s.calls[id.value - 1u];
  return call.stage == Stage::Free ? nullptr : &call;
}

// Reads of the panes are the subject's: what they are is its own.
void try_read(Situation& s, ToolTable table, const ClauseSet& on, CallId id, Reading told,
              const Heard& got, Findings& findings) {
  const auto* call = call_of(s, id);
  if (call == nullptr) return;
  const Standing standing(s, *call, table);
  if (!standing.reads_panes()) return;
  const bool captured = std::holds_alternative<Captured>(got.what);
  const Reading now = reading_of(s, panes);
  ToldPanes read{.told = counted(told), .now = now, .then = now};
  if (captured) read.then = standing.read_when_asked();
  Trial trial(s, table, on, findings);
  trial.tries<reads_of_panes>(standing, read);
  if (trial.is_right()) return;
  const Happening right = captured ? Happening(Captured{id, read.now}) : Looked{id, read.now};
  trial.fail(Heard{no_call, right}, got);
}

}  // namespace

std::span<const ClauseText> clause_texts() { return texts; }

ClauseSet clauses_of(const RuleScope& scope) {
  return without(texts, clauses_at<tables>(false), rules_off(ack_rules, scope), scope.but);
}

void Judge::see(Situation& s, const Heard& heard, Findings& findings) const {
  if (findings.breach) return;
  if (const auto* looked = std::get_if<Looked>(&heard.what))
    try_read(s, table_, on_, looked->call, looked->reading, heard, findings);
  if (const auto* captured = std::get_if<Captured>(&heard.what))
    try_read(s, table_, on_, captured->call, captured->reading, heard, findings);
  if (findings.breach) return;
  Follower follower(s, table_);
  port::visit([&](const auto& what) { follower.on(what, heard.by); }, heard.what);
}

void Judge::see(Situation& s, const Fact& fact, Findings& findings) const {
  if (findings.breach) return;
  if (const auto* passed = std::get_if<TimePassed>(&fact))
    Trial(s, table_, on_, findings).overdue(passed->time.count());
  if (const auto* read = std::get_if<PanesRead>(&fact))
    Trial(s, table_, on_, findings).read_by_client(*read);
  if (const auto* left = std::get_if<ListenersLeft>(&fact))
    Trial(s, table_, on_, findings).left(*left);
  if (findings.breach) return;
  Follower follower(s, table_);
  port::visit([&](const auto& what) { follower.on(what); }, fact);
}

void Judge::see(Situation& s, const Command& act, Findings& findings) const {
  if (findings.breach) return;
  const auto id = port::visit([](const auto& what) { return what.call; }, act);
  if (ends_a_part(act)) Follower(s, table_).advance(id);
  const auto* call = call_of(s, id);
  Trial trial(s, table_, on_, findings);
  if (call == nullptr) return trial.stray(act);
  if (!is_read(act) && !is_timer(act)) {
    const Standing standing(s, *call, table_);
    trial.notice_owed(standing);
    try_effect(trial, standing, act, findings);
    if (!trial.is_right()) return trial.fail(Trial::wanted(standing), act);
  }
  Follower follower(s, table_);
  port::visit([&](const auto& what) { follower.on(what); }, act);
}

void Judge::end(Situation& s, Findings& findings) const {
  if (!findings.breach) Trial(s, table_, on_, findings).overdue(at_the_end);
}

}  // namespace spec::ack
