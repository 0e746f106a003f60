#include "sim/ack/outcome.h"

#include <type_traits>
#include <variant>

#include <fmt/format.h>

#include "port/visit.h"

namespace sim::ack {

static_assert(std::has_unique_object_representations_v<Outcome>);
static_assert(std::is_trivially_copyable_v<Outcome>);

void Outcome::heard(const Heard& heard) {
  if (const auto* called = std::get_if<Called>(&heard.what)) {
    auto& call = calls[index_of(called->call)];
    call.again = call.responses > 0 || call.status == port::ack::Status::Cancelled;
  }
  const auto* cancelled = std::get_if<Cancelled>(&heard.what);
  if (cancelled == nullptr) return;
  auto& call = calls[index_of(cancelled->call)];
  if (!call.again) call.status = port::ack::Status::Cancelled;
}

void Outcome::commanded(const Command& command) {
  const auto about = port::visit([](const auto& each) { return each.call; }, command);
  if (!is_followed(about)) return;
  auto& call = calls[index_of(about)];
  if (call.again) return;
  if (const auto* respond = std::get_if<Respond>(&command)) {
    count_one(call.responses);
    call.status = respond->response.status;
    call.elapsed_ms = respond->response.elapsed.count();
  } else if (std::holds_alternative<Dispatch>(command)) {
    count_one(call.dispatches);
  } else if (std::holds_alternative<NoteHeld>(command)) {
    call.noted = true;
  } else if (std::holds_alternative<NoteStillOpen>(command)) {
    call.noted_open = true;
  }
}

void Outcome::noticed(const Fact& fact) {
  if (const auto* back = std::get_if<TakenBack>(&fact)) {
    auto& call = calls[index_of(back->call)];
    if (call.responses == 0 && !call.again) call.processed = false;
    return;
  }
  const auto* processed = std::get_if<Processed>(&fact);
  if (processed == nullptr) return;
  auto& call = calls[index_of(processed->call)];
  // What is carried out after the response is not what the caller was told.
  if (call.responses == 0 && !call.again) call.processed = true;
}

bool allows(const ExpectedCall& expected, const CallOutcome& outcome) {
  const auto responses = expected.status == port::ack::Status::Cancelled ? 0 : 1;
  return outcome.responses == responses && expected.status == outcome.status &&
         is_allowed(expected.processed, outcome.processed) &&
         is_allowed(expected.dispatches, outcome.dispatches) &&
         is_allowed(expected.noted, outcome.noted) &&
         is_allowed(expected.noted_open, outcome.noted_open) &&
         is_allowed(expected.elapsed_ms, outcome.elapsed_ms);
}

std::uint32_t matching(const Expectation& expect, const Outcome& outcome) {
  return matching_results(expect.results, [&](const ExpectedResult& result) {
    return allows(result.call, outcome.calls[0]) &&
           (!result.second || allows(*result.second, outcome.calls[1]));
  });
}

std::string show(const CallOutcome& outcome) {
  auto out = std::string(port::word(outcome.status));
  const bool is_usual = outcome.status == port::ack::Status::Cancelled ? outcome.responses == 0
                                                                       : outcome.responses == 1;
  if (!is_usual) out = fmt::format("{} responses, the last: {}", outcome.responses, out);
  return out + fmt::format(", processed {}, dispatches {}, noted {}, noted_open {}, elapsed_ms {}",
                           outcome.processed, outcome.dispatches, outcome.noted, outcome.noted_open,
                           outcome.elapsed_ms);
}

std::string show(const ExpectedCall& expected) {
  auto out = std::string(port::word(expected.status));
  const auto add = [&](const char* name, const auto& wanted) {
    if (wanted) out += fmt::format(", {} {}", name, *wanted);
  };
  add("processed", expected.processed);
  add("dispatches", expected.dispatches);
  add("noted", expected.noted);
  add("noted_open", expected.noted_open);
  add("elapsed_ms", expected.elapsed_ms);
  return out;
}

std::string show(const Outcome& outcome) {
  auto out = show(outcome.calls[0]);
  if (outcome.calls[1] != CallOutcome{}) out += "; second " + show(outcome.calls[1]);
  return out;
}

std::string show(const ExpectedResult& result) {
  auto out = show(result.call);
  if (result.second) out += "; second " + show(*result.second);
  return out;
}

}  // namespace sim::ack
