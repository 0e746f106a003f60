// Random calls in a random but legal IDE: what must hold whatever happens.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cstring>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "modality/testing.h"

namespace engine::modality {
namespace {

using Bytes = std::vector<std::uint8_t>;

// What the runs of a test met, so that a green one is not an empty one.
struct Coverage {
  std::set<Reason> reasons;
  std::set<Step> steps;
  std::set<Warning> warnings;
};

// One call from its start to its end. Every choice takes one of `bytes`; when they are
// used up, the quickest way to the end is taken. Throws what is wrong as text.
class RandomCall {
 public:
  RandomCall(const Bytes& bytes, Coverage& coverage) : bytes_(bytes), coverage_(coverage) {
    limits_.wait_budget = ms(choose(4) == 1 ? 0 : 2'000);
    limits_.monitor_period = ms(choose(2) == 1 ? 700 : 1'000);
    limits_.sync_bound = limits_.smart_bound = ms(2'000);
    limits_.note_period = limits_.dispose_bound = limits_.capture_bound = ms(1'000);
    limits_.look_bound = ms(1'500);
    engine_ = rebased_ = Engine(limits_);
  }

  void run() {
    const Request request = random_request();
    body_timeout_ = request.body_timeout;
    happen(Called{request});
    while (finishes_ == 0) go_on();
    for (int late = 0; late < 5; ++late) happen(late_event());
    require(finishes_ == 1, "exactly one Finish");
    const Duration bound = (limits_.dispose_bound + limits_.capture_bound) * 2 * dialogs_max +
                           limits_.capture_bound + limits_.wait_budget + limits_.sync_bound * 2 +
                           limits_.smart_bound + body_timeout_ + limits_.look_bound * 20;
    require(now_ - Instant{} <= bound, "an end within the sum of the bounds");
    Engine refused;
    refused = Engine(limits_);
    (void)refused.step({Instant{}, Called{{.defect = Defect::BadTimeout}}});
    require(rebased_ == refused, "nothing left in the state of an ended call");
  }

 private:
  static void require(bool condition, const char* what) {
    if (!condition) throw std::string(what);
  }

  unsigned choose(unsigned count) {
    const unsigned byte = used_ < bytes_.size() ? bytes_[used_] : 0u;
    ++used_;
    return byte % count;
  }

  Request random_request() {
    Request request;
    request.mode = Mode(choose(4));
    const unsigned options = choose(256);
    request.raw = {.close_on_start = (options & 1) != 0,
                   .allow_at_gate = (options & 2) != 0,
                   .close_while_running = (options & 4) != 0,
                   .sync_documents = (options & 8) != 0,
                   .wait_smart = (options & 16) != 0,
                   .await_dispose = (options & 32) != 0,
                   .progress = ProgressAtGate((options & 64) != 0)};
    request.body_timeout = ms(choose(40) == 1 ? 0 : 3'000);
    request.from_edt = choose(40) == 1;
    request.defect = Defect(choose(40) == 1 ? choose(4) : 0u);
    return request;
  }

  // ---- What may happen next

  void go_on() {
    const bool may_dawdle = used_ < bytes_.size();
    const unsigned turn = choose(8);
    if (may_dawdle && turn == 1) return happen_later(disposal());
    if (may_dawdle && turn == 2 && fire()) return;
    if (capturing_ != 0 && !(may_dawdle && turn == 5)) return happen_later(capture());
    if (monitor_ && (turn % 2 == 1 || !main_)) {
      const bool lists = std::holds_alternative<ListDialogs>(*std::exchange(monitor_, {}));
      if (!lists) return happen_later(ModalityRead{monitor_lane, Modality(choose(3))});
      return happen_later(DialogsListed{monitor_lane, random_dialogs()});
    }
    if (may_dawdle && turn == 6 && choose(16) == 1) return happen_later(Cancelled{});
    if (body_runs_ && (!call_ || turn == 3)) return happen_later(body_event());
    if (main_ && !(may_dawdle && turn == 4)) return happen_later(completion());
    if (!fire()) require(main_.has_value(), "something to wait for");
  }

  bool fire() {
    const Instant due = next_deadline();
    // Most reads are answered before anything is due.
    if (due == Instant::max() || (reads() && due > now_ && choose(8) != 1)) return false;
    std::vector<Timer> all;
    for (std::uint8_t timer = 0; timer < timer_count; ++timer) {
      if (deadlines_[timer] == due) all.push_back(Timer{timer});
    }
    const Timer timer = all[choose(static_cast<unsigned>(all.size()))];
    deadlines_[static_cast<std::size_t>(timer)].reset();
    now_ = due;
    happen(TimerFired{timer});
    return true;
  }

  Happening capture() {
    const bool last = capturing_ == 2 || (capturing_ == 3 && choose(2) == 1);
    capturing_ = static_cast<std::uint8_t>(capturing_ & (last ? 1u : 2u));
    ++captured_;
    return Captured{last ? Artifact::ThreadDump : Artifact::Screenshot};
  }

  Happening disposal() { return DialogDisposed{{static_cast<std::uint8_t>(1 + choose(4))}}; }

  Happening body_event() {
    const bool ends = choose(3) == 0;
    if (ends || call_) {
      body_runs_ = false;
      call_.reset();
      if (choose(4) == 1) return BodyThrew{};
      return BodyReturned{};
    }
    MethodCall method{.method = Method(choose(12))};
    const unsigned flags = choose(8);
    method.await_dispose = (flags & 1) != 0;
    method.force = (flags & 2) != 0;
    method.project_only = (flags & 4) != 0;
    call_ = CallId{static_cast<std::uint8_t>(used_)};
    forced_ = method.method == Method::SyncDocuments && method.force;
    return MethodCalled{*call_, method};
  }

  Happening completion() {
    const Command asked = *main_;
    main_.reset();
    if (const auto* close = std::get_if<CloseDialog>(&asked)) {
      return CloseAnswered{main_lane, close->dialog, CloseAnswer(choose(3))};
    }
    if (std::holds_alternative<ListDialogs>(asked)) {
      return DialogsListed{main_lane, random_dialogs()};
    }
    if (std::holds_alternative<ReadSmart>(asked)) return SmartRead{main_lane, choose(2) == 1};
    if (std::holds_alternative<AwaitSmart>(asked)) return SmartReached{main_lane};
    if (!std::holds_alternative<ReadModality>(asked)) return WriteEnded{main_lane};
    const unsigned quiet = last_read_ == Modality::Progress ? 4 : 13;  // A progress lasts.
    const unsigned seen = choose(16);
    last_read_ = seen < quiet ? Modality::None : seen < 15 ? Modality::Progress : Modality::Dialog;
    return ModalityRead{main_lane, last_read_};
  }

  Happening late_event() {
    switch (choose(4)) {
      case 0: return BodyReturned{};
      case 1: return BodyThrew{};
      case 2: return DialogDisposed{outer};
      default: return MethodCalled{CallId{9}, {.method = Method::CloseModalDialogs}};
    }
  }

  DialogList random_dialogs() {
    DialogList dialogs;
    const unsigned count = choose(6) < 4 ? 0 : choose(5);
    for (std::uint8_t i = 0; i < count; ++i) dialogs.push_back({static_cast<std::uint8_t>(1 + i)});
    return dialogs;
  }

  bool reads() const {
    if (monitor_) return true;
    return main_ && (std::holds_alternative<ReadModality>(*main_) ||
                     std::holds_alternative<ListDialogs>(*main_) ||
                     std::holds_alternative<ReadSmart>(*main_));
  }

  Instant next_deadline() const {
    Instant due = Instant::max();
    for (const auto& deadline : deadlines_) {
      if (deadline && *deadline < due) due = *deadline;
    }
    return due;
  }

  // ---- What happens, and what must follow from it

  void happen_later(const Happening& what) {
    const Instant due = next_deadline();
    const bool may_wait = !was_reading_ && due != Instant::max();
    if (may_wait) now_ += (due - now_) * static_cast<std::int32_t>(choose(5)) / 4;
    happen(what);
  }

  void happen(const Happening& what) {
    Engine twin;
    std::memcpy(&twin, &engine_, sizeof engine_);
    const Commands out = engine_.step({now_, what});
    require(twin.step({now_, what}) == out, "equal commands from equal engines");
    require(std::memcmp(&twin, &engine_, sizeof engine_) == 0, "equal bytes");
    require(rebased_.step({Instant{now_ - last_}, what}) == out, "equal commands when rebased");
    rebased_.rebase(Instant{now_ - last_});
    last_ = now_;
    twin.rebase(now_);
    require(std::memcmp(&twin, &rebased_, sizeof twin) == 0, "equal bytes when rebased");
    coverage_.steps.insert(engine_.state().step);
    for (const Command& command : out) {
      const bool refuses = std::holds_alternative<Refuse>(command);
      require(finishes_ == 0 || refuses, "nothing after Finish but Refuse");
      std::visit([this](const auto& each) { obey(each); }, command);
    }
    was_reading_ = reads();
  }

  void obey_main(const auto& operation) {
    require(operation.operation == main_lane && !main_, "one operation at a time");
    main_ = operation;
  }
  void obey_write(const auto& write) {
    require(forced_ || last_read_ == Modality::None, "no write while the last read was modal");
    obey_main(write);
  }
  void obey(const ReadModality& read) {
    if (read.operation == main_lane) return obey_main(read);
    require(!monitor_ && main_, "one look beside a write");
    monitor_ = read;
  }
  void obey(const ReadSmart& read) { obey_main(read); }
  void obey(const CloseDialog& close) { obey_main(close); }
  void obey(const AwaitSmart& wait) { obey_main(wait); }
  void obey(const Commit& commit) { obey_write(commit); }
  void obey(const Save& save) { obey_write(save); }
  void obey(const Refresh& refresh) { obey_write(refresh); }
  void obey(const ListDialogs& list) {
    if (list.operation == main_lane) return obey_main(list);
    require(!monitor_ && body_runs_, "the monitor to look once, while the body runs");
    monitor_ = list;
  }
  void obey(const Cancel& cancel) {
    const bool main = cancel.operation == main_lane;
    require(main ? main_.has_value() : monitor_.has_value(), "something to cancel");
    main ? main_.reset() : monitor_.reset();
  }
  void obey(const StartTimer& start) {
    require(start.after > Duration::zero(), "time on every timer");
    deadlines_[static_cast<std::size_t>(start.timer)] = now_ + start.after;
  }
  void obey(const StopTimer& stop) {
    auto& deadline = deadlines_[static_cast<std::size_t>(stop.timer)];
    require(deadline.has_value(), "only running timers to be stopped");
    deadline.reset();
  }
  void obey(const StartBody&) {
    require(!body_started_, "at most one start of the body");
    body_started_ = body_runs_ = true;
    forced_ = false;
  }
  void obey(const CancelBody&) {
    require(body_runs_, "a body to cancel");
    body_runs_ = false;
    call_.reset();
    forced_ = false;
  }
  void obey(const Return& result) {
    require(call_ == result.call, "an answer to the call under way");
    call_.reset();
  }
  void obey(const Refuse& refusal) {
    if (call_ == refusal.call) call_.reset();
  }
  void obey(const Warn& warning) { coverage_.warnings.insert(warning.warning); }
  void obey(const Finish& result) {
    ++finishes_;
    coverage_.reasons.insert(result.reason);
    require(decision_ == Decide{result.stage, result.reason}, "a result that was decided");
    require(!main_ && !monitor_ && capturing_ == 0, "nothing under way at the end");
    const bool nobody = result.verdict == Verdict::Ok || result.reason == Reason::Cancelled;
    const int counted = nobody ? 0 : captured_;
    require(result.artifacts == counted, "a failure that counts its artifacts");
    require(next_deadline() == Instant::max(), "no timer that outlives the call");
    require(!body_runs_, "no body that outlives the call");
  }
  void obey(const Capture& asked) {
    const auto bit = 1u << static_cast<unsigned>(asked.artifact);
    require((capturing_ & bit) == 0, "one capture of a kind at a time");
    capturing_ = static_cast<std::uint8_t>(capturing_ | bit);
  }
  void obey(const DropCapture& dropped) {
    const auto bit = 1u << static_cast<unsigned>(dropped.artifact);
    require((capturing_ & bit) != 0, "a capture to give up");
    capturing_ = static_cast<std::uint8_t>(capturing_ & ~bit);
  }
  void obey(const ScheduleRefresh&) {}
  void obey(const ReportDialog&) {}
  void obey(const ReportSmartWait&) {}
  void obey(const ReportProgress&) {}
  void obey(const Decide& decision) {
    require(!decision_, "one decision");
    decision_ = decision;
  }

  const Bytes& bytes_;
  std::size_t used_ = 0;
  Coverage& coverage_;
  Limits limits_ = real_limits();
  Duration body_timeout_{};
  Engine engine_;
  Engine rebased_;  // The same call, its origin of time moved after every step.
  Instant now_{};
  Instant last_{};
  std::optional<Command> main_;  // The operation under way.
  std::uint8_t capturing_ = 0;   // Bit a: Artifact a.
  int captured_ = 0;
  std::optional<Command> monitor_;  // Its look, or that beside a write.
  bool was_reading_ = false;
  std::array<std::optional<Instant>, timer_count> deadlines_;
  bool body_started_ = false;
  bool body_runs_ = false;
  std::optional<CallId> call_;
  bool forced_ = false;
  Modality last_read_ = Modality::None;
  std::optional<Decide> decision_;
  int finishes_ = 0;
};

std::string fault_in(const Bytes& bytes, Coverage& coverage) {
  try {
    RandomCall(bytes, coverage).run();
  } catch (const std::string& wanted) {
    return wanted;
  }
  return "";
}

RC_GTEST_PROP(PolicyProperty, EveryCallIsDeterministicAndEndsOnceAndInTime, ()) {
  const auto bytes = rc::gen::resize(200, rc::gen::arbitrary<Bytes>());
  const auto calls = *rc::gen::container<std::vector<Bytes>>(20, bytes);
  Coverage coverage;
  for (const Bytes& call_bytes : calls) RC_ASSERT(fault_in(call_bytes, coverage) == "");
}

TEST(PolicyProperty, MeetsEveryStepAndEveryWayToEnd) {
  std::mt19937 random(1);
  Coverage coverage;
  for (int i = 0; i < 20'000; ++i) {
    Bytes bytes(random() % 200);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    ASSERT_EQ(fault_in(bytes, coverage), "") << "in call " << i;
  }
  for (int reason = 0; reason <= static_cast<int>(Reason::Cancelled); ++reason) {
    EXPECT_TRUE(coverage.reasons.contains(Reason(reason))) << "reason " << reason;
  }
  for (int step = 0; step <= static_cast<int>(Step::PostRead); ++step) {
    EXPECT_TRUE(coverage.steps.contains(Step(step))) << "step " << step;
  }
  for (int warning = 0; warning <= static_cast<int>(Warning::PostSyncFailed); ++warning) {
    EXPECT_TRUE(coverage.warnings.contains(Warning(warning))) << "warning " << warning;
  }
}

}  // namespace
}  // namespace engine::modality
