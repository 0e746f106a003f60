// The mock IDE as a process, and a client of it: sockets of our own. Limits are for what hangs.
#pragma once
#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "command/program_testing.h"
#include "streams/running_testing.h"

namespace tools {

inline std::string request(const std::string& line, const std::string& header = "") {
  return line + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n" + header + "\r\n{}";
}
inline const std::string stream_line = "POST /npx/v1/projects/stream";
inline const std::string right_token = "Authorization: Bearer secret\r\n";

// A client of the mock IDE.
class Caller {
 public:
  Caller(int port, const std::string& says, int receive_bytes = 0)
      : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    if (receive_bytes > 0)
      ::setsockopt(socket_.number(), SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof receive_bytes);
    timeval limit{.tv_sec = 240, .tv_usec = 0};
    ::setsockopt(socket_.number(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<std::uint16_t>(port));
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected_ = ::connect(socket_.number(), reinterpret_cast<sockaddr*>(&to), sizeof to) == 0;
    say(says);
  }

  void say(const std::string& says) {
    EXPECT_EQ(::send(socket_.number(), says.data(), says.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(says.size()));
  }

  // Until all that was heard contains `text`, or nothing comes any more.
  bool hear(const std::string& text) {
    while (heard_.find(text, from_) == std::string::npos)
      if (!read_some()) return false;
    from_ = heard_.find(text, from_) + text.size();
    return true;
  }
  const std::string& hear_all() {
    while (read_some()) {}
    return heard_;
  }
  // Whatever comes meanwhile.
  void read_for(std::chrono::seconds time) {
    const auto end = std::chrono::steady_clock::now() + time;
    std::array<char, 65'536> bytes;
    while (std::chrono::steady_clock::now() < end)
      if (::recv(socket_.number(), bytes.data(), bytes.size(), MSG_DONTWAIT) <= 0)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  std::size_t count(const std::string& text) const {
    std::size_t out = 0;
    for (auto at = heard_.find(text); at != std::string::npos; at = heard_.find(text, at + 1))
      ++out;
    return out;
  }

 private:
  bool read_some() {
    std::array<char, 65'536> bytes;
    const auto count = ::recv(socket_.number(), bytes.data(), bytes.size(), 0);
    if (count > 0) heard_.append(bytes.data(), static_cast<std::size_t>(count));
    return count > 0;
  }

  Descriptor socket_;
  bool connected_ = false;
  std::string heard_;
  std::size_t from_ = 0;
};

inline const std::string slack_of_a_busy_machine = "--slack 30000";

// The mock IDE.
class Served {
 public:
  explicit Served(std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"serve",          "--area",   "monitor",  "--home",
                                       folder_.file(""), "--port",   "0",        "--token",
                                       "secret",         "--record", recording()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    // A sanitizer's program keeps what is freed, so that its memory would tell nothing.
    static const int set =
        ::setenv("ASAN_OPTIONS", "quarantine_size_mb=0:thread_local_quarantine_size_kb=0", 0);
    EXPECT_EQ(set, 0);
    running.emplace(arguments);
    const auto serving = running->hear("serving");
    port = serving["port"];
    pid = serving["pid"];
    marker = serving["marker"];
  }
  std::string recording() const { return folder_.file("streams.jsonl"); }
  void happen(const std::string& word) {
    running->say(word);
    EXPECT_EQ(running->hear("happened")["what"], word);
  }
  ProgramRun stop_and_check(const std::string& slack = {}) {
    running->say("stop");
    EXPECT_EQ(running->end(), (ProcessEnd{ProcessEnd::Kind::Exited, 0}));
    return run_orrery("check --area monitor --details " + slack + " " + recording());
  }
  std::size_t descriptors() const {
    const std::filesystem::directory_iterator all("/proc/" + std::to_string(pid) + "/fd");
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }
  std::size_t memory_kb() const {
    const auto status = text_of("/proc/" + std::to_string(pid) + "/status");
    return std::stoul(status.substr(status.find("VmRSS:") + 6));
  }
  std::optional<Running> running;
  int port = 0, pid = 0;
  std::string marker;

 private:
  TemporaryFolder folder_;
};

}  // namespace tools
