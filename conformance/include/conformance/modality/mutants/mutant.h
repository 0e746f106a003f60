// Deliberately broken engines: each has one defect that somebody reported or that a rule
// forbids, and must be caught by the rule that it names.
//
// A mutant is a flat decorator: it rewrites options, and drops, adds, delays or alters
// events and commands. The engine itself carries no test switches.
#pragma once
#include <cstdint>
#include <span>

#include "conformance/area/mutants.h"
#include "engine/modality/engine.h"
#include "port/modality/facts.h"

namespace conformance::modality {

// Position in mutants(); no order is promised.
enum class MutantId : std::uint16_t;
std::span<const MutantLine> mutants();
MutantId id_of(const MutantLine& mutant);

// What a mutant remembers beside its engine; each uses of it what it needs.
struct MutantMemory {
  std::uint8_t stage = 0;  // How far a detour of its own is, or what it waits for.
  std::uint8_t count = 0;
  std::uint8_t dialog = 0;
  std::uint8_t value = 0;  // Something read or asked for before.
  bool operator==(const MutantMemory&) const = default;
};

// Keeps the contract of engine::modality::Engine towards its driver: operations that it
// asks for may be answered, and an answer that its engine no longer wants is passed over.
class Mutant {
 public:
  Mutant() = default;
  // `id` comes from mutants().
  Mutant(const port::modality::Limits& limits, MutantId id);

  void step(const port::modality::Event& event, port::modality::Commands& out);
  // Some listen to what an engine is not told: what the IDE does when nobody looks.
  void overhear(port::Instant at, const port::modality::Fact& fact, port::modality::Commands& out);
  // Or of another run in the IDE.
  void overhear(port::Instant at, const port::modality::Happening& what,
                const port::modality::Commands& commands, port::modality::Commands& out);
  void rebase(port::Instant now);

  const engine::modality::Engine& engine() const { return engine_; }
  const MutantMemory& memory() const { return memory_; }
  MutantId id() const { return id_; }
  bool operator==(const Mutant&) const = default;

 private:
  engine::modality::Engine engine_;
  MutantMemory memory_;
  MutantId id_{};
  std::uint8_t skipped_ = 0;  // Artifacts that the engine counts and nobody took.
  std::uint8_t zero_ = 0;
};

}  // namespace conformance::modality
