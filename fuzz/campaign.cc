#include "fuzz/campaign.h"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <new>
#include <thread>

#include <fmt/format.h>

#include "port/check.h"

namespace fuzz {
namespace {

using Clock = std::chrono::steady_clock;

// One of so many inputs is also read by other libraries, which takes longer than all the rest.
constexpr std::uint64_t simdjson_every = 8, all_every = 128;

Compare compare_for(std::uint64_t index) {
  if (index % all_every == 0) return Compare::All;
  return index % simdjson_every == 0 ? Compare::Simdjson : Compare::None;
}

constexpr std::uint64_t early_runs = 50'000;
// What overflows the stack of a campaign also overflows that of an input judged alone.
constexpr std::size_t campaign_stack_bytes = std::size_t{1} << 20;
constexpr std::size_t guarded_stack_bytes = campaign_stack_bytes - (std::size_t{64} << 10);
constexpr std::uint64_t shrink_tries = 20'000, guarded_tries = 2000;

// What the two processes share.
struct Board {
  std::atomic<std::uint64_t> runs{0}, bytes{0}, memory_early{0}, memory_late{0};
  std::atomic<bool> found{false};
  char kind[32] = {}, says[512] = {};
};

class SharedBoard {
 public:
  SharedBoard() {
    auto* memory =
        mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CHECK(memory != MAP_FAILED);
    board_ = new (memory) Board;
  }
  ~SharedBoard() { munmap(board_, sizeof(Board)); }
  SharedBoard(const SharedBoard&) = delete;
  SharedBoard& operator=(const SharedBoard&) = delete;
  Board* operator->() { return board_; }

  void put(const Finding& finding) {
    std::snprintf(board_->kind, sizeof board_->kind, "%s", finding.kind.c_str());
    std::snprintf(board_->says, sizeof board_->says, "%s", finding.says.c_str());
    board_->found = true;
  }
  std::optional<Finding> finding() const {
    if (!board_->found) return std::nullopt;
    return Finding{board_->kind, board_->says};
  }

 private:
  Board* board_;
};

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

// Runs `work` in a process of its own. A thread's stack begins at the same offset in every
// process, which that of a process does not: whether an input overflows it never changes.
template <class Work>
pid_t start(const Work& work, std::size_t stack_bytes) {
  const auto process = fork();
  CHECK(process >= 0);
  if (process != 0) return process;
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  pthread_attr_t attributes;
  CHECK(pthread_attr_init(&attributes) == 0);
  CHECK(pthread_attr_setstacksize(&attributes, stack_bytes) == 0);
  pthread_t thread{};
  const auto run = [](void* task) -> void* {
    (*static_cast<const Work*>(task))();
    _exit(0);
  };
  CHECK(pthread_create(&thread, &attributes, run, const_cast<Work*>(&work)) == 0);
  pthread_join(thread, nullptr);
  _exit(1);
}

Finding crash(int status) {
  if (WIFSIGNALED(status))
    return {"crash",
            fmt::format("ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)))};
  return {"crash", fmt::format("the process ended with exit code {}", WEXITSTATUS(status))};
}

bool bad_end(int status) { return !WIFEXITED(status) || WEXITSTATUS(status) != 0; }

void run_inputs(const CampaignOptions& options, SharedBoard& board) {
  const auto begin = Clock::now();
  std::uint64_t bytes = 0;
  Judge judge(options.subject);
  for (std::uint64_t index = 0; options.runs_max == 0 || index < options.runs_max; ++index) {
    if (options.seconds > 0 && index % 64 == 0 && since(begin) >= options.seconds) break;
    board->runs.store(index, std::memory_order_relaxed);
    const auto input = make_case(options.seed, index);
    for (const auto& piece : input.pieces) bytes += piece.bytes.size();
    board->bytes.store(bytes, std::memory_order_relaxed);
    if (const auto finding = judge.judge(input, compare_for(index))) {
      board.put(*finding);
      return;
    }
    board->runs.store(index + 1, std::memory_order_relaxed);
    if (index + 1 == early_runs) board->memory_early = peak_memory();
  }
  board->memory_late = peak_memory();
}

void make_small(CampaignReport& report, const CampaignOptions& options) {
  const auto begin = Clock::now();
  const auto& kind = report.finding->kind;
  const bool guarded = kind == "crash" || kind == "hang";
  auto tries = guarded ? guarded_tries : shrink_tries;
  report.smallest = shrink(make_case(options.seed, report.index), [&](const Case& candidate) {
    if (tries == 0 || since(begin) > options.shrink_seconds) return false;
    --tries;
    if (guarded) {
      const auto again = judge_guarded(candidate, options.subject, options.hang_seconds);
      return again && again->kind == kind;
    }
    const auto again = judge(candidate, options.subject);
    return again && again->kind == kind;
  });
  if (const auto last = judge_guarded(report.smallest, options.subject, options.hang_seconds))
    report.finding = last;
  report.shrink_seconds = since(begin);
}

// Waits for the process of the campaign; gives how it ended if it crashed or hung.
std::optional<Finding> watch_process(pid_t process, SharedBoard& board,
                                     const CampaignOptions& options, CampaignReport& report,
                                     const std::function<bool(const Progress&)>& watch) {
  const auto begin = Clock::now();
  auto last_change = begin;
  std::uint64_t last_runs = 0;
  for (;;) {
    int status = 0;
    if (waitpid(process, &status, WNOHANG) == process)
      return bad_end(status) ? std::optional(crash(status)) : std::nullopt;
    if (board->runs != last_runs) {
      last_runs = board->runs;
      last_change = Clock::now();
    }
    const bool hung = since(last_change) > options.hang_seconds;
    report.interrupted =
        !watch({.runs = last_runs, .bytes = board->bytes, .seconds = since(begin)});
    if (hung || report.interrupted) {
      kill(process, SIGKILL);
      waitpid(process, &status, 0);
      if (report.interrupted) return std::nullopt;
      return Finding{"hang", fmt::format("no end after {:.0f} s", options.hang_seconds)};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace

std::optional<Finding> judge_guarded(const Case& input, const std::string& subject,
                                     double hang_seconds) {
  SharedBoard board;
  const auto process = start(
      [&] {
        if (const auto finding = judge(input, subject)) board.put(*finding);
      },
      guarded_stack_bytes);
  const auto begin = Clock::now();
  for (;;) {
    int status = 0;
    if (waitpid(process, &status, WNOHANG) == process)
      return bad_end(status) ? std::optional(crash(status)) : board.finding();
    if (since(begin) > hang_seconds) {
      kill(process, SIGKILL);
      waitpid(process, &status, 0);
      return Finding{"hang", fmt::format("no end after {:.0f} s", hang_seconds)};
    }
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
}

CampaignReport fuzz_codec(const CampaignOptions& options,
                          const std::function<bool(const Progress&)>& watch) {
  CHECK(make_subject(options.subject) != nullptr);
  CampaignReport report;
  SharedBoard board;
  const auto begin = Clock::now();
  const auto process = start([&] { run_inputs(options, board); }, campaign_stack_bytes);
  report.finding = watch_process(process, board, options, report, watch);
  if (!report.finding) report.finding = board.finding();
  report.seconds = since(begin);
  report.runs = board->runs;
  report.bytes = board->bytes;
  report.memory_early = board->memory_early;
  report.memory_late = board->memory_late;
  if (!report.finding) return report;
  report.index = board->runs;
  for (const auto& piece : make_case(options.seed, report.index).pieces)
    report.found_bytes += piece.bytes.size();
  make_small(report, options);
  return report;
}

}  // namespace fuzz
