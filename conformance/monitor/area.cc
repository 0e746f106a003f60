#include "conformance/monitor/area.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/area/typed_area.h"
#include "conformance/monitor/checks/check.h"
#include "conformance/monitor/mutants/mutant.h"
#include "conformance/monitor/plans.h"
#include "conformance/run/sample.h"
#include "conformance/run/vectors.h"
#include "conformance/story/run_story.h"
#include "monitor/subject.h"
#include "port/monitor/show.h"
#include "port/vocabulary.h"
#include "sim/program/stepper.h"
#include "sim/program/subject.h"
#include "spec/monitor/judge.h"
#include "spec/monitor/rules.h"

namespace conformance::monitor {
namespace {

// Measured once; in microseconds of one processor. They balance shards and decide nothing.
constexpr std::uint64_t plan_cost = 100'000, full_plan_cost = 3'000'000;

AreaFacts monitor_facts() {
  return {.name = "monitor",
          .description =
              "Running IDEs: found by their marker files and ports, and followed by their "
              "project streams; and the IDEs' end of these.",
          .rule_prefix = "MON",
          .rules = spec::monitor::monitor_rules,
          .clauses = spec::monitor::clause_texts()};
}

constexpr std::array lacks{
    LackWord{"own_server", "addresses of the IDE's own server that somebody wants", "",
             R"("address_wanted":{)"},
    LackWord{"sleep", "machines that sleep, and processes that are stopped for a while", "MON-29",
             R"("slept":{)"}};

WorldFacts world_facts() {
  return {.of = "the monitor",
          .forms = {"monitor:stream", "monitor:full:stream", "monitor:sample:stream"},
          .may_lack = lacks,
          .samples_are_large = true};
}

CheckFacts check_facts() {
  return {.hang_rule = "MON-27",
          .rules_without_runs = spec::monitor::rules_without_runs,
          .scenarios_show_mutants = true,
          .trace_slack = std::chrono::milliseconds(1'000),
          .traces_have_no_head = true,
          .vocabulary = port::vocabulary<port::monitor::Event, port::monitor::Command>(),
          .facts_vocabulary = port::kinds<port::monitor::Fact>(),
          .meanings = &port::monitor::meanings()};
}

// Pauses differ by a subject's own jitter; a timer of a worker that is set for longer is that of
// silence. Half as long and half as long again is allowed (MON-24).
std::optional<VectorWords::Pause> pause_before_try(const nlohmann::json& timer,
                                                   std::int64_t after_ms) {
  if (timer.at("kind") != port::word(port::monitor::TimerKind::Worker) ||
      after_ms == spec::monitor::silence_ms)
    return std::nullopt;
  // Ours is a quarter shorter or longer at most: of these it is one.
  VectorWords::Pause out{after_ms, after_ms};
  for (std::int64_t pause = spec::monitor::pause_least_ms;;
       pause = std::min<std::int64_t>(2 * pause, spec::monitor::pause_most_ms)) {
    if (4 * after_ms >= 3 * pause && 4 * after_ms <= 5 * pause) {
      out.least_ms = std::min(out.least_ms, pause / 2);
      out.most_ms = std::max(out.most_ms, pause + pause / 2);
    }
    if (pause == spec::monitor::pause_most_ms) return out;
  }
}

// Which file is read and which port is probed first, and how often the ports are, is a monitor's
// own affair.
VectorWords words_of_vectors() {
  return {.timers = {"set_timer", "cancel_timer", "timer_fired", "timer", {}},
          .chosen = {{"connect", "answered", "connection"},
                     {"disconnect", {}, "connection"},
                     {{}, "line_read", "connection"},
                     {{}, "ended", "connection"}},
          .owners = {{"ask_head", {}, {}, "MON-51"},
                     {"head_answered", {}, {}, "MON-51"},
                     {"server_shown", {}, {}, "MON-51"},
                     {"port_shown", {}, {}, "MON-33"},
                     {"marker_read", "alive", "false", "MON-09", "connect"}},
          .all_in_any_order = true,
          .pause = pause_before_try,
          .ways = {"read_marker", "probe"}};
}

const StoryWords& words_of_story() {
  constexpr std::size_t user = 0, monitor = 1, ide = 2, machine = 3;
  static const StoryWords words{
      .lanes = {"user", "monitor", "IDE", "machine"},
      .lane_of_actor =
          [](std::string_view actor) {
            if (actor == "user") return user;
            if (actor == "monitor") return monitor;
            return actor == "IDE" ? ide : machine;
          },
      .lane_of =
          [](const Seen& seen) {
            if (seen.is_act()) return monitor;
            if (seen.as<port::monitor::Fact>() != nullptr) return ide;
            const auto* event = seen.as<port::monitor::Event>();
            using namespace port::monitor;
            if (std::holds_alternative<Answered>(*event) ||
                std::holds_alternative<LineRead>(*event) || std::holds_alternative<Ended>(*event))
              return ide;
            const bool asked = std::holds_alternative<Started>(*event) ||
                               std::holds_alternative<Stopped>(*event) ||
                               std::holds_alternative<AddressWanted>(*event);
            return asked ? user : machine;
          },
      .replaces_label = [](const Seen& seen) { return seen.as<port::monitor::Event>() != nullptr; },
      .said_by_label = [](const Seen&, const RerunStep&) { return false; }};
  return words;
}

class Worlds final : public AreaWorlds {
 public:
  Worlds() : AreaWorlds(world_facts()) {}

  std::vector<std::string> names() const override {
    std::vector<std::string> out;
    for (auto& each : plan_names(false)) out.push_back(std::move(each.name));
    return out;
  }
  AreaTable table(const TableRequest& request) const override {
    const bool full = request.budget == Budget::Full;
    AreaTable out{.random = {.quick = 200, .full = 5'000, .nightly = 200'000, .cost = 200}};
    for (std::size_t row = 0; row < sampled_plans(); ++row)
      out.rows.push_back({.name = sampled_name(row), .kind = RowName::Kind::Other});
    for (const auto& [name, says] : plan_names(full)) {
      const auto row = static_cast<std::uint32_t>(out.rows.size());
      auto plan = *plan_named(name);
      const auto worlds = worlds_covered(plan);
      out.rows.push_back({.name = says});
      out.units.push_back(
          {.name = "row/" + says,
           .cost = full ? full_plan_cost : plan_cost,
           .rows = {{row, worlds}},
           .searches = {{.world = name, .plan = std::move(plan), .worlds = worlds}}});
    }
    return out;
  }
  std::size_t sampled_rows(std::string_view) const override { return sampled_plans(); }
  SampledWorld sampled(const SampleRequest& request, std::uint64_t) const override {
    return {.plan = sampled_plan(request.row), .name = sampled_name(request.row)};
  }
  std::unique_ptr<const AnyModel> model(const PlanRef& ref,
                                        const Candidate& subject) const override {
    return model_of(ref.as<sim::monitor::Plan>(), subject);
  }

 private:
  std::optional<AnyPlan> find_plan(std::string_view name) const override {
    auto plan = plan_named(name);
    return plan ? std::optional(AnyPlan(std::move(*plan))) : std::nullopt;
  }
};

class Files final
    : public TypedFiles<sim::monitor::Scenario, sim::monitor::Outcome, sim::monitor::scenarios> {
 public:
  sim::ShrinkWords shrink_words() const override { return {.steps = {1'000, 100, 10}}; }
  std::vector<RunPart> parts_of(const PlanRef& ref) const override {
    const auto& plan = ref.as<sim::monitor::Plan>();
    return {{"IDE", "IDEs", plan.ides.size()},
            {"port", "ports", plan.ports.size()},
            {"event", "events", plan.planned.size()}};
  }
};

class Checks final : public AreaChecks {
 public:
  Checks() : AreaChecks(check_facts()) {}

  std::span<const MutantLine> mutants() const override { return monitor::mutants(); }
  std::vector<DirectedCheck> directed() const override {
    std::vector<DirectedCheck> out;
    for (const auto& check : monitor::checks())
      out.push_back({check.rule, check.says,
                     [&check](const Candidate& subject) {
                       return check.run(
                           monitor::parts_of(mutant_named(monitor::mutants(), subject.name)));
                     },
                     true});
    return out;
  }
  std::optional<VectorWords> vector_words() const override { return words_of_vectors(); }
  std::unique_ptr<sim::Stepper> stepper(std::string_view name,
                                        const nlohmann::json& setup) const override {
    return sim::stepper_of(
        subject_of(name, limits_of_setup(setup), setup.at("seed").get<std::uint32_t>()));
  }
};

class Words final : public TypedWords<sim::monitor::Scenario, sim::monitor::Outcome> {
 public:
  const StoryWords& story() const override { return words_of_story(); }
};

}  // namespace

const Area& area() {
  static const Area& the_area = made_area<Worlds, Files, Checks, Words>(monitor_facts());
  return the_area;
}

std::shared_ptr<const sim::monitor::Subject> program_subject(std::shared_ptr<sim::Program> program,
                                                             const engine::monitor::Limits& limits,
                                                             std::uint32_t seed) {
  return std::make_shared<sim::ProgramSubject<sim::monitor::Subject>>(
      std::move(program),
      fmt::format(R"({{"area":"monitor","seed":{},"jitter_percent":{},"first_port":{},"ports":{},)"
                  R"("probes_at_once":{}}})",
                  seed, limits.jitter_percent, limits.ports[0].first, limits.ports_count(),
                  limits.probes_at_once));
}

engine::monitor::Limits limits_of_setup(const nlohmann::json& setup) {
  engine::monitor::Limits out;
  const auto first = setup.at("first_port").get<std::uint16_t>();
  const auto count = setup.at("ports").get<std::uint16_t>();
  out.ports = {};
  out.ports[0] = {first, static_cast<std::uint16_t>(first + count - 1)};
  out.probes_at_once = setup.at("probes_at_once").get<std::uint8_t>();
  out.jitter_percent = setup.at("jitter_percent").get<std::uint8_t>();
  return out;
}

}  // namespace conformance::monitor
