#include "sim/appserver/outcome.h"

#include <type_traits>
#include <variant>

#include <fmt/format.h>

#include "port/overload.h"
#include "port/visit.h"

namespace sim::appserver {

static_assert(std::has_unique_object_representations_v<Outcome>);
static_assert(std::is_trivially_copyable_v<Outcome>);
static_assert(sizeof(Outcome) % alignof(World) == 0);  // No padding behind a world.

namespace {

template <class E>
bool has_flag(unsigned bits, const std::optional<E>& wanted) {
  return !wanted || (bits >> static_cast<unsigned>(*wanted) & 1u) != 0;
}

std::uint8_t flag(auto value) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(value));
}

ChatOutcome* chat_of(Outcome& outcome, ChatId chat) {
  return chat.value == 0 || chat.value > chats_max ? nullptr : &outcome.chats[chat.value - 1];
}

void note_call(Outcome& outcome, const CallEnded& ended) {
  if (ended.call.value != 0 && ended.call.value <= calls_max) {
    auto& call = outcome.calls[ended.call.value - 1];
    count_one(call.outcomes);
    call.outcome = ended.outcome;
    call.error = ended.error;
  } else if (auto* chat = chat_of(outcome, ended.chat)) {
    count_one(chat->calls);
    chat->outcome = ended.outcome;
    chat->error = ended.error;
  }
}

void note_sent(Outcome& outcome, const ToServer& message) {
  if (const auto* request = std::get_if<Request>(&message)) {
    if (request->method == Method::TurnInterrupt) count_one(outcome.interrupts);
  } else if (const auto* answer = std::get_if<Answer>(&message)) {
    count_one(outcome.answers);
    const auto decision = answer->decision;
    if (decision == Decision::Accept || decision == Decision::AcceptForSession)
      count_one(outcome.accepts);
  } else if (std::holds_alternative<AnswerError>(message)) {
    count_one(outcome.answers);
  }
}

bool allows(const ExpectedChat& expected, const ChatOutcome& chat) {
  return is_allowed(expected.turns, chat.turns) && is_allowed(expected.end, chat.end) &&
         is_allowed(expected.ready, chat.ready) && is_allowed(expected.outcome, chat.outcome) &&
         is_allowed(expected.error, chat.error);
}

bool allows(const ExpectedResult& expected, const Outcome& outcome) {
  return allows(expected.chat, outcome.chats[0]) &&
         (!expected.second || allows(*expected.second, outcome.chats[1])) &&
         is_allowed(expected.call, outcome.calls[0].outcome) &&
         is_allowed(expected.withdrawals, outcome.withdrawals) &&
         is_allowed(expected.asks, outcome.asks) && is_allowed(expected.answers, outcome.answers) &&
         is_allowed(expected.accepts, outcome.accepts) &&
         is_allowed(expected.carried_out, outcome.carried_out) &&
         is_allowed(expected.spawned, outcome.spawned) &&
         is_allowed(expected.interrupts, outcome.interrupts) &&
         is_allowed(expected.left_open, outcome.left_open) &&
         is_allowed(expected.shown, outcome.shown) && has_flag(outcome.banners, expected.banner) &&
         has_flag(outcome.reports, expected.report);
}

// The words of those bits: "given_up, turn_stuck", or "none".
template <class E>
std::string words_of(std::uint32_t bits) {
  std::string out;
  for (std::size_t i = 0; i < port::words<E>.size(); ++i)
    if ((bits >> i & 1u) != 0)
      out += (out.empty() ? "" : "+") + std::string(port::word(static_cast<E>(i)));
  return out.empty() ? "none" : out;
}

// Collects ", name value".
class Line {
 public:
  void add(std::string_view name, const std::string& value) {
    out_ += fmt::format("{}{} {}", out_.empty() ? "" : ", ", name, value);
  }
  template <class T>
  void add(std::string_view name, const std::optional<T>& value) {
    if (value) add(name, *value);
  }
  template <class T>
  void add(std::string_view name, const T& value) {
    if constexpr (std::is_enum_v<T>)
      add(name, std::string(port::word(value)));
    else
      add(name, fmt::format("{}", value));
  }
  std::string take() { return out_.empty() ? "anything" : std::move(out_); }

 private:
  std::string out_;
};

void add_chat(Line& line, const auto& chat) {
  line.add("turns", chat.turns);
  line.add("end", chat.end);
  line.add("ready", chat.ready);
  line.add("outcome", chat.outcome);
  line.add("error", chat.error);
}

void add_counts(Line& line, const auto& all) {
  line.add("asks", all.asks);
  line.add("answers", all.answers);
  line.add("accepts", all.accepts);
  line.add("carried_out", all.carried_out);
  line.add("spawned", all.spawned);
  line.add("interrupts", all.interrupts);
  line.add("left_open", all.left_open);
  line.add("shown", all.shown);
}

}  // namespace

void Outcome::heard(const Happening& happening) {
  if (std::holds_alternative<Closed>(happening)) closed = true;
}

void Outcome::noticed(const Fact& fact) {
  if (std::holds_alternative<CarriedOut>(fact)) count_one(carried_out);
}

void Outcome::commanded(const Command& command) {
  const auto set_ready = [&](ChatId id, bool ready) {
    auto* chat = chat_of(*this, id);
    if (chat != nullptr && !closed) chat->ready = ready;
  };
  port::visit(port::Overload{
                  [&](const ComposerReady& each) { set_ready(each.chat, true); },
                  [&](const ComposerBusy& each) { set_ready(each.chat, false); },
                  [&](const TurnEnded& each) {
                    auto* chat = chat_of(*this, each.chat);
                    if (chat == nullptr) return;
                    count_one(chat->turns);
                    chat->end = each.end;
                  },
                  [&](const ItemClosed& each) {
                    if (each.end == ItemEnd::WithTurn) count_one(left_open);
                  },
                  [&](const AskShown&) { count_one(asks); },
                  [&](const AskWithdrawn& each) { withdrawals |= flag(each.why); },
                  [&](const BannerShown& each) { banners |= flag(each.banner); },
                  [&](const Reported& each) {
                    reports = static_cast<std::uint16_t>(reports |
                                                         1u << static_cast<unsigned>(each.report));
                  },
                  [&](const ItemShown&) { count_one(shown); },
                  [&](const Spawn&) { count_one(spawned); },
                  [&](const Send& each) { note_sent(*this, each.message); },
                  [&](const CallEnded& each) { note_call(*this, each); },
                  [](const auto&) {},
              },
              command);
}

std::uint32_t matching(const Expectation& expect, const Outcome& outcome) {
  return matching_results(expect.results,
                          [&](const ExpectedResult& result) { return allows(result, outcome); });
}

std::string show(const Outcome& outcome) {
  Line line;
  add_chat(line, outcome.chats[0]);
  if (outcome.chats[1] != ChatOutcome{}) {
    Line second;
    add_chat(second, outcome.chats[1]);
    line.add("second", "(" + second.take() + ")");
  }
  if (outcome.calls[0].outcomes > 0) line.add("call", outcome.calls[0].outcome);
  line.add("banners", words_of<Banner>(outcome.banners));
  line.add("withdrawals", words_of<Withdrawal>(outcome.withdrawals));
  add_counts(line, outcome);
  line.add("reports", words_of<Report>(outcome.reports));
  return line.take();
}

std::string show(const ExpectedResult& result) {
  Line line;
  add_chat(line, result.chat);
  if (result.second) {
    Line second;
    add_chat(second, *result.second);
    line.add("second", "(" + second.take() + ")");
  }
  line.add("call", result.call);
  if (result.withdrawals) line.add("withdrawals", words_of<Withdrawal>(*result.withdrawals));
  add_counts(line, result);
  line.add("banner", result.banner);
  line.add("report", result.report);
  return line.take();
}

}  // namespace sim::appserver
