// Where a log contradicts itself: something goes on in it, and what it keeps from happening
// happens.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace conformance::modality {

class Contradictions {
 public:
  explicit Contradictions(std::int64_t slack_ms) : slack_ms_(slack_ms) {}

  // What to note of it when this line is read. Listeners write with threads of their own: within
  // the slack either line may come first.
  std::optional<std::string> hear(std::string_view kind, std::uint64_t line, std::int64_t at_ms) {
    std::optional<std::string> out;
    for (std::size_t i = 0; i < pairs.size(); ++i)
      if (auto says = hear(pairs[i], states_[i], kind, {line, at_ms})) out = says;
    return out;
  }
  // A wait for indexes ended while they were built.
  bool about_indexes() const { return states_[0].is_found; }

 private:
  // While the first goes on, the third does not come.
  struct Pair {
    std::string_view begins, ends, excluded, says;
  };
  static constexpr std::array<Pair, 2> pairs{{
      {"indexing_started", "indexing_ended", "smart_reached",
       "one of them is wrong, and MOD-50 is not judged"},
      {"ui_taken", "ui_freed", "write_ended", "one of them is wrong, or a line is missing"},
  }};
  struct Place {
    std::uint64_t line = 0;
    std::int64_t at_ms = 0;
  };
  struct State {
    std::optional<Place> began, came;
    bool is_found = false;
  };

  std::optional<std::string> hear(const Pair& pair, State& state, std::string_view kind,
                                  const Place& here) const {
    if (kind == pair.ends) state.began = state.came = std::nullopt;
    std::optional<std::string> out;
    if (state.came && here.at_ms - state.came->at_ms > slack_ms_) {
      if (!state.is_found)
        out = fmt::format(R"(line {} tells "{}", and the "{}" of line {} has had no "{}": {})",
                          state.came->line, pair.excluded, pair.begins, state.began->line,
                          pair.ends, pair.says);
      state.is_found = true;
      state.came.reset();
    }
    if (kind == pair.begins && !state.began) state.began = here;
    if (kind == pair.excluded && !state.came && state.began &&
        here.at_ms - state.began->at_ms > slack_ms_)
      state.came = here;
    return out;
  }

  std::int64_t slack_ms_;
  std::array<State, pairs.size()> states_{};
};

}  // namespace conformance::modality
