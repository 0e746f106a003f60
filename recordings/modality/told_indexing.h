// Whether a log contradicts itself about indexes: a wait for smart mode ended, and they were not
// ready before it nor soon after.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace conformance::modality {

class ToldIndexing {
 public:
  explicit ToldIndexing(std::int64_t slack_ms) : slack_ms_(slack_ms) {}

  // What to note of it when this line is read. Listeners write with threads of their own: within
  // the slack either line may come first.
  std::optional<std::string> hear(std::string_view kind, std::uint64_t line, std::int64_t at_ms) {
    if (kind == "indexing_ended") {
      began_.reset();
      reached_.reset();
    }
    std::optional<std::string> out;
    if (reached_ && at_ms - reached_->at_ms > slack_ms_) {
      contradicts_ = true;
      out = fmt::format(
          R"(line {} tells "smart_reached", and the indexing that began in line {} has not ended: )"
          "one of them is wrong, and MOD-50 is not judged",
          reached_->line, began_->line);
      reached_.reset();
    }
    const Place here{line, at_ms};
    if (kind == "indexing_started" && !began_) began_ = here;
    if (kind == "smart_reached" && began_ && at_ms - began_->at_ms > slack_ms_) reached_ = here;
    return out;
  }
  bool contradicts() const { return contradicts_; }

 private:
  struct Place {
    std::uint64_t line = 0;
    std::int64_t at_ms = 0;
  };
  std::int64_t slack_ms_;
  std::optional<Place> began_, reached_;
  bool contradicts_ = false;
};

}  // namespace conformance::modality
