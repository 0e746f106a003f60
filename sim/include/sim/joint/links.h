// What one area is for another: the couplings of a joint world as rows, and what they keep in mind.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sim::joint {

// In the order in which they are tried.
enum class Coupling : std::uint8_t {
  FrontendBlocked,
  ScreenHeld,
  ApprovalShown,
  ApprovalSettled,
  ApprovalClosed,
  ApprovalBehind,
  CallBegun,
  CallEnded,
  CallWithdrawn,
};
struct CouplingRow {
  Coupling what;
  std::string_view name;
  std::string_view says;  // What makes what: a sentence.
};
inline constexpr std::array couplings{
    CouplingRow{Coupling::FrontendBlocked, "frontend_blocked",
                "What is modal in the IDE, or holds its event thread, blocks the frontend that "
                "carries out an action."},
    CouplingRow{Coupling::ScreenHeld, "screen_held",
                "While the event thread is held, the client draws nothing."},
    CouplingRow{Coupling::ApprovalShown, "approval_shown",
                "An approval that the client shows opens a dialog in the IDE."},
    CouplingRow{Coupling::ApprovalSettled, "approval_settled",
                "An approval that is decided or withdrawn takes its dialog away."},
    CouplingRow{Coupling::ApprovalClosed, "approval_closed",
                "A dialog of an approval that closes, whoever closes it, declines it."},
    CouplingRow{Coupling::ApprovalBehind, "approval_behind",
                "Nobody can press a button of a dialog that another one covers, or whose event "
                "thread is held: neither as the next step nor beside the script."},
    CouplingRow{Coupling::CallBegun, "call_begun",
                "An item of a turn that is a tool call begins a call in the IDE, the first that "
                "has not begun; where there is none, it fails at once."},
    CouplingRow{Coupling::CallEnded, "call_ended",
                "The result of that call ends the item, done or failed."},
    CouplingRow{Coupling::CallWithdrawn, "call_withdrawn",
                "Where the turn or its server ends first, the caller withdraws; a result that "
                "comes later reaches nobody."}};

// It made itself felt: for observers.
struct Coupled {
  Coupling what{};
  std::uint8_t of = 0;      // The approval, in the order in which they show, or the item.
  std::uint8_t dialog = 0;  // In the IDE.
  bool flag = false;        // Closed by the policy; failed.
  bool operator==(const Coupled&) const = default;
};
std::string show(const Coupled& what);

// What is never so in a right world, whatever else comes of it: for observers.
enum class Untruth : std::uint8_t {
  Unasked,    // An item was carried out that asks, and nobody had accepted it.
  Otherwise,  // The user was told another end of a call in the IDE than it had.
  Unsaid,  // The dialog of an approval was closed, and the agent was not told that it is declined.
};
inline constexpr std::size_t untruths = 3;
struct Untrue {
  Untruth what{};
  std::uint8_t item = 0;
  bool operator==(const Untrue&) const = default;
};
std::string show(const Untrue& what);

// An approval that the client shows, and its dialog.
enum class SheetState : std::uint8_t { None, Wanted, Open, Swept, Settled, Gone };
struct Sheet {
  std::uint32_t ask = 0;
  std::uint8_t dialog = 0;
  SheetState state{};
  std::array<std::uint8_t, 2> zero{};
  bool operator==(const Sheet&) const = default;
};
inline constexpr std::size_t sheets_max = 4;

// A call in the IDE that an item has begun.
struct LinkedCall {
  std::uint8_t item = 0;  // Zero: none.
  bool failed = false;    // So that call ended,
  bool told = false;      // and the item knows,
  bool withdrawn = false;
  bool operator==(const LinkedCall&) const = default;
};
inline constexpr std::size_t calls_max = 2;

struct Links {
  std::array<Sheet, sheets_max> sheets{};
  std::array<LinkedCall, calls_max> calls{};  // By the run in the IDE.
  std::uint32_t accepted = 0;                 // Bits, by the number of the ask.
  bool operator==(const Links&) const = default;
};

}  // namespace sim::joint
