#include "fuzz/lines_campaign.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "command/words.h"

namespace tools {
namespace {

constexpr std::string_view message = "message", untouched = "untouched";

// Which rule or standard has it, for a reader.
std::string rule_of(const fuzz::Refusal& refusal, fuzz::Profile profile) {
  const bool ours = profile == fuzz::Profile::AppServer;
  return std::string(ours ? refusal.rule : refusal.standard);
}

}  // namespace

void LinesCoverage::Count::add(AskedLine::Answer answer) {
  ++tried;
  if (answer == AskedLine::Answer::Accepted) ++accepted;
  if (answer == AskedLine::Answer::Refused) ++refused;
}

const LinesCoverage::Count& LinesCoverage::in(const Counts& counts, std::string_view name) {
  static const Count none;
  const auto found = counts.find(name);
  return found == counts.end() ? none : found->second;
}

void LinesCoverage::add(const fuzz::Case& input, const std::vector<AskedLine>& lines,
                        std::string_view vectors) {
  std::size_t piece = 0;
  std::uint64_t end = input.pieces.empty() ? 0 : input.pieces[0].bytes.size();
  for (const auto& line : lines) {
    words_[line.word.empty() ? message : line.word].add(line.answer);
    if (!vectors.empty()) {
      kinds_[vectors].add(line.answer);
      continue;
    }
    while (line.at >= end && piece + 1 < input.pieces.size())
      end += input.pieces[++piece].bytes.size();
    const auto damage = input.pieces[piece].damage;
    if (damage == 0) mutations_[untouched].add(line.answer);
    for (std::size_t i = 0; i < fuzz::mutation_names().size(); ++i)
      if ((damage >> i & 1u) != 0) mutations_[fuzz::mutation_names()[i]].add(line.answer);
  }
}

std::vector<std::string_view> LinesCoverage::never_tried() const {
  std::vector<std::string_view> out;
  for (const auto& refusal : fuzz::refusals())
    if (refusal.in(profile_) != fuzz::Verdict::Accept && in(words_, refusal.word).tried == 0)
      out.push_back(refusal.word);
  return out;
}

std::string LinesCoverage::one_line() const {
  std::size_t all = 0;
  for (const auto& refusal : fuzz::refusals())
    all += refusal.in(profile_) == fuzz::Verdict::Accept ? 0 : 1;
  const auto never = never_tried();
  auto out = fmt::format("  tried {} of {} refusals", all - never.size(), all);
  if (!never.empty()) out += fmt::format("; never: {}", fmt::join(never, ", "));
  return out + "\n";
}

std::string LinesCoverage::table() const {
  std::string out = fmt::format("  {:<20} {:<13} {:<8} {:>9} {:>9} {:>9}\n", "what is asked",
                                "rule", "verdict", "tried", "accepted", "refused");
  const auto row = [&](std::string_view name, std::string_view rule, std::string_view verdict,
                       const Count& count) {
    out += fmt::format("  {:<20} {:<13} {:<8} {:>9} {:>9} {:>9}\n", name, rule, verdict,
                       grouped(count.tried), grouped(count.accepted), grouped(count.refused));
  };
  row(message, "", name_of(fuzz::Verdict::Accept), in(words_, message));
  for (const auto& refusal : fuzz::refusals())
    if (refusal.in(profile_) != fuzz::Verdict::Accept)
      row(refusal.word, rule_of(refusal, profile_), name_of(refusal.in(profile_)),
          in(words_, refusal.word));
  for (const auto& [kind, count] : kinds_) row(kind, "", "vectors", count);
  row(untouched, "", "", in(mutations_, untouched));
  for (const auto& name : fuzz::mutation_names()) row(name, "", "mutation", in(mutations_, name));
  return out + one_line();
}

nlohmann::ordered_json LinesCoverage::json() const {
  using nlohmann::ordered_json;
  const auto object = [](const Count& count) {
    return ordered_json{
        {"tried", count.tried}, {"accepted", count.accepted}, {"refused", count.refused}};
  };
  ordered_json out{{"message", object(in(words_, message))},
                   {"refusals", ordered_json::object()},
                   {"vectors", ordered_json::object()},
                   {"mutations", ordered_json::object()}};
  for (const auto& refusal : fuzz::refusals()) {
    if (refusal.in(profile_) == fuzz::Verdict::Accept) continue;
    auto row = object(in(words_, refusal.word));
    row["rule"] = rule_of(refusal, profile_);
    row["verdict"] = name_of(refusal.in(profile_));
    out["refusals"][std::string(refusal.word)] = std::move(row);
  }
  for (const auto& [kind, count] : kinds_) out["vectors"][std::string(kind)] = object(count);
  out["mutations"][std::string(untouched)] = object(in(mutations_, untouched));
  for (const auto& name : fuzz::mutation_names())
    out["mutations"][std::string(name)] = object(in(mutations_, name));
  out["never_tried"] = never_tried();
  return out;
}

}  // namespace tools
