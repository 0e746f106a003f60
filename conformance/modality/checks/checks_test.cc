#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "conformance/area/areas.h"
#include "conformance/modality/checks/check.h"
#include "conformance/modality/mutants/mutant.h"
#include "engine/modality/profiles.h"

namespace conformance::modality {
namespace {

using namespace port::modality;

// "MOD-42 some words" -> "MOD_42_some_words", and its place, since sentences may repeat.
std::string name_of(const testing::TestParamInfo<std::size_t>& row) {
  const PolicyCheck& check = policy_checks()[row.param];
  std::string name;
  for (const char c : std::string(check.rule) + " " + std::string(check.says)) {
    const bool kept = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (kept || (!name.empty() && name.back() != '_')) name += kept ? c : '_';
  }
  return name + "_" + std::to_string(row.param);
}

class PolicyChecks : public testing::TestWithParam<std::size_t> {};

TEST_P(PolicyChecks, HoldForTheEngine) {
  const PolicyCheck& check = policy_checks()[GetParam()];
  const CheckVerdict verdict = check.run(policy_subjects("engine", check.revision));
  EXPECT_TRUE(verdict.holds) << explain(check, verdict);
}

INSTANTIATE_TEST_SUITE_P(All, PolicyChecks, testing::Range(std::size_t{0}, policy_checks().size()),
                         name_of);

// What it asks for behind a step of a weaker rule could be told by nobody else.
TEST(PolicyChecks, TellOnWhichWeakerRuleTheyRestAsTheyFail) {
  const auto is_it = [](const PolicyCheck& check) {
    return check.says == "disposed, refused and pending dialogs are told apart";
  };
  const auto check = std::ranges::find_if(policy_checks(), is_it);
  auto broken = policy_subjects("mutant:pending_reported_closed");
  EXPECT_FALSE(check->run(broken).holds);
  broken.rules.weakest = spec::Level::Must;
  const auto verdict = check->run(broken);
  EXPECT_TRUE(verdict.holds);
  EXPECT_EQ(verdict.rests_on, "MOD-12");
  EXPECT_EQ(check->run(policy_subjects("engine")).rests_on, "");
}

TEST(PolicySubjects, KnowTheEngineAndRefuseOtherNames) {
  EXPECT_TRUE(policy_subjects("engine"));
  EXPECT_FALSE(policy_subjects("motor"));
  EXPECT_FALSE(policy_subjects("mutant:"));
  EXPECT_FALSE(policy_subjects("mutant:no_such_mutant"));
}

TEST(PolicySubjects, RecordWhatTheyWereToldAndAnswered) {
  using namespace engine::modality;
  const auto subject = policy_subjects("engine")(real_limits());
  subject->step({{}, Called{{.mode = Mode::Unleashed, .body_timeout = default_body_timeout}}});
  subject->step({{}, BodyReturned{}});
  ASSERT_EQ(subject->trace().size(), 2u);
  EXPECT_EQ(std::get<Happening>(subject->trace()[1].what), Happening{BodyReturned{}});
  EXPECT_THAT(subject->trace()[1].commands, testing::Contains(Command{ScheduleRefresh{}}));
}

// A subject that breaks weaker rules alone passes whatever is checked of the others.
TEST(PolicyChecks, AskNothingOfASubjectThatARuleOwnsWhichIsOff) {
  const spec::RuleScope must{.weakest = spec::Level::Must};
  const auto is_must = [&](std::string_view id) { return must.has(*find_rule(id)); };
  int tried = 0;
  for (const auto& mutant : mutants()) {
    std::istringstream words{std::string(mutant.rules)};
    const std::vector<std::string> rules(std::istream_iterator<std::string>(words), {});
    if (std::ranges::any_of(rules, is_must)) continue;
    ++tried;
    const auto name = "mutant:" + std::string(mutant.name);
    for (const PolicyCheck& check : policy_checks()) {
      if (!is_must(check.rule)) continue;
      const auto verdict = check.run(policy_subjects({name, must}, check.revision));
      EXPECT_TRUE(verdict.holds) << mutant.name << "\n" << explain(check, verdict);
    }
  }
  EXPECT_GT(tried, 10);
}

// Our engine, which asks something at the gate before the script of a call that nothing can stop.
class AsksFirst final : public PolicySubject {
 public:
  AsksFirst(std::unique_ptr<PolicySubject> engine, const Command& what)
      : engine_(std::move(engine)), what_(what) {}

 private:
  void do_step(const port::modality::Event& event, Commands& out) override {
    if (const auto* called = std::get_if<Called>(&event.what);
        called != nullptr && called->request.mode == Mode::Unleashed &&
        called->request.defect == Defect::None && !called->request.from_edt) {
      held_ = engine_->step(event);
      return out.push_back(what_);
    }
    out = held_.empty() ? engine_->step(event) : std::exchange(held_, {});
  }
  void do_overhear(port::Instant at, const Fact& fact, Commands& out) override {
    out = engine_->overhear(at, fact);
  }

  std::unique_ptr<PolicySubject> engine_;
  Command what_;
  Commands held_;
};

// How many checks fail for our engine inside of another subject.
template <class Around>
std::size_t failed(const auto& how) {
  const auto fails = [&](const PolicyCheck& check) {
    auto subjects = policy_subjects("engine", check.revision);
    subjects.make = [make = subjects.make, &how](const Limits& limits) {
      return std::make_unique<Around>(make(limits), how);
    };
    return !check.run(subjects).holds;
  };
  return static_cast<std::size_t>(std::ranges::count_if(policy_checks(), fails));
}

TEST(PolicyChecks, TakeALookAtAGateThatNothingCanStop) {
  EXPECT_EQ(failed<AsksFirst>(Command{ReadModality{OperationId::Main}}), 0u);
  EXPECT_GT(failed<AsksFirst>(Command{AwaitSmart{OperationId::Main}}), 30u);
}

// Our engine, with what it says in each instant changed.
using Change = void (*)(Commands&);
class Changes final : public PolicySubject {
 public:
  Changes(std::unique_ptr<PolicySubject> engine, Change change)
      : engine_(std::move(engine)), change_(change) {}

 private:
  void do_step(const port::modality::Event& event, Commands& out) override {
    out = engine_->step(event);
    change_(out);
  }
  void do_overhear(port::Instant at, const Fact& fact, Commands& out) override {
    out = engine_->overhear(at, fact);
  }

  std::unique_ptr<PolicySubject> engine_;
  Change change_;
};

constexpr auto cancels_the_script = [](const Command& command) {
  return std::holds_alternative<CancelBody>(command);
};

TEST(PolicyChecks, LeaveTheOrderFreeInWhichThingsAreTakenBack) {
  const Change first = [](Commands& out) {
    const auto decided = std::ranges::find_if(
        out, [](const Command& one) { return std::holds_alternative<Decide>(one); });
    if (decided != out.end()) std::stable_partition(decided + 1, out.end(), cancels_the_script);
  };
  const Change never = [](Commands& out) {
    out.erase(std::remove_if(out.begin(), out.end(), cancels_the_script), out.end());
  };
  const Change before_the_decision = [](Commands& out) {
    std::stable_partition(out.begin(), out.end(), cancels_the_script);
  };
  EXPECT_EQ(failed<Changes>(first), 0u);
  EXPECT_GT(failed<Changes>(never), 10u);
  EXPECT_GT(failed<Changes>(before_the_decision), 0u);
}

// Our engine, with a timer of its own for a look of the monitor.
enum class Lapse { Cancels, KeepsTheLook };
class TimesItsLook final : public PolicySubject {
 public:
  TimesItsLook(std::unique_ptr<PolicySubject> engine, Lapse lapse)
      : engine_(std::move(engine)), lapse_(lapse) {}

 private:
  static constexpr Command taken_back = Cancel{OperationId::Monitor};

  void do_step(const port::modality::Event& event, Commands& out) override {
    const auto* fired = std::get_if<TimerFired>(&event.what);
    if (runs_ && fired != nullptr && fired->timer == Timer::Look) {
      runs_ = false;
      lapsed_ = true;
      if (lapse_ == Lapse::Cancels) out.push_back(taken_back);
      return;
    }
    out = engine_->step(event);
    const bool ends = std::holds_alternative<DialogsListed>(event.what) ||
                      std::ranges::count(out, taken_back) != 0;
    if (ends && std::exchange(runs_, false)) out.push_back(StopTimer{Timer::Look});
    if (std::exchange(lapsed_, false))
      out.erase(std::remove(out.begin(), out.end(), taken_back), out.end());
    if (std::ranges::count(out, Command{ListDialogs{OperationId::Monitor}}) != 0) {
      runs_ = true;
      out.push_back(StartTimer{Timer::Look, std::chrono::seconds(8)});
    }
  }
  void do_overhear(port::Instant at, const Fact& fact, Commands& out) override {
    out = engine_->overhear(at, fact);
  }

  std::unique_ptr<PolicySubject> engine_;
  Lapse lapse_;
  bool runs_ = false, lapsed_ = false;
};

TEST(PolicyChecks, LeaveItFreeByWhatALookOfTheMonitorIsTimed) {
  EXPECT_EQ(failed<TimesItsLook>(Lapse::Cancels), 0u);
  EXPECT_EQ(failed<TimesItsLook>(Lapse::KeepsTheLook), 1u);
}

// ORRERY_UPDATE_GOLDEN=1 writes the file anew; the difference is for a reviewer.
std::string golden(const std::string& name, const std::string& text) {
  const std::string path = std::string(ORRERY_SOURCE_DIR) + "/conformance/golden/" + name;
  if (std::getenv("ORRERY_UPDATE_GOLDEN") != nullptr) std::ofstream(path) << text;
  std::ostringstream content;
  content << std::ifstream(path).rdbuf();
  return content.str();
}

// What the check fails with on the mutant; nothing but a headline where it holds.
std::string failures(std::string_view rule, const std::string& mutant) {
  std::string text;
  for (const PolicyCheck& check : policy_checks()) {
    if (check.rule == rule)
      text += explain(check, check.run(policy_subjects(mutant, check.revision)));
  }
  return text;
}

TEST(Explain, TellsRuleWantGotAndEveryStep) {
  const std::string text = failures("MOD-83", "mutant:post_sync_in_non_modal") +
                           failures("MOD-23", "mutant:no_progress_note") +
                           failures("MOD-42", "mutant:bound_per_operation") +
                           failures("MOD-66", "mutant:allow_once");
  EXPECT_EQ(text, golden("explain.txt", text));
}

TEST(Explain, HasTheFormOfEveryFailurePrint) {
  const PolicyCheck check{.rule = "MOD-42", .says = "says", .run = [](Talk&) {}};
  EXPECT_EQ(explain(check, {.holds = false, .want = "a", .got = "b", .trace = "one\ntwo\n"}),
            "FAIL MOD-42 says (clause Sync, MUST)\n"
            "  want    a\n"
            "  got     b\n"
            "  #1      one\n"
            "  #2      two\n");
}

}  // namespace
}  // namespace conformance::modality
