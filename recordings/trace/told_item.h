// What a trace told, with its line and its time.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "port/json_text.h"
#include "port/visit.h"
#include "port/words.h"

namespace conformance {

// The name of the message that it holds.
template <class Message>
std::string_view message_kind(const Message& message) {
  return port::visit([]<class One>(const One&) -> std::string_view { return One::record.name; },
                     message);
}

// The message that an item holds in one of its variants, if it is that one; else null. Only the
// variant that has it is asked.
template <class Message, class... Ones>
const Message* find_message(const std::variant<Ones...>& item) {
  if constexpr ((std::is_same_v<Ones, Message> || ...)) {
    return std::get_if<Message>(&item);
  } else {
    const Message* out = nullptr;
    const auto look = [&out]<class One>(const One* one) {
      if constexpr (port::is_message<One>)
        out = one == nullptr ? out : find_message<Message>(*one);
      else if constexpr (requires { find_message<Message>(one->what); })
        out = one == nullptr ? out : find_message<Message>(one->what);
    };
    (look(std::get_if<Ones>(&item)), ...);
    return out;
  }
}
template <class... Messages>
bool holds(const auto& item) {
  return ((find_message<Messages>(item) != nullptr) || ...);
}

template <class Words>
struct TimedItem {
  std::uint64_t line = 0;
  std::int64_t time_ms = 0;
  typename Words::Item item;
  bool is_act() const { return Words::is_act(item); }
};
// Where the next lines are, until then, that tell facts of another hand: some few.
template <class Words>
std::vector<std::size_t> told_beside(const std::deque<TimedItem<Words>>& lines,
                                     std::int64_t until_ms) {
  constexpr std::size_t most = 8;
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < lines.size() && lines[i].time_ms <= until_ms; ++i) {
    if (out.size() == most) break;
    if (Words::is_told_beside(lines[i].item)) out.push_back(i);
  }
  return out;
}
// What was told since the last act, and how things stood before the time until then passed.
template <class Words>
struct ToldItem {
  TimedItem<Words> what;
  typename Words::Situation before;
  std::int64_t now = 0;
};

// Lines in the order in which they may have happened.
template <class Words>
struct LineOrder {
  std::vector<const TimedItem<Words>*> lines;
  std::size_t behind_act = 0;  // Where the lines begin that it may not have seen.
};
// Of what was told from there on, with the act so many behind the first of it. What the act depends
// on comes with it, and so do causes that were told behind it.
template <class Words>
LineOrder<Words> with_act(const std::deque<ToldItem<Words>>& told, const TimedItem<Words>& act,
                          std::size_t from, std::size_t behind,
                          const std::vector<const TimedItem<Words>*>& causes) {
  LineOrder<Words> out;
  const auto comes_with_it = [&](const TimedItem<Words>& each) {
    return each.is_act() && !Words::are_independent(each.item, act.item);
  };
  const auto middle = from + behind;
  for (auto i = from; i < middle; ++i) out.lines.push_back(&told[i].what);
  for (auto i = middle; i < told.size(); ++i)
    if (comes_with_it(told[i].what)) out.lines.push_back(&told[i].what);
  out.lines.insert(out.lines.end(), causes.begin(), causes.end());
  out.lines.push_back(&act);
  out.behind_act = out.lines.size();
  for (auto i = middle; i < told.size(); ++i)
    if (!comes_with_it(told[i].what)) out.lines.push_back(&told[i].what);
  return out;
}

}  // namespace conformance
