// Each vector of `orrery export` as a test of the policy beside it: docs/VECTORS.md. It asks
// nothing of Orrery but the file, which VECTORS names, and knows the words of `ack` and of
// `modality`.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>

#include "orrery.h"

using orrery::Json;
std::unique_ptr<orrery::Run> begin(const Json& setup);  // Yours: what is tried.

namespace {

struct Left {};  // It went where the vector knows nothing: it neither passes nor fails.
const Json nothing = Json::object();
Json file, port;

std::string variable(const char* name, const char* otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : value;
}
bool is_asked(const Json& rule) {
  static const std::vector<std::string> levels{"must", "should", "proposed"};
  const auto at = [](const std::string& word) { return std::ranges::find(levels, word); };
  return at(rule.value("level", "must")) <= at(variable("LEVEL", "proposed"));
}
const std::string& name_of(const Json& message) { return message.begin().key(); }
bool is_in(const Json& words, const Json& word) {
  return std::ranges::find(words, word) != words.end();
}
// Of what is known, and of what is asked, whatever it adds to either.
bool is_near(Json known, Json asked) {
  const auto adds = port.value("adds", "");
  if (known.is_object()) known.erase(adds);
  if (asked.is_object()) asked.erase(adds);
  return known == asked;
}

class Play {
 public:
  explicit Play(const Json& vector) : steps_(vector["steps"]), subject_(begin(vector["setup"])) {}

  void run() {
    for (std::size_t number = 0; number < steps_.size(); ++number) {
      const auto& step = steps_[number];
      const std::int64_t at = step["at_ms"];
      fire(at - 1);
      if (!open_.empty()) throw Left();
      if (!may_wait(number)) return fail(at, nothing);
      several_.clear();
      for (const auto& look : step.value("looks", Json::array())) {
        known_[look["of"]][look["about"]] = look["read"];
        if (look["read"].size() > 1) several_[look["about"]] = look["read"].size();
      }
      now_ = at;
      if (step.contains("tell"))
        tell(ours(step["tell"]));
      else
        fire(at);
      const auto want = step.value("want", nothing);
      const bool good = take(want) && may_wait(number + 1);
      for (const auto& [about, left] : several_)
        if (left != 0) throw Left();
      if (!good && (!open_.empty() || !several_.empty())) throw Left();
      if (!good) return fail(at, want);
      if (!is_asked(step.value("rests_on", nothing))) throw Left();
    }
  }

 private:
  void fail(std::int64_t at, const Json& want) const {
    FAIL() << "at " << at << " ms\n  want  " << want << "\n  got   " << Json(said_);
  }
  void fire(std::int64_t until) {
    const auto first = [](const auto& a, const auto& b) { return a.second < b.second; };
    while (open_.empty() && !due_.empty()) {
      const auto next = *std::ranges::min_element(due_, first);
      if (next.second > until) return;
      due_.erase(next.first);
      now_ = next.second;
      tell({{port["timers"]["fired"], {{port["timers"]["key"], next.first}}}});
    }
  }
  void tell(const Json& event) {
    hear(event);
    for (auto at = open_.begin(); at != open_.end(); ++at) {
      const auto [look, asked] = *at;
      const auto value = read(look, asked);
      if (value.is_null()) continue;
      open_.erase(at);
      return tell(
          {{look["answer"],
            {{look["copies"], asked[std::string(look["copies"])]}, {look["gives"], value}}}});
    }
  }
  void hear(const Json& event) {
    const std::string key = port["timers"]["key"];
    early_ = early_ || name_of(event) == port.value("/early/after"_json_pointer, "");
    if (name_of(event) == port["timers"].value("drops", "")) due_.erase(event.front()[key]);
    const auto commands = subject_->hear(now_ - heard_at_, name_of(event), event.front());
    heard_at_ = now_;
    for (const auto& command : commands) {
      const auto no_room = port.value("no_room", "");
      if (!no_room.empty() && command.dump().find(no_room) != std::string::npos) throw Left();
      const auto& name = name_of(command);
      const auto& members = command.front();
      const auto look = std::ranges::find_if(
          port["looks"], [&](const Json& row) { return row["command"] == name; });
      if (look != port["looks"].end())
        open_.emplace_back(*look, members);
      else if (name == port["timers"]["set"])
        due_[members[key]] = now_ + members["after_ms"].get<std::int64_t>();
      else if (name == port["timers"]["stop"])
        due_.erase(members[key]);
      else if (is_asked(port["rules_of"].value(name, nothing)))
        said_.push_back(without_free(command));
    }
  }
  // What nobody compares is as where nothing is said of it.
  static Json without_free(Json said) {
    if (said.is_object())
      for (const auto& [name, value] : said.items()) {
        const auto free = port.value("free", Json::array());
        said[name] = std::ranges::count(free, Json(name)) > 0 ? Json() : without_free(value);
      }
    return said;
  }
  // Null: nobody knows.
  Json read(const Json& look, const Json& asked) {
    const auto about = look.contains("about") ? asked[std::string(look["about"])] : Json();
    if (port.contains("own") && about == port["own"]["about"]) {
      Json more;
      subject_->more(more);
      return more[std::string(port["own"]["member"])];
    }
    auto& known = known_[look["gives"]];
    const auto found = known.find(about);
    if (found == known.end()) {
      for (const auto& [other, values] : known)
        if (port.contains("adds") && is_near(other, about)) return {};
      return port.value("unread", Json());
    }
    auto& values = found->second;
    if (values.empty()) return {};
    if (several_.contains(about) && several_[about] > 0) --several_[about];
    const auto out = values.front();
    if (values.size() > 1) values.erase(values.begin());
    return out;
  }
  static bool may(const Json& said) { return is_in(port["may"], name_of(said)); }
  bool may_wait(std::size_t number) const {
    return std::ranges::all_of(said_, [&](const Json& said) {
      if (!early_ || name_of(said) != port["early"]["say"]) return false;
      for (auto at = number; at < steps_.size(); ++at)
        for (const auto& one : steps_[at].value("/want/in_any_order"_json_pointer, Json::array()))
          if (one["say"] == said) return true;
      return false;
    });
  }
  bool take(const Json& want) {
    for (const auto& one : want.value("in_any_order", Json::array())) {
      if (!is_asked(one)) continue;
      const auto found =
          std::ranges::find_if(said_, [&](const Json& said) { return is(one["say"], said); });
      if (found == said_.end()) return false;
      said_.erase(found);
    }
    for (const auto& one : want.value("in_order", Json::array())) {
      if (!is_asked(one)) continue;
      while (!said_.empty() && may(said_.front()) && !is(one["say"], said_.front()))
        said_.erase(said_.begin());
      if (said_.empty() || !is(one["say"], said_.front())) return false;
      said_.erase(said_.begin());
    }
    std::erase_if(said_, may);
    return true;
  }
  // With the numbers that the subject chose.
  Json ours(Json event) const {
    for (const auto& row : port["chosen"])
      if (row.value("event", "") == name_of(event))
        if (auto& number = event.front()[std::string(row["member"])]; chosen_.contains(number))
          number = chosen_.at(number);
    return event;
  }
  bool is(Json want, const Json& said) {
    if (name_of(want) != name_of(said)) return false;
    std::map<Json, Json> chosen;
    for (const auto& row : port["chosen"]) {
      const std::string member = row["member"];
      if (row.value("command", "") != name_of(want) || want.front()[member] == 0) continue;
      chosen[want.front()[member]] = said.front()[member];
      want.front()[member] = said.front()[member];
    }
    if (want != said) return false;
    chosen_.insert(chosen.begin(), chosen.end());
    return true;
  }

  const Json& steps_;
  std::unique_ptr<orrery::Run> subject_;
  std::int64_t now_ = 0, heard_at_ = 0;
  std::map<Json, std::map<Json, Json>> known_;  // What looks read, by what they give, and of what.
  std::map<Json, std::size_t> several_;         // Of this step: how many looks there are left.
  std::map<Json, std::int64_t> due_;
  std::map<Json, Json> chosen_;
  std::vector<std::pair<Json, Json>> open_;  // Looks without an answer.
  std::vector<Json> said_;
  bool early_ = false;
};

class Vector : public testing::Test {
 public:
  explicit Vector(const Json& vector) : vector_(vector) {}
  void TestBody() override {
    try {
      if (!is_asked(vector_)) throw Left();
      Play(vector_).run();
    } catch (const Left&) {
      GTEST_SKIP() << "left, or of a weaker level";
    }
  }

 private:
  const Json& vector_;
};

}  // namespace

int main(int count, char** words) {
  testing::InitGoogleTest(&count, words);
  file = Json::parse(std::ifstream(variable("VECTORS", "vectors.json")));
  port = file["port"];
  if (file["area"] != "ack" && file["area"] != "modality") return 2;
  for (const auto& vector : file["vectors"])
    testing::RegisterTest("vectors", vector["name"].get<std::string>().c_str(), nullptr, nullptr,
                          __FILE__, __LINE__, [&vector] { return new Vector(vector); });
  return RUN_ALL_TESTS();
}
