// Two-phase commit (Gray and Lamport, "Consensus on transaction commit", 2006), after the
// specification TwoPhase.tla in the TLA+ examples. Published counts of its states check the
// search; steps that change nothing are left out, which does not change them.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "sim/search/model.h"
#include "sim/state/digest.h"

namespace sim {

class TwoPhaseCommit {
 public:
  enum class Coordinator : std::uint8_t { Deciding, Committed, Aborted };
  enum class Action : std::uint8_t {
    Prepare,
    Receive,
    Commit,
    Abort,
    Refuse,
    ObeyCommit,
    ObeyAbort
  };

  // Four sets of resource managers, then the coordinator, in one word: writing fields and
  // then hashing them all at once would make the processor wait. A manager that has sent
  // Prepared is prepared until it is committed or aborted; before, it is working. Messages
  // are never lost, so those of the coordinator need no field.
  struct State {
    std::uint64_t bits = 0;
    bool operator==(const State&) const = default;
  };

  struct Tally {
    std::array<std::uint64_t, 7> actions{};
    void merge(const Tally& other) {
      for (std::size_t i = 0; i < actions.size(); ++i) actions[i] += other.actions[i];
    }
    bool operator==(const Tally&) const = default;
  };

  // One to 15 resource managers. Faulty ones may abort after they have sent Prepared.
  explicit TwoPhaseCommit(std::uint32_t resources, bool faulty = false)
      : all_((1u << resources) - 1u), faulty_(faulty) {}

  State initial() const { return {}; }

  void choices(const State& state, Choices& out) const {
    const std::uint32_t sent = members(state, Set::Sent);
    const std::uint32_t committed = members(state, Set::Committed);
    const std::uint32_t aborted = members(state, Set::Aborted);
    const std::uint32_t undecided = all_ & ~(committed | aborted);
    offer(Action::Prepare, undecided & ~sent, out);
    offer(Action::Refuse, faulty_ ? undecided : undecided & ~sent, out);
    const std::uint32_t received = members(state, Set::Received);
    switch (coordinator(state)) {
      case Coordinator::Deciding:
        offer(Action::Receive, sent & ~received, out);
        if (received == all_) offer(Action::Commit, 1, out);
        offer(Action::Abort, 1, out);
        break;
      case Coordinator::Committed: offer(Action::ObeyCommit, all_ & ~committed, out); break;
      case Coordinator::Aborted: offer(Action::ObeyAbort, all_ & ~aborted, out); break;
    }
  }

  void apply(State& state, const Choice& choice, Tally& tally) const {
    ++tally.actions[choice.slot];
    const std::uint32_t who = choice.alternative;
    switch (static_cast<Action>(choice.slot)) {
      case Action::Prepare: add(state, Set::Sent, who); break;
      case Action::Receive: add(state, Set::Received, who); break;
      case Action::Commit: decide(state, Coordinator::Committed); break;
      case Action::Abort: decide(state, Coordinator::Aborted); break;
      case Action::Refuse:
      case Action::ObeyAbort:
        add(state, Set::Aborted, who);
        remove(state, Set::Committed, who);
        break;
      case Action::ObeyCommit:
        add(state, Set::Committed, who);
        remove(state, Set::Aborted, who);
        break;
    }
  }

  std::uint64_t digest(const State& state) const { return sim::digest(state); }

  // Ended when nobody has anything left to do; broken when not all agree.
  Status status(const State& state) const {
    const std::uint32_t committed = members(state, Set::Committed);
    const std::uint32_t aborted = members(state, Set::Aborted);
    if (committed != 0 && aborted != 0) return Status::Broken;
    const bool decided = coordinator(state) != Coordinator::Deciding;
    return decided && (committed | aborted) == all_ ? Status::Final : Status::Running;
  }

  // The coordinator's verdict, as soon as there is one.
  std::uint8_t cell(const State& state) const {
    if (coordinator(state) == Coordinator::Deciding) return no_cell;
    return coordinator(state) == Coordinator::Committed ? 0 : 1;
  }

  bool equal(const State& a, const State& b) const { return a == b; }

 private:
  enum class Set : std::uint8_t { Sent = 0, Received = 15, Committed = 30, Aborted = 45 };
  static constexpr std::uint32_t coordinator_at = 60;

  static Coordinator coordinator(const State& state) {
    return static_cast<Coordinator>(state.bits >> coordinator_at);
  }
  static void decide(State& state, Coordinator verdict) {
    state.bits |= static_cast<std::uint64_t>(verdict) << coordinator_at;
  }
  std::uint32_t members(const State& state, Set set) const {
    return static_cast<std::uint32_t>(state.bits >> static_cast<std::uint32_t>(set)) & all_;
  }
  static void add(State& state, Set set, std::uint32_t who) {
    state.bits |= std::uint64_t{1} << (static_cast<std::uint32_t>(set) + who);
  }
  static void remove(State& state, Set set, std::uint32_t who) {
    state.bits &= ~(std::uint64_t{1} << (static_cast<std::uint32_t>(set) + who));
  }
  static void offer(Action action, std::uint32_t who, Choices& out) {
    for (; who != 0; who &= who - 1)
      out.push_back({.slot = static_cast<std::uint8_t>(action),
                     .alternative = static_cast<std::uint8_t>(std::countr_zero(who))});
  }

  std::uint32_t all_;
  bool faulty_;
};

}  // namespace sim
