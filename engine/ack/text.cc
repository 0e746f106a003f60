#include <fmt/format.h>

#include "engine/ack/engine.h"
#include "port/ack/show.h"

namespace engine::ack {
namespace {

constexpr std::int32_t invalid_params = -32602;
constexpr std::int32_t internal_error = -32603;

// Where a person finds out why the signal did not come.
std::string_view where_to_look(SignalKind kind) {
  switch (kind) {
    case SignalKind::GenerationAdvanced:
      return "Read the panes' state: a dialog or an error pane may block the frontend.";
    case SignalKind::SoftDialogAppeared:
    case SignalKind::SoftDialogDisappeared:
      return "Read the list of open dialogs: another one may be in the way.";
    case SignalKind::WindowAppeared:
    case SignalKind::WindowDisappeared:
    case SignalKind::WindowCountBelow:
      return "Read the list of windows, and the log of the frontend.";
    case SignalKind::RoundTrip:
      return "The frontend has not replied: it may be blocked, or have no listener for this event.";
    case SignalKind::None: break;
  }
  return "";
}

std::string_view what_became(Doing doing) {
  if (doing == Doing::Done) return "The action was carried out.";
  return "The action may still happen.";
}

// Why a row refuses.
std::string_view why(Refusal refusal) {
  switch (refusal) {
    case Refusal::NothingToDo: return "there is nothing to act on.";
    case Refusal::Blocked: return "a dialog is in the way. Answer or close it first.";
    case Refusal::NotThere: return "what the request names does not exist.";
    case Refusal::Unchecked: return "it was not known in time whether what it names exists.";
    case Refusal::Malformed:
    case Refusal::Other: break;
  }
  return "it cannot be done now.";
}

}  // namespace

std::int32_t error_code(const Response& response) {
  switch (response.status) {
    case Status::Ok:
    case Status::Cancelled:
    case Status::Failed: return response.refusal == Refusal::Malformed ? internal_error : 0;
    case Status::UnknownTool:
    case Status::InvalidParams: return invalid_params;
    case Status::Missing:
    case Status::NotReady:
    case Status::Busy: return internal_error;
    case Status::Refused:
      return response.refusal == Refusal::Unchecked ? internal_error : invalid_params;
  }
  return internal_error;
}

std::string message(const Table& table, const Request& request, const Response& response) {
  const auto names = table.names();
  const auto tool = name_of(names, request.tool);
  switch (response.status) {
    case Status::Ok:
    case Status::Cancelled:
    case Status::Failed:
      if (response.refusal != Refusal::Malformed) return {};
      return fmt::format("{}: the frontend's reply cannot be read. Read its log.", tool);
    case Status::UnknownTool:
      return fmt::format("{}: no such tool in revision {}.", tool, table.revision);
    case Status::InvalidParams: {
      const auto* row = find_row(table, request);
      if (row == nullptr)
        return fmt::format("{}: it does nothing with \"{}\".", tool,
                           name_of(names, request.target));
      return fmt::format("{}: no {} is open.", tool, name_of(names, request.target));
    }
    case Status::Missing:
      return fmt::format("{}: {} did not come within {} ms after the dispatch. {} {}", tool,
                         show(names, response.signal), response.elapsed.count(),
                         what_became(response.doing), where_to_look(response.signal.kind));
    case Status::Refused:
      return fmt::format("{}: {} Nothing was dispatched.", tool, why(response.refusal));
    case Status::NotReady:
      return fmt::format(
          "{}: what it needs to know does not exist yet. Call again when start-up is over.", tool);
    case Status::Busy:
      return fmt::format("{}: {} calls are in flight already. Call again when one has ended.", tool,
                         calls_max);
  }
  return {};
}

}  // namespace engine::ack
