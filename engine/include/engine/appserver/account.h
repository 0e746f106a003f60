// What a client knows of its user's account, and the one login that may be under way: each login
// has one outcome (ACC-01, ACC-02). A part beside the engine, which carries its calls as
// Method::Other: nothing of chats and turns depends on it.
//
// Pure: no clock, I/O, thread or global. The driver tells it of processes, of its user, of the ends
// of its calls and of what account_news() reads, and does what it says, in order, once each.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/appserver/limits.h"
#include "engine/codec/rpc.h"

namespace engine::appserver {

// What happens.

// A process started, or the last one is gone.
struct ServerStarted {};
struct ServerGone {};
// The user wants to log in with this key; in a browser, without one.
struct LoginWanted {
  std::string key = {};
};
// And not any more.
struct LoginUnwanted {};
struct LogoutWanted {};
enum class AccountCall : std::uint8_t { Account, Limits, Login, Cancel, Logout };
// A call that was made for it has its outcome.
struct AccountCallEnded {
  AccountCall call{};
  Outcome outcome{};
};
// What a server says. Who is logged in; empty: nobody.
struct AccountTold {
  std::string who;
};
// A login waits until its user has been to this address.
struct LoginOpened {
  std::string login, address;
};
struct LoginDone {
  std::string login;  // Empty: of one with a key.
  bool success = false;
  std::string words = {};
};
using AccountEvent =
    std::variant<ServerStarted, ServerGone, LoginWanted, LoginUnwanted, LogoutWanted,
                 AccountCallEnded, AccountTold, LoginOpened, LoginDone>;
// Nothing: the message is not about accounts.
std::optional<AccountEvent> account_news(const rpc::Message& message);

// What the driver does.

// Makes this call; `what` is the text of Method::Other.
struct AccountCallMade {
  AccountCall call{};
  std::string what;
};
// Shows who is logged in; empty: nobody is.
struct AccountShown {
  std::string who;
};
// Shows where the user logs in.
struct LoginShown {
  std::string address;
};
enum class LoginEnd : std::uint8_t { Completed, Failed, Cancelled, Lost };
WORDS(LoginEnd, "completed", "failed", "cancelled", "lost");
// The one outcome of a login, with the server's words, its secrets hidden (ACC-03).
struct LoginEnded {
  LoginEnd end{};
  std::string words = {};
};
// It was not begun: another one is under way.
struct LoginRefused {};
using AccountAct =
    std::variant<AccountCallMade, AccountShown, LoginShown, LoginEnded, LoginRefused>;
using AccountActs = std::vector<AccountAct>;

struct Account {
  enum class Login : std::uint8_t {
    None,
    Asked,  // Its answer is awaited.
    Open,
    Cancelling,
  };
  Login login = Login::None;
  bool unwanted = false;                  // Before there was an answer.
  std::string id = {};                    // As the server calls it; empty: it has no name.
  std::string key = {};                   // Of the last login.
  std::optional<std::string> shown = {};  // Who is logged in, as it was shown last.
  bool operator==(const Account&) const = default;
};

AccountActs step(Account& account, const AccountEvent& event);

// The text as it may be shown: masked, and without the key.
std::string hidden(const Account& account, std::string_view text);

}  // namespace engine::appserver
