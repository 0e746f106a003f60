// Plays vectors. examples/subjects/rust/vectors.rs does it without this program.
#include <algorithm>
#include <map>
#include <utility>

#include "conformance/run/vectors.h"

namespace conformance {
namespace {

using nlohmann::json;
using ReadOf = std::pair<std::string, std::string>;  // What is read, and of what.

class Player {
 public:
  Player(const json& port, std::unique_ptr<sim::Stepper> subject, spec::Level weakest)
      : port_(port), subject_(std::move(subject)), weakest_(weakest) {}

  Played play(const json& vector) {
    Played out;
    const auto& steps = vector.at("steps");
    steps_ = &steps;
    if (is_off(vector)) return left(out);
    for (; out.step < steps.size(); ++out.step) {
      const auto& step = steps[out.step];
      if (!open_.empty()) return left(out);
      fire(step["at_ms"].get<std::int64_t>() - 1);
      if (!open_.empty() || has_no_room()) return left(out);
      if (!may_wait(said_, out.step)) return failed(out, json::object());
      now_ms_ = step["at_ms"];
      read_.clear();
      several_.clear();
      if (step.contains("looks")) set_looks(step["looks"]);
      if (step.contains("tell"))
        tell(renamed(step["tell"]));
      else
        fire(now_ms_);
      const auto want = step.value("want", json::object());
      const bool came = take(want, out.step + 1);
      if (looked_otherwise() || has_no_room()) return left(out);
      if (!came && (!open_.empty() || !several_.empty())) return left(out);
      if (!came) return failed(out, want);
      if (step.contains("rests_on") && is_off(step["rests_on"])) return left(out);
    }
    return out;
  }

 private:
  static Played left(Played at) {
    at.end = Played::End::Left;
    return at;
  }
  Played failed(Played at, const json& want) const {
    at.end = Played::End::Failed;
    at.want = want.dump();
    at.got = json(said_).dump();
    return at;
  }
  bool is_off(const json& rule) const {
    const auto word = rule.at("level").get<std::string>();
    const auto level = std::ranges::find(spec::level_words, word) - spec::level_words.begin();
    return level > static_cast<std::ptrdiff_t>(weakest_);
  }

  void set_looks(const json& looks) {
    for (const auto& look : looks) {
      const ReadOf channel{look["of"], look["about"].dump()};
      looks_[channel] = look["read"];
      if (look["read"].size() > 1) several_[channel] = look["read"].size();
    }
  }
  json renamed(json event) const {
    for (const auto& row : port_["chosen"])
      if (event.begin().key() == row["event"]) {
        auto& number = event.begin().value()[row["member"].get<std::string>()];
        if (const auto ours = chosen_.find(number.dump()); ours != chosen_.end())
          number = ours->second;
      }
    return event;
  }

  // All timers up to then, in their order, and what they lead to.
  void fire(std::int64_t until_ms) {
    while (open_.empty()) {
      const auto next =
          std::ranges::min_element(due_, {}, [](const auto& timer) { return timer.second.first; });
      if (next == due_.end() || next->second.first > until_ms) return;
      const auto [at, key] = next->second;
      now_ms_ = at;
      due_.erase(next);
      const auto& timers = port_["timers"];
      tell({{timers["fired"].get<std::string>(), {{timers["key"].get<std::string>(), key}}}});
    }
  }

  void tell(const json& event) {
    hear(event);
    for (std::size_t i = 0; i < open_.size();) {
      const auto [look, members] = open_[i];
      const auto value = read(look, members);
      if (value.is_null()) {
        ++i;
        continue;
      }
      open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
      const auto copies = look["copies"].get<std::string>();
      hear({{look["answer"].get<std::string>(),
             {{copies, members[copies]}, {look["gives"].get<std::string>(), value}}}});
      i = 0;
    }
  }

  void hear(const json& event) {
    const auto& timers = port_["timers"];
    const auto key = timers["key"].get<std::string>();
    early_ = early_ || (port_.contains("early") && event.begin().key() == port_["early"]["after"]);
    if (event.begin().key() == timers.value("drops", ""))
      due_.erase(event.begin().value()[key].dump());
    const auto answer = subject_->hear(
        static_cast<std::int32_t>(now_ms_ - std::exchange(heard_ms_, now_ms_)), event);
    if (port_.contains("own")) own_ = answer[port_["own"]["member"].get<std::string>()];
    for (const auto& command : answer["commands"]) {
      const auto& name = command.begin().key();
      const auto& members = command.begin().value();
      const auto look = std::ranges::find_if(
          port_["looks"], [&](const json& row) { return row["command"] == name; });
      if (look != port_["looks"].end())
        open_.emplace_back(*look, members);
      else if (name == timers["set"])
        due_[members[key].dump()] = {now_ms_ + members["after_ms"].get<std::int64_t>(),
                                     members[key]};
      else if (name == timers["stop"])
        due_.erase(members[key].dump());
      else if (!port_["rules_of"].contains(name) || !is_off(port_["rules_of"][name]))
        said_.push_back(command);
      heard_.push_back(command);
    }
  }

  // Null: nobody knows.
  json read(const json& look, const json& members) {
    const auto about = look.contains("about") ? members[look["about"].get<std::string>()] : json();
    if (port_.contains("own") && about == port_["own"]["about"]) return own_;
    const ReadOf channel{look["gives"], about.dump()};
    const auto known = looks_.find(channel);
    if (known == looks_.end()) return is_alone(about) ? port_.value("unread", json()) : json();
    auto& values = known->second;
    if (values.empty()) return {};
    const auto out = values[0];
    if (values.size() > 1) values.erase(values.begin());
    ++read_[channel];
    return out;
  }
  // Nothing is known of what this only adds to.
  bool is_alone(json about) const {
    const auto adds = port_.value("adds", "");
    if (adds.empty()) return true;
    about.erase(adds);
    return std::ranges::none_of(looks_, [&](const auto& row) {
      auto other = json::parse(row.first.second);
      other.erase(adds);
      return other == about;
    });
  }
  // What differs between looks of one instant is known for so many of them alone.
  bool looked_otherwise() const {
    return std::ranges::any_of(several_, [&](const auto& row) {
      const auto read = read_.find(row.first);
      return read == read_.end() || read->second != row.second;
    });
  }

  // What was said is taken where it is what was wanted.
  bool take(const json& want, std::size_t later) {
    auto rest = said_;
    for (const auto& wanted : want.value("in_any_order", json::array())) {
      if (wanted.contains("level") && is_off(wanted)) continue;
      const auto same = [&](const json& said) { return is(wanted["say"], said); };
      const auto found = std::ranges::find_if(rest, same);
      if (found == rest.end()) return false;
      rest.erase(found);
    }
    for (const auto& wanted : want.value("in_order", json::array())) {
      if (wanted.contains("level") && is_off(wanted)) continue;
      while (!rest.empty() && may_say(rest.front()) && !is(wanted["say"], rest.front()))
        rest.erase(rest.begin());
      if (rest.empty() || !is(wanted["say"], rest.front())) return false;
      rest.erase(rest.begin());
    }
    std::erase_if(rest, [&](const json& one) { return may_say(one); });
    said_ = std::move(rest);
    return may_wait(said_, later);
  }

  bool may_say(const json& said) const {
    const auto& name = said.begin().key();
    return std::ranges::any_of(port_["may"], [&](const json& word) { return word == name; });
  }
  // What comes too early, and may.
  bool may_wait(const std::vector<json>& said, std::size_t later) {
    if (said.empty()) return true;
    if (!port_.contains("early") || !early_) return false;
    return std::ranges::all_of(said, [&](const json& one) {
      if (one.begin().key() != port_["early"]["say"]) return false;
      for (std::size_t at = later; at < steps_->size(); ++at)
        for (const auto& want :
             (*steps_)[at].value("want", json::object()).value("in_any_order", json::array()))
          if (want["say"] == one) return true;
      return false;
    });
  }
  bool has_no_room() const {
    const auto word = port_.value("no_room", "");
    const auto says = [&](const json& one) { return one.dump().find(word) != std::string::npos; };
    return !word.empty() && std::ranges::any_of(heard_, says);
  }

  // But for a number that is the subject's own, unless it is none.
  bool is(const json& want, const json& said) {
    auto same = said;
    for (const auto& row : port_["chosen"]) {
      if (want.begin().key() != row["command"] || said.begin().key() != row["command"]) continue;
      const auto member = row["member"].get<std::string>();
      const auto wanted = want.begin().value()[member], got = said.begin().value()[member];
      if ((wanted == 0) != (got == 0)) return false;
      same.begin().value()[member] = wanted;
      if (same == want) chosen_[wanted.dump()] = got;
    }
    return same == want;
  }

  const json& port_;
  std::unique_ptr<sim::Stepper> subject_;
  spec::Level weakest_;
  std::int64_t now_ms_ = 0, heard_ms_ = 0;
  std::map<ReadOf, json> looks_;
  std::map<ReadOf, std::size_t> read_, several_;  // Looks of this step: so many; so many there are.
  std::map<std::string, std::pair<std::int64_t, json>> due_;
  std::map<std::string, json> chosen_;
  std::vector<std::pair<json, json>> open_;  // Looks that are not answered.
  std::vector<json> said_;
  std::vector<json> heard_;  // All that was ever said.
  const json* steps_ = nullptr;
  bool early_ = false;
  json own_;
};

}  // namespace

Played play(const json& port, const json& vector, std::unique_ptr<sim::Stepper> subject,
            spec::Level weakest) {
  return Player(port, std::move(subject), weakest).play(vector);
}

}  // namespace conformance
