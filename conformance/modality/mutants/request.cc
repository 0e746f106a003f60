// Broken readings of what the caller asks for (MOD-01 to MOD-06, MOD-90).
#include "modality/mutants/turn.h"

namespace conformance::modality::mutation {

namespace {

// Tells the engine of another request in the place of the caller's.
template <class Change>
void rewrite(Turn& turn, Change change) {
  const auto* called = turn.got<Called>();
  if (called == nullptr) return turn.pass();
  Request request = called->request;
  change(request);
  turn.tell(Called{request});
}

// A profile as a tuple that can be altered; it loses the dialog-less wait.
void spell_out(Request& request) {
  if (request.mode == Mode::Raw) return;
  request.raw = options_of(request.mode);
  request.mode = Mode::Raw;
}

constexpr Deviation request_rows[]{
    {"unknown_mode_accepted", "MOD-01", "", "runs a call whose `modal` is no mode",
     [](Turn& turn) {
       rewrite(turn, [](Request& request) {
         if (request.defect == Defect::UnknownMode) request.defect = Defect::None;
       });
     }},
    {"former_parameter_accepted", "MOD-01", "",
     "runs a call with a parameter that no longer exists",
     [](Turn& turn) {
       rewrite(turn, [](Request& request) {
         if (request.defect == Defect::FormerParameter) request.defect = Defect::None;
       });
     }},
    {"refused_call_starts", "MOD-01", "", "refuses a call and runs its script all the same",
     After{[](Turn& turn) {
       const auto* called = turn.got<Called>();
       if (called != nullptr && called->request.defect == Defect::UnknownMode)
         turn.add_first(StartBody{});
     }}},
    {"refused_call_refreshes", "MOD-01", "", "refreshes the files of a call that it refuses",
     After{[](Turn& turn) {
       const auto* called = turn.got<Called>();
       if (called != nullptr && called->request.defect == Defect::FormerParameter)
         turn.add_first(Refresh{OperationId::Main, {}});
     }}},
    {"bad_timeout_accepted", "MOD-71", "", "runs a call whose timeout is not above zero",
     [](Turn& turn) {
       rewrite(turn, [](Request& request) {
         if (request.defect == Defect::BadTimeout) request.defect = Defect::None;
         if (request.body_timeout <= Duration::zero()) request.body_timeout = default_body_timeout;
       });
     }},
    {"edt_not_checked", "MOD-90", "modality/called_from_edt", "starts a call made from the EDT",
     [](Turn& turn) { rewrite(turn, [](Request& request) { request.from_edt = false; }); }},
    {"row_4_as_row_3", "MOD-06 MOD-07", "modality/contradiction_row",
     "does not watch where a modal was allowed",
     [](Turn& turn) {
       rewrite(turn, [](Request& request) {
         if (request.raw.close_on_start && request.raw.allow_at_gate)
           request.raw.close_while_running = false;
       });
     }},
    {"row_2_as_row_1", "MOD-06", "", "watches because it swept",
     [](Turn& turn) {
       rewrite(turn, [](Request& request) {
         if (request.raw.close_on_start && !request.raw.allow_at_gate)
           request.raw.close_while_running = true;
       });
     }},
    {"row_5_as_row_1", "MOD-06", "", "sweeps because it watches",
     [](Turn& turn) {
       rewrite(turn, [](Request& request) {
         if (request.raw.close_while_running && !request.raw.allow_at_gate)
           request.raw.close_on_start = true;
       });
     }},
    {"allow_ignored", "MOD-32 MOD-06 MOD-02 MOD-30", "",
     "fails at the gate although a modal is allowed",
     [](Turn& turn) {
       rewrite(turn, [](Request& request) {
         if (request.mode == Mode::Unleashed) spell_out(request);
         request.raw.allow_at_gate = false;
       });
     }},
    {"unleashed_watches", "MOD-03 MOD-02", "", "watches the body of an unleashed call",
     [](Turn& turn) {
       rewrite(turn, [](Request& request) {
         if (request.mode != Mode::Unleashed) return;
         spell_out(request);
         request.raw.close_while_running = true;
       });
     }},
    {"non_modal_sweeps", "MOD-02", "", "sweeps before a non_modal call",
     [](Turn& turn) {
       rewrite(turn, [](Request& request) {
         if (request.mode != Mode::NonModal) return;
         spell_out(request);
         request.raw.close_on_start = true;
       });
     }},
    {"smart_without_sweep", "MOD-02", "", "does not sweep before a smart_non_modal call",
     After{[](Turn& turn) {
       const auto* called = turn.got<Called>();
       if (called == nullptr || called->request.mode != Mode::SmartNonModal) return;
       if (turn.asks(Step::SweepList)) turn.answer(DialogsListed{OperationId::Main, {}});
     }}},
    {"smart_as_non_modal", "MOD-02", "", "takes the default mode for non_modal",
     [](Turn& turn) {
       rewrite(turn, [](Request& request) {
         if (request.mode == Mode::SmartNonModal) request.mode = Mode::NonModal;
       });
     }},
    {"tolerated_progress_refused", "MOD-33", "", "refuses a progress that the tuple tolerates",
     [](Turn& turn) {
       rewrite(turn, [](Request& request) { request.raw.progress = ProgressAtGate::Refuse; });
     }},
    {"tuple_taken_for_its_mode", "MOD-33 MOD-20 MOD-44", "modality/rev5_progress_passes",
     "takes a tuple of the letters of the default mode for that mode",
     [](Turn& turn) {
       rewrite(turn, [](Request& request) {
         auto letters = options_of(Mode::SmartNonModal);
         letters.await_progress = request.raw.await_progress;
         letters.progress = ProgressAtGate::Tolerate;
         letters.sync_after = request.raw.sync_after;
         if (request.mode == Mode::Raw && request.raw == letters)
           request.mode = Mode::SmartNonModal;
       });
     }},
    {"smart_only_with_sync", "MOD-50 MOD-06", "", "waits for smart mode only where it syncs too",
     [](Turn& turn) {
       rewrite(turn, [](Request& request) {
         if (!request.raw.sync_documents) request.raw.wait_smart = false;
       });
     }},
};

}  // namespace

std::span<const Deviation> request_deviations() { return request_rows; }

}  // namespace conformance::modality::mutation
