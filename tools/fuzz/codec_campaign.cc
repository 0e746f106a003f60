#include "fuzz/codec_campaign.h"

#include <malloc.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <stdexcept>

#include <fmt/format.h>

#include "command/signals.h"
#include "fuzz/edges.h"
#include "fuzz/subject.h"
#include "port/check.h"
#include "process/process.h"

namespace tools {
namespace {

using fuzz::Compare;
using fuzz::Finding;
using Clock = std::chrono::steady_clock;

// One of so many inputs is also read by others, which takes longer than all the rest.
constexpr std::uint64_t rapidjson_every = 8, reading_every = 64, all_every = 128;

Compare compare_for(std::uint64_t index) {
  if (index < fuzz::vectors_of(fuzz::Profile::AppServer).size()) return Compare::All;
  if (index % all_every == 0) return Compare::All;
  if (index % reading_every == 0) return Compare::Reading;
  return index % rapidjson_every == 0 ? Compare::RapidJson : Compare::None;
}

constexpr std::uint64_t early_runs = 50'000;
// What overflows the stack of a campaign also overflows that of an input judged alone.
constexpr std::size_t campaign_stack_bytes = std::size_t{1} << 20;
constexpr std::size_t guarded_stack_bytes = campaign_stack_bytes - (std::size_t{64} << 10);
constexpr double watch_seconds = 0.02;
constexpr std::uint64_t shrink_tries = 20'000, guarded_tries = 2000;

// What is judged: edges, which are always the same; what long lines take; and drawn inputs.
enum class Stage : std::uint8_t { Edges, Sizes, Inputs };

// What the two processes share.
struct Board {
  std::atomic<std::uint64_t> edges{0}, runs{0}, bytes{0}, memory_early{0}, memory_late{0};
  std::atomic<double> edges_seconds{0};
  std::atomic<Stage> phase{Stage::Edges};
  std::atomic<pid_t> process{0};  // Of what judges.
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

// What judges has so long without moving, in time of a processor: that others keep the machine
// busy is no fault of a codec's. What stands still has thirty times as long by the clock.
class Patience {
 public:
  Patience(SharedBoard& board, double seconds) : board_(board), seconds_(seconds) {}

  void begin_anew() {
    used_ = used();
    since_ = Clock::now();
  }
  bool is_over() const {
    return used() - used_ >= seconds_ || since(since_) >= clock_times * seconds_;
  }

 private:
  static constexpr double clock_times = 30;

  double used() const {
    clockid_t clock{};
    timespec time{};
    const auto process = board_->process.load();
    if (process == 0 || clock_getcpuclockid(process, &clock) != 0 ||
        clock_gettime(clock, &time) != 0)
      return used_;
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
  }

  SharedBoard& board_;
  double seconds_;
  double used_ = 0;
  Clock::time_point since_ = Clock::now();
};

// What a child ends with if it could not begin: no finding, since no input was tried.
constexpr int no_thread_code = 71;

// Runs `work` on a stack of this size. A thread's stack begins at the same offset in every
// process, which that of a process does not: whether an input overflows it never changes. The board
// has whose time is counted.
template <class Work>
int on_a_stack(std::size_t bytes, SharedBoard& board, const Work& work) {
  board->process = getpid();
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  pthread_attr_t attributes;
  CHECK(pthread_attr_init(&attributes) == 0);
  CHECK(pthread_attr_setstacksize(&attributes, bytes) == 0);
  pthread_t thread{};
  const auto run = [](void* task) -> void* {
    (*static_cast<const Work*>(task))();
    _exit(0);
  };
  if (pthread_create(&thread, &attributes, run, const_cast<Work*>(&work)) != 0)
    _exit(no_thread_code);
  pthread_join(thread, nullptr);
  return 1;
}

Process::Time after(double seconds) {
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

Finding hang(double seconds) { return {"hang", fmt::format("no end after {:.0f} s", seconds)}; }

// Of a process that has ended; nothing if it did so as it should.
std::optional<Finding> crash(const Process& process) {
  CHECK(process.end().has_value());
  if (*process.end() == ProcessEnd{ProcessEnd::Kind::Exited, 0}) return std::nullopt;
  if (*process.end() == ProcessEnd{ProcessEnd::Kind::Exited, no_thread_code})
    throw std::runtime_error("no thread could be started for the inputs: the system has no more");
  return Finding{"crash", show(*process.end())};
}

std::size_t bytes_in_use(const engine::rpc::Decoder&) {
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

// What is the same always comes first: whether it found something.
bool run_edges(const CodecCampaign& campaign, fuzz::Judge& judge, SharedBoard& board) {
  std::optional<Finding> found;
  fuzz::for_each_edge([&](const fuzz::Edge& edge) {
    if (found) return;
    ++board->edges;
    found = judge.judge(edge.input, Compare::All);
  });
  if (found) {
    board.put(*found);
    return true;
  }
  board->phase = Stage::Sizes;
  if (campaign.subject == "engine") {
    if (auto says = fuzz::miswritten_edges(); !says.empty())
      found = Finding{"wrong_writing", std::move(says)};
    if (!found) found = fuzz::judge_held({.held = bytes_in_use, .take_most = bytes_in_use});
  }
  if (!found) found = fuzz::judge_long_lines(campaign.subject);
  if (found) board.put(*found);
  return found.has_value();
}

void run_inputs(const CodecCampaign& campaign, SharedBoard& board) {
  fuzz::Judge judge(campaign.subject);
  const auto before = Clock::now();
  const bool found = run_edges(campaign, judge, board);
  board->edges_seconds = since(before);
  if (found) return;
  board->phase = Stage::Inputs;
  const auto begin = Clock::now();
  std::uint64_t bytes = 0;
  for (std::uint64_t index = 0; campaign.runs_max == 0 || index < campaign.runs_max; ++index) {
    if (campaign.seconds > 0 && index % 64 == 0 && since(begin) >= campaign.seconds) break;
    board->runs.store(index, std::memory_order_relaxed);
    const auto input = fuzz::make_case(campaign.seed, index);
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

// Whether it is still found, in as much as the time and a signal allow.
bool still_found(const CodecCampaign& campaign, const fuzz::Case& input, const std::string& kind) {
  try {
    const bool guarded = kind == "crash" || kind == "hang";
    const auto again = guarded ? judge_guarded(input, campaign.subject, campaign.hang_seconds)
                               : judge(input, campaign.subject);
    return again && again->kind == kind;
  } catch (const Interrupted&) {
    return false;
  }
}

// The input that found something.
fuzz::Case found_input(const CodecReport& report, const CodecCampaign& campaign) {
  if (report.edge == 0) return fuzz::make_case(campaign.seed, report.index);
  fuzz::Case out;
  std::uint64_t number = 0;
  fuzz::for_each_edge([&](const fuzz::Edge& edge) {
    if (++number == report.edge) out = edge.input;
  });
  return out;
}

void make_small(CodecReport& report, const CodecCampaign& campaign) {
  const auto begin = Clock::now();
  const auto kind = report.finding->kind;
  auto tries = kind == "crash" || kind == "hang" ? guarded_tries : shrink_tries;
  report.smallest = fuzz::shrink(
      std::move(report.smallest),
      [&](const fuzz::Case& candidate) {
        --tries;
        return still_found(campaign, candidate, kind);
      },
      [&] { return tries == 0 || since(begin) > campaign.shrink_seconds || caught_signal() != 0; });
  try {
    if (auto last = judge_guarded(report.smallest, campaign.subject, campaign.hang_seconds))
      report.finding = std::move(last);
  } catch (const Interrupted&) {
    report.interrupted = true;  // The finding is told as it was found.
  }
  report.shrink_seconds = since(begin);
}

// Waits for the process of the campaign; gives how it ended if it crashed or hung.
std::optional<Finding> watch_process(Process& process, SharedBoard& board,
                                     const CodecCampaign& campaign, CodecReport& report,
                                     const std::function<void(const CodecProgress&)>& watch) {
  const auto begin = Clock::now();
  Patience patience(board, campaign.hang_seconds);
  std::uint64_t last_done = 0;
  for (;;) {
    const auto event = process.wait(after(watch_seconds));
    if (event == Process::Event::Ended) return crash(process);
    if (event == Process::Event::Interrupted) {
      report.interrupted = true;
      return std::nullopt;
    }
    if (board->runs + board->edges != last_done) {
      last_done = board->runs + board->edges;
      patience.begin_anew();
    }
    if (patience.is_over()) return hang(campaign.hang_seconds);
    watch({.runs = board->runs,
           .bytes = board->bytes,
           .seconds = since(begin) - board->edges_seconds});
  }
}

}  // namespace

std::optional<Finding> judge_guarded(const fuzz::Case& input, const std::string& subject,
                                     double hang_seconds) {
  SharedBoard board;
  Process process([&] {
    return on_a_stack(guarded_stack_bytes, board, [&] {
      if (const auto finding = fuzz::judge(input, subject)) board.put(*finding);
    });
  });
  const Patience patience(board, hang_seconds);
  for (auto event = Process::Event::TimeIsUp; event != Process::Event::Ended;) {
    event = process.wait(after(watch_seconds));
    if (event == Process::Event::Interrupted) throw Interrupted();
    if (event == Process::Event::TimeIsUp && patience.is_over()) return hang(hang_seconds);
  }
  const auto crashed = crash(process);
  return crashed ? crashed : board.finding();
}

CodecReport fuzz_codec(const CodecCampaign& campaign,
                       const std::function<void(const CodecProgress&)>& watch) {
  CHECK(fuzz::make_subject(campaign.subject) != nullptr);
  CodecReport report;
  SharedBoard board;
  const auto begin = Clock::now();
  {
    Process process([&] {
      return on_a_stack(campaign_stack_bytes, board, [&] { run_inputs(campaign, board); });
    });
    report.finding = watch_process(process, board, campaign, report, watch);
  }
  if (!report.finding) report.finding = board.finding();
  report.seconds = since(begin);
  report.edges = board->edges;
  report.edges_seconds = board->edges_seconds;
  report.runs = board->runs;
  report.bytes = board->bytes;
  report.memory_early = board->memory_early;
  report.memory_late = board->memory_late;
  if (!report.finding) return report;
  report.index = board->runs;
  if (board->phase == Stage::Sizes) return report;  // No input of the campaign did it.
  report.edge = board->phase == Stage::Edges ? report.edges : 0;
  report.smallest = found_input(report, campaign);
  for (const auto& piece : report.smallest.pieces) report.found_bytes += piece.bytes.size();
  make_small(report, campaign);
  return report;
}

}  // namespace tools
