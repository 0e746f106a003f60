#include "subject/allowance.h"

#include <fmt/format.h>

#include "command/words.h"
#include "sim/state/subject_fault.h"

namespace tools::subject {
namespace {

// Seven times what the dearest search of our examples takes; and once so many units took as much,
// no other one is worth it.
constexpr std::uint64_t told_again_max = 1'000'000, told_again_max_hurried = 50'000;
constexpr std::uint32_t dear_units_patient = 3;
// Runs that end are shorter by far. Some that do not are taken further, to be told as findings.
constexpr std::uint32_t run_length_usual = 1'000;
constexpr std::uint64_t long_asked_max = 20'000;
// So often as long as one answer may take it is waited for in all before that is found too slow.
constexpr double patiences = 4, answers_a_second_least = 4;

}  // namespace

void Allowance::begin_unit() {
  bounded_ = true;
  told_again_ = 0;
}

void Allowance::waited(double seconds, bool answered) {
  seconds_ += seconds;
  answers_ += answered ? 1 : 0;
}

void Allowance::check(std::uint32_t run_length) {
  if (!bounded_) return;
  const double patience = std::chrono::duration<double>(patience_).count();
  if (seconds_ > patiences * patience &&
      static_cast<double>(answers_) < answers_a_second_least * seconds_)
    throw sim::OutOfRoom{fmt::format(
        "the program is too slow to be judged: {} answers in {:.0f} s; a longer --patience, or "
        "--exhaust, waits for it all the same",
        grouped(answers_), seconds_)};
  if (run_length > run_length_usual && ++long_asked_ > long_asked_max)
    throw sim::OutOfRoom{fmt::format(
        "runs of the program go on and on: this one has more than {} events, as others had; "
        "--exhaust has no such bound",
        grouped(run_length_usual))};
  const auto most = dear_units_ < dear_units_patient ? told_again_max : told_again_max_hurried;
  if (told_again_ <= most) return;
  ++dear_units_;
  bounded_ = false;
  throw sim::OutOfRoom{fmt::format(
      "runs of the program go on and on: {} events were told again to bring it to where questions "
      "are about; --exhaust has no such bound",
      grouped(told_again_))};
}

}  // namespace tools::subject
