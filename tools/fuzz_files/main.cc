// fuzz_files [FORMAT...]: damaged files of each format that the program reads. Each must be taken
// or refused with an input error that names the file; nothing else may be thrown, crash or fill
// the memory.
#include <sys/mman.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <exception>

#include <fmt/format.h>

#include "command/options.h"
#include "fuzz_files/damage.h"
#include "fuzz_files/formats.h"
#include "port/check.h"
#include "process/process.h"

namespace tools {
namespace {

constexpr Help help{.command = "fuzz_files",
                    .operands = "[FORMAT...]",
                    .says = "Feeds damaged files to what reads them.",
                    .examples =
                        "fuzz_files --runs 1000\n"
                        "fuzz_files capsule results --time 2h --seed 7\n"
                        "fuzz_files capsule --seed 7 --from 1234 --runs 1"};

// More than any file that is not refused takes.
constexpr std::uint64_t bytes_more_max = std::uint64_t{1} << 30;

struct Options {
  std::uint64_t seed = 1, from = 0, runs = 0;  // Runs 0: no limit.
  std::chrono::milliseconds time{0};           // Likewise.
};

// What a process tells the one that started it.
struct Board {
  std::atomic<std::uint64_t> index{0}, runs{0}, refused{0};
};

// What is wrong with how a text was read; empty if nothing is.
std::string fault_of(const FileFormat& format, const std::string& text, Board& board) {
  try {
    const auto said = format.read(text);
    if (!said) return {};
    ++board.refused;
    return said->starts_with(damaged_file) ? "" : "the error does not name the file: " + *said;
  } catch (const UsageError& error) {
    ++board.refused;
    const std::string_view said = error.what();
    return said.starts_with(damaged_file) ? "" : fmt::format("the file is not named: {}", said);
  } catch (const std::exception& error) {
    return fmt::format("no input error: {}", error.what());
  }
}

bool read_all(const std::string& name, const Options& options, Board& board) {
  const auto format = file_format(name);
  CHECK(!format.good.empty());
  for (const auto& text : format.good) CHECK(fault_of(format, text, board).empty());
  CHECK(board.refused == 0);
  const auto begin = std::chrono::steady_clock::now();
  const auto before = peak_memory();
  for (std::uint64_t i = 0; options.runs == 0 || i < options.runs; ++i) {
    if (options.time.count() > 0 && std::chrono::steady_clock::now() - begin >= options.time) break;
    board.index = options.from + i;
    const auto text = damaged(format.good, options.seed, options.from + i);
    auto fault = fault_of(format, text, board);
    if (fault.empty() && peak_memory() > before + bytes_more_max) fault = "memory is full";
    ++board.runs;
    if (fault.empty()) continue;
    std::fprintf(stderr, "%s\n", fault.c_str());
    return false;
  }
  return true;
}

// In a process of its own, which may crash.
bool fuzz_format(const std::string& name, const Options& options) {
  auto* memory =
      mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(memory != MAP_FAILED);
  auto* board = new (memory) Board;
  const auto begin = std::chrono::steady_clock::now();
  const auto process = fork();
  CHECK(process >= 0);
  if (process == 0) _exit(read_all(name, options, *board) ? 0 : 1);
  int status = 0;
  while (waitpid(process, &status, 0) != process) continue;
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  const bool passed = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  fmt::print("{:9}  {}: {} inputs, {} refused, seed {}, {:.1f} s\n", name,
             passed ? "passed" : "FAIL", board->runs.load(), board->refused.load(), options.seed,
             taken.count());
  if (!passed)
    fmt::print("  again with: fuzz_files {} --seed {} --from {} --runs 1\n", name, options.seed,
               board->index.load());
  munmap(memory, sizeof(Board));
  return passed;
}

Options options_of(const CommandLine& line) {
  constexpr auto most = UINT64_MAX;
  Options out{.seed = line.number("seed", 0, most).value_or(1),
              .from = line.number("from", 0, most).value_or(0),
              .runs = line.number("runs", 1, most).value_or(0)};
  if (const auto time = line.text("time")) {
    const auto duration = parse_duration(*time);
    if (!duration)
      line.refuse("time", fmt::format("\"{}\" is no duration such as 30s or 500ms.", *time));
    out.time = *duration;
  }
  if (out.runs == 0 && out.time.count() == 0) out.runs = 1000;
  return out;
}

int fuzz_files(Arguments arguments) {
  CommandLine line(help);
  line.option("seed", "N", "Which inputs; 1 unless given.");
  line.option("from", "N", "The first input; 0 unless given.");
  line.option("runs", "N", "How many inputs of each format; 1000 unless --time is given.");
  line.option("time", "DURATION", "How long for each format.");
  if (!line.parse(arguments)) return exit_code::passed;
  const auto options = options_of(line);
  const auto& all = file_formats();
  const auto& named = line.operands().empty() ? all : line.operands();
  for (const auto& name : named)
    if (std::ranges::find(all, name) == all.end())
      throw UsageError(unknown_word("a format", name, all));
  bool passed = true;
  for (const auto& name : named) passed = fuzz_format(name, options) && passed;
  return passed ? exit_code::passed : exit_code::failed;
}

}  // namespace
}  // namespace tools

int main(int count, char** words) {
  const std::vector<std::string> arguments(words + 1, words + count);
  try {
    return tools::fuzz_files(arguments);
  } catch (const tools::UsageError& error) {
    std::fprintf(stderr, "fuzz_files: %s\n", error.what());
    return tools::exit_code::usage;
  }
}
