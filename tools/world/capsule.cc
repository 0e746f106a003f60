#include "world/capsule.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/build_id.h"
#include "command/options.h"
#include "conformance/area/areas.h"
#include "conformance/run/rerun.h"
#include "conformance/run/scenario.h"
#include "gate/results.h"

namespace tools {
namespace {

using conformance::PlanFailure;
using nlohmann::ordered_json;

constexpr std::uintmax_t bytes_max = 64u << 20;
const std::array<std::string, 5> kinds{"breach", "hang", "endless", "unexpected",
                                       "nondeterministic"};

// Reads one value of the file after the other; every complaint names its place.
class Reader {
 public:
  Reader(const std::string& path, const ordered_json& root) : path_(path), root_(root) {}

  Capsule read() {
    Capsule out;
    out.format = static_cast<int>(number("/capsule", 0, 1'000'000));
    if (out.format < 1 || out.format > capsule_format)
      refuse("/capsule", fmt::format("format {}; this program reads 1 to {}. Replay it with the "
                                     "version of orrery that wrote it, or a newer one",
                                     out.format, capsule_format));
    std::vector<std::string> known{"capsule",  "version", "subject",
                                   "scenario", "broken",  "choices"};
    if (out.format > 1) known.insert(known.end(), {"build", "rules", "found", "start"});
    only("", known);
    out.version = text("/version");
    if (out.format > 1) {
      out.build = text("/build");
      out.rules = text("/rules");
      out.found = text("/found");
      out.fields.push_back(fields("/start"));
    }
    out.subject = text("/subject");
    out.source = source();
    if (!conformance::is_subject(out.source.plan, out.subject))
      refuse("/subject", fmt::format("\"{}\" is not a subject of the area {}", out.subject,
                                     out.source.plan.area()->name()));
    only("/broken", {"rule", "kind"});
    out.rule = text("/broken/rule");
    if (!out.rule.empty() && conformance::find_rule(out.rule) == nullptr)
      refuse("/broken/rule", fmt::format("\"{}\" is not a rule", out.rule));
    const auto kind = std::ranges::find(kinds, text("/broken/kind"));
    if (kind == kinds.end()) refuse("/broken/kind", "not one of its values");
    out.kind = static_cast<PlanFailure::Kind>(kind - kinds.begin());
    const auto& choices = at("/choices");
    if (!choices.is_array()) refuse("/choices", "not an array");
    for (std::size_t i = 0; i < choices.size(); ++i) choice(fmt::format("/choices/{}", i), out);
    return out;
  }

 private:
  [[noreturn]] void refuse(const std::string& pointer, const std::string& why) const {
    throw UsageError(fmt::format("{}: {}: {}.", path_, pointer, why));
  }

  const ordered_json& at(const std::string& pointer) const {
    const ordered_json::json_pointer place(pointer);
    if (!root_.contains(place)) refuse(pointer, "missing");
    return root_.at(place);
  }

  std::string text(const std::string& pointer) const {
    if (!at(pointer).is_string()) refuse(pointer, "not a text");
    return at(pointer).get<std::string>();
  }

  std::int64_t number(const std::string& pointer, std::int64_t least, std::int64_t most) const {
    const auto& value = at(pointer);
    const bool whole = value.is_number_integer() &&
                       !(value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX);
    if (!whole || value.get<std::int64_t>() < least || value.get<std::int64_t>() > most)
      refuse(pointer, fmt::format("not a whole number from {} to {}", least, most));
    return value.get<std::int64_t>();
  }

  void only(const std::string& pointer, const std::vector<std::string>& fields) const {
    const auto& value = pointer.empty() ? root_ : at(pointer);
    if (!value.is_object()) refuse(pointer, "not an object");
    for (const auto& [key, ignored] : value.items())
      if (std::ranges::find(fields, key) == fields.end())
        refuse(fmt::format("{}/{}", pointer, key), unknown_word("a field", key, fields));
  }

  PlanSource source() const {
    only("/scenario", {"name", "file"});
    const auto name = text("/scenario/name");
    if (!root_["scenario"].contains("file")) return plan_source(name);
    const auto file = dump(at("/scenario/file"));
    auto parsed = conformance::parse_any_scenario(file, name);
    if (const auto* error = std::get_if<sim::ScenarioError>(&parsed))
      refuse("/scenario/file" + error->pointer, error->what);
    auto& scenario = std::get<conformance::AnyScenario>(parsed);
    return {name, std::move(scenario.plan), std::move(scenario.expect), file};
  }

  void choice(const std::string& pointer, Capsule& out) const {
    std::vector<std::string> known{"index", "of", "at_ms", "actor", "label", "digest"};
    if (out.format > 1) known.emplace_back("changed");
    only(pointer, known);
    out.choices.push_back(
        {.actor = text(pointer + "/actor"),
         .text = text(pointer + "/label"),
         .at_ms = number(pointer + "/at_ms", 0, INT64_MAX),
         .index = static_cast<std::uint16_t>(number(pointer + "/index", 0, UINT16_MAX))});
    const auto digits = text(pointer + "/digest");
    const auto* end = digits.data() + digits.size();
    out.digests.emplace_back();
    const auto [stop, error] = std::from_chars(digits.data(), end, out.digests.back(), 16);
    if (error != std::errc{} || stop != end) refuse(pointer + "/digest", "not a number in hex");
    if (out.format == 1) return;
    auto state = out.fields.back();
    for (const auto& changed : fields(pointer + "/changed")) {
      const auto known_field = std::ranges::find(state, changed.name, &sim::Field::name);
      if (known_field == state.end())
        refuse(pointer + "/changed/" + changed.name, "there is no such field in /start");
      known_field->value = changed.value;
    }
    out.fields.push_back(std::move(state));
  }

  sim::Fields fields(const std::string& pointer) const {
    const auto& object = at(pointer);
    if (!object.is_object()) refuse(pointer, "not an object");
    sim::Fields out;
    for (const auto& [name, value] : object.items()) {
      if (!value.is_string()) refuse(fmt::format("{}/{}", pointer, name), "not a text");
      out.push_back({name, value.get<std::string>()});
    }
    return out;
  }

  const std::string& path_;
  const ordered_json& root_;
};

}  // namespace

std::string_view word(PlanFailure::Kind kind) { return kinds[static_cast<std::size_t>(kind)]; }

std::string capsule_text(const PlanSource& source, const std::string& subject,
                         const PlanFailure& failure, std::string_view found) {
  // The way round an endless run is found again.
  const auto run = conformance::rerun(
      {.plan = source.plan, .subject = subject, .path = failure.path, .fields = true});
  ordered_json scenario{{"name", source.name}};
  if (!source.text.empty()) scenario["file"] = ordered_json::parse(source.text);
  ordered_json out{{"capsule", capsule_format},
                   {"version", ORRERY_VERSION},
                   {"build", build_id()},
                   {"rules", rules_id()},
                   {"subject", subject},
                   {"scenario", scenario},
                   {"broken", {{"rule", failure.rule}, {"kind", word(failure.kind)}}},
                   {"found", found},
                   {"start", ordered_json::object()},
                   {"choices", ordered_json::array()}};
  for (const auto& field : run.start) out["start"][field.name] = field.value;
  const auto* before = &run.start;
  for (const auto& step : run.steps) {
    auto changed = ordered_json::object();
    for (const auto& change : sim::changes(*before, step.fields))
      changed[change.name] = change.after;
    before = &step.fields;
    out["choices"].push_back({{"index", step.index},
                              {"of", step.choices},
                              {"at_ms", step.at_ms},
                              {"actor", step.label.actor},
                              {"label", step.label.text},
                              {"digest", fmt::format("{:016x}", step.digest)},
                              {"changed", changed}});
  }
  return dump(out, 2) + "\n";
}

std::optional<Capsule> read_capsule(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  if (std::filesystem::file_size(path, error) > bytes_max)
    throw UsageError(fmt::format("{}: larger than {} MB.", path, bytes_max >> 20));
  std::ifstream file(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const auto root = ordered_json::parse(text, nullptr, false);
  if (!root.is_object() || !root.contains("capsule")) return std::nullopt;
  return Reader(path, root).read();
}

}  // namespace tools
