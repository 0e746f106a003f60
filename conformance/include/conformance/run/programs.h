// Programs in any language that are subjects here: whoever can start one says so, by the name that
// it goes by, "exec:" and its command.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "sim/program/program.h"

namespace conformance {

inline constexpr std::string_view program_prefix = "exec:";

// Whether that is what a subject is called, be there such a program or not.
inline bool names_program(std::string_view subject) { return subject.starts_with(program_prefix); }

// Takes the place of one of the same name.
void add_program(std::string name, std::shared_ptr<sim::Program> program);
// What is left for the states of a search, of so many bytes for all: half of them are for what a
// program tells.
inline std::uint64_t search_memory(std::uint64_t bytes, std::string_view subject) {
  return names_program(subject) ? bytes / 2 : bytes;
}
// The program that a subject is; null: it is none, or was not added.
std::shared_ptr<sim::Program> program_of(std::string_view subject);

// While this lives, a program that is a subject is doubted: sim::Program::doubt().
class Doubt {
 public:
  explicit Doubt(std::string_view subject, bool comes_back = false)
      : program_(program_of(subject)) {
    if (program_) program_->doubt(true, comes_back);
  }
  ~Doubt() {
    if (program_) program_->doubt(false, false);
  }
  Doubt(const Doubt&) = delete;
  Doubt& operator=(const Doubt&) = delete;

 private:
  std::shared_ptr<sim::Program> program_;
};

// While this lives, what a program that is a subject may take is bounded.
class BoundedCost {
 public:
  BoundedCost(std::string_view subject, bool bounded)
      : program_(bounded ? program_of(subject) : nullptr) {
    if (program_) program_->bound_cost(true);
  }
  ~BoundedCost() {
    if (program_) program_->bound_cost(false);
  }
  BoundedCost(const BoundedCost&) = delete;
  BoundedCost& operator=(const BoundedCost&) = delete;

 private:
  std::shared_ptr<sim::Program> program_;
};

}  // namespace conformance
