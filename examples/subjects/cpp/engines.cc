// Our own engines as programs, to show that nothing is lost over pipes:
//
//   example_subject ack|modality|appserver [plain|digest|save_restore]
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "engine/ack/engine.h"
#include "engine/appserver/engine.h"
#include "engine/modality/engine.h"
#include "orrery.h"
#include "port/json_text.h"
#include "sim/ack/wire_names.h"
#include "sim/program/read.h"

namespace {

using orrery::Json;

constexpr std::string_view digits = "0123456789abcdef";

template <class Value>
std::string hex(const Value& value) {
  std::string out;
  for (const auto byte : reinterpret_cast<const unsigned char(&)[sizeof(Value)]>(value))
    out.append({digits[byte >> 4], digits[byte & 15]});
  return out;
}
template <class Value>
void read_hex(std::string_view text, Value& out) {
  auto* bytes = reinterpret_cast<unsigned char*>(&out);
  for (std::size_t i = 0; i < sizeof(Value); ++i)
    bytes[i] =
        static_cast<unsigned char>(digits.find(text[2 * i]) << 4 | digits.find(text[2 * i + 1]));
}

// What an engine is made of, and what is kept of it.
struct Ack {
  using Event = port::ack::Event;
  using Commands = port::ack::Commands;
  engine::ack::Engine engine;
  sim::ack::WireNames names;

  explicit Ack(const Json& setup)
      : engine(table_named(setup["revision"])), names{engine.table().names()} {}
  static const port::ack::Table& table_named(const std::string& revision) {
    for (const auto* table : {&engine::ack::table_r1(), &engine::ack::table_r2(),
                              &engine::ack::table_relist(), &engine::ack::table_r3()})
      if (table->revision == revision) return *table;
    throw std::runtime_error("no table has the revision " + revision);
  }
  const auto& state() const { return engine.state(); }
  void put(const engine::ack::State& state) { engine = engine::ack::Engine(engine.table(), state); }
  void more(Json& answer) const {
    const auto panes = engine.panes();
    answer["panes"] = {{"exists", panes.exists}, {"value", panes.value}, {"detail", panes.detail}};
  }
};

struct Modality {
  using Event = port::modality::Event;
  using Commands = port::modality::Commands;
  engine::modality::Engine engine;
  port::NoNames names;

  explicit Modality(const Json& setup) {
    port::modality::Limits limits{};
    sim::read_answer(setup["limits"], "limits", limits);
    engine = engine::modality::Engine(limits);
  }
  const auto& state() const { return engine; }
  void put(const engine::modality::Engine& state) { engine = state; }
  void more(Json&) const {}
};

struct Appserver {
  using Event = port::appserver::Event;
  using Commands = port::appserver::Commands;
  using Engine = engine::appserver::BasicEngine<engine::appserver::Small>;
  engine::appserver::Limits limits = engine::appserver::real_limits();
  std::optional<Engine> held;
  Engine& engine;
  port::NoNames names;

  explicit Appserver(const Json& setup) : engine(held.emplace(limits, setup["seed"])) {
    limits.opts_out = setup["opts_out"];
  }
  Appserver(const Appserver&) = delete;
  Appserver& operator=(const Appserver&) = delete;
  const auto& state() const { return engine.state(); }
  void put(const Engine::State& state) { held.emplace(limits, engine.seed(), state); }
  void more(Json&) const {}
};

template <class Area>
class EngineRun final : public orrery::Run {
 public:
  explicit EngineRun(Json setup) : setup_(std::move(setup)), area_(setup_) {}

  Json hear(std::int64_t after_ms, const std::string& name, const Json& members) override {
    const port::Instant at{port::Duration{static_cast<std::int32_t>(after_ms)}};
    typename Area::Commands commands;
    if (!name.empty()) {
      typename Area::Event event{.at = at, .what = {}};
      sim::read_message(Json{{name, members}}, "an event", event.what, area_.names);
      area_.engine.step(event, commands);
    }
    area_.engine.rebase(at);
    std::string text;
    for (const auto& command : commands)
      text += (text.empty() ? "[" : ",") + port::json_text(command, area_.names);
    return text.empty() ? Json::array() : Json::parse(text + "]");
  }
  std::string state() const override { return hex(area_.state()) + setup_.dump(); }
  void more(Json& answer) const override { area_.more(answer); }

  static std::unique_ptr<Run> restored(const std::string& state) {
    using State = std::remove_cvref_t<decltype(std::declval<Area&>().state())>;
    auto out = std::make_unique<EngineRun>(Json::parse(state.substr(2 * sizeof(State))));
    State held = out->area_.state();
    read_hex(state, held);
    out->area_.put(held);
    return out;
  }

 private:
  Json setup_;
  Area area_;
};

template <class Area>
int serve(const std::string& area, const std::string& grade) {
  return orrery::serve(
      {{"areas", {area}}, {"grade", grade}, {"name", "engine of " + area}},
      [](const Json& setup) { return std::make_unique<EngineRun<Area>>(setup); },
      [](const std::string& state) { return EngineRun<Area>::restored(state); });
}

}  // namespace

int main(int count, char** words) {
  const std::string area = count > 1 ? words[1] : "ack";
  const std::string grade = count > 2 ? words[2] : "save_restore";
  if (area == "modality") return serve<Modality>(area, grade);
  if (area == "appserver") return serve<Appserver>(area, grade);
  return serve<Ack>("ack", grade);
}
