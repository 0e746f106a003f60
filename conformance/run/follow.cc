#include "conformance/run/follow.h"

#include <fmt/format.h>

#include "conformance/run/rerun.h"

namespace conformance {
namespace {

class Follower {
 public:
  Follower(const FollowRequest& request, const AnyModel& model)
      : request_(request), model_(model), state_(model_.initial()) {}

  Followed run() {
    for (std::size_t i = 0; i < request_.wanted.size(); ++i) {
      const auto& wanted = request_.wanted[i];
      look_around();
      auto at = find(wanted, true);
      if (!at) {
        if (!out_.misfit) out_.misfit = {i + 1, wanted, offered_};
        if (!request_.lenient) break;
        at = find(wanted, false);
        if (!at) continue;
      }
      if (*at != wanted.index) out_.moved.push_back(i + 1);
      take(*at);
    }
    return std::move(out_);
  }

 private:
  // What is offered now, with its names.
  void look_around() {
    choices_.clear();
    offered_.clear();
    if (model_.status(state_) == sim::Status::Running) model_.choices(state_, choices_);
    for (const auto& choice : choices_) {
      auto label = model_.label(state_, choice);
      offered_.push_back({std::move(label.actor), std::move(label.text), now_ms_ + choice.after_ms,
                          static_cast<std::uint16_t>(offered_.size())});
    }
  }

  // The wanted choice; if several have its name, the one of its number, else the first.
  std::optional<std::size_t> find(const LabelledChoice& wanted, bool at_its_instant) const {
    std::optional<std::size_t> out;
    for (const auto& offered : offered_) {
      if (offered.actor != wanted.actor || offered.text != wanted.text) continue;
      if (at_its_instant && offered.at_ms != wanted.at_ms) continue;
      if (!out || offered.index == wanted.index) out = offered.index;
    }
    return out;
  }

  void take(std::size_t index) {
    now_ms_ += choices_[index].after_ms;
    model_.apply(state_, choices_[index], tally_);
    out_.path.push_back(static_cast<std::uint16_t>(index));
  }

  const FollowRequest& request_;
  const AnyModel& model_;
  AnyModel::State state_;
  sim::Choices choices_;
  std::vector<LabelledChoice> offered_;
  AnyModel::Tally tally_;
  std::int64_t now_ms_ = 0;
  Followed out_;
};

}  // namespace

std::string show(const LabelledChoice& choice) {
  return fmt::format("{} {}: {}", show_instant(choice.at_ms), choice.actor, choice.text);
}

Followed follow(const FollowRequest& request) {
  return Follower(request, *any_model(request.plan, request.subject)).run();
}

}  // namespace conformance
