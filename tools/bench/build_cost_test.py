#!/usr/bin/env python3
"""What build_cost.py makes of a log that is written out here."""
import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest

import build_cost

BATCH = "sim/CMakeFiles/sim.dir/Unity/unity_others_0_cxx.cxx"
LOG = f"""\
# ninja log v5
0\t4000\t1\tsim/CMakeFiles/sim.dir/cmake_pch.hxx.gch\tb
0\t4000\t1\tsim/CMakeFiles/sim.dir/cmake_pch.hxx.d\tb
0\t9000\t1\tsim/CMakeFiles/sim.dir/search/visited.cc.o\ta
4000\t10000\t1\t{BATCH}.o\tc
10000\t10500\t1\ttools/orrery\td
0\t5000\t1\tsim/CMakeFiles/sim.dir/search/visited.cc.o\te
"""
INCLUDES = "".join(f'#include "/elsewhere/{name}"\n\n' for name in
                   ("sim/state/fields.cc", "sim/program/program.cc", "sim/program/read.cc"))


class BuildCost(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.build = pathlib.Path(folder.name)
        (self.build / ".ninja_log").write_text(LOG)
        (self.build / BATCH).parent.mkdir(parents=True)
        (self.build / BATCH).write_text(INCLUDES)

    def said(self, *arguments, code=0):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            self.assertEqual(build_cost.main([str(argument) for argument in arguments]), code)
        return out.getvalue() + err.getvalue()

    def found(self, *arguments):
        return json.loads(self.said(self.build, "--json", "--processors", 2, *arguments))

    def test_the_last_time_of_each_output_counts(self):
        self.assertEqual(self.found()["sources"]["sim: sim/search/visited.cc"], 5)

    def test_an_edge_with_two_outputs_counts_once(self):
        self.assertEqual(self.found()["rooms"]["sim (headers)"], 4)

    def test_the_first_edges_alone(self):
        found = self.found("--edges", 4)
        self.assertEqual(found["targets"], {"sim": 19, "(links, archives, others)": 0.5})

    def test_edges_that_run_at_once_share_the_processors(self):
        found = self.found("--edges", 4, "--processors", 1)["targets"]
        self.assertEqual(found, {"sim": 10, "(links, archives, others)": 0.5})

    def test_a_batch_counts_for_its_rooms(self):
        rooms = self.found()["rooms"]
        self.assertEqual((rooms["sim/program"], rooms["sim/state"]), (4, 2))

    def test_a_log_alone_names_its_batches(self):
        (self.build / BATCH).unlink()
        self.assertIn("sim/Unity/unity_others_0_cxx.cxx", self.said(self.build / ".ninja_log"))

    def test_two_builds_are_compared(self):
        before = self.build / "before"
        before.write_text(LOG.replace("10000", "22000").replace("22000\t10500", "22000\t22500"))
        self.assertRegex(self.said(self.build, "--processors", 2, "--before", before),
                         r"6\.0 +\d+\.\d % +18\.0 +0\.33  |15\.5 100\.0 % +27\.5 +0\.56  all")

    def test_processor_time_is_kept_and_read_in_place_of_the_log(self):
        record = self.build / build_cost.RECORD
        source = "import sys; sys.exit(7)"
        self.said("--record", record, sys.executable, "-c", source, "-o",
                  "sim/CMakeFiles/sim.dir/search/visited.cc.o", code=7)
        found = self.found()
        self.assertEqual(found["seconds_are"], "measured")
        self.assertEqual(list(found["targets"]), ["sim"])

    def test_what_cannot_be_read_is_said(self):
        self.assertIn("cannot be read", self.said(self.build / "nothing", code=2))
        (self.build / ".ninja_log").write_text("words\n")
        self.assertIn("is no log", self.said(self.build, code=2))
        self.assertIn("is not empty", self.said(self.build, "--measure", code=2))


if __name__ == "__main__":
    unittest.main()
