// fuzz_files [FORMAT...]: damaged files of each format that the program reads. Each must be taken
// or refused with an input error that names the file; nothing else may be thrown, crash or fill
// the memory.
#include <sys/mman.h>
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/options.h"
#include "fuzz/case.h"
#include "fuzz_files/formats.h"
#include "port/check.h"
#include "process/process.h"
#include "sim/search/rng.h"

namespace tools {
namespace {

using nlohmann::ordered_json;
using sim::Rng;

// Damaged files.

template <class List>
auto& any_of(List& list, Rng& rng) {
  return list[rng.below(static_cast<std::uint32_t>(list.size()))];
}

std::vector<fuzz::Piece> lines_of(const std::string& text) {
  std::vector<fuzz::Piece> out;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size() - 1) + 1;
    out.push_back({.bytes = text.substr(at, end - at), .sound = false, .ends_stream = false});
    at = end;
  }
  return out;
}

std::string damage_bytes(const std::string& text, Rng& rng) {
  fuzz::Case input{.pieces = lines_of(text)};
  for (auto times = 1 + rng.below(3); times > 0; --times) fuzz::mutate(input, rng);
  std::string out;
  for (const auto& piece : input.pieces) out += piece.bytes;
  return out;
}

void collect(ordered_json& value, std::vector<ordered_json*>& out) {
  out.push_back(&value);
  if (value.is_structured())
    for (auto& item : value) collect(item, out);
}

ordered_json strange_value(Rng& rng) {
  static const auto values = ordered_json::array({nullptr,
                                                  true,
                                                  false,
                                                  0,
                                                  1,
                                                  -1,
                                                  63,
                                                  64,
                                                  255,
                                                  256,
                                                  65535,
                                                  65536,
                                                  2147483647,
                                                  -2147483648LL,
                                                  4294967296,
                                                  9223372036854775807,
                                                  18446744073709551615u,
                                                  0.5,
                                                  1e300,
                                                  -1e-300,
                                                  "",
                                                  " ",
                                                  "/",
                                                  "engine",
                                                  "mutant:no_disposal_wait",
                                                  "MOD-05",
                                                  "0000000000000000",
                                                  "never",
                                                  "1/1",
                                                  "\n",
                                                  std::string("\0", 1),
                                                  "\u00e9",
                                                  std::string(5'000, 'x'),
                                                  ordered_json::array(),
                                                  ordered_json::object()});
  return any_of(values, rng);
}

void damage_object(ordered_json& value, Rng& rng) {
  auto at = value.begin();
  std::advance(at, rng.below(static_cast<std::uint32_t>(value.size())));
  const auto key = at.key();
  const auto held = *at;
  if (rng.below(3) != 0) value.erase(key);
  if (rng.below(2) == 0) value[key + "x"] = held;
  if (rng.below(4) == 0) value[key.substr(0, key.size() / 2)] = held;
}

void damage_array(ordered_json& value, Rng& rng) {
  const auto count = static_cast<std::uint32_t>(value.size());
  const auto at = value.begin() + rng.below(count);
  if (rng.below(2) == 0) {
    value.erase(at);
    return;
  }
  const auto held = *at;
  const auto times = rng.below(64) == 0 ? 5'000u : 1 + rng.below(4);
  for (std::uint32_t i = 0; i < times; ++i) value.push_back(held);
}

// A value, member or element somewhere in it.
void damage_document(ordered_json& document, Rng& rng) {
  std::vector<ordered_json*> places;
  collect(document, places);
  auto& value = *any_of(places, rng);
  const auto way = rng.below(3);
  if (way == 0 && value.is_object() && !value.empty()) return damage_object(value, rng);
  if (way == 0 && value.is_array() && !value.empty()) return damage_array(value, rng);
  value = way == 1 ? ordered_json(*any_of(places, rng)) : strange_value(rng);
}

std::string damage_meaning(const std::string& text, Rng& rng) {
  auto lines = lines_of(text);
  // The first line says what the others are.
  auto& line = (rng.below(4) == 0 ? lines.front() : any_of(lines, rng)).bytes;
  auto document = ordered_json::parse(line, nullptr, false);
  const bool whole = document.is_discarded();  // Rather than a document in each line.
  if (whole) document = ordered_json::parse(text, nullptr, false);
  if (document.is_discarded()) return damage_bytes(text, rng);
  for (auto times = 1 + rng.below(2); times > 0; --times) damage_document(document, rng);
  auto damaged = document.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
  if (whole) return damaged;
  line = damaged;
  std::string out;
  for (const auto& piece : lines) out += piece.bytes;
  return out;
}

// Input number `index` of a seed: one of the texts, damaged. It depends on nothing else.
std::string damaged(const std::vector<std::string>& good, std::uint64_t seed, std::uint64_t index) {
  auto rng = Rng(seed).fork(index);
  const auto& text = any_of(good, rng);
  return rng.below(2) == 0 ? damage_bytes(text, rng) : damage_meaning(text, rng);
}

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
  out.time = line.duration("time").value_or(out.time);
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
