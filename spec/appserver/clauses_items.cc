// Clauses on what the user sees of items: ITM, WIRE-10.
#include "appserver/clause.h"

namespace spec::appserver::clauses {
namespace {

template <class Act>
const Item* its_item(const At<Act>& at) {
  return item_of(at.s, at.it.item);
}
template <class Act>
bool there(const At<Act>& at) {
  return its_item(at) != nullptr;
}
template <class Act>
bool item_is(const At<Act>& at, ItemFlag flag) {
  return there(at) && its_item(at)->has(flag);
}

constexpr Clause<ItemOpened> opened_items[] = {
    {"WIRE-10"_rule, never, [](const auto& at) { return item_is(at, ItemFlag::Opened); }},
    {"SES-02"_rule, only_if,
     [](const auto& at) { return there(at) && chat_of(at.s, at.it.chat) != nullptr; },
     [](const auto& at) { return chat_of(at.s, at.it.chat)->has(ChatFlag::Shown); }},
    {"WIRE-10"_rule, says, there,
     [](const auto& at) {
       return at.it.kind == its_item(at)->kind && at.it.chat.value == its_item(at)->chat;
     }},
    {"ITM-03"_rule, never,
     [](const auto& at) {
       const auto* chat = chat_of(at.s, at.it.chat);
       return !there(at) && chat != nullptr && chat->active();
     }},
    {"SES-08"_rule, calls_for, there},
};
constexpr Clause<TextAppended> appended_texts[] = {
    {"ITM-03"_rule, only_if, always, [](const auto& at) { return item_is(at, ItemFlag::Opened); }},
    {"ITM-01"_rule, says,
     [](const auto& at) { return item_is(at, ItemFlag::Due) && !item_is(at, ItemFlag::Replaces); },
     [](const auto& at) { return at.it.text.value == its_item(at)->text; }},
    {"ITM-01"_rule, calls_for,
     [](const auto& at) { return item_is(at, ItemFlag::Due) && !item_is(at, ItemFlag::Replaces); }},
};
constexpr Clause<TextReplaced> replaced_texts[] = {
    {"ITM-03"_rule, only_if, always, [](const auto& at) { return item_is(at, ItemFlag::Opened); }},
    {"ITM-01"_rule, says, [](const auto& at) { return item_is(at, ItemFlag::Replaces); },
     [](const auto& at) { return at.it.text.value == its_item(at)->text; }},
    {"ITM-01"_rule, calls_for, [](const auto& at) { return item_is(at, ItemFlag::Done); }},
};
constexpr Clause<ItemShown> shown_items[] = {
    {"ITM-03"_rule, only_if, always, [](const auto& at) { return item_is(at, ItemFlag::Opened); }},
    {"ITM-04"_rule, only_if, always,
     [](const auto& at) { return at.s.has(ProcessFlag::Frame) && !item_is(at, ItemFlag::Drawn); }},
    {"ITM-01"_rule, never, [](const auto& at) { return item_is(at, ItemFlag::Due); }},
    {"ITM-04"_rule, says, always, [](const auto& at) { return at.it.mark == its_item(at)->kept; }},
};
constexpr Clause<ItemClosed> closed_items[] = {
    {"ITM-06"_rule, never,
     [](const auto& at) { return !there(at) && listed(at.s.done_items, at.it.item.value); }},
    {"WIRE-10"_rule, only_if, there, [](const auto& at) { return item_is(at, ItemFlag::Opened); }},
    {"ITM-01"_rule, never, [](const auto& at) { return item_is(at, ItemFlag::Due); }},
    {"ITM-02"_rule, says, [](const auto& at) { return item_is(at, ItemFlag::WithTurn); },
     [](const auto& at) { return at.it.end == ItemEnd::WithTurn; }},
    {"ITM-06"_rule, says, [](const auto& at) { return item_is(at, ItemFlag::Done); },
     [](const auto& at) { return at.it.end == its_item(at)->end; }},
    {"ITM-06"_rule, calls_for, [](const auto& at) { return item_is(at, ItemFlag::Done); }},
    {"ITM-02"_rule, calls_for, [](const auto& at) { return item_is(at, ItemFlag::WithTurn); }},
};

Seen closes(const At<Item>& at) {
  return Command(
      ItemClosed{ItemId{at.it.id}, at.it.has(ItemFlag::WithTurn) ? ItemEnd::WithTurn : at.it.end});
}
Seen keeps(const At<Item>& at) {
  if (at.it.has(ItemFlag::Replaces))
    return Command(TextReplaced{ItemId{at.it.id}, TextId{at.it.text}});
  return Command(TextAppended{ItemId{at.it.id}, TextId{at.it.text}});
}
constexpr Within<Item> open_items[] = {
    {"WIRE-10"_rule, [](const auto& at) { return !at.it.has(ItemFlag::Opened); }, now,
     [](const auto& at) {
       return Seen(Command(ItemOpened{ChatId{at.it.chat}, ItemId{at.it.id}, at.it.kind}));
     },
     Party::Client, "SES-02"_rule},
    {"ITM-01"_rule, [](const auto& at) { return at.it.has(ItemFlag::Due) || at.it.overrun != 0; },
     now, keeps},
    {"ITM-04"_rule, [](const auto& at) { return at.it.has(ItemFlag::FrameDue); }, now,
     [](const auto& at) {
       return Seen(Command(ItemShown{ItemId{at.it.id}, at.it.kept}));
     }},
    {"ITM-02"_rule, [](const auto& at) { return at.it.has(ItemFlag::WithTurn); }, now, closes},
    {"WIRE-10"_rule, [](const auto& at) { return at.it.has(ItemFlag::Done); }, now, closes},
};

}  // namespace

template <>
Clauses<ItemOpened> clauses_of() {
  return opened_items;
}
template <>
Clauses<TextAppended> clauses_of() {
  return appended_texts;
}
template <>
Clauses<TextReplaced> clauses_of() {
  return replaced_texts;
}
template <>
Clauses<ItemShown> clauses_of() {
  return shown_items;
}
template <>
Clauses<ItemClosed> clauses_of() {
  return closed_items;
}
template <>
std::span<const Within<Item>> withins_of() {
  return open_items;
}

}  // namespace spec::appserver::clauses
