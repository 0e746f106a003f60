#include "faults/settings.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "command/output.h"
#include "port/real.h"
#include "sim/appserver/plan.h"

namespace tools::faults {
namespace {

constexpr std::size_t endless_bytes = std::size_t{1} << 16;
// Of one call, so that its owner gets to do something else too.
constexpr std::size_t burst_bytes = std::size_t{1} << 16;
// Between bytes that are to be read apart.
constexpr std::chrono::milliseconds gap{1};

}  // namespace

void Outbox::put(Outgoing what) {
  if (what.bytes.empty() || !has_reader_) return;
  if (what.late)
    delayed_.push_back({Clock::now() + late_, std::move(what)});
  else
    enqueue(std::move(what));
}

void Outbox::enqueue(Outgoing what) {
  bytes_ += what.bytes.size();
  if (!what.apart && !queue_.empty() && !queue_.back().apart)
    queue_.back().bytes += what.bytes;
  else
    queue_.push_back(std::move(what));
}

void Outbox::lose_reader() {
  has_reader_ = false;
  queue_.clear();
  delayed_.clear();
  bytes_ = 0;
}

bool Outbox::wants_to_write() {
  const auto now = Clock::now();
  const auto later =
      std::ranges::find_if(delayed_, [&](const auto& each) { return each.due > now; });
  for (auto at = delayed_.begin(); at != later; ++at) enqueue(std::move(at->what));
  delayed_.erase(delayed_.begin(), later);
  if (endless_ && queue_.empty() && has_reader_)
    enqueue({.bytes = std::string(endless_bytes, 'x')});
  return !queue_.empty() && now >= not_before_;
}

Outbox::Time Outbox::wake_at() const {
  auto out = delayed_.empty() ? Time::max() : delayed_.front().due;
  if (!queue_.empty() && not_before_ > Clock::now()) out = std::min(out, not_before_);
  return out;
}

void Outbox::write_some() {
  for (std::size_t done = 0; done < burst_bytes && wants_to_write();) {
    pollfd wait{to_, POLLOUT, 0};
    if (::poll(&wait, 1, 0) != 1 || (wait.revents & POLLOUT) == 0) return;
    auto& front = queue_.front();
    // What a pipe that can be written at all takes at once.
    const auto count =
        ::write(to_, front.bytes.data(), std::min<std::size_t>(front.bytes.size(), PIPE_BUF));
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (count < 0) return lose_reader();
    const auto written = static_cast<std::size_t>(count);
    tape_.take(Tape::Side::Server, std::string_view(front.bytes).substr(0, written));
    bytes_ -= written;
    done += written;
    front.bytes.erase(0, written);
    if (!front.bytes.empty()) continue;
    if (front.apart) not_before_ = Clock::now() + gap;
    queue_.pop_front();
  }
}

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
