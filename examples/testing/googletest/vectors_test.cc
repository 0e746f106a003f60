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

Json at(const Json& json, const std::string& name) {
  return json.is_object() ? json.value(name, Json()) : Json();
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
  for (const auto& [name, value] : all.items())
    if (name != but && !has(at(port, "free"), name) && !same(at(a, name), at(b, name)))
      return false;
  return true;
}

struct Vector : testing::Test {
  explicit Vector(const Json& of) : steps(of["steps"]), subject(begin(of["setup"])) {}
  void TestBody() override try {
    for (auto step = steps.begin(); step != steps.end(); ++step) {
      fire((*step)["at_ms"].get<std::int64_t>() - 1);
      judge(Json(), step);
      for (const auto& look : at(*step, "looks")) known.insert(known.begin(), {look, 0});
      now = (*step)["at_ms"];
      step->contains("tell") ? tell(ours((*step)["tell"], "event")) : fire(now);
      judge(*step, step + 1);
    }
  } catch (const Left&) {
    GTEST_SKIP() << "left";
  }
  void judge(const Json& step, Json::const_iterator later) {
    const auto got = Json(said).dump();
    const auto waits = [&](const Json& it) { return may_wait(it, later); };
    const bool good = take(at(step, "want")) && std::ranges::all_of(said, waits);
    // Which look of this step finds which of several values is nobody's affair.
    for (std::size_t i = 0; i < at(step, "looks").size(); ++i)
      if (const auto several = known[i].first["read"].size(); several > 1)
        if (!good || known[i].second < several) throw Left();
    if (open && (!good || step.is_null())) throw Left();
    if (!good) throw std::logic_error("want " + at(step, "want").dump() + "\n  got  " + got);
  }
  bool take(const Json& want) {
    for (const std::string order : {"in_any_order", "in_order"})
      for (const auto& one : at(want, order)) {
        const auto found = std::ranges::find_if(said, [&](auto& it) { return is(one["say"], it); });
        const auto first = order == "in_order" ? said.begin() : found;
        if (found == said.end() || !std::all_of(first, found, may)) return false;
        said.erase(first, found + 1);
      }
    std::erase_if(said, may);
    return true;
  }
  // What is said too early, and may be.
  bool may_wait(const Json& it, Json::const_iterator step) const {
    for (; early && step != steps.end(); ++step)
      for (const auto& one : at(at(*step, "want"), "in_any_order"))
        if (port["early"]["say"] == name_of(it) && same(one["say"], it)) return true;
    return false;
  }
  bool is(const Json& want, const Json& it) {
    for (const auto& row : port["chosen"]) {
      const auto &theirs = at(want.front(), row["member"]), &own = at(it.front(), row["member"]);
      if (at(row, "command") == name_of(want) && theirs > 0 && own > 0) chosen[theirs] = own;
    }
    return name_of(want) == name_of(it) && same(ours(want, "command"), it);
  }
  // With the numbers that the subject chose, in what it says or is told (`by`).
  Json ours(Json message, const std::string& by) const {
    for (const auto& row : port["chosen"])
      if (const auto own = chosen.find(at(message.front(), row["member"])); own != chosen.end())
        if (at(row, by) == name_of(message)) message.front().update({{row["member"], own->second}});
    return message;
  }
  void fire(std::int64_t until) {
    while (!due.empty()) {
      const auto next = *std::ranges::min_element(due, {}, &std::pair<const Json, Json>::second);
      if (next.second > until) return;
      due.erase(next.first);
      now = next.second;
      tell({{port["timers"]["fired"], {{port["timers"]["key"], next.first}}}});
    }
  }
  void tell(const Json& event) {
    std::vector<Json> events{event};
    for (std::size_t i = 0; i < events.size(); ++i) {
      const auto name = name_of(events[i]);
      const auto members = events[i].front();
      early = early || at(at(port, "early"), "after") == name;
      if (at(port["timers"], "drops") == name) due.erase(at(members, port["timers"]["key"]));
      const auto after = now - std::exchange(heard_at, now);
      for (const auto& command : subject->hear(after, name, members)) heed(command, events);
    }
  }
  void heed(const Json& command, std::vector<Json>& events) {
    const auto &timers = port["timers"], &its = command.front(), &key = at(its, timers["key"]);
    const auto& name = name_of(command);
    if (command.dump().find(port.value("no_room", "\n")) != std::string::npos) throw Left();
    for (const auto& row : port["looks"]) {
      if (row["command"] != name) continue;
      const auto value = read(row["gives"], at(its, row.value("about", "")));
      const Json answer{{row["copies"], at(its, row["copies"])}, {row["gives"], value}};
      open = open || value.is_null();
      if (!open) events.push_back({{row["answer"], answer}});
      return;
    }
    if (name == timers["stop"]) return void(due.erase(key));
    if (name == timers["set"]) return void(due[key] = now + its["after_ms"].get<std::int64_t>());
    if (!has(at(port, "unasked"), name)) said.push_back(command);
  }
  // Null: nobody knows.
  Json read(const Json& of, const Json& about) {
    Json own;
    subject->more(own);
    if (port.contains("own") && same(about, port["own"]["about"]))
      return at(own, port["own"]["member"]);
    bool is_near = false;  // To something that is known, to which this only adds.
    for (auto& [look, asked] : known) {
      const auto& values = look["read"];
      if (look["of"] == of && same(look["about"], about))
        return values.empty() ? Json() : values[std::min(asked++, values.size() - 1)];
      is_near = is_near || (port.contains("adds") && same(look["about"], about, port["adds"]));
    }
    return is_near ? Json() : at(port, "unread");
  }

  const Json& steps;
  std::unique_ptr<orrery::Run> subject;
  std::int64_t now = 0, heard_at = 0;
  std::map<Json, Json> due, chosen;                 // Instants of timers; ours for its numbers.
  std::vector<std::pair<Json, std::size_t>> known;  // How often each was asked.
  std::vector<Json> said;
  bool open = false, early = false;  // Whether a look found nothing known.
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
