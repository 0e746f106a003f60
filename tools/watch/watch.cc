// orrery watch: running IDEs, found and followed.
#include <unistd.h>

#include <cstdlib>

#include <fmt/format.h>

#include "command/options.h"
#include "command/output.h"
#include "net/loop.h"
#include "watch/watcher.h"

namespace tools {
namespace {

using engine::monitor::Ports;

constexpr Help watch_help{
    .command = "watch",
    .says =
        "Finds the IDEs that run on this machine, by their marker files in the home folder and by\n"
        "their ports on 127.0.0.1, follows each one's list of projects, and says what it finds "
        "and\n"
        "what changes: the engine that the gate judges, on real files and sockets\n"
        "(docs/MONITOR.md). It asks nobody but this machine, and tells no token.\n"
        "\n"
        "Exit code: 0 its time was up, 2 bad usage, 130 and 143 interrupted.",
    .examples =
        "orrery watch\n"
        "orrery watch --json --for 10s\n"
        "orrery watch --home home --ports 64400-64409 --record streams.jsonl"};

// "63342-63361", "63342".
Ports ports_of(const CommandLine& line, const std::string& text) {
  const auto dash = text.find('-');
  const auto first = parse_number(text.substr(0, std::min(dash, text.size())));
  const auto last = dash == text.npos ? first : parse_number(text.substr(dash + 1));
  if (!first || !last || *first == 0 || *last > 65'535 || *first > *last)
    line.refuse("ports", fmt::format("\"{}\" is no range of ports, as in 63342-63361.", text));
  return {static_cast<std::uint16_t>(*first), static_cast<std::uint16_t>(*last)};
}

engine::monitor::Limits limits_of(const CommandLine& line) {
  engine::monitor::Limits out;
  const auto ranges = line.texts("ports");
  if (ranges.empty()) return out;
  out.ports = {};
  if (ranges == std::vector<std::string>{"none"}) return out;
  if (ranges.size() > out.ports.size()) line.refuse("ports", "at most two ranges.");
  for (std::size_t i = 0; i < ranges.size(); ++i) out.ports[i] = ports_of(line, ranges[i]);
  if (out.ports[1].count() > 0 && out.ports[1].first <= out.ports[0].last &&
      out.ports[0].first <= out.ports[1].last)
    line.refuse("ports", "a port stands in both ranges.");
  if (out.ports_count() > engine::monitor::Live::ports ||
      out.ports[0].count() > engine::monitor::Live::ports)
    line.refuse("ports", fmt::format("at most {} of them.", engine::monitor::Live::ports));
  return out;
}

}  // namespace

int watch_command(Arguments arguments) {
  CommandLine line(watch_help);
  line.option("home", "FOLDER", "Where marker files are looked for; the home folder if not given.");
  line.option(
      "ports", "FIRST-LAST",
      "Which are probed, up to two ranges; 63342-63361 and 64342-64361 if not given; none.");
  line.option("for", "DURATION", "Ends then: 5s, 10m.");
  line.flag("json", "Print JSON Lines.");
  line.output("record", "Keep its end of the streams, for orrery check --area monitor.");
  if (!line.parse(arguments)) return exit_code::passed;
  if (!line.operands().empty()) throw UsageError("it takes no operands.");
  const auto* home = std::getenv("HOME");
  if (home == nullptr && !line.has("home"))
    throw UsageError("there is no HOME; --home FOLDER says where marker files are looked for.");
  watch::Setting setting{.home = line.has("home") ? *line.text("home") : std::string(home),
                         .limits = limits_of(line),
                         .seed = static_cast<std::uint32_t>(::getpid())};
  const auto lasts = line.duration("for");
  const auto record = line.output_file("record");
  if (record == "-") line.refuse("record", "stdout has what is found; name a file.");
  const auto file = record ? open_output(*record) : nullptr;
  StreamTape tape([&](const std::string& text) {
    if (file) file->write(text);
  });
  net::Loop loop;
  watch::Watcher watcher(loop, setting, line.has("json"), tape);
  net::Timer end(loop);
  if (lasts) end.start(*lasts, [&] { loop.stop(); });
  watcher.start();
  loop.run();
  watcher.stop();
  return file && file->failed() ? exit_code::harness : exit_code::passed;
}

}  // namespace tools
