#include "sim/modality/setup.h"

#include "port/check.h"

namespace sim::modality {
namespace {

std::size_t alternatives(const Setup& setup, const Plan& plan) {
  switch (setup.stage) {
    case SetupStage::Call: return plan.calls.size();
    case SetupStage::Stack: return 1 + plan.start_kinds.size();
    case SetupStage::Documents: return plan.start_documents.size();
    case SetupStage::Index: return plan.start_index.size();
    case SetupStage::Done: break;
  }
  return 0;
}

void apply_start(const Start& start, Ide& ide, IdeAgenda& agenda, const Plan& plan) {
  IdeTurn turn(ide, agenda, plan.latencies);
  Notices unseen;  // What was there before the call nobody reports.
  for (const auto kind : start.stack) {
    unseen.clear();
    turn.open(kind, unseen);
  }
  CHECK(start.documents.size() <= documents_max);
  for (std::size_t i = 0; i < start.documents.size(); ++i) ide.documents[i] = start.documents[i];
  ide.configured = start.configured;
}

void start_index(Index index, Ide& ide, IdeAgenda& agenda, const Plan& plan) {
  if (index == Index::Smart) return;
  Notices unseen;
  IdeTurn(ide, agenda, plan.latencies).start_indexing(index, unseen);
}

// Moves on over stages that leave nothing to choose.
void settle(Setup& setup, Ide& ide, IdeAgenda& agenda, const Plan& plan) {
  if (setup.stage == SetupStage::Stack && setup.entries_left == 0)
    setup.stage = SetupStage::Documents;
  if (setup.stage == SetupStage::Documents && plan.start_documents.empty())
    setup.stage = SetupStage::Index;
  if (setup.stage == SetupStage::Index && plan.start_index.empty()) {
    start_index(plan.start.index, ide, agenda, plan);
    setup.stage = SetupStage::Done;
  }
  agenda.cancel(slot::setup);
  if (setup.stage != SetupStage::Done) agenda.schedule(slot::setup, {0, 0});
}

}  // namespace

void begin_setup(Setup& setup, Ide& ide, IdeAgenda& agenda, const Plan& plan) {
  CHECK(!plan.calls.empty());
  // An alternative is one byte, and a program's number is one more than its alternative.
  CHECK(plan.calls.size() <= 256);
  CHECK(plan.alphabet.size() < program_of(runs_max - 1) - 1u);
  CHECK(plan.another.size() < runs_max);
  apply_start(plan.start, ide, agenda, plan);
  setup.entries_left = plan.bounds.entries;
  agenda.schedule(slot::setup, {0, 0});
}

void setup_choices(const Setup& setup, const Plan& plan, Choices& out) {
  for (std::size_t i = 0; i < alternatives(setup, plan); ++i)
    out.push_back({slot::setup, static_cast<std::uint8_t>(i), 0, 0});
}

const Plan::Call* set_up(Setup& setup, Ide& ide, IdeAgenda& agenda, const Plan& plan,
                         const Choice& choice) {
  Notices unseen;
  const auto taken = choice.alternative;
  switch (setup.stage) {
    case SetupStage::Call:
      setup.call = taken;
      setup.stage = SetupStage::Stack;
      break;
    case SetupStage::Stack:
      // "No more" is one alternative, so that fewer entries are not counted twice.
      setup.entries_left = taken == 0 ? 0 : static_cast<std::uint8_t>(setup.entries_left - 1);
      if (taken > 0)
        IdeTurn(ide, agenda, plan.latencies).open(plan.start_kinds[taken - 1u], unseen);
      break;
    case SetupStage::Documents: {
      const auto& documents = plan.start_documents[taken];
      for (std::size_t i = 0; i < documents.size(); ++i) ide.documents[i] = documents[i];
      setup.stage = SetupStage::Index;
      break;
    }
    case SetupStage::Index:
      start_index(plan.start_index[taken], ide, agenda, plan);
      setup.stage = SetupStage::Done;
      break;
    case SetupStage::Done: CHECK(setup.stage != SetupStage::Done);
  }
  settle(setup, ide, agenda, plan);
  if (setup.stage != SetupStage::Done) return nullptr;
  const auto* call = &plan.calls[setup.call];
  setup.call = 0;
  return call;
}

std::uint64_t worlds_covered(const Plan& plan) {
  const auto sequences = [](std::uint64_t letters, unsigned most) {
    std::uint64_t all = 1, exactly = 1;
    for (unsigned length = 1; length <= most; ++length) all += exactly *= letters;
    return all;
  };
  const auto some = [](std::size_t count) { return count == 0 ? 1 : std::uint64_t{count}; };
  std::uint64_t beside = 1;
  for (const auto& another : plan.another)
    beside *= another.calls.size() * sequences(plan.alphabet.size(), another.steps);
  return plan.calls.size() * beside * sequences(plan.start_kinds.size(), plan.bounds.entries) *
         some(plan.start_documents.size()) * some(plan.start_index.size()) *
         sequences(plan.alphabet.size(), plan.bounds.steps) *
         sequences(plan.free_background.size(), plan.bounds.background);
}

}  // namespace sim::modality
