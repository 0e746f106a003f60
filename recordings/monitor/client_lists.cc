// The lists that a client reads and shows, and the lines that it skips.
#include <algorithm>
#include <utility>

#include "monitor/client_end.h"

namespace conformance::monitor {

using namespace spec::monitor;

ClientEnd::Ide* ClientEnd::followed(std::uint32_t pid) {
  const auto found = ides_.find(pid);
  return found == ides_.end() || !found->second.followed ? nullptr : &found->second;
}
// A stream that was asked for earlier than the recording begins tells lists, too. And of an IDE of
// which nothing was told nobody knows whether its list is to be shown, until it is.
bool ClientEnd::is_judged(const Ide& ide) {
  return ide.followed->asked && (ide.told || ide.followed->shown);
}

void ClientEnd::read(const RecordedFact& what, Stream& stream) {
  auto* ide = followed(stream.pid);
  if (what.is_snapshot()) ides_[stream.pid].stale = {};
  spoke_ms_[stream.id] = now_ms();
  if (stream.silent) count(*std::exchange(stream.silent, std::nullopt));
  if (ide == nullptr || stream.id == 0 || what.cut) return;
  stream.good = stream.good || what.is_message();
  const bool bad = !what.is_message() && (what.skipped || !what.blank);
  if (bad && bad_line_ == 0) bad_line_ = stamp_.line;
  stream.bad_ms = bad ? std::optional(stamp_.time_ms) : std::nullopt;
  LineRead event{{stream.id}, {.kind = what.line_kind}};
  auto& its = *ide->followed;
  bool shown = false;
  if (what.is_snapshot()) {
    static const ProjectList no_projects("[]");
    its.empty = (its.empty || its.lists.empty()) && what.list == no_projects;
    const auto before = stream.numbers;
    event.line.seq = stream.numbers.number_of(what.seq);
    const bool counts = !(before == stream.numbers);
    event.line.projects = list_of(its, what.list, counts);
    its.last = event;
    tries_of(*ide, stream.window).failures = 0;
    // Of a list that is there already nobody need tell.
    shown = counts && its.told == std::pair(event.line.projects, false);
    its.owed = its.owed || (counts && !shown);
  }
  const bool judged = is_judged(*ide) && (what.is_snapshot() ? !its.empty : bad);
  if (!judged) event.line = {.kind = LineKind::Ping};
  tell(Event(event));
  if (shown && judged) tell(Command(ProjectsShown{{stream.pid}, event.line.projects, false}));
}
void ClientEnd::skipped(const RecordedFact& what) {
  tells_.insert(Needs::Skips);
  const auto* ide = followed(what.pid);
  if (ide == nullptr || !is_judged(*ide)) return;
  tell(Command(LineSkipped{{what.pid}, what.line_kind}));
}
void ClientEnd::shown(const RecordedFact& what) {
  tells_.insert(Needs::Lists);
  note_removed(what.pid);
  const auto known = ides_.find(what.pid);
  if (known == ides_.end()) return;
  auto* ide = &known->second;
  // It may be told again, also when the next stream was refused.
  const bool again = what.stale && ide->stale == what.list;
  ide->stale = what.stale ? std::optional(what.list) : std::nullopt;
  if (again || !ide->followed) return;
  if (what.stale && !knows_ends_)
    end_untold(what, rule_index("MON-26"), ProjectsShown{{what.pid}, {}, true});
  if (!ide->followed) return;
  auto& its = *ide->followed;
  // The newest of those that it may be.
  const auto found = std::find_if(its.lists.rbegin(), its.lists.rend(), [&](const auto& each) {
    return what.list.tells_of(each.second);
  });
  const auto list = found == its.lists.rend() ? list_of(its, what.list, false) : found->first;
  // It may be told again.
  const auto before = std::exchange(its.told, std::pair(list, what.stale));
  if (before == its.told && !std::exchange(its.owed, false)) return;
  its.owed = false;
  if (!is_judged(*ide) || its.empty) {
    if (!its.asked || (what.stale && !ide->told) || !its.last) return;
    its.shown = true;
    its.empty = false;
    tell(Event(*its.last));
  }
  tell(Command(ProjectsShown{{what.pid}, list, what.stale}));
}
// Equal numbers, equal lists, as far as the last ones go.
ListId ClientEnd::list_of(Followed& ide, const ProjectList& list, bool newest) {
  constexpr std::size_t lists_kept = 8;
  auto& all = ide.lists;
  const auto found =
      std::ranges::find_if(all, [&](const auto& each) { return each.second == list; });
  if (found != all.end() && !newest) return found->first;
  auto id = ListId{last_list_};
  if (found != all.end()) {
    id = found->first;
    all.erase(found);
  } else {
    id.value = last_list_ = static_cast<std::uint16_t>(last_list_ % 60'000 + 1);
    if (all.size() == lists_kept) all.pop_front();
  }
  all.emplace(newest ? all.end() : all.begin(), id, list);
  return id;
}

}  // namespace conformance::monitor
