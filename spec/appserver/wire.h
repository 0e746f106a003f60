// What the parts of the judge of lines share; not for others to include.
#pragma once
#include <array>
#include <string_view>
#include <utility>

#include "appserver/clauses/tables.h"
#include "spec/appserver/wire_judge.h"

namespace spec::appserver::clauses {

using S = WireSituation;

struct Words {
  std::uint8_t rule = 0;
  std::string_view says;  // Empty: it is not judged of lines.
};
// By the numbers of clauses.
extern const std::array<Words, clause_count<S>()> words_of_clauses;

constexpr Name mixed(Name left, Name right) {
  return (left ^ (right + 0x9e3779b97f4a7c15 + (left << 6) + (left >> 2))) * 0xff51afd7ed558ccd;
}

template <class InUse>
std::uint32_t Numbers::take(Name name, InUse&& in_use) {
  if (name == 0) return 0;
  if (const auto known = find(name); known != 0) return known;
  constexpr int tries = 4;
  const auto* oldest = numbers_.next_forgotten();
  for (int i = 0; oldest != nullptr && in_use(*oldest); ++i) {
    if (i == tries) numbers_.allow(2 * numbers_.size());
    numbers_.renew_oldest();
    oldest = numbers_.next_forgotten();
  }
  latest_name_ = name;
  return latest_ = numbers_.add(name, ++last_);
}

template <const auto&... tables, class Act, class About>
bool WireJudge::keeps(const Act& act, const Place& place, About&& about) {
  Broken broken;
  const Case<S, Act, Bounds> it{s_, act, bounds_};
  (try_act<tables, first_of<S, tables>()>(it, on_, met_, broken), ...);
  if (broken.empty()) return true;
  const auto& words = words_of_clauses[broken[0]];
  sink_({.rule = words.rule, .place = place, .about = about(words.rule), .says = words.says});
  return false;
}
inline Place nowhere(std::uint8_t) { return {}; }

// Before an entry is added: of the oldest ones one that is settled goes first. If there is none
// among a few, the oldest goes all the same, and that is noted once.
template <class List, class Settled>
void WireJudge::make_room(List& list, Kind kind, Settled&& settled) {
  constexpr int tries = 8;
  for (int i = 0; !s_.forgot(kind); ++i) {
    const auto* oldest = list.next_forgotten();
    if (oldest == nullptr || settled(*oldest)) return;
    if (i == tries) return forgets(kind);
    list.renew_oldest();
  }
}

}  // namespace spec::appserver::clauses
