#include "engine/appserver/account.h"

#include <utility>

#include "engine/appserver/secrets.h"
#include "port/visit.h"

namespace engine::appserver {
namespace {

std::string quoted(std::string_view text) {
  std::string out;
  json::append(out, json::Text::plain(text));
  return out;
}

std::string text_at(const json::Value& object, std::string_view key) {
  const auto text = object.member(key).text();
  return text ? text->decoded() : std::string();
}

// By what one is logged in, as whom, and with which plan.
std::string who_is(const json::Value& account) {
  std::string out;
  for (const auto* key : {"type", "authMode", "email", "planType"})
    if (const auto part = text_at(account, key); !part.empty())
      out += (out.empty() ? "" : ", ") + part;
  return out;
}

std::optional<AccountEvent> news_of(const rpc::Response& response) {
  const auto& result = response.result;
  if (const auto account = result.member("account"); account.present())
    return AccountTold{who_is(account)};
  auto address = text_at(result, "authUrl");
  if (address.empty()) address = text_at(result, "verificationUrl");
  auto login = text_at(result, "loginId");
  if (login.empty() || address.empty()) return std::nullopt;
  return LoginOpened{std::move(login), std::move(address)};
}

std::optional<AccountEvent> news_of(const rpc::Notification& notice) {
  if (notice.method == "account/updated") return AccountTold{who_is(notice.params)};
  if (notice.method != "account/login/completed") return std::nullopt;
  const auto& params = notice.params;
  return LoginDone{text_at(params, "loginId"), params.member("success").boolean().value_or(false),
                   text_at(params, "error")};
}

class Step {
 public:
  Step(Account& account, AccountActs& out) : account_(account), out_(out) {}

  void on(const ServerStarted&) {
    account_.shown.reset();
    call(AccountCall::Account, "account/read {}");
    call(AccountCall::Limits, "account/rateLimits/read {}");
  }
  void on(const ServerGone&) { end(LoginEnd::Lost); }
  void on(const LoginWanted& wanted) {
    if (account_.login != Account::Login::None) {
      out_.emplace_back(LoginRefused{});
      return;
    }
    account_ = {
        .login = Account::Login::Asked, .key = wanted.key, .shown = std::move(account_.shown)};
    const auto what = wanted.key.empty()
                          ? std::string(R"({"type":"chatgpt"})")
                          : R"({"type":"apiKey","apiKey":)" + quoted(wanted.key) + '}';
    call(AccountCall::Login, "account/login/start " + what);
  }
  void on(const LoginUnwanted&) {
    if (account_.login == Account::Login::Asked) account_.unwanted = true;
    if (account_.login == Account::Login::Open) cancel();
  }
  void on(const LogoutWanted&) { call(AccountCall::Logout, "account/logout {}"); }

  void on(const AccountCallEnded& ended) {
    const bool good = ended.outcome == Outcome::Result;
    if (ended.call == AccountCall::Logout && good) show({});
    if (ended.outcome == Outcome::Lost && ended.call == AccountCall::Login)
      return end(LoginEnd::Lost);
    const bool cancelling = account_.login == Account::Login::Cancelling;
    if (ended.call == AccountCall::Cancel && cancelling && ended.outcome != Outcome::Lost)
      return end(LoginEnd::Cancelled);
    if (ended.call != AccountCall::Login || account_.login != Account::Login::Asked) return;
    if (good) return open();
    end(account_.unwanted ? LoginEnd::Cancelled : LoginEnd::Failed);
  }

  void on(const AccountTold& told) { show(told.who); }
  void on(const LoginOpened& opened) {
    if (account_.login != Account::Login::Asked) return;
    account_.id = opened.login;
    if (!account_.unwanted) out_.emplace_back(LoginShown{opened.address});
    open();
  }
  // One that is not answered yet has no name that could be another's.
  void on(const LoginDone& done) {
    const bool nameless = account_.login == Account::Login::Asked;
    if (account_.login == Account::Login::None || (!nameless && done.login != account_.id)) return;
    if (done.success) return end(LoginEnd::Completed);
    const bool unwanted = account_.unwanted || account_.login == Account::Login::Cancelling;
    end(unwanted ? LoginEnd::Cancelled : LoginEnd::Failed, hidden(account_, done.words));
  }

 private:
  void call(AccountCall which, std::string what) {
    out_.emplace_back(AccountCallMade{which, std::move(what)});
  }
  // An answer and a notification may say the same.
  void show(const std::string& who) {
    if (account_.shown == who) return;
    account_.shown = who;
    out_.emplace_back(AccountShown{who});
  }
  void open() {
    account_.login = Account::Login::Open;
    if (account_.unwanted) cancel();
  }
  void cancel() {
    // There is nothing by which the server could be told of it.
    if (account_.id.empty()) return end(LoginEnd::Cancelled);
    account_.login = Account::Login::Cancelling;
    call(AccountCall::Cancel, R"(account/login/cancel {"loginId":)" + quoted(account_.id) + '}');
  }
  void end(LoginEnd how, std::string words = {}) {
    if (account_.login == Account::Login::None) return;
    account_ = {.key = std::move(account_.key), .shown = std::move(account_.shown)};
    out_.emplace_back(LoginEnded{how, std::move(words)});
  }

  Account& account_;
  AccountActs& out_;
};

}  // namespace

std::optional<AccountEvent> account_news(const rpc::Message& message) {
  if (const auto* response = std::get_if<rpc::Response>(&message)) return news_of(*response);
  if (const auto* notice = std::get_if<rpc::Notification>(&message)) return news_of(*notice);
  return std::nullopt;
}

AccountActs step(Account& account, const AccountEvent& event) {
  AccountActs out;
  port::visit([&](const auto& what) { Step(account, out).on(what); }, event);
  return out;
}

std::string hidden(const Account& account, std::string_view text) {
  constexpr std::string_view mask = "***";
  std::string out(text);
  const auto& key = account.key;
  for (auto at = key.empty() ? out.npos : out.find(key); at != out.npos;
       at = out.find(key, at + mask.size()))
    out.replace(at, key.size(), mask);
  return masked(out);
}

}  // namespace engine::appserver
