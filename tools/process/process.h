// A child process and whatever it starts: the one owner of processes.
//
// The child leads a session and a process group of its own, without a terminal: what it signals
// or stops is itself. A guardian between us and it, a process too, ends the child and all of its
// descendants, those included that went to groups of their own, as soon as the child has ended,
// as soon as it is no longer wanted, and when we die, by whatever signal. So what a child leaves
// behind does not go on writing: its run is over when it ends.
//
// The standard streams must be open (open_standard_streams) and SIGPIPE be ignored
// (catch_signals). Needs Linux with /proc: docs/decisions/0031-one-owner-of-processes.md.
#pragma once
#include <poll.h>
#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tools {

// A file descriptor that is closed in the end.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { close(); }

  int number() const { return number_; }
  bool open() const { return number_ >= 0; }
  void close();
  int release();

 private:
  int number_;
};

// Bytes of data that each process of a program under test gets; 0: no limit, for a sanitizer's
// program reserves more than there is.
#ifdef __SANITIZE_ADDRESS__
inline constexpr std::uint64_t program_memory_max = 0;
#else
inline constexpr std::uint64_t program_memory_max = std::uint64_t{2} << 30;
#endif

struct ProcessEnd {
  enum class Kind : std::uint8_t { NotStarted, Exited, Signalled };
  Kind kind = Kind::Exited;
  int value = 0;  // The errno of exec; the exit code; the signal.
  bool operator==(const ProcessEnd&) const = default;
};

// "cannot be started: No such file or directory", "ended with exit code 3", "ended by signal 9
// (Killed)".
std::string show(const ProcessEnd& end);

class Process {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // Bytes of stderr that are kept, the first ones.
  static constexpr std::size_t errors_max = std::size_t{64} << 10;

  // What an exchange came back for.
  enum class Event : std::uint8_t { Moved, Ended, TimeIsUp, Interrupted };

  // Whether stderr is kept here, or is our own.
  enum class Errors : std::uint8_t { Kept, Ours };

  // Starts a program and its arguments (at least one word), found as a shell finds it, with
  // pipes for its standard streams. Throws std::system_error if there is no process or
  // descriptor left to have. Each of its processes gets so many bytes of memory for data; 0: as
  // many as there are.
  explicit Process(const std::vector<std::string>& words, Errors errors = Errors::Kept,
                   std::uint64_t memory_max = 0);

  // Runs `work` in a copy of this process, which must have no other thread, and takes what it
  // returns as exit code. It has our stderr, `in` for its stdin if that is open, and no stdout.
  explicit Process(const std::function<int()>& work, Descriptor in = Descriptor());

  // Ends it, if it has not ended.
  ~Process() { kill(); }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Waits until bytes were moved in either direction. Takes off the front of `input` what was
  // written, all of it if the child wants no more; adds at most 64 KiB to `output`. Ended: it and
  // all that it started have, and what it wrote was read. A signal (signals.h) cuts it short.
  Event exchange(std::string_view& input, std::string& output, Time deadline);

  // What else an exchange waits for: Moved too if one of these is ready. `holds_output`: nothing
  // is read meanwhile, so that the child waits.
  struct Beside {
    std::span<pollfd> waits;
    bool holds_output = false;
  };
  Event exchange(std::string_view& input, std::string& output, Time deadline, Beside beside);
  // The same without input or output.
  Event wait(Time deadline);

  // It has closed its stdout, which Moved tells of once, and may live on.
  bool output_closed() const { return !out_.open(); }

  // It has closed its stdin, which Moved tells of once: what is written goes nowhere.
  bool input_closed() const { return !in_.open(); }

  // Bytes that were written and that it has not read yet.
  std::size_t unread() const;

  // The child reads the end of its stdin behind what was written.
  void close_input() { in_.close(); }

  // Sends the child itself a signal.
  void signal(int number);
  // Waits for its end, so long at most and whatever signal we have caught, and then kills it.
  ProcessEnd end_within(std::chrono::milliseconds time);

  // Ends it and its descendants now, and gives how it ended.
  ProcessEnd kill();

  // Nothing while it runs.
  const std::optional<ProcessEnd>& end() const { return end_; }
  // Processor time of it and of all that it started, once it has ended.
  double cpu_seconds() const { return cpu_seconds_; }
  const std::string& errors() const { return errors_; }
  // Takes what is kept away, so that there is room for as much again.
  std::string take_errors() { return std::exchange(errors_, {}); }

 private:
  enum class Pipes : std::uint8_t { None, InOut, All };
  void start(const std::function<int()>& work, Pipes pipes, Descriptor given = Descriptor());
  bool write_some(std::string_view& input);
  bool read_some(Descriptor& from, std::string& to, std::size_t size_max);
  void read_errors();
  bool hear_report();

  pid_t guardian_ = -1;
  Descriptor in_, out_, err_;
  Descriptor life_;    // Takes signals for the child; its end tells the guardian to end all.
  Descriptor report_;  // The guardian's last words, and its end.
  std::optional<ProcessEnd> end_, heard_;
  double cpu_seconds_ = 0;
  std::string errors_;
};

// Opens those of the three standard streams that are closed, so that no file or pipe takes
// their place; reading and writing them still fails.
void open_standard_streams();

// The most memory that this process has had so far, in bytes.
std::uint64_t peak_memory();

}  // namespace tools
