// What a scenario file may not say, and what is said about it.
#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "files/scenario_texts.h"
#include "sim/modality/scenario.h"

namespace sim::modality {
namespace {

using testing::HasSubstr;

struct Refused {
  std::string name;
  std::string text;
  std::vector<std::string> parts;  // Of the message.
};

class ScenarioRefuses : public testing::TestWithParam<Refused> {};

TEST_P(ScenarioRefuses, WithPlaceFaultAndRemedy) {
  const auto message = message_of(scenarios().parse(GetParam().text, "t"));
  for (const auto& part : GetParam().parts) EXPECT_THAT(message, HasSubstr(part));
  EXPECT_THAT(message, testing::StartsWith("t:"));
  EXPECT_EQ(std::ranges::count_if(message, [](char c) { return c >= 0 && c < ' '; }), 0);
  EXPECT_LT(message.size(), 900u);
}

std::string named(const testing::TestParamInfo<Refused>& row) { return row.param.name; }

// clang-format off
INSTANTIATE_TEST_SUITE_P(Text, ScenarioRefuses, testing::Values(
  Refused{"Empty", "", {"t:1:1:", "empty", "JSON object"}},
  Refused{"Blank", " \n\n ", {"empty"}},
  Refused{"Syntax", "{\"format\": 1,\n  oops}",
    {"t:2:3:", "no JSON", "expected string literal", "Look for a comma"}},
  Refused{"SyntaxDeep", R"({"call": {"modal": "unleashed"}, "body": ["edit", {"sleep_ms": 1,}]})",
    {": /body/1: This is no JSON", "Look for a comma"}},
  Refused{"SyntaxOfAValue", R"({"call": {"modal": unleashed}})", {"t:1:20: /call/modal: "}},
  Refused{"EndsEarly", "{\"format\": 1", {"t:1:13:", "ends too early"}},
  Refused{"Trailing", with("") + " 1", {"no JSON", "expected end of input"}},
  Refused{"Comment", "// no\n{}", {"t:1:1:", "no JSON"}},
  Refused{"Nul", with("") + std::string(1, '\0'), {"NUL", "UTF-8"}},
  Refused{"NulInText", with(R"("mutant": "a\u0000b")"), {"/mutant", "control characters"}},
  Refused{"BrokenUtf8", "{\"story\": \"\xc3\x28\"}", {"t:1:13:", "not UTF-8", "Save"}},
  Refused{"LoneSurrogate", R"({"story": "\ud800"})", {"no JSON", "surrogate"}},
  Refused{"DuplicateField", "{\"format\": 1,\n \"format\": 1}",
    {"t:2:2: /format: ", "`format` stands twice", "line 1"}},
  Refused{"DuplicateDeep", with(R"("ide": {"index": "smart", "index": "smart"})"),
    {": /ide/index: `index` stands twice"}},
  Refused{"MissingAtTheRoot", "{\"format\": 1,\n \"story\": \"s\"\n}",
    {"t:3:1: /call: The field `call` is missing", "Add it"}},
  Refused{"DeepNesting", repeated("[", 100'000), {"t:1:33:", "nested more than 32"}},
  Refused{"DeepObjects", repeated(R"({"a":)", 100'000), {"nested more than 32"}},
  Refused{"ManyValues", "[" + listed("1", 100'000) + "]", {"more than 5000 values"}},
  Refused{"TooLong", std::string(scenario_bytes_max + 1, ' '), {"1048577 bytes", "1048576"}},
  Refused{"HugeExponent", with(R"("body": [{"sleep_ms": 1e999}])"), {"no JSON", "overflow"}},
  Refused{"NoObject", "[1]", {"t:1:1:", "must be an object, not an array"}},
  Refused{"Number", "12", {"must be an object, not an integer"}}), named);

INSTANTIATE_TEST_SUITE_P(Head, ScenarioRefuses, testing::Values(
  Refused{"NoFormat", R"({"story": "s", "call": {"modal": "unleashed"}})", {"`format` is missing"}},
  Refused{"FormatTwo", R"({"format": 2})", {"/format", "not known", "Write 1"}},
  Refused{"FormatText", R"({"format": "1"})", {"/format", "not known"}},
  Refused{"NoStory", R"({"format": 1, "call": {"modal": "unleashed"}})", {"`story` is missing"}},
  Refused{"EmptyStory", R"({"format": 1, "story": " "})", {"/story", "empty"}},
  Refused{"StoryNumber", R"({"format": 1, "story": 3})", {"/story", "a string, not an integer"}},
  Refused{"Typo", with(R"("bakground": [])"),
    {"t:1:", "no field `bakground`", "Did you mean `background`?",
      "Valid: $schema, area, format, story"}},
  Refused{"NoTypo", with(R"("zzzzzzzz": 1)"), {"no field `zzzzzzzz`", "Valid: "}},
  Refused{"LongName", with("\"" + std::string(900, 'x') + "\": 1"), {"xxx...`"}},
  Refused{"OddName", with(R"("a\n\u001b\u00e9": 1)"), {"`a????`"}},
  Refused{"RuleSyntax", with(R"("rules": ["MOD-12", "mod12"])"),
    {"/rules/1", "`mod12` is no rule id", "orrery list rules"}},
  Refused{"RuleTwice", with(R"("rules": ["MOD-12", "MOD-12"])"), {"/rules/1", "twice"}},
  Refused{"RuleNoText", with(R"("rules": [12])"), {"/rules/0", "a string"}},
  Refused{"RulesNoArray", with(R"("rules": "MOD-12")"), {"/rules", "an array, not a string"}},
  Refused{"MutantSyntax", with(R"("mutant": "No Wait")"),
    {"/mutant", "no mutant id", "orrery list mutants"}}), named);

INSTANTIATE_TEST_SUITE_P(Call, ScenarioRefuses, testing::Values(
  Refused{"None", R"({"format": 1, "story": "s"})", {"`call` is missing"}},
  Refused{"Neither", with("", "{}"), {"/call", "neither `modal` nor `tuple`", "smart_non_modal"}},
  Refused{"Both", with("", R"({"modal": "unleashed", "tuple": {}})"), {"/call", "not both"}},
  Refused{"Mode", with("", R"({"modal": "smart_nonmodal"})"),
    {"/call/modal", "Did you mean `smart_non_modal`?"}},
  Refused{"Letter", with("", R"({"tuple": {"Q": true}})"),
    {"/call/tuple/Q", "Valid: S, A, R, D, W"}},
  Refused{"Flag", with("", R"({"tuple": {"S": 1}})"),
    {"/call/tuple/S", "true or false, not an integer"}},
  Refused{"Progress", with("", R"({"tuple": {"progress_at_gate": "ignore"}})"),
    {"tolerate, refuse"}},
  Refused{"NoTimeout", with("", R"({"modal": "unleashed", "timeout_ms": -1})"),
    {"/call/timeout_ms", "-1 ms is out of range", "12 days"}}), named);

INSTANTIATE_TEST_SUITE_P(Numbers, ScenarioRefuses, testing::Values(
  Refused{"Negative", with(R"("body": [{"sleep_ms": -1}])"),
    {"/body/0/sleep_ms", "-1 ms is out of range"}},
  Refused{"OverTheBound", with(R"("body": [{"sleep_ms": 2073600001}])"),
    {"out of range", "1036800000 ms, which is 12 days"}},
  Refused{"Over32Bits", with(R"("body": [{"sleep_ms": 4294967297}])"),
    {"4294967297 ms is out of range"}},
  Refused{"Over64Bits", with(R"("body": [{"sleep_ms": 18446744073709551615}])"), {"out of range"}},
  Refused{"Over128Bits", with(R"("body": [{"sleep_ms": 340282366920938463463374607431768211456}])"),
    {"a whole number"}},
  Refused{"Fraction", with(R"("body": [{"sleep_ms": 1.5}])"), {"a whole number"}},
  Refused{"Text", with(R"("body": [{"sleep_ms": "1"}])"),
    {"a whole number of milliseconds, not a string"}},
  Refused{"Null", with(R"("body": [{"sleep_ms": null}])"), {"not null"}},
  Refused{"ZeroPeriod", with(R"("limits": {"poll_period_ms": 0})"),
    {"/limits/poll_period_ms", "out of range"}},
  Refused{"Reversed", with(R"("background": [{"event": "save_asks", "at_ms": [2, 1]}])"),
    {"/background/0/at_ms", "[2, 1] is reversed", "Write [1, 2]"}},
  Refused{"NegativeWindow", with(R"("background": [{"event": "save_asks", "at_ms": [-5, 1]}])"),
    {"/at_ms/0", "-5 ms"}},
  Refused{"LongWindow", with(R"("background": [{"event": "save_asks", "at_ms": [1, 2, 3]}])"),
    {"/at_ms", "a window in ms"}},
  Refused{"NeverDisposed", with(R"("ide": {"latencies": {"slow": {"dispose_ms": "never"}}})"),
    {"/slow/dispose_ms", "[0, \"never\"]"}},
  Refused{"NeverFirst", with(R"("background": [{"event": "save_asks", "at_ms": ["never", 1]}])"),
    {"/at_ms/0"}}), named);

INSTANTIATE_TEST_SUITE_P(Ide, ScenarioRefuses, testing::Values(
  Refused{"Kind", with(R"("ide": {"stack": ["closeable"]})"),
    {"/ide/stack/0", "`closeable`", "Did you mean `closable`?", "endless_progress"}},
  Refused{"SevenEntries", with(R"("ide": {"stack": [)" + listed("\"slow\"", 7) + "]}"),
    {"/ide/stack", "7 entries", "room for 6"}},
  Refused{"FourDocuments", with(R"("ide": {"documents": [)" + listed("\"clean\"", 4) + "]}"),
    {"/ide/documents", "room for 3"}},
  Refused{"Document", with(R"("ide": {"documents": ["dirty"]})"),
    {"clean, uncommitted, unsaved, stale"}},
  Refused{"IndexCase", with(R"("ide": {"index": "SMART"})"),
    {"/ide/index", "smart, dumb_ending, dumb_endless"}},
  Refused{"LatencyOfWhat", with(R"("ide": {"latencies": {"closable": {"close_ms": 1}}})"),
    {"answer_ms, dispose_ms, ends_ms"}},
  Refused{"FiveEvents",
    with(R"("background": [)" + listed(R"({"event": "save_asks", "at_ms": 0})", 5) + "]"),
    {"/background", "room for 4"}},
  Refused{"Event", with(R"("background": [{"event": "save_ask", "at_ms": 0}])"),
    {"/background/0/event", "Did you mean `save_asks`?"}},
  Refused{"EventWithoutTime", with(R"("background": [{"event": "save_asks"}])"),
    {"/background/0", "`at_ms` is missing"}},
  Refused{"Base", with(R"("limits": "long")"), {"/limits", "short, real"}},
  Refused{"Limit", with(R"("limits": {"base": "real", "poll_ms": 1})"),
    {"/limits/poll_ms", "poll_period_ms"}},
  Refused{"LimitsNumber", with(R"("limits": 3)"), {"/limits"}},
  Refused{"Grid", with(R"("grid_ms": 300)"), {"/grid_ms", "no multiple of this grid", "Write 500"}},
  Refused{"GridWord", with(R"("grid_ms": "fine")"), {"/grid_ms", "is not a grid", "coarse"}},
  Refused{"GridZero", with(R"("grid_ms": 0)"), {"/grid_ms", "out of range"}},
  Refused{"FineGrid",
    with(R"("grid_ms": 1, "background": [{"event": "save_asks", "at_ms": [0, 17000]}])"),
    {"/grid_ms", "17001 in save_asks", "Up to 16000"}}), named);

INSTANTIATE_TEST_SUITE_P(Body, ScenarioRefuses, testing::Values(
  Refused{"Bare", with(R"("body": ["edits"])"), {"/body/0", "Did you mean `edit`?"}},
  Refused{"Empty", with(R"("body": [{}])"), {"/body/0", "no instruction", "`allowed`"}},
  Refused{"Number", with(R"("body": [1])"), {"/body/0", "no instruction"}},
  Refused{"Two", with(R"("body": [{"open": "slow", "sleep_ms": 1}])"),
    {"/body/0", "more than one instruction"}},
  Refused{"Method", with(R"("body": [{"call": "syncDocument"}])"),
    {"/body/0/call", "Did you mean `syncDocuments`?"}},
  Refused{"BlockAsCall", with(R"("body": [{"call": "withModalDialogAllowed"}])"),
    {"is a block", R"({"allowed": [...]})"}},
  Refused{"BlockWithoutEnd", with(R"("body": [{"allowed": ["edit"})"), {"no JSON", "expected ']'"}},
  Refused{"BlockNoArray", with(R"("body": [{"allowed": "edit"}])"),
    {"/body/0/allowed", "an array"}},
  Refused{"Argument", with(R"("body": [{"call": "isModal", "force": true}])"),
    {"/body/0/force", "Only syncDocuments takes `force`"}},
  Refused{"ArgumentOfSweep", with(R"("body": [{"await_dispose": true, "call": "isModal"}])"),
    {"Only closeModalDialogs"}},
  Refused{"AfterThrow", with(R"("body": ["throw", "edit"])"),
    {"/body/1", "never reached after `throw`"}},
  Refused{"AfterBlockThatThrows", with(R"("body": [{"allowed": ["throw"]}, "edit"])"),
    {"/body/1", "never reached"}},
  Refused{"NineBlocks",
    with(R"("body": [)" + repeated(R"({"allowed": [)", 9) + repeated("]}", 9) + "]"),
    {"more than 8 deep"}},
  Refused{"TooMany", with(R"("body": [)" + listed("\"edit\"", 251) + "]"),
    {"/body", "251 instructions", "room for 250"}},
  Refused{"TooManyWithBlocks", with(R"("body": [{"allowed": [)" + listed("\"edit\"", 249) + "]}]"),
    {"more than 250", "two more than it holds"}}), named);

INSTANTIATE_TEST_SUITE_P(Expect, ScenarioRefuses, testing::Values(
  Refused{"NoResults", with(R"("expect": {})"), {"/expect", "`results` is missing"}},
  Refused{"NoneAllowed", with(R"("expect": {"results": []})"),
    {"/expect/results", "No result is allowed"}},
  Refused{"Verdict", with(R"("expect": {"results": [{"verdict": "fail"}]})"), {"ok, failed"}},
  Refused{"FailedHow", with(R"("expect": {"results": [{"verdict": "failed", "stage": "gate"}]})"),
    {"/expect/results/0", "needs a stage and a reason"}},
  Refused{"FailedInASweep",
    with(R"("expect": {"results": [{"verdict": "failed", "stage": "sweep",
                                     "reason": "dialog_at_gate"}]})"),
    {"/expect/results/0/stage", "`sweep`", "a stage at which a call can fail", "gate"}},
  Refused{"FailedInTheWait",
    with(R"("expect": {"results": [{"verdict": "failed", "stage": "wait",
                                     "reason": "progress_outlived_budget"}]})"),
    {"/expect/results/0/stage", "`wait`", "a stage at which a call can fail", "gate"}},
  Refused{"FailedAfterTheBody",
    with(R"("expect": {"results": [{"verdict": "failed", "stage": "post",
                                     "reason": "sync_timed_out"}]})"),
    {"/expect/results/0/stage", "`post`", "a stage at which a call can fail", "body"}},
  Refused{"OkWhere", with(R"("expect": {"results": [{"verdict": "ok", "stage": "gate"}]})"),
    {"no stage and no reason"}},
  Refused{"Reason",
    with(R"("expect": {"results": [{"verdict": "failed", "reason": "body_trew"}]})"),
    {"Did you mean `body_threw`?"}},
  Refused{"Count", with(R"("expect": {"results": [{"verdict": "ok"}], "closed": 255})"),
    {"/expect/closed", "from 0 to 254"}},
  Refused{"Warning", with(R"("expect": {"results": [{"verdict": "ok", "warnings": ["sync"]}]})"),
    {"post_sync_failed"}},
  Refused{"Order", with(R"("expect": {"results": [{"verdict": "ok"}], "close_order": [0]})"),
    {"/expect/close_order/0", "from 1 to 255"}}), named);
// clang-format on

}  // namespace
}  // namespace sim::modality
