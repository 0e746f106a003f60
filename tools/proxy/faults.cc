#include "proxy/faults.h"

#include <algorithm>

#include <fmt/format.h>

#include "command/options.h"
#include "sim/search/rng.h"

namespace tools::proxy {
namespace {

constexpr std::uint32_t one_in = 8;
constexpr std::chrono::milliseconds split_pause{20}, delay_pause{100};
// A line that never ends goes on as it comes.
constexpr std::size_t line_bytes_max = std::size_t{64} << 20;

// Within the line, not at either end if that can be.
std::size_t place_in(std::string_view line, sim::Rng& rng) {
  const auto size = static_cast<std::uint32_t>(std::min<std::size_t>(line.size(), UINT32_MAX));
  return size < 3 ? 0 : 1 + rng.below(size - 2);
}

// What stands on the wire instead of a line.
struct Wire {
  std::vector<Piece> pieces;
  bool held = false;  // Until the next line has been sent.
};

void apply(FaultKind kind, sim::Rng& rng, Wire& wire) {
  auto& pieces = wire.pieces;
  if (pieces.empty()) return;  // It was dropped.
  auto& line = pieces.back();
  const auto at = place_in(line.bytes, rng);
  switch (kind) {
    case FaultKind::Split: {
      Piece rest{line.bytes.substr(at), split_pause};
      line.bytes.resize(at);
      pieces.push_back(std::move(rest));
      return;
    }
    case FaultKind::Merge: line.bytes.pop_back(); return;
    case FaultKind::Truncate: line.bytes.replace(at, line.bytes.npos, "\n"); return;
    case FaultKind::Garbage: line.bytes.insert(0, "}{ garbage ]\n"); return;
    case FaultKind::Blank: line.bytes.insert(0, "\n"); return;
    case FaultKind::Nul: line.bytes.insert(at, 1, '\0'); return;
    case FaultKind::ByteOrderMark: line.bytes.insert(0, "\xef\xbb\xbf"); return;
    case FaultKind::BadUtf8: line.bytes.insert(at, "\xff"); return;
    case FaultKind::Delay: pieces.front().pause += delay_pause; return;
    case FaultKind::Drop: pieces.clear(); return;
    case FaultKind::Duplicate: line.bytes += std::string(line.bytes); return;
    case FaultKind::Swap: wire.held = true; return;
  }
}

}  // namespace

const std::vector<FaultWord> fault_words{
    {"split", "is written in two parts, 20 ms apart"},
    {"merge", "loses its newline, and so stands on one line with the next"},
    {"truncate", "loses its end, but for the newline"},
    {"garbage", "comes behind a line of garbage"},
    {"blank", "comes behind a blank line"},
    {"nul", "has a NUL in it"},
    {"bom", "begins with a byte order mark"},
    {"bad_utf8", "has a byte in it that is not UTF-8"},
    {"delay", "comes 100 ms later, and what follows it too"},
    {"drop", "does not come"},
    {"duplicate", "comes twice"},
    {"swap", "comes behind the next one"},
};

std::optional<Fault> parse_fault(std::string_view text) {
  const auto sign = std::min(text.find('@'), text.size());
  const auto found = std::ranges::find(fault_words, text.substr(0, sign), &FaultWord::name);
  if (found == fault_words.end()) return std::nullopt;
  Fault fault{.kind = static_cast<FaultKind>(found - fault_words.begin()), .line = 0};
  if (sign == text.size()) return fault;
  const auto line = parse_number(text.substr(sign + 1));
  if (!line || *line == 0) return std::nullopt;
  fault.line = *line;
  return fault;
}

std::string show(const Fault& fault) {
  const std::string name(fault_words[static_cast<std::size_t>(fault.kind)].name);
  return fault.line == 0 ? name : fmt::format("{}@{}", name, fault.line);
}

Faults::Faults(std::vector<Fault> faults, std::uint64_t seed)
    : faults_(std::move(faults)), hit_(faults_.size()), seed_(seed) {}

void Faults::feed(std::string_view bytes, std::vector<Piece>& out) {
  if (!any()) {
    if (!bytes.empty()) out.push_back({std::string(bytes)});
    return;
  }
  while (!bytes.empty()) {
    const auto newline = bytes.find('\n');
    const auto size = newline == bytes.npos ? bytes.size() : newline + 1;
    open_ += bytes.substr(0, size);
    bytes.remove_prefix(size);
    if (newline != bytes.npos && open_.ends_with('\n')) take(std::exchange(open_, {}), out);
    if (open_.size() > line_bytes_max) out.push_back({std::exchange(open_, {})});
  }
}

void Faults::take(std::string line, std::vector<Piece>& out) {
  ++lines_;
  Wire wire;
  wire.pieces.push_back({std::move(line)});
  for (std::size_t i = 0; i < faults_.size(); ++i) {
    const auto& fault = faults_[i];
    auto rng =
        sim::Rng(seed_).fork(lines_ * fault_words.size() + static_cast<std::uint64_t>(fault.kind));
    if (fault.line == 0 ? rng.below(one_in) != 0 : fault.line != lines_) continue;
    hit_[i] = true;
    ++injected_;
    apply(fault.kind, rng, wire);
  }
  auto before = std::exchange(held_, {});
  if (wire.held) {
    for (const auto& piece : wire.pieces) held_ += piece.bytes;
  } else {
    std::ranges::move(wire.pieces, std::back_inserter(out));
  }
  if (!before.empty()) out.push_back({std::move(before)});
}

void Faults::finish(std::vector<Piece>& out) {
  for (auto* rest : {&held_, &open_})
    if (!rest->empty()) out.push_back({std::exchange(*rest, {})});
}

std::vector<Fault> Faults::missed() const {
  std::vector<Fault> out;
  for (std::size_t i = 0; i < faults_.size(); ++i)
    if (!hit_[i]) out.push_back(faults_[i]);
  return out;
}

}  // namespace tools::proxy
