// What looks like a breach and is none: each row is a conversation that must pass, or break only
// what it names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "appserver/transcript_testing.h"

namespace conformance::appserver {
namespace {

using ::testing::Contains;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;
using ::testing::StartsWith;

struct Spoken {
  double ms;
  const char* direction;
  std::string raw;
};

// A codex session with a running turn "t" of thread "a", and `more` behind it.
std::string session_with(const std::vector<Spoken>& more) {
  std::vector<Spoken> lines{
      {1, "c2s", R"({"id":1,"method":"initialize","params":{}})"},
      {2, "s2c", R"({"id":1,"result":{}})"},
      {3, "c2s", R"({"method":"initialized"})"},
      {10, "c2s", R"({"id":2,"method":"thread/start","params":{}})"},
      {20, "s2c", R"({"id":2,"result":{"thread":{"id":"a"}}})"},
      {21, "s2c", R"({"method":"thread/started","params":{"thread":{"id":"a"}}})"},
      {30, "c2s", R"({"id":3,"method":"turn/start","params":{"threadId":"a"}})"},
      {40, "s2c", R"({"id":3,"result":{"turn":{"id":"t"}}})"},
      {41, "s2c", R"({"method":"turn/started","params":{"threadId":"a","turn":{"id":"t"}}})"}};
  lines.insert(lines.end(), more.begin(), more.end());
  std::string out;
  for (const auto& [ms, direction, raw] : lines)
    out += nlohmann::json{{"t_ms", ms}, {"dir", direction}, {"raw", raw}}.dump() + "\n";
  return out;
}

std::string item_line(const char* what, const char* item) {
  return std::string(R"({"method":"item/)") + what +
         R"(","params":{"threadId":"a","turnId":"t","item":{"id":")" + item + R"("}}})";
}

std::string ask_line(int id, const char* item) {
  return R"({"id":)" + std::to_string(id) +
         R"(,"method":"item/commandExecution/requestApproval","params":{"threadId":"a",)"
         R"("turnId":"t","itemId":")" +
         item + R"("}})";
}

std::string done_line(const char* item) {
  return std::string(R"({"method":"item/completed","params":{"threadId":"a","turnId":"t",)"
                     R"("item":{"id":")") +
         item + R"(","status":"completed"}}})";
}

std::string command_line(const char* what, const char* item, const char* source) {
  return std::string(R"({"method":"item/)") + what +
         R"(","params":{"threadId":"a","turnId":"t","item":{"type":"commandExecution","id":")" +
         item + R"(","source":")" + source + R"("}}})";
}

std::string output_line(const char* item) {
  return std::string(R"({"method":"item/commandExecution/outputDelta","params":{"threadId":"a",)"
                     R"("turnId":"t","delta":"x","itemId":")") +
         item + R"("}})";
}

std::string turn_end(const char* status) {
  return std::string(R"({"method":"turn/completed","params":{"threadId":"a",)"
                     R"("turn":{"id":"t","status":")") +
         status + R"("}}})";
}

struct Allowed {
  const char* name;
  std::vector<Spoken> more;  // From line 10 on.
  std::vector<Reported> wanted;
  const char* note;  // What a note begins with; null: any or none.
};

const std::vector<Allowed> allowed{
    {"bad_params_in_other_words",
     {{50, "c2s", R"({"id":9,"method":"model/list"})"},
      {60, "s2c", R"({"id":9,"error":{"code":-32602,"message":"no such page"}})"}},
     {},
     nullptr},
    {"bad_params_by_name",
     {{50, "c2s", R"({"id":9,"method":"model/list"})"},
      {60, "s2c", R"({"id":9,"error":{"code":-32602,"message":"Invalid params"}})"}},
     {{"SRV-02", 11}},
     nullptr},
    {"a_slow_answer_behind_a_later_one",
     {{50, "c2s", R"({"id":9,"method":"model/list"})"},
      {1000, "c2s", R"({"id":10,"method":"model/list"})"},
      {1001, "s2c", R"({"id":10,"result":{}})"}},
     {},
     "a request of the client has no answer at the end, after"},
    {"an_answer_of_another_method_is_no_measure",
     {{50, "c2s", R"({"id":9,"method":"model/list"})"},
      {9000, "c2s", R"({"id":10,"method":"account/read"})"},
      {9001, "s2c", R"({"id":10,"result":{}})"}},
     {},
     "a request of the client has no answer at the end, after"},
    {"overtaken_by_half_a_minute",
     {{50, "c2s", R"({"id":9,"method":"model/list"})"},
      {30051, "c2s", R"({"id":10,"method":"model/list"})"},
      {30052, "s2c", R"({"id":10,"result":{}})"}},
     {},
     "a request of the client has no answer at the end, after"},
    {"not_answered_for_a_minute",
     {{50, "c2s", R"({"id":9,"method":"model/list"})"},
      {60052, "s2c", R"({"method":"account/updated"})"}},
     {{"SRV-03", 10}},
     nullptr},
    {"a_tool_may_take_its_time",
     {{50, "c2s", R"({"id":9,"method":"mcpServer/tool/call"})"},
      {99000, "s2c", R"({"method":"account/updated"})"}},
     {},
     "a request of the client has no answer at the end, after"},
    {"an_overloaded_server_may_not_answer",
     {{50, "c2s", R"({"id":9,"method":"model/list"})"},
      {51, "c2s", R"({"id":10,"method":"model/list"})"},
      {52, "s2c", R"({"id":10,"error":{"code":-32001,"message":"overloaded"}})"},
      {99000, "s2c", R"({"method":"account/updated"})"}},
     {},
     "a request has no answer, of a server that said"},
    {"of_two_approvals_one_is_cancelled",
     {{50, "s2c", ask_line(0, "x")},
      {51, "s2c", ask_line(1, "y")},
      {60, "c2s", R"({"id":0,"result":{"decision":"cancel"}})"},
      {70, "s2c", R"({"method":"serverRequest/resolved","params":{"threadId":"a","requestId":1}})"},
      {80, "s2c", turn_end("interrupted")}},
     {},
     nullptr},
    {"the_turn_wins_against_its_interrupt",
     {{50, "c2s", R"({"id":9,"method":"turn/interrupt","params":{"threadId":"a","turnId":"t"}})"},
      {60, "s2c", turn_end("completed")},
      {70, "s2c", R"({"id":9,"result":{}})"}},
     {},
     nullptr},
    {"steering_that_was_not_recorded",
     {{50, "s2c", item_line("started", "x")},
      {60, "s2c", R"({"id":77,"result":{"turn":{"id":"t"}}})"},
      {70, "s2c", turn_end("completed")}},
     {},
     "incomplete recording"},
    {"an_approval_asked_again_is_pending_once",
     {{50, "s2c", ask_line(0, "x")},
      {60, "s2c", ask_line(0, "x")},
      {70, "c2s", R"({"id":0,"result":{"decision":"accept"}})"},
      {80, "c2s", R"({"id":8,"result":{}})"}},
     {{"RPC-04", 13}},
     nullptr},
    {"a_question_to_the_user_is_a_known_method",
     {{50, "s2c", R"({"id":4,"method":"item/tool/requestUserInput","params":{}})"},
      {60, "c2s", R"({"id":4,"result":{"answers":{}}})"}},
     {},
     nullptr},
    {"an_item_that_starts_again_is_not_open",
     {{50, "s2c", item_line("started", "x")},
      {51, "s2c", item_line("completed", "x")},
      {52, "s2c", item_line("started", "x")},
      {70, "s2c", turn_end("completed")}},
     {{"SRV-05", 12}},
     nullptr},
    {"an_old_server_numbers_its_items_in_each_turn",
     {{50, "s2c", R"({"method":"item/started","params":{"item":{"id":"x"}}})"},
      {51, "s2c", R"({"method":"item/completed","params":{"item":{"id":"x"}}})"},
      {52, "s2c", turn_end("completed")},
      {60, "c2s", R"({"id":4,"method":"turn/start","params":{"threadId":"a"}})"},
      {61, "s2c", R"({"id":4,"result":{"turn":{"id":"u"}}})"},
      {62, "s2c", R"({"method":"turn/started","params":{"threadId":"a","turn":{"id":"u"}}})"},
      {63, "s2c", R"({"method":"item/started","params":{"item":{"id":"x"}}})"},
      {64, "s2c", R"({"method":"item/completed","params":{"item":{"id":"x"}}})"}},
     {},
     nullptr},
    {"a_person_may_take_any_time_for_a_question",
     {{50, "s2c", R"({"id":4,"method":"item/tool/requestUserInput","params":{}})"},
      {99000, "c2s", R"({"id":9,"method":"model/list"})"},
      {99001, "s2c", R"({"id":9,"result":{}})"}},
     {},
     "a request of the server has no answer at the end, after 99.0 s"},
    {"a_question_goes_with_its_turn",
     {{50, "s2c", R"({"id":4,"method":"new","params":{"threadId":"a","turnId":"t"}})"},
      {60, "s2c", turn_end("completed")},
      {99000, "c2s", R"({"id":9,"method":"model/list"})"},
      {99001, "s2c", R"({"id":9,"result":{}})"}},
     {},
     nullptr},
    {"a_question_of_the_running_turn_is_still_open",
     {{50, "s2c", R"({"id":4,"method":"new","params":{"threadId":"a","turnId":"t"}})"},
      {121000, "c2s", R"({"id":9,"method":"model/list"})"},
      {121001, "s2c", R"({"id":9,"result":{}})"}},
     {{"RPC-05", 10}},
     nullptr},
    {"of_two_questions_one_is_answered",
     {{50, "s2c", R"({"id":4,"method":"item/tool/requestUserInput","params":{}})"},
      {51, "s2c", R"({"id":5,"method":"item/tool/requestUserInput","params":{}})"},
      {9000, "c2s", R"({"id":5,"result":{"answers":{}}})"},
      {99001, "s2c", R"({"method":"account/updated"})"}},
     {},
     "a request of the server has no answer at the end, after 99.0 s"},
    {"a_question_refused_as_unknown",
     {{50, "s2c", R"({"id":4,"method":"item/permissions/requestApproval","params":{}})"},
      {60, "c2s", R"({"id":4,"error":{"code":-32601,"message":"no such method"}})"}},
     {},
     nullptr},
    {"another_client_has_answered",
     {{50, "s2c", item_line("started", "x")},
      {51, "s2c", ask_line(0, "x")},
      {70, "s2c", R"({"method":"serverRequest/resolved","params":{"threadId":"a","requestId":0}})"},
      {71, "s2c", done_line("x")},
      {80, "s2c", turn_end("completed")}},
     {},
     nullptr},
    {"a_late_joiner_is_told_what_runs",
     {{50, "c2s", R"({"id":9,"method":"thread/resume","params":{"threadId":"b"}})"},
      {51, "s2c",
       R"({"id":9,"result":{"thread":{"id":"b","status":{"type":"active"},"turns":[)"
       R"({"id":"u","status":"completed"},{"id":"v","status":"inProgress"}]}}})"},
      {60, "s2c",
       R"({"method":"item/agentMessage/delta","params":{"threadId":"b","turnId":"v",)"
       R"("itemId":"i","delta":"x"}})"},
      {70, "s2c",
       R"({"method":"turn/completed","params":{"threadId":"b",)"
       R"("turn":{"id":"v","status":"completed"}}})"}},
     {},
     nullptr},
    {"a_request_is_sent_again_at_a_resume",
     {{50, "s2c", ask_line(0, "x")},
      {60, "c2s", R"({"id":9,"method":"thread/resume","params":{"threadId":"a"}})"},
      {61, "s2c", R"({"id":9,"result":{"thread":{"id":"a"}}})"},
      {62, "s2c", ask_line(0, "x")},
      {70, "c2s", R"({"id":0,"result":{"decision":"accept"}})"},
      {80, "s2c", turn_end("completed")}},
     {},
     nullptr},
    {"a_thread_is_opened_by_an_item",
     {{50, "s2c",
       R"({"method":"item/started","params":{"threadId":"a","turnId":"t","item":{"id":"i",)"
       R"("type":"collabAgentToolCall","receiverThreadIds":["child"]}}})"},
      {51, "s2c", R"({"method":"turn/started","params":{"threadId":"child","turn":{"id":"c"}}})"},
      {52, "s2c",
       R"({"method":"turn/completed","params":{"threadId":"child",)"
       R"("turn":{"id":"c","status":"completed"}}})"},
      {60, "s2c", done_line("i")},
      {70, "s2c", turn_end("completed")}},
     {},
     nullptr},
    {"a_thread_that_nothing_announces",
     {{51, "s2c", R"({"method":"turn/started","params":{"threadId":"child","turn":{"id":"c"}}})"},
      {60, "s2c", turn_end("completed")},
      {70, "s2c",
       R"({"method":"turn/completed","params":{"threadId":"child",)"
       R"("turn":{"id":"c","status":"completed"}}})"}},
     {},
     "a thread that nothing has announced"},
    {"the_turn_of_a_child_is_interrupted_under_its_parent",
     {{51, "s2c", R"({"method":"turn/started","params":{"threadId":"child","turn":{"id":"c"}}})"},
      {60, "c2s", R"({"id":9,"method":"turn/interrupt","params":{"threadId":"a","turnId":"c"}})"},
      {61, "s2c", R"({"id":9,"error":{"code":-32600,"message":"no active turn"}})"}},
     {{"SES-13", 11}},
     nullptr},
    {"a_line_of_a_child_names_its_parent",
     {{51, "s2c", R"({"method":"turn/started","params":{"threadId":"child","turn":{"id":"c"}}})"},
      {60, "s2c",
       R"({"method":"item/started","params":{"threadId":"a","turnId":"c","item":{"id":"i"}}})"},
      {61, "s2c",
       R"({"method":"item/completed","params":{"threadId":"child","turnId":"c",)"
       R"("item":{"id":"i"}}})"}},
     {{"SES-08", 11}},
     nullptr},
    {"a_decision_for_tokens",
     {{50, "s2c", R"({"id":4,"method":"account/chatgptAuthTokens/refresh","params":{}})"},
      {60, "c2s", R"({"id":4,"result":{"decision":"accept"}})"}},
     {{"APR-09", 11}},
     nullptr},
    {"what_was_denied_runs_on_the_older_surface",
     {{50, "c2s", R"({"id":9,"method":"newConversation","params":{}})"},
      {51, "s2c", R"({"id":9,"result":{"conversationId":"v"}})"},
      {60, "s2c",
       R"({"id":4,"method":"execCommandApproval","params":{"conversationId":"v","callId":"x"}})"},
      {61, "c2s", R"({"id":4,"result":{"decision":"denied"}})"},
      {70, "s2c",
       R"({"method":"codex/event/exec_command_end","params":{"conversationId":"v",)"
       R"("msg":{"call_id":"x","exit_code":0}}})"}},
     {{"APR-10", 14}},
     nullptr},
    {"what_was_denied_does_not_run_on_the_older_surface",
     {{60, "s2c",
       R"({"id":4,"method":"execCommandApproval","params":{"conversationId":"a","callId":"x"}})"},
      {61, "c2s", R"({"id":4,"result":{"decision":"denied"}})"},
      {70, "s2c",
       R"({"method":"codex/event/exec_command_end","params":{"conversationId":"a",)"
       R"("msg":{"call_id":"x","exit_code":-1}}})"}},
     {},
     nullptr},
    {"a_command_in_the_background",
     {{50, "s2c", command_line("started", "x", "unifiedExecStartup")},
      {60, "s2c", turn_end("completed")},
      {70, "s2c", output_line("x")},
      {80, "s2c", command_line("completed", "x", "unifiedExecStartup")}},
     {},
     nullptr},
    {"a_command_in_the_background_that_is_not_marked",
     {{50, "s2c", command_line("started", "x", "agent")},
      {60, "s2c", turn_end("completed")},
      {70, "s2c", output_line("x")}},
     {},
     "a command has outlived its turn, and nothing marks it"},
    {"a_question_that_the_server_settles",
     {{50, "s2c", R"({"id":4,"method":"new","params":{}})"},
      {60, "s2c", R"({"method":"serverRequest/resolved","params":{"requestId":4}})"},
      {99000, "c2s", R"({"id":9,"method":"model/list"})"},
      {99001, "s2c", R"({"id":9,"result":{}})"}},
     {},
     nullptr},
    {"an_old_server_never_says_resolved",
     {{50, "s2c", ask_line(0, "x")},
      {60, "c2s", R"({"id":9,"method":"turn/interrupt","params":{"threadId":"a","turnId":"t"}})"},
      {61, "s2c", R"({"id":9,"result":{}})"},
      {62, "s2c", turn_end("interrupted")},
      {99000, "s2c", R"({"method":"account/updated"})"}},
     {},
     nullptr},
};

class TranscriptAllowed : public ::testing::TestWithParam<Allowed> {};

TEST_P(TranscriptAllowed, BreaksOnlyWhatItNames) {
  const auto judged = judge_text(session_with(GetParam().more));
  EXPECT_THAT(judged.breaches, ElementsAreArray(GetParam().wanted));
  if (GetParam().note != nullptr) {
    EXPECT_THAT(judged.notes, Contains(StartsWith(GetParam().note)).Times(1));
  }
}

INSTANTIATE_TEST_SUITE_P(Transcript, TranscriptAllowed, testing::ValuesIn(allowed),
                         [](const auto& row) { return row.param.name; });

// A line about a thread before the handshake excuses nothing behind it.
TEST(TranscriptJoined, AStrayFirstLineIsNoMiddle) {
  const auto text =
      R"({"t_ms":0,"dir":"s2c","raw":"{\"method\":\"thread/started\",\"params\":{\"thread\":)"
      R"({\"id\":\"z\"}}}"})"
      "\n" +
      session_with({{60, "c2s", R"({"id":4,"result":{}})"}});
  const std::vector<Reported> wanted{{"RPC-04", 11}};
  EXPECT_THAT(judge_text(text).breaches, ElementsAreArray(wanted));
}

// Bytes that are not UTF-8 end the server, whatever else is wrong with their line.
TEST(TranscriptOfBadUtf8, ASilentServerIsNoBreach) {
  // {bad \xff, caf\xe9, {"a":1,"a":"\xff"}
  for (const char* base64 : {"e2JhZCD/", "Y2Fm6Q==", "eyJhIjoxLCJhIjoi/yJ9"}) {
    const auto text = session_with({}) + R"({"t_ms":50,"dir":"c2s","raw_b64":")" + base64 +
                      "\"}\n" +
                      R"({"t_ms":60,"dir":"c2s","raw":"{\"id\":9,\"method\":\"model/list\"}"})"
                      "\n"
                      R"({"t_ms":9000,"dir":"c2s","raw":"{\"method\":\"initialized2\"}"})"
                      "\n";
    const auto judged = judge_text(text);
    for (const auto& breach : judged.breaches) {
      EXPECT_NE(breach.rule, "SRV-04") << base64;
      EXPECT_EQ(breach.line, 10u) << base64;
    }
  }
}

TEST(TranscriptOfParts, ACutPartExemptsTheWholeLine) {
  const auto text = session_with({}) +
                    R"({"t_ms":50,"dir":"s2c","raw":"{\"meth","raw_len":90,"no_newline":true})"
                    "\n"
                    R"({"t_ms":51,"dir":"s2c","raw":"od\":"})"
                    "\n";
  const auto judged = judge_text(text);
  EXPECT_THAT(judged.breaches, IsEmpty());
  EXPECT_THAT(judged.notes, Contains(StartsWith("cut by the recorder")).Times(1));
}

TEST(TranscriptOfParts, ABadLineIsSeenAsAWhole) {
  const auto text = session_with({{50, "s2c", ask_line(0, "x")}}) +
                    R"({"t_ms":60,"dir":"c2s","raw":"{\"id\":0,\"res","no_newline":true})"
                    "\n"
                    R"({"t_ms":61,"dir":"c2s","raw":"ult\":"})"
                    "\n";
  const std::vector<Reported> wanted{{"WIRE-02", 12}, {"APR-09", 12}};
  EXPECT_THAT(judge_text(text).breaches, ElementsAreArray(wanted));
}

}  // namespace
}  // namespace conformance::appserver
