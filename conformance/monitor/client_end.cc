#include "monitor/client_end.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/monitor/decode.h"
#include "sim/files/document.h"

namespace conformance::monitor {

using namespace spec::monitor;

namespace {

// What must be recorded for a rule to be judged: of the requests and lines alone, of IDEs that
// come, change and go, of lists that are shown, of tokens.
enum class Needs : std::uint8_t { Streams, Ides, Lists, Tokens };
struct Judgeable {
  std::uint8_t rule;
  Needs needs;
};
constexpr std::array judgeable{
    Judgeable{rule_index("MON-20"), Needs::Tokens}, Judgeable{rule_index("MON-21"), Needs::Lists},
    Judgeable{rule_index("MON-22"), Needs::Lists},  Judgeable{rule_index("MON-23"), Needs::Streams},
    Judgeable{rule_index("MON-24"), Needs::Ides},   Judgeable{rule_index("MON-25"), Needs::Lists},
    Judgeable{rule_index("MON-26"), Needs::Lists},  Judgeable{rule_index("MON-28"), Needs::Ides},
    Judgeable{rule_index("MON-29"), Needs::Streams}};

// The act of what is owed.
constexpr std::string_view of_ides = "an IDE";

// Clauses about acts that a recording holds, which are none of scans and files.
spec::ClauseSet clauses_about_streams(const spec::RuleScope& rules) {
  constexpr std::array<std::string_view, 4> acts{"Connect", "ProjectsShown", "LineSkipped",
                                                 of_ides};
  auto on = clauses_of(Party::Monitor, rules);
  const auto texts = clause_texts();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const bool known =
        std::ranges::find(judgeable, texts[i].rule, &Judgeable::rule) != judgeable.end() &&
        std::ranges::find(acts, texts[i].act) != acts.end();
    if (!known) on.clear(i);
  }
  return on;
}
spec::ClauseSet leave_out(spec::ClauseSet on, Needs needs) {
  const auto texts = clause_texts();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto found = std::ranges::find(judgeable, texts[i].rule, &Judgeable::rule);
    // Nor is the list of an IDE stale that may be none any more.
    const bool stays =
        needs == Needs::Ides && texts[i].rule == rule_index("MON-26") && texts[i].act == of_ides;
    if (stays || (found != judgeable.end() && found->needs == needs)) on.clear(i);
  }
  return on;
}

std::string_view words_for(const Command& act, bool wanted) {
  if (std::holds_alternative<Connect>(act))
    return wanted ? "it is not asked again." : "it is asked now, or so.";
  if (std::holds_alternative<ProjectsShown>(act))
    return wanted ? "its list is not shown." : "this list is wrong.";
  if (std::holds_alternative<LineSkipped>(act))
    return wanted ? "a line that is no message is not told of." : "no such line came.";
  return "its stream is not given up.";
}

}  // namespace

ClientEnd::ClientEnd(std::int64_t slack_ms, const spec::RuleScope& rules)
    : judge_(slack_ms, {}, [this](const StreamJudge::Breach& breach) { keep(breach); }),
      all_(clauses_about_streams(rules)) {}

void ClientEnd::keep(const StreamJudge::Breach& breach) {
  constexpr std::size_t breaches_max = 1'000;
  if (breaches_.size() < breaches_max) breaches_.push_back(breach);
}

void ClientEnd::finish(const Stamp& end) {
  judge_.finish(end);
  std::ranges::stable_sort(breaches_, {}, [](const auto& each) { return each.place.line; });
}

bool ClientEnd::judges(std::uint8_t rule) const {
  const auto found = std::ranges::find(judgeable, rule, &Judgeable::rule);
  if (!counts() || found == judgeable.end()) return false;
  switch (found->needs) {
    case Needs::Streams: return true;
    case Needs::Ides: return tells_ides_ || (loops_ && rule == rule_index("MON-24"));
    case Needs::Lists: return tells_lists_;
    case Needs::Tokens: return tells_tokens_;
  }
  return false;
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
    case RecordedKind::Removed: return remove(what.pid);
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

void ClientEnd::ask(const RecordedFact& what) {
  words_ = words_ || what.token;
  const bool at_once = comes_at_once(what.pid);
  if (known(what.pid) == nullptr && !tells_ides_) add(what.pid, false, true);
  constexpr int redirects_max = 20;  // Browsers follow so many.
  if (const auto* ide = known(what.pid); at_once && ide != nullptr && !ide->implied &&
                                         ide->redirects > 0 && ide->redirects <= redirects_max)
    change(what.pid, ide->marker.target.token.value != 0);
  constexpr std::size_t streams_known_max = 256;
  if (streams_.size() >= streams_known_max) return;
  auto& stream = streams_[what.connection];
  stream = {.pid = what.pid, .token = what.token};
  if (known(what.pid) != nullptr) follow(stream);
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
  if (known(pid) != nullptr) return change(pid, has_token);
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
  if (ide == nullptr) return;
  ide->marker.target.url = {++last_url_};
  ide->marker.target.token = {static_cast<std::uint16_t>(has_token ? 1 : 0)};
  ide->moved = true;
  list_again();
  tell(Command(IdeChanged{ide->marker}));
}
void ClientEnd::remove(std::uint32_t pid) {
  if (ides_.erase(pid) == 0) return;
  list_again();
  tell(Command(IdeRemoved{{pid}}));
}
// A stream that was asked for earlier than the recording begins tells lists, too. And of an IDE of
// which nothing was told nobody knows whether its list is to be shown, until it is.
bool ClientEnd::is_judged(const Known& ide) { return ide.asked && (!ide.implied || ide.shown); }

void ClientEnd::read(const RecordedFact& what, const Stream& stream) {
  auto* ide = known(stream.pid);
  if (ide == nullptr) return;
  const auto decoded = engine::monitor::decode_line(what.text);
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
  judge_.turn_on(on);
  auto fact = stamp_;
  fact.fact = std::move(what);
  judge_.take(fact);
}

}  // namespace conformance::monitor
