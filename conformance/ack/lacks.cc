#include "ack/lacks.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "conformance/run/programs.h"

namespace conformance::ack {
namespace {

using sim::ack::Plan;
using sim::ack::Without;

constexpr std::array words{
    LackWord{"start_up",
             "worlds in which the store of the panes or the tracker of dialogs is not "
             "there yet",
             "ACK-22"},
    LackWord{"missing_window_list", "worlds in which there is no list of windows yet", "ACK-23"},
    LackWord{"reads_at_once",
             "anything between a read of the frontend and its answer: it reads at once", ""}};

bool is_said(std::string_view subject, Lack lack) {
  if (!names_program(subject)) return false;
  const auto program = program_of(subject);
  return program != nullptr && program->is_without(words[static_cast<std::size_t>(lack)].word);
}

bool rules_out_start(const Without& without, const Plan& plan) {
  return std::ranges::all_of(plan.starts,
                             [&](const auto& start) { return rules_out(without, start); });
}

}  // namespace

bool rules_out(const Without& without, const Plan& plan) {
  const bool comes =
      std::ranges::any_of(plan.planned,
                          [&](const auto& event) { return rules_out(without, event.what); }) ||
      std::ranges::any_of(plan.steps, [&](const auto& step) {
        return step.event && rules_out(without, *step.event);
      });
  const bool slow = plan.latencies.capture.earliest > 0 || plan.latencies.look.earliest > 0;
  return comes || rules_out_start(without, plan) || (without.slow_reads && slow);
}

std::span<const LackWord> lack_words() { return words; }

Without without_of(std::string_view subject) {
  return {.start_up = is_said(subject, Lack::StartUp),
          .window_list = is_said(subject, Lack::MissingWindowList),
          .slow_reads = is_said(subject, Lack::SlowReads)};
}

Plan plan_for(const Plan& plan, const Without& without) {
  auto out = plan;
  out.without = without;
  // Nothing else is left of such a plan, which whoever asks for it sees as it is.
  if (rules_out_start(out.without, plan)) out.without.start_up = out.without.window_list = false;
  if (out.without.slow_reads) out.latencies.capture = out.latencies.look = {0, 0};
  return out;
}

std::string lacking(const Plan& plan, std::string_view subject) {
  const auto all = without_of(subject);
  if (!rules_out(all, plan)) return {};
  const std::array each{Without{.start_up = all.start_up}, Without{.window_list = all.window_list},
                        Without{.slow_reads = all.slow_reads}};
  const auto why = std::ranges::find_if(each, [&](auto& one) { return rules_out(one, plan); });
  const auto& word = words[static_cast<std::size_t>(std::min(why, each.end() - 1) - each.begin())];
  return fmt::format("the subject is without {}", word.word);
}

}  // namespace conformance::ack
