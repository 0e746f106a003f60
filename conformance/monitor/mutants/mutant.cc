#include "conformance/monitor/mutants/mutant.h"

#include <vector>

#include "engine/codec/jsonl.h"
#include "monitor/mutants/turn.h"
#include "port/check.h"

namespace conformance::monitor {
namespace {

const std::vector<Deviation>& all_deviations() {
  static const auto all = [] {
    std::vector<Deviation> out;
    for (const auto part : {discovery_deviations(), stream_deviations(), port_deviations(),
                            text_deviations(), part_deviations()})
      out.insert(out.end(), part.begin(), part.end());
    return out;
  }();
  return all;
}

const Deviation& deviation_of(const MutantInfo& mutant) {
  const auto at = static_cast<std::size_t>(&mutant - mutants().data());
  CHECK(at < mutants().size());
  return all_deviations()[at];
}

}  // namespace

std::span<const MutantInfo> mutants() {
  static const auto infos = [] {
    std::vector<MutantInfo> out;
    for (const auto& deviation : all_deviations()) out.push_back(deviation.info);
    return out;
  }();
  return infos;
}

const MutantInfo* find_mutant(std::string_view name) {
  const auto found = std::ranges::find(mutants(), name, &MutantInfo::name);
  return found == mutants().end() ? nullptr : &*found;
}

void Mutant::step(const port::monitor::Event& event, port::monitor::Commands& out) {
  Turn turn{event, engine_, state_, out};
  if (const auto step = all_deviations()[state_.id].step)
    step(turn);
  else
    turn.pass();
  state_.engine = engine_.state();
}

MutantState made(const MutantInfo& mutant) {
  MutantState out{};
  out.id = static_cast<std::uint8_t>(&mutant - mutants().data());
  return out;
}
engine::monitor::Limits limits_of(const MutantInfo& mutant, const engine::monitor::Limits& usual) {
  auto out = usual;
  if (const auto change = deviation_of(mutant).limits) change(out);
  return out;
}
sim::monitor::Fault fault_of(const MutantInfo& mutant) { return deviation_of(mutant).fault; }

std::vector<LineKind> read_stream(std::span<const std::string_view> pieces) {
  std::vector<LineKind> out;
  engine::jsonl::Lines lines(engine::monitor::stream_line_max);
  for (const auto piece : pieces)
    lines.feed(piece, [&](const engine::jsonl::Line& line) {
      out.push_back(engine::monitor::decode_line(line).line.kind);
    });
  return out;
}

Parts parts_of(const MutantInfo* mutant) {
  Parts out;
  if (mutant != nullptr)
    if (const auto change = deviation_of(*mutant).parts) change(out);
  return out;
}

}  // namespace conformance::monitor
