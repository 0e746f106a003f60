#include "spec/appserver/clause_judge.h"

#include "appserver/follow_acts.h"
#include "appserver/follow_asks.h"
#include "appserver/follow_descendants.h"
#include "appserver/follow_events.h"
#include "appserver/follow_messages.h"
#include "appserver/trial.h"
#include "port/visit.h"

namespace spec::appserver::clauses {
namespace {

constexpr auto& texts = texts_of<tables<Situation>>;
constexpr ClauseSet of_the_client = clauses_at<tables<Situation>>(false),
                    of_the_server = clauses_at<tables<Situation>>(true);

void end_trial(const Trial<Situation>& trial, const Seen* got, Findings& findings) {
  if (trial.broken().empty()) return;
  const auto& text = texts[trial.broken()[0]];
  findings.breach = Breach{text.rule, text.form, trial.broken(), trial.want(),
                           got == nullptr ? std::nullopt : std::optional<Seen>(*got)};
}

}  // namespace

std::span<const ClauseText> clauses() { return texts; }

ClauseSet clauses_on(Party party) { return party == Party::Client ? of_the_client : of_the_server; }

Judge::Judge(const Bounds& bounds) : bounds_(bounds), on_(of_the_client) { on_ |= of_the_server; }

void Judge::see(Situation& s, const Happening& what, Findings& findings) const {
  if (findings.breach || s.unfollowed()) return;
  const auto* received = std::get_if<Received>(&what);
  if (received != nullptr && received->process.value == s.process.id && !down(s)) {
    Trial<Situation> trial(s, bounds_, on_, findings.met);
    port::visit([&](const auto& message) { trial.message(message); }, received->message);
    if (!trial.broken().empty()) {
      const Seen got = what;
      return end_trial(trial, &got, findings);
    }
  }
  follow(s, what, bounds_);
}

void Judge::see(Situation& s, const Fact& fact, Findings& findings) const {
  if (findings.breach || s.unfollowed()) return;
  Trial<Situation> trial(s, bounds_, on_, findings.met);
  port::visit([&](const auto& what) { trial.fact(what); }, fact);
  if (!trial.broken().empty()) {
    const Seen got = fact;
    return end_trial(trial, std::holds_alternative<TimePassed>(fact) ? nullptr : &got, findings);
  }
  follow(s, fact, bounds_);
}

void Judge::see(Situation& s, const Command& act, Findings& findings) const {
  if (findings.breach || s.unfollowed()) return;
  Trial<Situation> trial(s, bounds_, on_, findings.met);
  trial.notice_owed();  // What is owed at once is done before time passes.
  port::visit([&](const auto& command) { trial.act(command); }, act);
  if (!trial.broken().empty()) {
    const Seen got = act;
    return end_trial(trial, &got, findings);
  }
  follow(s, act, bounds_);
}

void Judge::end(Situation& s, Findings& findings) const {
  if (findings.breach || s.unfollowed()) return;
  Trial<Situation> trial(s, bounds_, on_, findings.met);
  trial.passes(at_the_end);
  end_trial(trial, nullptr, findings);
}

}  // namespace spec::appserver::clauses
