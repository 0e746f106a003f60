// Each vector of `orrery export` as a test of the policy beside it: docs/VECTORS.md. It asks
// nothing of Orrery but the file, which VECTORS names, and knows the words of `ack` and of
// `modality`.
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "orrery.h"

using orrery::Json;
std::unique_ptr<orrery::Run> begin(const Json& setup);  // Yours: what is tried.

namespace {

struct Left {};  // It went where the vector knows nothing: it neither passes nor fails.
Json port;

const Json& at(const Json& json, const std::string& name) {
  static const Json null;
  return json.is_object() && json.contains(name) ? json[name] : null;
}
const std::string& name_of(const Json& message) { return message.begin().key(); }
bool has(const Json& list, const Json& one) { return std::ranges::find(list, one) != list.end(); }
bool may(const Json& said) { return has(port["may"], name_of(said)); }
// Equal but for what is left out, and for one member.
bool same(const Json& a, const Json& b, const std::string& but = "") {
  if (a.is_null() && !b.is_null()) return same(b, a, but);
  if (!a.is_object()) return a == b || (b.is_null() && has(port["first_words"], a));
  auto all = b.is_null() ? a : b;
  all.update(a);
  return std::ranges::all_of(all.items(), [&](const auto& one) {
    const auto& name = one.key();
    return name == but || has(at(port, "free"), name) || same(at(a, name), at(b, name));
  });
}

struct Vector : testing::Test {
  explicit Vector(const Json& of) : steps(of["steps"]), subject(begin(of["setup"])) {}
  void TestBody() override try {
    for (auto step = steps.begin(); step != steps.end(); ++step) {
      const std::int64_t at_ms = (*step)["at_ms"];
      several = false;
      fire(at_ms - 1);
      if (open) throw Left();
      judge(Json(), step);
      for (const auto& look : at(*step, "looks")) know(look);
      now = at_ms;
      step->contains("tell") ? tell(ours((*step)["tell"])) : fire(now);
      judge(at(*step, "want"), step + 1);
    }
  } catch (const Left&) {
    GTEST_SKIP() << "left";
  }
  void judge(const Json& want, Json::const_iterator later) {
    const auto got = Json(said).dump();
    const bool good = take(want) && std::ranges::all_of(said, [&](const Json& it) {
                        return early && at(port["early"], "say") == name_of(it) && wants(later, it);
                      });
    for (const auto& look : known)
      if (!look["read"].empty() || (!good && several)) throw Left();
    if (!good && open) throw Left();
    if (!good) throw std::logic_error("want " + want.dump() + "\n  got  " + got);
  }
  bool take(const Json& want) {
    for (const std::string order : {"in_any_order", "in_order"})
      for (const auto& one : at(want, order)) {
        const auto is_it = [&](const Json& it) { return is(one["say"], it); };
        const auto found = std::ranges::find_if(said, is_it);
        const auto first = order == "in_order" ? said.begin() : found;
        if (found == said.end() || !std::all_of(first, found, may)) return false;
        said.erase(first, found + 1);
      }
    std::erase_if(said, may);
    return true;
  }
  bool wants(Json::const_iterator step, const Json& it) const {
    for (; step != steps.end(); ++step)
      for (const auto& one : at(at(*step, "want"), "in_any_order"))
        if (same(one["say"], it)) return true;
    return false;
  }
  // Numbers that the subject chooses are its own.
  Json ours(Json event) {
    for (const auto& row : port["chosen"])
      if (row["event"] == name_of(event))
        if (auto& number = event.front()[row["member"].get<std::string>()]; chosen.contains(number))
          number = chosen[number];
    return event;
  }
  bool is(Json want, const Json& it) {
    auto numbers = chosen;
    for (const auto& row : port["chosen"]) {
      const auto own = at(it.front(), row["member"]);
      if (row["command"] != name_of(want) || own.is_null()) continue;
      auto& number = want.front()[row["member"].get<std::string>()];
      if (number != 0 && own != 0) number = numbers[number] = own;
    }
    const bool good = name_of(want) == name_of(it) && same(want.front(), it.front());
    if (good) chosen = numbers;
    return good;
  }
  void fire(std::int64_t until) {
    const auto sooner = [](const auto& a, const auto& b) { return a.second < b.second; };
    while (!open && !due.empty()) {
      const auto [key, instant] = *std::ranges::min_element(due, sooner);
      if (instant > until) return;
      due.erase(key);
      now = instant;
      tell({{port["timers"]["fired"], {{port["timers"]["key"], key}}}});
    }
  }
  void tell(const Json& event) {
    std::vector<Json> events{event};
    for (std::size_t i = 0; i < events.size(); ++i)
      for (const auto& command : hear(events[i])) heed(command, events);
  }
  Json hear(const Json& event) {
    const auto& name = name_of(event);
    early = early || at(at(port, "early"), "after") == name;
    if (at(port["timers"], "drops") == name) due.erase(at(event.front(), port["timers"]["key"]));
    return subject->hear(now - std::exchange(heard_at, now), name, event.front());
  }
  void heed(const Json& command, std::vector<Json>& answers) {
    const auto &timers = port["timers"], &its = command.front(), &key = at(its, timers["key"]);
    const auto& name = name_of(command);
    if (command.dump().find(port.value("no_room", "\n")) != std::string::npos) throw Left();
    for (const auto& row : port["looks"]) {
      if (row["command"] != name) continue;
      const Json value = read(row["gives"], at(its, row.value("about", ""))),
                 copied = row["copies"];
      open = open || value.is_null();
      if (value.is_null()) return;
      return answers.push_back({{row["answer"], {{copied, its[copied]}, {row["gives"], value}}}});
    }
    if (name == timers["stop"]) due.erase(key);
    if (name == timers["set"]) due[key] = now + its["after_ms"].get<std::int64_t>();
    if (name != timers["set"] && name != timers["stop"] && !has(at(port, "unasked"), name))
      said.push_back(command);
  }
  // Null: nobody knows.
  Json read(const Json& of, const Json& about) {
    Json own;
    subject->more(own);
    if (port.contains("own") && same(about, port["own"]["about"]))
      return at(own, port["own"]["member"]);
    bool is_near = false;  // To something that is known, to which this only adds.
    for (auto& look : known) {
      is_near = is_near || (port.contains("adds") && same(look["about"], about, port["adds"]));
      if (look["of"] != of || !same(look["about"], about)) continue;
      if (auto& values = look["read"]; !values.empty()) look["last"] = values[0], values.erase(0);
      return look["last"];
    }
    return is_near ? Json() : at(port, "unread");
  }
  void know(Json look) {
    const auto is_it = [&](const Json& it) {
      return it["of"] == look["of"] && same(it["about"], look["about"]);
    };
    std::erase_if(known, is_it);
    auto& values = look["read"];
    several = several || values.size() > 1;
    look["last"] = values.empty() ? Json() : values[0];
    if (values.size() == 1) values.clear();
    known.push_back(look);
  }

  const Json& steps;
  std::unique_ptr<orrery::Run> subject;
  std::int64_t now = 0, heard_at = 0;
  std::map<Json, std::int64_t> due;
  std::map<Json, Json> chosen;
  std::vector<Json> known, said;
  bool open = false, early = false, several = false;
};

}  // namespace

int main(int count, char** words) {
  testing::InitGoogleTest(&count, words);
  const auto file = Json::parse(std::ifstream(std::getenv("VECTORS")));
  if (file["area"] != "ack" && file["area"] != "modality") return 2;
  port = file["port"];
  for (const Json& nothing : {Json(), Json(false), Json(0), Json::array()})
    port["first_words"].push_back(nothing);
  for (const auto& vector : file["vectors"])
    testing::RegisterTest("vectors", vector["name"].get<std::string>().c_str(), nullptr, nullptr,
                          __FILE__, __LINE__, [&vector] { return new Vector(vector); });
  return RUN_ALL_TESTS();
}
