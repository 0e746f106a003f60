#include "turnstile/subjects.h"

#include <algorithm>
#include <array>

#include "engine/turnstile/engine.h"
#include "port/check.h"

namespace conformance::turnstile {
namespace {

using port::turnstile::Command;
using port::turnstile::Commands;
using port::turnstile::Event;

void drop(Command command, Commands& commands) {
  const auto* found = std::ranges::find(commands, command);
  if (found != commands.end()) commands.erase(static_cast<std::size_t>(found - commands.begin()));
}

// Alters what the engine does; `scratch` is the mutant's own, and part of its state.
struct Mutant {
  MutantLine line;
  void (*alter)(Event event, std::uint8_t& scratch, Commands& commands);
};
const std::array mutants{
    Mutant{{"keeps_second_coin", "TUR-01", "turnstile/second_coin", "does not give a coin back"},
           [](Event, std::uint8_t&, Commands& commands) { drop(Command::GiveBack, commands); }},
    Mutant{{"stays_unlocked", "TUR-02", "", "does not lock behind a visitor"},
           [](Event event, std::uint8_t&, Commands& commands) {
             if (event == Event::Push) drop(Command::Lock, commands);
           }},
    Mutant{{"keeps_old_wait", "TUR-03", "turnstile/old_wait",
            "does not begin a wait while an earlier one goes on"},
           [](Event event, std::uint8_t& waits, Commands& commands) {
             if (event == Event::Woken) waits = 0;
             if (std::ranges::count(commands, Command::Wake) == 0) return;
             if (waits != 0) drop(Command::Wake, commands);
             waits = 1;
           }},
};

class Stepping final : public sim::turnstile::Subject {
 public:
  explicit Stepping(const Mutant* mutant) : mutant_(mutant) {}

  Commands step(sim::turnstile::SubjectState& state, Event event) const override {
    engine::turnstile::State engine{state.bytes[0] != 0};
    auto out = engine::turnstile::step(engine, event);
    state.bytes[0] = engine.unlocked ? 1 : 0;
    if (mutant_ != nullptr) mutant_->alter(event, state.bytes[1], out);
    return out;
  }

 private:
  const Mutant* mutant_;  // Null: it is the engine.
};

}  // namespace

std::shared_ptr<const sim::turnstile::Subject> subject_named(std::string_view name) {
  if (name == "engine") return std::make_shared<Stepping>(nullptr);
  CHECK(name.starts_with(mutant_prefix));
  name.remove_prefix(mutant_prefix.size());
  const auto* found =
      std::ranges::find(mutants, name, [](const auto& row) { return row.line.name; });
  CHECK(found != mutants.end());
  return std::make_shared<Stepping>(found);
}

std::vector<MutantLine> mutant_lines() {
  std::vector<MutantLine> out;
  for (const auto& mutant : mutants) out.push_back(mutant.line);
  return out;
}

}  // namespace conformance::turnstile
