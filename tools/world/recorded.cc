#include "world/recorded.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "command/build_id.h"
#include "command/words.h"
#include "conformance/run/programs.h"
#include "conformance/run/proof.h"
#include "conformance/story/print.h"
#include "world/plan_source.h"

namespace tools {
namespace {

using conformance::PlanFailure;
using conformance::Rerun;
using Failure = Recorded::Failure;

void put(sim::Fields& fields, const std::string& name, const std::string& value) {
  const auto found = std::ranges::find(fields, name, &sim::Field::name);
  if (found != fields.end()) found->value = value;
}

class Look {
 public:
  Look(const RecordedRequest& request, const sim::Parallel& parallel)
      : request_(request), capsule_(request.capsule), parallel_(parallel) {}

  Recorded take() {
    const bool same_subject = request_.subject == capsule_.candidate();
    // A program may be another one than it was.
    const bool ours = conformance::program_of(request_.subject.name) == nullptr;
    out_.same_build = same_subject && ours && capsule_.build == build_id();
    if (out_.same_build) {
      repeat();
    } else {
      follow();
    }
    return std::move(out_);
  }

 private:
  bool endless() const { return capsule_.kind == PlanFailure::Kind::Endless; }
  std::string failure_name() const {
    return capsule_.rule.empty() ? "the unexpected end" : capsule_.rule;
  }

  Rerun rerun(const sim::Path& path, std::size_t natural_steps) const {
    return conformance::rerun({.plan = capsule_.source.plan,
                               .subject = request_.subject,
                               .path = path,
                               .natural_steps = endless() ? 0 : natural_steps,
                               .endless = endless(),
                               .fields = true});
  }

  // The recorded failure, rather than another one.
  bool shows_it(const Rerun& run) const {
    if (capsule_.kind == PlanFailure::Kind::Nondeterministic) return run.two_ways.has_value();
    if (capsule_.kind != PlanFailure::Kind::Unexpected) {
      const bool stands = run.end == Rerun::End::Hang && !run.breach;
      const bool recorded_hang = endless() || capsule_.kind == PlanFailure::Kind::Hang;
      return stands ? recorded_hang : conformance::broken_rule(run) == capsule_.rule;
    }
    return run.end == Rerun::End::Final &&
           conformance::is_unexpected(capsule_.source.expect, run.outcome);
  }

  // The first member of a recorded choice that is not so here; empty if none is.
  std::string_view other_member(std::size_t i) const {
    const auto& was = capsule_.steps[i];
    const auto& now = out_.run.steps[i];
    if (was.of != now.choices) return "/of";
    if (was.choice.at_ms != now.at_ms) return "/at_ms";
    if (was.choice.actor != now.label.actor) return "/actor";
    if (was.choice.text != now.label.text) return "/label";
    if (was.digest != now.digest) return "/digest";
    const bool same = std::ranges::equal(
        was.changed, now.changed, [](const sim::Field& field, const sim::FieldChange& change) {
          return field.name == change.name && field.value == change.after;
        });
    return same || capsule_.format == 1 ? "" : "/changed";
  }

  void disagree(std::size_t after, std::string pointer) {
    out_.disagrees_after = after;
    if (!is_sealed(capsule_)) out_.edited_at = std::move(pointer);
  }

  void look_for_disagreement() {
    if (capsule_.start != out_.run.start && capsule_.format > 1) return disagree(0, "/start");
    for (std::size_t i = 0; i < capsule_.steps.size(); ++i) {
      const auto pointer = fmt::format("/choices/{}", i);
      if (i >= out_.run.steps.size()) return disagree(i + 1, pointer);
      if (const auto member = other_member(i); !member.empty())
        return disagree(i + 1, pointer + std::string(member));
    }
  }

  void repeat() {
    sim::Path path;
    for (const auto& step : capsule_.steps) path.push_back(step.choice.index);
    out_.run = rerun(path, 0);
    const auto count = capsule_.steps.size();
    const bool two_ways = capsule_.kind == PlanFailure::Kind::Nondeterministic;
    if (!two_ways) look_for_disagreement();
    compare_fields(count);
    if (out_.disagrees_after) {
      out_.says = "The same build takes another run: this is a bug of orrery.";
    } else if (shows_it(out_.run)) {
      out_.failure = Failure::There;
      out_.says = "The failure is still there.";
    } else if (two_ways) {
      out_.says = "Unknown: the recorded choices, taken twice, led to equal states this time.";
    } else {
      disagree(count, "/broken");
      out_.says =
          "The same build takes the same run, but judges it in another way: this is a bug of "
          "orrery.";
    }
  }

  void follow() {
    const auto strict = conformance::follow(
        {.plan = capsule_.source.plan, .subject = request_.subject, .wanted = wanted_});
    out_.moved = strict.moved;
    out_.misfit = strict.misfit;
    out_.run = rerun(strict.path, strict.misfit ? 0 : natural_steps_max);
    compare_fields(strict.path.size());
    if (!strict.misfit && shows_it(out_.run)) {
      const bool same_place = out_.run.steps.size() == wanted_.size() || endless();
      found(same_place ? "The failure is still there, at the same place."
                       : "The failure is still there, but at another place.");
    } else if (!by_what_is_left() && !by_search()) {
      not_found();
    }
  }

  void found(std::string says) {
    out_.failure = Failure::There;
    out_.says = std::move(says);
  }

  bool by_what_is_left() {
    if (!out_.misfit) return false;
    const auto rest = conformance::follow({.plan = capsule_.source.plan,
                                           .subject = request_.subject,
                                           .wanted = wanted_,
                                           .lenient = true});
    auto run = rerun(rest.path, natural_steps_max);
    if (!shows_it(run)) return false;
    const auto choices = counted(run.steps.size(), "choice");
    out_.run = std::move(run);
    found(
        fmt::format("The recorded schedule does not fit any more, but the failure is still "
                    "there: found in {} by what is left of it.",
                    choices));
    return true;
  }

  bool by_search() {
    sim::SearchOptions options;
    options.stop_at_first = false;
    options.findings_max = 128;
    options.states_max = request_.states_max;
    options.edges = endless();
    const bool nondeterministic = capsule_.kind == PlanFailure::Kind::Nondeterministic;
    options.prove_every = nondeterministic ? 1 : conformance::prove_sample;
    options.keep_going = request_.keep_going;
    options.progress = request_.progress;
    const auto explored = conformance::explore_plan(capsule_.source.plan, request_.subject,
                                                    capsule_.source.expect, options, parallel_);
    search_complete_ = explored.complete();
    out_.searched = counted(explored.states, "state") + (search_complete_ ? ", all of them" : "");
    for (const auto& failure : explored.failures) {
      if (failure.rule != capsule_.rule ||
          (failure.kind == PlanFailure::Kind::Unexpected) != capsule_.rule.empty())
        continue;
      out_.run = conformance::rerun({.plan = capsule_.source.plan,
                                     .subject = request_.subject,
                                     .path = failure.path,
                                     .endless = failure.kind == PlanFailure::Kind::Endless,
                                     .fields = true});
      found(fmt::format("{}, but the failure is still there: found in {} by search.",
                        out_.misfit ? "The recorded schedule does not fit any more"
                                    : "The recorded schedule does not break it any more",
                        counted(failure.path.size(), "choice")));
      return true;
    }
    return false;
  }

  void not_found() {
    if (search_complete_) {
      out_.failure = Failure::Gone;
      out_.says = fmt::format("The failure ({}) is gone: no schedule shows it.", failure_name());
    } else if (!out_.misfit) {
      out_.failure = Failure::Gone;
      out_.says = fmt::format(
          "The failure ({}) is gone from the recorded schedule; the search for another one came "
          "to its limit.",
          failure_name());
    } else {
      out_.says = fmt::format(
          "Unknown: the recorded schedule does not fit any more, and the search for {} came to "
          "its limit.",
          failure_name());
    }
  }

  // The first difference within so many choices, between fields that both builds have.
  void compare_fields(std::size_t choices) {
    if (capsule_.start.empty()) return;
    const bool same_subject = request_.subject == capsule_.candidate();
    const auto lacks = [](const sim::Fields& fields, const std::string& name) {
      return sim::find_field(fields, name) == nullptr;
    };
    for (const auto& field : out_.run.start)
      if (same_subject && lacks(capsule_.start, field.name)) out_.fields_new.push_back(field.name);
    for (const auto& field : capsule_.start)
      if (same_subject && lacks(out_.run.start, field.name)) out_.fields_lost.push_back(field.name);
    auto was = capsule_.start, now = out_.run.start;
    const auto most = std::min({choices, capsule_.steps.size(), out_.run.steps.size()});
    for (std::size_t i = 0; i <= most && !out_.difference; ++i) {
      if (i > 0) {
        for (const auto& field : capsule_.steps[i - 1].changed) put(was, field.name, field.value);
        for (const auto& change : out_.run.steps[i - 1].changed)
          put(now, change.name, change.after);
      }
      const auto different = sim::changes(was, now);
      if (!different.empty()) out_.difference = {i, different[0]};
    }
  }

  const RecordedRequest& request_;
  const Capsule& capsule_;
  const std::vector<conformance::LabelledChoice> wanted_ = capsule_.choices();
  const sim::Parallel& parallel_;
  bool search_complete_ = false;
  Recorded out_;
};

}  // namespace

Recorded look_at(const RecordedRequest& request, const sim::Parallel& parallel) {
  return Look(request, parallel).take();
}

}  // namespace tools
