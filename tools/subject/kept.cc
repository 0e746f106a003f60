#include "subject/kept.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "command/words.h"

namespace tools::subject {
namespace {

// About what an entry takes beside its texts: commands that were read, nodes, counters.
constexpr std::uint64_t answer_bytes = 1'000;
constexpr std::uint64_t way_bytes = sizeof(Way) + 100;
// Of all that is kept: half for the ways, and a quarter each for answers and the program's words.
constexpr std::uint64_t part_of_ways = 2, part_of_others = 4;

}  // namespace

// One after the other: a run may be longer than a stack is deep.
Way::~Way() {
  for (auto next = std::move(before); next != nullptr && next.use_count() == 1;)
    next = std::move(next->before);
}

template <class Value>
Value Kept::Recent<Value>::find(const State& state, std::uint64_t bytes_max) {
  if (const auto found = young.find(state); found != young.end()) return found->second;
  const auto found = old.find(state);
  if (found == old.end()) return {};
  auto value = found->second;
  put(state, value, answer_bytes, bytes_max);
  return value;
}

template <class Value>
void Kept::Recent<Value>::put(const State& state, Value value, std::uint64_t bytes,
                              std::uint64_t bytes_max) {
  if (young_bytes > bytes_max / 2) {
    old = std::exchange(young, {});
    young_bytes = 0;
  }
  young_bytes += bytes;
  young[state] = std::move(value);
}

void Kept::begin(const State& state, std::string_view setup) {
  auto& way = beginnings_[state];
  if (way == nullptr)
    way.reset(new Way{.state = state,
                      .beginning = state,
                      .history = state,
                      .before = {},
                      .message = std::string(setup)});
}

WayTo Kept::way_to(const State& state) const {
  if (const auto found = beginnings_.find(state); found != beginnings_.end()) return found->second;
  const auto found = ways_.find(state);
  return found == ways_.end() ? nullptr : found->second;
}

std::vector<WayTo> Kept::longest(std::size_t count) const {
  std::vector<WayTo> out;
  for (const auto& [state, way] : ways_)
    if (way->length > 0 && way->fault.empty()) out.push_back(way);
  count = std::min(out.size(), count);
  std::ranges::partial_sort(
      out, out.begin() + static_cast<std::ptrdiff_t>(count), [](const WayTo& a, const WayTo& b) {
        return std::tie(b->length, a->message) < std::tie(a->length, b->message);
      });
  out.resize(count);
  return out;
}

WayTo Kept::other_way_to(const State& state) const {
  const auto found = other_ways_.find(state);
  return found == other_ways_.end() ? nullptr : found->second;
}

Kept::Step Kept::answer(const State& key) {
  return answers_.find(key, bytes_max_ / part_of_others);
}

void Kept::keep(std::shared_ptr<Way> way, std::string saved, const State& key, const Step& step) {
  const auto state = way->state;
  answers_.put(key, step, answer_bytes + step->fault.size(), bytes_max_ / part_of_others);
  if (!saved.empty()) {
    const auto bytes = saved.size() + way_bytes;
    auto words = std::make_shared<const std::string>(std::move(saved));
    way->saved = words;
    saved_.put(state, std::move(words), bytes, bytes_max_ / part_of_others);
  }
  const auto known = way_to(state);
  // Of several ways that with the fewest acts stands for the state: what it does for ever, it does
  // on each of them.
  const bool is_calmer = known != nullptr && known->before != nullptr && way->acts < known->acts;
  const bool is_second = known != nullptr && !is_calmer;
  if (is_second && other_way_to(state) != nullptr) return;
  way->charge.count(way_bytes_, way_bytes + way->message.size() + way->fault.size());
  if (way->fault.empty() && (longest_ == nullptr || way->length > longest_->length)) longest_ = way;
  if (is_calmer) other_ways_[state] = known;
  (is_second ? other_ways_ : ways_)[state] = std::move(way);
  if (way_bytes_ > bytes_max_ / part_of_ways) run_out();
}

void Kept::run_out() {
  const auto states = ways_.size();
  ways_.clear();
  other_ways_.clear();
  longest_ = nullptr;
  answers_ = {};
  saved_ = {};
  throw sim::OutOfRoom{fmt::format(
      "what the program was told on the ways to {} states takes more than {}: --max-memory with "
      "more, or a program that tells equal states alike",
      grouped(states), show_bytes(bytes_max_ / part_of_ways))};
}

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
