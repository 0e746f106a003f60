// What is judged of bytes: the codec with drawn inputs, at its edges, which are the same always,
// and at lines of a megabyte (docs/CODEC.md).
#include <map>

#include <fmt/format.h>

#include "appserver/checks/talk.h"
#include "fuzz/edges.h"

namespace conformance::appserver {
namespace {

struct Wrong {
  std::string says;
  std::uint32_t pieces = 0;  // Of a drawn input.
};
using ByRule = std::map<std::string_view, Wrong>;  // What is wrong first.
constexpr std::size_t drawn_inputs = 3'000;

// What a line is to mean is said by several rules; which, by what the edge is about.
std::string_view rule_of(std::string_view edges, const fuzz::Finding& finding) {
  if (finding.kind == "accounting") return "WIRE-09";
  if (finding.kind == "chunking") return "WIRE-01";
  if (finding.kind == "slow") return "WIRE-05";
  if (finding.kind == "wrong_writing") return "WIRE-08";
  if (finding.kind == "memory" || edges == "limits") return "WIRE-04";
  const bool keys = edges.find("keys") != edges.npos || edges == "numbers";
  return keys ? "WIRE-06" : "WIRE-02";
}

ByRule judged(std::string_view codec) {
  ByRule out;
  const auto add = [&](std::string_view edges, const fuzz::Finding& finding,
                       std::size_t pieces = 0) {
    out.try_emplace(rule_of(edges, finding),
                    Wrong{fmt::format("{}: {}: {}", edges, finding.kind, finding.says),
                          static_cast<std::uint32_t>(pieces)});
  };
  fuzz::Judge judge(codec);
  // What lines mean is said by several rules, and edges know by which.
  const auto first = fuzz::vectors_of(fuzz::Profile::AppServer).size();
  for (auto number = first; number < first + drawn_inputs; ++number) {
    const auto input = fuzz::make_case(1, number);
    const auto found = judge.judge(input, fuzz::Compare::None);
    if (found && (found->kind == "accounting" || found->kind == "chunking"))
      add("drawn", *found, input.pieces.size());
  }
  fuzz::for_each_edge([&](const fuzz::Edge& edge) {
    if (const auto found = judge.judge(edge.input, fuzz::Compare::All)) add(edge.kind, *found);
  });
  if (auto says = fuzz::miswritten_edges(); !says.empty())
    add("written", {"wrong_writing", std::move(says)});
  if (const auto found = fuzz::judge_long_lines(codec)) add("long lines", *found);
  if (const auto found = fuzz::judge_held({fuzz::own_bytes, fuzz::own_bytes}))
    add("long lines", *found);
  return out;
}

// The codec is the same for every check, whose rules are told apart here.
CheckVerdict keeps(std::string_view rule, const Client& client) {
  static const ByRule of_engine = judged(Parts().codec);
  const auto codec = client.parts().codec;
  const auto found = codec == Parts().codec ? of_engine : judged(codec);
  const auto wrong = found.find(rule);
  if (wrong == found.end()) return {};
  return {.holds = false,
          .want = "each edge is read as the rules say",
          .got = wrong->second.says,
          .trace = "`orrery fuzz codec` shows the input\n",
          .steps = wrong->second.pieces};
}

constexpr Check codec_rows[] = {
    {.rule = "WIRE-01",
     .says = "the edges read the same in reads of any size, behind every other stream",
     .run = [](const Client& client) { return keeps("WIRE-01", client); }},
    {.rule = "WIRE-02",
     .says = "of the edges each bad line costs itself, with its reason and its place",
     .run = [](const Client& client) { return keeps("WIRE-02", client); }},
    {.rule = "WIRE-04",
     .says = "lines at the limits are told from those beyond, and memory is given back",
     .run = [](const Client& client) { return keeps("WIRE-04", client); }},
    {.rule = "WIRE-05",
     .says = "a line of a megabyte takes no longer than its bytes, whatever it is made of",
     .run = [](const Client& client) { return keeps("WIRE-05", client); }},
    {.rule = "WIRE-06",
     .says = "keys that stand twice are found at every place, and numbers out of range",
     .run = [](const Client& client) { return keeps("WIRE-06", client); }},
    {.rule = "WIRE-08",
     .says = "each message of the edges is written so that it reads back, or refused",
     .run = [](const Client& client) { return keeps("WIRE-08", client); }},
    {.rule = "WIRE-09",
     .says = "each byte of the edges belongs to one line",
     .run = [](const Client& client) { return keeps("WIRE-09", client); }},
};

}  // namespace

std::span<const Check> codec_checks() { return codec_rows; }

}  // namespace conformance::appserver
