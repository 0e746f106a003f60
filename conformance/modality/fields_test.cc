#include "conformance/modality/judged.h"
#include "conformance/modality/mutants/mutant.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <set>
#include <string>
#include <type_traits>

#include "conformance/modality/plans.h"
#include "modality/subject.h"
#include "sim/search/random.h"

namespace conformance::modality {
namespace {

std::string value(const sim::Fields& fields, std::string_view name) {
  const auto* found = sim::find_field(fields, name);
  return found == nullptr ? "no such field" : *found;
}

// Bytes that are there in place of padding.
std::set<std::size_t> padding(const JudgedWorld& state) {
  const auto* begin = reinterpret_cast<const std::byte*>(&state);
  std::set<std::size_t> out;
  const auto add = [&](const auto& zero) {
    const auto* at = reinterpret_cast<const std::byte*>(&zero);
    for (std::size_t i = 0; i < sizeof(zero); ++i)
      out.insert(static_cast<std::size_t>(at + i - begin));
  };
  add(state.zero);
  add(state.world.setup.zero);
  const auto* mutant = reinterpret_cast<const std::byte*>(&state.world.subject);
  add(state.judge.zero);
  for (std::size_t i = 1; i <= 3; ++i)
    out.insert(static_cast<std::size_t>(mutant - begin) + sizeof(Mutant) - i);
  return out;
}

// Flips each byte of the state, one at a time, in two ways.
void expect_a_name_for_every_byte(const JudgedWorld& state) {
  const auto before = fields(state);
  const auto skipped = padding(state);
  for (std::size_t at = 0; at < sizeof(state); ++at) {
    if (skipped.contains(at)) continue;
    for (const auto flip : {std::byte{0x01}, std::byte{0x80}}) {
      JudgedWorld other = state;
      reinterpret_cast<std::byte*>(&other)[at] ^= flip;
      ASSERT_NE(fields(other), before) << "byte " << at << " of " << sizeof(state);
    }
  }
}

void expect_complete(const sim::modality::Plan& plan, std::string_view subject,
                     std::uint64_t runs) {
  const auto model = judged_worlds(plan, subject);
  sim::ModelRun<JudgedWorlds> run(model);
  std::size_t looked_at = 0;
  std::size_t taken = 0;
  for (std::uint64_t k = 0; k < runs; ++k) {
    run.restart(model);
    sim::Picker picker({}, 0, sim::Rng(11).fork(k));
    sim::random_run(model, picker, 200, run,
                    [&](const auto&, const sim::Choice&, const auto& after) {
                      if (taken++ % 9 != 0 || ::testing::Test::HasFatalFailure()) return;
                      expect_a_name_for_every_byte(after);
                      ++looked_at;
                    });
  }
  EXPECT_GT(looked_at, 20u);
}

TEST(Fields, NameEveryByteOfAWorld) {
  const auto plan = sampled_plan(0);
  expect_complete(plan, "engine", 40);
}

TEST(Fields, NameEveryByteOfAMutantsWorld) {
  const auto plan = table_plan(Budget::Quick);
  expect_complete(plan, "mutant:" + std::string(mutants()[7].name), 40);
}

TEST(Fields, HaveTheSameNamesInEveryWorldEachOnce) {
  const auto plan = sampled_plan(3);
  const auto model = judged_worlds(plan, "engine");
  const auto names = [](const sim::Fields& all) {
    std::vector<std::string> out;
    for (const auto& field : all) out.push_back(field.name);
    return out;
  };
  const auto wanted = names(fields(model.initial()));
  EXPECT_EQ(std::set<std::string>(wanted.begin(), wanted.end()).size(), wanted.size());
  sim::Picker picker({}, 0, sim::Rng(3));
  sim::random_run(model, picker, 200, [&](const auto&, const sim::Choice&, const auto& after) {
    EXPECT_EQ(names(fields(after)), wanted);
  });
}

TEST(Fields, HaveValuesThatAPersonCanRead) {
  const auto plan = table_plan(Budget::Quick);
  const auto model = judged_worlds(plan, "engine");
  auto state = model.initial();
  state.world.ide.stack.push_back({.id = {}, .kind = sim::modality::EntryKind::Progress});
  state.world.ide.stack.push_back({.id = {2}, .kind = sim::modality::EntryKind::Closable});
  state.world.agenda.schedule(sim::modality::slot::timer + 3, {500, 500});
  state.world.agenda.schedule(sim::modality::slot::entry + 1, {0, sim::never});
  state.judge.set(spec::modality::Flag::Syncs);
  state.judge.set(spec::modality::Flag::Dumb);
  const auto all = fields(state);
  EXPECT_EQ(value(all, "engine.phase"), "Idle");
  EXPECT_EQ(value(all, "engine.limits.monitor_period"), "1.000s");
  EXPECT_EQ(value(all, "engine.sweep[0].dialog"), "-");
  EXPECT_EQ(value(all, "ide.stack[0].dialog"), "-");
  EXPECT_EQ(value(all, "ide.stack[1].dialog"), "d2");
  EXPECT_EQ(value(all, "ide.stack[1].kind"), "closable");
  EXPECT_EQ(value(all, "ide.stack[1].state"), "Showing");
  EXPECT_EQ(value(all, "ide.stack[2].kind"), "-");
  EXPECT_EQ(value(all, "agenda.timer.Tick"), "[0.500s, 0.500s]");
  EXPECT_EQ(value(all, "agenda.entry[1]"), "[0.000s, never]");
  EXPECT_EQ(value(all, "agenda.script"), "-");
  EXPECT_EQ(value(all, "judge.flags"), "{Syncs Dumb}");
  EXPECT_EQ(value(all, "broken"), "-");
}

TEST(Fields, DifferencesAreThoseOfNamesThatBothHave) {
  const sim::Fields before{{"a", "1"}, {"b", "2"}, {"c", "3"}};
  const sim::Fields after{{"b", "2"}, {"new", "7"}, {"a", "4"}};
  const std::vector<sim::FieldChange> wanted{{"a", "1", "4"}};
  EXPECT_EQ(sim::changes(before, after), wanted);
  EXPECT_EQ(sim::FieldWriter::seconds(-1'500), "-1.500s");
}

}  // namespace
}  // namespace conformance::modality
