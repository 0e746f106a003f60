// A subject of an area as a Stepper.
#pragma once
#include <cstdint>
#include <memory>
#include <utility>

#include <nlohmann/json.hpp>

#include "port/json_text.h"
#include "port/time.h"
#include "sim/program/any_stepper.h"
#include "sim/program/read.h"

namespace sim {

// Names: as of port/json_text.h. More adds to an answer: more(subject, state, answer).
template <class Subject, class Names, class More>
class SubjectStepper final : public Stepper {
 public:
  SubjectStepper(std::shared_ptr<const Subject> subject, Names names, More more)
      : subject_(std::move(subject)), names_(names), more_(more), state_(subject_->initial()) {}

  std::unique_ptr<Stepper> copy() const override { return std::make_unique<SubjectStepper>(*this); }
  nlohmann::json hear(std::int32_t after_ms, const nlohmann::json& told) override {
    typename Subject::Event event{.at = port::Instant{port::Duration{after_ms}}, .what = {}};
    read_message(told, "an event", event.what, names_);
    typename Subject::Commands commands;
    subject_->step(state_, event, commands);
    subject_->rebase(state_, event.at);
    nlohmann::json answer{{"commands", nlohmann::json::array()}};
    for (const auto& command : commands)
      answer["commands"].push_back(as_document(port::json_text(command, names_)));
    more_(*subject_, state_, answer);
    return answer;
  }

 private:
  std::shared_ptr<const Subject> subject_;
  Names names_;
  More more_;
  typename Subject::State state_;
};

template <class Subject, class Names, class More>
std::unique_ptr<Stepper> stepper_of(std::shared_ptr<const Subject> subject, const Names& names,
                                    const More& more) {
  using Made = SubjectStepper<Subject, Names, More>;
  return std::make_unique<Made>(std::move(subject), names, more);
}
// Of an area whose answers tell commands alone.
template <class Subject>
std::unique_ptr<Stepper> stepper_of(std::shared_ptr<const Subject> subject) {
  return stepper_of(std::move(subject), port::NoNames(),
                    [](const auto&, const auto&, const auto&) {});
}

}  // namespace sim
