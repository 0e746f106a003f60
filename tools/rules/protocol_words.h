// The words of the protocol of subjects and of the head and lines of traces, which belong to no
// area.
#pragma once
#include <string_view>

namespace tools {

struct ProtocolWord {
  std::string_view word, kind, says;
};

inline constexpr std::string_view in_message = "member of a message to a subject",
                                  in_answer = "member of a subject's answer", grade = "grade",
                                  in_trace = "member of a trace", port_sort = "sort of a member",
                                  of_mock = "word of serve --area monitor", term = "term",
                                  of_result = "outcome of a check", of_gate = "end of a gate";

inline constexpr ProtocolWord protocol_words[] = {
    {"hello", in_message,
     "Greets a program: the first message of each process, with the version of the protocol and a "
     "digest of the words of each area."},
    {"protocol", in_message, "The version of the protocol, of hello."},
    {"ports", in_message, "The digests of the areas' words, of hello."},
    {"begin", in_message, "A run begins, of an area and a setup: everything before is forgotten."},
    {"restore", in_message,
     "Be as you were when you told this state; only for a program of the grade save_restore."},
    {"events", in_message, "What happens, in order; what is answered is said to the last of them."},
    {"after_ms", in_message, "So much virtual time has passed since the event before."},
    {"n", in_message, "The number of a message, which its answer repeats."},
    {"revision", in_message, "Which table of tools, profile or set of rules a run is judged by."},
    {"limits", in_message, "Periods and bounds of the area modality, in a setup or a trace."},
    {"commands", in_answer, "What the program says to the last event, in order."},
    {"state", in_answer,
     "A text of all that decides what the program will do: equal texts, equal futures. Times in it "
     "count from now."},
    {"failed", in_answer, "Any text in place of commands: the program cannot go on (FLT-01)."},
    {"areas", in_answer, "Of the first answer: what the program is a subject of."},
    {"grade", in_answer, "Of the first answer: plain, digest or save_restore."},
    {"panes", in_answer,
     "In ack: what a look at the generation of the panes reads; left out, it stays as it was."},
    {"listening", in_answer,
     "In ack: how many listeners for replies of single calls there are now (ACK-17); left out: "
     "nobody asks."},
    {"table", in_message,
     "Of the setup of ack, with --table: the rows of the tool table that the run is judged by."},
    {"follows", in_message,
     "Of the setup of ack, with --table: the revision that the table goes by in what it leaves "
     "out."},
    {"poll_ms", in_message,
     "Of a row of such a table: how often is looked at least; 0: nothing is looked for."},
    {"first_port", in_message, "Of the setup of monitor: the first of the ports that are scanned."},
    {"probes_at_once", in_message,
     "Of the setup of monitor: how many ports are asked at the same time, at most."},
    {"jitter_percent", in_message,
     "Of the setup of monitor: by how much of it a pause may differ, so that many do not come back "
     "at once."},
    {"seed", in_message,
     "Of the setup of appserver and monitor: what the jitter of pauses is drawn from."},
    {"opts_out", in_message,
     "Of the setup of appserver: bits of the notifications that its initialize wants none of."},
    {"plain", grade, "No state is told: a run is known by all that happened in it."},
    {"digest", grade, "Each answer tells a state: what was reached twice is searched once."},
    {"save_restore", grade, "As digest; and a state can be given back, to go on from there."},
    {"trace", in_trace, "1, the version of the format; the first member of the head."},
    {"importing", in_trace, "Modality: the build is being imported when the trace begins."},
    {"tells", in_trace, "The kinds of lines that the log tells; left out: all of them."},
    {"note", in_trace, "Anything, for a person."},
    {"t_ms", in_trace, "When, in milliseconds from any beginning; it never goes back."},
    {"by", in_trace, "Ack: the call whose action caused it."},
    {"ended", in_trace, "The last line: nothing more will come, and what is owed is missing."},
    {"revisions", in_answer,
     "Of the first answer: whose tables it works by, a list; left out: all of them."},
    {"without", in_answer, "Of the first answer: words of what cannot happen to the program."},
    {"histories", in_message, "Two runs after which a program ought to have answered alike."},
    {"pass", of_result, "It was judged to its end, and nothing failed."},
    {"fail", of_result, "A rule is broken, and the print says how."},
    {"error", of_result,
     "The harness failed, or a file cannot be read: nothing is said of the subject."},
    {"not_exercised", of_result, "Nothing that this is about came up in any run."},
    {"not_applicable", of_result,
     "It says nothing of this subject: of another table, or of what the subject is without."},
    {"known", of_result, "It fails as the file of --known says that it does."},
    {"remark", of_result, "It fails by a rule of a weaker level than the one that decides."},
    {"through", of_result,
     "It is red only through another row, of which the same failure is told: it counts there."},
    {"passed", of_gate, "Everything that was selected was judged to its end, and nothing failed."},
    {"failed", of_gate, "A check failed, or one that is listed as known did not."},
    {"judged_nothing", of_gate, "What was selected says nothing of the subject: not passed."},
    {"nothing_selected", of_gate, "No check is of what was selected: not passed."},
    {"interrupted", of_gate, "Somebody stopped it: what was decided stays decided."},
    {"unsteady", term,
     "A subject that is not the same twice: it reads a clock, or chance decides, or a run leaks "
     "into the next, or its state leaves something out."},
    {"boolean", port_sort, "true or false."},
    {"integer", port_sort, "A number without a fraction, from zero on."},
    {"ms", port_sort, "Milliseconds, a number without a fraction, at most 600000."},
    {"id", port_sort, "A small number by which a thing is told again."},
    {"name", port_sort, "A text that the table has, or null for none."},
    {"server_other", of_mock, "The mock IDE answers everything as another web server does."},
    {"pings_stop", of_mock, "The mock IDE sends no pings any more."},
    {"line_torn", of_mock, "The mock IDE sends half a line, then ends the stream."},
    {"stop", of_mock, "The mock IDE ends."},
    {"slow_snapshot", of_mock, "The first snapshot of a stream comes late."},
    {"no_stream_address", of_mock, "The mock IDE's own server has the older address alone."},
    {"must", term, "The level of a rule that a program has to keep: breaking it fails the gate."},
    {"should", term, "The level of a rule that is good to keep."},
    {"proposed", term, "The level of a rule that is not agreed on yet."},
    {"incomplete", term, "The gate could not look at all that it was to look at: no verdict."},
    {"slack", term,
     "How late, in milliseconds, what happened may stand in a trace: a real reaction is written "
     "down a little after what it reacts to."},
    {"capsule", term,
     "One failing run as a file: the scenario, its choices and the build that it failed in."},
    {"schedule", term,
     "The choices of one run, in order: who moves next, and which of the possible latencies it "
     "is."},
    {"subject", term, "What is judged: an engine, a mutant of it, or a program of yours."},
    {"mutant", term,
     "An engine with one planted defect, which the rules that it names must catch."},
    {"level", term, "How much a rule weighs: must, should or proposed."},
    {"clause", term, "One way in which a rule is judged: an act, when it is owed, and by when."},
    {"fingerprint", term, "One number over all that a gate did: equal numbers, equal runs."}};

}  // namespace tools
