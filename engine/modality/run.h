// One step of a call: the state it changes, the limits it keeps, and where its
// commands go. Private to the policy engine, whose files each hold some of the
// functions below: engine.cc, sweep.cc, gate.cc, ready.cc, body.cc and ending.cc.
#pragma once
#include "engine/modality/engine.h"
#include "port/check.h"

namespace engine::modality {

class Run {
 public:
  Run(const Limits& limits, State& state, Commands& out)
      : limits_(limits), state_(state), out_(out) {}

  // One per event.
  void on(const Called& called);
  void on(const ModalityRead& read);
  void on(const DialogsListed& listed);
  void on(const SmartRead& read);
  void on(const CloseAnswered& answered);
  void on(const WriteEnded& ended);
  void on(const SmartReached& reached);
  void on(const Captured& captured);
  void on(const TimerFired& fired);
  void on(const MethodCalled& called);
  void on(const BodyReturned& returned);
  void on(const BodyThrew& threw);
  void on(const DialogDisposed& disposed);
  void on(const Cancelled& cancelled);

  void grow_older(Duration elapsed);
  void check_invariants() const;

 private:
  // Commands, operations and timers.
  void emit(const auto& command) {
    CHECK(out_.size() < out_.capacity());
    out_.emplace_back(command);
  }
  void ask(Step step, const auto& operation) {
    CHECK(!is_asked(OperationId::Main));
    set_asked(OperationId::Main, true);
    state_.step = step;
    emit(operation);
  }
  // A look, a listing: the IDE's event thread may not answer it (MOD-94).
  template <class Look>
  void look(Step step, const Look& operation) {
    ask(step, operation);
    start(Timer::Look, limits_.look_bound);
  }
  void look(Step step) { look(step, ReadModality{OperationId::Main}); }
  void answered(OperationId operation);
  void cancel(OperationId operation);
  void start(Timer timer, Duration after);
  void stop(Timer timer);
  bool is_asked(OperationId operation) const;
  void set_asked(OperationId operation, bool asked);
  bool is_running(Timer timer) const;
  void set_running(Timer timer, bool running);

  // Captures.
  void capture(Artifact artifact, Stage cause);
  void drop_captures();
  void captures_ended();

  // The sweep.
  void begin_sweep(bool awaits_dispose);
  void begin_closing(const DialogList& dialogs);
  void close_next();
  void close_now();
  void closing_ended(Fate fate);
  DialogList report_sweep();
  void sweep_ended();
  Stage sweep_cause() const;

  // The dialog-less wait and the gate.
  void begin_wait();
  void wait_saw(Modality modality);
  void poll_ended();
  void note_progress();
  void wait_ended();
  void begin_gate();
  void gate_saw(Modality modality);

  // Sync and smart mode.
  void begin_sync(bool project_only);
  void begin_forced_sync(bool project_only);
  void begin_settings_save();
  void sync_saw(Modality modality);
  Scope scope() const;  // Of the sync under way.
  void write(Step step, const auto& operation);
  void look_beside_write();
  void leave_write();
  void save_documents(Step step);
  void refresh_documents(Step step);
  void sync_ended();
  void begin_smart();
  void smart_saw(Modality modality);
  void smart_ended();
  void bound_expired();

  // The body, its methods and the monitor.
  void begin_body();
  bool is_ending() const;
  void give_back(std::int32_t value, const DialogList& closed = {});
  void enter_block();
  void leave_block();
  void arm();
  void disarm();
  void tick();
  void tick_saw(const DialogList& dialogs);
  void assert_saw(Modality modality);

  // Post-flight and endings.
  void post_saw(Modality modality);
  Stage stage_of_step() const;
  void drop_work();
  void fail(Reason reason, Modality blocked_by);
  void succeed();
  void finish(const Ending& result);
  void conclude();

  const Limits& limits_;
  State& state_;
  Commands& out_;
  bool index_not_ready_ = false;  // For the script, which has thrown: its call ends at once.
};

}  // namespace engine::modality
