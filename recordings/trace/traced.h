// What a trace tells, judged by the clauses of an area.
//
// A real clock is no virtual one: a reaction is told a little after what it reacts to, and a timer
// goes off a little early or late. So the clock of the judge stands still, for as long as the slack
// lasts, while something is owed and an act is still to come, and runs ahead of it, no
// further, where an act is right that much later. The times that an act carries may differ from
// the clock's by as much.
//
// What is right only in another order than that of the lines is neither right nor wrong: the slack
// hides it, and the rules that the order as it stands breaks are not judged.
//
// Behind a breach nothing is judged until nothing is under way: the rest follows from it.
#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "port/time.h"
#include "port/words.h"
#include "spec/clause.h"
#include "trace/advance.h"
#include "trace/breach_text.h"
#include "trace/judgeable.h"
#include "trace/readings.h"
#include "trace/told_item.h"
#include "trace/trace_reader.h"

namespace conformance {

// `Words` are those of an area, made with the slack:
//   Item        what its judge sees
//   Situation, Findings, Judge; area: its name
//   kinds_of_facts   beside what samples() show
//   begin(head), read(line): of JSON; they throw sim::BadAnswer, or note() why nothing is read
//   settle(lacks): between them, what is not told; begins_with(unheard, first, has_tells)
//   initial(): the situation before it; prepare(item, situation): whether judging begins anew
//   kinds(), kind(item): what lines may tell; needed and what else Kinds of TraceReader has
//   judge(on), see(judge, situation, item, findings), passed(ms): the item that says so
//   is_idle(situation); is_act(item): but for those that only read
//   is_nobodys(situation, item): of a call that has not come; begins(item): it may be the first of
//               one; is_call_of(item, other): that call
//   readings(item, situation): all that a line may be about, the likeliest first;
//               is_guess(situation): nothing tells for sure
//   hasten(situation): nothing is waited for that the trace does not tell
//   are_independent(one, other): acts of which either may come first
//   is_told_beside(item): a fact that another hand writes down, maybe behind what rests on it
//   acts_come_along   an act that is told late, those that it depends on may have been, too
//   with_time_of(situation, item, slack): with the clock's time, where its own is as near as that
//   take_put_off(situation): a breach that nothing has excused at the end of a log
//   give_up(act, situation): it was owed and will not come; nothing that follows waits for it
//   remark(findings): what to note of an act that breaks nothing
//   shows_breaches_only(rule): that it is kept no trace shows
//   all_runs(), chosen_runs() that show as much, samples(words, runs, each): of its own engine by
//               revision() and what is told: each(run), which has judge(on), items and ended
//   show(item, line)   in the names that the trace has in that line; show_wanted(act, line)
template <class Words>
class Traced final : public TraceReader {
 public:
  explicit Traced(const TraceRequest& request)
      : TraceReader(Words::area, Kinds::of<Words>(), request.sink),
        words_(request.slack.count()),
        slack_(request.slack.count()),
        on_(Words::clauses_of(request.rules)),
        broken_(Words::rules().size()),
        hidden_(Words::rules().size()) {}

  TraceOutcome outcome(std::uint8_t rule) const override {
    if (broken_[rule] > 0) return TraceOutcome::Fail;
    const bool unknown = words_.shows_breaches_only(rule) || judged(rule).clauses == 0;
    if (unknown || hidden_[rule].times > 0 || doubted_.has(rule)) return TraceOutcome::NotJudged;
    for (std::size_t i = 0; i < texts().size(); ++i)
      if (texts()[i].rule == rule && met_.has(i)) return TraceOutcome::Pass;
    return TraceOutcome::NotExercised;
  }
  std::uint64_t broken(std::uint8_t rule) const override { return broken_[rule]; }
  Judged judged(std::uint8_t rule) const override { return judged_of(texts(), on_, rule); }
  Hidden hidden(std::uint8_t rule) const override { return hidden_[rule]; }

 protected:
  void begin(const nlohmann::json& head) override { words_.begin(head); }
  void settle(std::span<const TraceLine> first) override {
    auto lacks = untold(first);
    words_.settle(lacks);
    told_in_full_ = on_;
    on_ = without_facts<Words>(on_, lacks);
    if (!lacks.empty()) on_ = judgeable_once(words_, on_, lacks);
    on_ = without_facts<Words>(on_, words_.begins_with(unheard(), first, has_tells()));
    situation_ = words_.initial();
  }
  void hear(const TraceLine& line) override {
    auto item = words_.read(
        line, [&](std::string says) { note(line.number, line.time_ms, std::move(says)); });
    if (!item) return;
    waiting_.push_back({line.number, line.time_ms, std::move(*item)});
    judge_waiting(false);
  }
  void end(const std::optional<TraceLine>& ended) override {
    cut_off_ = !ended;
    judge_waiting(true);
    if (ended) conclude(*ended);
    if (!ended && !skipping_ && !Words::is_idle(situation_))
      note(last_.line, now_, "it ends in mid-call");
    if (skipped_ > 0)
      note(last_.line, now_, fmt::format("{} lines behind a breach were not judged", skipped_));
  }

 private:
  using Item = typename Words::Item;
  using Situation = typename Words::Situation;
  using Findings = typename Words::Findings;
  using Breach = decltype(Findings::breach);
  using Timed = TimedItem<Words>;
  using Told = ToldItem<Words>;
  using Causes = std::vector<const Timed*>;
  static constexpr std::size_t waiting_max = 65'536;  // At one instant, that is.
  static constexpr std::size_t told_max = 128;
  static constexpr std::size_t told_near = 12;  // Before more of them an act stands at their time.
  static constexpr std::size_t recent_max = 64;

  static auto texts() { return Words::clause_texts(); }
  spec::ClauseSet on() const { return skipping_ ? spec::ClauseSet{} : on_; }

  // What waits is judged once nothing can come any more for which the clock would stand still.
  void judge_waiting(bool all) {
    while (!waiting_.empty()) {
      const bool settled = waiting_.back().time_ms - waiting_.front().time_ms > slack_;
      if (!all && !settled && waiting_.size() < waiting_max) return;
      if (!all && !settled && !std::exchange(crowded_, true))
        note(waiting_.front().line, waiting_.front().time_ms,
             "more lines than are kept come within the slack: give a smaller --slack");
      if (!std::exchange(began_, true)) now_ = waiting_.front().time_ms;
      bring_call(words_, on(), situation_, waiting_, slack_);
      Told here{waiting_.front(), situation_, now_};
      pass_to(here.what.line, here.what.time_ms);
      waiting_.pop_front();
      tell(here);
      if (recent_.size() == recent_max) recent_.pop_front();
      recent_.push_back(here);
      last_ = {here.what.line, here.what.time_ms};
    }
  }

  void conclude(const TraceLine& ended) {
    pass_to(ended.number, ended.time_ms + 1);  // What is owed at once is missing, too.
    now_ = std::min(now_, ended.time_ms);
    if (const auto late = Words::take_put_off(situation_)) report(*late, ended.number);
    Findings found;
    words_.judge(on_).end(situation_, found);
    if (!found.breach) return;
    auto& breach = *found.breach;
    const auto first = breach.clauses[0];
    breach.clauses = missing_in_the_end(texts(), breach.clauses, skipping_);
    if (breach.clauses.empty()) return;
    if (breach.clauses[0] != first) breach.want.reset();  // That is another clause's.
    if (!skipping_ || texts()[breach.clauses[0]].rule != broken_last_) report(breach, ended.number);
  }

  Findings pass(Situation& situation, std::int64_t ms) const {
    Findings out;
    if (ms > 0) Words::see(words_.judge(on()), situation, Words::passed(ms), out);
    return out;
  }

  // Something owed now is late, not missing: an act is to come, or the log was cut off before it.
  bool act_comes() const {
    const auto last = waiting_.empty() ? last_.time_ms : waiting_.back().time_ms;
    return std::ranges::any_of(
               waiting_,
               [&](const Timed& each) { return each.is_act() && each.time_ms <= now_ + slack_; }) ||
           (cut_off_ && last <= now_ + slack_);
  }
  // Nor is it owed any more once some of that has happened, which came before a late look.
  bool fact_mends() const {
    auto trial = situation_;
    for (const auto& each : waiting_) {
      if (each.is_act() || each.time_ms > now_ + slack_) return false;
      Findings findings;
      Words::see(words_.judge(on()), trial, each.item, findings);
      if (findings.breach) return false;
      auto later = trial;
      if (!pass(later, 1).breach) return true;
    }
    return false;
  }

  void pass_to(std::uint64_t line, std::int64_t time_ms) {
    while (const auto breach =
               advance(situation_, now_, time_ms, met_,
                       [this](Situation& of, std::int64_t ms) { return pass(of, ms); })) {
      if (act_comes()) return;
      if (fact_mends()) return hide(*breach, line);
      report(*breach, line);
    }
  }

  void tell(Told& here) {
    const auto& next = here.what;
    const bool was_idle = Words::is_idle(situation_);
    if (words_.prepare(next.item, situation_)) {
      skipping_ = skipping_ && !was_idle;
      told_.clear();
    }
    skipped_ += skipping_ ? 1u : 0u;
    here.what.item = likeliest(words_, on_, situation_, waiting_, now_ + slack_, slack_, next.item);
    auto trial = situation_;
    Findings findings;
    Words::see(words_.judge(on()), trial, next.item, findings);
    if (!findings.breach) {
      // Which of its clauses the log cannot show is seen; whether one holds is not.
      if (!skipping_ && next.is_act())
        doubted_ |= doubted(words_, on_, told_in_full_, situation_, next.item, slack_);
      keep(next, trial, findings);
    } else if (next.is_act() && (tell_adjusted(next, here) || tell_behind_another(next) ||
                                 tell_behind_causes(next, here))) {
      if (std::exchange(reordered_, false))
        for (const auto& each : broken_as_told(words_, on(), here, next)) hide(each, next.line);
      if (Words::is_idle(situation_)) skipping_ = false;
      return;
    } else {
      report(broken_in_its_time(words_, on(), situation_, *findings.breach, next, slack_),
             next.line, &next.item);
      Findings none;
      Words::see(words_.judge({}), situation_, next.item, none);
    }
    remember(here);
    if (Words::is_idle(situation_)) skipping_ = false;
  }
  // Within the slack it may have been so or otherwise: nothing is shown of these rules there.
  void hide(const typename Breach::value_type& breach, std::uint64_t line) {
    auto& hidden = hidden_[texts()[breach.clauses[0]].rule];
    if (hidden.times++ == 0) hidden.line = line;
  }

  void remember(const Told& here) {
    told_.push_back(here);
    const auto is_old = [&] { return told_.front().what.time_ms < now_ - 2 * slack_; };
    while (!told_.empty() && (told_.size() > told_max || is_old())) told_.pop_front();
  }
  void keep(const Timed& next, const Situation& after, const Findings& findings) {
    situation_ = after;
    tell_of(next, findings);
  }
  void tell_of(const Timed& next, const Findings& findings) {
    if (skipping_) return;
    met_ |= findings.met;
    if (auto says = words_.remark(findings); !says.empty())
      note(next.line, next.time_ms, std::move(says));
  }

  // Within the slack, a line may stand at another instant (from `start` on, nothing but time
  // passed), and an act before what was told earlier: it was written down late.
  bool tell_adjusted(const Timed& next, const Told& start, const Causes& causes = {}) {
    std::size_t most = 0;
    const auto may_come_first = [&](const Timed& told) {
      return told.time_ms >= next.time_ms - 2 * slack_ &&
             (Words::acts_come_along || !told.is_act());
    };
    while (causes.empty() && most < told_.size() && slack_ > 0 &&
           may_come_first(told_[told_.size() - 1 - most].what))
      ++most;
    for (std::size_t back = 0; back <= most; ++back) {
      const auto from = told_.size() - back;
      const auto begin = back == 0 ? start.now : told_[from].now;
      const auto& before = back == 0 ? start.before : told_[from].before;
      const auto first = std::max(begin, next.time_ms - slack_);
      const auto last = back <= told_near ? next.time_ms + slack_ : first;
      const auto fits_at = [&](std::int64_t at) {
        auto then = before;
        if (pass(then, at - begin).breach) return false;
        for (std::size_t ahead = 0; ahead <= back; ++ahead)
          if (fits(next, then, at, from, back - ahead, causes)) return true;
        return false;
      };
      // What was told with it stands there, too.
      if (any_near(next.time_ms, first, last, fits_at)) return true;
    }
    return false;
  }
  // The act, so many behind the first of those that were told.
  bool fits(const Timed& next, const Situation& then, std::int64_t at, std::size_t from,
            std::size_t behind, const Causes& causes) {
    const auto [order, place] = with_act(told_, next, from, behind, causes);
    auto trial = then;
    Findings all;
    const auto see = [&](const Timed& each, Findings& findings) {
      if (std::ranges::count(causes, &each) > 0) words_.prepare(each.item, trial);
      const auto item = words_.with_time_of(trial, each.item, slack_);
      Words::see(words_.judge(on()), trial, item, findings);
    };
    for (const auto* each : order) {
      // Before its own call it is nobody's, and right in no order.
      if (Words::is_nobodys(trial, each->item)) return false;
      see(*each, all);
      if (all.breach) return false;
    }
    reordered_ = !causes.empty() || place < order.size();
    std::vector<Told> told;  // From now on as it was.
    trial = then;
    for (const auto* each : order) {
      Findings known;
      told.push_back({*each, trial, at});
      see(*each, known);
    }
    told_.erase(told_.begin() + static_cast<std::ptrdiff_t>(from), told_.end());
    told_.insert(told_.end(), told.begin(), told.end());
    if (!Words::acts_come_along) told_.clear();
    now_ = at;
    keep(next, trial, all);
    return true;
  }

  // What it does not depend on may have been written down behind it, and holds the clock.
  bool tell_behind_another(const Timed& next) {
    bool passes_facts = false;
    for (std::size_t i = 0; i < waiting_.size() && waiting_[i].time_ms <= now_ + slack_; ++i) {
      if (!waiting_[i].is_act()) {
        if (!Words::acts_come_along) return false;
        passes_facts = true;
        continue;
      }
      if (!Words::are_independent(waiting_[i].item, next.item)) continue;
      const auto situation = situation_;
      Findings findings;
      Words::see(words_.judge(on()), situation_, waiting_[i].item, findings);
      if (!findings.breach && tell_adjusted(next, {next, situation_, now_})) {
        reordered_ = reordered_ || passes_facts;
        tell_of(waiting_[i], findings);
        waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
        told_.clear();
        return true;
      }
      situation_ = situation;
    }
    return false;
  }

  // What it rests on another hand may have written down behind it: one of these facts, or all until
  // one, of which the first was tried alone.
  bool tell_behind_causes(const Timed& next, const Told& start) {
    if (slack_ == 0) return false;
    const auto places = told_beside<Words>(waiting_, next.time_ms + slack_);
    for (std::size_t i = 0; i < 2 * places.size(); ++i) {
      const auto last = i % places.size(), first = i < places.size() ? last : 0;
      Causes causes;
      for (auto each = first; each <= last; ++each) causes.push_back(&waiting_[places[each]]);
      if (i == places.size() || !tell_adjusted(next, start, causes)) continue;
      for (auto each = last + 1; each-- > first;)
        waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(places[each]));
      return true;
    }
    return false;
  }

  // `told`: what broke it, which may be no act.
  void report(const auto& breach, std::uint64_t line, const Item* told = nullptr) {
    const auto rule = texts()[breach.clauses[0]].rule;
    if (Words::is_guess(situation_)) {
      note(line, now_, std::string(Words::guessed));
      skipping_ = true;
      return hide(breach, line);
    }
    ++broken_[rule];
    broken_last_ = rule;
    sink()({.line = line,
            .time_ms = now_,
            .rule = rule,
            .says = text_of_breach(words_, on(), recent_, breach, now_, line, told)});
    skipping_ = true;
    if (!breach.got && breach.want) words_.give_up(*breach.want, situation_);
  }

  Words words_;
  std::int64_t slack_, now_ = 0;
  spec::ClauseSet on_;
  std::vector<std::uint64_t> broken_;  // How often, by rule.
  std::uint8_t broken_last_ = 0;       // The rule that was broken last.
  std::vector<Hidden> hidden_;
  spec::Exercised doubted_;       // Rules of which a line breaks what the log cannot show.
  spec::ClauseSet told_in_full_;  // What a log that tells all can show.
  spec::ClauseSet met_;
  std::deque<Timed> waiting_;
  std::deque<Told> told_;
  std::deque<Told> recent_;  // The last lines, for what is said of a breach.
  Situation situation_{};
  struct {
    std::uint64_t line = 0;
    std::int64_t time_ms = 0;
  } last_;
  std::uint64_t skipped_ = 0;  // Lines.
  bool began_ = false, skipping_ = false, cut_off_ = false, crowded_ = false;
  bool reordered_ = false;  // The act fits only before what was told earlier.
};

}  // namespace conformance
