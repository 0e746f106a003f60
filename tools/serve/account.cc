// Who is logged in, and the one login in a browser that may be under way.
#include <fmt/format.h>

#include "serve/mock.h"

namespace tools::serve {

using namespace sim::appserver;

namespace {

constexpr std::uint8_t login_steps = 3;  // Until a user has been to the address.

Json in_browser() {
  return {{"type", "chatgpt"}, {"email", "user@orrery.example"}, {"planType", "plus"}};
}

}  // namespace

void Mock::read_account(Call& call) {
  call.asked.result = {{"account", account_},
                       {"userId", nullptr},
                       {"requiresOpenaiAuth", false},
                       {"workspaceRouting", nullptr}};
}

void Mock::start_login(Call& call) {
  const auto type = text_in(call.params, "type");
  const auto key = text_in(call.params, "apiKey");
  const bool device = type == "chatgptDeviceCode";
  if (type == "apiKey" && !key.empty() && settings_.login != LoginScript::Fail) {
    call.asked.result = {{"type", type}};
    call.then = [this] { end_login({{"type", "apiKey"}}, {}); };
  } else if (type == "apiKey") {
    call.refusal = "this key is no key of the mock server's";
  } else if (type == "chatgpt" || device) {
    if (login_) end_login({}, "Another login was begun");
    login_ = Login{names_.text(ItemId{next_item_++}), login_steps};
    if (settings_.login == LoginScript::Wait) login_->steps = 0;
    const auto address = "https://login.orrery.example/" + login_->id;
    call.asked.result = {{"type", type}, {"loginId", login_->id}};
    call.asked.result[device ? "verificationUrl" : "authUrl"] = address;
    if (device) call.asked.result["userCode"] = "MOCK-0000";
  } else {
    call.refusal = fmt::format("no login of the type \"{}\"", type);
  }
}

void Mock::cancel_login(Call& call) {
  const bool found = login_ && login_->id == text_in(call.params, "loginId");
  call.asked.result = {{"status", found ? "canceled" : "notFound"}};
  if (found) call.then = [this] { end_login({}, "Login was not completed"); };
}

void Mock::log_out(Call& call) {
  call.then = [this] {
    account_ = {};
    notify_account();
  };
}

void Mock::step_login() {
  if (!login_ || login_->steps == 0 || --login_->steps > 0) return;
  settings_.login == LoginScript::Fail ? end_login({}, "The user was not let in")
                                       : end_login(in_browser(), {});
}

// As this account; without one it failed, in these words.
void Mock::end_login(Json account, const std::string& why) {
  const bool success = !account.is_null();
  notify("account/login/completed", {{"loginId", login_ ? Json(login_->id) : Json()},
                                     {"success", success},
                                     {"error", success ? Json() : Json(why)}});
  login_.reset();
  if (!success) return;
  account_ = std::move(account);
  notify_account();
}

void Mock::notify_account() {
  const auto type = text_in(account_, "type");
  notify("account/updated",
         {{"authMode", type.empty() ? Json() : Json(type == "apiKey" ? "apikey" : type)},
          {"planType", member(account_, "planType")}});
}

}  // namespace tools::serve
