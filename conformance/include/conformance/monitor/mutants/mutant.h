// Deliberately broken monitors: each has one defect that somebody reported or that a rule forbids,
// and must be caught by the rule that it names.
//
// A mutant is a flat decorator with limits of its own: it drops, adds and alters events and
// commands, or what a driver has beside the engine. The engine itself carries no test switches.
// Broken IDEs are the simulated ones with a fault.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/area/mutants.h"
#include "engine/monitor/decode.h"
#include "engine/monitor/engine.h"
#include "sim/monitor/plan.h"

namespace conformance::monitor {

using Engine = engine::monitor::BasicEngine<engine::monitor::Small>;

// The position in this list is the mutant's id; no order is promised.
std::span<const MutantLine> mutants();

// What a mutant remembers beside its engine; each uses of it what it needs.
struct MutantState {
  Engine::State engine;
  std::uint32_t number = 0;
  std::uint8_t id = 0;
  std::uint8_t stage = 0;
  std::uint16_t connection = 0;
  bool operator==(const MutantState&) const = default;
};

// As the engine towards its driver.
class Mutant {
 public:
  Mutant(const engine::monitor::Limits& limits, std::uint32_t seed, const MutantState& state)
      : engine_(limits, seed, state.engine), state_(state) {}

  void step(const port::monitor::Event& event, port::monitor::Commands& out);
  const MutantState& state() const { return state_; }
  const engine::monitor::Limits& limits() const { return engine_.limits(); }
  std::uint32_t seed() const { return engine_.seed(); }

 private:
  Engine engine_;
  MutantState state_;
};

// As every run finds it.
MutantState made(const MutantLine& mutant);
// By which it works where the engine works by `usual`.
engine::monitor::Limits limits_of(const MutantLine& mutant, const engine::monitor::Limits& usual);
// Of a broken IDE; None: it is a monitor that is broken.
sim::monitor::Fault fault_of(const MutantLine& mutant);

// What the lines of a stream are that comes in these pieces, as `orrery watch` reads it.
std::vector<port::monitor::LineKind> read_stream(std::span<const std::string_view> pieces);

// What a driver has beside its engine, each as a function that a mutant may replace.
struct Parts {
  engine::monitor::MarkerText (*decode_marker)(std::string_view bytes, port::monitor::Pid of_file,
                                               engine::monitor::Texts& texts) =
      engine::monitor::decode_marker;
  engine::monitor::StreamLine (*decode_line)(std::string_view text) = engine::monitor::decode_line;
  std::vector<port::monitor::LineKind> (*read_stream)(std::span<const std::string_view> pieces) =
      monitor::read_stream;
  engine::monitor::About (*decode_about)(std::uint16_t status,
                                         std::string_view body) = engine::monitor::decode_about;
  std::string (*stream_of_sse)(std::string_view sse) = engine::monitor::stream_of_sse;
  std::optional<std::string> (*authorization_of)(std::string_view token) =
      engine::monitor::authorization_of;
  std::optional<port::monitor::Pid> (*pid_of_name)(std::string_view name) =
      engine::monitor::pid_of_name;
  std::optional<port::monitor::Stamp> (*stamp_of)(std::string_view text) =
      engine::monitor::stamp_of;
  std::optional<engine::monitor::Origin> (*origin_of)(std::string_view url) =
      engine::monitor::origin_of;
  port::Duration (*pause_after)(const engine::monitor::Limits& limits, std::uint32_t seed,
                                port::monitor::Pid pid,
                                std::uint8_t failures) = engine::monitor::pause_after;
};
// Those of the mutant; of null, those that the engine has.
Parts parts_of(const MutantLine* mutant);

}  // namespace conformance::monitor
