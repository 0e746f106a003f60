// The router: text in and text out, in both dialects.
#include "engine/appserver/router.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "appserver/testing.h"

namespace engine::appserver {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

// An engine and a router between a user and the text of a server.
class Talk {
 public:
  explicit Talk(const Dialect& dialect, const Limits& limits = real)
      : dialect_(dialect), engine_(limits, 1) {}

  // The lines that are sent, and what the user sees and the log says of it.
  Lines user(const Happening& what) {
    Lines out;
    for (const Command& command : engine_.step({{}, what})) {
      const auto* send = std::get_if<Send>(&command);
      if (send == nullptr) {
        const auto shown = without_timers(Commands{command});
        out.insert(out.end(), shown.begin(), shown.end());
        continue;
      }
      std::string line;
      EXPECT_EQ(encode(dialect_, names_, client, send->message, line), rpc::Reason::None);
      line.pop_back();
      out.push_back(line);
    }
    return out;
  }
  Lines server(std::string_view line) {
    Lines out;
    for (const ToClient& message : hear(line)) {
      const auto more = user(Received{engine_.state().server.process, message});
      out.insert(out.end(), more.begin(), more.end());
    }
    return out;
  }
  Heard hear(std::string_view line) {
    Heard out;
    rpc::Decoder decoder;
    decoder.feed(std::string(line) + '\n', [&](const rpc::Item& item) {
      const auto* accepted = std::get_if<rpc::Accepted>(&item);
      ASSERT_NE(accepted, nullptr) << line;
      out = decode(dialect_, names_, engine_.state().server.process, accepted->message);
    });
    return out;
  }
  Lines shown(std::string_view line) {
    Lines out;
    for (const ToClient& message : hear(line)) out.push_back(show(message));
    return out;
  }
  // Ready to be said something: chat 1.
  Talk& ready(std::string_view thread_answer) {
    user(Opened{});
    user(ProcessStarted{{1}});
    server(R"({"id":1,"result":{}})");
    server(R"({"id":2,"result":{}})");
    user(ChatStarted{chat, default_settings});
    server(thread_answer);
    server(R"({"method":"thread/started","params":{"thread":{"id":"t"}}})");
    return *this;
  }

  Names& names() { return names_; }

 private:
  static inline const Client client{"garden", "Garden", "1.0", "/home/dev/garden"};
  const Dialect& dialect_;
  Names names_;
  Engine engine_;
};

TEST(AppserverRouter, MakesTheHandshakeInBothDialects) {
  for (const Dialect* dialect : {&draft, &codex}) {
    Talk talk(*dialect);
    talk.user(Opened{});
    talk.user(Called{{1}, Method::Other, talk.names().keep(R"(account/read {"refresh":false})")});
    EXPECT_THAT(
        talk.user(ProcessStarted{{1}}),
        ElementsAre(R"({"id":1,"method":"initialize","params":{"clientInfo":{"name":"garden",)"
                    R"("title":"Garden","version":"1.0"}}})"));
    EXPECT_THAT(
        talk.server(R"({"id":1,"result":{"userAgent":"x"}})"),
        ElementsAre(R"({"method":"initialized"})", R"({"id":2,"method":"model/list","params":{}})",
                    R"({"id":3,"method":"account/read","params":{"refresh":false}})"));
    EXPECT_THAT(talk.server(R"({"id":2,"result":{"data":[]}})"), IsEmpty());
    EXPECT_THAT(talk.server(R"({"id":"3","result":{}})"), ElementsAre("Reported unknown_response"));
    EXPECT_THAT(talk.server(R"({"id":3,"error":{"code":-32600,"message":"Not initialized"}})"),
                ElementsAre("BannerShown handshake_again", ::testing::StartsWith(R"({"id":4)")));
  }
}

TEST(AppserverRouter, NamesWhatIsNotToBeSent) {
  Limits limits = real;
  limits.opts_out = opt_out::deltas | opt_out::thread_started;
  Talk talk(draft, limits);
  talk.user(Opened{});
  EXPECT_THAT(
      talk.user(ProcessStarted{{1}}),
      ElementsAre(::testing::EndsWith(
          R"("capabilities":{"optOutNotificationMethods":["thread/started","item/delta"]}}})")));
}

TEST(AppserverRouter, TakesATurnWithAnApprovalInTheDraft) {
  Talk talk(draft);
  talk.ready(R"({"id":3,"result":{"threadId":"t"}})");
  EXPECT_THAT(
      talk.user(Said{chat, talk.names().keep("Water \"them\".")}),
      ElementsAre(
          "ComposerBusy chat=1",
          R"({"id":4,"method":"turn/start","params":{"threadId":"t","input":[{"type":"text",)"
          R"("text":"Water \"them\"."}]}})"));
  EXPECT_THAT(talk.server(R"({"id":4,"result":{"turn":{"id":"u","status":"inProgress"}}})"),
              ElementsAre("CallEnded chat=1 turn_start result", "TurnShown chat=1 turn=1"));
  EXPECT_THAT(talk.server(R"({"method":"item/created","params":{"threadId":"t","turnId":"u",)"
                          R"("item":{"type":"assistant","textDelta":"Well"}}})"),
              ElementsAre("ItemOpened chat=1 item=1 answer", "TextAppended item=1 text=2"));
  EXPECT_THAT(talk.server(R"({"method":"item/delta","params":{"threadId":"t","turnId":"u",)"
                          R"("textDelta":"."}})"),
              ElementsAre("TextAppended item=1 text=3"));
  EXPECT_EQ(talk.names().text_of(TextId{2}), "Well");
  EXPECT_THAT(talk.server(R"({"id":"q\u0031","method":"execCommandApproval","params":{)"
                          R"("threadId":"t","turnId":"u","callId":"c","command":["rm","a b"]}})"),
              ElementsAre("AskShown chat=1 ask=1 command subject=1"));
  EXPECT_EQ(talk.names().text_of(SubjectId{1}), R"(["rm","a b"])");
  EXPECT_THAT(talk.user(Decided{ask, Decision::AcceptForSession}),
              ElementsAre(R"({"id":"q\u0031","result":{"decision":"approved_for_session"}})"));
  EXPECT_THAT(talk.server(R"({"method":"exec_command_begin","params":{"threadId":"t","turnId":"u",)"
                          R"("callId":"c","command":["rm","a b"]}})"),
              ElementsAre("ItemOpened chat=1 item=2 command"));
  EXPECT_THAT(talk.server(R"({"method":"exec_command_output_delta","params":{"threadId":"t",)"
                          R"("turnId":"u","callId":"c","chunk":"eA=="}})"),
              IsEmpty());
  EXPECT_THAT(talk.server(R"({"method":"exec_command_end","params":{"threadId":"t","turnId":"u",)"
                          R"("callId":"c","exitCode":1}})"),
              ElementsAre("ItemClosed item=2 failed"));
  EXPECT_THAT(talk.server(R"({"method":"turn/completed","params":{"threadId":"t","turnId":"u",)"
                          R"("status":"completed","tokenUsage":{"input":40,"output":2}}})"),
              ElementsAre("UsageShown chat=1 total=42 in_turn=42", "ItemClosed item=1 with_turn",
                          "TurnEnded chat=1 turn=1 completed", "ComposerReady chat=1"));
}

TEST(AppserverRouter, TakesATurnWithAnApprovalInCodex) {
  Talk talk(codex);
  talk.ready(R"({"id":3,"result":{"thread":{"id":"t"}}})");
  talk.user(Said{chat, talk.names().keep("go")});
  EXPECT_THAT(talk.server(R"({"method":"turn/started","params":{"threadId":"t",)"
                          R"("turn":{"id":"u","status":"inProgress"}}})"),
              ElementsAre("TurnShown chat=1 turn=1"));
  EXPECT_THAT(talk.server(R"({"method":"item/started","params":{"threadId":"t","turnId":"u",)"
                          R"("item":{"type":"commandExecution","id":"c","command":"touch x",)"
                          R"("cwd":"/w","status":"inProgress"}}})"),
              ElementsAre("ItemOpened chat=1 item=1 command"));
  EXPECT_THAT(talk.server(R"({"method":"item/commandExecution/requestApproval","id":0,"params":{)"
                          R"("threadId":"t","turnId":"u","itemId":"c","command":"touch x",)"
                          R"("cwd":"/w"}})"),
              ElementsAre("AskShown chat=1 ask=1 command subject=1"));
  EXPECT_THAT(talk.user(Decided{ask, Decision::Decline}),
              ElementsAre(R"({"id":0,"result":{"decision":"decline"}})"));
  EXPECT_THAT(talk.server(R"({"method":"serverRequest/resolved","params":{"threadId":"t",)"
                          R"("requestId":0}})"),
              IsEmpty());
  EXPECT_THAT(talk.server(R"({"method":"item/completed","params":{"threadId":"t","turnId":"u",)"
                          R"("item":{"type":"commandExecution","id":"c","status":"declined"}}})"),
              ElementsAre("ItemClosed item=1 declined"));
  EXPECT_THAT(talk.server(R"({"method":"item/started","params":{"threadId":"t","turnId":"u",)"
                          R"("item":{"type":"agentMessage","id":"m","text":""}}})"),
              ElementsAre("ItemOpened chat=1 item=2 answer"));
  EXPECT_THAT(talk.server(R"({"method":"item/agentMessage/delta","params":{"threadId":"t",)"
                          R"("turnId":"u","itemId":"m","delta":"Not \u0064one."}})"),
              ElementsAre("TextAppended item=2 text=2"));
  EXPECT_THAT(talk.server(R"({"method":"item/completed","params":{"threadId":"t","turnId":"u",)"
                          R"("item":{"type":"agentMessage","id":"m","text":"Not done."}}})"),
              ElementsAre("ItemClosed item=2 done"));
  EXPECT_THAT(talk.server(R"({"method":"thread/tokenUsage/updated","params":{"threadId":"t",)"
                          R"("turnId":"u","tokenUsage":{"total":{"totalTokens":101}}}})"),
              ElementsAre("UsageShown chat=1 total=101 in_turn=101"));
  EXPECT_THAT(talk.server(R"({"method":"turn/completed","params":{"threadId":"t",)"
                          R"("turn":{"id":"u","status":"completed"}}})"),
              ElementsAre("TurnEnded chat=1 turn=1 completed", "ComposerReady chat=1"));
}

TEST(AppserverRouter, TellsWhatAPatchIsAboutByItsItem) {
  Talk talk(codex);
  EXPECT_THAT(
      talk.shown(R"({"method":"item/started","params":{"threadId":"t","turnId":"u","item":)"
                 R"({"type":"fileChange","id":"c","changes":[{"path":"a"},{"path":"b"}]}}})"),
      ElementsAre("ItemStarted thread=1 turn=1 item=1 patch subject=1"));
  EXPECT_EQ(talk.names().text_of(SubjectId{1}), "a\nb");
  EXPECT_THAT(talk.shown(R"({"method":"item/fileChange/requestApproval","id":7,"params":{)"
                         R"("threadId":"t","turnId":"u","itemId":"c","grantRoot":null}})"),
              ElementsAre("Ask ask=1 patch wellformed thread=1 turn=1 item=1 subject=1"));
}

TEST(AppserverRouter, TellsWhichCommandsMayOutliveTheirTurn) {
  Talk talk(codex);
  const auto is_beyond = [&](const std::string& source) {
    const auto heard = talk.hear(
        R"({"method":"item/started","params":{"threadId":"t","turnId":"u","item":{"id":"c",)"
        R"("type":"commandExecution","command":"make","source":")" +
        source + R"("}}})");
    return std::get<ItemStarted>(heard.at(0)).background;
  };
  EXPECT_TRUE(is_beyond("unifiedExecStartup"));
  EXPECT_TRUE(is_beyond("userShell"));
  EXPECT_FALSE(is_beyond("agent"));
}

struct MalformedRow {
  const Dialect& dialect;
  std::string_view params;
};
class Malformed : public testing::TestWithParam<MalformedRow> {};

TEST_P(Malformed, ParamsOfAnApprovalAreDeclined) {
  const bool is_codex = &GetParam().dialect == &codex;
  const std::string_view method =
      is_codex ? "item/commandExecution/requestApproval" : "execCommandApproval";
  Talk talk(GetParam().dialect);
  talk.ready(R"({"id":3,"result":{"thread":{"id":"t"}}})");
  talk.user(Said{chat, talk.names().keep("go")});
  talk.server(R"({"id":4,"result":{"turn":{"id":"u"}}})");
  const std::string line =
      R"({"id":"x","method":")" + std::string(method) + '"' + std::string(GetParam().params) + '}';
  EXPECT_THAT(talk.server(line), ElementsAre(std::string(R"({"id":"x","result":{"decision":")") +
                                                 (is_codex ? "decline" : "denied") + "\"}}",
                                             "Reported bad_ask of=1"));
}

INSTANTIATE_TEST_SUITE_P(
    AppserverRouter, Malformed,
    testing::Values(
        MalformedRow{codex, ""}, MalformedRow{codex, R"(,"params":[])"},
        MalformedRow{codex, R"(,"params":{"threadId":"t","turnId":"u","command":"x"})"},
        MalformedRow{codex, R"(,"params":{"threadId":"t","itemId":"c","command":"x"})"},
        MalformedRow{codex, R"(,"params":{"threadId":"t","turnId":"u","itemId":"c"})"},
        MalformedRow{codex, R"(,"params":{"threadId":7,"turnId":"u","itemId":"c","command":"x"})"},
        MalformedRow{codex,
                     R"(,"params":{"threadId":"s","turnId":"u","itemId":"c","command":"x"})"},
        MalformedRow{draft, ""}, MalformedRow{draft, R"(,"params":{"command":["x"]})"},
        MalformedRow{draft, R"(,"params":{"threadId":"t","command":[]})"},
        MalformedRow{draft, R"(,"params":{"threadId":"t","command":["x",1]})"},
        MalformedRow{draft, R"(,"params":{"threadId":"t","command":{"x":1}})"},
        MalformedRow{draft, R"(,"params":{"threadId":"t","turnId":"v","command":["x"]})"}));

// A refused request puts a thread out of order as well, and its turn goes on.
TEST(AppserverRouter, TakesAThreadThatIsOutOfOrderForIdleIfItsTurnHasFailed) {
  const std::string broken = R"({"method":"thread/status/changed","params":{"threadId":"t",)"
                             R"("status":{"type":"systemError"}}})";
  const auto error = [](std::string_view retries) {
    return R"({"method":"error","params":{"threadId":"t","turnId":"u","willRetry":)" +
           std::string(retries) + R"(,"error":{"message":"No."}}})";
  };
  const std::string begins = R"({"method":"item/started","params":{"threadId":"t","turnId":"u",)"
                             R"("item":{"type":"agentMessage","id":"m"}}})";
  const std::string active =
      R"({"method":"thread/status/changed","params":{"threadId":"t","status":{"type":"active"}}})";
  const auto last = [](const Lines& before, std::string_view line) {
    Talk talk(codex);
    for (const auto& each : before) talk.shown(each);
    return talk.shown(line);
  };
  const auto is_idle = ::testing::Contains("ThreadIdle thread=1");
  EXPECT_THAT(last({}, broken), IsEmpty());
  EXPECT_THAT(last({error("true")}, broken), IsEmpty());
  EXPECT_THAT(last({error("false")}, broken), is_idle);
  EXPECT_THAT(last({broken}, error("false")), is_idle);
  EXPECT_THAT(last({broken}, error("true")), Not(is_idle));
  EXPECT_THAT(last({broken, active}, error("false")), Not(is_idle));
  EXPECT_THAT(last({error("false"), begins}, broken), IsEmpty());
  EXPECT_THAT(last({broken, begins}, error("false")), Not(is_idle));
}

TEST(AppserverRouter, RefusesUnknownMethodsAndReportsUnknownNotices) {
  for (const Dialect* dialect : {&draft, &codex}) {
    Talk talk(*dialect);
    talk.user(Opened{});
    talk.user(ProcessStarted{{1}});
    EXPECT_THAT(talk.server(R"({"id":-7,"method":"garden/ask","params":{}})"),
                ElementsAre(R"({"id":-7,"error":{"code":-32601,"message":"Method not found"}})"));
    EXPECT_THAT(talk.server(R"({"method":"garden/sing"})"), ElementsAre("Reported unknown_notice"));
    EXPECT_THAT(talk.server(R"({"method":"account/updated","params":{}})"), IsEmpty());
  }
}

TEST(AppserverRouter, ReportsWhatIsAboutUnknownThings) {
  Talk talk(codex);
  talk.ready(R"({"id":3,"result":{"thread":{"id":"t"}}})");
  EXPECT_THAT(
      talk.server(R"({"method":"turn/started","params":{"threadId":"s","turn":{"id":"u"}}})"),
      ElementsAre("Reported unknown_thread of=2"));
  EXPECT_THAT(talk.server(R"({"method":"item/agentMessage/delta","params":{"threadId":"t",)"
                          R"("turnId":"u","itemId":"m","delta":"x"}})"),
              ElementsAre("Reported unknown_turn of=1"));
  EXPECT_THAT(talk.server(R"({"method":"turn/completed","params":{}})"),
              ElementsAre("Reported unknown_thread"));
  EXPECT_THAT(talk.server(R"({"id":77,"result":{}})"),
              ElementsAre("Reported unknown_response of=77"));
  EXPECT_THAT(talk.server(R"({"id":99999999999,"result":{}})"),
              ElementsAre("Reported unknown_response"));
}

TEST(AppserverRouter, KeepsIdsOfTextAndNumberApart) {
  Talk talk(codex);
  Names& names = talk.names();
  const AskId number = names.ask({1}, rpc::Id::of(7));
  const AskId text = names.ask({1}, rpc::Id::of(json::Text::plain("7")));
  EXPECT_NE(number, text);
  EXPECT_EQ(names.ask({1}, rpc::Id::of(7)), number);
  EXPECT_NE(names.ask({2}, rpc::Id::of(7)), number);
  EXPECT_EQ(names.ask({1}, rpc::Id::of(json::Text::escaped("\\u0037"))), text);
  EXPECT_NE(names.subject(AskKind::Command, "x"), names.subject(AskKind::Patch, "x"));
}

TEST(AppserverRouter, SendsOnlyWordsOfItsDialect) {
  Names names;
  const Client client{"garden", "Garden", "1.0", "/w"};
  Request start{.id = {3}, .method = Method::ThreadStart, .settings = default_settings};
  const auto line = [&](const Dialect& dialect) {
    std::string out;
    return encode(dialect, names, client, start, out) == rpc::Reason::None ? out : "refused";
  };
  EXPECT_EQ(line(draft), R"({"id":3,"method":"thread/start","params":{"cwd":"/w",)"
                         R"("approvalPolicy":"unlessTrusted","sandbox":"workspace-write"}})"
                         "\n");
  EXPECT_EQ(line(codex), R"({"id":3,"method":"thread/start","params":{"cwd":"/w",)"
                         R"("approvalPolicy":"untrusted","sandbox":"workspace-write"}})"
                         "\n");
  start.settings.policy = Policy::OnFailure;
  EXPECT_EQ(line(codex), "refused");
  EXPECT_FALSE(has_words_for(codex, start.settings));
  EXPECT_TRUE(has_words_for(draft, start.settings));
}

TEST(AppserverRouter, KnowsErrorsByTheirWordsAndCodes) {
  Talk talk(codex);
  const auto error = [&](std::string_view code, std::string_view message) {
    auto out = talk.shown(R"({"id":1,"error":{"code":)" + std::string(code) + R"(,"message":")" +
                          std::string(message) + R"("}})");
    EXPECT_THAT(out.at(0), ::testing::HasSubstr(" text="));  // Its words.
    out[0].erase(out[0].find(" text="));
    return out;
  };
  EXPECT_THAT(error("-32600", "Not initialized"), ElementsAre("Response id=1 not_initialized"));
  EXPECT_THAT(error("-32600", "Already initialized"),
              ElementsAre("Response id=1 already_initialized"));
  EXPECT_THAT(error("-32600", "no active turn to interrupt"),
              ElementsAre("Response id=1 no_active_turn"));
  EXPECT_THAT(error("-32600", "Invalid request: x"), ElementsAre("Response id=1 invalid_request"));
  EXPECT_THAT(error("-32001", "later"), ElementsAre("Response id=1 overloaded"));
  EXPECT_THAT(error("-32603", "oops"), ElementsAre("Response id=1 internal"));
  EXPECT_THAT(error("-1", "oops"), ElementsAre("Response id=1 other"));
}

TEST(AppserverRouter, TellsReasoningFromAnswersByRoleInTheDraft) {
  Talk talk(draft);
  EXPECT_THAT(talk.shown(R"({"method":"item/created","params":{"threadId":"t","turnId":"u",)"
                         R"("item":{"id":"i","type":"assistant","role":"reasoning"}}})"),
              ElementsAre("ItemStarted thread=1 turn=1 item=1 reasoning"));
}

TEST(AppserverRouter, ReadsLimitsWithOrWithoutAFraction) {
  Talk talk(codex);
  EXPECT_THAT(talk.shown(R"({"method":"account/rateLimits/updated","params":{"rateLimits":)"
                         R"({"primary":{"usedPercent":12.5}}}})"),
              ElementsAre("RateLimits used=12"));
  EXPECT_THAT(talk.shown(R"({"method":"account/rateLimits/updated","params":{"rateLimits":)"
                         R"({"primary":null}}})"),
              ElementsAre("RateLimits"));
}

// Whatever was in the memory before.
TEST(AppserverNames, KnowNoPathThatWasNotTold) {
  void* volatile room = ::operator new(sizeof(Names));
  std::memset(room, 0xff, sizeof(Names));
  const std::unique_ptr<Names> names(new (room) Names);
  EXPECT_TRUE(names->path_of(thread).empty());
}

}  // namespace
}  // namespace engine::appserver
