#include "sim/appserver/letter.h"

#include <algorithm>
#include <type_traits>

#include "port/check.h"
#include "port/visit.h"
#include "sim/appserver/plan.h"

namespace sim::appserver {

static_assert(std::has_unique_object_representations_v<Letter>);

namespace {

using namespace port::appserver;

std::uint8_t small(std::uint32_t value) {
  return static_cast<std::uint8_t>(std::min<std::uint32_t>(value, 255));
}
std::uint8_t small(auto id) { return small(id.value); }
std::uint8_t byte(auto value) { return static_cast<std::uint8_t>(value); }

void fill(Letter& out, const Request& request) {
  out = {.id = request.id.value,
         .thread = small(request.thread),
         .turn = small(request.turn),
         .item = small(request.text),
         .first = byte(request.method),
         .second = byte(request.settings.policy),
         .third = byte(request.settings.sandbox),
         .fourth = small((request.settings.network ? 128u : 0u) + request.opts_out)};
}
void fill(Letter&, const Initialized&) {}
void fill(Letter& out, const Answer& answer) {
  out = {.id = answer.ask.value, .first = byte(answer.decision)};
}
void fill(Letter& out, const AnswerError& answer) {
  out = {.id = answer.ask.value, .first = byte(answer.error)};
}

// The thread, the turn and the item, as far as it has them.
Letter about(const auto& message) {
  Letter out;
  if constexpr (requires { message.thread; }) out.thread = small(message.thread);
  if constexpr (requires { message.turn; }) out.turn = small(message.turn);
  if constexpr (requires { message.item; }) out.item = small(message.item);
  return out;
}

void fill(Letter& out, const Response& response) {
  out.id = response.id.value;
  out.item = small(response.text);
  out.first = byte(response.error);
}
void fill(Letter& out, const ThreadStarted& started) { out.first = small(started.parent); }
void fill(Letter&, const ThreadIdle&) {}
void fill(Letter&, const TurnStarted&) {}
void fill(Letter& out, const TurnCompleted& completed) {
  out.first = byte(completed.end);
  out.second = small(completed.text);
}
void fill(Letter& out, const ItemStarted& started) {
  out.first = byte(started.kind);
  out.second = small(started.subject);
  out.third = started.background;
}
void fill(Letter& out, const ItemDelta& delta) { out.first = small(delta.text); }
void fill(Letter& out, const ItemOutput& output) { out.first = small(output.text); }
void fill(Letter& out, const ItemCompleted& completed) {
  out.first = byte(completed.end);
  out.second = completed.has_text;
  out.third = small(completed.text);
}
void fill(Letter& out, const Usage& usage) { out.id = usage.total; }
void fill(Letter& out, const RateLimits& limits) { out.id = limits.used; }
void fill(Letter& out, const Ask& ask) {
  out.id = ask.ask.value;
  out.first = byte(ask.kind);
  out.second = ask.wellformed;
  out.third = small(ask.subject);
}
void fill(Letter& out, const AskResolved& resolved) { out.id = resolved.ask.value; }
void fill(Letter& out, const Trouble& trouble) {
  out.first = trouble.retries;
  out.second = byte(trouble.severity);
  out.third = small(trouble.text);
}
void fill(Letter&, const UnknownNotice&) {}

}  // namespace

Letter letter_of(const ToServer& message) {
  Letter out;
  port::visit([&](const auto& each) { fill(out, each); }, message);
  out.kind = byte(message.index());
  return out;
}

Letter letter_of(const ToClient& message) {
  return port::visit(
      [&](const auto& each) {
        auto out = about(each);
        fill(out, each);
        out.kind = byte(message.index());
        return out;
      },
      message);
}

ToServer to_server(const Letter& letter) {
  switch (letter.kind) {
    case 0:
      return Request{.id = {letter.id},
                     .method = static_cast<Method>(letter.first),
                     .thread = {letter.thread},
                     .turn = {letter.turn},
                     .text = {letter.item},
                     .settings = {static_cast<Policy>(letter.second),
                                  static_cast<Sandbox>(letter.third), letter.fourth >= 128},
                     .opts_out = static_cast<std::uint8_t>(letter.fourth % 128)};
    case 1: return Initialized{};
    case 2: return Answer{{letter.id}, static_cast<Decision>(letter.first)};
    default: return AnswerError{{letter.id}, static_cast<Error>(letter.first)};
  }
}

ToClient to_client(const Letter& letter) {
  const ThreadId thread{letter.thread};
  const TurnId turn{letter.turn};
  const ItemId item{letter.item};
  switch (letter.kind) {
    case kind_of<Response>():
      return Response{{letter.id}, static_cast<Error>(letter.first), thread, turn, {letter.item}};
    case kind_of<ThreadStarted>(): return ThreadStarted{thread, {letter.first}};
    case kind_of<TurnStarted>(): return TurnStarted{thread, turn};
    case kind_of<TurnCompleted>():
      return TurnCompleted{thread, turn, static_cast<TurnEnd>(letter.first), {letter.second}};
    case kind_of<ItemStarted>():
      return ItemStarted{
          thread,           turn, item, static_cast<ItemKind>(letter.first), {letter.second},
          letter.third != 0};
    case kind_of<ItemDelta>():
      return ItemDelta{thread, turn, item, {letter.first}, mark_of(TextId{letter.first})};
    case kind_of<ItemOutput>(): return ItemOutput{thread, turn, item, {letter.first}};
    case kind_of<ItemCompleted>():
      return ItemCompleted{.thread = thread,
                           .turn = turn,
                           .item = item,
                           .end = static_cast<ItemEnd>(letter.first),
                           .has_text = letter.second != 0,
                           .text = {letter.third},
                           .mark = mark_of(TextId{letter.third})};
    case kind_of<Usage>(): return Usage{thread, letter.id};
    case kind_of<RateLimits>(): return limit_used(letter.id);
    case kind_of<Ask>():
      return Ask{.ask = {letter.id},
                 .kind = static_cast<AskKind>(letter.first),
                 .wellformed = letter.second != 0,
                 .thread = thread,
                 .turn = turn,
                 .item = item,
                 .subject = {letter.third}};
    case kind_of<AskResolved>(): return AskResolved{thread, {letter.id}};
    case kind_of<Trouble>():
      return Trouble{
          thread, turn, letter.first != 0, static_cast<Severity>(letter.second), {letter.third}};
    case kind_of<ThreadIdle>(): return ThreadIdle{thread};
    default: return UnknownNotice{};
  }
}

}  // namespace sim::appserver
