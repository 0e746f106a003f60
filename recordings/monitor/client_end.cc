#include "monitor/client_end.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace conformance::monitor {

using namespace spec::monitor;

namespace {
constexpr std::size_t known_max = 256;
}  // namespace

ClientEnd::ClientEnd(std::int64_t slack_ms, const spec::RuleScope& rules, bool knows_ends)
    : slack_ms_(slack_ms),
      knows_ends_(knows_ends),
      judge_(slack_ms, {}, [this](const StreamJudge::Breach& breach) { keep(breach); }),
      all_(clauses_about_streams(rules)) {}

// ---- What counts --------------------------------------------------------------------------------

void ClientEnd::finish(const Stamp& end) {
  for (const auto& [pid, ide] : ides_)
    if (ide.unasked && !has_strangers_ && end.time_ms - ide.unasked->time_ms > silence_ms)
      notes_.emplace("an IDE that is told of is not asked for its stream; can it be followed?",
                     ide.unasked->line);
  if (bad_line_ != 0 && !tells_.contains(Needs::Skips))
    notes_.emplace(
        "no line tells that the client skips what is no message: whether it counts this is not "
        "judged (MON-25); `line_skipped` tells of it",
        bad_line_);
  for (const auto& [pid, ide] : ides_)
    if (ide.followed && ide.followed->moved && has_stream(pid) &&
        end.time_ms - ide.followed->moved_at.time_ms > silence_ms)
      notes_.emplace("an IDE whose marker changed is not asked anew; has its address changed?",
                     ide.followed->moved_at.line);
  judge_.finish(end);
  for (const auto& [number, stream] : streams_)
    if (stream.silent && stream.status != 0 && ides_[stream.pid].told) count(*stream.silent);
  std::ranges::stable_sort(breaches_, {}, [](const auto& each) { return each.place.line; });
}

bool ClientEnd::judges(std::uint8_t rule) const {
  const bool loops = loop_ != 0 && rule == rule_index("MON-24");
  return counts() && std::ranges::any_of(judgeable(), [&](const Judgeable& each) {
           const bool told = tells_.contains(each.needs) || (loops && each.needs == Needs::Ides);
           return each.rule == rule && told && (each.act != giving_up || tells_sides_);
         });
}

void ClientEnd::hear(const RecordedFact& what, const Stamp& stamp) {
  stamp_ = stamp;
  clock_.see(now_ms());
  const auto kind = what.kind;
  const bool is_of_ides = kind == RecordedKind::Changed || kind == RecordedKind::Stalled ||
                          kind == RecordedKind::Gone || kind == RecordedKind::Freed;
  words_of_ides_ = words_of_ides_ || is_of_ides;
  if (is_of_ides) return;
  const bool ended_here = kind == RecordedKind::Ended && !what.untold;
  words_ = words_ || what.token || ended_here || kind > RecordedKind::Slept;
  if (!std::exchange(began_, true)) tell(Event(Started{}));
  if (kind == RecordedKind::Asked) return ask(what);
  if (kind == RecordedKind::Added) return add(what.pid, what.token);
  if (kind == RecordedKind::MarkerChanged) return change(what.pid, what.token, true);
  if (kind == RecordedKind::Removed) return remove(what.pid);
  if (kind == RecordedKind::Shown) return shown(what);
  if (kind == RecordedKind::Skipped) return skipped(what);
  if (kind == RecordedKind::Slept) return wake(what.slept_ms);
  const auto stream = streams_.find(what.connection);
  has_strangers_ = has_strangers_ || (stream == streams_.end() && kind == RecordedKind::Line);
  if (kind == RecordedKind::Line) live_on(what.connection);
  if (stream == streams_.end()) return;
  if (what.untold) return end_untold(what, rule_index("MON-11"), Connect{.pid = {what.pid}});
  if (kind == RecordedKind::Line) return read(what, stream->second);
  if (kind == RecordedKind::Answered) answered(stream->second, what.status);
  if (kind == RecordedKind::Ended) ended(stream->second, what.side);
  const auto pid = stream->second.pid;
  // One that is refused is over, whether or not its end is recorded.
  if (kind == RecordedKind::Ended || what.status != 200) streams_.erase(stream);
  const auto its = ides_.find(pid);
  const bool moved = its != ides_.end() && its->second.followed && its->second.followed->moved;
  if (moved) wait_to_ask(pid, its->second);
}

// ---- IDEs, and which of them the judge follows --------------------------------------------------

// What was asked before the first IDE was told of may have been none yet.
void ClientEnd::add(std::uint32_t pid, std::optional<bool> has_token) {
  if (tells_.insert(Needs::Ides).second)
    for (auto& [implied, ide] : ides_) leave(implied, ide);
  auto& ide = ides_[pid];
  ide.told = true;
  removed_ms_.erase(pid);
  if (ide.followed) ide.followed->again = true;
  change(pid, has_token, true);
  if (!ide.followed && !ide.several) follow(pid, ide);
}
void ClientEnd::wait_to_ask(std::uint32_t pid, Ide& ide) const {
  if (!has_stream(pid)) ide.unasked = {.line = stamp_.line, .time_ms = stamp_.time_ms};
}
// Whether its address changed is not recorded: it may be asked at once.
void ClientEnd::change(std::uint32_t pid, std::optional<bool> has_token, bool told) {
  const auto found = ides_.find(pid);
  if (found == ides_.end()) return;
  auto& ide = found->second;
  ide.has_token = has_token;
  ide.dropped = 0;
  for (auto& [window, tries] : ide.tries) {
    tries.failures = 0;
    tries.locked = false;
    tries.moved = tries.moved || told;
    if (told) tries.ended_ms = {};
  }
  wait_to_ask(pid, ide);
  if (!ide.followed) return;
  ide.followed->moved = true;
  ide.followed->moved_at = {.line = stamp_.line, .time_ms = stamp_.time_ms};
  tell(Command(IdeChanged{new_marker(pid, ide)}));
}
void ClientEnd::remove(std::uint32_t pid) {
  const auto found = ides_.find(pid);
  if (found == ides_.end()) return;
  if (removed_ms_.size() < known_max) removed_ms_[pid] = now_ms();
  leave(pid, found->second);
  ides_.erase(found);
  std::erase_if(streams_, [pid](const auto& each) { return each.second.pid == pid; });
}

// With the stream that it has: one of another process namespace is asked before it is told of.
void ClientEnd::follow(std::uint32_t pid, Ide& ide) {
  const auto is_followed = [](const auto& each) { return each.second.followed.has_value(); };
  if (std::ranges::count_if(ides_, is_followed) >= std::ptrdiff_t{files_max}) return crowd();
  ide.followed = Followed{};
  list_again();
  tell(Command(IdeAdded{new_marker(pid, ide)}));
  for (auto& [number, stream] : streams_)
    if (stream.pid == pid) follow(stream, ide);
}
void ClientEnd::crowd() {
  notes_.emplace(
      fmt::format("more than {} IDEs at once: how others are followed is not judged", files_max),
      stamp_.line);
}
void ClientEnd::leave(std::uint32_t pid, Ide& ide) {
  if (!ide.followed) return;
  ide.followed.reset();
  list_again();
  tell(Command(IdeRemoved{{pid}}));
  for (auto& [number, stream] : streams_)
    if (stream.pid == pid) end(stream, false);
}
void ClientEnd::list_again() {
  FolderListed listed;
  for (const auto& [pid, ide] : ides_)
    if (ide.followed) listed.pids.push_back({pid});
  tell(Event(listed));
}
Marker ClientEnd::new_marker(std::uint32_t pid, Ide& ide) {
  const auto token = static_cast<std::uint16_t>(ide.has_token.value_or(false) ? 1 : 0);
  ide.followed->target = {.url = {++last_url_}, .token = {token}, .port = 1};
  return {.pid = {pid}, .created = {1}, .target = ide.followed->target};
}

// ---- Streams ------------------------------------------------------------------------------------

void ClientEnd::ask(const RecordedFact& what) {
  note_removed(what.pid);
  if (ides_.size() >= known_max)
    std::erase_if(ides_, [](const auto& each) { return !each.second.followed; });
  auto& ide = ides_[what.pid];
  const bool at_once = comes_at_once(what, ide);
  come_back(ide);
  if (!knows_ends_) end_untold(what, rule_index("MON-11"), Connect{.pid = {what.pid}});
  const bool taken_up =
      !ide.followed && !has_stream(what.pid) && (ide.told || !tells_.contains(Needs::Ides));
  if (taken_up) {
    ide.several = false;
    follow(what.pid, ide);
  }
  // Its pauses may be longer than those of one that is new, or an answer named another address.
  constexpr std::uint32_t redirects_max = 20;  // Browsers follow so many.
  const bool redirected = at_once && ide.redirects > 0 && ide.redirects <= redirects_max;
  if (ide.told && (taken_up || redirected)) change(what.pid, ide.has_token, false);
  // Of one that has this number the end is not recorded, whosever it was.
  const auto before = streams_.find(what.connection);
  if (before != streams_.end()) set_aside(before->second.pid);
  if (streams_.size() >= known_max) {
    leave(what.pid, ide);
    return crowd();
  }
  const bool told_once = ide.told && ide.followed && !ide.followed->again;
  const auto other = std::ranges::find_if(streams_, [&](const auto& each) {
    return each.second.pid == what.pid && each.second.id != 0;
  });
  // Of an IDE whose marker changed, the other one is as good as over, if it is that window's.
  const bool beside =
      ide.followed && other != streams_.end() &&
      (!ide.followed->moved || ide.followed->again || what.window != other->second.window);
  // Where no window is told, there is one.
  const bool is_said = beside && what.window.has_value() == other->second.window.has_value();
  const bool of_one = is_said && told_once && what.window == other->second.window;
  ide.unasked = {};
  // That the other one was not given up, a line shows that comes later.
  if (other != streams_.end() && !beside && told_once && what.window == other->second.window)
    replace(other->first, {.pid = what.pid, .breach = {.place = {stamp_.line, now_ms()}}});
  auto& stream = streams_[what.connection];
  stream = {.pid = what.pid, .window = what.window, .token = what.token};
  if (ide.followed && (!beside || of_one)) follow(stream, ide);
  if (beside) set_aside(what.pid);
  if (beside && told_once && !is_said)
    notes_.emplace(
        "two streams at once to one IDE: it is not judged; `window` tells whose they are",
        stamp_.line);
}
// Which of several windows shows a list no line says: it is not followed until it has no stream.
void ClientEnd::set_aside(std::uint32_t pid) {
  auto& ide = ides_[pid];
  leave(pid, ide);
  ide.several = true;
}
bool ClientEnd::has_stream(std::uint32_t pid) const {
  return std::ranges::any_of(streams_, [pid](const auto& each) { return each.second.pid == pid; });
}
// What is no longer than lines may be late is no sleep: nobody waits longer for that.
void ClientEnd::wake(std::int64_t slept_ms) {
  // One that reaches back behind the line before, which came late: for how long it ran nobody
  // knows.
  const auto counted_ms = stamp_.slept_ms - std::exchange(slept_ms_, stamp_.slept_ms);
  if (slept_ms > counted_ms) unsure_ms_ = now_ms() + pause_most_ms + slack_ms_;
  if (slept_ms <= slack_ms_) return;
  for (auto& [pid, ide] : ides_)
    for (auto& [window, tries] : ide.tries) tries.ended_ms = {};
  tell(Event(Slept{port::Duration{1}}));
}

void ClientEnd::follow(Stream& stream, Ide& ide) {
  do {
    last_id_ = static_cast<std::uint16_t>(last_id_ % 250 + 1);
  } while (
      std::ranges::any_of(streams_, [&](const auto& each) { return each.second.id == last_id_; }));
  stream.id = last_id_;
  spoke_ms_[last_id_] = 0;
  answered_[last_id_] = stream.status != 0;
  auto target = ide.followed->target;
  if (stream.token && ide.told && ide.has_token) {
    target.token = {static_cast<std::uint16_t>(*stream.token ? 1 : 0)};
    tells_.insert(Needs::Tokens);
  }
  tell(Command(Connect{{stream.id}, {stream.pid}, target}));
  if (stream.status != 0) tell(Event(Answered{{stream.id}, stream.status}));
  ide.followed->asked = true;
  ide.followed->moved = false;
  ide.followed->last = {};
  for (auto& [number, other] : streams_)
    if (other.pid == stream.pid && other.id != stream.id) end(other, false);
}
void ClientEnd::answered(Stream& stream, std::uint16_t status) {
  auto& ide = ides_[stream.pid];
  stream.status = status;
  stream.since_ms = stamp_.time_ms;
  ide.redirects = status / 100 == 3 ? ide.redirects + 1 : 0;
  constexpr std::uint32_t many = 10;
  ide.refusals = status == 401 ? ide.refusals + 1 : 0;
  if (ide.refusals == many && !ide.told)
    notes_.emplace(
        "ten answers of 401 in a row: who is not let in waits for the marker to change (MON-28), "
        "and no marker is told of",
        stamp_.line);
  tries_of(ide, stream.window).locked = status == 401;
  answered_[stream.id] = true;
  if (stream.id != 0) tell(Event(Answered{{stream.id}, status}));
  if (status != 200) ended(stream, {});
}
// What is silent or moved may be given up: the judge knows. An answer that is no stream may be,
// too, and where the clock was set nobody knows how long a stream was silent.
void ClientEnd::ended(Stream& stream, std::optional<Side> side) {
  constexpr std::size_t drops_max = 1'000;
  auto& ide = ides_[stream.pid];
  auto& tries = tries_of(ide, stream.window);
  if (!tries.moved) tries.ended_ms = stamp_.time_ms;
  ++tries.failures;
  const bool is_one =
      stream.status == 200 && (stream.good || stamp_.time_ms - stream.since_ms > slack_ms_);
  const bool given_up = side == Side::Client && is_one && stream.id != 0 && times_are_sure_;
  if (given_up) {
    tells_sides_ = true;
    ide.dropped = stamp_.line;
    drops_[stamp_.line] = {};
    if (drops_.size() > drops_max) drops_.erase(drops_.begin());
    stamp_.behind_bad_line = stream.bad_ms && stamp_.time_ms - *stream.bad_ms <= slack_ms_;
  }
  // Who closes one whose IDE is elsewhere now need not pause, whoever's end it was.
  end(stream, given_up || (ide.followed && ide.followed->moved));
}
void ClientEnd::end(Stream& stream, bool by_client) {
  const ConnectionId id{std::exchange(stream.id, std::uint16_t{0})};
  if (id == no_connection) return;
  if (auto* ide = followed(stream.pid)) ide->followed->last = {};
  using spec::monitor::Seen;
  tell(by_client ? Seen(Command(Disconnect{id})) : Seen(Event(Ended{id})));
}

void ClientEnd::tell(const spec::monitor::Seen& what) {
  static const auto of_pauses = about_tries(rule_index("MON-24"));
  static const auto of_locks = about_tries(rule_index("MON-28"));
  static const auto needing_what = [] {
    std::map<Needs, spec::ClauseSet> out;
    for (const auto needs : {Needs::Ides, Needs::Lists, Needs::Tokens, Needs::Skips})
      out[needs] = needing(needs);
    return out;
  }();
  auto on = all_;
  for (const auto& [needs, clauses] : needing_what)
    if (!tells_.contains(needs)) on -= clauses;
  if (!times_are_sure_ || may_have_paused_) on -= of_pauses;
  if (may_ask_) on -= of_locks;
  judge_.turn_on(on);
  stamp_.fact = what;
  judge_.take(stamp_);
}

}  // namespace conformance::monitor
