// Clauses on what the user sees of items and problems: ITM, WIRE-10.
#pragma once
#include "appserver/clauses/row.h"

namespace spec::appserver::clauses::items {

const auto* its_item(const auto& s, const auto& act) { return item_of(s, act.item); }
bool there(const auto& s, const auto& act) { return its_item(s, act) != nullptr; }
bool item_is(const auto& s, const auto& act, ItemFlag flag) {
  return there(s, act) && its_item(s, act)->has(flag);
}

template <class S>
inline constexpr Row<S, ItemOpened> opened_items[] = {
    {"WIRE-10"_rule, never, IF(item_is(s, act, ItemFlag::Opened))},
    {"SES-02"_rule, only_if, IF(there(s, act) && chat_of(s, act.chat) != nullptr),
     IF(chat_of(s, act.chat)->has(ChatFlag::Shown))},
    {"WIRE-10"_rule, says, IF(there(s, act)),
     IF(act.kind == its_item(s, act)->kind && act.chat.value == its_item(s, act)->chat)},
    {"ITM-03"_rule, never,
     IF(!there(s, act) && chat_of(s, act.chat) != nullptr && chat_of(s, act.chat)->active())},
    {"SES-08"_rule, calls_for, IF(there(s, act))},
};
template <class S>
inline constexpr Row<S, TextAppended> appended_texts[] = {
    {"ITM-03"_rule, only_if, IF(true), IF(item_is(s, act, ItemFlag::Opened))},
    {"ITM-01"_rule, says,
     IF(item_is(s, act, ItemFlag::Due) && !item_is(s, act, ItemFlag::Replaces)),
     IF(act.text.value == its_item(s, act)->text)},
    {"ITM-01"_rule, calls_for,
     IF(item_is(s, act, ItemFlag::Due) && !item_is(s, act, ItemFlag::Replaces))},
};
template <class S>
inline constexpr Row<S, TextReplaced> replaced_texts[] = {
    {"ITM-03"_rule, only_if, IF(true), IF(item_is(s, act, ItemFlag::Opened))},
    {"ITM-01"_rule, says, IF(item_is(s, act, ItemFlag::Replaces)),
     IF(act.text.value == its_item(s, act)->text)},
    {"ITM-01"_rule, calls_for, IF(item_is(s, act, ItemFlag::Done))},
};
template <class S>
inline constexpr Row<S, ItemShown> shown_items[] = {
    {"ITM-03"_rule, only_if, IF(true), IF(item_is(s, act, ItemFlag::Opened))},
    {"ITM-04"_rule, only_if, IF(true),
     IF(s.has(ProcessFlag::Frame) && !item_is(s, act, ItemFlag::Drawn))},
    {"ITM-01"_rule, never, IF(item_is(s, act, ItemFlag::Due))},
    {"ITM-04"_rule, says, IF(there(s, act)), IF(act.mark == its_item(s, act)->kept)},
};
bool goes_on(const auto& s, const ItemClosed& act) {
  const auto* item = its_item(s, act);
  return item != nullptr && item->beyond >= Beyond::Due && !item->has(ItemFlag::Done) &&
         !item->has(ItemFlag::WithTurn);
}
bool outlives(const auto& s, const ItemInBackground& act) {
  return there(s, act) && its_item(s, act)->beyond == Beyond::Due;
}
template <class S>
inline constexpr Row<S, ItemInBackground> background_items[] = {
    {"ITM-07"_rule, calls_for, IF(outlives(s, act))},
};
template <class S>
inline constexpr Row<S, ItemClosed> closed_items[] = {
    {"ITM-07"_rule, never, IF(goes_on(s, act))},
    {"ITM-06"_rule, never, IF(!there(s, act) && listed(s.done_items, act.item.value))},
    {"WIRE-10"_rule, only_if, IF(there(s, act)), IF(item_is(s, act, ItemFlag::Opened))},
    {"ITM-01"_rule, never, IF(item_is(s, act, ItemFlag::Due))},
    {"ITM-02"_rule, says, IF(item_is(s, act, ItemFlag::WithTurn)),
     IF(act.end == ItemEnd::WithTurn)},
    {"ITM-06"_rule, says, IF(item_is(s, act, ItemFlag::Done)),
     IF(act.end == its_item(s, act)->end)},
    {"ITM-06"_rule, calls_for, IF(item_is(s, act, ItemFlag::Done))},
    {"ITM-02"_rule, calls_for, IF(item_is(s, act, ItemFlag::WithTurn))},
};

template <class S>
bool is_due(const S& s, const ProblemShown& act) {
  if constexpr (S::sees_client) return problem_of(s, act) != nullptr;
  return true;
}
template <class S>
bool any_due(const S& s) {
  if constexpr (S::sees_client) return !s.problems.empty();
  return false;
}
template <class S>
inline constexpr Row<S, ProblemShown> shown_problems[] = {
    {"ITM-08"_rule, says, IF(any_due(s)), IF(is_due(s, act))},
    {"ITM-08"_rule, calls_for, IF(is_due(s, act))},
};
template <class S>
inline constexpr Owed<S, Problem> problems[] = {
    {"ITM-08"_rule, IF(act.optional == 0), LEFT(at_once),
     WANT(Command(ProblemShown{ChatId{act.chat}, act.severity, TextId{act.text}}))},
};

Seen closes(const auto& item) {
  const auto end = item.has(ItemFlag::WithTurn) ? ItemEnd::WithTurn : item.end;
  return Command(ItemClosed{ItemId{item.id}, end});
}
Seen keeps(const auto& item) {
  const ItemId id{item.id};
  const TextId text{item.text};
  if (item.has(ItemFlag::Replaces)) return Command(TextReplaced{id, text});
  return Command(TextAppended{id, text});
}
template <class S>
inline constexpr Owed<S, typename S::Item> open_items[] = {
    {"ITM-07"_rule, IF(act.beyond == Beyond::Due), LEFT(at_once),
     WANT(Command(ItemInBackground{ItemId{act.id}}))},
    {"WIRE-10"_rule, IF(!act.has(ItemFlag::Opened)), LEFT(at_once),
     WANT(Command(ItemOpened{ChatId{act.chat}, ItemId{act.id}, act.kind})), "SES-02"_rule},
    {"ITM-01"_rule, IF(act.has(ItemFlag::Due) || act.overrun != 0), LEFT(at_once),
     WANT(keeps(act))},
    {"ITM-04"_rule, IF(act.has(ItemFlag::FrameDue)), LEFT(at_once),
     WANT(Command(ItemShown{ItemId{act.id}, act.kept}))},
    {"ITM-02"_rule, IF(act.has(ItemFlag::WithTurn)), LEFT(at_once), WANT(closes(act))},
    {"ITM-07"_rule, IF(act.has(ItemFlag::Done) && act.beyond >= Beyond::Due), LEFT(at_once),
     WANT(closes(act))},
    {"WIRE-10"_rule, IF(act.has(ItemFlag::Done)), LEFT(at_once), WANT(closes(act))},
};

}  // namespace spec::appserver::clauses::items
