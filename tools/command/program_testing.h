// Runs the built program as a person would, for tests.
#pragma once
#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace tools {

struct ProgramRun {
  int code = -1;
  std::string out, err;
};

// A folder of its own, which is removed in the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = std::filesystem::temp_directory_path() / "orrery_test_XXXXXX";
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(std::string_view name) const { return path_ + "/" + std::string(name); }
  std::string file(std::string_view name, std::string_view text) const {
    std::ofstream(file(name), std::ios::binary) << text;
    return file(name);
  }

 private:
  std::string path_;
};

// Of a process that ends meanwhile, what was read by then.
inline std::string text_of(const std::string& path) {
  std::ostringstream out;
  out << std::ifstream(path, std::ios::binary).rdbuf();
  return out.str();
}

// A line for the shell, in which "$orrery" is the program. Colours and annotations are off.
inline ProgramRun run_shell(const std::string& line) {
  const TemporaryFolder folder;
  const auto out = folder.file("out");
  const auto err = folder.file("err");
  const auto script = folder.file(
      "script", "unset GITHUB_ACTIONS GITHUB_STEP_SUMMARY NO_COLOR\norrery='" ORRERY_PROGRAM "'\n" +
                    line + "\n");
  const int status = std::system(("sh " + script + " >" + out + " 2>" + err).c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of(out), text_of(err)};
}

inline ProgramRun run_orrery(const std::string& arguments) {
  return run_shell("\"$orrery\" " + arguments);
}

// Python as it starts soonest: itself, whatever finds it for a shell, without its packages. Empty
// if it is not installed.
inline const std::string& python() {
  static const std::string found = [] {
    auto path = run_shell("python3 -c 'import sys; print(sys.executable, end=str())'").out;
    return path.empty() ? path : path + " -S -E";
  }();
  return found;
}

// Calls a function with each number below this, twelve at a time: for what waits more than it
// works.
inline void at_the_same_time(std::size_t count, const std::function<void(std::size_t)>& run) {
  std::atomic<std::size_t> next = 0;
  std::vector<std::jthread> threads(std::min<std::size_t>(count, 12));
  for (auto& thread : threads)
    thread = std::jthread([&] {
      for (auto number = next++; number < count; number = next++) run(number);
    });
}

// Lines are broken where a terminal ends.
inline std::string without_breaks(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == '\n' || c == ' ';
    if (!blank || out.empty() || out.back() != ' ') out += blank ? ' ' : c;
  }
  return out;
}

}  // namespace tools
