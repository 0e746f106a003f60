// orrery serve --area monitor: a mock IDE, for real clients.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "area/area.h"
#include "command/options.h"
#include "command/output.h"
#include "command/signals.h"
#include "command/words.h"
#include "engine/monitor/decode.h"
#include "ide/server.h"
#include "net/loop.h"
#include "process/process.h"
#include "results/words.h"

namespace tools::ide {
namespace {

// The marker files of the mock IDE, one in each place in which clients look, in the form that is
// usual there. They hold a secret: only their owner may read them.
struct MarkerFacts {
  std::uint32_t pid = 0;
  std::uint16_t port = 0;
  std::string token, build;
};

class MarkerFile {
 public:
  // Below that home folder, for that process.
  MarkerFile(const std::string& home, std::uint32_t pid,
             std::span<const engine::monitor::Layout> layouts = engine::monitor::layouts);

  // Each whole at once: a reader sees the one before or this. Throws UsageError if one cannot be
  // written.
  void write(const MarkerFacts& facts);
  // The first half, in its place.
  void tear(const MarkerFacts& facts);
  void remove();
  // The first.
  const std::string& path() const { return files_.front().path; }

 private:
  struct File {
    std::string path;
    bool newer = false;  // Its form.
  };
  std::string text_of(const MarkerFacts& facts, bool newer) const;

  std::vector<File> files_;
  std::string home_, created_;
};

void write_file(const std::string& path, std::string_view text) {
  constexpr mode_t owner_alone = 0600;
  const Descriptor file(::open(path.c_str(),
                               O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
                               owner_alone));
  const bool written =
      file.open() && ::write(file.number(), text.data(), text.size()) == std::ssize(text);
  if (!written)
    throw UsageError(
        fmt::format("the marker file {} cannot be written: {}; --home names a folder "
                    "that can be.",
                    path, std::strerror(errno)));
}

MarkerFile::MarkerFile(const std::string& home, std::uint32_t pid,
                       std::span<const engine::monitor::Layout> layouts)
    : home_(home), created_(now_as_date()) {
  for (const auto& layout : layouts)
    files_.push_back(
        {home + "/" + engine::monitor::path_of_marker({pid}, layout), !layout.folder.empty()});
}

std::string MarkerFile::text_of(const MarkerFacts& facts, bool newer) const {
  const auto origin = fmt::format("http://127.0.0.1:{}", facts.port);
  nlohmann::ordered_json out{{"schema", 1},
                             {"pid", facts.pid},
                             {"ide", {{"name", "Orrery"}, {"build", facts.build}}},
                             {"plugin", {{"version", ORRERY_VERSION}}},
                             {"createdAt", created_},
                             {"intellijMcpServer", {{"sseUrl", origin + "/own/sse"}}}};
  if (newer) {
    auto headers = nlohmann::ordered_json::object();
    if (!facts.token.empty()) headers["Authorization"] = "Bearer " + facts.token;
    out["mcpSteroidServer"] = {{"mcpUrl", origin + "/mcp"}, {"headers", headers}};
    out["devrigEndpoint"] = {{"rpcBaseUrl", origin + "/npx/v1"}, {"headers", headers}};
    out["intellijWebServer"] = nullptr;
  } else {
    out["mcpUrl"] = origin + "/mcp";
    out["port"] = facts.port;
    out["token"] = facts.token;
  }
  return out.dump() + "\n";
}

void MarkerFile::write(const MarkerFacts& facts) {
  for (const auto& [path, newer] : files_) {
    std::error_code ignored;  // What cannot be made cannot be written into, which is told.
    const auto folder = std::filesystem::path(path).parent_path();
    if (newer && std::filesystem::exists(home_, ignored))
      std::filesystem::create_directories(folder, ignored);
    const auto beside = path + ".new";
    write_file(beside, text_of(facts, newer));
    if (::rename(beside.c_str(), path.c_str()) == 0) continue;
    ::unlink(beside.c_str());
    throw UsageError(
        fmt::format("the marker file {} cannot be written: {}; --home names a folder "
                    "that can be.",
                    path, std::strerror(errno)));
  }
}

void MarkerFile::tear(const MarkerFacts& facts) {
  for (const auto& [path, newer] : files_) {
    const auto text = text_of(facts, newer);
    write_file(path, std::string_view(text).substr(0, text.size() / 2));
  }
}

void MarkerFile::remove() {
  for (const auto& file : files_) ::unlink(file.path.c_str());
}

}  // namespace
}  // namespace tools::ide

namespace tools {
namespace {

using namespace ide;
using std::chrono::milliseconds;

constexpr Help ide_help{
    .command = "serve --area monitor",
    .says =
        "Is a mock IDE, for a client that finds and follows IDEs to be tried against: it writes "
        "its\n"
        "marker file and serves /api/about and the stream of its projects on 127.0.0.1, with\n"
        "faults where they are wanted (docs/MONITOR.md). It says on stdout, a JSON document a "
        "line,\n"
        "where it serves and what happened. What is to happen is said by --at, or meanwhile on\n"
        "stdin, a word a line; the end of stdin ends nothing.\n"
        "\n"
        "Exit code: 0 it was told to stop or its time was up, 2 bad usage or no port is free, 130\n"
        "and 143 interrupted. Its marker goes with it, unless process_ends.",
    .examples =
        "orrery serve --area monitor\n"
        "orrery serve --area monitor --home home --port 0 --token secret --for 60s\n"
        "orrery serve --area monitor --at 5000:server_moves --at 9000:network_stops\n"
        "orrery serve --area monitor --fault slow_snapshot --record streams.jsonl\n"
        "echo projects_change | orrery serve --area monitor --for 5s"};

struct Planned {
  milliseconds at{0};
  ide::Act act{};
};

template <class E>
std::vector<std::string> words_of_all() {
  return {port::words<E>.begin(), port::words<E>.end()};
}

// "5000:server_moves".
Planned planned_of(const CommandLine& line, const std::string& text) {
  const auto colon = text.find(':');
  const auto ms = parse_number(text.substr(0, std::min(colon, text.size())));
  if (colon == text.npos || !ms || *ms > 86'400'000)
    line.refuse("at", fmt::format("\"{}\" is no MS:WHAT, as in 5000:server_moves.", text));
  const auto word = text.substr(colon + 1);
  const auto act = port::enumerator_of<ide::Act>(word);
  if (!act) line.refuse("at", unknown_word("what can happen", word, words_of_all<ide::Act>()));
  return {milliseconds(*ms), *act};
}

ide::Setting setting_of(const CommandLine& line) {
  ide::Setting out;
  out.pid = static_cast<std::uint32_t>(::getpid());
  out.build = line.text("build").value_or("OR-261.1");
  out.token = line.text("token").value_or("");
  if (const auto port = line.number("port", 0, 65'535))
    out.first_port = out.last_port = static_cast<std::uint16_t>(*port);
  if (const auto count = line.number("projects", 0, 100'000)) out.projects = *count;
  if (const auto ms = line.number("ping", 10, 600'000)) out.ping = milliseconds(*ms);
  if (const auto ms = line.number("slow", 1, 600'000)) out.slow = milliseconds(*ms);
  if (const auto layout = line.text("layout")) {
    const std::array<std::string, 2> words{"home", "markers"};
    const auto which = std::ranges::find(words, *layout) - words.begin();
    if (which == std::ssize(words)) line.refuse("layout", unknown_word("a layout", *layout, words));
    out.layouts = out.layouts.subspan(static_cast<std::size_t>(which), 1);
  }
  for (const auto& word : line.texts("fault")) {
    const auto flaw = port::enumerator_of<Flaw>(word);
    if (!flaw) line.refuse("fault", unknown_word("a fault", word, words_of_all<Flaw>()));
    out.flaws.insert(*flaw);
  }
  return out;
}

// The mock IDE as a process: its marker, what happens when, and how it ends.
class Desk {
 public:
  Desk(const ide::Setting& setting, const std::string& home, StreamTape& tape)
      : setting_(setting),
        server_(loop_, setting, tape),
        marker_(home, setting.pid, setting.layouts),
        end_(loop_),
        words_(loop_) {
    write_marker();
    tell("serving", {{"pid", setting.pid}, {"port", server_.port()}, {"marker", marker_.path()}});
  }
  ~Desk() {
    if (!keeps_marker_) marker_.remove();
  }
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  void plan(const std::vector<Planned>& planned, std::optional<milliseconds> lasts) {
    for (const auto& each : planned)
      timers_.emplace_back(loop_).start(each.at, [this, act = each.act] { happen(act); });
    if (lasts) end_.start(*lasts, [this] { stop(); });
  }
  void listen_to(int descriptor) {
    words_.open(Descriptor(descriptor));
    hear();
  }
  // Until it was told to stop, its time is up, or a signal was caught.
  void run() {
    loop_.run();
    stop();
  }

 private:
  static constexpr std::size_t line_bytes_max = 256;

  void hear() {
    words_.read([this](std::string_view bytes, int error) {
      if (error != 0 || bytes.empty()) return;
      heard_ += bytes;
      for (auto end = heard_.find('\n'); end != std::string::npos; end = heard_.find('\n')) {
        auto word = heard_.substr(0, end);
        heard_.erase(0, end + 1);
        if (std::exchange(skips_, false)) continue;
        while (!word.empty() && word.back() == '\r') word.pop_back();
        hear_word(word);
        if (stopped_) return;
      }
      if (heard_.size() > line_bytes_max) skip_line();
      hear();
    });
  }
  // A word that is longer than any: what follows its line is heard again.
  void skip_line() {
    heard_.clear();
    if (std::exchange(skips_, true)) return;
    print_error(fmt::format(
        "orrery serve: a line of more than {} bytes is nothing that can happen\n", line_bytes_max));
  }
  void hear_word(const std::string& word) {
    if (const auto act = port::enumerator_of<ide::Act>(word))
      happen(*act);
    else if (!word.empty())
      print_error("orrery serve: " +
                  unknown_word("what can happen", word, words_of_all<ide::Act>()) + "\n");
  }

  void happen(ide::Act act) {
    if (stopped_) return;
    if (act == ide::Act::ProcessEnds) {
      keeps_marker_ = true;
      tell("happened", {{"what", port::word(act)}});
      ::_exit(exit_code::passed);
    }
    if (act == ide::Act::Stop) return stop();
    server_.act(act);
    if (act == ide::Act::ServerMoves || act == ide::Act::MarkerWritten) write_marker();
    if (act == ide::Act::MarkerTorn) marker_.tear(facts());
    if (act == ide::Act::MarkerRemoved) marker_.remove();
    tell("happened", {{"what", port::word(act)}, {"port", server_.port()}});
  }
  void stop() {
    if (std::exchange(stopped_, true)) return;
    server_.close();
    loop_.stop();
  }

  MarkerFacts facts() const {
    return {.pid = setting_.pid,
            .port = server_.port(),
            .token = server_.token(),
            .build = setting_.build};
  }
  void write_marker() { marker_.write(facts()); }
  void tell(const char* name, nlohmann::ordered_json what) const {
    using std::chrono::duration_cast;
    const auto passed = duration_cast<milliseconds>(std::chrono::steady_clock::now() - begin_);
    print_out(dump({{"at_ms", passed.count()}, {name, std::move(what)}}) + "\n");
  }

  net::Loop loop_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  ide::Setting setting_;
  Server server_;
  MarkerFile marker_;
  net::Timer end_;
  std::deque<net::Timer> timers_;
  net::Socket words_;
  std::string heard_;
  bool skips_ = false, keeps_marker_ = false, stopped_ = false;
};

std::string listed(std::string_view heading, const std::vector<std::string>& words) {
  std::string out = std::string(heading) + "\n";
  for (const auto& word : words) out += "  " + word + "\n";
  return out;
}

}  // namespace

int serve_ide(Arguments arguments) {
  CommandLine line(ide_help);
  add_area_option(line, "serve");
  line.option("home", "FOLDER", "Where its marker file is written; the home folder if not given.");
  line.option("layout", "home|markers",
              "In which form: .PID.mcp-steroid in the home folder, or PID.mcp-steroid in\n"
              ".mcp-steroid/markers below it; both if not given.");
  line.option("port", "N", "Of 127.0.0.1; the first free of 63342 to 63361 if not given; 0: any.");
  line.option("token", "TEXT", "What a client must send; none is asked for if not given.");
  line.option("build", "TEXT", "Its build; OR-261.1 if not given.");
  line.option("projects", "N", "How many projects it has; 2 if not given.");
  line.option("ping", "MS", "From one ping to the next; 4000 if not given.");
  line.option("slow", "MS", "How late the fault slow_snapshot is; 3000 if not given.");
  line.option("at", "MS:WHAT", "What happens then; may be given again.");
  line.option("fault", "NAME", "What is wrong with it from the start; may be given again.");
  line.flag("faults", "Say what can happen and be wrong, and end.");
  line.option("for", "DURATION", "Ends then: 30s, 5m.");
  line.output("record", "Keep its end of the streams, for orrery check --area monitor.");
  if (!line.parse(arguments)) return exit_code::passed;
  if (line.has("faults")) {
    print_out(listed("What can happen (--at, stdin):", words_of_all<ide::Act>()) +
              listed("What can be wrong (--fault):", words_of_all<Flaw>()));
    return exit_code::passed;
  }
  if (!line.operands().empty()) throw UsageError("it takes no operands.");
  const auto setting = setting_of(line);
  std::vector<Planned> planned;
  for (const auto& text : line.texts("at")) planned.push_back(planned_of(line, text));
  const auto* home = std::getenv("HOME");
  if (home == nullptr && !line.has("home"))
    throw UsageError("there is no HOME; --home FOLDER says where its marker file is written.");
  const auto folder = line.text("home").value_or(home == nullptr ? "" : home);
  const auto record = line.output_file("record");
  if (record == "-") line.refuse("record", "stdout has what happened; name a file.");
  const auto file = record ? open_output(*record) : nullptr;
  StreamTape tape([&](const std::string& text) {
    if (file) file->write(text);
  });
  Desk desk(setting, folder, tape);
  desk.plan(planned, line.duration("for"));
  desk.listen_to(::dup(STDIN_FILENO));
  desk.run();
  if (caught_signal() != 0) throw Interrupted();
  return file && file->failed() ? exit_code::harness : exit_code::passed;
}

}  // namespace tools
