// The judged model that a plan of tool calls and the name of a subject stand for.
#pragma once
#include <string_view>
#include <type_traits>

#include "conformance/ack/judged.h"
#include "conformance/ack/mutants/mutant.h"
#include "conformance/ack/plans.h"
#include "conformance/run/plan.h"
#include "engine/ack/engine.h"
#include "port/check.h"

namespace conformance::ack {

// use(engine) with engine::ack::Engine for "engine" and Mutant for "mutant:NAME", which must exist.
template <class Use>
auto with_subject(std::string_view subject, const port::ack::Table& table, Use use) {
  if (subject == "engine") return use(engine::ack::Engine(table));
  CHECK(subject.starts_with(mutant_prefix));
  const auto* mutant = find_mutant(subject.substr(mutant_prefix.size()));
  CHECK(mutant != nullptr);
  return use(made(*mutant, table));
}

// use(model) with a model of JudgedWorlds.
template <class Use>
auto with_model(const sim::ack::Plan& plan, std::string_view subject, Use use) {
  return with_subject(subject, *plan.table, [&](const auto& engine) {
    return use(JudgedWorlds<std::decay_t<decltype(engine)>>(plan, engine, revision_of(plan)));
  });
}

}  // namespace conformance::ack
