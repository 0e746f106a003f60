"""Where bytes that somebody else wrote come in: every line that opens a file or a folder, or has a
library parse JSON. What others wrote is read with bounds, by sim/files/scenario_file.h (files),
sim/files/document.h and sim/files/json_source.h (JSON); so each other place is listed here, with
the reason why it needs none.
"""
import re

# How many lines of a file read, and why they may.
PLACES = """
sim/files/document.cc 2: one of the readers
sim/files/json_source.cc 1: one of the readers
sim/files/scenario_file.cc 1: one of the readers
sim/files/scenario_texts.h 2: files of this tree, for whoever works on it
sim/files/format_schema.cc 3: a text that this program made
sim/files/format_write.cc 1: a text that this program made
sim/appserver/encode.cc 1: a text that this program made
sim/program/read.cc 1: a text that this program made
conformance/ack/program.cc 1: a text that this program made
conformance/ack/told.cc 1: a text that this program made
conformance/modality/run_trace.cc 2: a text that this program made
conformance/appserver/checks/served.cc 2: a text that this program made
conformance/monitor/mutants/parts.cc 1: a broken monitor reads as it likes
conformance/run/play.cc 1: a text that this program made
conformance/run/recorded_engine.h 2: a text that this program made
conformance/run/vector_groups.h 1: a text that this program made
conformance/run/vectors.cc 5: a text that this program made
recordings/trace/trace_reader.cc 1: whether a line was cut off; its size is bounded
fuzz/meaning.cc 2: two libraries are compared; nothing is kept
fuzz/profile.cc 1: two libraries are compared; nothing is kept
fuzz/entry/replay_main.cc 2: files of this tree, for whoever works on it
tools/bench/bench_codec.cc 1: two libraries are compared; nothing is kept
tools/command/output.cc 1: it is written
tools/command/selection.cc 1: names alone
tools/conversation/check.cc 3: two libraries are compared; nothing is kept
tools/conversation/tape.cc 1: it is written
tools/fuzz_files/main.cc 2: files of this tree, for whoever works on it
tools/fuzz_files/formats.cc 2: files of this tree, for whoever works on it
tools/gate/journal.cc 2: results are locked while they are read, up to a size
tools/ide/serve_ide.cc 1: it is written
tools/process/process.cc 4: /dev/null and /proc
tools/area/area.cc 1: recordings come in pieces, of pipes as well
tools/report/report.cc 1: names alone
tools/rules/explained.cc 1: a text that this program made
tools/rules/port_words.cc 2: a text that this program made
tools/serve/results.cc 1: a text that this program made
tools/subject/doubted.cc 1: a text that this program made
tools/subject/histories.cc 2: a text that this program made
tools/subject/subject.cc 1: a text that this program made
tools/watch/folder.cc 4: a marker's own reader, up to a size, and /proc
tools/world/capsule.cc 1: a text that this program made
tools/world/shrink.cc 1: a text that this program made
"""
LINES = {file: int(lines) for file, lines in re.findall(r"(\S+) (\d+):", PLACES)}

READING = re.compile(r"\b(ordered_json|[jJ]son)::(parse|accept|sax_parse)\(|\bown_document<"
                     r"|\bi?fstream\b|(?<!\w)::open(at|dir)?\(|\bfopen\(|directory_iterator"
                     r"|\bfilebuf\b|\b(freopen|popen)\(|getline\(cin|\bstd::cin\b", re.A)


def misread(path, source):
    """What of a file goes past the readers, or is listed and is not there."""
    listed = LINES.get(path, 0)
    found = [line for line in source.code_lines_with(READING) if line not in source.includes]
    for line in found[listed:]:
        yield line, ("it opens or parses: say sim::text_of_file or sim::read_document, or in "
                     "tools/tidy/readers.py why not")
    if len(found) < listed:
        yield 0, (f"tools/tidy/readers.py lists {listed} lines that open or parse; "
                  f"{len(found)} do")
