// Orrery's protocol for anything that steps: copy this file. docs/SUBJECTS.md
#pragma once
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>

namespace orrery {

using Json = nlohmann::json;

// What a run is. `after_ms` of virtual time pass before each event, and what is said to it is
// returned; name is empty if time passes alone.
class Run {
 public:
  virtual ~Run() = default;
  virtual Json hear(std::int64_t after_ms, const std::string& name, const Json& members) = 0;
  virtual std::string state() const { return {}; }  // Unless it is plain.
  virtual void more(Json&) const {}                 // Adds other members of an answer.
};

// Answers until the end of stdin. `hello` is the first answer: areas, grade and name. `begin` makes
// a run of a setup, and `restore` one of a state.
template <class Begin, class Restore>
int serve(const Json& hello, const Begin& begin, const Restore& restore) {
  const bool plain = hello["grade"] == "plain";
  std::unique_ptr<Run> run;
  for (std::string line; std::getline(std::cin, line);) {
    const auto message = Json::parse(line);
    Json answer = message.contains("hello") ? hello : Json::object();
    if (message.contains("begin")) run = begin(message["begin"]);
    if (message.contains("restore")) run = restore(message["restore"].get<std::string>());
    for (const auto& event : message.value("events", Json::array())) {
      std::string name;
      for (const auto& [key, value] : event.items())
        if (key != "after_ms") name = key;
      answer["commands"] = run->hear(event["after_ms"], name, name.empty() ? Json() : event[name]);
    }
    if (run != nullptr && !plain) answer["state"] = run->state();
    if (run != nullptr) run->more(answer);
    answer["n"] = message["n"];
    std::cout << answer.dump() << std::endl;
  }
  return 0;
}

}  // namespace orrery
