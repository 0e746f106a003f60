// What a clause is, and where those of a kind of act stand; not for others to include.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

#include "spec/appserver/clause_judge.h"
#include "spec/appserver/rules.h"

namespace spec::appserver::clauses {

inline constexpr std::uint8_t nothing = 255;
consteval std::uint8_t operator""_rule(const char* id, std::size_t size) {
  return rule_index({id, size});
}

// An act or an entry of a list of the situation, and the situation that it is in.
template <class It>
struct At {
  const Situation& s;
  const It& it;
  const Bounds& bounds;
};

inline constexpr Form calls_for = Form::CallsFor, never = Form::Never, only_if = Form::OnlyIf,
                      says = Form::Says;

// CallsFor and Never look at `when` alone. OnlyIf and Says are about acts for which `when` holds,
// and demand `then`. Off when the rule that it presupposes is off.
template <class Act>
struct Clause {
  std::uint8_t rule;
  Form form;
  bool (*when)(const At<Act>&);
  bool (*then)(const At<Act>&) = nullptr;
  std::uint8_t given = nothing;
};
template <class Act>
using Clauses = std::span<const Clause<Act>>;

// Those of a kind of act, the most specific first. If the last one calls for acts, then acts
// that none calls for are breaches of its rule.
template <class Act>
Clauses<Act> clauses_of();
// Of requests those of the method; clauses_of<Request> has those of all.
Clauses<Request> clauses_of(Method method);
Clauses<BannerShown> clauses_of(Banner banner);

// What must come before an age passes its bound, about one entry of a list of the situation, or
// about the situation itself. `left` milliseconds; `at_the_end` is at the end alone.
inline constexpr std::int64_t at_once = 0, at_the_end = INT64_MAX;
template <class Entry>
struct Within {
  std::uint8_t rule;
  bool (*waits)(const At<Entry>&);
  std::int64_t (*left)(const At<Entry>&);
  Seen (*want)(const At<Entry>&);
  Party by = Party::Client;
  std::uint8_t given = nothing;
};
template <class Entry>
std::span<const Within<Entry>> withins_of();

// One set for each kind of act that is judged, and for each kind of entry.
// clang-format off
template <> Clauses<Answer> clauses_of();
template <> Clauses<AnswerError> clauses_of();
template <> Clauses<AskShown> clauses_of();
template <> Clauses<AskWithdrawn> clauses_of();
template <> Clauses<AskAccepted> clauses_of();
template <> Clauses<Request> clauses_of();
template <> Clauses<Initialized> clauses_of();
template <> Clauses<CallEnded> clauses_of();
template <> Clauses<ItemOpened> clauses_of();
template <> Clauses<TextAppended> clauses_of();
template <> Clauses<TextReplaced> clauses_of();
template <> Clauses<ItemShown> clauses_of();
template <> Clauses<ItemClosed> clauses_of();
template <> Clauses<Send> clauses_of();
template <> Clauses<Spawn> clauses_of();
template <> Clauses<CloseInput> clauses_of();
template <> Clauses<Terminate> clauses_of();
template <> Clauses<Kill> clauses_of();
template <> Clauses<Response> clauses_of();
template <> Clauses<ThreadStarted> clauses_of();
template <> Clauses<TurnStarted> clauses_of();
template <> Clauses<TurnCompleted> clauses_of();
template <> Clauses<ItemStarted> clauses_of();
template <> Clauses<ItemDelta> clauses_of();
template <> Clauses<ItemOutput> clauses_of();
template <> Clauses<ItemCompleted> clauses_of();
template <> Clauses<Usage> clauses_of();
template <> Clauses<Ask> clauses_of();
template <> Clauses<AskResolved> clauses_of();
template <> Clauses<CarriedOut> clauses_of();
template <> Clauses<ProcessExited> clauses_of();
template <> Clauses<ComposerReady> clauses_of();
template <> Clauses<ComposerBusy> clauses_of();
template <> Clauses<TurnShown> clauses_of();
template <> Clauses<TurnEnded> clauses_of();
template <> Clauses<UsageShown> clauses_of();
template <> Clauses<RateLimitsShown> clauses_of();
template <> std::span<const Within<PendingAsk>> withins_of();
template <> std::span<const Within<Odd>> withins_of();
template <> std::span<const Within<Call>> withins_of();
template <> std::span<const Within<Pair>> withins_of();
template <> std::span<const Within<Item>> withins_of();
template <> std::span<const Within<Situation>> withins_of();
template <> std::span<const Within<Chat>> withins_of();
// clang-format on

// Facts that clauses are written in.
template <class It>
bool always(const At<It>&) {
  return true;
}
template <class Entry>
std::int64_t now(const At<Entry>&) {
  return at_once;
}
template <class Entry>
std::int64_t with_the_world(const At<Entry>&) {
  return at_the_end;
}
inline bool awaits_answer(const PendingAsk& ask) {
  return !ask.has(AskFlag::Withdrawn) && !ask.has(AskFlag::Answered);
}
inline bool accepts(Decision decision) {
  return decision == Decision::Accept || decision == Decision::AcceptForSession;
}
// As many crashes as may be, the oldest of the latest not longer ago than this.
bool crashed_often(const Situation& s, const Bounds& bounds, Duration ago);
Duration backoff_after(std::uint8_t crashes, const Bounds& bounds);

}  // namespace spec::appserver::clauses
