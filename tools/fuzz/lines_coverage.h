// What a decoder was asked how often: by what is said of a line, by the kind of vector, by
// mutation.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "fuzz/case.h"
#include "fuzz/line_answers.h"

namespace tools {

class LinesCoverage {
 public:
  explicit LinesCoverage(fuzz::Profile profile) : profile_(profile) {}

  // A run of the program. `vectors`: the kind of vectors that its input is made of; or none.
  void add(const fuzz::Case& input, const std::vector<AskedLine>& lines, std::string_view vectors);

  // What the profile says of lines and no line so far was about; words of refusals.
  std::vector<std::string_view> never_tried() const;

  std::string one_line() const;
  std::string table() const;  // With one_line() at its end.
  nlohmann::ordered_json json() const;

 private:
  struct Count {
    std::uint64_t tried = 0, accepted = 0, refused = 0;  // The rest was not answered.
    void add(AskedLine::Answer answer);
  };
  using Counts = std::map<std::string_view, Count>;
  static const Count& in(const Counts& counts, std::string_view name);

  fuzz::Profile profile_;
  Counts words_;  // "message": nothing is said of it.
  Counts kinds_, mutations_;
};

}  // namespace tools
