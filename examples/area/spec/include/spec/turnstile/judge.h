// Reads what a run of a turnstile lets an observer see, and says which rule it breaks.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "port/turnstile/words.h"
#include "spec/turnstile/rules.h"

namespace spec::turnstile {

inline constexpr std::uint8_t nothing = 0xff;

// Flat, and without instants: how long it has been unlocked ends one beyond the wait.
struct JudgeState {
  bool unlocked = false;
  std::uint8_t owed = nothing;   // A command,
  std::uint8_t cause = nothing;  // and the last event.
  std::uint8_t zero = 0;
  std::int32_t unlocked_ms = 0;
  bool operator==(const JudgeState&) const = default;
};

struct Broken {
  std::size_t rule;
  std::optional<port::turnstile::Command> want, got;
};

struct Findings {
  Exercised exercised;
  std::optional<Broken> broken;  // The first counts.
};

class Judge {
 public:
  explicit Judge(std::int32_t wait_ms) : wait_ms_(wait_ms) {}

  void see(JudgeState& state, port::turnstile::Event event, Findings& out) const;
  void see(JudgeState& state, port::turnstile::Command command, Findings& out) const;
  void see(JudgeState& state, port::turnstile::TimePassed passed, Findings& out) const;
  // An engine has said all that it says of an event: nothing may be owed any more.
  void settle(const JudgeState& state, Findings& out) const;
  // Nothing can happen any more.
  void end(const JudgeState& state, Findings& out) const;

 private:
  std::int32_t wait_ms_;
};

}  // namespace spec::turnstile
