// ACC-01 to ACC-03: the account is read and shown, each login has one outcome, and no secret of one
// is shown.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

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

// What a client does of it.
std::string done(const Client& client, Account& account, const AccountEvent& event) {
  std::string out;
  for (const auto& act : client.parts().account(account, event))
    out += (out.empty() ? "" : "; ") + text_of(act);
  return out;
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
struct Happens {
  std::string_view says;
  AccountEvent what;
};
const std::vector<Happens>& all_that_happens() {
  using client::AccountCallEnded, client::AccountTold, client::LoginDone, client::LoginOpened;
  constexpr auto login = AccountCall::Login, cancel = AccountCall::Cancel,
                 logout = AccountCall::Logout;
  static const std::vector<Happens> all{
      {"the server starts", client::ServerStarted{}},
      {"the server is gone", client::ServerGone{}},
      {"a login in a browser is wanted", in_browser},
      {"a login with a key is wanted", with_key},
      {"the login is not wanted any more", client::LoginUnwanted{}},
      {"a logout is wanted", client::LogoutWanted{}},
      {"the login is answered", AccountCallEnded{login, Outcome::Result}},
      {"the login is refused", AccountCallEnded{login, Outcome::Error}},
      {"the login is not answered", AccountCallEnded{login, Outcome::TimedOut}},
      {"the login is lost", AccountCallEnded{login, Outcome::Lost}},
      {"the cancelling is answered", AccountCallEnded{cancel, Outcome::Result}},
      {"the cancelling is not answered", AccountCallEnded{cancel, Outcome::TimedOut}},
      {"the cancelling is lost", AccountCallEnded{cancel, Outcome::Lost}},
      {"the logout is answered", AccountCallEnded{logout, Outcome::Result}},
      {"the logout is refused", AccountCallEnded{logout, Outcome::Error}},
      {"an account is told", AccountTold{"chatgpt"}},
      {"no account is told", AccountTold{""}},
      {"the login l1 has an address", LoginOpened{"l1", "https://a/b"}},
      {"the login l2 has an address", LoginOpened{"l2", "https://a/c"}},
      {"the login l1 is done", LoginDone{"l1", true}},
      {"the login l1 failed", LoginDone{"l1", false, "no"}},
      {"the login l2 failed", LoginDone{"l2", false, "s3cr3t is no key"}},
      {"a login without a name is done", LoginDone{"", true}},
      {"one failed", LoginDone{"", false, "s3cr3t is no key, nor xs3cr3t"}}};
  return all;
}

// What ACC-01 to ACC-03 want done of each event, in the words of text_of(): of logins no more is
// known here than how the one that is under way stands.
struct Wanted {
  bool under_way = false, answered = false, unwanted = false, cancelling = false, keyed = false;
  std::string name = {};
  std::optional<std::string> shown = {};  // Who is logged in, of which nobody is told twice.
  bool operator==(const Wanted&) const = default;

  std::string on(const client::ServerStarted&) {
    shown.reset();
    return "account/read {}; account/rateLimits/read {}";
  }
  std::string on(const client::ServerGone&) { return end("lost"); }
  std::string on(const client::LoginWanted& wanted) {
    if (under_way) return "login refused";
    *this = {.under_way = true, .keyed = !wanted.key.empty(), .shown = shown};
    return std::string("account/login/start ") +
           (keyed ? R"({"type":"apiKey","apiKey":"s3cr3t"})" : R"({"type":"chatgpt"})");
  }
  std::string on(const client::LoginUnwanted&) {
    if (!under_way || unwanted) return {};
    unwanted = true;
    return answered ? cancel() : "";
  }
  std::string on(const client::LogoutWanted&) { return "account/logout {}"; }
  std::string on(const client::AccountCallEnded& ended) {
    const bool good = ended.outcome == Outcome::Result, lost = ended.outcome == Outcome::Lost;
    if (ended.call == AccountCall::Logout) return good ? show({}) : "";
    if (ended.call == AccountCall::Cancel) return cancelling && !lost ? end("cancelled") : "";
    if (lost) return end("lost");
    if (answered) return {};
    if (!good) return end(unwanted ? "cancelled" : "failed");
    answered = under_way;
    return answered && unwanted ? cancel() : "";
  }
  std::string on(const client::AccountTold& told) { return show(told.who); }
  std::string on(const client::LoginOpened& opened) {
    if (!under_way || answered) return {};
    answered = true;
    name = opened.login;
    return unwanted ? cancel() : "shows address " + opened.address;
  }
  std::string on(const client::LoginDone& done) {
    if (!under_way || (answered && done.login != name)) return {};
    if (done.success) return end("completed");
    auto words = ": " + done.words;
    const std::string_view key = "s3cr3t";
    for (auto at = words.find(key); keyed && at != words.npos; at = words.find(key))
      words.replace(at, key.size(), "***");
    return end(unwanted ? "cancelled" : "failed", words);
  }

 private:
  std::string show(const std::string& who) {
    return std::exchange(shown, who) == who ? "" : "shows account '" + who + "'";
  }
  std::string cancel() {
    if (name.empty()) return end("cancelled");
    cancelling = true;
    return R"(account/login/cancel {"loginId":")" + name + "\"}";
  }
  std::string end(std::string_view how, const std::string& words = {}) {
    const bool ends = std::exchange(*this, {.shown = shown}).under_way;
    return ends ? fmt::format("login {}{}", how, words) : "";
  }
};

// Of an event while a login is under way, with a key or not.
std::string_view rule_of(const AccountEvent& event, std::string_view got, bool keyed) {
  const bool shown = keyed && got.find("s3cr3t") != got.npos;
  if (shown && std::holds_alternative<client::LoginDone>(event)) return "ACC-03";
  const bool account = std::holds_alternative<client::ServerStarted>(event) ||
                       std::holds_alternative<client::AccountTold>(event);
  return account ? "ACC-01" : "ACC-02";
}

// All that may happen, in any order and number, until nothing new comes of it: the shortest history
// that breaks the rule.
CheckVerdict searched(std::string_view rule, const Client& client) {
  struct State {
    Account account;
    Wanted wanted;
    std::string history;
    std::uint32_t steps = 0;
  };
  std::vector<State> met{{}};
  for (std::size_t at = 0; at < met.size(); ++at)
    for (const auto& [says, event] : all_that_happens()) {
      auto next = met[at];
      const auto want =
          port::visit([&wanted = next.wanted](const auto& what) { return wanted.on(what); }, event);
      const auto got = done(client, next.account, event);
      next.history += fmt::format("{} -> {}\n", says, got);
      ++next.steps;
      if (want != got) {
        if (rule_of(event, got, met[at].wanted.keyed) != rule) continue;
        auto out = same(want.empty() ? "nothing" : want, got.empty() ? "nothing" : got);
        out.trace = next.history;
        out.steps = next.steps;
        return out;
      }
      const bool known = std::ranges::any_of(met, [&](const State& state) {
        return state.account == next.account && state.wanted == next.wanted;
      });
      if (!known) met.push_back(std::move(next));
    }
  return {};
}

// clang-format off
constexpr Check account_rows[] = {
  {.rule = "ACC-01",
   .says = "whatever happens, account and limits are read and shown",
   .run = [](const Client& client) { return searched("ACC-01", client); }},
  {.rule = "ACC-02",
   .says = "whatever happens in whatever order, a login has one outcome, which is its own",
   .run = [](const Client& client) { return searched("ACC-02", client); }},
  {.rule = "ACC-03",
   .says = "whatever happens, the key of a login is in nothing that is shown of it",
   .run = [](const Client& client) { return searched("ACC-03", client); }},
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
  {.rule = "ACC-02", .says = "a login in a browser ends as the server says",
   .run = [](const Client& client) {
     return same("shows address https://a/b; login failed: It was denied.",
                 done_of_lines(client, {in_browser}, {
       R"({"id":1,"result":{"type":"chatgpt","loginId":"l1","authUrl":"https://a/b"}})",
       R"({"method":"account/login/completed","params":{"loginId":"l2","success":true}})",
       R"({"method":"account/login/completed","params":)"
       R"({"loginId":"l1","success":false,"error":"It was denied."}})"}));
   }},
  {.rule = "ACC-02", .says = "a login by a code on a page shows the address of the page",
   .run = [](const Client& client) {
     return same("shows address https://a/v", done_of_lines(client, {in_browser}, {
       R"({"id":1,"result":{"type":"chatgptDeviceCode","loginId":"l1",)"
       R"("verificationUrl":"https://a/v","userCode":"A-B"}})"}));
   }},
};
// clang-format on

}  // namespace

std::span<const Check> account_checks() { return account_rows; }

}  // namespace conformance::appserver
