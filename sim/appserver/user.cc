// The simulated user: what may be done, what it tells the client, and what is seen of it.

#include "port/check.h"
#include "port/overload.h"
#include "port/visit.h"
#include "sim/appserver/world.h"

namespace sim::appserver {
namespace {

ChatSeen* seen(ChatId chat, User& user) {
  if (chat.value == 0 || chat.value > chats_max) return nullptr;
  return &user.chats[chat.value - 1];
}

std::uint8_t bit_of(std::uint8_t number) { return static_cast<std::uint8_t>(1u << (number - 1u)); }

}  // namespace

bool matters(const Act& act, const User& user) {
  const auto& chat = user.chats[(act.chat - 1u) % chats_max];
  if (user.closed || user.step == 0) return false;  // The user opens first.
  switch (act.what) {
    case ActKind::Open: return user.step == 1;
    case ActKind::StartChat:
    case ActKind::ResumeChat: return !chat.used;
    case ActKind::ArchiveChat:
    case ActKind::Say:
    case ActKind::Stop: return chat.used;
    case ActKind::Call: return (user.calls & bit_of(act.number)) == 0;
    case ActKind::Decide: return user.asked >= act.number;
    case ActKind::MakeRule:
    case ActKind::Close: return true;
  }
  return false;
}

bool is_covered(const Act& act, const User& user) {
  return act.what == ActKind::Decide && (user.covered & bit_of(act.number)) != 0;
}

bool holds(const UserStep& step, const User& user, bool idle) {
  const auto& chat = user.chats[(step.act.chat - 1u) % chats_max];
  const auto number = step.act.number;
  switch (step.when) {
    case When::Now: return true;
    case When::Ready: return chat.ready;
    case When::TurnShown: return chat.shown;
    case When::Asked: return user.asked >= number;
    case When::Withdrawn: return (user.withdrawn & 1u << (number - 1u)) != 0;
    case When::TurnOver: return chat.over;
    case When::Back: return user.back;
    case When::Gone: return user.gone;
    case When::Idle: return idle;
  }
  return false;
}

Happening happening_of(const Act& act, const User& user) {
  const ChatId chat{act.chat};
  switch (act.what) {
    case ActKind::Open: return Opened{};
    case ActKind::StartChat: return ChatStarted{chat, act.settings, {act.text}};
    case ActKind::ResumeChat: return ChatResumed{chat, {act.number}};
    case ActKind::ArchiveChat: return ChatArchived{chat};
    case ActKind::Say: return port::appserver::Said{chat, {1}};
    case ActKind::Stop: return Stopped{chat};
    case ActKind::Call: return Called{{act.number}, act.method, {}};
    case ActKind::Decide: return Decided{{user.asks[act.number - 1u]}, act.decision};
    case ActKind::MakeRule: return RuleMade{{act.number}};
    case ActKind::Close: break;
  }
  return Closed{};
}

void note_act(const Act& act, User& user) {
  auto& chat = user.chats[(act.chat - 1u) % chats_max];
  if (act.what == ActKind::StartChat || act.what == ActKind::ResumeChat) chat.used = true;
  if (act.what == ActKind::Say) chat.shown = chat.over = false;
  if (act.what == ActKind::Call) user.calls |= bit_of(act.number);
  if (act.what == ActKind::Close) user.closed = true;
}

void note(const Command& command, User& user) {
  const auto of_chat = [&](ChatId chat, auto change) {
    if (auto* it = seen(chat, user)) change(*it);
  };
  port::visit(port::Overload{
                  [&](const ComposerReady& each) {
                    of_chat(each.chat, [](ChatSeen& chat) { chat.ready = true; });
                  },
                  [&](const ComposerBusy& each) {
                    of_chat(each.chat, [](ChatSeen& chat) { chat.ready = false; });
                  },
                  [&](const TurnShown& each) {
                    of_chat(each.chat, [](ChatSeen& chat) { chat.shown = true; });
                  },
                  [&](const TurnEnded& each) {
                    of_chat(each.chat, [](ChatSeen& chat) { chat.over = true; });
                  },
                  [&](const AskShown& each) {
                    if (user.asked < asks_max) user.asks[user.asked++] = each.ask.value;
                  },
                  [&](const AskWithdrawn& each) {
                    for (std::uint8_t i = 0; i < user.asked; ++i)
                      if (AskId{user.asks[i]} == each.ask)
                        user.withdrawn |= bit_of(static_cast<std::uint8_t>(i + 1));
                  },
                  [](const auto&) {},
              },
              command);
}

}  // namespace sim::appserver
