#include "conformance/joint/area.h"

#include "ack/lies.h"
#include "conformance/ack/area.h"
#include "conformance/appserver/area.h"
#include "conformance/area/typed_area.h"
#include "conformance/modality/area.h"
#include "joint/plans.h"
#include "sim/joint/scenario.h"
#include "spec/ack/rules.h"
#include "spec/modality/rules.h"

namespace conformance::joint {
namespace {

AreaFacts joint_facts() {
  return {.name = "joint",
          .description =
              "An agent with its client, an IDE that its tools call, and an action tool beside: "
              "one world, one clock. It has no rules of its own: each part is judged by those of "
              "its area, and the whole by what has to be true whatever comes of it.",
          .rule_prefix = {},
          .rules = {},
          .parts = {&modality::area(), &ack::area(), &appserver::area()}};
}

// In microseconds of one processor, measured once. It balances shards and decides nothing.
constexpr std::uint64_t row_cost = 60'000;

class Worlds final : public AreaWorlds {
 public:
  Worlds() : AreaWorlds({.of = "an agent, its client and the IDE", .forms = {"joint:sweeps"}}) {}

  std::vector<std::string> names() const override {
    std::vector<std::string> out;
    for (const auto& world : table_worlds()) out.push_back(world.name);
    return out;
  }
  NamedWorld named(std::string_view name) const override {
    auto out = AreaWorlds::named(name);
    if (out.plan) out.expect = nothing_untrue();
    return out;
  }
  AreaTable table(const TableRequest&) const override {
    AreaTable out;
    for (const auto& [name, says, plan] : table_worlds()) {
      out.units.push_back(
          {.name = "row/" + says,
           .cost = row_cost,
           .rows = {{static_cast<std::uint32_t>(out.rows.size()), 1}},
           .searches = {{.world = name, .plan = plan, .expect = nothing_untrue()}}});
      out.rows.push_back({.name = says});
    }
    return out;
  }

  // A mutant takes the place of the engine whose mutant it is.
  std::unique_ptr<const AnyModel> model(const PlanRef& ref,
                                        const Candidate& subject) const override {
    const auto& plan = ref.as<sim::joint::Plan>();
    const auto judged = [&](bool it) {
      return Candidate(it ? subject.name : "engine", subject.rules);
    };
    return model_of(plan, judged(is_subject(plan.policy, subject.name)),
                    judged(plan.tool && is_subject(plan.tool->plan, subject.name)),
                    judged(plan.talk && is_subject(plan.talk->plan, subject.name)));
  }
  std::string row_concerned(const PlanRef& ref, const Rerun& run, bool of_row) const override {
    const auto& plan = ref.as<sim::joint::Plan>();
    return plan.tool ? ack::area().worlds().row_concerned(plan.tool->plan, run, of_row) : "";
  }
  // Of its parts each is judged by itself, and that of the tool alone is chosen by what happens.
  std::string lacking(const AnyPlan& any, const Candidate& subject) const override {
    const auto& plan = any.as<sim::joint::Plan>();
    return plan.tool && is_subject(plan.tool->plan, subject.name)
               ? ack::area().worlds().lacking(plan.tool->plan, subject)
               : std::string();
  }
  std::optional<AnyPlan> left_of(const PlanRef& ref, const Candidate& subject) const override {
    auto plan = ref.as<sim::joint::Plan>();
    if (!plan.tool || !is_subject(plan.tool->plan, subject.name)) return std::nullopt;
    const auto left = ack::area().worlds().left_of(plan.tool->plan, subject);
    if (!left) return std::nullopt;
    plan.tool->plan = left->as<sim::ack::Plan>();
    return plan;
  }
  bool has_part(const AnyPlan& any, const Area& part) const override {
    const auto& plan = any.as<sim::joint::Plan>();
    if (&part == &ack::area()) return plan.tool.has_value();
    return &part != &appserver::area() || plan.talk.has_value();
  }
  std::vector<std::string> faults_of(const PlanRef& ref) const override {
    const auto& plan = ref.as<sim::joint::Plan>();
    return plan.talk ? appserver::area().worlds().faults_of(plan.talk->plan)
                     : std::vector<std::string>{};
  }
  AnyPlan part_of(const AnyPlan& plan, const Area& part) const override {
    const auto& all = plan.as<sim::joint::Plan>();
    if (&part == &ack::area()) return all.tool->plan;
    if (&part == &appserver::area()) return all.talk->plan;
    return all.policy;
  }

 private:
  std::optional<AnyPlan> find_plan(std::string_view name) const override {
    for (const auto& world : table_worlds())
      if (world.name == name) return world.plan;
    return std::nullopt;
  }
};

class Files final
    : public TypedFiles<sim::joint::Scenario, sim::joint::Outcome, sim::joint::scenarios> {
 public:
  // A tool's table decides what is right, so it stays as it is.
  sim::ShrinkWords shrink_words() const override {
    auto out = modality::area().files().shrink_words();
    const auto tool = ack::area().files().shrink_words();
    out.kept.emplace_back("tool/revision");
    out.simpler.insert(out.simpler.end(), tool.simpler.begin(), tool.simpler.end());
    out.steps = tool.steps;
    return out;
  }
  // There is always one call of a tool.
  std::vector<RunPart> parts_of(const PlanRef& ref) const override {
    const auto& plan = ref.as<sim::joint::Plan>();
    auto out = modality::area().files().parts_of(plan.policy);
    if (!plan.talk) return out;
    for (auto& part : appserver::area().files().parts_of(plan.talk->plan))
      out.push_back(std::move(part));
    return out;
  }
  std::vector<std::string> unexpected_lies(const AnyExpectation& expect,
                                           std::uint16_t lies) const override {
    return ack::unexpected_classes(expect.get<sim::joint::Expectation>()->classes, lies);
  }
};

class Checks final : public AreaChecks {
 public:
  Checks() : AreaChecks({.hang_rule = "MOD-91"}) {}
};

class Words final : public TypedWords<sim::joint::Scenario, sim::joint::Outcome> {
 public:
  const StoryWords& story() const override { return words_of_story(); }
  std::string short_text(const AnyModel::Outcome& any) const override {
    const auto outcome = typed<sim::joint::Outcome>(any);
    if (outcome.talk != sim::appserver::Outcome{}) return sim::joint::show(outcome);
    AnyModel::Outcome call;  // As that area has it.
    std::memcpy(call.bytes.data(), &outcome.call, sizeof(outcome.call));
    return modality::area().words().short_text(call) + "; tool " + sim::ack::show(outcome.tool);
  }
};

}  // namespace

const Area& area() {
  static const Area& the_area = made_area<Worlds, Files, Checks, Words>(joint_facts());
  return the_area;
}

}  // namespace conformance::joint
