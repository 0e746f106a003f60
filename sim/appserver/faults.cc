#include "sim/appserver/faults.h"

#include <algorithm>
#include <utility>

#include "sim/search/rng.h"

namespace sim::appserver {

static_assert(port::has_words<Fault>() && port::has_words<ByteFault>());

namespace {

constexpr std::size_t long_line_bytes = 1u << 20;

// Behind the first quote, or at the front.
std::string with_inside(std::string_view line, std::string_view bytes) {
  std::string out(line);
  const auto quote = line.find('"');
  return out.insert(quote == std::string_view::npos ? 0 : quote + 1, bytes);
}

// A member more that nobody knows; of what is no object, the line as it is.
std::string with_text(std::string_view line, std::string_view text) {
  if (!line.starts_with("{\"")) return std::string(line);
  return "{\"mock\":\"" + std::string(text) + "\"," + std::string(line.substr(1));
}

std::string spaced(std::string_view line) {
  constexpr std::string_view blank = " \r\t ";
  std::string out(blank);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    out += line[i];
    if (line[i] == '\\' && quoted && i + 1 < line.size())
      out += line[++i];
    else if (line[i] == '"')
      quoted = !quoted;
    if (!quoted && (line[i] == ':' || line[i] == ',')) out += blank;
  }
  return out;
}

std::string garbage_of(Rng& rng) {
  std::string out;
  for (auto left = 1 + rng.below(40); left > 0; --left)
    out += static_cast<char>('!' + rng.below('~' - '!'));
  return "}" + out;  // No document begins so.
}

}  // namespace

bool fires(std::span<const PlannedFault> planned, std::span<FaultCount> counts,
           const Opportunity& opportunity, Dares& dares) {
  unsigned next = 1;  // Of those of any opportunity.
  for (std::size_t i = 0; i < planned.size(); ++i) {
    const auto& fault = planned[i];
    auto& count = counts[i];
    const unsigned its = fault.nth == any_opportunity ? std::exchange(next, next << 1u) : 0;
    if (fault.what != opportunity.what) continue;
    if (fault.method && fault.method != opportunity.method) continue;
    if (fault.message && fault.message != opportunity.message) continue;
    if (count.fired == fault.times) continue;
    if (fault.nth == any_opportunity) {
      if ((dares & its) == 0) continue;
      dares = static_cast<Dares>(dares & ~its);
    } else {
      count.met = static_cast<std::uint8_t>(std::min(count.met + 1, 255));
      if (count.met < fault.nth) continue;
    }
    ++count.fired;
    return true;
  }
  return false;
}

Dares may_dare(std::span<const PlannedFault> planned, std::span<const FaultCount> counts) {
  unsigned out = 0, next = 1;
  for (std::size_t i = 0; i < planned.size(); ++i) {
    if (planned[i].nth != any_opportunity) continue;
    if (counts[i].fired < planned[i].times) out |= next;
    next <<= 1u;
  }
  return static_cast<Dares>(out);
}

std::vector<std::string> damaged(ByteFault fault, std::string_view line, LinePlace place) {
  Rng rng(place.seed * 0x9e3779b97f4a7c15u + place.number);
  const std::string text(line);
  const auto whole = text + "\n";
  const auto at = rng.below(static_cast<std::uint32_t>(std::max<std::size_t>(text.size(), 1)));
  switch (fault) {
    case ByteFault::SplitAnywhere: return {whole.substr(0, at), whole.substr(at)};
    case ByteFault::SplitBytes: {
      std::vector<std::string> out;
      for (const char byte : whole) out.emplace_back(1, byte);
      return out;
    }
    case ByteFault::Merge: return {text};
    case ByteFault::Truncate: return {text.substr(0, at) + "\n"};
    case ByteFault::Garbage: return {garbage_of(rng) + "\n", whole};
    case ByteFault::Blank: return {"\n", whole};
    case ByteFault::LongLine: return {std::string(long_line_bytes, 'x') + "\n", whole};
    case ByteFault::Nul: return {with_inside(text, std::string_view("\0", 1)) + "\n"};
    case ByteFault::Bom: return {"\xef\xbb\xbf" + whole};
    case ByteFault::BadUtf8: return {with_inside(text, "\xff") + "\n"};
    case ByteFault::Separators: return {with_text(text, "a\u2028b\u2029c") + "\n"};
    case ByteFault::Text70k: return {with_text(text, std::string(70'000, 'x')) + "\n"};
    case ByteFault::Text1m: return {with_text(text, std::string(long_line_bytes, 'x')) + "\n"};
    case ByteFault::Spaces: return {spaced(text) + "\n"};
    case ByteFault::Endless: return {std::string(long_line_bytes, 'x')};
  }
  return {whole};
}

}  // namespace sim::appserver
