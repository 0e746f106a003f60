// Good recordings, each with one thing made wrong: the rule that this breaks is reported, at its
// line, and nothing else is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "appserver/mutation_testing.h"
#include "appserver/mutations_of_server_testing.h"

namespace conformance::appserver {
namespace {

using ::testing::UnorderedElementsAreArray;

using R = Recording&;
const std::vector<Mutation> of_both_sides{
    // Wire.
    {"the_last_line_is_torn",
     "b1_text",
     [](R r) {
       r.insert(r.lines.size(), "c2s", "{\"id\":1,\"meth");
       r.lines.back()["no_newline"] = true;
       r.insert(r.lines.size(), "s2c", R"({"method":"account/updated"})");
       r.pause(r.lines.size(), 1'000);
     },
     {{"WIRE-01", 31}}},
    {"the_server_writes_garbage",
     "b1_text",
     [](R r) { r.insert(30, "s2c", "panic!"); },
     {{"WIRE-02", 31}}},
    {"two_messages_on_a_line",
     "c1_accept",
     [](R r) {
       r.lines[12]["raw"] = r.raw(13) + r.raw(14);
       r.drop(14);
     },
     {{"WIRE-03", 13}}},
    {"nested_too_deep",
     "b1_text",
     [](R r) { r.insert(30, "s2c", nested(128)); },
     {{"WIRE-04", 31}}},
    {"a_key_twice",
     "b1_text",
     [](R r) { r.insert(30, "s2c", R"({"method":"x","method":"y"})"); },
     {{"WIRE-06", 31}}},
    {"an_id_of_another_type",
     "b1_text",
     [](R r) { r.replace(10, "\"id\":101", "\"id\":\"101\""); },
     {{"WIRE-07", 10}}},
    // Calls.
    {"initialized_before_the_result", "b1_text", [](R r) { r.move(3, 1); }, {{"RPC-01", 2}}},
    {"initialized_before_initialize", "b1_text", [](R r) { r.copy(3, 0); }, {{"RPC-01", 1}}},
    {"initialized_twice", "b1_text", [](R r) { r.copy(3, 5); }, {{"RPC-01", 6}}},
    {"a_request_before_the_result",
     "b1_text",
     [](R r) {
       r.insert(1, "c2s", line_of("thread/loaded/list", 50, "{}"));
       r.insert(6, "s2c", R"({"id":50,"result":{}})");
     },
     {{"RPC-01", 2}}},
    {"a_request_before_initialized",
     "b1_text",
     [](R r) {
       r.insert(2, "c2s", line_of("thread/loaded/list", 50, "{}"));
       r.insert(6, "s2c", R"({"id":50,"result":{}})");
     },
     {{"RPC-01", 3}}},
    {"an_answer_to_nothing",
     "b1_text",
     [](R r) { r.insert(30, "c2s", R"({"id":7,"result":{}})"); },
     {{"RPC-04", 31}}},
    {"a_question_answered_twice",
     "b1_text",
     [](R r) {
       r.insert(12, "s2c", line_of("item/tool/requestUserInput", 4, "{}"));
       r.insert(13, "c2s", R"({"id":4,"result":{"answers":{}}})");
       r.insert(14, "c2s", R"({"id":4,"result":{"answers":{}}})");
     },
     {{"RPC-05", 15}}},
    {"a_question_is_never_answered",
     "b1_text",
     [](R r) {
       r.insert(5, "s2c", line_of("account/chatgptAuthTokens/refresh", 4, "{}"));
       r.pause(7, 121'000);
     },
     {{"RPC-05", 6}}},
    {"an_approval_waits_too_long",
     "d7_patch_interrupt",
     [](R r) {
       r.drop(25);
       r.pause(18, 121'000);
     },
     {{"RPC-05", 17}}},
    {"a_question_is_answered_by_a_decision",
     "b1_text",
     [](R r) {
       r.insert(12, "s2c", line_of("item/tool/requestUserInput", 4, "{}"));
       r.insert(13, "c2s", R"({"id":4,"result":{"decision":"accept"}})");
     },
     {{"APR-09", 14}}},
    {"a_question_is_answered_in_another_shape",
     "b1_text",
     [](R r) {
       r.insert(12, "s2c", line_of("mcpServer/elicitation/request", 4, "{}"));
       r.insert(13, "c2s", R"({"id":4,"result":{"answers":{}}})");
     },
     {{"RPC-09", 14}}},
    {"an_overloaded_server_is_asked_at_once",
     "b1_text",
     [](R r) {
       std::size_t at = 5;
       for (int id = 50; id < 60; ++id) {
         r.insert(at++, "c2s", line_of("thread/read", id, R"({"threadId":"T"})"));
         r.insert(at++, "s2c",
                  "{\"id\":" + std::to_string(id) +
                      R"(,"error":{"code":-32001,"message":"Server overloaded"}})");
       }
     },
     {{"RPC-06", 22}}},
    // Sessions.
    {"a_summary_that_there_is_not",
     "b1_text",
     [](R r) { r.replace(9, "\"input\"", "\"summary\": \"loud\", \"input\""); },
     {{"SES-10", 9}}},
    {"a_summary_and_a_policy_that_there_are_not",
     "b1_text",
     [](R r) {
       r.replace(9, "\"input\"", R"("summary": "loud", "approvalPolicy": "always", "input")");
     },
     {{"SES-10", 9}, {"SES-10", 9}}},
    {"a_turn_before_the_thread_is_ready",
     "c1_accept",
     [](R r) {
       r.move(8, 9);
       r.pause(9, 5);
     },
     {{"SES-01", 8}}},
    {"a_second_turn_while_one_is_active",
     "b1_text",
     [](R r) {
       r.copy(12, 12);
       r.replace(13, "01a1ffdb-4793", "01a1ffdb-9999");
     },
     {{"SES-03", 13}}},
    {"a_turn_is_asked_for_again_where_no_thread_is_resumed",
     "b1_text",
     [](R r) { ask_another_process(r, "01a1ffdb-4624-7932-a6d8-1143062d7a33", -32'600); },
     {{"PROC-03", 36}}},
    {"a_turn_completes_twice", "b1_text", [](R r) { r.copy(30, 30); }, {{"SES-03", 31}}},
    {"a_turn_asked_for_while_interrupting",
     "e1_interrupt_midstream",
     [](R r) {
       r.copy(9, 20);
       r.replace(21, "\"id\": 101", "\"id\": 500");
       r.copy(10, 21);
       r.replace(22, "\"id\":101", "\"id\":500");
     },
     {{"SES-04", 21}}},
    {"an_interrupt_without_an_id",
     "d7_patch_interrupt",
     [](R r) {
       r.copy(18, 23);
       r.replace(24, "\"id\": 102, ", "");
       r.drop(26);
     },
     {{"SES-05", 24}}},
    {"an_approval_is_granted_behind_the_interrupt",
     "d7_patch_interrupt",
     [](R r) { r.move(25, 18); },
     {{"SES-17", 19}}},
    {"something_about_an_unknown_thread",
     "b1_text",
     [](R r) {
       r.insert(30, "s2c",
                R"({"method":"turn/started","params":{"threadId":"none","turn":{"id":"t"}}})");
     },
     {{"SES-08", 31}}},
    {"an_item_of_an_unknown_thread",
     "b1_text",
     [](R r) {
       r.insert(30, "s2c",
                R"({"method":"item/started","params":{"threadId":"none","turnId":"t",)"
                R"("item":{"id":"i"}}})");
     },
     {{"SES-08", 31}}},
    {"a_finished_turn_starts_again", "b1_text", [](R r) { r.copy(12, 30); }, {{"SES-08", 31}}},
    {"an_archived_thread_takes_a_turn",
     "g1_threads",
     [](R r) {
       r.lines[152]["raw"] = R"({"id":132,"result":{"turn":{"id":"t","status":"inProgress"}}})";
     },
     {{"SES-09", 153}}},
    {"the_end_of_a_turn_is_lost",
     "e2_turnstart_while_running",
     [](R r) { r.drop(37); },
     {{"SES-14", 36}}},
    {"the_end_of_a_turn_comes_late", "b1_text", [](R r) { r.pause(30, 5'100); }, {{"SES-14", 29}}},
    {"the_turn_of_another_thread_is_interrupted",
     "b5_two_threads",
     [](R r) {
       r.insert(67, "c2s",
                R"({"id":500,"method":"turn/interrupt","params":{"threadId":)"
                R"("01a1ffc3-c431-7b03-b5c1-1a74e27d6bdf",)"
                R"("turnId":"01a1ffc3-c447-7d62-9b21-be3ac265582e"}})");
     },
     {{"SES-13", 68}}},
    {"a_line_names_the_thread_of_another_turn",
     "b5_two_threads",
     [](R r) {
       r.replace(30, "01a1ffc3-c431-7b03-b5c1-1a74e27d6bdf",
                 "01a1ffc3-c43d-7b20-a65a-730628cfb817");
     },
     {{"SES-08", 30}}},
    {"a_turn_that_never_starts_is_waited_for",
     "e2_turnstart_while_running",
     [](R r) {
       r.replace(18, "\"turn\":{\"id\":\"01a1", "\"turn\":{\"id\":\"02a1");
       r.insert(37, "c2s",
                R"({"id":500,"method":"turn/interrupt","params":{"threadId":)"
                R"("01a1ffc7-7b7d-7ff3-adad-a1cbe4473c2c",)"
                R"("turnId":"02a1ffc7-7c4f-7b41-916f-bb29c2330ffd"}})");
     },
     {{"SRV-08", 18}, {"SES-16", 38}}},
    // Items.
    {"output_behind_the_end_of_a_command_in_the_background",
     "c12b_output_streaming",
     [](R r) {
       r.move(30, 41);
       r.copy(28, 41);
     },
     {{"ITM-07", 42}}},
    {"the_final_text_differs",
     "b1_text",
     [](R r) { r.replace(20, "l. Thi", "l. Tho"); },
     {{"ITM-01", 26}}},
    {"a_delta_is_lost", "b1_text", [](R r) { r.drop(18); }, {{"ITM-01", 25}}},
    {"an_item_stays_open", "b1_text", [](R r) { r.drop(26); }, {{"ITM-02", 29}}},
    {"a_delta_before_its_item", "b1_text", [](R r) { r.copy(16, 14); }, {{"ITM-03", 15}}},
    {"a_delta_after_its_item", "b1_text", [](R r) { r.copy(25, 26); }, {{"ITM-03", 27}}},
    {"a_delta_after_its_turn", "b1_text", [](R r) { r.copy(25, 30); }, {{"ITM-03", 31}}},
    {"the_total_goes_down",
     "g1_threads",
     [](R r) { r.replace(134, "\"totalTokens\":427", "\"totalTokens\":42"); },
     {{"ITM-05", 134}}},
    {"an_item_completes_twice", "b1_text", [](R r) { r.copy(26, 26); }, {{"ITM-06", 27}}},
    // Approvals.
    {"an_approval_answered_twice", "c1_accept", [](R r) { r.copy(18, 19); }, {{"APR-01", 20}}},
    {"an_approval_never_answered",
     "c1_accept",
     [](R r) {
       r.drop(19);  // Otherwise another client may have answered.
       r.drop(18);
     },
     {{"APR-01", 19}}},
    {"resolved_in_another_thread",
     "c1_accept",
     [](R r) { r.replace(19, "\"threadId\":\"01a1", "\"threadId\":\"02a1"); },
     {{"APR-12", 19}}},
    {"resolved_under_an_id_of_another_type",
     "d7_patch_interrupt",
     [](R r) {
       r.replace(24, "\"requestId\":0", "\"requestId\":\"0\"");
       r.drop(25);
       r.move(24, 17);
     },
     {{"APR-12", 18}}},
    {"malformed_params_are_granted",
     "c1_accept",
     [](R r) { r.replace(17, "\"itemId\":\"call_0003\",", ""); },
     {{"APR-02", 18}}},
    {"an_answer_after_the_turn", "d7_patch_interrupt", [](R) {}, {{"APR-04", 25}}},
    {"an_answer_settles_another_one",
     "c9b_two_commands_reverse",
     [](R r) { r.replace(21, "\"requestId\":1", "\"requestId\":0"); },
     {{"APR-05", 21}, {"APR-08", 22}}},
    {"cancelling_lets_the_turn_go_on",
     "c3_cancel",
     [](R r) { r.replace(25, "\"interrupted\"", "\"completed\""); },
     {{"APR-06", 25}}},
    {"declining_ends_the_turn",
     "c3_cancel",
     [](R r) { r.replace(18, "cancel", "decline"); },
     {{"APR-06", 25}}},
    {"an_answer_after_it_was_resolved",
     "c1_accept",
     [](R r) {
       r.move(18, 19);
       r.pause(19, 5);
     },
     {{"APR-08", 19}}},
    {"a_decision_of_the_other_dialect",
     "c1_accept",
     [](R r) { r.replace(18, "\"accept\"", "\"approved\""); },
     {{"APR-09", 18}, {"APR-10", 21}}},
    {"an_answer_without_decision",
     "c1_accept",
     [](R r) { r.replace(18, "{\"decision\": \"accept\"}", "[]"); },
     {{"APR-09", 18}, {"APR-10", 21}}},
    {"an_answer_under_another_id",
     "c1_accept",
     [](R r) {
       r.copy(18, 17);
       r.replace(18, "\"id\": 0", "\"id\": 8");
     },
     {{"APR-09", 18}}},
    {"what_was_declined_is_carried_out",
     "c2_decline",
     [](R r) { r.replace(20, "\"declined\"", "\"completed\""); },
     {{"APR-10", 20}}},
    {"what_was_declined_has_an_exit_code",
     "c2_decline",
     [](R r) { r.replace(20, "\"exitCode\":null", "\"exitCode\":0"); },
     {{"APR-10", 20}}},
    {"a_patch_that_was_declined_is_applied",
     "d1_patch_decline",
     [](R r) { r.replace(21, "\"declined\"", "\"completed\""); },
     {{"APR-10", 21}}},
    {"what_was_declined_says_something",
     "c12b_output_streaming",
     [](R r) {
       r.replace(18, "accept", "decline");
       for (int i = 22; i <= 29; ++i) r.drop(22);
     },
     {{"APR-10", 21}}},
    {"it_says_something_before_the_decision",
     "c12b_output_streaming",
     [](R r) {
       r.copy(21, 17);
       r.pause(19, 5);
     },
     {{"APR-10", 18}}},
};

std::vector<Mutation> all_mutations() {
  auto out = of_both_sides;
  out.insert(out.end(), mutations_of_server.begin(), mutations_of_server.end());
  return out;
}
const std::vector<Mutation> mutations = all_mutations();

class TranscriptMutation : public ::testing::TestWithParam<Mutation> {};

TEST_P(TranscriptMutation, IsReportedByItsRuleAtItsLine) {
  Recording recording(GetParam().recording);
  GetParam().edit(recording);
  EXPECT_THAT(judge(recording).breaches, UnorderedElementsAreArray(GetParam().wanted));
}

INSTANTIATE_TEST_SUITE_P(Recordings, TranscriptMutation, testing::ValuesIn(mutations),
                         [](const auto& row) { return row.param.name; });

TEST(TranscriptMutations, BreakEveryRuleThatIsJudged) {
  expect_every_judged_rule_broken(mutations, spec::appserver::codex);
}

}  // namespace
}  // namespace conformance::appserver
