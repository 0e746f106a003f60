#include "faults/settings.h"

#include <algorithm>
#include <optional>
#include <variant>

#include <fmt/format.h>

#include "command/output.h"
#include "port/real.h"
#include "sim/appserver/plan.h"

namespace tools::faults {
namespace {

using namespace sim::appserver;

// The alternatives of ToClient, by what they are called.
const std::vector<std::string_view>& message_names() {
  static const auto names = []<class... Each>(const std::variant<Each...>*) {
    return std::vector<std::string_view>{Each::record.name...};
  }(static_cast<const ToClient*>(nullptr));
  return names;
}
std::optional<std::uint8_t> message_named(std::string_view word) {
  const auto& names = message_names();
  const auto found = std::ranges::find(names, word);
  if (found == names.end()) return std::nullopt;
  return static_cast<std::uint8_t>(found - names.begin());
}

std::vector<std::string> names_of(Which possible) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < fault_kinds; ++i)
    if (possible(static_cast<Fault>(i))) out.emplace_back(fault_words[i].name);
  for (const auto& words : byte_fault_words) out.emplace_back(words.name);
  return out;
}

// NAME[:OF][@N].
struct Typed {
  std::string name, of;
  std::uint64_t nth = 1;
  bool any = false;
};
Typed typed(const CommandLine& line, const std::string& word) {
  constexpr std::uint64_t nth_max = 250;
  Typed out;
  const auto at = word.find('@');
  const auto what = word.substr(0, at);
  const auto colon = what.find(':');
  out.name = what.substr(0, colon);
  if (colon != std::string::npos) out.of = what.substr(colon + 1);
  const auto which = at == std::string::npos ? "1" : word.substr(at + 1);
  out.any = which == "any";
  const auto nth = out.any ? std::optional<std::uint64_t>(1) : parse_number(which);
  if (!nth || *nth < 1 || *nth > nth_max)
    line.refuse("fault",
                fmt::format("\"{}\": say {}@3, the third time, or {}@any.", word, what, what));
  out.nth = *nth;
  return out;
}

void add(const CommandLine& line, const std::string& word, Which possible, Settings& settings) {
  const auto it = typed(line, word);
  if (it.any && (settings.rate == 0 || !it.of.empty()))
    line.refuse("fault", "@any needs --fault-rate, and no :OF.");
  if (const auto bytes = port::enumerator_of<ByteFault>(it.name)) {
    if (!it.of.empty()) line.refuse("fault", "a fault of bytes counts lines, and takes no :OF.");
    if (it.any)
      settings.drawn_bytes.push_back(*bytes);
    else
      settings.bytes.push_back({*bytes, it.nth});
    return;
  }
  const auto fault = port::enumerator_of<Fault>(it.name);
  if (!fault || !possible(*fault))
    line.refuse("fault", unknown_word("a fault", it.name, names_of(possible)));
  if (it.any) return settings.drawn.push_back(*fault);
  if (settings.planned.size() == faults_max)
    line.refuse("fault", fmt::format("at most {} of messages or the server at once.", faults_max));
  PlannedFault planned{.what = *fault, .nth = static_cast<std::uint8_t>(it.nth)};
  planned.method = port::enumerator_of<port::appserver::Method>(it.of);
  planned.message = message_named(it.of);
  if (!it.of.empty() && !planned.method && !planned.message)
    line.refuse("fault", fmt::format("\"{}\" is neither a method, such as turn_start, nor a "
                                     "message, such as item_delta.",
                                     it.of));
  settings.planned.push_back(planned);
}

double rate_of(const CommandLine& line) {
  const auto text = line.text("fault-rate");
  if (!text) return 0;
  const auto out = port::read_real(*text).value_or(-1);
  if (!(out > 0 && out <= 1))
    line.refuse("fault-rate", fmt::format("\"{}\" is no probability such as 0.05.", *text));
  return out;
}

std::string numbered(std::string name, std::uint64_t nth) {
  return nth == 1 ? name : fmt::format("{}@{}", name, nth);
}

}  // namespace

void add_options(CommandLine& line) {
  line.option("fault", "NAME[:OF][@N]",
              "What goes wrong, at the first or at the N-th opportunity, or with --fault-rate at "
              "@any; OF: only of this method or message. A fault of bytes counts lines. May be "
              "given again.");
  line.option("fault-rate", "P",
              "Besides, each step goes wrong with this probability: by the faults @any, or else by "
              "one that ends nothing.");
  line.option("seed", "N", "Of what is drawn, and of where lines are damaged; 1 unless given.");
  line.flag("faults", "Name the faults, and end.");
}

Settings settings_of(const CommandLine& line, Which possible, Which drawn) {
  Settings out;
  out.rate = rate_of(line);
  out.seed = line.number("seed", 0, UINT64_MAX).value_or(1);
  for (const auto& word : line.texts("fault")) add(line, word, possible, out);
  if (out.rate > 0 && out.drawn.empty() && out.drawn_bytes.empty())
    for (std::size_t i = 0; i < fault_kinds; ++i)
      if (drawn(static_cast<Fault>(i))) out.drawn.push_back(static_cast<Fault>(i));
  return out;
}

std::string listing(Which possible) {
  std::string out;
  const auto add = [&](const FaultWords& words) {
    out += fmt::format("{:<26} {}\n", words.name, words.says);
  };
  for (std::size_t i = 0; i < fault_kinds; ++i)
    if (possible(static_cast<Fault>(i))) add(fault_words[i]);
  for (const auto& words : byte_fault_words) add(words);
  return out;
}

std::string show(const PlannedFault& fault) {
  std::string out(port::word(fault.what));
  if (fault.method) out += fmt::format(":{}", port::word(*fault.method));
  if (fault.message) out += fmt::format(":{}", message_names().at(*fault.message));
  return numbered(std::move(out), fault.nth);
}

std::string show(const PlannedBytes& fault) {
  return numbered(std::string(port::word(fault.what)), fault.nth);
}

Told told_on_stderr(std::string command, std::string what) {
  constexpr int told_max = 100;
  return [command = std::move(command), what = std::move(what),
          left = told_max](std::string_view words) mutable {
    if (left == 0) return;
    --left;
    print_error(fmt::format("{}: {} {}\n", command, what, words));
  };
}

void Lines::put(std::string_view line, bool late, std::vector<Outgoing>& out,
                std::optional<ByteFault> fault) {
  if (endless_) return;
  ++count_;
  if (!fault) fault = draw();
  if (!fault) return out.push_back({.bytes = std::string(line) + "\n", .late = late});
  if (told_) told_(port::word(*fault));
  for (auto& piece : damaged(*fault, line, {settings_.seed, count_}))
    out.push_back({.bytes = std::move(piece), .late = late, .apart = true});
  endless_ = *fault == ByteFault::Endless;
}

std::optional<ByteFault> Lines::draw() {
  for (const auto& each : settings_.bytes)
    if (each.nth == count_) return each.what;
  if (settings_.drawn_bytes.empty() || !happens(settings_.rate, rng_)) return std::nullopt;
  const auto count = static_cast<std::uint32_t>(settings_.drawn_bytes.size());
  return settings_.drawn_bytes[rng_.below(count)];
}

std::vector<PlannedBytes> Lines::missed() const {
  std::vector<PlannedBytes> out;
  std::ranges::copy_if(settings_.bytes, std::back_inserter(out),
                       [&](const PlannedBytes& each) { return each.nth > count_; });
  return out;
}

bool happens(double probability, sim::Rng& rng) {
  constexpr std::uint32_t parts = 1'000'000;
  return probability > 0 && rng.below(parts) < probability * parts;
}

}  // namespace tools::faults
