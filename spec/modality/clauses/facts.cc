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

bool in_scope(Scope scope, DocumentName name) {
  switch (scope) {
    case Scope::All: return true;
    case Scope::Project: return name != DocumentName::Outside;
    case Scope::Settings: return name == DocumentName::Settings;
  }
  return false;
}

Scope scope_of(const Situation& s) {
  if (s.in(Method::SaveProject)) return Scope::Settings;
  return s.has(Flag::ProjectOnly) ? Scope::Project : Scope::All;
}

namespace {

std::uint8_t undone_by(Running what) {
  if (what == Running::Commit) return document::uncommitted;
  return what == Running::Save ? document::modified : document::stale;
}

bool any_document(const Situation& s, auto is) {
  for (std::size_t i = 0; i < documents_max; ++i)
    if (is(static_cast<DocumentName>(i), s.documents[i])) return true;
  return false;
}

}  // namespace

bool is_work_beyond(const Situation& s, Running what) {
  return works_beyond(s, {.what = what, .scope = Scope::All, .forced = false});
}

bool works_beyond(const Situation& s, const Write& act) {
  return any_document(s, [&](DocumentName name, std::uint8_t bits) {
    return in_scope(act.scope, name) && !in_scope(scope_of(s), name) &&
           (bits & undone_by(act.what)) != 0;
  });
}

bool in_sync(const Situation& s) {
  // A save of the settings saves, and that is all; force leaves the PSI as it is.
  unsigned wanted = document::differs;
  if (s.has(Flag::Force)) wanted &= ~unsigned{document::uncommitted};
  if (s.in(Method::SaveProject)) wanted = document::modified;
  return !any_document(s, [&](DocumentName name, std::uint8_t bits) {
    return in_scope(scope_of(s), name) && (bits & document::touched) == 0 && (bits & wanted) != 0;
  });
}

bool nothing_dirty(const Situation& s) {
  return !any_document(s, [&](DocumentName name, std::uint8_t bits) {
    return in_scope(scope_of(s), name) && (bits & document::differs) != 0;
  });
}

bool edits_landed(const Situation& s) {
  return !any_document(s, [](DocumentName, std::uint8_t bits) {
    const bool counts = (bits & document::edited) != 0 && (bits & document::touched) == 0;
    return counts && (bits & document::lacking) != 0;
  });
}

Command next_write_of(const Situation& s) {
  const auto scope = scope_of(s);
  const auto next = next_write(s);
  if (next == Running::Commit) return Commit{main_lane, scope};
  if (next == Running::Save) return Save{main_lane, scope, s.has(Flag::Force)};
  return Refresh{main_lane, scope, s.has(Flag::Force)};
}

Command give_closed(const Situation& s) {
  Return out{CallId{s.call}, closed_of(s)};
  for (const auto dialog : s.closed) out.closed.push_back(dialog);
  return out;
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

Want next_taken_back(const Situation& s) {
  for (const auto lane : {OperationId::Main, OperationId::Monitor})
    if (s.running[static_cast<std::size_t>(lane)] != Running::Nothing) return Cancel{lane};
  return captures(s) ? next_drop(s) : Want(CancelBody{});
}

Want next_drop(const Situation& s) {
  const bool shot = captures(s, Artifact::Screenshot);
  return DropCapture{shot ? Artifact::Screenshot : Artifact::ThreadDump};
}

namespace {

bool lacks_shot(const Situation& s) {
  const bool gate = of_gate.has(s.reason) || s.reason == Reason::ModalAsserted;
  return gate && !s.has(Flag::Shot);
}
bool lacks_dump(const Situation& s) {
  const bool dumps = s.reason != Reason::None && s.reason != Reason::BodyThrew &&
                     s.reason != Reason::Cancelled && !of_surface.has(s.reason);
  return dumps && !s.has(Flag::Dumped);
}

}  // namespace

bool lacks_capture(const Situation& s) { return lacks_shot(s) || lacks_dump(s); }

Want next_of_ending(const Situation& s) {
  if (owes_reports(s)) return next_report(s);
  if (lacks_shot(s)) return Capture{Artifact::Screenshot, Stage::Gate};
  if (lacks_dump(s)) return dump(cause_of(s.reason));
  return std::nullopt;
}

}  // namespace spec::modality::clauses
