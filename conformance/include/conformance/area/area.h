// An area: all that the drivers, gates, stories, shrinking and reports know of one. Its rooms hold
// what it is made of; conformance/area/areas.cc lists the areas.
//
// What it gives is four things, each with a header of its own. Whoever needs one includes that.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spec/clause.h"
#include "spec/rule.h"

namespace conformance {

class AreaChecks;
class AreaFiles;
class AreaWords;
class AreaWorlds;
class Area;

// Rules that belong together: those of an area or a part of them, and those that no area has.
struct RuleTable {
  std::string_view name;    // "modality", "every"
  std::string_view prefix;  // "MOD"
  std::string_view description;
  std::span<const spec::Rule> rules;
};

struct AreaFacts {
  std::string_view name;         // "modality": of its rooms and on the command line.
  std::string_view description;  // What it is about, in a sentence or two.
  std::string_view rule_prefix;  // "MOD"; empty: it has no rules of its own, or parts.
  std::span<const spec::Rule> rules;
  std::span<const spec::ClauseText> clauses = {};  // Of an area that is judged by them.
  std::vector<RuleTable> rule_parts = {};          // If they have several prefixes.
  // Areas that judge its worlds beside one another, if it is made of others. At most judges_max.
  std::vector<const Area*> parts = {};
  // Of an area that a program brings along: the folder below which its scenarios are in one of its
  // name, and what tells its builds apart, as a capsule does.
  std::string scenario_folder = {}, build = {};
};

class Area {
 public:
  // What it gives outlives it.
  Area(AreaFacts facts, const AreaWorlds& worlds, const AreaFiles& files, const AreaChecks& checks,
       const AreaWords& words)
      : facts_(std::move(facts)), worlds_(worlds), files_(files), checks_(checks), words_(words) {}
  Area(const Area&) = delete;
  Area& operator=(const Area&) = delete;

  const AreaWorlds& worlds() const { return worlds_; }  // conformance/area/worlds.h
  const AreaFiles& files() const { return files_; }     // conformance/area/files.h
  const AreaChecks& checks() const { return checks_; }  // conformance/area/checks.h
  const AreaWords& words() const { return words_; }     // conformance/area/words.h

  const AreaFacts& facts() const { return facts_; }
  std::string_view name() const { return facts_.name; }
  bool has_parts() const { return !facts_.parts.empty(); }
  // The areas whose judges watch its worlds: its own, or its parts.
  std::vector<const Area*> judges() const {
    return has_parts() ? facts_.parts : std::vector<const Area*>{this};
  }
  // What was met, as rules, and by clauses.
  spec::Exercised rules_met(spec::Exercised rules, const spec::ClauseSet& clauses) const {
    return rules |= spec::rules_of(facts_.clauses, clauses);
  }
  // The broken rule that a state of a judged world names as its kind.
  const spec::Rule& rule_of_kind(std::uint64_t kind) const;

 private:
  AreaFacts facts_;
  const AreaWorlds& worlds_;
  const AreaFiles& files_;
  const AreaChecks& checks_;
  const AreaWords& words_;
};

}  // namespace conformance
