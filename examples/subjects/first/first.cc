// The tutorial of docs/SUBJECTS.md in C++. With an argument it says OK at once, which is red.
#include <algorithm>
#include <map>

#include "orrery.h"

namespace {

using orrery::Json;

const Json signal{
    {"kind", "SoftDialogAppeared"}, {"subject", "transfer-confirmation"}, {"bound", 0}};

class Mine : public orrery::Run {
 public:
  explicit Mine(bool hasty) : hasty_(hasty) {}

  Json hear(std::int64_t after_ms, const std::string& name, const Json& members) override {
    said_ = Json::array();
    for (auto& [call, deadline] : deadlines_) deadline -= after_ms;
    if (!members.contains("call")) return said_;
    const int call = members["call"];
    if (name == "called" && hasty_) {
      say("dispatch", {{"call", call}, {"request", 0}});
      respond(call, {{"status", "ok"}});
    } else if (name == "called") {
      read("capture", call);
    } else if (name == "captured") {
      if (is_open(members)) say("note_held", {{"call", call}, {"signal", signal}});
      say("dispatch", {{"call", call}, {"request", 0}});
      deadlines_[call] = 1500;
      read("look", call);
    } else if (name == "timer_fired") {
      read("look", call);
    } else if (name == "looked") {
      looked(call, is_open(members));
    }
    return said_;
  }
  // Times count from now, or what is equal later would not look equal.
  std::string state() const override { return Json(deadlines_).dump(); }
  void more(Json& answer) const override {
    answer["panes"] = {{"exists", false}, {"value", 0}, {"detail", 0}};
  }

 private:
  static bool is_open(const Json& members) { return members["reading"]["value"] > 0; }
  void say(const char* name, Json members) { said_.push_back({{name, std::move(members)}}); }
  void respond(int call, Json response) {
    deadlines_.erase(call);
    say("respond", {{"call", call}, {"response", std::move(response)}});
  }
  void read(const char* ask, int call) {
    say(ask, {{"call", call},
              {"probe", {{"kind", "soft_dialog"}, {"subject", signal["subject"]}, {"path", 0}}}});
  }
  void looked(int call, bool is_open) {
    const auto deadline = deadlines_[call];
    if (is_open) return respond(call, {{"status", "ok"}});
    if (deadline <= 0)
      return respond(call, {{"status", "missing"}, {"signal", signal}, {"elapsed_ms", 1500}});
    say("set_timer", {{"call", call}, {"after_ms", std::min<std::int64_t>(100, deadline)}});
  }

  bool hasty_;
  std::map<int, std::int64_t> deadlines_;  // In ms from now, by call.
  Json said_;
};

}  // namespace

int main(int count, char**) {
  const Json hello{{"areas", {"ack"}}, {"grade", "digest"}, {"name", "Mine"}};
  const auto begin = [count](const Json&) { return std::make_unique<Mine>(count > 1); };
  return orrery::serve(hello, begin, [&](const std::string&) { return begin({}); });
}
