// ACC-01 to ACC-03: the account is read and shown, each login has one outcome, and no secret of one
// is shown.
#include <algorithm>

#include <fmt/format.h>

#include "appserver/checks/talk.h"
#include "port/overload.h"
#include "port/visit.h"

namespace conformance::appserver {
namespace {

namespace client = engine::appserver;
using client::Account;
using client::AccountCall;
using client::AccountEvent;
using client::LoginEnd;

std::string text_of(const client::AccountAct& act) {
  return port::visit(
      port::Overload{
          [](const client::AccountCallMade& made) { return made.what; },
          [](const client::AccountShown& shown) { return "shows account '" + shown.who + '\''; },
          [](const client::LoginShown& shown) { return "shows address " + shown.address; },
          [](const client::LoginEnded& ended) {
            const auto words = ended.words.empty() ? "" : ": " + ended.words;
            return fmt::format("login {}{}", port::word(ended.end), words);
          },
          [](const client::LoginRefused&) { return std::string("login refused"); }},
      act);
}

// What a client does of these, one after the other.
std::string done(const Client& client, std::initializer_list<AccountEvent> events) {
  Account account;
  std::string out;
  for (const auto& event : events)
    for (const auto& act : client.parts().account(account, event))
      out += (out.empty() ? "" : "; ") + text_of(act);
  return out;
}
CheckVerdict does(const Client& client, std::initializer_list<AccountEvent> events,
                  std::string_view want) {
  return same(want, done(client, events));
}

// What it does of lines of a server, behind these.
std::string done_of_lines(const Client& client, std::initializer_list<AccountEvent> before,
                          std::initializer_list<std::string_view> lines) {
  Account account;
  for (const auto& event : before) client.parts().account(account, event);
  std::string out;
  for (const auto line : lines) {
    engine::rpc::Decoder decoder;
    decoder.feed(std::string(line) + '\n', [&](const engine::rpc::Item& item) {
      const auto* accepted = std::get_if<engine::rpc::Accepted>(&item);
      const auto news =
          accepted == nullptr ? std::nullopt : client::account_news(accepted->message);
      if (!news) return;
      for (const auto& act : client.parts().account(account, *news))
        out += (out.empty() ? "" : "; ") + text_of(act);
    });
  }
  return out;
}

const client::LoginWanted in_browser{}, with_key{"s3cr3t"};
constexpr client::AccountCallEnded answered{AccountCall::Login, Outcome::Result};
const client::LoginOpened opened{"l1", "https://a/b"};

// All that may happen, in any order and number up to so many, and then the server goes.
CheckVerdict each_login_ends_once(const Client& client) {
  const std::vector<AccountEvent> events{
      in_browser,
      client::LoginUnwanted{},
      answered,
      client::AccountCallEnded{AccountCall::Login, Outcome::Error},
      client::AccountCallEnded{AccountCall::Cancel, Outcome::Result},
      client::AccountCallEnded{AccountCall::Cancel, Outcome::TimedOut},
      opened,
      client::LoginDone{"l1", true},
      client::LoginDone{"l1", false, "no"},
      client::LoginDone{"", true},
      client::ServerGone{}};
  constexpr std::size_t most = 5;
  std::size_t all = 1;
  for (std::size_t i = 0; i < most; ++i) all *= events.size();
  for (std::size_t number = 0; number < all; ++number) {
    Account account;
    std::string acts;
    int under_way = 0;
    bool once = true;
    const auto step = [&](const AccountEvent& event) {
      for (const auto& act : client.parts().account(account, event)) {
        const auto* made = std::get_if<client::AccountCallMade>(&act);
        under_way += made != nullptr && made->call == AccountCall::Login;
        under_way -= std::holds_alternative<client::LoginEnded>(act);
        once = once && (under_way == 0 || under_way == 1);
        acts += text_of(act) + "; ";
      }
    };
    for (std::size_t i = 0, rest = number; i < most; ++i, rest /= events.size())
      step(events[rest % events.size()]);
    step(client::ServerGone{});
    if (!once || under_way != 0) return same("one outcome of each login", acts);
  }
  return {};
}

// clang-format off
constexpr Check account_rows[] = {
  {.rule = "ACC-01", .says = "with each process the account and the limits are read",
   .run = [](const Client& client) {
     return does(client, {client::ServerStarted{}, client::ServerGone{}, client::ServerStarted{}},
                 "account/read {}; account/rateLimits/read {}; "
                 "account/read {}; account/rateLimits/read {}");
   }},
  {.rule = "ACC-01", .says = "what is told of an account is shown once, and the last one counts",
   .run = [](const Client& client) {
     return same("shows account 'chatgpt, a@b.c, plus'; shows account 'apiKey'; "
                 "shows account 'apikey'; shows account ''",
                 done_of_lines(client, {}, {
       R"({"id":1,"result":{"account":{"type":"chatgpt","email":"a@b.c","planType":"plus"}}})",
       R"({"id":1,"result":{"account":{"type":"apiKey"}}})",
       R"({"method":"account/updated","params":{"authMode":"apikey","planType":null}})",
       R"({"method":"account/updated","params":{"authMode":null}})",
       R"({"id":1,"result":{"account":null}})",
       R"({"id":1,"result":{"thread":{"id":"account"}}})"}));
   }},
  {.rule = "ACC-02", .says = "whatever happens in whatever order, a login has one outcome",
   .run = each_login_ends_once},
  {.rule = "ACC-02", .says = "a login in a browser ends as the server says",
   .run = [](const Client& client) {
     return same("shows address https://a/b; login failed: It was denied.",
                 done_of_lines(client, {in_browser}, {
       R"({"id":1,"result":{"type":"chatgpt","loginId":"l1","authUrl":"https://a/b"}})",
       R"({"method":"account/login/completed","params":{"loginId":"l2","success":true}})",
       R"({"method":"account/login/completed","params":)"
       R"({"loginId":"l1","success":false,"error":"It was denied."}})"}));
   }},
  {.rule = "ACC-02", .says = "with a key it ends when the server has taken it, or refuses it",
   .run = [](const Client& client) {
     return all_of({does(client, {with_key, answered, client::LoginDone{"", true}},
                         R"(account/login/start {"type":"apiKey","apiKey":"s3cr3t"}; )"
                         "login completed"),
                    does(client, {with_key, client::AccountCallEnded{AccountCall::Login,
                                                                     Outcome::Error}},
                         R"(account/login/start {"type":"apiKey","apiKey":"s3cr3t"}; )"
                         "login failed")});
   }},
  {.rule = "ACC-02", .says = "one that is cancelled is told to the server by its name",
   .run = [](const Client& client) {
     const client::AccountCallEnded cancelled{AccountCall::Cancel, Outcome::Result};
     const std::string cancel = R"(account/login/cancel {"loginId":"l1"})";
     const std::string start = R"(account/login/start {"type":"chatgpt"}; )";
     return all_of({does(client, {in_browser, opened, answered, client::LoginUnwanted{}, cancelled},
                         start + "shows address https://a/b; " + cancel + "; login cancelled"),
                    does(client, {in_browser, client::LoginUnwanted{}, opened, answered,
                                  client::LoginDone{"l1", false, "gone"}, cancelled},
                         start + cancel + "; login cancelled: gone"),
                    // Who has been there is logged in, whatever was wanted since.
                    does(client, {in_browser, opened, answered, client::LoginUnwanted{},
                                  client::LoginDone{"l1", true}, cancelled},
                         start + "shows address https://a/b; " + cancel + "; login completed")});
   }},
  {.rule = "ACC-02",
   .says = "a second login waits for the end of the first; with the process it is lost",
   .run = [](const Client& client) {
     return does(client, {in_browser, in_browser, opened, client::ServerGone{},
                          client::ServerGone{}},
                 R"(account/login/start {"type":"chatgpt"}; login refused; )"
                 "shows address https://a/b; login lost");
   }},
  {.rule = "ACC-02", .says = "a logout is told once the server has done it",
   .run = [](const Client& client) {
     return does(client, {client::LogoutWanted{},
                          client::AccountCallEnded{AccountCall::Logout, Outcome::Error},
                          client::AccountCallEnded{AccountCall::Logout, Outcome::Result},
                          client::AccountTold{}},
                 "account/logout {}; shows account ''");
   }},
  {.rule = "ACC-03", .says = "the key of a login is in nothing that is shown of it",
   .run = [](const Client& client) {
     return does(client, {with_key, client::LoginDone{"", false, "s3cr3t is no key, nor xs3cr3t"}},
                 R"(account/login/start {"type":"apiKey","apiKey":"s3cr3t"}; )"
                 "login failed: *** is no key, nor x***");
   }},
};
// clang-format on

}  // namespace

std::span<const Check> account_checks() { return account_rows; }

}  // namespace conformance::appserver
