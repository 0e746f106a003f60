// A subject of an area as a program sees itself: it hears events and says commands in the port's
// JSON, one run of it. What vectors are made by and tried on.
#pragma once
#include <cstdint>
#include <memory>

#include <nlohmann/json_fwd.hpp>

namespace sim {

// A value: a copy is a run of its own from here on.
class Stepper {
 public:
  virtual ~Stepper() = default;
  virtual std::unique_ptr<Stepper> copy() const = 0;
  // So much time has passed since the last event; {"called":{...}}. What it answers: "commands",
  // and what else the answers of the area tell. Throws BadAnswer for what is no event.
  virtual nlohmann::json hear(std::int32_t after_ms, const nlohmann::json& event) = 0;
};

}  // namespace sim
