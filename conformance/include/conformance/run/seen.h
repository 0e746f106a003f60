// What an observer of a run saw, of whichever area, in the order in which it came.
#pragma once
#include <any>
#include <cstddef>
#include <optional>
#include <string>

#include "spec/rule.h"

namespace conformance {

// One fact of the world, or one act of the subject. Holds a variant of an area's own words, that
// show() makes a text of.
class Seen {
 public:
  template <class Facts>
  static Seen fact(const Facts& what) {
    return Seen(what, false);
  }
  template <class Acts>
  static Seen act(const Acts& what) {
    return Seen(what, true);
  }

  bool is_act() const { return is_act_; }
  // Which of the facts or of the acts of its area it is.
  std::size_t kind() const { return kind_; }
  std::string text() const { return text_(value_); }
  // Null unless it is one of these.
  template <class Words>
  const Words* as() const {
    return std::any_cast<Words>(&value_);
  }

 private:
  template <class Words>
  Seen(const Words& what, bool is_act)
      : value_(what), text_(text_of<Words>), kind_(what.index()), is_act_(is_act) {}

  template <class Words>
  static std::string text_of(const std::any& value) {
    return show(*std::any_cast<Words>(&value));
  }

  std::any value_;
  std::string (*text_)(const std::any&);
  std::size_t kind_;
  bool is_act_;
};

// A rule that a run broke: what had to come, and what came; nothing is "nothing".
struct Breach {
  const spec::Rule* rule = nullptr;
  std::optional<Seen> want = {}, got = {};
};

}  // namespace conformance
