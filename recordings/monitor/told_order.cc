#include "monitor/told_order.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace conformance::monitor {

using port::monitor::LineKind;
using enum RecordedKind;

namespace {

constexpr std::size_t kept_max = 4'096;

// It is no message, and no text of a refusal, as far as that is known.
bool is_bad(const RecordedFact& what) {
  return what.kind == Line && !what.cut && !what.is_message() &&
         (what.status == 0 || what.status == 200);
}
// Nobody need tell of it.
bool is_doubtful(const RecordedFact& bad) { return bad.blank || bad.status == 0; }
bool is_shown(const ToldLine& told, bool stale) {
  return told.what.kind == Shown && told.what.stale == stale;
}
bool is_of_stream(RecordedKind kind) {
  return kind == Answered || kind == Line || kind == Stalled || kind == Gone || kind == Freed ||
         kind == Ended;
}
bool fit(const RecordedFact& line, const RecordedFact& skip) {
  return skip.any_kind || line.any_kind || skip.line_kind == line.line_kind;
}
// It is no other one that is meant, whatever comes.
bool is_surely(const RecordedFact& line, const RecordedFact& skip) {
  return fit(line, skip) && !is_doubtful(line);
}
void join(RecordedFact& line, RecordedFact& skip) {
  line.skipped = true;
  if (fit(line, skip)) skip.line_kind = line.line_kind;
}
template <class Key, class Value>
void keep(std::map<Key, Value>& all, Key key, Value value) {
  if (all.size() >= kept_max && !all.contains(key)) all.erase(all.begin());
  all.insert_or_assign(key, std::move(value));
}

// 0: none is kept.
template <class Key, class Number>
Number number_of(const std::map<Key, Number>& all, Key key) {
  const auto found = all.find(key);
  return found == all.end() ? Number{} : found->second;
}

}  // namespace

void ToldOrder::take(ToldLine told) {
  auto& what = told.what;
  told.time_back = taken_ms_ && what.time_ms < *taken_ms_;
  if (told.time_back) what.time_ms = *taken_ms_;
  taken_ms_ = what.time_ms;
  tells_answers_ = tells_answers_ || (what.kind == Answered && !what.announces());
  knows_answers_ =
      knows_answers_ || tells_answers_ || (what.is_message() && ides_.contains(what.connection));
  tells_lists_ = tells_lists_ || what.kind == Shown;
  tells_ides_ = tells_ides_ || what.kind == Added;
  hand_on();
  if (is_of_stream(what.kind))
    if (const auto ide = ides_.find(what.connection); ide != ides_.end()) what.pid = ide->second;
  if (!what.list.none() && !lists_.contains(std::pair(what.pid, what.kind)))
    keep(lists_, std::pair(what.pid, what.kind), ProjectList());
  if (what.kind == Asked) keep(ides_, what.connection, what.pid);
  if (what.kind == Asked) told.locked = number_of(answers_, what.pid) == 401;
  if (what.kind == Answered) keep(answers_, what.pid, what.status);
  know_answer(what);
  if (what.is_snapshot()) told.first = sent_.insert(what.connection).second;
  if (what.kind == Asked) sent_.erase(what.connection);
  if (sent_.size() > kept_max) sent_.erase(sent_.begin());
  if (what.kind == Shown) told.early = !what.stale && number_of(stale_, what.pid);
  if (what.kind == Shown || what.is_snapshot()) keep(stale_, what.pid, what.stale);
  const auto early = too_early(told);
  if (what.is_snapshot())
    told.caused = list_before(held_.size(), what.pid, Changed).tells_of(what.list);
  if (is_bad(what) && early) join(what, held_[*early].what);
  auto place = make_way(told, place_of(told));
  if (what.kind == Skipped) {
    auto skipped = find_skipped(what);
    if (skipped && !is_surely(held_[*skipped].what, what)) skipped.reset();
    told.early = !skipped;
    if (skipped) join(held_[*skipped].what, what);
    if (skipped && *skipped + 1 < held_.size()) place = *skipped + 1;
  }
  if (what.kind == MarkerChanged) unlock(what.pid, place);
  if (place) {
    what.time_ms = held_[*place].what.time_ms;
    held_.insert(held_.begin() + static_cast<std::ptrdiff_t>(*place), std::move(told));
    return;
  }
  held_.push_back(std::move(told));
  if (early) put_behind(*early, held_.size() - 1);
}
void ToldOrder::put_behind(At at, At cause) {
  auto moved = std::move(held_[at]);
  moved.what.time_ms = held_[cause].what.time_ms;
  moved.early = false;
  const auto behind = static_cast<std::ptrdiff_t>(at < cause ? cause : cause + 1);
  held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(at));
  held_.insert(held_.begin() + behind, std::move(moved));
}
// A message shows it, too, also for the lines of its stream that came before.
void ToldOrder::know_answer(RecordedFact& what) {
  if (what.kind == Asked) statuses_.erase(what.connection);
  auto status = number_of(statuses_, what.connection);
  const bool is_told = what.kind == Answered && !what.announces();
  if (is_told || (status == 0 && what.is_message())) {
    status = is_told ? what.status : 200;
    keep(statuses_, what.connection, status);
    for (auto i = held_.size(); i-- > 0;) {
      auto& each = held_[i].what;
      if (each.connection != what.connection) continue;
      if (each.kind == Asked) break;
      if (each.kind == Line) each.status = status;
    }
  }
  if (what.kind == Line) what.status = status;
}

void ToldOrder::hand_on() {
  while (!held_.empty() &&
         (*taken_ms_ - held_.front().what.time_ms > slack_ms_ || held_.size() >= kept_max)) {
    hand_on_first();
  }
}
void ToldOrder::hand_on_first() {
  auto& front = held_.front();
  const bool waits = front.what.kind == Skipped && front.early;
  if (const auto line = waits ? find_skipped(front.what) : std::nullopt) {
    join(held_[*line].what, front.what);
    return put_behind(0, *line);
  }
  const bool is_untold = is_bad(front.what) && !front.what.skipped;
  if (const auto skip = is_untold ? early_skip(front.what) : std::nullopt) {
    join(front.what, held_[*skip].what);
    put_behind(*skip, 0);
  }
  const auto& first = held_.front();
  if (!first.what.list.none())
    keep(lists_, std::pair(first.what.pid, first.what.kind), first.what.list);
  handed_on_ms_ = first.what.time_ms;
  began_ = true;
  give(first);
  held_.pop_front();
}
void ToldOrder::give(const ToldLine& told) {
  const bool knows = finished_ || (knows_answers_ && (tells_lists_ || !tells_ides_));
  if (!knows && unknowing_.size() < kept_max) return unknowing_.push_back(told);
  for (const auto& each : std::exchange(unknowing_, {})) sink_(each);
  sink_(told);
}
void ToldOrder::finish() {
  finished_ = true;
  while (!held_.empty()) hand_on_first();
}

// Before which line it stands, if not where it was written down.
std::optional<ToldOrder::At> ToldOrder::place_of(const ToldLine& told) const {
  const auto kind = told.what.kind;
  if (kind == Changed) return place_of_change(told);
  if (told.what.is_snapshot()) return place_of_snapshot(told);
  if (kind == Shown) return told.what.stale ? place_of_stale(told) : place_of_list(told);
  if (kind == MarkerChanged) return place_of_marker(told);
  if (kind == Answered) return place_of_answer(told);
  return kind == Slept ? place_of_sleep(told) : std::nullopt;
}

// The list that an IDE had, had sent, or was shown with before that line.
const ProjectList& ToldOrder::list_before(At at, std::uint32_t pid, RecordedKind kind) const {
  static const ProjectList none;
  const auto handed_on = lists_.find(std::pair(pid, kind));
  if (handed_on == lists_.end()) return none;
  for (auto i = at; i-- > 0;) {
    const auto& what = held_[i].what;
    if (what.pid == pid && what.kind == kind && !what.list.none()) return what.list;
  }
  return handed_on->second;
}

// A change, before the snapshot that tells it, which no change before does. What there was before
// the first one, snapshots say.
std::optional<ToldOrder::At> ToldOrder::place_of_change(const ToldLine& told) const {
  const auto pid = told.what.pid;
  const bool first = list_before(held_.size(), pid, Changed).none();
  const auto* before = &list_before(0, pid, Changed);
  for (At i = 0; i < held_.size(); ++i) {
    const auto& each = held_[i];
    if (each.what.pid != pid) continue;
    if (each.what.kind == Changed && !each.what.list.none()) before = &each.what.list;
    if (each.caused || !each.what.is_snapshot() || (before->none() && !first)) continue;
    if (told.what.list.tells_of(each.what.list) && !before->tells_of(each.what.list)) return i;
  }
  return std::nullopt;
}
// Changes stay in their order: those between go with it.
std::optional<ToldOrder::At> ToldOrder::make_way(const ToldLine& told, std::optional<At> place) {
  if (!place || told.what.kind != Changed) return place;
  const auto from = held_.begin() + static_cast<std::ptrdiff_t>(*place);
  const auto time_ms = from->what.time_ms;
  for (auto& each : held_) each.caused = each.caused && each.what.pid != told.what.pid;
  const auto rest = std::stable_partition(from, held_.end(), [&told](const ToldLine& each) {
    return each.what.kind == Changed && each.what.pid == told.what.pid;
  });
  std::for_each(from, rest, [time_ms](ToldLine& each) { each.what.time_ms = time_ms; });
  return static_cast<At>(rest - held_.begin());
}
// A snapshot, before the change of what it tells; and what its stream said before it stays there.
std::optional<ToldOrder::At> ToldOrder::place_of_snapshot(const ToldLine& told) const {
  const auto pid = told.what.pid;
  if (told.caused) return std::nullopt;
  for (auto i = held_.size(); i-- > 0;) {
    const auto& each = held_[i];
    const bool of_it = is_of_stream(each.what.kind) || each.what.kind == Asked;
    if (of_it && each.what.connection == told.what.connection) break;
    if (each.what.pid != pid || each.what.kind != Changed) continue;
    const auto& changed = list_before(i, pid, Changed);
    if (changed.tells_of(told.what.list)) return i;
    // What it had before the first change, first snapshots say.
    if (!changed.none() || !told.first) continue;
    const auto& sent = list_before(i, pid, Line);
    if (sent.none() || sent == told.what.list) return i;
  }
  return std::nullopt;
}
// A list that is shown, before the next one that was sent.
std::optional<ToldOrder::At> ToldOrder::place_of_list(const ToldLine& told) const {
  const auto pid = told.what.pid;
  const auto& list = told.what.list;
  if (list == list_before(held_.size(), pid, Shown)) return std::nullopt;
  if (list.tells_of(list_before(held_.size(), pid, Line))) return std::nullopt;
  for (auto i = held_.size(); i-- > 0;) {
    const auto& each = held_[i];
    if (each.what.pid != pid) continue;
    if (each.what.kind == Shown) break;
    if (each.what.is_snapshot() && list.tells_of(list_before(i, pid, Line))) return i;
  }
  return std::nullopt;
}
// One that is stale, before the next stream is asked for.
std::optional<ToldOrder::At> ToldOrder::place_of_stale(const ToldLine& told) const {
  std::optional<At> out;
  for (auto i = held_.size(); i-- > 0;) {
    const auto& each = held_[i];
    if (each.what.pid != told.what.pid) continue;
    if (is_shown(each, true)) break;
    if (each.what.kind == Asked) out = i;
    if (each.what.kind == Ended) return out;
  }
  return std::nullopt;
}
// A marker, before a stream is asked for that a 401 forbade until then.
std::optional<ToldOrder::At> ToldOrder::place_of_marker(const ToldLine& told) const {
  for (auto i = held_.size(); i-- > 0;) {
    const auto& each = held_[i];
    if (each.what.pid != told.what.pid) continue;
    if (each.what.kind == MarkerChanged) break;
    if (each.what.kind == Asked && each.locked) return i;
  }
  return std::nullopt;
}
// What waited for it waits no longer, and for no other one.
void ToldOrder::unlock(std::uint32_t pid, std::optional<At> place) {
  if (place)
    held_[*place].locked = false;
  else
    answers_.erase(pid);
}
// A sleep, before the first line behind it.
std::optional<ToldOrder::At> ToldOrder::place_of_sleep(const ToldLine& told) const {
  if (told.what.slept_ms <= slack_ms_) return std::nullopt;
  for (auto i = held_.size(); i-- > 0;) {
    if (held_[i].what.kind == Slept || (i == 0 && !began_)) break;
    const auto before_ms = i == 0 ? handed_on_ms_ : held_[i - 1].what.time_ms;
    if (held_[i].what.time_ms - before_ms + slack_ms_ >= told.what.slept_ms) return i;
  }
  return std::nullopt;
}

// An answer, before the lines of its stream.
std::optional<ToldOrder::At> ToldOrder::place_of_answer(const ToldLine& told) const {
  std::optional<At> out;
  for (auto i = held_.size(); i-- > 0;) {
    const auto& each = held_[i].what;
    if (each.connection != told.what.connection) continue;
    if (each.kind == Asked || each.kind == Answered) break;
    if (each.kind == Line) out = i;
  }
  return out;
}
// Of those that no line tells of yet, the first that fits; a blank one, or the text of what may be
// a refusal, where no other one does.
std::optional<ToldOrder::At> ToldOrder::find_skipped(const RecordedFact& skip) const {
  using Doubts = std::tuple<bool, bool, bool>;
  std::optional<std::pair<Doubts, At>> out;
  for (At i = 0; i < held_.size(); ++i) {
    const auto& each = held_[i].what;
    if (each.pid != skip.pid || !is_bad(each) || each.skipped) continue;
    const bool fits = fit(each, skip);
    if (each.blank && !fits) continue;
    const std::pair found(Doubts(!fits, each.status == 0, each.blank), i);
    if (!out || found < *out) out = found;
  }
  return out ? std::optional(out->second) : std::nullopt;
}
// The first that fits that line and tells of no other one yet; or else one that does not fit, where
// that line must be told of.
std::optional<ToldOrder::At> ToldOrder::early_skip(const RecordedFact& bad) const {
  std::optional<At> out;
  for (At i = 0; i < held_.size(); ++i) {
    const auto& each = held_[i].what;
    if (each.pid != bad.pid || each.kind != Skipped || !held_[i].early) continue;
    if (fit(bad, each)) return i;
    if (!out && !is_doubtful(bad)) out = i;
  }
  return out;
}

// What this line calls for and stands before it.
std::optional<ToldOrder::At> ToldOrder::too_early(const ToldLine& cause) const {
  const auto& of = cause.what;
  if (is_bad(of)) {
    const auto skip = early_skip(of);
    return skip && is_surely(of, held_[*skip].what) ? skip : std::nullopt;
  }
  if (!of.is_snapshot() && of.kind != Ended) return std::nullopt;
  for (auto i = held_.size(); i-- > 0;) {
    const auto& each = held_[i];
    if (each.what.pid != of.pid) continue;
    if (of.is_snapshot()) {
      if (each.what.is_snapshot()) break;
      const bool tells = is_shown(each, false) && each.what.list.tells_of(of.list);
      if (tells && (each.early || !each.what.list.tells_of(list_before(i, of.pid, Line)))) return i;
    }
    if (of.kind == Ended) {
      if (each.what.kind == Ended || each.what.kind == Asked) break;
      if (is_shown(each, true)) return i;
    }
  }
  return std::nullopt;
}

}  // namespace conformance::monitor
