#include "conformance/modality/checks/check.h"

#include <fmt/core.h>

#include <algorithm>

#include "conformance/modality/mutants/mutant.h"
#include "engine/modality/engine.h"
#include "spec/rules.h"
#include "modality/subject.h"

namespace conformance {

namespace {

// Anything that steps as the engine does.
template <class Engine>
class Stepping final : public PolicySubject {
 public:
  explicit Stepping(const Engine& engine) : engine_(engine) {}

 private:
  void do_step(const engine::policy::Event& event, engine::policy::Commands& out) override {
    engine_.step(event, out);
  }

  Engine engine_;
};

// A long trace is cut in its middle.
constexpr std::size_t steps_first = 4;
constexpr std::size_t steps_last = 12;

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string_view word(spec::Level level) {
  switch (level) {
    case spec::Level::Must: return "MUST";
    case spec::Level::Should: return "SHOULD";
    case spec::Level::Proposed: return "PROPOSED";
  }
  return "";
}

}  // namespace

engine::policy::Commands PolicySubject::step(const engine::policy::Event& event) {
  engine::policy::Commands commands;
  do_step(event, commands);
  trace_.push_back({event, commands});
  return commands;
}

PolicySubjects policy_subjects(std::string_view name) {
  using engine::policy::Engine;
  using engine::policy::Limits;
  if (name == "engine") {
    return [](const Limits& limits) { return std::make_unique<Stepping<Engine>>(Engine(limits)); };
  }
  if (!name.starts_with(mutant_prefix)) return nullptr;
  const MutantInfo* mutant = find_mutant(name.substr(mutant_prefix.size()));
  if (mutant == nullptr) return nullptr;
  return [id = mutant->id](const Limits& limits) {
    return std::make_unique<Stepping<Mutant>>(Mutant(limits, id));
  };
}

std::string explain(const PolicyCheck& check, const CheckVerdict& verdict) {
  return explain(check.rule, check.says, verdict);
}

std::string explain(std::string_view id, std::string_view says, const CheckVerdict& verdict) {
  const spec::Rule* rule = spec::find_rule(id);
  const std::string clause = rule == nullptr
                                 ? "no such rule"
                                 : fmt::format("clause {}, {}", rule->clause, word(rule->level));
  const std::string_view outcome = verdict.holds ? "PASS" : "FAIL";
  std::string text = fmt::format("{} {} {} ({})\n", outcome, id, says, clause);
  if (verdict.holds) return text;
  text += fmt::format("  want    {}\n  got     {}\n", verdict.want, verdict.got);
  const std::vector<std::string_view> steps = lines_of(verdict.trace);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::size_t after = steps.size() - i;
    if (i < steps_first || after <= steps_last) {
      text += fmt::format("  #{:<7}{}\n", i + 1, steps[i]);
    } else if (i == steps_first) {
      text += fmt::format("  ...     {} more\n", after - steps_last);
    }
  }
  return text;
}

}  // namespace conformance
