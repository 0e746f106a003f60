// The program behind a subject of an area: what of it is in the state of a world, and how it is
// stepped. What an area adds: the words of its port, what else its answers tell, its setup.
#pragma once
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "port/json_text.h"
#include "port/time.h"
#include "port/visit.h"
#include "sim/program/program.h"
#include "sim/program/read.h"
#include "sim/state/subject_fault.h"

namespace sim {

// A program inside a world.
struct ProgramPlace {
  ProgramState state;
  std::int32_t told_ms = 0;  // When it was told something last, from the origin of time.
  bool operator==(const ProgramPlace&) const = default;
};

// Commands: a static_vector of variants. Names: as of port/json_text.h. Extra: a record, the other
// members that an answer may have; what one does not tell stays as it was.
template <class Commands, class Extra, class Names = port::NoNames>
class ProgramTalk {
 public:
  struct Said {
    Commands commands;
    nlohmann::json extra;  // An object.
  };

  ProgramTalk(std::shared_ptr<Program> program, std::string_view setup, Names names = {})
      : program_(std::move(program)),
        begin_(program_->begin(setup)),
        read_([names](const nlohmann::json& answer) { return read(answer, names); }),
        names_(names) {}

  ProgramPlace begin() const { return {begin_, 0}; }

  // Throws a SubjectFault.
  void step(ProgramPlace& place, Extra& extra, const auto& event, Commands& out) const {
    const auto now = port::Duration(event.at.time_since_epoch()).count();
    auto text = port::json_text(event.what, names_);
    const auto said = tell(place, now, std::string_view(text).substr(1, text.size() - 2));
    if (!said->fault.empty())
      throw SubjectFault{said->fault, said->unsteady, said->left_out, said->kind};
    take(*said, extra, &out);
  }
  // A program that tells its state is told of the passing of time, so that what is equal then is
  // seen to be. If it fails, the next step does.
  void rebase(ProgramPlace& place, Extra& extra, port::Instant at) const {
    const auto now = port::Duration(at.time_since_epoch()).count();
    if (program_->tells_state() && now > place.told_ms)
      if (const auto said = tell(place, now, {}); said->fault.empty()) take(*said, extra, nullptr);
    place.told_ms -= now;
  }

 private:
  std::shared_ptr<const ProgramStep> tell(ProgramPlace& place, std::int32_t now,
                                          std::string_view event) const {
    auto step = program_->tell(place.state, now - place.told_ms, event, read_);
    place = {step->next, now};
    return step;
  }

  void take(const ProgramStep& step, Extra& extra, Commands* out) const {
    const auto& said = *static_cast<const Said*>(step.says.get());
    if (!said.extra.empty()) read_answer(said.extra, "the answer", extra, names_);
    if (out != nullptr) out->insert(out->end(), said.commands.begin(), said.commands.end());
  }

  static std::shared_ptr<const void> read(const nlohmann::json& answer, const Names& names) {
    auto out = std::make_shared<Said>();
    out->extra = nlohmann::json::object();
    for (const auto& [name, value] : object_of(answer, "the answer")) {
      if (name == "commands")
        read_commands(value, out->commands, names);
      else
        out->extra[name] = value;
    }
    std::vector<std::string_view> members{"n", "commands", "state", "failed"};
    members.insert(members.end(), Extra::record.members.begin(), Extra::record.members.end());
    refuse_others(object_of(answer, "the answer"), "the answer", members);
    Extra tried{};  // What is wrong with the rest is said now.
    read_answer(out->extra, "the answer", tried, names);
    return out;
  }
  static void read_commands(const nlohmann::json& json, Commands& out, const Names& names) {
    if (!json.is_array()) refuse_answer("commands", json, "a list");
    if (json.size() > out.max_size())
      throw BadAnswer(fmt::format("commands are {}; the most of one answer are {}", json.size(),
                                  out.max_size()));
    for (const auto& item : json) {
      typename Commands::value_type command;
      const auto& message = message_of(item, "a command");
      read_message(item, "a command", command, names);
      port::visit([&]<class One>(
                      const One&) { want_all(message.second, message.first, One::record.members); },
                  command);
      out.push_back(std::move(command));
    }
  }

  std::shared_ptr<Program> program_;
  ProgramState begin_;
  Program::Read read_;
  Names names_;
};

// Of an area whose answers tell commands alone.
struct NoExtra {
  RECORD(NoExtra, "nothing");
};

// A subject of such an area.
template <class Subject>
class ProgramSubject final : public Subject {
 public:
  using typename Subject::State, typename Subject::Event, typename Subject::Commands;

  ProgramSubject(std::shared_ptr<Program> program, std::string_view setup)
      : talk_(std::move(program), setup) {}

  State initial() const override { return State::holding(talk_.begin()); }
  void step(State& state, const Event& event, Commands& out) const override {
    NoExtra none;
    talk_.step(state.template in_place<ProgramPlace>(), none, event, out);
  }
  void rebase(State& state, port::Instant now) const override {
    NoExtra none;
    talk_.rebase(state.template in_place<ProgramPlace>(), none, now);
  }

 private:
  ProgramTalk<typename Subject::Commands, NoExtra> talk_;
};

}  // namespace sim
