// Directed checks that are scripts: events, and the commands that must come of each; and what an
// area tries that has these, and mutants that alter commands.
#pragma once
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/area/altered_engine.h"
#include "conformance/area/checks.h"
#include "conformance/run/text_of.h"

namespace conformance {

template <class Subject, class Command>
struct ScriptCheck {
  struct Step {
    typename Subject::Event event;
    std::vector<Command> want;
  };
  std::string_view rule, description;
  std::vector<Step> steps;

  CheckVerdict run(const Subject& subject) const {
    auto state = subject.initial();
    CheckVerdict out;
    for (const auto& [event, want] : steps) {
      typename Subject::Commands got;
      subject.step(state, event, got);
      out.trace += text_of(event) + " -> " + texts_of(got) + "\n";
      if (std::ranges::equal(want, got)) continue;
      out.holds = false;
      out.want = texts_of(want);
      out.got = texts_of(got);
      break;
    }
    return out;
  }

 private:
  static std::string texts_of(const auto& commands) {
    std::string out;
    for (const auto& command : commands) out += (out.empty() ? "" : " ") + text_of(command);
    return out.empty() ? "nothing" : out;
  }
};

// `checks` outlive what is made of them. `subject_of(name)` is the subject of a name.
template <class Checks, class Find>
std::vector<DirectedCheck> checks_of(const Checks& checks, Find subject_of) {
  std::vector<DirectedCheck> out;
  for (const auto& check : checks)
    out.push_back({check.rule, check.description, [&check, subject_of](const Candidate& subject) {
                     return check.run(*subject_of(subject.name));
                   }});
  return out;
}

// `alterations` and `scripts` are arrays of Alteration and ScriptCheck.
template <const auto& alterations, const auto& scripts, auto subject_of>
class ScriptedChecks : public AreaChecks {
 public:
  std::span<const MutantLine> mutants() const final { return lines_of<alterations>(); }
  std::vector<DirectedCheck> directed() const final { return checks_of(scripts, subject_of); }

 protected:
  using AreaChecks::AreaChecks;
};

}  // namespace conformance
