// The judged model that a plan and the name of a subject stand for. Whatever is written for
// any judged model works in every area.
#pragma once
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "conformance/ack_judged.h"
#include "conformance/ack_mutant.h"
#include "conformance/any_plan.h"
#include "conformance/judged.h"
#include "engine/check.h"
#include "subject.h"

namespace conformance {

// use(model) with a model of JudgedWorlds. The subject must exist: is_subject().
template <class Use>
auto with_model(const sim::Plan& plan, std::string_view subject, Use use) {
  return with_subject(subject, plan.limits, [&](const auto& engine) {
    return use(JudgedWorlds<std::decay_t<decltype(engine)>>(plan, engine));
  });
}

template <class Use>
auto with_model(const sim::acks::Plan& plan, std::string_view subject, Use use) {
  const auto revision =
      plan.table->revision == "r2" ? spec::ack::Revision::R2 : spec::ack::Revision::R1;
  if (subject == "engine") {
    const engine::ack::Engine engine(*plan.table);
    return use(acks::JudgedWorlds<engine::ack::Engine>(plan, engine, revision));
  }
  CHECK(subject.starts_with(mutant_prefix));
  const auto* mutant = acks::find_mutant(subject.substr(mutant_prefix.size()));
  CHECK(mutant != nullptr);
  const auto id = static_cast<std::size_t>(mutant - acks::mutants().data());
  const acks::Mutant broken(acks::table_for(id, *plan.table),
                            {.engine = {}, .id = static_cast<std::uint8_t>(id)});
  return use(acks::JudgedWorlds<acks::Mutant>(plan, broken, revision));
}

template <class Use>
auto with_model(const PlanRef& plan, std::string_view subject, Use use) {
  return plan.visit([&](const auto& one) { return with_model(one, subject, use); });
}

}  // namespace conformance
