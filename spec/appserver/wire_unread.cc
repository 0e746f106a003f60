// What lines may explain that were cut, or not recorded: any one of them was one line of its side.
#include <algorithm>

#include "appserver/wire.h"

namespace spec::appserver::clauses {
namespace {

// clang-format off
constexpr std::array rows{
  Explained{"SRV-03", "a second answer to a request", true, false},
  Explained{"SRV-05", "something about a turn that has not started", false, true},
  Explained{"SRV-05", "turn/completed of a turn that has not started", false, true},
  Explained{"ITM-03", "a delta of an item that has not started", false, true},
  Explained{"ITM-05", "the total usage of the thread went down", true, false},
  Explained{"APR-01", "it went ahead, and the approval was never answered", false, true},
  Explained{"APR-10", "output of what nobody has approved", false, true},
  Explained{"SES-09", "an archived thread takes a turn", true, true},
  Explained{"SES-14",
    "the server has no turn there any more, and the end of the one that ran is not said in time",
    true, false},
  Explained{"RPC-05", "the request of the server is not answered within 120 s", true, false},
};
// clang-format on

}  // namespace

std::span<const Explained> explained() { return rows; }

void WireJudge::add_unread(const Place& place, Side side) {
  const bool answered = place.from != side;
  s_.unread[static_cast<std::size_t>(side)].add(place.order, {place, answered});
  auto& newest = s_.newest_unread[static_cast<std::size_t>(side)];
  newest = std::max(newest, place.order);
}

// The oldest of the server's.
bool WireJudge::take_unread() { return explains(Side::Server, {}); }

// The oldest one behind that explains this, and nothing else.
bool WireJudge::explains(Side side, const Place& since, bool or_answered) {
  auto& unread = s_.unread[static_cast<std::size_t>(side)];
  if (s_.newest_unread[static_cast<std::size_t>(side)] <= since.order) return false;
  const auto found = std::ranges::find_if(unread, [&](const ManySlots::Unread& each) {
    return each.place.order > since.order && (or_answered || !each.answered);
  });
  if (found == unread.end()) return false;
  unread.erase(found->place.order);
  return true;
}

// One cause may show in several lines.
bool WireJudge::is_explained(std::uint16_t clause, Name cause, const Place& since) {
  const auto& words = words_of_clauses[clause];
  const auto row = std::ranges::find_if(rows, [&](const Explained& each) {
    return each.says == words.says && each.rule == protocol_rules[words.rule].id;
  });
  if (row == rows.end()) return false;
  if (s_.explained.find(cause) != nullptr) return true;
  // A request that has its answer is not answered twice.
  const bool or_answered = row->rule != "SRV-03";
  const bool found = (row->by_client && explains(Side::Client, since, or_answered)) ||
                     (row->by_server && explains(Side::Server, since));
  if (!found) return false;
  s_.explained.take(cause) = true;
  incomplete();
  return true;
}

}  // namespace spec::appserver::clauses
