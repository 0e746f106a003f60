#include "sim/modality/scenario.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/modality/profiles.h"
#include "files/round_trip_testing.h"
#include "sim/search/rng.h"

namespace sim::modality {
namespace {

using nlohmann::ordered_json;

// Plans drawn from all that the format has words for.
class Drawing {
 public:
  explicit Drawing(std::uint64_t seed) : rng_(seed) {}

  Scenario scenario() {
    Scenario out;
    out.name = "drawn";
    out.story = "s";
    const bool real = once_in(2);
    auto& plan = out.plan;
    plan.limits = real ? engine::modality::real_limits() : short_limits();
    plan.latencies = real ? real_latencies() : short_latencies();
    if (once_in(3)) plan.limits.wait_budget = port::Duration{500 * number(9)};
    if (once_in(3)) plan.latencies.write = {500 * number(3), 500 * (3 + number(3))};
    constexpr auto blocking = static_cast<std::uint32_t>(EntryKind::NonModal);
    if (once_in(3)) plan.latencies.entries[rng_.below(blocking)].answer = {};
    if (once_in(3)) plan.latencies.entries[rng_.below(blocking)].ends = {500, never};
    const auto asked = request(real);
    plan.calls.push_back({asked, 0, call_name(asked)});
    for (auto i = number(4); i > 0; --i)
      plan.start.stack.push_back(static_cast<EntryKind>(rng_.below(entry_kinds)));
    constexpr std::array documents{clean, uncommitted, unsaved, stale, conflicting};
    for (auto i = number(4); i > 0; --i) plan.start.documents.push_back(documents[rng_.below(5)]);
    plan.start.index = static_cast<Index>(rng_.below(3));
    plan.start.configured = once_in(2);
    add_body(plan.body.instructions);
    if (!plan.body.instructions.empty()) plan.body.name = "body";
    for (auto i = number(5); i > 0; --i) {
      const auto at = 500 * number(9);
      plan.background.push_back({static_cast<Background>(rng_.below(background_kinds)),
                                 {at, once_in(2) ? at : at + 500 * number(5)}});
    }
    if (once_in(4)) {
      const auto second = request(real);
      const auto at = 500 * number(9);
      plan.another = {
          {.calls = {{second, 0, call_name(second)}}, .at = {at, at + 500}, .body = plan.body}};
    }
    plan.grid.step_ms = real ? 0 : 100;
    return out;
  }

 private:
  bool once_in(std::uint32_t times) { return rng_.below(times) == 0; }
  std::int32_t number(std::uint32_t below) { return static_cast<std::int32_t>(rng_.below(below)); }

  Request request(bool real) {
    Request out{.mode = static_cast<Mode>(rng_.below(4))};
    if (out.mode == Mode::Raw)
      out.raw = {.close_on_start = once_in(2),
                 .allow_at_gate = once_in(2),
                 .close_while_running = once_in(2),
                 .sync_documents = once_in(2),
                 .wait_smart = once_in(2),
                 .await_dispose = once_in(2),
                 .progress = static_cast<ProgressAtGate>(rng_.below(2))};
    if (!real) out.body_timeout = short_body_timeout;
    if (once_in(4)) out.body_timeout = port::Duration{500 * number(9)};
    if (once_in(4)) out.defect = static_cast<Defect>(rng_.below(4));
    out.from_edt = once_in(8);
    return out;
  }

  // Programs one after the other, as a pinned run has them.
  void add_body(std::vector<Instruction>& body) {
    const auto alphabet = script_alphabet(1'000);
    for (auto i = number(5); i > 0; --i) {
      const auto& step = alphabet[rng_.below(static_cast<std::uint32_t>(alphabet.size()))];
      body.insert(body.end(), step.instructions.begin(), step.instructions.end());
      if (body.back().op == Op::Throw || body.back().op == Op::Never) return;
    }
  }

  Rng rng_;
};

TEST(WriteScenario, GivesDrawnPlansBack) {
  for (std::uint64_t seed = 0; seed < 500; ++seed)
    expect_round_trip(Drawing(seed).scenario(), scenarios());
}

TEST(WriteScenario, GivesAnExpectationBack) {
  Scenario scenario = Drawing(1).scenario();
  scenario.expect.results = {
      {.first = {.verdict = Verdict::Ok, .body_starts = true, .closed = 0, .warnings = 5},
       .second = ExpectedRun{.verdict = Verdict::Ok, .lost_texts = 1},
       .fourth = ExpectedRun{.verdict = Verdict::Ok, .closed = 2}},
      {.first = {.verdict = Verdict::Failed,
                 .stage = Stage::Gate,
                 .reason = Reason::DialogAtGate,
                 .looks = 3,
                 .close_order = {{2, 1}}},
       .second = {}}};
  scenario.rules = {"MOD-12"};
  scenario.mutant = "no_disposal_wait";
  expect_round_trip(scenario, scenarios());
}

std::string refusal(const Scenario& scenario) {
  const auto written = scenarios().write(scenario);
  const auto* why = std::get_if<NotWritable>(&written);
  return why == nullptr ? "nothing" : why->why;
}

TEST(WriteScenario, SaysWhatAFileHasNoWordFor) {
  using testing::HasSubstr;
  const auto fine = Drawing(1).scenario();
  auto open = fine;
  open.plan.bounds.steps = 1;
  EXPECT_THAT(refusal(open), HasSubstr("leaves more open"));
  auto document = fine;
  document.plan.start.documents = {{0, 1, 2, 3}};
  EXPECT_THAT(refusal(document), HasSubstr("document"));
  auto block = fine;
  block.plan.body = {"body",
                     {{.op = Op::Call, .call = {.method = Method::LeaveModalDialogAllowed}}}};
  EXPECT_THAT(refusal(block), HasSubstr("blocks"));
  auto story = fine;
  story.story = "";
  EXPECT_THAT(refusal(story), HasSubstr("empty"));
  auto more = fine;
  more.plan.free_background = {Background::SaveAsks};
  EXPECT_THAT(refusal(more), HasSubstr("no word"));
}

TEST(ScenarioText, HasInOneLineWhatFitsInto) {
  const auto text = scenario_text(ordered_json::parse(
      R"({"format": 1, "call": {"modal": "unleashed"}, "body": [{"open": "closable"}, "edit",
          {"sleep_ms": 500}, {"call": "monitorAndCloseModalDialogs"}, {"sleep_ms": 1500},
          "throw"]})"));
  EXPECT_EQ(text,
            "{\n"
            "  \"format\": 1,\n"
            "  \"call\": {\"modal\": \"unleashed\"},\n"
            "  \"body\": [\n"
            "    {\"open\": \"closable\"},\n"
            "    \"edit\",\n"
            "    {\"sleep_ms\": 500},\n"
            "    {\"call\": \"monitorAndCloseModalDialogs\"},\n"
            "    {\"sleep_ms\": 1500},\n"
            "    \"throw\"\n"
            "  ]\n"
            "}\n");
}

}  // namespace
}  // namespace sim::modality
