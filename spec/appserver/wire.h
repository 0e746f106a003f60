// What the parts of the judge of lines share; not for others to include.
#pragma once
#include <array>
#include <span>
#include <string_view>

#include "appserver/clauses/tables.h"
#include "spec/appserver/wire_judge.h"

namespace spec::appserver::clauses {

inline constexpr std::int64_t invalid_request_code = -32'600;
inline constexpr std::int64_t invalid_params_code = -32'602;

using S = WireSituation;

struct Words {
  std::uint8_t rule = 0;
  Side side = Side::Server;  // Whose acts it is about.
  std::string_view says;     // Empty: it is not judged of lines.
};
// By the numbers of clauses.
extern const std::array<Words, clause_count<tables<S>>> words_of_clauses;

// Clauses that a line of this side would have made right, which was cut or not recorded.
struct Explained {
  std::string_view rule, says;
  bool by_client = false, by_server = false;
};
std::span<const Explained> explained();

constexpr Name mixed(Name left, Name right) {
  return (left ^ (right + 0x9e3779b97f4a7c15 + (left << 6) + (left >> 2))) * 0xff51afd7ed558ccd;
}

std::uint32_t Numbers::take(Name name, auto&& in_use) {
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

// What follows from one thing is told once: what is said of a thread that nobody opened, of a turn
// that is over or has not started, and the same of one item.
template <class Act>
Name WireJudge::cause_of(std::uint16_t clause, const Act& act, const Place& place) const {
  enum : Name {
    second_kind,
    thread_kind,
    ended_kind,
    unstarted_kind,
    item_kind,
    line_kind,
    effect_kind,
    handshake_kind
  };
  const auto rule = words_of_clauses[clause].rule;
  // That `initialized` is missing is one thing, whatever is asked for meanwhile.
  if constexpr (std::is_same_v<Act, Request>)
    if (rule == rule_index("RPC-01") && s_.process.handshake == Handshake::Answered)
      return mixed(mixed(handshake_kind, s_.hello.asked.order), 0x9e37);
  if constexpr (requires { act.item.value; })
    if (rule == rule_index("APR-10") || rule == rule_index("APR-01"))
      return mixed(mixed(effect_kind, act.item.value), 0x9e37);
  const auto of = [](Name kind, Name number) { return mixed(mixed(kind, number), 0x9e37); };
  // The same turn beside another one, as its answer and as its start say it.
  if constexpr (std::is_same_v<Act, Response> || std::is_same_v<Act, TurnStarted> ||
                std::is_same_v<Act, recorded::Steered>)
    if (rule == rule_index("SRV-08") || rule == rule_index("SES-03"))
      return of(second_kind, act.turn.value);
  if constexpr (requires {
                  act.turn.value;
                  act.thread.value;
                }) {
    const bool order = rule == rule_index("ITM-03") || rule == rule_index("SRV-05");
    const bool ended = listed(s_.ended, act.turn.value);
    if (rule == rule_index("SES-08") && !ended && !std::is_same_v<Act, TurnStarted>)
      return of(thread_kind, act.thread.value);
    if (rule == rule_index("ITM-02") || (order && ended)) return of(ended_kind, act.turn.value);
    const auto* chat = chat_of(s_, act.thread);
    const bool runs =
        chat != nullptr && chat->has(ChatFlag::Running) && chat->turn == act.turn.value;
    if (rule == rule_index("SRV-05") && !runs) return of(unstarted_kind, act.turn.value);
  }
  if constexpr (requires { act.item.value; }) {
    const bool order = rule == rule_index("ITM-03") || rule == rule_index("SRV-05");
    if (order && act.item.value != 0 && s_.items.find(act.item.value) == nullptr)
      return of(unstarted_kind, mixed(1, act.item.value));
    if (act.item.value != 0) return of(item_kind, mixed(clause, act.item.value));
  }
  return of(line_kind, mixed(clause, place.order));
}

// Behind what a line must stand that may explain it.
template <class Act>
Place WireJudge::since(std::uint8_t rule, const Act& act, const Place& about,
                       const Place& place) const {
  if constexpr (std::is_same_v<Act, PendingAsk>) return place;
  if constexpr (std::is_same_v<Act, Response>) {
    const auto* before = s_.requests.find(act.id.value);
    const auto* call = s_.calls.find(act.id.value);
    const auto* chat = call == nullptr ? nullptr : s_.chats.find(call->chat);
    if (rule == rule_index("SES-09") && chat != nullptr) return chat->archived;
    return call == nullptr && before != nullptr ? before->sent : about;
  }
  if constexpr (requires { act.item.value; }) {
    const auto* ask = recorded::ask_about(s_, act.item);
    if (ask != nullptr && (rule == rule_index("APR-10") || rule == rule_index("APR-01")))
      return ask->asked;
  }
  if constexpr (requires { act.thread.value; }) {
    const auto* chat = chat_of(s_, act.thread);
    if (chat == nullptr) return about;
    if constexpr (std::is_same_v<Act, Usage>) return chat->spent;
    if constexpr (std::is_same_v<Act, IdleEnd>)
      return chat->turn == act.turn.value ? chat->began : chat->overdue_began;
    // What became of its approvals is asked there.
    if constexpr (std::is_same_v<Act, TurnCompleted>)
      if (rule == rule_index("APR-01")) return place;
    // A command goes on in another turn than that in which it began.
    if constexpr (std::is_same_v<Act, ItemOutput>)
      if (rule == rule_index("ITM-03")) return {};
    return chat->has(ChatFlag::Running) ? chat->began : chat->over;
  }
  return about;
}

// Who leaves a thread leaves all that waits there.
template <class Act>
Name WireJudge::explained_as(const Act& act, Name cause) {
  if constexpr (std::is_same_v<Act, PendingAsk>) return mixed(act.chat, 0x1eaf);
  if constexpr (std::is_same_v<Act, IdleEnd>) return mixed(act.thread.value, 0x1eaf);
  return cause;
}

template <const auto&... rows, class Act, class About>
bool WireJudge::keeps(const Act& act, const Place& place, About&& about) {
  Broken broken;
  const Case<S, Act, Bounds> it{s_, act, bounds_};
  (try_act<rows, first_of<tables<S>, rows>()>(it, on_, met_, broken), ...);
  if (broken.empty()) return true;
  if constexpr (requires { act.turn.value; }) {
    const auto* past = s_.ended.find(act.turn.value);
    if (past != nullptr && past->lost) return false;
  }
  const auto& words = words_of_clauses[broken[0]];
  const auto cause = cause_of(broken[0], act, place);
  const auto earlier = about(words.rule);
  const auto id = protocol_rules[words.rule].id;
  const auto* known = may_be_any_version() ? find_deviation(id, words.says, !s_.says_status)
                                           : find_deviation(s_.version, id, words.says);
  if (known == nullptr &&
      is_explained(broken[0], explained_as(act, cause), since(words.rule, act, earlier, place)))
    return true;
  sink_({.rule = words.rule,
         .place = place,
         .about = earlier,
         .says = words.says,
         .side = words.side,
         .cause = cause,
         .known = known});
  return false;
}
inline Place nowhere(std::uint8_t) { return {}; }
// Something was told of this turn.
inline bool has_turn(const WireSituation& s, std::uint32_t turn) {
  return listed(s.ended, turn) || s.turn_items.find(turn) != nullptr ||
         s.active_turns.find(turn) != nullptr;
}

// Before an entry is added: of the oldest ones one that is settled goes first. If there is none
// among a few, the oldest goes all the same, and that is noted once.
void WireJudge::make_room(auto& list, Kind kind, auto&& settled) {
  constexpr int tries = 8;
  for (int i = 0; !s_.forgot(kind); ++i) {
    const auto* oldest = list.next_forgotten();
    if (oldest == nullptr || settled(*oldest)) return;
    if (i == tries) return forgets(kind);
    list.renew_oldest();
  }
}

}  // namespace spec::appserver::clauses
