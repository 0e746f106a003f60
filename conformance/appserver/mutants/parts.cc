// Mutants that break what stands beside the engine, or what it says when it has no more room.
#include "conformance/appserver/mutants/parts.h"

#include "appserver/mutants/turn.h"
#include "sim/appserver/wire.h"

namespace conformance::appserver {

sim::appserver::Decoded read_line_of_mock(sim::appserver::Wire& wire, std::string_view line) {
  return wire.decode(line);
}

std::string write_line_of_mock(sim::appserver::Wire& wire,
                               const port::appserver::ToClient& message) {
  return wire.encode(message);
}

namespace {

using engine::appserver::codex;
using engine::appserver::Dialect;
using engine::appserver::draft;
using engine::appserver::Inbox;
using engine::appserver::Names;
namespace client = engine::appserver;
namespace rpc = engine::rpc;

constexpr auto is_too_many = [](const Reported& reported) {
  return reported.report == Report::TooMany;
};

using client::Account;
using client::AccountActs;
using client::AccountEvent;
using client::Details, client::PlanTold, client::ToolTold;
template <class Act>
bool is_act(const client::AccountAct& act) {
  return std::holds_alternative<Act>(act);
}

const Dialect& other_than(const Dialect& dialect) {
  return dialect.name == codex.name ? draft : codex;
}

using News = std::optional<client::Detail>;

// What stands beside the engine, and what is done behind it. `Then` holds nothing.
template <class Then>
constexpr auto encode_then(Then) {
  return [](Parts& parts) {
    parts.encode = [](const Dialect& dialect, const Names& names, const client::Client& who,
                      const ToServer& message, std::string& out) {
      const auto reason = client::encode(dialect, names, who, message, out);
      Then{}(message, out);
      return reason;
    };
  };
}
template <class Then>
constexpr auto decode_then(Then) {
  return [](Parts& parts) {
    parts.decode = [](const Dialect& dialect, Names& names, ProcessId process,
                      const rpc::Message& message) {
      auto out = client::decode(dialect, names, process, message);
      Then{}(out);
      return out;
    };
  };
}
template <class Then>
constexpr auto account_then(Then) {
  return [](Parts& parts) {
    parts.account = [](Account& account, const AccountEvent& event) {
      auto out = client::step(account, event);
      Then{}(event, out);
      return out;
    };
  };
}
template <class Then>
constexpr auto detail_then(Then) {
  return [](Parts& parts) {
    parts.detail = [](Details& details, const engine::rpc::Message& message) {
      auto out = client::detail_news(details, message);
      Then{}(message, out);
      return out;
    };
  };
}
// Such commands as they are.
template <class Such>
constexpr auto shows(Such) {
  return [](Parts& parts) {
    parts.masked = [](std::string_view command) {
      return Such{}(command) ? std::string(command) : client::masked(command);
    };
  };
}

const Deviation part_table[]{
    {{"secrets_shown", "APR-07", "", "commands are shown as they are"},
     &Parts::masked,
     [](std::string_view command) { return std::string(command); }},
    {{"passwords_in_urls_shown", "APR-07", "", "a URL is shown as it is"},
     shows([](std::string_view command) { return command.find("://") != std::string_view::npos; })},
    {{"logins_in_lists_shown", "APR-07", "",
      "an option in a list of texts is shown with its value"},
     shows([](std::string_view command) { return command.starts_with('['); })},
    {{"well_known_tokens_shown", "APR-07", "",
      "a token is masked only if something says that it is one"},
     shows([](std::string_view command) {
       return command.find_first_of("=:\"") == std::string_view::npos &&
              command.find("--") == std::string_view::npos;
     })},
    {{"words_masked_as_secrets", "APR-07", "", "whatever stands behind the word token is masked"},
     &Parts::masked,
     [](std::string_view command) {
       const auto at = command.find("token ");
       if (at == std::string_view::npos) return client::masked(command);
       return std::string(command.substr(0, at)) + "token ***";
     }},
    {{"secrets_masked_on_the_wire", "APR-07", "", "what is executed is masked as if it were shown"},
     encode_then([](const ToServer&, std::string& out) { out = client::masked(out); })},
    {{"full_queue_drops", "WIRE-10", "", "what a full queue has no room for is dropped"},
     &Parts::offer,
     [](Inbox& inbox, const ToClient& message) { return inbox.offer(message) || true; }},
    {{"full_queue_merges_nothing", "WIRE-10", "", "a full queue does not take a delta either"},
     &Parts::offer,
     [](Inbox& inbox, const ToClient& message) {
       const auto before = inbox.size();
       const bool taken = inbox.offer(message);
       return taken && inbox.size() > before;
     }},
    {{"words_of_the_other_dialect",
      "SES-03 SES-10 SES-11 SES-14 SES-18 ITM-01 ITM-03 ITM-05 ITM-06 ITM-07 ITM-08 RPC-05 RPC-07 "
      "APR-02 APR-03 APR-08 APR-09",
      "", "what is sent and heard is in the words of the other dialect"},
     [](Parts& parts) {
       parts.encode = [](const Dialect& dialect, const Names& names, const client::Client& who,
                         const ToServer& message, std::string& out) {
         return client::encode(other_than(dialect), names, who, message, out);
       };
       parts.decode = [](const Dialect& dialect, Names& names, ProcessId process,
                         const rpc::Message& message) {
         return client::decode(other_than(dialect), names, process, message);
       };
     }},
    {{"network_by_default", "SES-10", "", "a thread has network unasked"},
     [](Parts& parts) { parts.settings.network = true; }},
    {{"ids_as_numbers", "WIRE-07", "", "an id that looks like a number becomes one"},
     encode_then([](const ToServer&, std::string& out) {
       if (const auto at = out.find(R"("id":"7")"); at != std::string::npos)
         out.replace(at, 8, R"("id":7)");
     })},
    {{"bytes_lose_a_line_end", "WIRE-01", "", "a newline that begins a read is lost"},
     &Parts::codec,
     "mutant:loses_split_line_end"},
    {{"bytes_behind_are_taken", "WIRE-02", "", "what stands behind an object is no fault"},
     &Parts::codec,
     "mutant:accepts_trailing_bytes"},
    {{"any_depth_is_taken", "WIRE-04", "", "a line may be nested at will"},
     &Parts::codec,
     "mutant:takes_any_depth"},
    {{"keys_may_stand_twice", "WIRE-06", "", "an object that has a key twice is taken"},
     &Parts::codec,
     "mutant:last_duplicate_wins"},
    {{"bytes_of_a_restart_are_glued", "WIRE-09", "",
      "a line that was begun before a restart goes on behind it"},
     &Parts::codec,
     "mutant:glues_after_restart"},
    {{"lines_run_together", "RPC-08", "", "a notification has no end of line"},
     encode_then([](const ToServer& message, std::string& out) {
       if (std::holds_alternative<Initialized>(message)) out.pop_back();
     })},
    {{"file_of_a_thread_is_lost", "RPC-08", "",
      "a thread is resumed without the file that it is in"},
     encode_then([](const ToServer& message, std::string& out) {
       const auto* request = std::get_if<Request>(&message);
       const bool resumes = request != nullptr && request->method == Method::ThreadResume;
       const auto at = resumes ? out.find(R"(,"path":)") : out.npos;
       if (at != out.npos) out = out.substr(0, at) + "}}\n";
     })},
    {{"decision_in_every_shape", "RPC-09", "", "what takes no decision is answered with one"},
     encode_then([](const ToServer& message, std::string& out) {
       const auto at = out.find(R"("result":)");
       if (std::holds_alternative<Answer>(message) && at != std::string::npos)
         out = out.substr(0, at) + R"("result":{"decision":"decline"}})" + "\n";
     })},
    {{"malformed_asks_taken", "APR-02", "",
      "an approval without the params that it needs is shown"},
     decode_then([](client::Heard& out) {
       for (auto& each : out)
         if (auto* ask = std::get_if<Ask>(&each)) ask->wellformed = true;
     })},
    {{"unknown_requests_are_commands", "RPC-05", "",
      "a request that the dialect does not have is taken for an approval"},
     decode_then([](client::Heard& out) {
       for (auto& each : out)
         if (auto* ask = std::get_if<Ask>(&each)) ask->kind = AskKind::Command;
     })},
    {{"unknown_notices_uncounted", "RPC-07", "", "a notification that nobody knows is passed over"},
     decode_then([](client::Heard& out) {
       if (!out.empty() && std::holds_alternative<UnknownNotice>(out[0])) out.clear();
     })},
    {{"limits_unread", "ACC-01", "", "the limits are not read at the start"},
     account_then([](const AccountEvent& event, AccountActs& out) {
       if (std::holds_alternative<client::ServerStarted>(event)) out.pop_back();
     })},
    {{"first_plan_stays", "ITM-09", "", "a plan is shown as it was told first"},
     &Parts::detail,
     [](Details& details, const engine::rpc::Message& message) {
       const bool known = !details.plan.steps.empty();
       auto before = details.plan;
       auto out = client::detail_news(details, message);
       if (out && known && std::holds_alternative<PlanTold>(*out)) out = before;
       return out;
     }},
    {{"plan_without_bound", "ITM-09", "", "of a long plan one step too many is shown"},
     detail_then([](const engine::rpc::Message&, News& out) {
       auto* plan = out ? std::get_if<PlanTold>(&*out) : nullptr;
       if (plan != nullptr && plan->steps.size() == 200) plan->steps.push_back(plan->steps.back());
     })},
    {{"any_delta_is_of_the_plan", "ITM-09", "", "a delta that says too little empties the plan"},
     detail_then([](const engine::rpc::Message& message, News& out) {
       const auto* notice = std::get_if<engine::rpc::Notification>(&message);
       if (!out && notice != nullptr && notice->method == "item/delta") out = PlanTold{};
     })},
    {{"arguments_unshown", "ITM-09", "", "nobody is shown what a tool is called with"},
     detail_then([](const engine::rpc::Message&, News& out) {
       if (out)
         if (auto* tool = std::get_if<ToolTold>(&*out)) tool->arguments.clear();
     })},
    {{"arguments_unmasked", "ITM-09 APR-07", "",
      "what a tool is called with is shown with its secrets"},
     detail_then([](const engine::rpc::Message& message, News& out) {
       const auto* notice = std::get_if<engine::rpc::Notification>(&message);
       if (auto* tool = out ? std::get_if<ToolTold>(&*out) : nullptr)
         tool->arguments = notice->params.member("item").member("arguments").raw;
     })},
    {{"account_changes_unshown", "ACC-01", "", "that nobody is logged in any more is not shown"},
     &Parts::account,
     [](Account& account, const AccountEvent& event) {
       const auto* told = std::get_if<client::AccountTold>(&event);
       return told != nullptr && told->who.empty() ? AccountActs{} : client::step(account, event);
     }},
    {{"login_lost_in_silence", "ACC-02", "", "a login that its process takes along has no outcome"},
     account_then([](const AccountEvent& event, AccountActs& out) {
       if (std::holds_alternative<client::ServerGone>(event))
         std::erase_if(out, is_act<client::LoginEnded>);
     })},
    {{"login_unshown", "ACC-02", "", "nobody is shown where to log in"},
     account_then([](const AccountEvent&, AccountActs& out) {
       std::erase_if(out, is_act<client::LoginShown>);
     })},
    {{"login_of_another_taken", "ACC-02", "", "the end of any login is taken for that of its own"},
     &Parts::account,
     [](Account& account, const AccountEvent& event) {
       auto heard = event;
       if (auto* done = std::get_if<client::LoginDone>(&heard)) done->login = account.id;
       return client::step(account, heard);
     }},
    {{"login_ends_twice", "ACC-02", "", "a cancelled login ends once more when the server says so"},
     &Parts::account,
     [](Account& account, const AccountEvent& event) {
       const bool ends = std::holds_alternative<client::LoginDone>(event) &&
                         account.login == Account::Login::Cancelling;
       auto out = client::step(account, event);
       if (ends) out.insert(out.end(), out.begin(), out.end());
       return out;
     }},
    {{"refused_login_goes_on", "ACC-02", "", "a login that the server refuses has no outcome"},
     account_then([](const AccountEvent& event, AccountActs& out) {
       const auto* ended = std::get_if<client::AccountCallEnded>(&event);
       if (ended != nullptr && ended->outcome == Outcome::Error)
         std::erase_if(out, is_act<client::LoginEnded>);
     })},
    {{"logout_untold", "ACC-02", "", "nobody is told of a logout"},
     account_then([](const AccountEvent& event, AccountActs& out) {
       if (std::holds_alternative<client::AccountCallEnded>(event))
         std::erase_if(out, is_act<client::AccountShown>);
     })},
    {{"key_in_the_words_of_a_login", "ACC-03", "",
      "why a login failed is shown as the server says it"},
     account_then([](const AccountEvent& event, AccountActs& out) {
       const auto* done = std::get_if<client::LoginDone>(&event);
       for (auto& act : out)
         if (auto* ended = std::get_if<client::LoginEnded>(&act))
           if (done != nullptr) ended->words = done->words;
     })},
    {{"busy_without_a_word", "RPC-03 RPC-01", "",
      "a call that there is no room for has no outcome"},
     drops<&CallEnded::outcome, Outcome::Busy>},
    {{"asks_beyond_room_accepted", "APR-02", "",
      "an approval that there is no room for is accepted"},
     After{[](Turn& turn) {
       if (turn.received<Ask>() == nullptr || !turn.find<Reported>(is_too_many)) return;
       if (auto* answer = turn.sent<Answer>()) answer->decision = Decision::Accept;
     }}},
    {{"no_room_unreported", "APR-03 ITM-03", "",
      "that there is no room for something is not reported"},
     After{[](Turn& turn) { turn.drop<Reported>(is_too_many); }}},
    {{"lacking_server_untold", "SES-12", "",
      "nobody is told that a server failed its verification"},
     drops<&BannerShown::banner, Banner::ServerLacks>},
    {{"archived_chat_takes_turns", "SES-09 SES-03", "", "what is said in an archived chat is sent"},
     After{[](Turn& turn) {
       const auto* said = turn.got<Said>();
       if (said == nullptr || turn.chat(said->chat) != nullptr) return;
       turn.drop<CallEnded>();
       turn.send(Request{.id = {foreign_ids}, .method = Method::TurnStart, .text = said->text});
     }}},
};

}  // namespace

std::span<const Deviation> part_deviations() { return part_table; }

}  // namespace conformance::appserver
