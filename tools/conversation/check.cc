// orrery check: recorded conversations against the rules of the protocol.
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "area/area.h"
#include "command/options.h"
#include "command/output.h"
#include "command/signals.h"
#include "command/terminal.h"
#include "command/words.h"
#include "conversation/check_report.h"
#include "engine/codec/rpc.h"
#include "recordings/appserver/transcript.h"
#include "results/known_file.h"
#include "results/words.h"
#include "spec/appserver/dialect.h"

namespace tools {
namespace {

using conformance::appserver::BadInput;
using conformance::appserver::RecordedLine;
using spec::appserver::Side;

using engine::rpc::Reason;
using nlohmann::json;

// Another JSON library's opinion of each line that the codec judged: nlohmann's parser.
class CrossCheck {
 public:
  using Sink = std::function<void(const conformance::appserver::RecordedLine& line,
                                  const std::string& says)>;
  explicit CrossCheck(Sink sink) : sink_(std::move(sink)) {}

  void see(const conformance::appserver::RecordedLine& line, const engine::rpc::Item& item);
  std::uint64_t compared() const { return compared_; }

 private:
  Sink sink_;
  std::uint64_t compared_ = 0;
};

// Rejected by rules of ours and not of JSON, or because the bytes are not all there.
constexpr std::array ours{Reason::TooLong,   Reason::EndOfInput,     Reason::NulByte,
                          Reason::TooDeep,   Reason::ByteOrderMark,  Reason::Scalar,
                          Reason::Array,     Reason::NotAMessage,    Reason::IdType,
                          Reason::IdRange,   Reason::MethodType,     Reason::ErrorShape,
                          Reason::CodeRange, Reason::ResultAndError, Reason::DuplicateKey};

// Without exceptions; what is beyond a double is the one thing that it refuses and we keep.
class Acceptor : public json::json_sax_t {
 public:
  bool overflow = false;
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(std::int64_t) override { return true; }
  bool number_unsigned(std::uint64_t) override { return true; }
  bool number_float(double, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(json::binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool key(std::string&) override { return true; }
  bool parse_error(std::size_t, const std::string&, const json::exception& fault) override {
    overflow = fault.id == 406;
    return false;
  }
};

bool same_id(const json& object, const engine::rpc::Message& message) {
  const auto id = engine::rpc::id_of(message);
  const auto found = object.find("id");
  if (!id) return found == object.end();
  if (found == object.end() || id->is_text != found->is_string()) return false;
  return id->is_text ? found->get<std::string>() == id->text.decoded()
                     : found->get<std::int64_t>() == id->number;
}

bool same_method(const json& object, const engine::rpc::Message& message) {
  const auto method = engine::rpc::method_of(message);
  const auto found = object.find("method");
  if (!method) return found == object.end();
  return found != object.end() && found->is_string() &&
         found->get<std::string>() == method->decoded();
}

std::string difference(const engine::rpc::Accepted& accepted) {
  Acceptor verdict;
  if (!json::sax_parse(accepted.whole, &verdict))
    return verdict.overflow ? "" : "the codec accepts it, and nlohmann finds no JSON";
  const auto object = json::parse(accepted.whole, nullptr, false);
  if (!object.is_object()) return "the codec accepts it, and nlohmann finds no object";
  if (!same_id(object, accepted.message)) return "the codec and nlohmann read different ids";
  if (!same_method(object, accepted.message))
    return "the codec and nlohmann read different methods";
  return {};
}

std::string difference(const engine::rpc::Rejected& rejected, std::string_view line) {
  if (std::ranges::find(ours, rejected.reason) != ours.end() || !json::accept(line)) return {};
  return fmt::format("the codec rejects it ({}), and nlohmann finds JSON",
                     engine::rpc::text_of(rejected.reason).name);
}

void CrossCheck::see(const conformance::appserver::RecordedLine& line,
                     const engine::rpc::Item& item) {
  std::string says;
  if (const auto* accepted = std::get_if<engine::rpc::Accepted>(&item)) {
    says = difference(*accepted);
  } else if (const auto* rejected = std::get_if<engine::rpc::Rejected>(&item)) {
    if (line.no_newline) return;
    says = difference(*rejected, line.bytes);
  } else {
    return;
  }
  ++compared_;
  if (!says.empty()) sink_(line, says);
}

constexpr Help check_help{
    .command = "check",
    .operands = "TRANSCRIPT...",
    .says =
        "Judges recorded conversations with an app-server by the rules of the protocol: a line "
        "for\n"
        "each breach, with file, line, time and whose it is, then a summary. A recording is a file "
        "of JSON\n"
        "lines with t_ms, dir and raw (docs/TRANSCRIPTS.md); - reads one from stdin. Files whose\n"
        "names end in .c2s and .s2c hold the plain lines of one direction; a pair of the same "
        "name\n"
        "is judged together, and one alone by the rules of single lines (WIRE) only.\n"
        "NAME.notes.jsonl is skipped beside other files. A recorded line of up to 192 MiB is held\n"
        "in memory. `orrery explain RULE` says what a rule asks for.\n"
        "\n"
        "In what a version of the server is known to deviate is a note, and so is what is open at\n"
        "the end. A recording in which nothing happens but the handshake is not judged.\n"
        "\n"
        "Exit code: 0 no rule is broken, 1 one is, 2 something given cannot be judged, 3 the two\n"
        "libraries of --cross-check differ. Of several 2 wins, then 3, then 1.",
    .examples =
        "orrery check recordings/samples/*.jsonl\n"
        "orrery check session.jsonl --cross-check\n"
        "orrery check --dialect draft session.c2s session.s2c\n"
        "orrery check - --json < session.jsonl"};

const std::vector<std::string> dialects{"codex", "draft"}, sides{"client", "server"};

struct Source {
  std::string recording;             // Or
  std::array<std::string, 2> plain;  // the client's file and the server's; empty: not given.
};

// Without the notes that lie beside recordings, as long as something else is given.
std::vector<std::string> recordings_of(const std::vector<std::string>& operands) {
  constexpr std::string_view notes = ".notes.jsonl";
  std::vector<std::string> out;
  for (const auto& path : operands)
    if (!path.ends_with(notes)) out.push_back(path);
  if (out.empty()) return operands;
  for (const auto& path : operands)
    if (path.ends_with(notes))
      print_error(fmt::format("orrery check: {}: skipped, for it holds notes.\n", path));
  return out;
}

// Pairs NAME.c2s with NAME.s2c; in the order of the first of each.
std::vector<Source> sources_of(const std::vector<std::string>& operands) {
  std::vector<Source> out;
  for (const auto& path : operands) {
    const bool client = path.ends_with(".c2s"), server = path.ends_with(".s2c");
    if (!client && !server) {
      out.push_back({.recording = path, .plain = {}});
      continue;
    }
    const auto stem = path.substr(0, path.size() - 4);
    const auto pair = std::ranges::find_if(out, [&](const Source& source) {
      return source.plain[client ? 1 : 0] == stem + (client ? ".s2c" : ".c2s") &&
             source.plain[client ? 0 : 1].empty();
    });
    auto& source = pair != out.end() ? *pair : out.emplace_back();
    source.plain[client ? 0 : 1] = path;
  }
  return out;
}

struct Run {
  const spec::appserver::Dialect* dialect = &spec::appserver::codex;
  bool json = false, cross_check = false;
  std::optional<Side> judged;
  KnownFindings known;
  std::vector<KnownFinding> unknown;  // What failed and is not known.
  std::uint64_t stale = 0;            // What is known to fail, and passed.
  std::uint64_t failed = 0, not_judged = 0, refused = 0, differing = 0;
};

class FileCheck {
 public:
  FileCheck(Run& run, std::array<std::string, 2> names)
      : run_(run),
        report_(std::move(names), run.json, run.known),
        check_(*run.dialect, [this](const auto& finding) { report_.take(finding); }),
        cross_([this](const auto& line, const auto& says) {
          progress_.clear();
          report_.difference(line, says);
        }) {
    if (run.judged) check_.set_judged(*run.judged);
    if (run.cross_check)
      check_.set_on_item([this](const auto& line, const auto& item) { cross_.see(line, item); });
  }

  void recording(const std::string& path) {
    CheckInput input(path, &progress_);
    conformance::appserver::TranscriptReader reader(
        [this](const RecordedLine& line) { check_.take(line); });
    for (auto bytes = input.read(); !bytes.empty() && reader.feed(bytes); bytes = input.read()) {}
    if (!input.error().empty()) return refuse(path, {0, input.error()});
    if (!reader.finish()) return refuse(path, *reader.error());
    if (reader.ends_within_a_line())
      report_.take(note(reader.lines() + 1, "the file ends within a line, which was left out"));
    if (reader.first_of_stderr() != 0)
      report_.take(note(reader.first_of_stderr(), "stderr, which is not decoded"));
    finish(reader.lines());
  }

  void plain(const std::array<std::string, 2>& paths) {
    const auto take = [this](const RecordedLine& line) { check_.take(line); };
    check_.set_unordered();
    std::array<conformance::appserver::PlainReader, 2> readers{
        conformance::appserver::PlainReader(Side::Client, take),
        conformance::appserver::PlainReader(Side::Server, take)};
    CheckInput client(paths[0].empty() ? "/dev/null" : paths[0], &progress_);
    CheckInput server(paths[1].empty() ? "/dev/null" : paths[1], &progress_);
    if (!client.error().empty()) return refuse(paths[0], {0, client.error()});
    if (!server.error().empty()) return refuse(paths[1], {0, server.error()});
    if (paths[1].empty()) check_.set_one_sided(Side::Client);
    if (paths[0].empty()) check_.set_one_sided(Side::Server);
    bool client_open = true, server_open = true;
    while (client_open || server_open) {
      if (client_open && (check_.needs(Side::Client) || !server_open))
        client_open = step(client, readers[0], Side::Client);
      if (server_open && (check_.needs(Side::Server) || !client_open))
        server_open = step(server, readers[1], Side::Server);
    }
    if (!client.error().empty()) return refuse(paths[0], {0, client.error()});
    if (!server.error().empty()) return refuse(paths[1], {0, server.error()});
    const auto lines = readers[0].lines() + readers[1].lines();
    if (lines == 0)
      return refuse(paths[0].empty() ? paths[1] : paths[0],
                    {0, "it holds no line; record the conversation again"});
    finish(lines);
  }

 private:
  bool step(CheckInput& input, conformance::appserver::PlainReader& reader, Side side) {
    const auto bytes = input.read();
    if (!bytes.empty()) {
      reader.feed(bytes);
      return true;
    }
    reader.finish();
    check_.finish(side);
    return false;
  }

  static conformance::appserver::TranscriptFinding note(std::uint64_t line, std::string says) {
    conformance::appserver::TranscriptFinding note{.place = {}, .says = std::move(says)};
    note.place.line = line;
    return note;
  }

  void refuse(const std::string& name, const BadInput& error) {
    ++run_.refused;
    progress_.clear();
    report_.refused(name == "-" ? "stdin" : name, error);
  }

  void finish(std::uint64_t lines) {
    check_.finish();
    progress_.clear();
    report_.finish(check_, lines, cross_.compared());
    if (report_.failed()) ++run_.failed;
    for (const auto& each : report_.unknown())
      run_.unknown.push_back({each.check, each.rule, each.fails, "not looked at yet"});
    if (report_.not_judged()) ++run_.not_judged;
    if (report_.differs()) ++run_.differing;
  }

  Run& run_;
  ProgressLine progress_;
  CheckReport report_;
  conformance::appserver::TranscriptCheck check_;
  CrossCheck cross_;
};

void judge(Run& run, const Source& source) {
  if (source.recording.empty()) return FileCheck(run, source.plain).plain(source.plain);
  const auto& path = source.recording;
  const std::string name = path == "-" ? "stdin" : path;
  FileCheck(run, {name, name}).recording(path);
}

int exit_code_of(const Run& run) {
  if (caught_signal() != 0) return exit_code::interrupted + caught_signal();
  if (run.refused > 0 || run.not_judged > 0) return exit_code::usage;
  if (run.differing > 0) return exit_code::harness;
  return run.failed + run.stale > 0 ? exit_code::failed : exit_code::passed;
}

void print_summary(const Run& run, std::uint64_t sources) {
  if (run.json) {
    const nlohmann::ordered_json summary{{"recordings", sources},
                                         {"failed", run.failed},
                                         {"not_judged", run.not_judged},
                                         {"refused", run.refused},
                                         {"exit", exit_code_of(run)}};
    return print_out(dump({{"summary", summary}}) + "\n");
  }
  if (sources < 2) return;
  print_out(fmt::format("{}: {} failed, {} could not be judged\n", counted(sources, "recording"),
                        run.failed, run.refused + run.not_judged));
}

}  // namespace

int check_conversations(Arguments arguments) {
  CommandLine line(check_help);
  add_area_option(line, "check");
  line.option("dialect", "codex|draft", "What the server speaks; codex if not given.");
  line.flag("cross-check", "Decode every line with another JSON library too.");
  line.option("judge", "client|server", "Judge this side alone; both if not given.");
  line.option("known", "FILE",
              "What is known to fail, with a reason each: it counts, and does not fail.");
  line.output("write-known", "Such a file, of what fails now.");
  line.flag("json", "Print JSON Lines: breaches, notes, a summary per file, one of all.");
  if (!line.parse(arguments)) return exit_code::passed;
  if (line.operands().empty())
    throw UsageError("it needs at least one recording; - reads one from stdin.");
  if (std::ranges::count(line.operands(), "-") > 1)
    throw UsageError("stdin can be read only once; give - once, and files for the others.");
  Run run;
  run.json = line.has("json");
  run.cross_check = line.has("cross-check");
  if (const auto dialect = line.one_of("dialect", dialects))
    run.dialect = spec::appserver::find_dialect(dialects[*dialect]);
  if (const auto side = line.one_of("judge", sides))
    run.judged = *side == 0 ? Side::Client : Side::Server;
  if (const auto file = line.text("known")) run.known = KnownFindings(*file);
  const auto written = line.output_file("write-known");
  const auto sources = sources_of(recordings_of(line.operands()));
  try {
    for (const auto& source : sources) judge(run, source);
  } catch (const Interrupted&) {
    print_summary(run, sources.size());
    throw;
  }
  for (const auto& says : run.known.stale()) {
    ++run.stale;
    print_out((run.json ? dump(nlohmann::ordered_json{{"stale", says}}) : says) + "\n");
  }
  print_summary(run, sources.size());
  if (written && !write_whole_file(*written, known_file(run.unknown))) return exit_code::harness;
  return exit_code_of(run);
}

}  // namespace tools
