// What a directed check of any area comes to.
#pragma once
#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "sim/state/subject_fault.h"

namespace conformance {

struct CheckVerdict {
  bool holds = true;
  bool faulted = false;  // The subject itself failed (FLT-01): `got` says how.
  std::shared_ptr<const sim::Unsteadiness> unsteady = nullptr;  // And shows that it is so.
  // Of the table of this revision: the row whose call failed. Empty: of none.
  std::string row = {}, revision = {};
  // It failed where it rests on this rule. Where that is off it holds.
  std::string_view rests_on = {};
  std::string not_applicable = {};  // Why it says nothing of this subject; then it holds.
  std::string want = {}, got = {};  // Texts in the words of show(); empty when it holds.
  std::string trace = {};           // One line per event with its commands.
  std::uint32_t steps = 0;          // Of what searches or draws by itself: so many led to it.
};

// How a directed check is made: it says what it comes to, or it is one conversation, which
// converse() of the area has with a subject.
template <class Subject, class Talk>
class Script {
 public:
  using Whole = CheckVerdict (*)(const Subject&);
  using Said = void (*)(Talk&);

  constexpr Script(std::convertible_to<Whole> auto whole) : whole_(whole) {}
  constexpr Script(std::convertible_to<Said> auto said) : said_(said) {}

  CheckVerdict operator()(const Subject& subject) const {
    return whole_ != nullptr ? whole_(subject) : converse(subject, said_);
  }

 private:
  Whole whole_ = nullptr;
  Said said_ = nullptr;
};

// How a verdict is printed: rule, want, got, and the trace, whose middle may be left out.
std::string explain(std::string_view rule, std::string_view says, const CheckVerdict& verdict);

}  // namespace conformance
