// What the directed checks leave to a subject.
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include "conformance/ack/checks/check.h"

namespace conformance::ack {
namespace {

using namespace port::ack;

// Our engine, whose timers run once more in the instant that they are up, or for so long.
class WokenTwice final : public Subject {
 public:
  WokenTwice(std::unique_ptr<Subject> engine, port::Duration again)
      : engine_(std::move(engine)), again_(again) {}
  Reading panes() const override { return engine_->panes(); }
  const Table& table() const override { return engine_->table(); }

 private:
  void do_step(const Event& event, Commands& out) override {
    const auto* fired = std::get_if<TimerFired>(&event.what);
    if (fired != nullptr && woken_.insert(fired->call).second)
      return out.push_back(SetTimer{fired->call, again_});
    out = engine_->step(event);
    if (fired != nullptr) woken_.erase(fired->call);
  }

  std::unique_ptr<Subject> engine_;
  port::Duration again_;
  std::set<CallId> woken_;
};

// The checks that fail of it.
std::set<std::string_view> failed(port::Duration again) {
  auto woken_twice = subjects("engine");
  const auto engine = woken_twice.make;
  woken_twice.make = [engine, again](const Table& table) {
    return std::make_unique<WokenTwice>(engine(table), again);
  };
  std::set<std::string_view> out;
  for (const auto& check : checks())
    if (const auto verdict = check.run(woken_twice); !verdict.holds) out.insert(check.says);
  return out;
}

TEST(AckChecks, TakeATimerOfZero) {
  EXPECT_EQ(failed(port::Duration::zero()), std::set<std::string_view>());
  EXPECT_TRUE(
      failed(port::Duration{1}).contains("a tool that is no navigation gives up after 1500 ms"));
}

}  // namespace
}  // namespace conformance::ack
