#include "process/guardian.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "command/signals.h"

// Between a fork and an exec stands nothing here that takes a lock, such as the heap's: we may
// have threads.
namespace tools {
namespace {

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

}  // namespace

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

}  // namespace tools
