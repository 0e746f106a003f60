// The words for the policy's enumerators, as scenario files and prints have them. Each
// array is in the order of its enum.
#pragma once
#include <array>
#include <cstddef>
#include <string_view>

#include "engine/modality/messages.h"

namespace sim::modality {

inline constexpr std::array<std::string_view, 2> verdict_names{"ok", "failed"};

inline constexpr std::array<std::string_view, 9> stage_names{
    "surface", "sweep", "wait", "gate", "sync", "smart", "monitor", "body", "post"};

inline constexpr std::array<std::string_view, 18> reason_names{"none",
                                                               "unknown_mode",
                                                               "former_parameter",
                                                               "bad_timeout",
                                                               "called_from_edt",
                                                               "dialog_at_gate",
                                                               "progress_at_gate",
                                                               "progress_outlived_budget",
                                                               "modal_before_sync",
                                                               "modal_during_sync",
                                                               "sync_timed_out",
                                                               "modal_before_smart",
                                                               "modal_after_smart",
                                                               "smart_timed_out",
                                                               "modal_asserted",
                                                               "dialog_during_body",
                                                               "body_threw",
                                                               "body_timed_out"};

inline constexpr std::array<std::string_view, 4> warning_names{
    "sync_skipped", "smart_skipped", "post_sync_skipped", "post_sync_failed"};

// Without the raw tuple, which has no name.
inline constexpr std::array<std::string_view, 3> mode_names{"smart_non_modal", "non_modal",
                                                            "unleashed"};

inline constexpr std::array<std::string_view, 2> progress_at_gate_names{"tolerate", "refuse"};

// Without None.
inline constexpr std::array<std::string_view, 3> defect_names{"unknown_mode", "former_parameter",
                                                              "bad_timeout"};

// The context methods that a script calls by name; withModalDialogAllowed is a block.
struct CallableMethod {
  std::string_view name;
  engine::modality::Method method;
};
inline constexpr std::array callable_methods{
    CallableMethod{"closeModalDialogs", engine::modality::Method::CloseModalDialogs},
    CallableMethod{"monitorAndCloseModalDialogs",
                   engine::modality::Method::MonitorAndCloseModalDialogs},
    CallableMethod{"allowModalDialog", engine::modality::Method::AllowModalDialog},
    CallableMethod{"syncDocuments", engine::modality::Method::SyncDocuments},
    CallableMethod{"saveProject", engine::modality::Method::SaveProject},
    CallableMethod{"waitForSmartMode", engine::modality::Method::WaitForSmartMode},
    CallableMethod{"assertNonModal", engine::modality::Method::AssertNonModal},
    CallableMethod{"isModal", engine::modality::Method::IsModal},
    CallableMethod{"isSmartMode", engine::modality::Method::IsSmartMode},
    CallableMethod{"awaitProgress", engine::modality::Method::AwaitProgress},
};

constexpr std::size_t index_of(auto enumerator) { return static_cast<std::size_t>(enumerator); }

static_assert(verdict_names.size() == index_of(engine::modality::Verdict::Failed) + 1);
static_assert(stage_names.size() == index_of(engine::modality::Stage::Post) + 1);
static_assert(reason_names.size() == index_of(engine::modality::Reason::BodyTimedOut) + 1);
static_assert(warning_names.size() == index_of(engine::modality::Warning::PostSyncFailed) + 1);
static_assert(mode_names.size() == index_of(engine::modality::Mode::Raw));
static_assert(defect_names.size() == index_of(engine::modality::Defect::BadTimeout));
static_assert(progress_at_gate_names.size() ==
              index_of(engine::modality::ProgressAtGate::Refuse) + 1);

}  // namespace sim::modality
