// What counts against a client: at once, or when more is known of a stream.
#include <algorithm>
#include <utility>

#include "monitor/client_end.h"
#include "trace/told_item.h"

namespace conformance::monitor {

using namespace spec::monitor;

// Giving a stream up is wrong once its IDE is asked again: who stops gives up all.
void ClientEnd::keep(StreamJudge::Breach breach) {
  if (breach.want && holds<Connect>(*breach.want) && breach.place.time_ms <= unsure_ms_) return;
  const auto id = breach.connection.value;
  const bool is_kept = breach.want && holds<Disconnect>(*breach.want);
  breach.unanswered = is_kept && !answered_[id % answered_.size()];
  if (!knows_ends_ && is_kept) {
    if (spoke_ms_[id % spoke_ms_.size()] > breach.place.time_ms) return count(breach);
    for (auto& [number, stream] : streams_)
      if (stream.id == id) stream.silent = breach;
    return;
  }
  const bool gives_up = breach.got && holds<Disconnect>(*breach.got);
  const auto drop = gives_up ? drops_.find(breach.place.line) : drops_.end();
  if (drop != drops_.end() && !drop->second.came_back)
    drop->second.breach = breach;
  else
    count(breach);
}
// What is written down a little behind that is nothing.
void ClientEnd::note_removed(std::uint32_t pid) {
  const auto gone = removed_ms_.find(pid);
  if (gone != removed_ms_.end() && now_ms() - gone->second > slack_ms_)
    notes_.emplace("an IDE that was told of as gone is asked, or has a list", stamp_.line);
}
void ClientEnd::count(const StreamJudge::Breach& breach) {
  constexpr std::size_t breaches_max = 1'000;
  if (breaches_.size() < breaches_max) breaches_.push_back(breach);
}
void ClientEnd::come_back(Ide& ide) {
  const auto drop = drops_.find(std::exchange(ide.dropped, 0));
  if (drop == drops_.end()) return;
  drop->second.came_back = true;
  if (drop->second.breach) keep(*drop->second.breach);
}

// ---- Tries that come too soon -------------------------------------------------------------------

ClientEnd::Tries& ClientEnd::tries_of(Ide& ide, std::optional<std::uint64_t> window) {
  constexpr std::size_t windows_max = 64;
  if (ide.tries.size() >= windows_max && !ide.tries.contains(window)) ide.tries.clear();
  return ide.tries[window];
}
// Whether it is asked too soon behind the end of the last try. An address that is new may be asked
// at once, and so may one that an answer names; and several windows ask one after the other. None
// of that goes on: of an IDE that the judge does not follow as one, so many in a row are a loop.
bool ClientEnd::comes_at_once(const RecordedFact& what, Ide& ide) {
  constexpr std::uint32_t many = 10;
  auto& its = tries_of(ide, what.window);
  may_ask_ = !its.locked;
  its.moved = false;
  const auto ended_ms = std::exchange(its.ended_ms, std::nullopt);
  std::int64_t pause_ms = pause_least_ms;
  for (std::uint32_t i = 1; i < its.failures && pause_ms < pause_most_ms; ++i) pause_ms *= 2;
  // So many do not fit one step of the clock.
  const bool same_instant = stamp_.time_ms == std::exchange(its.asked_ms, stamp_.time_ms);
  its.in_instant = same_instant ? its.in_instant + 1 : 0;
  const bool are_many = its.in_instant * pause_least_ms / 2 > clock_step();
  const auto since_ms = ended_ms ? stamp_.time_ms - *ended_ms : 0;
  may_have_paused_ = !ended_ms || (since_ms + clock_step() > pause_ms / 2 && !are_many);
  const bool is_beside = std::ranges::any_of(streams_, [&](const auto& each) {
    return each.second.pid == what.pid && each.second.window == what.window;
  });
  const bool at_once =
      !may_have_paused_ && since_ms < pause_least_ms / 2 && times_are_sure_ && !is_beside;
  if (ide.told && ide.followed) return at_once;
  its.at_once = at_once ? its.at_once + 1 : 0;
  if (its.at_once != many) return at_once;
  if (loop_ == 0) loop_ = stamp_.line;
  keep({.place = {stamp_.line, now_ms()},
        .rule = rule_index("MON-24"),
        .connection = {},
        .want = {},
        .got = Command(Connect{.pid = {what.pid}})});
  return at_once;
}

// ---- Ends that are not told ---------------------------------------------------------------------

// One whose IDE is asked again, or has a list that is stale now, was over, and a request that no
// line answers was refused: nobody says since when, so what is known of its IDE begins anew.
void ClientEnd::end_untold(const RecordedFact& what, std::uint8_t rule, Command act) {
  auto& ide = ides_[what.pid];
  const auto is_over = [&](const auto& each) {
    if (what.untold) return each.first == what.connection;
    return each.second.pid == what.pid && (what.stale || each.second.window == what.window);
  };
  // Where several windows share it, nobody knows whose.
  const bool shared = ide.followed && ide.followed->again;
  if (!std::ranges::any_of(streams_, is_over) || (shared && !what.untold)) return;
  Replaced replaced{
      .pid = what.pid,
      .breach = {.place = {stamp_.line, now_ms()}, .rule = rule, .connection = {}, .want = {}}};
  if (ide.told && ide.followed && !ide.followed->moved && !shared) replaced.breach.got = act;
  leave(what.pid, ide);
  std::erase_if(streams_, [&](const auto& each) {
    if (is_over(each)) replace(each.first, replaced);
    return is_over(each);
  });
}
void ClientEnd::replace(std::uint64_t connection, const Replaced& by) {
  constexpr std::size_t replaced_max = 256;
  replaced_.insert_or_assign(connection, by);
  if (replaced_.size() > replaced_max) replaced_.erase(replaced_.begin());
}
// It was not over, or what it said is recorded late.
void ClientEnd::live_on(std::uint64_t connection) {
  const auto found = replaced_.find(connection);
  if (found == replaced_.end()) return;
  const auto& [pid, breach] = found->second;
  if (breach.got) set_aside(pid);
  if (now_ms() - breach.place.time_ms <= slack_ms_) return;
  if (breach.got)
    count(breach);
  else
    notes_.emplace("a stream goes on beside the next one of its IDE, which may be elsewhere now",
                   stamp_.line);
  replaced_.erase(found);
}

std::string_view ClientEnd::says(const StreamJudge::Breach& breach) {
  const bool wanted = !breach.got;
  const auto& act = std::get<Command>(wanted ? *breach.want : *breach.got);
  if (std::holds_alternative<Connect>(act))
    return wanted ? "it is not asked again."
           : breach.rule == rule_index("MON-11")
               ? "it is asked for a second stream beside the first."
           : breach.rule == rule_index("MON-20") ? "it is asked with a token, or without."
                                                 : "it is asked too soon.";
  if (std::holds_alternative<ProjectsShown>(act))
    return wanted ? "its list is not shown." : "this list is wrong.";
  if (std::holds_alternative<LineSkipped>(act))
    return wanted ? "a line that is no message is not told of." : "no such line came.";
  return wanted ? "its stream is not given up." : "its stream is given up now.";
}

}  // namespace conformance::monitor
