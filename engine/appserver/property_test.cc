// Random users, servers and crashes before the client's engine: what must hold whatever happens.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstring>
#include <map>
#include <random>
#include <set>
#include <string>

#include "allocations_testing.h"
#include "appserver/property_testing.h"
#include "appserver/testing.h"

namespace engine::appserver {
namespace {

template <class Capacity>
class RandomRun {
 public:
  RandomRun(const Bytes& bytes, Coverage& coverage) : bytes_(bytes), coverage_(coverage) {
    limits_.healthy = choose(2) == 1 ? ms(2'000) : ms(60'000);
    limits_.opts_out = static_cast<std::uint8_t>(choose(8));
  }

  void run() {
    happen(Opened{});
    while (used_ < bytes_.size()) go_on();
    happen(Closed{});
    if (spawning_) start();
    if (started_) go();
    while (!timers_.empty() && timers_.begin()->first.first == TimerKind::Shutdown)
      fire(timers_.begin());
    require(timers_.empty(), "no timer that outlives the client");
    for (const auto& [call, ends] : calls_) require(ends == 1, "an outcome of every call");
    for (const auto& [key, count] : owed_) require(count == 0, "an outcome for every chat");
    require(turns_.empty(), "no turn that outlives the client");
    require(items_.empty(), "no item that outlives the client");
    require(asks_.empty(), "no ask that outlives the client");
  }

 private:
  using Engine = BasicEngine<Capacity>;
  unsigned choose(unsigned count) {
    const unsigned byte = used_ < bytes_.size() ? bytes_[used_] : 0u;
    ++used_;
    return byte % count;
  }
  std::uint32_t number(unsigned count) { return 1 + choose(count); }

  // ---- What may happen next

  void go_on() {
    const unsigned what = choose(24);
    if (spawning_ && what < 6) return what == 0 && choose(3) == 0 ? go() : start();
    if (started_ && what < 14) return receive();
    if (what == 14) return pass_time();
    if (what == 15 && choose(6) == 0 && (started_ || spawning_)) return go();
    if (what == 16 && engine_.state().server.process.value > 1)
      return happen(Received{{1}, UnknownNotice{}});
    if (what == 17) return happen(FrameDue{});
    if (what == 18) {
      const bool shown = !asks_.empty() && choose(4) != 0;
      const AskId ask{shown ? asks_.begin()->first : number(6)};
      return happen(Decided{ask, Decision(choose(4))});
    }
    user();
  }

  void start() {
    spawning_ = false;
    started_ = input_open_ = true;
    happen(ProcessStarted{process_});
  }
  void go() {
    spawning_ = started_ = input_open_ = false;
    asked_.clear();
    happen(ProcessGone{process_});
  }

  // To the next timer, or a little towards it.
  void pass_time() {
    if (timers_.empty()) return;
    auto next = timers_.begin();
    for (auto at = timers_.begin(); at != timers_.end(); ++at)
      if (at->second < next->second) next = at;
    if (choose(3) == 0) {
      now_ += (next->second - now_) / 2;
      return;
    }
    fire(next);
  }
  void fire(auto next) {
    now_ = next->second;
    const auto [kind, of] = next->first;
    timers_.erase(next);
    coverage_.timers.insert(kind);
    happen(TimerFired{{kind, of}});
  }

  void user() {
    const ChatId chat{number(4)};
    switch (choose(9)) {
      case 8: return happen(RuleMade{{choose(3)}});
      case 0:
        if (used_chats_.contains(chat.value)) return;
        used_chats_.insert(chat.value);
        owe(chat, Method::ThreadStart);
        return happen(ChatStarted{chat, {}});
      case 1:
        if (used_chats_.contains(chat.value)) return;
        used_chats_.insert(chat.value);
        owe(chat, Method::ThreadResume);
        return happen(ChatResumed{chat, {number(4)}});
      case 2: owe(chat, Method::ThreadArchive); return happen(ChatArchived{chat});
      case 3: return happen(Stopped{chat});
      case 4: {
        const CallId call{++called_};
        calls_[call.value] = 0;
        constexpr std::array methods{Method::ThreadList, Method::ModelList, Method::Other};
        return happen(Called{call, methods[choose(3)], {}});
      }
      default: owe(chat, Method::TurnStart); return happen(Said{chat, {1}});
    }
  }
  void owe(ChatId chat, Method method) { ++owed_[{chat.value, method}]; }

  void receive() {
    const ToClient message = random_message();
    coverage_.messages.insert(message.index());
    if (const auto* ask = std::get_if<Ask>(&message)) {
      if (!asks_.contains(ask->ask.value)) ++asked_[ask->ask.value];
      asked_in_ = ask->thread;
    }
    happen(Received{process_, message});
  }

  // Often what the engine waits for.
  Response random_answer() {
    Response out{.id = {choose(engine_.state().requests + 2)}};
    const auto& calls = engine_.state().calls;
    if (!calls.empty() && choose(8) != 0)
      out.id = calls[choose(static_cast<unsigned>(calls.size()))].id;
    if (choose(6) == 0) out.error = Error(choose(10));
    out.thread = {choose(5)};
    out.turn = {choose(9)};
    return out;
  }

  ToClient random_message() {
    ThreadId thread{choose(5)};
    TurnId turn{choose(9)};
    const auto& chats = engine_.state().chats;
    if (!chats.empty() && choose(8) != 0) {
      const Chat& chat = chats[choose(static_cast<unsigned>(chats.size()))];
      thread = chat.thread;
      if (choose(6) != 0) turn = chat.turn.id;
    }
    const ItemId item{thread.value * 8 + number(6)};
    const AskId ask{number(6)};
    const TextMark mark = mark_of(choose(2) == 0 ? "a" : "bc");
    switch (choose(24)) {
      case 0: return ThreadStarted{ThreadId{choose(5)}, ThreadId{choose(3)}};
      case 1: return TurnStarted{thread, TurnId{choose(9)}};
      case 2: return TurnCompleted{thread, turn, TurnEnd(choose(4))};
      case 3:
      case 4: return ItemStarted{thread, turn, item, ItemKind(choose(10)), {}, choose(3) == 0};
      case 5: return ItemDelta{thread, turn, item, {1}, mark};
      case 6: return ItemOutput{thread, turn, item, {1}};
      case 7:
        return ItemCompleted{thread, turn, item, ItemEnd(choose(3)), choose(2) == 1, {}, mark};
      case 8: return Usage{thread, choose(200)};
      case 9: return RateLimits{choose(100)};
      case 10:
      case 11: return Ask{ask, AskKind(choose(4)), choose(6) != 0, thread, turn, item, {choose(3)}};
      case 12: return AskResolved{thread, ask};
      case 13: return Trouble{thread, turn, false, Severity(choose(3)), {choose(3)}};
      case 14: return UnknownNotice{};
      case 15:
      case 16: return ThreadIdle{thread};
      default: return random_answer();
    }
  }

  // ---- What happens, and what must follow from it

  void happen(const Happening& what) {
    Engine twin = engine_;
    Commands out, again;
    const auto before = allocations().count;
    engine_.step({now_, what}, out);
    require(allocations().count == before, "no allocation in a step");
    twin.step({now_, what}, again);
    require(twin.state() == engine_.state() && out == again, "equal steps from equal engines");
    again.clear();
    rebased_.step({Instant{now_ - last_}, what}, again);
    require(out == again, "equal commands when rebased");
    rebased_.rebase(Instant{now_ - last_});
    last_ = now_;
    twin.rebase(now_);
    require(std::memcmp(&twin.state(), &rebased_.state(), sizeof twin.state()) == 0,
            "equal bytes when rebased");
    decided_ = std::get_if<Decided>(&what);
    for (const Command& command : out) {
      coverage_.commands.insert(command.index());
      std::visit([this](const auto& each) { this->obey(each); }, command);
    }
  }

  void obey(const Spawn& spawn) {
    require(!spawning_ && !started_, "one process at a time");
    process_ = spawn.process;
    spawning_ = true;
    closing_ = false;
  }
  void obey(const CloseInput& close) {
    require(close.process == process_ && !closing_, "an input to close once");
    closing_ = true;
    input_open_ = false;
  }
  void obey(const Terminate&) { require(closing_, "a process whose input was closed"); }
  void obey(const Kill&) { require(closing_, "a process whose input was closed"); }
  void obey(const Send& send) {
    require(send.process == process_ && started_ && input_open_, "somebody to send to");
    std::visit([this](const auto& each) { this->sent(each); }, send.message);
  }
  void sent(const Request& request) {
    require(request.id.value > last_request_, "ids that are never the same twice");
    last_request_ = request.id.value;
  }
  void sent(const Initialized&) {}
  void sent(const Answer& answer) {
    const bool accepts =
        answer.decision == Decision::Accept || answer.decision == Decision::AcceptForSession;
    const bool by_user = decided_ != nullptr && decided_->ask == answer.ask;
    if (by_user) require(answer.decision == decided_->decision, "the decision of the user");
    if (accepts && !by_user) accepts_ = answer.ask;
    answered(answer.ask);
  }
  void sent(const AnswerError& error) { answered(error.ask); }
  void answered(AskId ask) {
    require(asked_[ask.value]-- == 1, "one answer to an ask");
    asks_.erase(ask.value);
  }
  void obey(const SetTimer& set) {
    require(set.after > Duration::zero(), "time on every timer");
    const std::pair key(set.timer.kind, set.timer.of);
    require(timers_.emplace(key, now_ + set.after).second, "no timer set twice");
  }
  void obey(const CancelTimer& cancel) {
    require(timers_.erase({cancel.timer.kind, cancel.timer.of}) == 1,
            "only running timers to be cancelled");
  }
  void obey(const ComposerReady& ready) {
    require(!turns_.contains(ready.chat.value), "no turn where something can be said");
    require(ready_.insert(ready.chat.value).second, "a composer that was busy");
  }
  void obey(const ComposerBusy& busy) {
    require(ready_.erase(busy.chat.value) == 1, "a composer that was ready");
  }
  void obey(const TurnShown& shown) {
    require(turns_.emplace(shown.chat.value, shown.turn.value).second, "one turn of a chat");
  }
  void obey(const TurnEnded& ended) {
    if (ended.turn == no_turn) return;
    const auto found = turns_.find(ended.chat.value);
    require(found != turns_.end() && found->second == ended.turn.value, "a turn to end");
    turns_.erase(found);
    for (const auto& [item, chat] : items_)
      require(chat != ended.chat.value || background_.contains(item), "no item behind its turn");
    for (const auto& [ask, chat] : asks_)
      require(chat != ended.chat.value || !own_.contains(ask), "no ask behind its turn");
  }
  void obey(const ItemOpened& opened) {
    items_.insert({opened.item.value, opened.chat.value});
    require(items_.size() <= Capacity::items, "no more items than can be followed");
  }
  void obey(const ItemClosed& closed) {
    const auto found = items_.find(closed.item.value);
    require(found != items_.end(), "an item to close");
    items_.erase(found);
    background_.erase(closed.item.value);
  }
  void obey(const ItemInBackground& it) {
    require(items_.contains(it.item.value), "an item");
    require(background_.insert(it.item.value).second, "an item whose turn has just ended");
  }
  void obey(const TextAppended& text) { require(items_.contains(text.item.value), "an item"); }
  void obey(const TextReplaced& text) { require(items_.contains(text.item.value), "an item"); }
  void obey(const ItemShown& shown) { require(items_.contains(shown.item.value), "an item"); }
  void obey(const AskShown& shown) {
    require(asks_.emplace(shown.ask.value, shown.chat.value).second, "an ask shown once");
    own_.erase(shown.ask.value);
    for (const Chat& chat : engine_.state().chats)
      if (chat.thread == asked_in_ && asked_in_ != no_thread) own_.insert(shown.ask.value);
  }
  void obey(const AskWithdrawn& withdrawn) {
    coverage_.withdrawals.insert(withdrawn.why);
    const bool shown = asks_.erase(withdrawn.ask.value) == 1;
    require(shown != (withdrawn.why == Withdrawal::TimedOut), "an ask to withdraw");
    asked_.erase(withdrawn.ask.value);
  }
  void obey(const AskAccepted& accepted) {
    require(accepts_ == accepted.ask, "an acceptance that was answered");
    accepts_ = {};
  }
  void obey(const UsageShown&) {}
  void obey(const RateLimitsShown&) {}
  void obey(const ProblemShown&) {}
  void obey(const CallEnded& ended) {
    coverage_.outcomes.insert({ended.method, ended.outcome});
    require((ended.error != Error::None) == (ended.outcome == Outcome::Error), "an error");
    if (ended.call != no_call) {
      require(++calls_.at(ended.call.value) == 1, "one outcome of a call");
      return;
    }
    const bool result = ended.outcome == Outcome::Result;
    const bool resumes = ended.method == Method::ThreadResume;
    const bool unsent = ended.outcome == Outcome::Refused || ended.outcome == Outcome::Busy;
    if (ended.method == Method::ThreadStart     ? !result
        : ended.method == Method::ThreadArchive ? result
                                                : resumes && unsent) {
      used_chats_.erase(ended.chat.value);
      ready_.erase(ended.chat.value);
    }
    auto& owed = owed_[{ended.chat.value, ended.method}];
    if (owed == 0 && (resumes || anew_.contains(ended.chat.value)))  // Of the engine's own.
      return void(anew_.insert(ended.chat.value));
    require(owed-- > 0, "one outcome for a chat");
  }
  void obey(const BannerShown& shown) { coverage_.banners.insert(shown.banner); }
  void obey(const Reported& reported) { coverage_.reports.insert(reported.report); }

  const Bytes& bytes_;
  std::size_t used_ = 0;
  Coverage& coverage_;
  Limits limits_ = real_limits();
  Engine engine_{limits_, 7}, rebased_{limits_, 7};  // The same, with another origin of time.
  Instant now_{}, last_{};
  ProcessId process_{};
  bool spawning_ = false, started_ = false, input_open_ = false, closing_ = false;
  std::map<std::pair<TimerKind, std::uint32_t>, Instant> timers_;
  std::uint32_t called_ = 0, last_request_ = 0;
  std::map<std::uint32_t, int> calls_;  // With how many outcomes.
  std::map<std::pair<std::uint32_t, Method>, int> owed_;
  std::set<std::uint32_t> used_chats_, ready_, anew_;    // The last may begin anew.
  std::map<std::uint32_t, std::uint32_t> turns_, asks_;  // By chat; the chat of each ask.
  std::multimap<std::uint32_t, std::uint32_t> items_;    // With their chats.
  std::map<std::uint32_t, int> asked_;
  ThreadId asked_in_{};                       // The last.
  std::set<std::uint32_t> own_, background_;  // Asks of chats and not of descendants; items.
  const Decided* decided_ = nullptr;
  AskId accepts_{};
};

template <class Capacity>
std::string fault_in(const Bytes& bytes, Coverage& coverage) try {
  RandomRun<Capacity>(bytes, coverage).run();
  return "";
} catch (const std::string& wanted) {
  return wanted;
}

RC_GTEST_PROP(AppserverProperty, EveryRunIsDeterministicAndEndsWhatItBegan, ()) {
  const auto bytes = *rc::gen::resize(2'000, rc::gen::arbitrary<Bytes>());
  Coverage coverage;
  RC_ASSERT(fault_in<Small>(bytes, coverage) == "");
  RC_ASSERT(fault_in<Live>(bytes, coverage) == "");
}

template <class E>
void expect_all(const std::set<E>& met) {
  for (std::size_t i = 0; i < words<E>.size(); ++i)
    EXPECT_TRUE(met.contains(static_cast<E>(i))) << words<E>[i];
}

TEST(AppserverProperty, MeetsEveryReportBannerTimerAndCommand) {
  std::mt19937 random(3);
  Coverage coverage;
  for (int i = 0; i < 3'000; ++i) {
    Bytes bytes(random() % 4'000);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    ASSERT_EQ(fault_in<Small>(bytes, coverage), "") << "in run " << i;
    if (i % 4 != 0) continue;
    ASSERT_EQ(fault_in<Live>(bytes, coverage), "") << "in live run " << i;
  }
  expect_all(coverage.reports);
  expect_all(coverage.banners);
  expect_all(coverage.timers);
  expect_all(coverage.withdrawals);
  for (std::size_t i = 0; i < std::variant_size_v<Command>; ++i)
    EXPECT_TRUE(coverage.commands.contains(i)) << "command " << i;
  EXPECT_EQ(coverage.messages.size(), std::variant_size_v<ToClient>);
  EXPECT_GE(coverage.outcomes.size(), 25u);
}

}  // namespace
}  // namespace engine::appserver
