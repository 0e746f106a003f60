// Runs the built program as a person would, for tests.
#pragma once
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

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

inline std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
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

}  // namespace tools
