#include "conformance/joint/area.h"

#include "ack/lies.h"
#include "conformance/ack/area.h"
#include "conformance/area/typed_area.h"
#include "conformance/modality/area.h"
#include "joint/search.h"
#include "joint/story.h"
#include "sim/joint/scenario.h"
#include "spec/ack/rules.h"
#include "spec/modality/rules.h"

namespace conformance {

template <>
const Area& area_of_type<sim::joint::Plan>() {
  return joint::area();
}
template <>
const Area& area_of_type<sim::joint::Expectation>() {
  return joint::area();
}

namespace joint {
namespace {

AreaFacts joint_facts() {
  return {.name = "joint",
          .says =
              "A tool that is called while the modality policy runs in the same IDE. It has no "
              "rules of its own: its scenarios are judged in the gates of both.",
          .rule_prefix = {},
          .rules = {},
          .rule_of_no_end = "MOD-91",
          .parts = {&modality::area(), &ack::area()},
          .has_gate = false};
}

class JointArea final : public TypedArea<sim::joint::Scenario, sim::joint::Outcome> {
 public:
  JointArea() : TypedArea(joint_facts()) {}

  AnyPlan part_of(const AnyPlan& plan, const Area& part) const override {
    const auto& both = plan.as<Plan>();
    if (&part == &ack::area()) return both.tool;
    return both.policy;
  }

  // A tool's table decides what is right, so it stays as it is.
  sim::ShrinkWords shrink_words() const override {
    auto out = modality::area().shrink_words();
    const auto tool = ack::area().shrink_words();
    out.kept.insert(out.kept.end(), {"area", "tool/revision"});
    out.simpler.insert(out.simpler.end(), tool.simpler.begin(), tool.simpler.end());
    out.steps = tool.steps;
    return out;
  }
  // There is always one call of a tool.
  std::vector<RunPart> parts_of(const PlanRef& ref) const override {
    return modality::area().parts_of(ref.as<Plan>().policy);
  }

  // A mutant takes the place of the engine whose mutant it is.
  std::unique_ptr<const AnyModel> model(const PlanRef& ref,
                                        const Candidate& subject) const override {
    const auto& plan = ref.as<Plan>();
    const bool of_policy = is_subject(plan.policy, subject.name);
    const auto judged = [&](bool it) {
      return Candidate(it ? subject.name : "engine", subject.rules);
    };
    return model_of(plan, judged(of_policy), judged(!of_policy));
  }

  std::vector<std::string> unexpected_lies(const AnyExpectation& expect,
                                           std::uint8_t lies) const override {
    return ack::unexpected_classes(expect.get<Expectation>()->classes, lies);
  }
  std::string short_text(const AnyModel::Outcome& any) const override {
    const auto outcome = typed(any);
    AnyModel::Outcome call;
    std::memcpy(call.bytes.data(), &outcome.call, sizeof(outcome.call));
    return modality::area().short_text(call) + "; tool " + sim::ack::show(outcome.tool);
  }
  const StoryWords& story_words() const override { return words_of_story(); }

 protected:
  Loaded read_typed(const sim::ParsedFile& file) const override {
    return sim::joint::read_scenario(file);
  }
};

}  // namespace

const Area& area() {
  static const JointArea the_area;
  return the_area;
}

}  // namespace joint
}  // namespace conformance
