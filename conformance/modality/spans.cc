// What lasts in a modality run, from the facts and acts that begin and end it.
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "modality/story.h"
#include "spec/modality/judge.h"

namespace conformance::modality {
namespace {

using namespace spec::modality;
using modality_lane::engine;
using modality_lane::ide;
using modality_lane::script;

// Where an open span stands is remembered by a key: "dialog 1", "operation 0", "phase".
class Spans {
 public:
  void begin_step(std::size_t step) { step_ = step; }

  void see(const Fact& fact) {
    std::visit([this](const auto& what) { on(what); }, fact);
  }
  void see(const Act& act) {
    std::visit([this](const auto& what) { on(what); }, act);
  }

  std::vector<StorySpan> take() { return std::move(out_); }

 private:
  void begin(const std::string& key, StorySpan span) {
    end(key);
    span.begin = step_;
    open_[key] = out_.size();
    out_.push_back(std::move(span));
  }
  void end(const std::string& key) {
    const auto found = open_.find(key);
    if (found == open_.end()) return;
    out_[found->second].end = step_;
    open_.erase(found);
  }
  // Of the engine; one after the other.
  void phase(std::string name) {
    const auto found = open_.find("phase");
    if (found != open_.end() && out_[found->second].name == name) return;
    // One that has lasted no step was none.
    if (found != open_.end() && out_[found->second].begin == step_) {
      out_[found->second].name = std::move(name);
      return;
    }
    begin("phase", {.lane = engine, .name = std::move(name)});
  }
  void ask(Lane lane, std::string name) {
    begin(operation(lane), {.lane = ide, .name = std::move(name), .asked_by = engine});
  }
  static std::string operation(Lane lane) { return lane == Lane::Main ? "main" : "monitor"; }
  static std::string dialog(Dialog id) { return "d" + std::to_string(id); }
  static std::string method(std::uint8_t call) { return "call " + std::to_string(call); }
  std::string sync_phase() const { return body_over_ ? "post-flight" : "sync"; }

  template <class Other>
  void on(const Other&) {}
  void on(const Called&) { begin("call", {.lane = engine, .name = "call"}); }
  void on(const Finished&) {
    end("phase");
    end("call");
  }

  void on(const DialogOpened& x) {
    begin(dialog(x.dialog),
          {.lane = ide, .name = dialog(x.dialog) + (x.modal ? "" : " (non-modal)")});
  }
  void on(const DialogDisposed& x) { end(dialog(x.dialog)); }
  void on(const ProgressStarted&) { begin("progress", {.lane = ide, .name = "progress"}); }
  void on(const ProgressEnded&) { end("progress"); }
  void on(const IndexingStarted&) { begin("indexing", {.lane = ide, .name = "indexing"}); }
  void on(const IndexingEnded&) { end("indexing"); }

  void on(const ModalityAsked& x) { ask(x.lane, "read modality"); }
  void on(const SmartAsked& x) { ask(x.lane, "read smart mode"); }
  void on(const DialogsAsked& x) {
    if (x.lane == Lane::Main && !in_body_) phase("sweep");
    ask(x.lane, "list dialogs");
  }
  void on(const CloseAsked& x) {
    phase("sweep");
    ask(x.lane, "close " + dialog(x.dialog));
  }
  void on(const CommitAsked& x) {
    phase(sync_phase());
    ask(x.lane, "commit");
  }
  void on(const SaveAsked& x) {
    phase(sync_phase());
    ask(x.lane, "save");
  }
  void on(const RefreshAsked& x) {
    phase(sync_phase());
    ask(x.lane, "refresh");
  }
  void on(const SmartAwaited& x) {
    phase("smart mode");
    ask(x.lane, "smart mode");
  }
  void on(const ProgressReported&) { phase("wait"); }
  void on(const Captured& x) {
    if (x.cause == Stage::Gate) phase("gate");
  }

  void on(const ModalityAnswered& x) { end(operation(x.lane)); }
  void on(const SmartAnswered& x) { end(operation(x.lane)); }
  void on(const DialogsAnswered& x) { end(operation(x.lane)); }
  void on(const CloseAnswered& x) { end(operation(x.lane)); }
  void on(const WriteEnded& x) { end(operation(x.lane)); }
  void on(const SmartReached& x) { end(operation(x.lane)); }
  void on(const Cancelled& x) { end(operation(x.lane)); }

  void on(const BodyStarted&) {
    in_body_ = true;
    phase("body");
    begin("script", {.lane = script, .name = "script", .asked_by = engine});
  }
  void on(const BodyCancelled&) { phase("ending"); }
  void on(const BodyReturned&) { body_ended(); }
  void on(const BodyThrew&) { body_ended(); }
  void on(const MethodCalled& x) {
    begin(method(x.call), {.lane = script, .name = spec::modality::show(Fact(x))});
  }
  void on(const MethodReturned& x) {
    end(method(x.call));
    if (in_body_) phase("body");
  }
  void on(const MethodRefused& x) { end(method(x.call)); }

  void body_ended() {
    in_body_ = false;
    body_over_ = true;
    end("script");
    if (open_.contains("phase")) phase("ending");
  }

  std::size_t step_ = 0;
  bool in_body_ = false, body_over_ = false;
  std::map<std::string, std::size_t> open_;
  std::vector<StorySpan> out_;
};

}  // namespace

std::vector<StorySpan> spans_of(const Rerun& run) {
  Spans spans;
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    spans.begin_step(i);
    for (const auto& seen : run.steps[i].seen) see_policy(spans, seen);
  }
  return spans.take();
}

}  // namespace conformance::modality
