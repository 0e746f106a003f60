#include "ack/lacks.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "conformance/run/programs.h"

namespace conformance::ack {
namespace {

using sim::ack::Background;
using sim::ack::Start;

constexpr std::array words{
    LackWord{"start_up",
             "worlds in which the store of the panes or the tracker of dialogs is not "
             "there yet",
             "ACK-22"},
    LackWord{"missing_window_list", "worlds in which there is no list of windows yet", "ACK-23"},
    LackWord{"reads_at_once", "reads whose answer comes behind something else: it reads at once",
             ""}};

bool is_about(Lack lack, const Start& start) {
  switch (lack) {
    case Lack::StartUp: return !start.store || !start.tracker;
    case Lack::MissingWindowList: return !start.windows;
    case Lack::SlowReads: break;
  }
  return false;
}

bool is_about(Lack lack, Background what) {
  switch (lack) {
    case Lack::StartUp: return what == Background::StoreComes || what == Background::TrackerComes;
    case Lack::MissingWindowList: return what == Background::WindowsCome;
    case Lack::SlowReads: break;
  }
  return false;
}

// Calls `each` with what it is without.
template <class Each>
void for_each_lack(std::string_view subject, Each each) {
  for (const auto lack : {Lack::StartUp, Lack::MissingWindowList, Lack::SlowReads})
    if (is_without(subject, lack)) each(lack);
}

}  // namespace

std::span<const LackWord> lack_words() { return words; }

bool is_without(std::string_view subject, Lack lack) {
  if (!names_program(subject)) return false;
  const auto program = program_of(subject);
  return program != nullptr && program->is_without(words[static_cast<std::size_t>(lack)].word);
}

bool leaves_out(std::string_view subject) {
  bool out = false;
  for_each_lack(subject, [&](Lack) { out = true; });
  return out;
}

sim::ack::Plan plan_for(const sim::ack::Plan& plan, std::string_view subject) {
  auto out = plan;
  for_each_lack(subject, [&](Lack lack) {
    std::erase_if(out.starts, [=](const Start& start) { return is_about(lack, start); });
    std::erase_if(out.background, [=](Background what) { return is_about(lack, what); });
  });
  if (out.starts.empty()) out.starts = plan.starts;
  return out;
}

std::string lacking(const sim::ack::Plan& plan, std::string_view subject) {
  std::string out;
  for_each_lack(subject, [&](Lack lack) {
    const bool starts =
        std::ranges::all_of(plan.starts, [=](const Start& start) { return is_about(lack, start); });
    const bool comes = std::ranges::any_of(
        plan.planned, [=](const auto& event) { return is_about(lack, event.what); });
    if (starts || comes)
      out = fmt::format("the subject is without {}", words[static_cast<std::size_t>(lack)].word);
  });
  return out;
}

}  // namespace conformance::ack
