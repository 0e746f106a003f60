// What the sides of a call hold to be so, and where they differ. The engine holds what it was
// told last; the rest is told by what the world and the script do, before or afterwards.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "modality/story.h"
#include "port/visit.h"
#include "sim/modality/runs.h"

namespace conformance::modality {
namespace {

using namespace port::modality;

// That which shows who still acts: the last step in which something of a kind happened. Where there
// are several runs, all here is of the first.
struct LastSteps {
  std::size_t script = 0, engine = 0;
};

LastSteps last_steps(const Rerun& run) {
  LastSteps out;
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    const auto& step = run.steps[i];
    if (step.label.actor == "script" && !sim::modality::is_of_second(step.choice))
      out.script = i + 1;
    for (const auto& seen : step.seen)
      if (seen.as<Command>() != nullptr) out.engine = i + 1;
  }
  return out;
}

std::string names(const std::map<DialogId, std::int64_t>& dialogs) {
  std::string out;
  for (const auto& [dialog, since] : dialogs)
    out += (out.empty() ? "d" : ", d") + std::to_string(dialog.value);
  return out;
}

std::string_view write_name(const Command& act) {
  if (std::holds_alternative<Commit>(act)) return "commit";
  if (std::holds_alternative<Save>(act)) return "save";
  return std::holds_alternative<Refresh>(act) ? "refresh" : "";
}

class Beliefs {
 public:
  explicit Beliefs(LastSteps last) : last_(last) {}

  // The next step, from 1 on.
  void begin(std::size_t step, std::int64_t at_ms) {
    step_ = step;
    now_ = at_ms;
  }

  void see(const Happening& event) {
    port::visit([this](const auto& what) { on(what); }, event);
  }

  void see(const Fact& fact) {
    port::visit([this](const auto& what) { on(what); }, fact);
  }

  void see(const Command& act) {
    port::visit([this](const auto& what) { on(what); }, act);
    if (const auto name = write_name(act); !name.empty())
      write_ = {.name = std::string(name), .asked_ms = now_, .began = false};
  }

  // What differs at the end of the step.
  std::vector<StoryDifference> differences() {
    out_.clear();
    if (!finished_ms_) {
      modality();
      smart();
      if (cancelled_ms_ && script_acts_after(cancelled_step_))
        differ({"engine", "the script is cancelled", *cancelled_ms_},
               {"script", "runs on", body_ms_});
    } else {
      after_the_result();
    }
    return std::move(out_);
  }

 private:
  struct Told {
    Modality modality;
    bool by_list;  // What shows, whether or not a progress runs.
    std::map<DialogId, std::int64_t> dialogs;
    std::int64_t at_ms;
  };
  struct Write {
    std::string name;
    std::int64_t asked_ms;
    bool began;
  };

  template <class Other>
  void on(const Other&) {}
  void on(const ModalityRead& x) { told_ = {x.modality, false, {}, now_}; }
  void on(const DialogsListed& x) {
    Told told{x.dialogs.empty() ? Modality::None : Modality::Dialog, true, {}, now_};
    for (const DialogId dialog : x.dialogs) told.dialogs[dialog] = now_;
    told_ = std::move(told);
  }
  void on(const SmartRead& x) { smart_ = {x.smart, now_}; }
  void on(const SmartReached&) { smart_ = {true, now_}; }
  void on(const DialogOpened& x) {
    if (x.modal) open_[x.dialog] = now_;
    if (x.modal) changed_ms_ = now_;
  }
  void on(const DialogDisposed& x) {
    if (open_.erase(x.dialog) == 0) return;
    changed_ms_ = now_;
    // It waits for the end of what it closes.
    if (!told_ || !asked_to_close_.contains(x.dialog)) return;
    told_->dialogs.erase(x.dialog);
    if (told_->by_list && told_->dialogs.empty()) told_->modality = Modality::None;
    told_->at_ms = now_;
  }
  void on(const ProgressStarted&) { ++progress_, changed_ms_ = now_; }
  void on(const ProgressEnded&) { --progress_, changed_ms_ = now_; }
  void on(const IndexingStarted&) { dumb_ = true, indexing_ms_ = now_; }
  void on(const IndexingEnded&) { dumb_ = false, indexing_ms_ = now_; }
  void on(const BodyReturned&) { body_ended_ = true; }
  void on(const BodyThrew&) { body_ended_ = true; }
  void on(const WriteBegan&) {
    if (write_) write_->began = true;
  }
  void on(const WriteEnded&) { write_.reset(); }
  void on(const DocumentTouched& x) {
    if (x.by == TouchedBy::Edit) edits_ms_[x.document] = now_;
    if (!x.lacking) edits_ms_.erase(x.document);
  }
  void on(const CloseDialog& x) { asked_to_close_[x.dialog] = now_; }
  void on(const Cancel&) { write_.reset(); }
  void on(const StartBody&) { body_ms_ = now_; }
  void on(const CancelBody&) {
    cancelled_ms_ = now_;
    cancelled_step_ = step_;
  }
  void on(const Warn& x) {
    warned_ =
        warned_ || x.warning == Warning::PostSyncSkipped || x.warning == Warning::PostSyncFailed;
  }
  void on(const Finish& x) {
    if (finished_ms_) return;
    finished_ms_ = now_;
    finished_step_ = step_;
    finished_ok_ = x.verdict == Verdict::Ok;
  }

  void differ(StorySide believed, StorySide truth) {
    out_.push_back({std::move(believed), std::move(truth), false});
  }

  Modality modality_now() const {
    if (!open_.empty()) return Modality::Dialog;
    return progress_ > 0 ? Modality::Progress : Modality::None;
  }

  bool agrees() const {
    if (!told_->by_list) return told_->modality == modality_now();
    return std::ranges::equal(
        told_->dialogs, open_, {}, [](const auto& x) { return x.first; },
        [](const auto& x) { return x.first; });
  }

  // In this step or a later one, what it did in the step itself came before.
  bool script_acts_after(std::size_t step) const {
    return step < last_.script && step_ <= last_.script;
  }

  void after_the_result() {
    const StorySide caller{"caller", finished_ok_ ? "has its result, ok" : "has its result, failed",
                           *finished_ms_};
    if (script_acts_after(finished_step_) && body_ms_ >= 0 && !body_ended_)
      differ(caller, {"script", "runs on", body_ms_});
    if (step_ <= last_.engine && step_ > finished_step_)
      differ(caller, {"engine", "goes on", *finished_ms_});
    if (write_)
      differ(caller, {"IDE", write_->name + (write_->began ? " runs on" : " still waits its turn"),
                      write_->asked_ms});
    if (finished_ok_ && !edits_ms_.empty() && !warned_)
      differ(caller, {"disk", "lacks what the script wrote", edits_ms_.begin()->second});
  }

  void modality() {
    if (!told_ || agrees()) return;
    const auto believed =
        told_->by_list
            ? (told_->dialogs.empty() ? "no dialog shows" : names(told_->dialogs) + " shows")
        : told_->modality == Modality::None     ? "the IDE is not modal"
        : told_->modality == Modality::Progress ? "a progress runs"
                                                : "a dialog shows";
    const auto truth = !open_.empty()  ? names(open_) + (open_.size() == 1 ? " shows" : " show")
                       : progress_ > 0 ? "a progress runs"
                                       : "is not modal";
    differ({"engine", believed, told_->at_ms}, {"IDE", truth, changed_ms_});
  }

  void smart() {
    if (!smart_ || smart_->first != dumb_) return;
    differ({"engine", smart_->first ? "the IDE is smart" : "the IDE is indexing", smart_->second},
           {"IDE", dumb_ ? "is indexing" : "is smart", indexing_ms_});
  }

  LastSteps last_;
  std::vector<StoryDifference> out_;
  std::size_t step_ = 0;
  std::int64_t now_ = 0;

  std::optional<Told> told_;
  std::optional<std::pair<bool, std::int64_t>> smart_;
  std::map<DialogId, std::int64_t> asked_to_close_;
  std::optional<std::int64_t> cancelled_ms_, finished_ms_;
  std::size_t cancelled_step_ = 0, finished_step_ = 0;
  bool finished_ok_ = false, warned_ = false;

  std::map<DialogId, std::int64_t> open_;
  int progress_ = 0;
  bool dumb_ = false, body_ended_ = false;
  std::int64_t changed_ms_ = 0, indexing_ms_ = 0, body_ms_ = -1;
  std::optional<Write> write_;
  std::map<DocumentName, std::int64_t> edits_ms_;  // What the disk lacks.
};

}  // namespace

std::vector<std::vector<StoryDifference>> differences_of(const Rerun& run) {
  std::vector<std::vector<StoryDifference>> out;
  Beliefs beliefs(last_steps(run));
  for (const auto& step : run.steps) {
    beliefs.begin(out.size() + 1, step.at_ms);
    for (const auto& seen : step.seen) see_policy(beliefs, seen);
    out.push_back(beliefs.differences());
  }
  return out;
}

}  // namespace conformance::modality
