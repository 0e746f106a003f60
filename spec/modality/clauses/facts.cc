#include "modality/clauses/facts.h"

#include "modality/clauses/owed.h"

namespace spec::modality::clauses {

bool is_next(const Situation& s, DialogId dialog) {
  const auto place = place_of(s, dialog);
  if (place == s.targets.size()) return true;  // Whether it may be closed is another matter.
  for (std::size_t i = 0; i < s.targets.size(); ++i) {
    const auto fate = s.fate(i);
    const bool untouched = fate == Fate::Untouched || fate == Fate::Optional;
    if (i == place && !untouched) return false;
    if (i > place && fate == Fate::Untouched) return false;
    if (i < place && !untouched) return false;
  }
  return true;
}

Command next_write_of(const Situation& s) {
  auto scope = s.has(Flag::ProjectOnly) ? Scope::Project : Scope::All;
  if (s.in(Method::SaveProject)) scope = Scope::Settings;
  const auto next = next_write(s);
  if (next == Running::Commit) return Commit{main_lane, scope};
  if (next == Running::Save) return Save{main_lane, scope, s.has(Flag::Force)};
  return Refresh{main_lane, s.has(Flag::Force)};
}

Want next_close(const Situation& s) {
  if (s.sweep == Sweep::Due && !s.showing.empty()) return CloseDialog{main_lane, s.showing.back()};
  for (std::size_t i = s.targets.size(); i-- > 0;)
    if (s.fate(i) == Fate::Untouched) return CloseDialog{main_lane, s.targets[i]};
  return std::nullopt;
}

Want next_report(const Situation& s) {
  for (std::size_t i = s.targets.size(); i-- > 0;)
    if (s.fate(i) >= Fate::Asked && s.fate(i) < Fate::Over)
      return ReportDialog{s.targets[i], outcome_of(s.fate(i))};
  return std::nullopt;
}

Want next_of_ending(const Situation& s) {
  if (owes_reports(s)) return next_report(s);
  const bool gate = of_gate.has(s.reason) || s.reason == Reason::ModalAsserted;
  if (gate && !s.has(Flag::Shot)) return Capture{Artifact::Screenshot, Stage::Gate};
  const bool dumps =
      s.reason != Reason::None && s.reason != Reason::BodyThrew && !of_surface.has(s.reason);
  if (dumps && !s.has(Flag::Dumped)) return dump(cause_of(s.reason));
  return std::nullopt;
}

}  // namespace spec::modality::clauses
