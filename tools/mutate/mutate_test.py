#!/usr/bin/env python3
"""The mutants of an engine of a few lines, with a gate of a few lines, and what becomes of each."""
import argparse
import io
import contextlib
import json
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

import build
import campaign
import engines
import listing
import mutate
import report
import syntax

ENGINE = """\
#include <cstdio>
#include <cstdlib>
#include "engine.h"
#define CHECK(condition) ((condition) ? void() : broken(#condition))
[[noreturn]] void broken(const char* text) {
  std::fprintf(stderr, "CHECK %s\\n", text);
  std::abort();
}
namespace engine::tiny {
namespace {
constexpr int limit = 3;
constexpr int both[limit] = {1, 2, 5};
int difference(int left, int right) {
  switch (left) {
    case 0: break;
    default: break;
  }
  return left - right;
}
}  // namespace
int Counter::next() {
  CHECK(count_ <= 100);
  unused_ = true;
  ++count_;
  return difference(count_, both[0]);
}
bool Counter::full() const { return count_ >= limit && kind() == Kind::Small; }
Kind Counter::kind() const {
  if (count_ > 50) return Kind::Large;
  return Kind::Small;
}
void Counter::reach(int count) {
  while (count_ < count) next();
  CHECK(count_ == count);
}
namespace {
struct Step {
  int by = 8;
};
constexpr Step step{};
}  // namespace
}  // namespace engine::tiny
"""
HEADER = """\
#pragma once
namespace engine::tiny {
enum class Kind { Small, Middle, Large };
class Counter {
 public:
  int next();
  bool full() const;
  Kind kind() const;
  void reach(int count);
 private:
  int count_ = 0;
  bool unused_ = false;
};
}  // namespace engine::tiny
"""
GATE = """\
#include <cstdio>
#include "engine.h"
int main(int, char** words) {
  std::FILE* results = std::fopen(words[1], "w");
  const auto check = [&](const char* name, bool passed) {
    std::fprintf(results, "{\\"check\\":\\"%s\\",\\"rule\\":\\"R-1\\",\\"outcome\\":\\"%s\\"}\\n", name,
                 passed ? "pass" : "fail");
    std::fflush(results);
    return passed;
  };
  engine::tiny::Counter counter;
  bool good = check("directed/first", counter.next() == 0 && !counter.full());
  good &= check("search/third", counter.next() == 1 && counter.next() == 2 && counter.full());
  counter.reach(6);
  good &= check("search/sixth", counter.next() == 6);
  return good ? 0 : 1;
}
"""


class Tiny:
    def __init__(self, root):
        self.root = pathlib.Path(root).resolve()
        room = self.root / "engine"
        room.mkdir()
        (room / "engine.cc").write_text(ENGINE)
        public = self.root / "include"
        public.mkdir()
        (public / "engine.h").write_text(HEADER)
        (self.root / "gate.cc").write_text(GATE)
        flags = ["-std=c++20", "-O0", f"-I{public}"]
        self.tree = build.Tree(self.root, self.root, ["c++"], flags, [room / "engine.cc"],
                               {"gate": ["c++", "OBJECTS", "gate.o", "-o", "OUTPUT"]})
        self.engine = engines.Engine(
            name="tiny", folder="engine", public="include", words="none", own="engine",
            gate=[engines.Step(["gate", engines.RESULTS])], programs={})

    def prepared(self):
        build.run(["c++", *self.tree.flags, "-c", "gate.cc", "-o", "gate.o"], self.root)
        run = mutate.Run(self.engine, self.tree, self.root / "mutants")
        # What does not end is ended after a second: the gate takes no hundredth of one.
        with unittest.mock.patch.object(campaign, "CPU_MORE", 1):
            run.prepare()
        return run


def arguments(path, **changed):
    return argparse.Namespace(**{"sample": 0, "seed": 1, "only": "", "shard": (0, 1), "jobs": 2,
                                 "budget": None, "survivors": None, "resume": path,
                                 **changed})


class TinyEngine(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.tiny = Tiny(cls.folder.name)
        cls.run_ = cls.tiny.prepared()
        cls.path = cls.tiny.root / "results.jsonl"
        with contextlib.redirect_stderr(io.StringIO()):
            cls.code = mutate.run_sample(arguments(cls.path), cls.run_)
        cls.results = report.read_lines(cls.path)[1:]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def outcome(self, change):
        found = [told for told in self.results if told["change"] == change]
        self.assertEqual(len(found), 1, f"{change}: {[t['change'] for t in self.results]}")
        return found[0]

    def test_every_mutant_has_an_outcome(self):
        self.assertEqual(self.code, 0)
        self.assertEqual(sorted(told["mutant"] for told in self.results),
                         list(range(len(self.run_.listing.mutants))))

    def test_each_kind_is_found(self):
        self.assertEqual({told["kind"] for told in self.results},
                         {"delete", "compare", "constant", "branch", "swap"})

    def test_survivors_are_those_that_the_gate_cannot_see(self):
        survivors = {told["change"] for told in self.results
                     if told["outcome"] == campaign.SURVIVED}
        self.assertEqual(survivors, {
            "switch (left) { ... -> (nothing)",
            "break -> (nothing)",
            "unused_ = true -> (nothing)",
            "true -> false",
            "count_ > 50 -> false",
            "count_ > 50 -> count_ >= 50",
            "50 -> 51",
            "50 -> 49",
            "Kind::Large -> Kind::Middle",
            "count_ >= limit && kind() == Kind::Small -> count_ >= limit",
            "2 -> 3",  # Elements that nobody reads.
            "2 -> 1",
            "5 -> 6",
            "5 -> 4",
            "8 -> 9",  # So is a field.
            "8 -> 7",
        })

    def test_what_others_compile_is_left_alone(self):
        self.assertEqual(self.run_.listing.in_public_headers, 2)
        self.assertEqual({told["file"] for told in self.results}, {"engine/engine.cc"})

    def test_a_jump_to_where_the_program_goes_anyhow_is_no_mutant(self):
        changes = [told["line"] for told in self.results if told["change"].startswith("break ")]
        self.assertEqual(changes, [15])

    def test_a_place_that_no_run_passes_is_told(self):
        self.assertFalse(self.outcome("Kind::Large -> Kind::Middle")["passed"])
        self.assertTrue(self.outcome("50 -> 49")["passed"])

    def test_what_killed_a_mutant_is_told(self):
        swapped = self.outcome("count_, both[0] -> both[0], count_")
        self.assertEqual((swapped["outcome"], swapped["by"], swapped["rule"]),
                         (campaign.BY_RULE, "search", "R-1"))
        self.assertEqual(self.outcome("count_ >= limit -> count_ < limit")["check"],
                         "directed/first")

    def test_a_check_that_fails_and_a_loop_without_end_are_faults(self):
        self.assertEqual(self.outcome("count_ < count -> count_ >= count")["by"], "CHECK")
        self.assertEqual(self.outcome("next() -> (nothing)")["by"], "hang")

    def test_what_the_compiler_computes_is_built_alone(self):
        self.assertEqual(self.outcome("1 -> 0")["outcome"], campaign.BY_RULE)
        alone = {mutant.change for mutant in self.run_.listing.mutants if not mutant.at_run_time}
        self.assertLessEqual({"1 -> 0", "8 -> 9"}, alone)  # What a field of a constant begins as.

    def test_what_does_not_compile_is_told(self):
        self.assertEqual(self.outcome("3 -> 2")["outcome"], campaign.NOT_COMPILED)

    def test_the_list_is_the_same_each_time(self):
        again = listing.list_mutants(self.tiny.tree, self.tiny.engine)
        self.assertEqual(again.digest(), self.run_.listing.digest())
        self.assertEqual(again.mutants, self.run_.listing.mutants)

    def test_a_sample_depends_on_its_seed_alone(self):
        found = self.run_.listing
        self.assertEqual(listing.sample(found, 9, 7), listing.sample(found, 20, 7)[:9])
        self.assertNotEqual(listing.sample(found, 9, 7), listing.sample(found, 9, 8))

    def test_shards_are_the_sample(self):
        path = self.tiny.root / "shard.jsonl"
        numbers = []
        for index in range(2):
            path.unlink(missing_ok=True)
            with contextlib.redirect_stderr(io.StringIO()):
                mutate.run_sample(arguments(path, sample=5, shard=(index, 2)), self.run_)
            numbers += [told["mutant"] for told in report.read_lines(path)[1:]]
        self.assertEqual(sorted(numbers), sorted(listing.sample(self.run_.listing, 5, 1)))

    def test_a_torn_file_is_gone_on_with(self):
        lines = self.path.read_text().splitlines(keepends=True)
        path = self.tiny.root / "torn.jsonl"
        path.write_text("".join(lines[:-3]) + lines[-3][:20])
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            mutate.run_sample(arguments(path), self.run_)
        self.assertEqual(len(said.getvalue().splitlines()), 3)
        self.assertEqual({told["mutant"] for told in report.read_lines(path)[1:]},
                         {told["mutant"] for told in self.results})

    def test_survivors_can_be_run_again(self):
        path = self.tiny.root / "again.jsonl"
        with contextlib.redirect_stderr(io.StringIO()):
            mutate.run_sample(arguments(path, survivors=self.path), self.run_)
        self.assertEqual({told["mutant"] for told in report.read_lines(path)[1:]},
                         {told["mutant"] for told in self.results
                          if told["outcome"] == campaign.SURVIVED})

    def test_results_of_other_mutants_are_refused(self):
        with self.assertRaises(mutate.UsageError):
            mutate.run_sample(arguments(self.path, seed=2), self.run_)

    def test_a_budget_that_is_spent_is_told(self):
        path = self.tiny.root / "budget.jsonl"
        self.assertEqual(mutate.run_sample(arguments(path, budget=-1), self.run_), 6)
        self.assertEqual(len(report.read_lines(path)), 1)

    def test_only_what_is_argued_and_reviewed_is_equivalent(self):
        told = dict(self.outcome("50 -> 49"))
        entry = {key: told[key] for key in ("file", "function", "source", "change")}
        for reviewed, outcome in ((False, campaign.SURVIVED), (True, campaign.EQUIVALENT)):
            judged = report.judge([dict(told)], [{**entry, "reviewed": reviewed}])
            self.assertEqual(judged[0]["outcome"], outcome)

    def test_the_report_shows_a_survivor_with_its_line(self):
        equivalent = self.tiny.root / "equivalent.json"
        equivalent.write_text("[]")
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            report.print_report([self.path], equivalent, False)
        self.assertIn("engine/engine.cc:23 delete in next", said.getvalue())
        self.assertIn("  unused_ = true;\n", said.getvalue())


class Equivalents(unittest.TestCase):
    def test_each_has_its_place_and_its_argument(self):
        for entry in json.loads((mutate.HERE / "equivalent.json").read_text()):
            self.assertEqual(set(entry), {"file", "function", "source", "change", "argument",
                                          "reviewed"})
            text = (mutate.ROOT / entry["file"]).read_text()
            self.assertIn(entry["source"], text, entry)
            self.assertTrue(entry["argument"])


if __name__ == "__main__":
    if not syntax.found():
        print("mutate_test.py: clang++ is not installed", file=sys.stderr)
        sys.exit(77)
    unittest.main()
