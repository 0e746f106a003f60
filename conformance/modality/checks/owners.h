// Whose matter an act is: a check of another rule wants nothing of it.
#pragma once
#include <string_view>
#include <variant>
#include <vector>

#include "port/modality/commands.h"

namespace conformance::modality {

using namespace port::modality;

// The rule of which an act is the whole matter; empty: it is of several.
inline std::string_view owner_of(const Command& command) {
  if (std::holds_alternative<ReportSmartWait>(command)) return "MOD-53";
  if (std::holds_alternative<ReportProgress>(command)) return "MOD-23";
  if (std::holds_alternative<DropCapture>(command)) return "MOD-93";
  return {};
}

// The rules without which a method may be refused.
inline std::vector<std::string_view> owners_of(const MethodCall& call) {
  switch (call.method) {
    case Method::EnterModalDialogAllowed:
    case Method::LeaveModalDialogAllowed: return {"MOD-69"};
    case Method::SyncDocuments: {
      std::vector<std::string_view> out;
      if (call.force) out.push_back("MOD-107");
      if (call.project_only) out.push_back("MOD-108");
      return out;
    }
    case Method::SaveProject: return {"MOD-108"};
    case Method::AssertNonModal: return {"MOD-105"};
    case Method::IsModal:
    case Method::IsSmartMode: return {"MOD-106"};
    case Method::CloseModalDialogs:
    case Method::MonitorAndCloseModalDialogs:
    case Method::AllowModalDialog:
    case Method::WaitForSmartMode:
    case Method::AwaitProgress: break;
  }
  return {};
}

inline const Command looks_beside{ReadModality{OperationId::Monitor}};
// Of the question that a write waits for: MOD-49 allows it.
inline const Command shows_question{Capture{Artifact::Screenshot, Stage::Sync}};

// What subjects may do or leave.
inline bool is_free(const Command& c) { return c == looks_beside || c == shows_question; }

}  // namespace conformance::modality
