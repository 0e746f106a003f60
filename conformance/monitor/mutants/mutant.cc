#include "conformance/monitor/mutants/mutant.h"

#include <vector>

#include "engine/codec/jsonl.h"
#include "monitor/mutants/turn.h"

namespace conformance::monitor {
namespace {

const MutantTable<Deviation>& deviations() {
  static const MutantTable<Deviation> all{discovery_deviations(), stream_deviations(),
                                          sleep_deviations(),     port_deviations(),
                                          text_deviations(),      part_deviations()};
  return all;
}

}  // namespace

std::span<const MutantLine> mutants() { return deviations().lines(); }

void Mutant::step(const port::monitor::Event& event, port::monitor::Commands& out) {
  Turn turn{event, engine_, state_, out};
  deviations()[state_.id].handle(turn);
  state_.engine = engine_.state();
}

MutantState made(const MutantLine& mutant) {
  MutantState out{};
  out.id = static_cast<std::uint8_t>(deviations().number(mutant));
  return out;
}
engine::monitor::Limits limits_of(const MutantLine& mutant, const engine::monitor::Limits& usual) {
  auto out = usual;
  if (const auto change = deviations()[mutant].limits) change(out);
  return out;
}
sim::monitor::Fault fault_of(const MutantLine& mutant) { return deviations()[mutant].fault; }

std::vector<LineKind> read_stream(std::span<const std::string_view> pieces) {
  std::vector<LineKind> out;
  engine::jsonl::Lines lines(engine::monitor::stream_line_max);
  for (const auto piece : pieces)
    lines.feed(piece, [&](const engine::jsonl::Line& line) {
      out.push_back(engine::monitor::decode_line(line).line.kind);
    });
  return out;
}

Parts parts_of(const MutantLine* mutant) {
  return mutant == nullptr ? Parts{} : deviations()[*mutant].parts;
}

}  // namespace conformance::monitor
