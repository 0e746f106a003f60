#include "ack/standing.h"

namespace spec::ack {

// What the last transition to holding was due to.
std::uint16_t Standing::classes_of_ok() const {
  if (!dispatched()) return 0;
  if (is_loose(row_)) return classes::fire_and_forget;
  if (call_.has(CallFlag::Misplaced)) return classes::elsewhere;
  if (call_.has(CallFlag::RolledBack)) return classes::undone;
  if (is_trip(row_)) return replied() ? classes::early_reply : std::uint16_t{0};
  if (!holds()) return 0;
  if (row_.signal.kind == SignalKind::GenerationAdvanced) return classes::foreign_push;
  switch (call_.cause) {
    case Cause::Before: return classes::already_held;
    case Cause::StartUp: return classes::start_up_default;
    case Cause::Foreign: return classes::foreign_window;
    case Cause::Nothing:
    case Cause::Own: break;
  }
  return 0;
}

std::uint16_t Standing::classes_of_timeout() const {
  unsigned why = 0;
  if (call_.has(CallFlag::Lost)) why |= classes::start_up_default;
  if (call_.has(CallFlag::CameWent)) why |= classes::transient;
  if (call_.foreign_opened > 0) why |= classes::foreign_window;
  return static_cast<std::uint16_t>(why);
}

bool Standing::fits(const Response& response) const {
  switch (response.status) {
    case Status::Ok: return dispatched() ? is_loose(row_) || holds() : may_refuse(response);
    case Status::Missing: return may_give_up() && !is_loose(row_) && names_signal(response);
    case Status::Failed:
      return refused() && response.text.value == text() && response.refusal == refusal();
    case Status::UnknownTool: return unknown();
    case Status::InvalidParams: return invalid() || may_refuse(response);
    case Status::NotReady:
    case Status::Refused: return may_refuse(response);
    case Status::Busy:
    case Status::Cancelled: break;
  }
  return false;
}

}  // namespace spec::ack
