// What a subject was told in a run, and what it answered, put together by what happens at once.
#pragma once
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "conformance/run/vectors.h"
#include "run/recorded_engine.h"
#include "sim/files/document.h"

namespace conformance {

// Why a run is no vector.
struct LeftOut {
  std::string because;
};

inline const std::string& name_of(const nlohmann::json& message) { return message.begin().key(); }
inline const nlohmann::json& members_of(const nlohmann::json& message) {
  return message.begin().value();
}

// What is read together: of the same kind, about the same.
struct Channel {
  std::string of;
  nlohmann::json about;
  bool operator==(const Channel&) const = default;
};

// What happens at once: an event, or timers, the looks that follow, and what is said.
struct Group {
  std::int64_t at_ms = 0;
  nlohmann::json tell = nullptr;
  std::vector<std::pair<Channel, nlohmann::json>> read = {};
  std::vector<nlohmann::json> effects = {};
  std::optional<VectorWords::Pause> within = {};  // In milliseconds since the run began.

  std::vector<nlohmann::json> read_of(const Channel& channel) const {
    std::vector<nlohmann::json> out;
    for (const auto& [which, value] : read)
      if (which == channel) out.push_back(value);
    return out;
  }
};

// A run as groups.
class Grouped {
 public:
  Grouped(const VectorWords& words, std::span<const Told* const> run)
      : words_(words), own_about_(sim::own_document<nlohmann::json>(words.own_about)) {
    for (const auto* told : run.subspan(1)) take(*told);
  }
  const std::vector<Group>& groups() const { return groups_; }

 private:
  struct Asked {
    const VectorWords::Look* look;
    Channel channel;
    nlohmann::json copies;
    std::size_t group;
  };

  void take(const Told& told) {
    now_ms_ += told.after_ms;
    const auto& name = name_of(told.event);
    if (!is_answer(name, members_of(told.event))) {
      const bool timer = name == words_.timers.fired;
      const bool same = timer && !groups_.empty() && groups_.back().at_ms == now_ms_ &&
                        groups_.back().tell.is_null();
      if (!same)
        groups_.push_back({.at_ms = now_ms_, .tell = timer ? nlohmann::json() : told.event});
      if (timer) fire(members_of(told.event).at(std::string(words_.timers.key)), same);
    }
    for (const auto& command : told.answer["commands"]) hear(command);
  }

  bool is_answer(std::string_view name, const nlohmann::json& members) {
    const auto answers = [&](const Asked& asked) {
      return asked.look->answer == name &&
             members.at(std::string(asked.look->copies)) == asked.copies;
    };
    const auto asked = std::ranges::find_if(asked_, answers);
    if (asked == asked_.end()) return false;
    if (asked->group != groups_.size() || groups_.back().at_ms != now_ms_)
      throw LeftOut{"a look is answered late"};
    if (asked->channel.about.is_null() || asked->channel.about != own_about_)
      groups_.back().read.emplace_back(asked->channel, members.at(std::string(asked->look->gives)));
    asked_.erase(asked);
    return true;
  }

  void fire(const nlohmann::json& key, bool beside_another) {
    const auto set = set_.find(key.dump());
    if (!words_.pause || set == set_.end()) return;
    const auto [at, after] = set->second;
    const auto pause = words_.pause(key, after);
    if (pause && beside_another) throw LeftOut{"two timers fire at once"};
    if (pause) groups_.back().within = {at + pause->least_ms, at + pause->most_ms};
  }

  void hear(const nlohmann::json& command) {
    const auto& name = name_of(command);
    const auto& members = members_of(command);
    if (name == words_.timers.set)
      set_[members.at(std::string(words_.timers.key)).dump()] = {
          now_ms_, members.at("after_ms").get<std::int64_t>()};
    if (name == words_.timers.set || name == words_.timers.stop || is_unasked(name, members))
      return;
    const auto look = std::ranges::find(words_.looks, name, &VectorWords::Look::command);
    if (look == words_.looks.end()) return groups_.back().effects.push_back(command);
    const auto about =
        look->about.empty() ? nlohmann::json() : members.at(std::string(look->about));
    asked_.push_back({&*look,
                      {std::string(look->gives), about},
                      members.at(std::string(look->copies)),
                      groups_.size()});
  }

  bool is_unasked(std::string_view name, const nlohmann::json& members) const {
    return std::ranges::any_of(words_.unasked, [&](const auto& one) {
      return one.command == name &&
             std::ranges::count(one.words, members.at(std::string(one.member))) != 0;
    });
  }

  const VectorWords& words_;
  nlohmann::json own_about_;
  std::vector<Group> groups_;
  std::vector<Asked> asked_;
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> set_;  // Timers: when, for so long.
  std::int64_t now_ms_ = 0;
};

}  // namespace conformance
