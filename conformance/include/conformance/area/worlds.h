// What of an area can be run: its worlds by name, those that its gate exhausts and samples, and the
// models that drivers run.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/area/table.h"
#include "conformance/run/any_model.h"
#include "conformance/run/plan.h"

namespace conformance {

struct Rerun;

// A world that has a name, other than a scenario's: "table:quick". `error` if the name is one of
// the area's and there is no such world.
struct NamedWorld {
  std::optional<AnyPlan> plan = {};
  std::string error = {};
  AnyExpectation expect = {};
};

struct SelftestWorld {
  std::string name;    // As named() takes it.
  bool large = false;  // Not worth a second search where a directed check has caught a mutant.
};

struct SampledWorld {
  AnyPlan plan;
  std::string name;  // What `orrery replay` takes.
};

// What cannot happen to a program that says that it is `without` this.
struct LackWord {
  std::string_view word, description;
  std::string_view rules = {};  // That are about nothing else, separated by spaces.
  // How the events begin in which it happens, as programs are told them: a run ends before them.
  std::string_view event = {};
  bool operator==(const LackWord&) const = default;
};

struct WorldFacts {
  std::string_view of = {};                  // Whose worlds they are: "the monitor".
  std::vector<std::string_view> forms = {};  // Of names: "sample:LINE:SEED:RUN".
  // Of its table, that which is taken by default first: those that ship.
  std::vector<std::string_view> revisions = {};
  // So many of them a program works by that names none of them.
  std::size_t usual_revisions = std::numeric_limits<std::size_t>::max();
  std::string_view row_key = {},
                   row_legend = {};  // The letters of RowName::key, and their meaning.
  std::span<const LackWord> may_lack = {};
  // What two rows fail alike are two failures: each is a thing of the subject's own. Else rows are
  // situations of one thing, and a failure by the same acts is told once.
  bool rows_stand_alone = false;
  // Its random runs leave something to shrink: they are larger than its scenarios.
  bool samples_are_large = false;
};

class AreaWorlds {
 public:
  virtual ~AreaWorlds() = default;
  AreaWorlds(const AreaWorlds&) = delete;
  AreaWorlds& operator=(const AreaWorlds&) = delete;

  const WorldFacts& facts() const { return facts_; }

  // By default those that find_plan() finds, all with the prefix of the first of names().
  virtual NamedWorld named(std::string_view name) const;
  virtual std::vector<std::string> names() const { return {}; }  // Examples included.
  // Where mutants without a scenario are looked for, in this order; by default in names().
  virtual std::vector<SelftestWorld> for_selftest() const;

  // `subject` is one of the area: is_subject(). The plan outlives it.
  virtual std::unique_ptr<const AnyModel> model(const PlanRef& plan,
                                                const Candidate& subject) const = 0;
  // A search of its table. An area with a matrix of soundness also tells how calls ended:
  // Explored::ended and ::lie_runs.
  virtual Explored explore_table(const PlanRef& plan, const Candidate& subject,
                                 const sim::SearchOptions& options,
                                 const sim::Parallel& parallel) const;

  // Random runs of worlds that are too large to search, by row: the plan of a run, and runs.
  virtual std::size_t sampled_rows(std::string_view) const { return 0; }
  virtual SampledWorld sampled(const SampleRequest& request, std::uint64_t run) const;
  // By default all runs of a row are of the same world.
  virtual Sampled sample(const SampleRequest& request, const sim::Parallel& parallel,
                         const GoOn& go_on) const;

  // What its gate exhausts and samples. By default: each of for_selftest(), and the rows that are
  // sampled.
  virtual AreaTable table(const TableRequest& request) const;

  // Of its table: those that ship, and behind them those that were added.
  virtual std::vector<std::string> revisions() const;
  // Whether a subject works by the table of a revision: our own by all, a program by those that it
  // names, or else by the usual ones.
  bool works_by(std::string_view subject, std::string_view revision) const;
  bool is_usual(std::string_view revision) const;
  // Likewise, but of a program that names none of this area nothing is known.
  bool may_work_by(std::string_view subject, std::string_view revision) const;
  // Whose rows are judged: the revision that is asked for, or the first that the subject works by;
  // empty: the area has none.
  std::string revision_taken(std::string_view subject, std::string_view asked) const;
  // Of the table that a world of this area, or of one made of it, is over; empty: of none.
  virtual std::string revision_of(const AnyPlan&) const { return {}; }

  // The plan over the table of another revision, if what is called there means the same by both.
  virtual std::optional<AnyPlan> over_table(const AnyPlan&, std::string_view) const {
    return std::nullopt;
  }
  // Why no run of the plan can happen to this subject, by what that says of itself; empty: some
  // can.
  virtual std::string lacking(const AnyPlan&, const Candidate&) const { return {}; }
  // What is left of the plan, if its runs of that kind are left out of it from the start; nothing:
  // it is as it was.
  virtual std::optional<AnyPlan> left_of(const PlanRef&, const Candidate&) const {
    return std::nullopt;
  }
  // Of a run that failed: the row of the table whose call it is about, if the world is not `of_row`
  // itself, as its first call is; else empty.
  virtual std::string row_concerned(const PlanRef&, const Rerun&, bool of_row) const;

  // A plan of an area that is made of others may leave some of them out.
  virtual bool has_part(const AnyPlan&, const Area&) const { return true; }
  // What a plan of this area holds of one of its judges.
  virtual AnyPlan part_of(const AnyPlan& plan, const Area&) const { return plan; }
  // What a plan asks to go wrong: a scenario in which some of it never does shows nothing.
  virtual std::vector<std::string> faults_of(const PlanRef&) const { return {}; }

 protected:
  explicit AreaWorlds(WorldFacts facts) : facts_(std::move(facts)) {}

  virtual std::optional<AnyPlan> find_plan(std::string_view) const { return std::nullopt; }
  // There is no world of this name; these there are.
  NamedWorld no_world(std::string_view name, std::string_view valid) const;

 private:
  WorldFacts facts_;
};

// The worlds of an area that has few.
struct ListedWorld {
  std::string name;
  AnyPlan plan;
  bool searched = false, sampled = false;  // By its gate; else it is an example.
};
class ListedWorlds : public AreaWorlds {
 public:
  std::vector<std::string> names() const override;
  std::vector<SelftestWorld> for_selftest() const override;
  std::size_t sampled_rows(std::string_view revision) const override;
  SampledWorld sampled(const SampleRequest& request, std::uint64_t run) const override;

 protected:
  using AreaWorlds::AreaWorlds;
  virtual std::vector<ListedWorld> listed() const = 0;
  std::optional<AnyPlan> find_plan(std::string_view name) const override;
};

}  // namespace conformance
