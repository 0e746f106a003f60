// Which clauses a client's own recording of its streams can show to be broken, and what must be
// recorded for that.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "spec/monitor/judge.h"

namespace conformance::monitor {

// What must be recorded for a clause to be judged: of the requests and lines alone, of IDEs that
// come, change and go, of lists that are shown, of tokens, of lines that are skipped.
enum class Needs : std::uint8_t { Streams, Ides, Lists, Tokens, Skips };
struct Judgeable {
  std::uint8_t rule;
  std::string_view act;
  Needs needs;
};
// The act of what is owed, and that of giving a stream up.
inline constexpr std::string_view of_ides = "an IDE", giving_up = "Disconnect";

std::span<const Judgeable> judgeable();

// All of their clauses that these rules leave on.
spec::ClauseSet clauses_about_streams(const spec::RuleScope& rules);
// The clauses that need that.
spec::ClauseSet needing(Needs needs);
// Those of it that say when an IDE may be asked.
spec::ClauseSet about_tries(std::uint8_t rule);
// What is owed within a time, which nobody knows who may have slept.
bool is_of_time(std::uint8_t rule);

}  // namespace conformance::monitor
