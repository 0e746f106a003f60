#include "monitor/client_end.h"

#include <algorithm>
#include <utility>

#include "engine/monitor/decode.h"
#include "monitor/client_rules.h"
#include "sim/files/document.h"

namespace conformance::monitor {

using namespace spec::monitor;

namespace {

std::string_view words_for(const Command& act, bool wanted) {
  if (std::holds_alternative<Connect>(act))
    return wanted ? "it is not asked again." : "it is asked now, or so.";
  if (std::holds_alternative<ProjectsShown>(act))
    return wanted ? "its list is not shown." : "this list is wrong.";
  if (std::holds_alternative<LineSkipped>(act))
    return wanted ? "a line that is no message is not told of." : "no such line came.";
  return wanted ? "its stream is not given up." : "its stream is given up now.";
}

}  // namespace

ClientEnd::ClientEnd(std::int64_t slack_ms, const spec::RuleScope& rules)
    : slack_ms_(slack_ms),
      judge_(slack_ms, {}, [this](const StreamJudge::Breach& breach) { keep(breach); }),
      all_(clauses_about_streams(rules)) {}

void ClientEnd::keep(const StreamJudge::Breach& breach) {
  constexpr std::size_t breaches_max = 1'000;
  const auto* act = breach.got ? std::get_if<Command>(&*breach.got) : nullptr;
  const bool may_stop = act != nullptr && std::holds_alternative<Disconnect>(*act) &&
                        came_back_.erase(breach.place.line) == 0;
  if (may_stop && given_up_.size() < breaches_max)
    given_up_.emplace(breach.place.line, breach);
  else if (!may_stop && breaches_.size() < breaches_max)
    breaches_.push_back(breach);
}
// A client that gave a stream up, and asks its IDE again, did not stop.
void ClientEnd::came_back(std::uint32_t pid) {
  constexpr std::size_t lines_max = 1'000;
  auto* ide = known(pid);
  const auto line = ide == nullptr ? 0 : std::exchange(ide->given_up, 0);
  if (line == 0) return;
  came_back_.insert(line);
  if (came_back_.size() > lines_max) came_back_.erase(came_back_.begin());
  const auto found = given_up_.extract(line);
  if (!found.empty()) keep(found.mapped());
}

void ClientEnd::finish(const Stamp& end) {
  judge_.finish(end);
  std::ranges::stable_sort(breaches_, {}, [](const auto& each) { return each.place.line; });
}

bool ClientEnd::judges(std::uint8_t rule) const {
  if (!counts()) return false;
  return std::ranges::any_of(judgeable(), [&](const Judgeable& each) {
    if (each.rule != rule || (each.act == giving_up && !tells_sides_)) return false;
    switch (each.needs) {
      case Needs::Streams: return true;
      case Needs::Ides: return tells_ides_ || (loops_ && rule == rule_index("MON-24"));
      case Needs::Lists: return tells_lists_;
      case Needs::Tokens: return tells_tokens_;
    }
    return false;
  });
}

std::string ClientEnd::says(const StreamJudge::Breach& breach) {
  const auto* wanted = breach.want ? std::get_if<Command>(&*breach.want) : nullptr;
  const auto* got = breach.got ? std::get_if<Command>(&*breach.got) : nullptr;
  return std::string(got != nullptr ? words_for(*got, false) : words_for(*wanted, true));
}

void ClientEnd::hear(const RecordedFact& what, const Stamp& stamp) {
  stamp_ = stamp;
  const bool of_ides = what.kind == RecordedKind::Changed || what.kind == RecordedKind::Stalled ||
                       what.kind == RecordedKind::Gone || what.kind == RecordedKind::Freed;
  words_of_ides_ = words_of_ides_ || of_ides;
  if (of_ides) return;
  if (!std::exchange(began_, true)) tell(Event(Started{}));
  const auto stream = streams_.find(what.connection);
  const bool is_stream = stream != streams_.end();
  const ConnectionId id{is_stream ? stream->second.id : std::uint16_t{0}};
  switch (what.kind) {
    case RecordedKind::Asked: return ask(what);
    case RecordedKind::Answered:
      if (!is_stream) return;
      stream->second.status = what.status;
      stream->second.since_ms = stamp.time_ms;
      if (what.status != 200) tries_[stream->second.pid].ended = stamp.time_ms;
      if (auto* ide = known(stream->second.pid); ide != nullptr)
        ide->redirects = what.status / 100 == 3 ? std::min(ide->redirects + 1, 100) : 0;
      return answer(stream->second);
    case RecordedKind::Line:
      if (id != no_connection && what.whole) read(what, stream->second);
      return;
    case RecordedKind::Ended:
      words_ = true;
      if (!is_stream) return;
      if (gives_up(what, stream->second))
        give_up(stream->second);
      else
        end(stream->second);
      // One that was refused ended with its answer.
      if (stream->second.status == 0 || stream->second.status == 200)
        tries_[stream->second.pid].ended = stamp.time_ms;
      streams_.erase(stream);
      return;
    case RecordedKind::Slept:
      if (what.slept_ms > 0) {
        tries_.clear();
        tell(Event(Slept{port::Duration{1}}));
      }
      return;
    case RecordedKind::Added: return add(what.pid, what.token.value_or(false), false);
    case RecordedKind::MarkerChanged: return change(what.pid, what.token.value_or(false));
    case RecordedKind::Removed: several_.erase(what.pid); return remove(what.pid);
    case RecordedKind::Shown: return shown(what);
    case RecordedKind::Skipped:
      if (const auto* ide = known(what.pid); ide != nullptr && is_judged(*ide))
        tell(Command(LineSkipped{{what.pid}, what.line_kind}));
      return;
    case RecordedKind::Changed:
    case RecordedKind::Stalled:
    case RecordedKind::Gone:
    case RecordedKind::Freed: return;
  }
}

ClientEnd::Known* ClientEnd::known(std::uint32_t pid) {
  const auto found = ides_.find(pid);
  return found == ides_.end() ? nullptr : &found->second;
}

bool ClientEnd::has_stream(std::uint32_t pid) const {
  return std::ranges::any_of(streams_, [&](const auto& each) {
    return each.second.pid == pid && (each.second.status == 0 || each.second.status == 200);
  });
}
// Whether it is asked too soon behind the end of the last try. An address that is new may be asked
// at once, and so may one that an answer names; and several windows ask one after the other. None
// of that goes on.
bool ClientEnd::comes_at_once(std::uint32_t pid) {
  constexpr std::uint32_t many = 10;
  constexpr std::size_t known_max = 256;
  if (tries_.size() > known_max) tries_.clear();
  auto& tries = tries_[pid];
  const auto* ide = known(pid);
  const bool told = ide != nullptr && !ide->implied;
  const auto ended = std::exchange(tries.ended, std::nullopt);
  const auto pause = ended ? stamp_.time_ms - *ended : pause_least_ms;
  const bool at_once = times_are_sure_ && !has_stream(pid) && pause < pause_least_ms / 2;
  if (told) return at_once;
  tries.at_once = at_once ? tries.at_once + 1 : 0;
  if (tries.at_once != many) return at_once;
  loops_ = true;
  keep({.place = {stamp_.line, stamp_.time_ms + stamp_.slept_ms},
        .rule = rule_index("MON-24"),
        .connection = {},
        .want = {},
        .got = Command(Connect{.pid = {pid}})});
  return at_once;
}

// Beside another stream of the same IDE, which has not moved; windows tell of it each, or not.
bool ClientEnd::overlaps(const RecordedFact& what) const {
  const auto ide = ides_.find(what.pid);
  if (ide == ides_.end() || (ide->second.moved && !ide->second.several)) return false;
  return std::ranges::any_of(streams_, [&](const auto& each) {
    const auto& [number, stream] = each;
    return number != what.connection && stream.pid == what.pid && stream.id != 0 && !stream.left;
  });
}
void ClientEnd::set_aside(std::uint32_t pid) {
  const auto& ide = *known(pid);
  several_[pid] = {.has_token = ide.marker.target.token.value != 0, .implied = ide.implied};
  for (auto& [number, stream] : streams_) {
    if (stream.pid != pid) continue;
    end(stream);
    stream.id = 0;
  }
  remove(pid);
}
void ClientEnd::take_up(std::uint32_t pid) {
  if (has_stream(pid) || !several_.contains(pid)) return;
  std::erase_if(streams_, [pid](const auto& each) { return each.second.pid == pid; });
  const auto ide = several_.extract(pid).mapped();
  add(pid, ide.has_token, ide.implied);
}

void ClientEnd::ask(const RecordedFact& what) {
  words_ = words_ || what.token;
  const bool at_once = comes_at_once(what.pid);
  came_back(what.pid);
  take_up(what.pid);
  if (known(what.pid) == nullptr && !tells_ides_) add(what.pid, false, true);
  constexpr int redirects_max = 20;  // Browsers follow so many.
  if (const auto* ide = known(what.pid); at_once && ide != nullptr && !ide->implied &&
                                         ide->redirects > 0 && ide->redirects <= redirects_max)
    change(what.pid, ide->marker.target.token.value != 0);
  constexpr std::size_t streams_known_max = 256;
  if (streams_.size() >= streams_known_max) return;
  auto& stream = streams_[what.connection];
  stream = {.pid = what.pid, .token = what.token};
  auto* ide = known(what.pid);
  if (ide == nullptr) return;
  const bool twice = overlaps(what);
  // The recording is of one monitor, which has two.
  if (!twice || (!ide->implied && !ide->several)) follow(stream);
  if (twice) set_aside(what.pid);
}
// Of an IDE that is known: one of another process namespace is asked before it is.
void ClientEnd::follow(Stream& stream) {
  const auto followed =
      std::ranges::count_if(streams_, [](const auto& each) { return each.second.id != 0; });
  if (static_cast<std::size_t>(followed) >= spec::monitor::streams_max) return;
  do {
    last_id_ = static_cast<std::uint16_t>(last_id_ % 250 + 1);
  } while (
      std::ranges::any_of(streams_, [&](const auto& each) { return each.second.id == last_id_; }));
  stream.id = last_id_;
  auto& ide = *known(stream.pid);
  stream.left = false;
  ide.asked = true;
  ide.moved = false;
  ide.last = {};
  auto target = ide.marker.target;
  if (stream.token && !ide.implied)
    target.token = {static_cast<std::uint16_t>(*stream.token ? 1 : 0)};
  tells_tokens_ = tells_tokens_ || (stream.token && tells_ides_);
  tell(Command(Connect{{stream.id}, {stream.pid}, target}));
  if (stream.status != 0) answer(stream);
}
// One that is refused is no stream, whether or not its end is recorded.
void ClientEnd::answer(Stream& stream) {
  if (stream.id == 0) return;
  tell(Event(Answered{{stream.id}, stream.status}));
  if (stream.status == 200) return;
  tell(Event(Ended{{stream.id}}));
  stream.id = 0;
}
// A client that closes one whose IDE is elsewhere now need not pause.
void ClientEnd::end(const Stream& stream) {
  if (stream.id == 0) return;
  const auto* ide = known(stream.pid);
  if (ide != nullptr && ide->moved)
    tell(Command(Disconnect{{stream.id}}));
  else
    tell(Event(Ended{{stream.id}}));
}

// What is refused, silent or moved is left out: by the judge. An answer that is no stream may be
// given up at once, and where the clock was set nobody knows how long a stream was silent.
bool ClientEnd::gives_up(const RecordedFact& what, const Stream& stream) const {
  const bool may_be_none = !stream.good && stamp_.time_ms - stream.since_ms <= slack_ms_;
  return what.side == Side::Client && stream.id != 0 && stream.status == 200 && !may_be_none &&
         times_are_sure_;
}
void ClientEnd::give_up(const Stream& stream) {
  tells_sides_ = true;
  if (auto* ide = known(stream.pid); ide != nullptr) ide->given_up = stamp_.line;
  stamp_.behind_bad_line = stream.bad_ms && stamp_.time_ms - *stream.bad_ms <= slack_ms_;
  tell(Command(Disconnect{{stream.id}}));
}

// A folder with the markers of those that are known.
void ClientEnd::list_again() {
  FolderListed listed;
  for (const auto& [pid, ide] : ides_) listed.pids.push_back({pid});
  tell(Event(listed));
  for (const auto& [pid, ide] : ides_)
    tell(Event(
        MarkerRead{.pid = {pid}, .reading = Reading::Good, .marker = ide.marker, .alive = true}));
}
void ClientEnd::add(std::uint32_t pid, bool has_token, bool implied) {
  if (!implied) {
    words_ = true;
    if (!std::exchange(tells_ides_, true)) forget_implied();
  }
  if (const auto found = several_.find(pid); found != several_.end()) {
    found->second = {.has_token = has_token, .implied = implied};
    return;
  }
  if (auto* ide = known(pid); ide != nullptr) {
    ide->several = true;
    return change(pid, has_token);
  }
  if (ides_.size() >= spec::monitor::files_max) {
    crowded_ = true;
    return;
  }
  const Target target{
      .url = {++last_url_}, .token = {static_cast<std::uint16_t>(has_token ? 1 : 0)}, .port = 1};
  ides_[pid] = {.marker = {.pid = {pid}, .created = {1}, .target = target}, .implied = implied};
  list_again();
  tell(Command(IdeAdded{ides_[pid].marker}));
  for (auto& [number, stream] : streams_)
    if (stream.pid == pid && stream.id == 0) follow(stream);
}
// What was asked before the first IDE was told of may have been none yet.
void ClientEnd::forget_implied() {
  for (auto& [number, stream] : streams_) {
    end(stream);
    stream.id = 0;
  }
  while (!ides_.empty()) remove(ides_.begin()->first);
}
// Whether its address changed is not recorded: it may be asked at once.
void ClientEnd::change(std::uint32_t pid, bool has_token) {
  auto* ide = known(pid);
  if (const auto found = several_.find(pid); found != several_.end())
    found->second.has_token = has_token;
  if (ide == nullptr) return;
  ide->marker.target.url = {++last_url_};
  ide->marker.target.token = {static_cast<std::uint16_t>(has_token ? 1 : 0)};
  ide->moved = true;
  ide->given_up = 0;
  list_again();
  tell(Command(IdeChanged{ide->marker}));
}
void ClientEnd::remove(std::uint32_t pid) {
  for (auto& [number, stream] : streams_)
    if (stream.pid == pid) stream.left = true;
  if (ides_.erase(pid) == 0) return;
  list_again();
  tell(Command(IdeRemoved{{pid}}));
}
// A stream that was asked for earlier than the recording begins tells lists, too. And of an IDE of
// which nothing was told nobody knows whether its list is to be shown, until it is.
bool ClientEnd::is_judged(const Known& ide) { return ide.asked && (!ide.implied || ide.shown); }

void ClientEnd::read(const RecordedFact& what, Stream& stream) {
  auto* ide = known(stream.pid);
  if (ide == nullptr) return;
  const auto decoded = engine::monitor::decode_line(what.text);
  const bool good = decoded.line.kind == LineKind::Snapshot || decoded.line.kind == LineKind::Ping;
  stream.good = stream.good || good;
  stream.bad_ms = good ? std::nullopt : std::optional(stamp_.time_ms);
  LineRead event{{stream.id}, decoded.line};
  if (event.line.kind == LineKind::Snapshot) {
    event.line.projects = list_of(*ide, decoded.projects);
    ide->last = event;
  }
  if (!is_judged(*ide)) event.line = {.kind = LineKind::Ping};
  tell(Event(event));
}
void ClientEnd::shown(const RecordedFact& what) {
  words_ = tells_lists_ = true;
  auto* ide = known(what.pid);
  if (ide == nullptr) return;
  const auto list = list_shown(*ide, what.list);
  if (!is_judged(*ide)) {
    if (!ide->asked || what.stale || !ide->last) return;
    ide->shown = true;
    tell(Event(*ide->last));
  }
  tell(Command(ProjectsShown{{what.pid}, list, what.stale}));
}
// The newest of those that it may be.
ListId ClientEnd::list_shown(Known& ide, std::string_view text) {
  const auto found = std::find_if(ide.lists.rbegin(), ide.lists.rend(),
                                  [&](const auto& each) { return tells_of(text, each.second); });
  return found == ide.lists.rend() ? list_of(ide, text) : found->first;
}
// Equal numbers, equal lists, as far as the last ones go.
ListId ClientEnd::list_of(Known& ide, std::string_view text) {
  constexpr std::size_t lists_kept = 8;
  for (const auto& [id, list] : ide.lists)
    if (sim::same_document(list, text)) return id;
  last_list_ = static_cast<std::uint16_t>(last_list_ % 60'000 + 1);
  ide.lists.emplace_back(ListId{last_list_}, std::string(text));
  if (ide.lists.size() > lists_kept) ide.lists.pop_front();
  return {last_list_};
}

void ClientEnd::tell(spec::monitor::Seen what) {
  auto on = all_;
  if (!tells_ides_) on = leave_out(on, Needs::Ides);
  if (!tells_lists_) on = leave_out(on, Needs::Lists);
  if (!tells_tokens_) on = leave_out(on, Needs::Tokens);
  if (!times_are_sure_) on = without_pauses(on);
  judge_.turn_on(on);
  auto fact = stamp_;
  fact.fact = std::move(what);
  judge_.take(fact);
}

}  // namespace conformance::monitor
