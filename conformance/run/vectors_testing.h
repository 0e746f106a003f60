// Vectors of an area, for tests.
#pragma once
#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "conformance/area/area.h"
#include "conformance/area/checks.h"
#include "conformance/run/vectors.h"
#include "sim/state/subject_fault.h"

namespace conformance {

inline nlohmann::json exported(const Area& area, spec::Level weakest = spec::Level::Proposed) {
  std::vector<AnyScenario> scenarios;
  std::vector<std::string> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator("scenarios/" + std::string(area.name())))
    paths.push_back(entry.path().string());
  std::ranges::sort(paths);
  for (const auto& path : paths)
    scenarios.push_back(std::get<AnyScenario>(load_any_scenario(path)));
  return nlohmann::json::parse(vectors_of(area, scenarios, weakest).dump());
}

// How many passed, failed and were left, and how those failed.
struct PlayedAll {
  std::size_t passed = 0, failed = 0, left = 0, steps = 0, steps_passed = 0;
  std::string failures = {};
};
template <class MakeSubject>
PlayedAll played_all(const nlohmann::json& document, const MakeSubject& make,
                     spec::Level weakest = spec::Level::Proposed) {
  PlayedAll out;
  for (const auto& vector : document["vectors"]) {
    const auto played = play(document["port"], vector, make(vector["setup"]), weakest);
    out.steps += vector["steps"].size();
    out.steps_passed += played.step;
    if (played.end == Played::End::Passed) ++out.passed;
    if (played.end == Played::End::Left) ++out.left;
    if (played.end != Played::End::Failed) continue;
    ++out.failed;
    if (out.failures.size() < 6'000)
      out.failures += vector["name"].get<std::string>() + " step " + std::to_string(played.step) +
                      "\n  want " + played.want + "\n  got  " + played.got + "\n";
  }
  return out;
}

// Of every so many mutants, those that fail some vector, and the others by name. `is_meant`: of
// those, which are tried.
struct TriedMutants {
  std::size_t caught = 0, all = 0;
  std::string escaped = {};
};
template <class IsMeant>
TriedMutants tried_mutants(const Area& area, const nlohmann::json& document, std::size_t stride,
                           const IsMeant& is_meant) {
  TriedMutants out;
  const auto mutants = area.checks().mutants();
  for (std::size_t i = 0; i < mutants.size(); i += stride) {
    const auto name = "mutant:" + std::string(mutants[i].name);
    if (!is_meant(std::string_view(name))) continue;
    const auto fails = [&](const nlohmann::json& vector) {
      try {
        return play(document["port"], vector, area.checks().stepper(name, vector["setup"])).end ==
               Played::End::Failed;
      } catch (const sim::SubjectFault&) {
        return true;
      }
    };
    ++out.all;
    if (std::ranges::any_of(document["vectors"], fails))
      ++out.caught;
    else
      out.escaped += name + " ";
  }
  return out;
}
inline TriedMutants tried_mutants(const Area& area, const nlohmann::json& document,
                                  std::size_t stride) {
  return tried_mutants(area, document, stride, [](std::string_view) { return true; });
}

}  // namespace conformance
