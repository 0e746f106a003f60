#include "conformance/run/vectors.h"

#include <algorithm>
#include <set>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "conformance/area/areas.h"
#include "conformance/area/checks.h"
#include "conformance/area/worlds.h"
#include "conformance/run/programs.h"
#include "conformance/run/rerun.h"
#include "conformance/run/sample.h"
#include "run/member_at.h"
#include "run/recorded_engine.h"
#include "run/vector_groups.h"
#include "sim/files/document.h"

namespace conformance {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::string_view recorded_name = "exec:the engine, recorded";
constexpr std::size_t natural_steps = 3'000, other_schedules = 3;
// An area with fewer directed checks has random runs of its sampled worlds, too: so many together.
constexpr std::ptrdiff_t checks_few = 20;
constexpr std::uint64_t sampled_runs = 100;

ordered_json level_json(std::string_view rule) {
  return {{"rule", rule}, {"level", spec::word(find_rule(rule)->level)}};
}
bool is_asked(std::string_view rule, spec::Level weakest) {
  return rule.empty() || find_rule(rule)->level <= weakest;
}

// Groups as the steps of a vector.
class Steps {
 public:
  Steps(const VectorWords& words, const std::vector<Group>& groups, spec::Level weakest)
      : words_(words), groups_(groups), weakest_(weakest) {
    for (const auto& group : groups)
      for (const auto& [channel, value] : group.read)
        if (std::ranges::find(channels_, channel) == channels_.end()) channels_.push_back(channel);
    shown_.resize(channels_.size());
  }

  ordered_json all() {
    auto out = ordered_json::array();
    for (std::size_t at = 0; at < groups_.size(); ++at) {
      const auto& group = groups_[at];
      const auto* owner = rests_on(group);
      const auto rule = owner == nullptr ? std::string_view() : owner->rule;
      // What is said to it may be said, and need not.
      if (owner != nullptr && !owner->says.empty() && !is_asked(rule, weakest_)) break;
      ordered_json step{{"at_ms", group.at_ms}};
      const bool has_window = group.within && !group.effects.empty();
      if (has_window) step["within_ms"] = {group.within->least_ms, group.within->most_ms};
      if (!group.tell.is_null()) step["tell"] = group.tell;
      if (auto looks = looks_at(at); !looks.empty()) step["looks"] = std::move(looks);
      if (auto want = want_of(group); !want.empty()) step["want"] = std::move(want);
      if (!rule.empty() && is_asked(rule, weakest_)) step["rests_on"] = level_json(rule);
      const bool alone = at + 1 < groups_.size() && groups_[at + 1].at_ms != group.at_ms;
      if (step.size() > 1 || !alone) out.push_back(std::move(step));
      if (!is_asked(rule, weakest_)) break;  // From here on it may go another way.
    }
    return out;
  }

 private:
  // What is read from here on, where that is another than before.
  ordered_json looks_at(std::size_t at) {
    auto out = ordered_json::array();
    for (std::size_t i = 0; i < channels_.size(); ++i) {
      auto values = values_at(channels_[i], at, shown_[i]);
      if (shown_[i] == values) continue;
      shown_[i] = values;
      out.push_back({{"of", channels_[i].of}, {"about", channels_[i].about}, {"read", values}});
    }
    return out;
  }

  json values_at(const Channel& channel, std::size_t at, const json& shown) const {
    if (auto read = groups_[at].read_of(channel); !read.empty()) {
      const bool one = std::ranges::all_of(read, [&](const json& v) { return v == read[0]; });
      return one ? json::array({read[0]}) : json(read);
    }
    json next;
    for (std::size_t later = at; later < groups_.size() && next.is_null(); ++later)
      if (const auto read = groups_[later].read_of(channel); !read.empty())
        next = json::array({read[0]});
    const bool told = words_.told_changes_looks && !groups_[at].tell.is_null();
    if (shown.is_null() || shown.empty()) return told || next.is_null() ? json::array() : next;
    const auto last = json::array({shown.back()});
    return told && last != next ? json::array() : last;
  }

  ordered_json want_of(const Group& group) const {
    refuse_twins(group);
    ordered_json out;
    for (const auto& effect : group.effects) {
      const auto rule = rule_of(group, effect);
      if (!is_asked(rule, weakest_)) continue;
      ordered_json want{{"say", effect}};
      if (!rule.empty()) want.update(level_json(rule));
      const bool free =
          words_.all_in_any_order || std::ranges::count(words_.any_order, name_of(effect)) != 0;
      out[free ? "in_any_order" : "in_order"].push_back(std::move(want));
    }
    return out;
  }

  std::string_view rule_of(const Group& group, const json& effect) const {
    std::string_view out;
    for (const auto& owner : words_.owners) {
      const bool said = owner.says == name_of(effect) && is_told(owner, group.tell);
      if (said || owner.message == name_of(effect)) out = owner.rule;
    }
    return out;
  }

  // Which of two numbers is whose cannot be told if what is said with them is the same.
  void refuse_twins(const Group& group) const {
    std::set<std::string> seen;
    for (auto effect : group.effects) {
      bool has_number = false;
      for (const auto& row : words_.chosen) {
        if (row.command != name_of(effect) || row.kind.empty() || row.event.empty()) continue;
        auto* number = member_at(effect.begin().value(), row.member);
        if (number == nullptr) continue;
        has_number = true;
        *number = 0;
      }
      if (has_number && !seen.insert(effect.dump()).second)
        throw LeftOut{"two that are said at once differ in their number alone"};
    }
  }

  static bool is_told(const VectorWords::Owner& owner, const json& tell) {
    if (tell.is_null() || owner.message != name_of(tell)) return false;
    if (owner.member.empty()) return true;
    const auto text = members_of(tell).at(std::string(owner.member)).dump();
    return text.find(owner.value) != text.npos;
  }
  const VectorWords::Owner* rests_on(const Group& group) const {
    for (const auto& owner : words_.owners) {
      const auto says = [&](const json& effect) { return name_of(effect) == owner.says; };
      const bool all = owner.says.empty() || std::ranges::any_of(group.effects, says);
      if (all && is_told(owner, group.tell)) return &owner;
    }
    return nullptr;
  }

  const VectorWords& words_;
  const std::vector<Group>& groups_;
  spec::Level weakest_;
  std::vector<Channel> channels_;
  std::vector<json> shown_;  // By channel.
};

// The first word of each enumeration: what a member that is left out says.
void add_first_words(const json& kinds, std::set<std::string>& out) {
  if (kinds.is_string()) {
    const auto& kind = kinds.get_ref<const std::string&>();
    if (const auto end = kind.find('|'); end != kind.npos) out.insert(kind.substr(0, end));
  }
  if (kinds.is_structured())
    for (const auto& each : kinds) add_first_words(each, out);
}

ordered_json port_json(const VectorWords& words, std::string_view vocabulary, spec::Level weakest) {
  ordered_json out{{"looks", ordered_json::array()}};
  for (const auto& look : words.looks) {
    ordered_json one{{"command", look.command},
                     {"answer", look.answer},
                     {"copies", look.copies},
                     {"gives", look.gives}};
    if (!look.about.empty()) one["about"] = look.about;
    out["looks"].push_back(std::move(one));
  }
  const auto& timers = words.timers;
  out["timers"] = {
      {"set", timers.set}, {"stop", timers.stop}, {"fired", timers.fired}, {"key", timers.key}};
  if (!timers.drops.empty()) out["timers"]["drops"] = timers.drops;
  out["chosen"] = ordered_json::array();
  for (const auto& row : words.chosen) {
    ordered_json one;
    if (!row.command.empty()) one["command"] = row.command;
    if (!row.event.empty()) one["event"] = row.event;
    one["member"] = row.member;
    if (!row.heard.empty()) one["heard"] = row.heard;
    if (!row.kind.empty()) one["kind"] = row.kind;
    if (!row.only.empty()) one["only"][std::string(row.only)] = row.words;
    out["chosen"].push_back(std::move(one));
  }
  out["rules_of"] = ordered_json::object();
  for (const auto& owner : words.owners)
    if (owner.member.empty() && !owner.message.empty()) {
      if (is_asked(owner.rule, weakest))
        out["rules_of"][std::string(owner.message)] = level_json(owner.rule);
      else
        out["unasked"].push_back(owner.message);
    }
  std::set<std::string> first_words;
  add_first_words(sim::own_document<json>(vocabulary).at("commands"), first_words);
  out["first_words"] = first_words;
  out["may"] = words.may;
  if (!words.early.empty()) out["early"] = {{"say", words.early}, {"after", words.early_after}};
  if (!words.ways.empty()) out["ways"] = words.ways;
  if (!words.no_room.empty()) out["no_room"] = words.no_room;
  if (!words.free.empty()) out["free"] = words.free;
  if (!words.adds.empty()) out["adds"] = words.adds;
  if (!words.unread.empty()) out["unread"] = sim::own_document<json>(words.unread);
  if (!words.own.empty())
    out["own"] = {{"member", words.own}, {"about", sim::own_document<json>(words.own_about)}};
  return out;
}

// The vectors of an area, one after the other.
class Export {
 public:
  Export(const Area& area, spec::Level weakest)
      : area_(area),
        words_(*area.checks().vector_words()),
        weakest_(weakest),
        port_(port_json(words_, area.checks().facts().vocabulary, weakest)),
        plain_port_(sim::own_document<json>(port_.dump())) {}

  ordered_json all(const std::vector<AnyScenario>& scenarios) {
    const auto checks = area_.checks().directed();
    for (const auto& check : checks) take(check);
    for (const auto& scenario : scenarios) take(scenario);
    if (std::ranges::count(checks, false, &DirectedCheck::beyond_port) < checks_few) take_samples();
    return {{"orrery_vectors", vectors_version},
            {"area", area_.name()},
            {"port", port_},
            {"vectors", std::move(vectors_)},
            {"left_out", std::move(left_out_)}};
  }

 private:
  struct Head {
    ordered_json rules;
    spec::Level level;
  };
  // Runs of the engine, and what it was told in them.
  template <class Run>
  void record(const Head& about, const std::string& name, const Run& run) {
    if (about.level > weakest_) return leave_out(name, "its rules are of a weaker level");
    const auto recorder = std::make_shared<Recorder>(area_);
    add_program(std::string(recorded_name), recorder);
    const auto why = run(Candidate(recorded_name));
    add_program(std::string(recorded_name), nullptr);
    const auto runs = recorder->runs();
    if (!why.empty()) return leave_out(name, why);
    if (runs.empty()) return leave_out(name, "no subject is told anything");
    for (std::size_t i = 0; i < runs.size(); ++i)
      add(about, runs.size() == 1 ? name : fmt::format("{} #{}", name, i + 1), runs[i]);
  }

  void add(const Head& about, const std::string& name, std::span<const Told* const> run) {
    try {
      const Grouped grouped(words_, run);
      ordered_json vector{{"name", name}};
      vector["rules"] = about.rules;
      vector["level"] = spec::word(about.level);
      vector["setup"] = run[0]->event;
      vector["steps"] = Steps(words_, grouped.groups(), weakest_).all();
      const json plain = sim::own_document<json>(vector.dump());
      const auto played = play(plain_port_, plain, area_.checks().stepper("engine", run[0]->event));
      if (played.end != Played::End::Passed)
        throw LeftOut{
            fmt::format("what is told does not follow from what is said (step {}: {}, {})",
                        played.step, played.want, played.got)};
      vectors_.push_back(std::move(vector));
    } catch (const LeftOut& why) {
      leave_out(name, why.because);
    }
  }

  void leave_out(const std::string& name, const std::string& because) {
    left_out_.push_back({{"name", name}, {"because", because}});
  }

  Head head_of(spec::Level level, ordered_json rules) const {
    for (const auto& owner : words_.owners)
      if (owner.message.empty()) level = std::max(level, find_rule(owner.rule)->level);
    return {std::move(rules), level};
  }

  void take(const DirectedCheck& check) {
    const auto name = fmt::format("directed/{}: {}", check.rule, check.description);
    if (check.beyond_port) return leave_out(name, "it is about bytes or texts");
    const auto head = head_of(find_rule(check.rule)->level, ordered_json::array({check.rule}));
    record(head, name, [&](const Candidate& subject) -> std::string {
      const auto verdict = check.verdict_of(subject);
      if (!verdict.not_applicable.empty()) return verdict.not_applicable;
      if (verdict.faulted) return verdict.got;
      return verdict.holds ? "" : "it looks at more than the port shows";
    });
  }

  void take(const AnyScenario& scenario) {
    if (scenario.plan.area() != &area_) return;
    const auto revision = area_.worlds().revision_of(scenario.plan);
    if (!revision.empty() && !area_.worlds().is_usual(revision))
      return leave_out("scenario/" + scenario.name, "it is of the table " + revision);
    auto level = spec::Level::Must;
    for (const auto& rule : scenario.rules) level = std::max(level, find_rule(rule)->level);
    const auto head = head_of(level, scenario.rules);
    const auto run = [&](const sim::Path& path, std::size_t number) {
      record(head, fmt::format("scenario/{} schedule {}", scenario.name, number),
             [&](const Candidate& subject) -> std::string {
               const auto end = rerun({.plan = scenario.plan,
                                       .subject = subject,
                                       .path = path,
                                       .natural_steps = natural_steps})
                                    .end;
               return end == Rerun::End::Final ? "" : "the run has no end";
             });
    };
    run({}, 0);
    const auto natural = rerun({.plan = scenario.plan, .path = {}, .natural_steps = natural_steps});
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < natural.steps.size(); ++i)
      if (natural.steps[i].choices > 1) open.push_back(i);
    for (std::size_t i = 0; i < std::min(open.size(), other_schedules); ++i) {
      const auto place = open[i * (open.size() - 1) / (other_schedules - 1)];
      sim::Path path(place + 1, 0);
      path.back() = 1;
      run(path, i + 1);
    }
  }

  void take_samples() {
    for (std::size_t row = 0; row < area_.worlds().sampled_rows({}); ++row) {
      SampleRequest request{.row = row, .runs = sampled_runs / area_.worlds().sampled_rows({})};
      record(head_of(spec::Level::Must, ordered_json::array()),
             "sampled/" + area_.worlds().sampled(request, 0).name,
             [&](const Candidate& subject) -> std::string {
               request.subject = subject;
               const auto sampled = area_.worlds().sample(request, sim::Serial(),
                                                          [](std::uint64_t) { return true; });
               return sampled.failure ? "a run has no end" : "";
             });
    }
  }

  const Area& area_;
  const VectorWords words_;
  const spec::Level weakest_;
  const ordered_json port_;
  const json plain_port_;  // As a player reads it.
  ordered_json vectors_ = ordered_json::array(), left_out_ = ordered_json::array();
};

}  // namespace

ordered_json vectors_of(const Area& area, const std::vector<AnyScenario>& scenarios,
                        spec::Level weakest) {
  return Export(area, weakest).all(scenarios);
}

}  // namespace conformance
