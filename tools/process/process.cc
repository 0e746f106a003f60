#include "process/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include <fmt/format.h>

#include "command/signals.h"
#include "port/check.h"

namespace tools {
namespace {

// The process between us and a child: it outlives neither, and nothing of the child outlives it.
// Between a fork and an exec stands nothing here that takes a lock, such as the heap's: we may have
// threads.

// The ends of pipes that are the guardian's and the child's.
struct GuardedEnds {
  Descriptor in, out, err;  // Of the child; without them it has our stderr and nothing else.
  Descriptor life;          // Gives signals, a byte each, for the child. Ends when the child is no
                            // longer wanted, or its owner is gone.
  Descriptor report;        // Takes one ProcessEnd for each fact: not started, ended.
};

// Those of others would keep their pipes open.
void close_all_but(std::array<int, 5> kept) {
  std::ranges::sort(kept);
  unsigned from = STDERR_FILENO + 1;
  for (const int number : kept) {
    if (number < static_cast<int>(from)) continue;
    if (number > static_cast<int>(from)) ::close_range(from, static_cast<unsigned>(number) - 1, 0);
    from = static_cast<unsigned>(number) + 1;
  }
  ::close_range(from, ~0U, 0);
}

void tell(int report, ProcessEnd::Kind kind, int value) {
  const ProcessEnd end{.kind = kind, .value = value};
  [[maybe_unused]] const auto told = ::write(report, &end, sizeof end);
}

[[noreturn]] void be_child(const std::function<int()>& work, GuardedEnds& ends, pid_t guardian) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != guardian) ::_exit(1);  // It died first.
  ::setsid();
  ends.life.close();
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(ends.in.open() ? ends.in.number() : nothing, STDIN_FILENO);
  ::dup2(ends.out.open() ? ends.out.number() : nothing, STDOUT_FILENO);
  if (ends.err.open()) ::dup2(ends.err.number(), STDERR_FILENO);
  release_signals();
  const int code = work();
  if (code < 0) tell(ends.report.number(), ProcessEnd::Kind::NotStarted, -code);
  ::_exit(code);
}

// False: there is none that we may end.
bool kill_children() {
  const Descriptor file(::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC));
  char text[4096];
  bool any = false;
  pid_t number = 0;
  for (ssize_t size = 0; (size = ::read(file.number(), text, sizeof text)) > 0;) {
    for (const char* at = text; at != text + size; ++at) {
      if (*at >= '0' && *at <= '9') {
        number = 10 * number + (*at - '0');
        continue;
      }
      if (number > 0) any = ::kill(number, SIGKILL) == 0 || any;
      number = 0;
    }
  }
  return any;
}

// Whoever loses its parent becomes a child of ours (PR_SET_CHILD_SUBREAPER), so in the end all
// have been, or there are none. Gives how the child ended.
int end_all(pid_t child) {
  int status = 0;
  ::kill(-child, SIGKILL);
  ::kill(child, SIGKILL);
  ::waitpid(child, &status, 0);
  for (;;) {
    auto ended = ::waitpid(-1, nullptr, WNOHANG);
    if (ended == 0 && kill_children()) ended = ::waitpid(-1, nullptr, 0);
    if (ended <= 0) return status;
  }
}

// Whether the child has ended, which stays a zombie so that its group keeps its number. Others
// that have are no longer needed.
bool has_ended(pid_t child) {
  for (;;) {
    siginfo_t info{};
    if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return true;
    if (info.si_pid == 0) return false;
    if (info.si_pid == child) return true;
    ::waitpid(info.si_pid, nullptr, 0);
  }
}

// What a forked process does from then on. `work` is done in the child and gives its exit code,
// or the negative errno of an exec that failed.
void guard(const std::function<int()>& work, GuardedEnds ends) {
  ::setsid();  // Out of the reach of what ends or stops our group.
  sigset_t all, child_ends;
  ::sigfillset(&all);
  ::sigprocmask(SIG_SETMASK, &all, nullptr);
  ::signal(SIGCHLD, SIG_DFL);
  ::sigemptyset(&child_ends);
  ::sigaddset(&child_ends, SIGCHLD);
  close_all_but({ends.in.number(), ends.out.number(), ends.err.number(), ends.life.number(),
                 ends.report.number()});
  const Descriptor signals(::signalfd(-1, &child_ends, SFD_CLOEXEC | SFD_NONBLOCK));
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  const auto guardian = ::getpid();
  const auto child = ::fork();
  if (child == 0) be_child(work, ends, guardian);
  if (child < 0) {
    tell(ends.report.number(), ProcessEnd::Kind::NotStarted, errno);
    ::_exit(0);
  }
  for (auto* end : {&ends.in, &ends.out, &ends.err}) end->close();
  // They would keep the pipes of whoever reads ours open.
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::dup2(nothing, stream);
  for (;;) {
    std::array<pollfd, 2> waits{pollfd{ends.life.number(), POLLIN, 0},
                                pollfd{signals.number(), POLLIN, 0}};
    ::poll(waits.data(), waits.size(), -1);
    signalfd_siginfo drained;
    while (::read(signals.number(), &drained, sizeof drained) > 0) {}
    if (has_ended(child)) break;
    unsigned char number = 0;
    if (waits[0].revents == 0) continue;
    if (::read(ends.life.number(), &number, 1) != 1) break;
    ::kill(child, number);
  }
  const int status = end_all(child);
  const bool signalled = WIFSIGNALED(status);
  tell(ends.report.number(), signalled ? ProcessEnd::Kind::Signalled : ProcessEnd::Kind::Exited,
       signalled ? WTERMSIG(status) : WEXITSTATUS(status));
  ::_exit(0);
}

constexpr std::size_t pipe_bytes_max = std::size_t{64} << 10;

struct Pipe {
  Descriptor reads, writes;
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category());
    reads = Descriptor(ends[0]);
    writes = Descriptor(ends[1]);
  }
};

Descriptor without_blocking(Descriptor end) {
  ::fcntl(end.number(), F_SETFL, O_NONBLOCK);
  return end;
}

// Whether reading or writing failed for now only.
bool not_yet() { return errno == EAGAIN || errno == EINTR; }

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    close();
    number_ = other.release();
  }
  return *this;
}

void Descriptor::close() {
  if (number_ >= 0) ::close(release());
}

int Descriptor::release() { return std::exchange(number_, -1); }

std::string show(const ProcessEnd& end) {
  switch (end.kind) {
    case ProcessEnd::Kind::NotStarted:
      return fmt::format("cannot be started: {}", std::strerror(end.value));
    case ProcessEnd::Kind::Exited: return fmt::format("ended with exit code {}", end.value);
    case ProcessEnd::Kind::Signalled:
      return fmt::format("ended by signal {} ({})", end.value, ::strsignal(end.value));
  }
  return {};
}

Process::Process(const std::vector<std::string>& words, Errors errors, std::uint64_t memory_max) {
  CHECK(!words.empty());
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const auto become = [&arguments, memory_max] {
    const rlimit limit{memory_max, memory_max};
    if (memory_max > 0) ::setrlimit(RLIMIT_DATA, &limit);
    ::execvp(arguments[0], arguments.data());
    return -errno;
  };
  start(become, errors == Errors::Kept ? Pipes::All : Pipes::InOut);
}

Process::Process(const std::function<int()>& work, Descriptor in) {
  start(work, Pipes::None, std::move(in));
}

void Process::start(const std::function<int()>& work, Pipes pipes, Descriptor given) {
  Pipe life, report;
  GuardedEnds ends;
  ends.in = std::move(given);
  if (pipes != Pipes::None) {
    Pipe in, out;
    ends.in = std::move(in.reads);
    ends.out = std::move(out.writes);
    in_ = without_blocking(std::move(in.writes));
    out_ = without_blocking(std::move(out.reads));
  }
  if (pipes == Pipes::All) {
    Pipe err;
    ends.err = std::move(err.writes);
    err_ = without_blocking(std::move(err.reads));
  }
  ends.life = std::move(life.reads);
  ends.report = std::move(report.writes);
  guardian_ = ::fork();
  if (guardian_ < 0) throw std::system_error(errno, std::generic_category());
  if (guardian_ == 0) guard(work, std::move(ends));
  life_ = std::move(life.writes);
  report_ = std::move(report.reads);
}

bool Process::write_some(std::string_view& input) {
  const auto count = ::write(in_.number(), input.data(), std::min(input.size(), pipe_bytes_max));
  if (count < 0 && not_yet()) return false;
  if (count < 0) in_.close();  // It wants no more.
  input.remove_prefix(count < 0 ? input.size() : static_cast<std::size_t>(count));
  return true;
}

bool Process::read_some(Descriptor& from, std::string& to, std::size_t size_max) {
  std::array<char, pipe_bytes_max> bytes;
  const auto count = ::read(from.number(), bytes.data(), bytes.size());
  if (count < 0 && not_yet()) return false;
  if (count <= 0) {
    from.close();
    return false;
  }
  to.append(bytes.data(), std::min(static_cast<std::size_t>(count), size_max));
  return true;
}

void Process::read_errors() { read_some(err_, errors_, errors_max - errors_.size()); }

// True: the guardian has gone, and all with it.
bool Process::hear_report() {
  ProcessEnd told;
  const auto size = ::read(report_.number(), &told, sizeof told);
  if (size < 0) return false;
  if (size == sizeof told) {
    if (!heard_) heard_ = told;  // The first: what could not start also ended.
    return false;
  }
  // A guardian that somebody killed says nothing, and took the child along.
  end_ = heard_.value_or(ProcessEnd{ProcessEnd::Kind::Signalled, SIGKILL});
  report_.close();
  rusage usage{};
  ::wait4(guardian_, nullptr, 0, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  cpu_seconds_ = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  return true;
}

Process::Event Process::exchange(std::string_view& input, std::string& output, Time deadline) {
  return exchange(input, output, deadline, {});
}

Process::Event Process::exchange(std::string_view& input, std::string& output, Time deadline,
                                 Beside beside) {
  if (!in_.open()) input = {};
  for (;;) {
    // What was written before the end is read: nobody is left who could write more.
    if (end_ && err_.open()) read_errors();
    if (end_)
      return out_.open() && read_some(out_, output, pipe_bytes_max) ? Event::Moved : Event::Ended;
    // Not only when nothing moves: it may write to stderr without end.
    if (std::chrono::steady_clock::now() >= deadline) return Event::TimeIsUp;
    std::vector<pollfd> waits{{report_.number(), POLLIN, 0},
                              {beside.holds_output ? -1 : out_.number(), POLLIN, 0},
                              {err_.number(), POLLIN, 0},
                              {in_.number(), static_cast<short>(input.empty() ? 0 : POLLOUT), 0}};
    const auto own = static_cast<std::ptrdiff_t>(waits.size());
    waits.insert(waits.end(), beside.waits.begin(), beside.waits.end());
    switch (wait_for(waits, deadline)) {
      case Woken::TimeIsUp: return Event::TimeIsUp;
      case Woken::Signal: return Event::Interrupted;
      case Woken::Ready: break;
    }
    std::copy(waits.begin() + own, waits.end(), beside.waits.begin());
    bool moved = std::ranges::any_of(beside.waits, [](auto wait) { return wait.revents != 0; });
    if (waits[2].revents != 0) read_errors();
    if ((waits[3].revents & POLLOUT) != 0) moved = write_some(input) || moved;
    // The reader is gone, whether there is something to write or not.
    if (in_.open() && (waits[3].revents & POLLERR) != 0) {
      in_.close();
      input = {};
      moved = true;
    }
    if (waits[1].revents != 0)
      moved = read_some(out_, output, pipe_bytes_max) || output_closed() || moved;
    if (waits[0].revents != 0) hear_report();
    if (moved) return Event::Moved;
  }
}

std::size_t Process::unread() const {
  int bytes = 0;
  if (!in_.open() || ::ioctl(in_.number(), FIONREAD, &bytes) != 0) return 0;
  return static_cast<std::size_t>(bytes);
}

Process::Event Process::wait(Time deadline) {
  std::string_view no_input;
  std::string dropped;
  Event event;
  do {
    event = exchange(no_input, dropped, deadline);
    dropped.clear();
  } while (event == Event::Moved);
  return event;
}

void Process::signal(int number) {
  const auto byte = static_cast<unsigned char>(number);
  if (life_.open()) [[maybe_unused]]
    const auto sent = ::write(life_.number(), &byte, 1);
}

ProcessEnd Process::end_within(std::chrono::milliseconds time) {
  const auto until = std::chrono::steady_clock::now() + time;
  while (!end_ && std::chrono::steady_clock::now() < until) {
    pollfd wait{report_.number(), POLLIN, 0};
    if (::poll(&wait, 1, 10) > 0) hear_report();
  }
  return kill();
}

ProcessEnd Process::kill() {
  life_.close();
  while (!end_) {
    pollfd wait{report_.number(), POLLIN, 0};
    // Whoever stopped the guardian does not stop us.
    if (::poll(&wait, 1, 100) > 0) hear_report();
    ::kill(guardian_, SIGCONT);
  }
  return *end_;
}

void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest number that is free, which is this one; in the direction that it is not used.
    [[maybe_unused]] const int opened =
        ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace tools
