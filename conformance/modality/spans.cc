// What lasts in a modality run, from what begins and ends it.
#include <map>
#include <string>
#include <utility>

#include "modality/story.h"
#include "port/modality/show.h"
#include "port/visit.h"

namespace conformance::modality {
namespace {

using namespace port::modality;
using modality_lane::engine;
using modality_lane::ide;
using modality_lane::script;

// Where an open span stands is remembered by a key: "dialog 1", "operation 0", "phase".
class Spans {
 public:
  void begin_step(std::size_t step) { step_ = step; }

  void see(const auto& seen) {
    port::visit([this](const auto& what) { this->on(what); }, seen);
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
  void ask(OperationId id, std::string name) {
    begin(operation(id), {.lane = ide, .name = std::move(name), .asked_by = engine});
  }
  static std::string operation(OperationId id) { return std::string(port::word(id)); }
  static std::string capture(Artifact artifact) {
    return artifact == Artifact::Screenshot ? "screenshot" : "thread dump";
  }
  static std::string dialog(DialogId id) { return "d" + std::to_string(id.value); }
  static std::string method(CallId call) { return "call " + std::to_string(call.value); }
  std::string sync_phase() const { return body_over_ ? "post-flight" : "sync"; }

  template <class Other>
  void on(const Other&) {}
  void on(const Called&) { begin("call", {.lane = engine, .name = "call"}); }
  void on(const Finish&) {
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

  void on(const ReadModality& x) { ask(x.operation, "read modality"); }
  void on(const ReadSmart& x) { ask(x.operation, "read smart mode"); }
  void on(const ListDialogs& x) {
    if (x.operation == OperationId::Main && !in_body_) phase("sweep");
    ask(x.operation, "list dialogs");
  }
  void on(const CloseDialog& x) {
    phase("sweep");
    ask(x.operation, "close " + dialog(x.dialog));
  }
  void on(const Commit& x) {
    phase(sync_phase());
    ask(x.operation, "commit");
  }
  void on(const Save& x) {
    phase(sync_phase());
    ask(x.operation, "save");
  }
  void on(const Refresh& x) {
    phase(sync_phase());
    ask(x.operation, "refresh");
  }
  void on(const AwaitSmart& x) {
    phase("smart mode");
    ask(x.operation, "smart mode");
  }
  void on(const Capture& x) {
    begin(capture(x.artifact), {.lane = ide, .name = capture(x.artifact), .asked_by = engine});
  }
  void on(const Captured& x) { end(capture(x.artifact)); }
  void on(const DropCapture& x) { end(capture(x.artifact)); }
  void on(const ReportProgress&) { phase("wait"); }
  void on(const Decide& x) {
    if (x.stage == Stage::Gate) phase("gate");
  }

  void on(const ModalityRead& x) { end(operation(x.operation)); }
  void on(const SmartRead& x) { end(operation(x.operation)); }
  void on(const DialogsListed& x) { end(operation(x.operation)); }
  void on(const CloseAnswered& x) { end(operation(x.operation)); }
  void on(const WriteEnded& x) { end(operation(x.operation)); }
  void on(const SmartReached& x) { end(operation(x.operation)); }
  void on(const Cancel& x) { end(operation(x.operation)); }

  void on(const StartBody&) {
    in_body_ = true;
    phase("body");
    begin("script", {.lane = script, .name = "script", .asked_by = engine});
  }
  void on(const CancelBody&) { phase("ending"); }
  void on(const BodyReturned&) { body_ended(); }
  void on(const BodyThrew&) { body_ended(); }
  void on(const MethodCalled& x) {
    begin(method(x.call), {.lane = script, .name = show(Happening(x))});
  }
  void on(const Return& x) {
    end(method(x.call));
    if (in_body_) phase("body");
  }
  void on(const Refuse& x) { end(method(x.call)); }

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
