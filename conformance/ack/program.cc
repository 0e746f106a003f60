#include "ack/program.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "port/ack/commands.h"
#include "port/ack/events.h"
#include "port/ack/facts.h"
#include "port/vocabulary.h"
#include "sim/ack/tables.h"
#include "sim/ack/wire_names.h"
#include "sim/files/document.h"
#include "sim/program/stepper.h"
#include "sim/program/subject.h"

namespace conformance::ack {

using namespace port::ack;
using sim::ack::WireNames;

namespace {

struct Told {
  Reading panes;
  std::int8_t listening = -1;  // Listeners for replies; it need not tell.
  RECORD(Told, "answer", "panes", "listening");
};

nlohmann::json text_or_null(const std::optional<std::string_view>& name) {
  return name ? nlohmann::json(*name) : nlohmann::json();
}

// A subject holds the tables of the revisions itself; it is told any other.
std::string setup_of(const Table& table) {
  const auto* own = sim::ack::own_table(table);
  if (own == nullptr) return fmt::format(R"({{"area":"ack","revision":"{}"}})", table.revision);
  const WireNames names{table.names()};
  auto rows = nlohmann::json::array();
  for (const auto& row : table.rows) {
    auto unless = nlohmann::json::array();
    for (const auto& each : row.unless)
      unless.push_back({{"of", port::word(each.of)},
                        {"subject", text_or_null(names.name(each.subject))},
                        {"is", port::word(each.is)},
                        {"then", port::word(each.then)},
                        {"kind", port::word(each.kind)},
                        {"within_ms", each.within.count()}});
    rows.push_back({{"tool", *names.name(row.tool)},
                    {"target", text_or_null(names.name(row.target))},
                    {"when", port::word(row.when)},
                    {"signal", port::word(row.signal)},
                    {"subject", text_or_null(names.name(row.subject))},
                    {"budget_ms", row.budget.count()},
                    {"poll_ms", row.poll.count()},
                    {"part", port::word(row.part)},
                    {"unless", std::move(unless)}});
  }
  return nlohmann::json{{"area", "ack"},
                        {"revision", table.revision},
                        {"follows", own->file().follows->revision},
                        {"table", std::move(rows)}}
      .dump();
}

class ProgramSubject final : public sim::ack::Subject {
 public:
  ProgramSubject(std::shared_ptr<sim::Program> program, const Table& table)
      : talk_(std::move(program), setup_of(table), WireNames{table.names()}) {}

  sim::ack::SubjectState initial() const override {
    return sim::ack::SubjectState::holding(Held{.place = talk_.begin()});
  }
  void step(sim::ack::SubjectState& state, const Event& event, Commands& out) const override {
    auto& held = state.in_place<Held>();
    auto told = held.told();
    talk_.step(held.place, told, event, out);
    held.keep(told);
  }
  void rebase(sim::ack::SubjectState& state, port::Instant now) const override {
    auto& held = state.in_place<Held>();
    auto told = held.told();
    talk_.rebase(held.place, told, now);
    held.keep(told);
  }
  Reading panes(const sim::ack::SubjectState& state) const override {
    return state.get<Held>().told().panes;
  }
  int listening(const sim::ack::SubjectState& state) const override {
    return state.get<Held>().listening;
  }

 private:
  struct Held {
    sim::ProgramPlace place;
    std::uint32_t panes_exist = 0, panes_value = 0,
                  panes_version = 0;  // No padding, as a Reading has.
    std::int32_t listening = -1;
    Told told() const {
      return {{panes_exist != 0, panes_value, panes_version}, static_cast<std::int8_t>(listening)};
    }
    void keep(const Told& told) {
      panes_exist = told.panes.exists ? 1 : 0;
      panes_value = told.panes.value;
      panes_version = told.panes.detail;
      listening = told.listening;
    }
  };

  sim::ProgramTalk<Commands, Told, WireNames> talk_;
};

}  // namespace

std::string vocabulary() { return port::vocabulary<Happening, Command, WireNames>(); }
std::string facts_vocabulary() { return port::kinds<Fact, WireNames>(); }

std::unique_ptr<sim::Stepper> stepper_of(std::shared_ptr<const sim::ack::Subject> subject,
                                         const Table& table) {
  const auto tell_panes = [](const auto& of, const auto& state, nlohmann::json& answer) {
    std::string text;
    port::add_json(text, of.panes(state));
    answer["panes"] = sim::own_document<nlohmann::json>(text);
    if (const auto listening = of.listening(state); listening >= 0) answer["listening"] = listening;
  };
  return sim::stepper_of(std::move(subject), WireNames{table.names()}, tell_panes);
}

std::shared_ptr<const sim::ack::Subject> program_subject(std::shared_ptr<sim::Program> program,
                                                         const Table& table) {
  return std::make_shared<ProgramSubject>(std::move(program), table);
}

}  // namespace conformance::ack
