// What counts against a client: at once, or when more is known of a stream.
#include <algorithm>
#include <utility>

#include "monitor/client_end.h"
#include "trace/told_item.h"

namespace conformance::monitor {

using namespace spec::monitor;

// Giving a stream up is wrong once its IDE is asked again: who stops gives up all.
void ClientEnd::keep(const StreamJudge::Breach& breach) {
  if (!knows_ends_ && breach.want &&
      std::holds_alternative<Disconnect>(std::get<Command>(*breach.want))) {
    const auto id = breach.connection.value;
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

// ---- Ends that are not told ---------------------------------------------------------------------

// One whose IDE is asked again, or has a list that is stale now, was over: nobody says since when,
// so what is known of its IDE begins anew.
void ClientEnd::end_untold(const RecordedFact& what, std::uint8_t rule, Command act) {
  constexpr std::size_t replaced_max = 256;
  auto& ide = ides_[what.pid];
  const auto is_over = [&](const auto& each) {
    return each.second.pid == what.pid && (what.stale || each.second.window == what.window);
  };
  // Where several windows share it, nobody knows whose.
  if (!std::ranges::any_of(streams_, is_over) || (ide.followed && ide.followed->again)) return;
  Replaced replaced{.pid = what.pid, .breach = {}};
  if (ide.told && ide.followed && !ide.followed->moved)
    replaced.breach = {.place = {stamp_.line, stamp_.time_ms + stamp_.slept_ms},
                       .rule = rule,
                       .connection = {},
                       .want = {},
                       .got = act};
  leave(what.pid, ide);
  std::erase_if(streams_, [&](const auto& each) {
    if (is_over(each)) replaced_.insert_or_assign(each.first, replaced);
    return is_over(each);
  });
  if (replaced_.size() > replaced_max) replaced_.erase(replaced_.begin());
}
// It was not over.
void ClientEnd::live_on(std::uint64_t connection) {
  const auto found = replaced_.find(connection);
  if (found == replaced_.end()) return;
  const auto& [pid, breach] = found->second;
  const auto now_ms = stamp_.time_ms + stamp_.slept_ms;
  if (breach.got && now_ms - breach.place.time_ms > slack_ms_) count(breach);
  set_aside(pid);
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
