// Mutations of what a server owes: SRV.
#pragma once
#include <vector>

#include "appserver/mutation_testing.h"

namespace conformance::appserver {

inline const std::vector<Mutation> mutations_of_server{
    // The server.
    {"a_second_initialize_is_served",
     "b1_text",
     [](Recording& r) {
       r.copy(1, 5);
       r.replace(6, "\"id\": 0", "\"id\": 50");
       r.copy(2, 6);
       r.replace(7, "\"id\":0", "\"id\":50");
     },
     {{"SRV-01", 7}}},
    {"a_second_initialize_is_refused_otherwise",
     "b1_text",
     [](Recording& r) {
       r.copy(1, 5);
       r.replace(6, "\"id\": 0", "\"id\": 50");
       r.insert(6, "s2c", R"({"id":50,"error":{"code":-32603,"message":"internal"}})");
     },
     {{"SRV-01", 7}}},
    {"a_request_is_served_before_initialize",
     "b1_text",
     [](Recording& r) {
       r.insert(0, "c2s", line_of("thread/loaded/list", 50, "{}"));
       r.insert(1, "s2c", R"({"id":50,"result":{}})");
     },
     {{"RPC-01", 1}, {"SRV-01", 2}}},
    {"another_code_for_a_bad_request",
     "g1_threads",
     [](Recording& r) { r.replace(193, "-32600", "-32601"); },
     {{"SRV-02", 193}}},
    {"a_response_is_lost",
     "c1_accept",
     [](Recording& r) {
       r.drop(7);
       r.pause(7, 61'000);
     },
     {{"SRV-03", 6}}},
    {"a_response_comes_twice", "b1_text", [](Recording& r) { r.copy(10, 11); }, {{"SRV-03", 12}}},
    {"a_response_with_an_unknown_id",
     "c1_accept",
     [](Recording& r) {
       r.replace(10, "\"id\":101", "\"id\":999");
       r.pause(11, 61'000);
     },
     {{"SRV-03", 9}}},
    {"a_bad_line_is_answered",
     "b1_text",
     [](Recording& r) {
       r.insert(5, "c2s", R"({"id":500,"method":"x")");
       r.insert(6, "s2c", R"({"id":500,"error":{"code":-32700,"message":"parse error"}})");
     },
     {{"WIRE-02", 6}, {"SRV-04", 7}}},
    {"a_bad_line_ends_the_session",
     "b1_text",
     [](Recording& r) {
       r.keep_first(6);
       r.insert(5, "c2s", "{bad");
       r.insert(7, "c2s", R"({"method":"something"})");
       r.pause(8, 3000);
     },
     {{"WIRE-02", 6}, {"SRV-04", 6}}},
    {"items_before_the_turn_starts",
     "b1_text",
     [](Recording& r) { r.move(12, 14); },
     {{"SRV-05", 12}, {"SRV-05", 14}}},
    {"a_turn_that_never_starts", "b1_text", [](Recording& r) { r.drop(12); }, {{"SRV-05", 12}}},
    {"an_item_completes_that_never_started",
     "b1_text",
     [](Recording& r) { r.drop(13); },
     {{"SRV-05", 13}}},
    {"an_item_starts_twice", "b1_text", [](Recording& r) { r.copy(15, 17); }, {{"SRV-05", 18}}},
    {"an_item_starts_again", "b1_text", [](Recording& r) { r.copy(15, 26); }, {{"SRV-05", 27}}},
    {"an_item_after_its_turn", "b1_text", [](Recording& r) { r.copy(15, 30); }, {{"SRV-05", 31}}},
    {"an_approval_after_its_turn",
     "c2_decline",
     [](Recording& r) {
       r.copy(17, 33);
       r.replace(34, "\"id\":0", "\"id\":1");
     },
     {{"SRV-05", 34}}},
    {"an_interrupt_answered_after_the_turn",
     "e1_interrupt_midstream",
     [](Recording& r) { r.move(22, 24); },
     {{"SRV-06", 24}}},
    {"resolved_before_the_turn_is_complete",
     "d7_patch_interrupt",
     [](Recording& r) {
       r.drop(25);
       r.move(24, 22);
     },
     {{"SRV-07", 23}}},
    {"an_interrupted_turn_ends_as_completed",
     "d7_patch_interrupt",
     [](Recording& r) {
       r.drop(25);
       r.copy(15, 21);
       r.replace(22, "item/started", "item/completed");
       r.replace(24, "\"interrupted\"", "\"completed\"");
     },
     {{"SRV-07", 24}}},
    {"the_approval_of_an_interrupted_turn_is_never_resolved",
     "d7_patch_interrupt",
     [](Recording& r) {
       r.pause(26, 6'000);
       r.drop(25);
       r.drop(24);
       r.copy(17, 17);  // Another one, which is.
       r.replace(18, "\"id\":0", "\"id\":1");
       r.insert(18, "c2s", R"({"id":1,"result":{"decision":"accept"}})");
       r.insert(19, "s2c", R"({"method":"serverRequest/resolved","params":{"requestId":1}})");
     },
     {{"SRV-07", 26}}},
    {"a_turn_during_a_turn_gets_another_id",
     "e2_turnstart_while_running",
     [](Recording& r) { r.replace(18, "\"turn\":{\"id\":\"01a1", "\"turn\":{\"id\":\"02a1"); },
     {{"SRV-08", 18}}},
};

}  // namespace conformance::appserver
