#include "fuzz/filter_program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstring>
#include <thread>

namespace tools {
namespace {

constexpr int cannot_start = 127;

struct Pipe {
  int ends[2] = {-1, -1};
  Pipe() {
    if (pipe2(ends, O_CLOEXEC) != 0) ends[0] = ends[1] = -1;
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close_end(int which) {
    if (ends[which] >= 0) close(ends[which]);
    ends[which] = -1;
  }
};

[[noreturn]] void become(const std::vector<std::string>& words, Pipe& in, Pipe& out) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  dup2(in.ends[0], STDIN_FILENO);
  dup2(out.ends[1], STDOUT_FILENO);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
  signal(SIGPIPE, SIG_DFL);
  execvp(arguments[0], arguments.data());
  _exit(cannot_start);
}

using Clock = std::chrono::steady_clock;

// A program that only answers writes a few times what it reads.
std::size_t output_max(const std::string& input) {
  return (std::size_t{16} << 20) + 64 * input.size();
}

// Moves bytes until the output ends; false: the time is over, or it writes without end.
bool converse(Pipe& in, Pipe& out, const std::string& input, Clock::time_point deadline,
              FilterRun& run) {
  std::size_t written = 0;
  std::array<char, 65'536> buffer{};
  for (;;) {
    if (written == input.size()) in.close_end(1);
    if (Clock::now() >= deadline) return false;
    std::array<pollfd, 2> waits{pollfd{out.ends[0], POLLIN, 0}, pollfd{in.ends[1], POLLOUT, 0}};
    if (poll(waits.data(), waits.size(), 50) <= 0) continue;
    if ((waits[1].revents & (POLLERR | POLLHUP)) != 0) {
      written = input.size();  // It does not want more.
    } else if ((waits[1].revents & POLLOUT) != 0) {
      const auto count = write(in.ends[1], input.data() + written, input.size() - written);
      if (count > 0) written += static_cast<std::size_t>(count);
    }
    if ((waits[0].revents & (POLLIN | POLLHUP)) == 0) continue;
    const auto count = read(out.ends[0], buffer.data(), buffer.size());
    if (count == 0) return true;
    if (count > 0) run.output.append(buffer.data(), static_cast<std::size_t>(count));
    run.flooded = run.output.size() > output_max(input);
    if (run.flooded) return false;
  }
}

// Closing its stdout does not end a program: it may live on.
bool has_ended(pid_t process, Clock::time_point deadline, int& status) {
  while (waitpid(process, &status, WNOHANG) != process) {
    if (Clock::now() >= deadline) return false;
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
  return true;
}

}  // namespace

FilterRun run_filter(const std::vector<std::string>& words, const std::string& input,
                     double seconds_max) {
  FilterRun run;
  Pipe in, out;
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(seconds_max));
  const auto process = fork();
  if (process < 0) return run;
  if (process == 0) become(words, in, out);
  in.close_end(0);
  out.close_end(1);
  fcntl(in.ends[1], F_SETFL, O_NONBLOCK);
  int status = 0;
  const bool silent = converse(in, out, input, deadline, run);
  if (!silent || !has_ended(process, deadline, status)) {
    run.timed_out = !run.flooded;
    kill(process, SIGKILL);
    waitpid(process, &status, 0);
  }
  if (WIFSIGNALED(status)) run.signal = WTERMSIG(status);
  if (WIFEXITED(status)) run.exit_code = WEXITSTATUS(status);
  run.started = run.exit_code != cannot_start;
  return run;
}

}  // namespace tools
