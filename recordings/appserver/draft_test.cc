// The draft dialect: its whole recording passes, and with one thing made wrong it is the rule of
// that thing that is reported, at its line, and nothing else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "appserver/mutation_testing.h"

namespace conformance::appserver {
namespace {

using ::testing::IsEmpty;
using ::testing::UnorderedElementsAreArray;

constexpr const char* session = "draft/session";

using D = Recording&;
const std::vector<Mutation> draft_mutations{
    // Wire.
    {"the_last_line_is_torn",
     session,
     [](D r) {
       r.insert(71, "c2s", "{\"id\":1,\"meth");
       r.lines.back()["no_newline"] = true;
       r.insert(72, "s2c", R"({"method":"account/updated"})");
       r.pause(73, 1'000);
     },
     {{"WIRE-01", 72}}},
    {"garbage", session, [](D r) { r.insert(60, "s2c", "panic!"); }, {{"WIRE-02", 61}}},
    {"two_messages_on_a_line",
     session,
     [](D r) { r.lines[59]["raw"] = r.raw(60) + r.raw(20); },
     {{"WIRE-03", 60}}},
    {"nested_too_deep", session, [](D r) { r.insert(60, "s2c", nested(128)); }, {{"WIRE-04", 61}}},
    {"a_key_twice",
     session,
     [](D r) { r.insert(60, "s2c", R"({"method":"x","method":"y"})"); },
     {{"WIRE-06", 61}}},
    {"an_id_of_another_type",
     session,
     [](D r) { r.replace(7, "\"id\":2", "\"id\":\"2\""); },
     {{"WIRE-07", 7}}},
    // Calls.
    {"initialized_before_the_result", session, [](D r) { r.move(3, 1); }, {{"RPC-01", 2}}},
    {"an_answer_to_nothing",
     session,
     [](D r) { r.insert(60, "c2s", R"({"id":7,"result":{}})"); },
     {{"RPC-04", 61}}},
    {"a_question_answered_twice", session, [](D r) { r.copy(59, 59); }, {{"RPC-05", 60}}},
    {"a_question_is_never_answered",
     session,
     [](D r) {
       r.drop(59);
       r.pause(59, 121'000);
     },
     {{"RPC-05", 58}}},
    // Sessions.
    {"an_effort_that_there_is_not",
     session,
     [](D r) { r.replace(11, "\"low\"", "\"gigantic\""); },
     {{"SES-10", 11}}},
    {"a_turn_before_the_thread_is_ready",
     session,
     [](D r) {
       r.move(10, 11);
       r.pause(11, 5);
     },
     {{"SES-01", 10}}},
    {"a_second_turn_while_one_is_active",
     session,
     [](D r) {
       r.copy(69, 69);
       r.replace(70, "turn_5", "turn_9");
     },
     {{"SES-03", 70}}},
    {"a_turn_is_asked_for_again_where_no_thread_is_resumed",
     session,
     [](D r) { ask_another_process(r, "thr_garden", -32'602); },
     {{"PROC-03", 77}}},
    {"a_turn_completes_twice", session, [](D r) { r.copy(71, 71); }, {{"SES-03", 72}}},
    {"a_turn_asked_for_while_interrupting",
     session,
     [](D r) {
       r.insert(50, "c2s", line_of("turn/start", 500, R"({"threadId":"thr_garden"})"));
       r.insert(51, "s2c", R"({"id":500,"error":{"code":-32000,"message":"a turn is running"}})");
       r.pause(51, 5);
       r.pause(52, 5);
     },
     {{"SES-04", 51}}},
    {"an_interrupt_without_an_id",
     session,
     [](D r) {
       r.insert(
           69, "c2s",
           R"({"method":"turn/interrupt","params":{"threadId":"thr_garden","turnId":"turn_5"}})");
     },
     {{"SES-05", 70}}},
    {"an_approval_is_granted_behind_the_interrupt",
     session,
     [](D r) { r.insert(49, "c2s", R"({"id":73,"result":{"decision":"approved"}})"); },
     {{"SES-17", 50}}},
    {"something_about_an_unknown_thread",
     session,
     [](D r) {
       r.insert(60, "s2c",
                R"({"method":"turn/started","params":{"threadId":"none","turn":{"id":"t"}}})");
     },
     {{"SES-08", 61}}},
    {"a_finished_turn_starts_again", session, [](D r) { r.copy(69, 71); }, {{"SES-08", 72}}},
    {"an_archived_thread_takes_a_turn",
     session,
     [](D r) {
       r.lines[63]["raw"] = R"({"id":14,"result":{"turn":{"id":"turn_8","status":"inProgress"}}})";
     },
     {{"SES-09", 64}}},
    // Items.
    {"a_delta_before_its_item", session, [](D r) { r.copy(15, 13); }, {{"ITM-03", 14}}},
    {"output_before_its_command",
     session,
     [](D r) {
       r.drop(31);
       r.drop(27);
     },
     {{"ITM-03", 30}}},
    {"output_after_its_command", session, [](D r) { r.copy(32, 33); }, {{"ITM-03", 34}}},
    {"a_delta_after_its_turn", session, [](D r) { r.copy(19, 21); }, {{"ITM-03", 22}}},
    {"a_command_ends_twice", session, [](D r) { r.copy(33, 33); }, {{"ITM-06", 34}}},
    // Approvals.
    {"an_approval_answered_twice", session, [](D r) { r.copy(30, 30); }, {{"APR-01", 31}}},
    {"an_approval_never_answered", session, [](D r) { r.drop(34); }, {{"APR-01", 35}}},
    {"malformed_params_are_granted",
     session,
     [](D r) { r.lines[27]["raw"] = line_of("execCommandApproval", 70, "[]"); },
     {{"APR-02", 30}}},
    {"an_answer_after_the_turn",
     session,
     [](D r) {
       r.insert(51, "c2s", R"({"id":73,"result":{"decision":"denied"}})");
       r.pause(52, 5);
     },
     {{"APR-04", 52}}},
    {"aborting_lets_the_turn_go_on",
     session,
     [](D r) { r.replace(42, "\"interrupted\"", "\"completed\""); },
     {{"APR-06", 42}}},
    {"denying_ends_the_turn",
     session,
     [](D r) { r.replace(41, "abort", "denied"); },
     {{"APR-06", 42}}},
    {"a_decision_of_the_other_dialect",
     session,
     [](D r) { r.replace(30, "\"approved\"", "\"accept\""); },
     {{"APR-09", 30}, {"APR-10", 32}}},
    {"an_answer_under_another_id",
     session,
     [](D r) {
       r.copy(30, 29);
       r.replace(30, "\"id\":70", "\"id\":8");
     },
     {{"APR-09", 30}}},
    {"what_was_denied_is_carried_out",
     session,
     [](D r) { r.replace(30, "\"approved\"", "\"denied\""); },
     {{"APR-10", 32}}},
    // The server.
    {"a_second_initialize_is_served",
     session,
     [](D r) { r.lines[56]["raw"] = R"({"id":12,"result":{}})"; },
     {{"SRV-01", 57}}},
    {"a_request_is_served_before_initialized",
     session,
     [](D r) { r.move(3, 5); },
     {{"RPC-01", 3}, {"SRV-01", 4}}},
    {"the_code_of_the_other_dialect",
     session,
     [](D r) { r.replace(53, "-32601", "-32600"); },
     {{"SRV-02", 53}}},
    {"a_response_is_lost",
     session,
     [](D r) {
       r.drop(62);
       r.pause(62, 61'000);
     },
     {{"SRV-03", 61}}},
    {"a_response_comes_twice", session, [](D r) { r.copy(7, 7); }, {{"SRV-03", 8}}},
    {"a_bad_line_is_answered",
     session,
     [](D r) {
       r.insert(60, "c2s", R"({"id":500,"method":"x")");
       r.insert(61, "s2c", R"({"id":500,"error":{"code":-32700,"message":"parse error"}})");
     },
     {{"WIRE-02", 61}, {"SRV-04", 62}}},
    {"a_turn_that_never_starts", session, [](D r) { r.drop(13); }, {{"SRV-05", 13}}},
    {"an_item_is_created_twice", session, [](D r) { r.copy(18, 18); }, {{"SRV-05", 19}}},
    {"a_search_ends_that_never_began", session, [](D r) { r.drop(25); }, {{"SRV-05", 25}}},
    {"an_item_after_its_turn", session, [](D r) { r.copy(18, 21); }, {{"SRV-05", 22}}},
    {"an_interrupt_answered_after_the_turn",
     session,
     [](D r) { r.move(50, 51); },
     {{"SRV-06", 51}}},
    {"an_interrupted_turn_ends_as_completed",
     session,
     [](D r) { r.replace(51, "\"interrupted\"", "\"completed\""); },
     {{"SRV-07", 51}}},
    {"a_turn_is_accepted_during_a_turn",
     session,
     [](D r) {
       r.lines[46]["raw"] = R"({"id":8,"result":{"turn":{"id":"turn_6","status":"inProgress"}}})";
     },
     {{"SRV-08", 47}}},
};

class TranscriptOfDraft : public ::testing::TestWithParam<Mutation> {};

TEST_P(TranscriptOfDraft, IsReportedByItsRuleAtItsLine) {
  Recording recording(GetParam().recording);
  GetParam().edit(recording);
  EXPECT_THAT(judge(recording, spec::appserver::draft).breaches,
              UnorderedElementsAreArray(GetParam().wanted));
}

INSTANTIATE_TEST_SUITE_P(Recordings, TranscriptOfDraft, testing::ValuesIn(draft_mutations),
                         [](const auto& row) { return row.param.name; });

TEST(TranscriptsOfDraft, BreakEveryRuleThatIsJudged) {
  expect_every_judged_rule_broken(draft_mutations, spec::appserver::draft);
}

TEST(TranscriptsOfDraft, PassWhereverTheyEndOrBegin) {
  const Recording whole(session);
  for (std::size_t count = 1; count <= whole.lines.size(); ++count) {
    auto part = whole;
    part.keep_first(count);
    EXPECT_THAT(judge(part, spec::appserver::draft).breaches, IsEmpty()) << count << " lines";
    part = whole;
    part.lines.erase(part.lines.begin(), part.lines.end() - static_cast<std::ptrdiff_t>(count));
    EXPECT_THAT(judge(part, spec::appserver::draft).breaches, IsEmpty()) << "last " << count;
  }
}

// The draft's own example gives them none, so what follows may be about one of them.
TEST(TranscriptsOfDraft, ItemsWithoutAnIdExcuseDeltasOfOthers) {
  Recording recording(session);
  recording.replace(18, "\"id\":\"item_3\",", "");
  EXPECT_THAT(judge(recording, spec::appserver::draft).breaches, IsEmpty());
}

TEST(TranscriptsOfDraft, AToolMayTryAgain) {
  Recording recording(session);
  for (const std::size_t line : {31U, 32U, 33U}) recording.copy(line, line + 2);
  EXPECT_THAT(judge(recording, spec::appserver::draft).breaches, IsEmpty());
}

}  // namespace
}  // namespace conformance::appserver
