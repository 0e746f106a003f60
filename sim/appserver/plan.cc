#include "sim/appserver/plan.h"

#include <algorithm>

#include <fmt/format.h>

namespace sim::appserver {

static_assert(port::has_words<ActKind>() && port::has_words<When>());

namespace {

constexpr std::array<std::string_view, part_texts> parts{"Ship", "s sail", " at ", "noon. "};

struct LoneText {
  std::uint32_t number;
  std::string_view words;
};
constexpr std::array lone_texts{
    LoneText{refused_text, "It cannot be done."}, LoneText{failed_text, "The model is gone."},
    LoneText{trouble_text, "The stream was disconnected."},
    LoneText{going_text, "This option will go."}, LoneText{different_text, "Something else."}};

std::string fault_of(const ServerPlan& server) {
  if (server.turns.empty()) return "a server has at least one turn";
  for (const auto& turn : server.turns) {
    if (turn.items.size() > items_max)
      return fmt::format("{} items in a turn; there is room for {}", turn.items.size(), items_max);
    for (const auto& item : turn.items)
      if (item.parts > parts_max) return "an item has too many parts";
  }
  if (server.stored > threads_max) return "too many stored threads";
  if (server.faults.size() > faults_room) return "too many faults";
  for (const auto& fault : server.faults)
    if (fault.times == 0) return "a fault that happens no time is none";
  return {};
}

bool names_a_chat(ActKind what) {
  return what == ActKind::StartChat || what == ActKind::ResumeChat ||
         what == ActKind::ArchiveChat || what == ActKind::Say || what == ActKind::Stop;
}

std::string fault_of(const Act& act) {
  if (names_a_chat(act.what) && (act.chat == 0 || act.chat > chats_max)) return "no such chat";
  if (act.number == 0 || act.number > numbers_of(act.what)) return "no such number";
  return {};
}

}  // namespace

std::size_t numbers_of(ActKind what) {
  if (what == ActKind::Decide) return asks_max;
  return what == ActKind::Call ? calls_max : threads_max;
}

const Dialect* find_dialect(std::string_view name) {
  const auto found = std::ranges::find(dialects, name, &Dialect::name);
  return found == dialects.end() ? nullptr : &*found;
}

std::vector<UserStep> one_turn_of_a_chat() {
  return {{.act = {.what = ActKind::Open}},
          {.act = {.what = ActKind::StartChat}},
          {.act = {.what = ActKind::Say}, .when = When::Ready}};
}

std::string fault_of(const Plan& plan) {
  if (auto wrong = fault_of(plan.server); !wrong.empty()) return wrong;
  if (plan.user.empty() || plan.user[0].act.what != ActKind::Open) return "the user opens first";
  if (plan.user.size() > 250) return "the user has too much to do";
  for (const auto& step : plan.user)
    if (auto wrong = fault_of(step.act); !wrong.empty()) return wrong;
  if (plan.beside.size() > acts_max) return "too many acts beside the user's script";
  for (const auto& each : plan.beside)
    if (auto wrong = fault_of(each.act); !wrong.empty()) return wrong;
  for (const auto& act : plan.free)
    if (auto wrong = fault_of(act); !wrong.empty()) return wrong;
  return {};
}

RateLimits limit_used(std::uint32_t percent) {
  constexpr std::uint32_t five_hours = 300, some_day_s = 1'800'000'000;
  return {percent, five_hours, some_day_s};
}

TextId part_text(std::uint32_t part) { return {1 + part % part_texts}; }
TextId final_text(std::uint32_t count) { return {final_texts + count}; }

std::string text_of(TextId text) {
  for (const auto& [number, words] : lone_texts)
    if (text == TextId{number}) return std::string(words);
  if (text.value >= 1 && text.value <= part_texts) return std::string(parts[text.value - 1]);
  std::string out;
  for (std::uint32_t part = 0; text.value > final_texts && part < text.value - final_texts; ++part)
    out += parts[part % part_texts];
  return out;
}

TextMark mark_of(TextId text) {
  static const auto marks = [] {
    std::array<TextMark, final_texts + parts_max + 1> out{};
    for (std::uint32_t i = 0; i < out.size(); ++i)
      out[i] = port::appserver::mark_of(text_of(TextId{i}));
    return out;
  }();
  return text.value < marks.size() ? marks[text.value] : port::appserver::mark_of(text_of(text));
}

}  // namespace sim::appserver
