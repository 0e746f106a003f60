// Plays vectors. examples/subjects/rust/vectors.rs does it without this program.
#include <algorithm>
#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "conformance/run/vectors.h"
#include "run/member_at.h"
#include "sim/files/document.h"
#include "sim/program/stepper.h"

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
      const auto at_ms = step["at_ms"].get<std::int64_t>() + later_ms_;
      const bool has_window = step.contains("within_ms");
      fire((has_window ? step["within_ms"][0].get<std::int64_t>() + later_ms_ : at_ms) - 1);
      if (!open_.empty() || has_no_room()) return left(out);
      if (!may_wait(said_, out.step))
        return goes_another_way(json::object()) ? left(out) : failed(out, json::object());
      read_.clear();
      several_.clear();
      if (step.contains("looks")) set_looks(step["looks"]);
      if (has_window) {
        fire_until_said(step["within_ms"][1].get<std::int64_t>() + later_ms_);
        later_ms_ += now_ms_ - at_ms;
      } else {
        now_ms_ = at_ms;
        if (!step.contains("tell"))
          fire(now_ms_);
        else if (const auto event = renamed(step["tell"]); !event.is_null())
          tell(event);
        else
          return left(out);
      }
      const auto want = step.value("want", json::object());
      const bool came = take(want, out.step + 1);
      if (looked_otherwise() || has_no_room()) return left(out);
      if (!came && (!open_.empty() || !several_.empty())) return left(out);
      if (!came) return goes_another_way(want) ? left(out) : failed(out, want);
      if (step.contains("rests_on") && is_off(step["rests_on"])) return left(out);
    }
    return out;
  }

 private:
  static Played left(Played at) {
    at.end = Played::End::Left;
    return at;
  }
  // What may come so early, the vector has later; and behind another pause than its own what
  // happens beside comes at other instants.
  Played failed(Played at, const json& want) const {
    if (later_ms_ != 0) return left(at);
    for (std::size_t i = at.step + 1; i < steps_->size(); ++i)
      if (const auto& step = (*steps_)[i]; step.contains("within_ms"))
        if (step["within_ms"][0].get<std::int64_t>() + later_ms_ <= now_ms_) return left(at);
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

  bool is_unasked(const std::string& command) const {
    const auto& rules = port_["rules_of"];
    return (rules.contains(command) && is_off(rules[command])) ||
           (port_.contains("unasked") && std::ranges::count(port_["unasked"], json(command)) > 0);
  }

  void set_looks(const json& looks) {
    for (const auto& look : looks) {
      const ReadOf channel{look["of"], look["about"].dump()};
      looks_[channel] = look["read"];
      if (look["read"].size() > 1) several_[channel] = look["read"].size();
    }
  }
  // With the subject's own numbers; null: one that was not chosen is the subject's own, too.
  json renamed(json event) const {
    for (const auto& row : port_["chosen"]) {
      if (event.begin().key() != row.value("event", "")) continue;
      const auto path = row.value("heard", row["member"].get<std::string>());
      auto* number = member_at(event.begin().value(), path);
      if (number == nullptr || *number == 0) continue;
      const auto kind = row.value("kind", "");
      if (const auto ours = chosen_.find({kind, number->dump()}); ours != chosen_.end())
        *number = ours->second;
      else if (!kind.empty() && is_given(kind, *number))
        return {};
    }
    return event;
  }
  bool is_given(const std::string& kind, const json& ours) const {
    return std::ranges::any_of(chosen_, [&](const auto& given) {
      return given.first.first == kind && given.second == ours;
    });
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

  // The same, until it says something.
  void fire_until_said(std::int64_t until_ms) {
    const auto free = [&](const json& one) { return may_say(one); };
    while (std::ranges::all_of(said_, free) && open_.empty() && !due_.empty()) {
      const auto next =
          std::ranges::min_element(due_, {}, [](const auto& timer) { return timer.second.first; });
      if (next->second.first > until_ms) return;
      fire(next->second.first);
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
      else if (!is_unasked(name))
        said_.push_back(without_free(command));
      heard_.push_back(command);
    }
  }

  // What nobody compares is as where nothing is said of it.
  json without_free(json said) const {
    if (said.is_object())
      for (const auto& [name, value] : said.items()) {
        const bool free =
            port_.contains("free") && std::ranges::count(port_["free"], json(name)) > 0;
        said[name] = free ? json() : without_free(value);
      }
    return said;
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
    auto out = values[0];
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
      auto other = sim::own_document<json>(row.first.second);
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
  // But for what it looks at first, all is as wanted.
  bool goes_another_way(const json& want) {
    const auto ways = port_.value("ways", json::array());
    const auto is_way = [&](const json& said) {
      return std::ranges::any_of(ways, [&](const json& way) { return way == said.begin().key(); });
    };
    if (std::ranges::none_of(said_, is_way) && !wants_any(want, is_way)) return false;
    auto rest = said_;
    std::erase_if(rest, [&](const json& said) { return is_way(said) || may_say(said); });
    for (const auto* order : {"in_any_order", "in_order"})
      for (const auto& wanted : want.value(order, json::array())) {
        if (is_way(wanted["say"])) continue;
        const auto found =
            std::ranges::find_if(rest, [&](const json& said) { return is(wanted["say"], said); });
        if (found == rest.end()) return false;
        rest.erase(found);
      }
    return rest.empty();
  }
  static bool wants_any(const json& want, const auto& is_one) {
    for (const auto& order : want)
      if (std::ranges::any_of(order, [&](const json& wanted) { return is_one(wanted["say"]); }))
        return true;
    return false;
  }
  bool has_no_room() const {
    const auto word = port_.value("no_room", "");
    const auto says = [&](const json& one) { return one.dump().find(word) != std::string::npos; };
    return !word.empty() && std::ranges::any_of(heard_, says);
  }

  // But for numbers that are the subject's own, unless they are none.
  bool is(const json& want, const json& said) {
    auto wanted = want;
    auto given = chosen_;
    if (want.begin().key() != said.begin().key()) return false;
    for (const auto& row : port_["chosen"]) {
      if (want.begin().key() != row.value("command", "") || !is_about(row, want)) continue;
      const auto path = row["member"].get<std::string>();
      auto* number = member_at(wanted.begin().value(), path);
      auto copy = said;
      const auto* got = member_at(copy.begin().value(), path);
      if (number == nullptr || got == nullptr) continue;
      if ((*number == 0) != (*got == 0)) return false;
      if (*number == 0) continue;
      const auto kind = row.value("kind", "");
      const std::pair name{kind, number->dump()};
      const bool is_known = given.contains(name);
      if (row.contains("event") && (kind.empty() || !is_known)) {
        if (!kind.empty() && is_given(kind, *got)) return false;
        given[name] = *got;
      }
      if (given.contains(name)) *number = given[name];
    }
    if (wanted != said) return false;
    chosen_ = std::move(given);
    return true;
  }
  // Of what it says a number.
  static bool is_about(const json& row, const json& want) {
    if (!row.contains("only")) return true;
    const auto only = row["only"].begin();
    const auto& word = want.begin().value().at(only.key());
    return std::ranges::any_of(only.value(), [&](const json& one) { return one == word; });
  }

  const json& port_;
  std::unique_ptr<sim::Stepper> subject_;
  spec::Level weakest_;
  std::int64_t now_ms_ = 0, heard_ms_ = 0;
  std::int64_t later_ms_ = 0;  // Than the vector: what a pause took more.
  std::map<ReadOf, json> looks_;
  std::map<ReadOf, std::size_t> read_, several_;  // Looks of this step: so many; so many there are.
  std::map<std::string, std::pair<std::int64_t, json>> due_;
  std::map<std::pair<std::string, std::string>, json> chosen_;  // Kind and wanted: the subject's.
  std::vector<std::pair<json, json>> open_;                     // Looks that are not answered.
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
