// What an observer of a run saw, of whichever area, in the order in which it came.
#pragma once
#include <any>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "sim/state/subject_fault.h"
#include "spec/rule.h"

namespace conformance {

// Something that happened, or an act of the subject. Holds a value in an area's own words.
class Seen {
 public:
  // `kind` tells apart what an area's facts, or its acts, may be.
  template <class Words>
  static Seen fact(const Words& what, std::size_t kind, std::string text) {
    return Seen(what, kind, std::move(text), false);
  }
  template <class Words>
  static Seen act(const Words& what, std::size_t kind, std::string text) {
    return Seen(what, kind, std::move(text), true);
  }

  bool is_act() const { return is_act_; }
  std::size_t kind() const { return kind_; }
  const std::string& text() const { return text_; }
  // Null unless it is one of these.
  template <class Words>
  const Words* as() const {
    return std::any_cast<Words>(&value_);
  }

 private:
  Seen(std::any value, std::size_t kind, std::string text, bool is_act)
      : value_(std::move(value)), text_(std::move(text)), kind_(kind), is_act_(is_act) {}

  std::any value_;
  std::string text_;
  std::size_t kind_;
  bool is_act_;
};

// A rule that a run broke: what had to come, and what came; nothing is "nothing".
struct Breach {
  const spec::Rule* rule = nullptr;
  std::optional<Seen> want = {}, got = {};
  std::optional<std::uint16_t> clause = {};  // Of the area: the first that failed.
  std::shared_ptr<const sim::Unsteadiness> unsteady = nullptr;  // Of a subject that is so.
  std::optional<Seen> right = {};  // What `got` should have said, if one thing alone is right.
};

}  // namespace conformance
