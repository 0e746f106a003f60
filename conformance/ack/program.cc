#include "ack/program.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "port/ack/commands.h"
#include "port/ack/events.h"
#include "port/vocabulary.h"
#include "sim/ack/tables.h"
#include "sim/ack/wire_names.h"
#include "sim/program/stepper.h"
#include "sim/program/subject.h"

namespace conformance::ack {

using namespace port::ack;
using sim::ack::WireNames;

namespace {

struct Told {
  Reading panes;
};

}  // namespace
}  // namespace conformance::ack

template <>
inline constexpr port::Record port::record<conformance::ack::Told>{"answer", "panes"};

namespace conformance::ack {
namespace {

nlohmann::json text_or_null(const std::optional<std::string_view>& name) {
  return name ? nlohmann::json(*name) : nlohmann::json();
}

// A subject holds the tables of the revisions itself; it is told any other.
std::string setup_of(const Table& table) {
  const auto* own = sim::ack::own_table(table);
  if (own == nullptr) return fmt::format(R"({{"area":"ack","revision":"{}"}})", table.revision);
  const WireNames names{table.names()};
  auto rows = nlohmann::json::array();
  for (const auto& row : table.rows)
    rows.push_back({{"tool", *names.name(row.tool)},
                    {"target", text_or_null(names.name(row.target))},
                    {"when", port::word(row.when)},
                    {"signal", port::word(row.signal)},
                    {"subject", text_or_null(names.name(row.subject))},
                    {"budget_ms", row.budget.count()},
                    {"poll_ms", row.poll.count()}});
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

 private:
  struct Held {
    sim::ProgramPlace place;
    std::uint32_t panes_exist = 0, panes_value = 0,
                  panes_version = 0;  // No padding, as a Reading has.
    Told told() const { return {{panes_exist != 0, panes_value, panes_version}}; }
    void keep(const Told& told) {
      panes_exist = told.panes.exists ? 1 : 0;
      panes_value = told.panes.value;
      panes_version = told.panes.detail;
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
    answer["panes"] = nlohmann::json::parse(text);
  };
  return sim::stepper_of(std::move(subject), WireNames{table.names()}, tell_panes);
}

std::shared_ptr<const sim::ack::Subject> program_subject(std::shared_ptr<sim::Program> program,
                                                         const Table& table) {
  return std::make_shared<ProgramSubject>(std::move(program), table);
}

}  // namespace conformance::ack
