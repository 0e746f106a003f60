#include "tidy/rules.h"

#include <algorithm>
#include <array>
#include <regex>
#include <span>

#include <fmt/core.h>

#include "tidy/source.h"

namespace tidy {
namespace {

constexpr std::size_t line_columns_max = 100;
constexpr std::size_t file_lines_max = 400;
constexpr std::size_t function_lines_max = 60;

// clang-format off

// Which packages and layers a file may include, besides standard headers and its
// neighbours. All rows whose `files` begins the path count. A package is what
// stands before the first slash of an include (before the second, for Boost).
struct Allowance {
  std::string_view files;
  std::string_view packages;  // Separated by single spaces.
};
constexpr std::array allowances{
  Allowance{"engine/",       "engine fmt boost/container"},
  Allowance{"engine/json_bytes", "emmintrin.h"},  // Sixteen bytes at a time.
  Allowance{"spec/",         "spec fmt"},
  Allowance{"sim/",          "sim engine fmt boost/container xxhash.h nlohmann"},
  Allowance{"sim/memory",    "sys"},  // Huge pages for a search.
  Allowance{"conformance/",  "conformance sim spec engine fmt nlohmann"},
  Allowance{"fuzz/",         "fuzz conformance sim spec engine fmt nlohmann simdjson.h posix"},
  Allowance{"tools/",        "conformance fuzz sim spec engine fmt nlohmann"},
  Allowance{"tools/",        "boost/program_options posix"},
  Allowance{"tools/bench/",  "benchmark simdjson.h boost/container"},
};
constexpr std::string_view test_packages = "gtest gmock rapidcheck rapidcheck.h";

// Included by tools only, as `posix` above: anything in these, and these files.
constexpr std::string_view posix =
  "sys poll.h pthread.h unistd.h fcntl.h signal.h spawn.h termios.h";

// The files of one engine begin with its name and may not include another engine.
constexpr std::array<std::string_view, 4> engines{"ack", "client", "monitor", "policy"};

// Not in `engine`, `spec`, `sim` and `conformance`: a run is a function of its inputs.
constexpr std::array<std::string_view, 24> banned_words{
  "system_clock", "steady_clock", "high_resolution_clock", "clock_gettime", "gettimeofday",
  "std::time", "random_device", "std::rand", "srand",
  "std::thread", "std::jthread", "std::async", "std::mutex", "std::shared_mutex",
  "std::recursive_mutex", "std::condition_variable", "thread_local", "sleep_for",
  "unordered_map", "unordered_set", "unordered_multimap", "unordered_multiset",
  "std::hash", "std::random_shuffle",
};
constexpr std::string_view banned_headers =
  "thread mutex shared_mutex future condition_variable semaphore barrier latch stop_token "
  "unordered_map unordered_set ctime time.h";

// The mutants that only the proof of determinism catches have to do what is banned.
constexpr std::string_view hidden_mutants = "conformance/mutant_hidden.cc";
constexpr std::string_view hidden_words = "thread_local unordered_set";
// clang-format on

constexpr std::array<std::string_view, 4> pure_folders{"engine/", "spec/", "sim/", "conformance/"};

bool has_entry(std::string_view list, std::string_view entry) {
  return (" " + std::string(list) + " ").find(" " + std::string(entry) + " ") != std::string::npos;
}

bool is_test(std::string_view path) {
  return path.ends_with("_test.cc") || path.ends_with("_testing.h");
}

bool is_pure(std::string_view path) {
  return std::ranges::any_of(pure_folders, [&](auto folder) { return path.starts_with(folder); });
}

// engine/include/engine/policy_terms.h -> policy_terms
std::string_view stem(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);
  return path.substr(0, path.find('.'));
}

// The engine that a file of the engine folder belongs to; empty for what they share.
std::string_view engine_of(std::string_view path) {
  const auto first = stem(path).substr(0, stem(path).find('_'));
  return std::ranges::find(engines, first) == engines.end() ? std::string_view{} : first;
}

class Checker {
 public:
  Checker(std::string_view path, std::string_view text) : path_(path), text_(text) {}

  std::vector<Finding> check() {
    check_name();
    if (path_.ends_with(".h") || path_.ends_with(".cc")) {
      source_ = read_source(text_);
      check_sizes();
      check_includes();
      check_words();
      if (path_.ends_with(".h")) check_opening();
    }
    return std::move(findings_);
  }

 private:
  void report(Rule rule, std::size_t line, std::string message) {
    findings_.push_back({std::string(path_), line, rule, std::move(message)});
  }

  void check_name() {
    static const std::regex vague("(^|[/_.-])(utils?|common|helpers?)([/_.-]|$)");
    if (std::regex_search(path_.begin(), path_.end(), vague)) {
      report(Rule::Name, 0, "name it for what it holds, not util, common or helper");
    }
  }

  void check_sizes() {
    const auto& lines = source_.lines;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const auto columns = std::ranges::count_if(
          lines[i], [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
      if (static_cast<std::size_t>(columns) > line_columns_max) {
        report(Rule::LineLength, i + 1, fmt::format("{} columns; at most 100", columns));
      }
    }
    if (lines.size() > file_lines_max) {
      report(Rule::FileLength, lines.size(), fmt::format("{} lines; at most 400", lines.size()));
    }
    for (const auto& function : source_.functions) {
      const auto count = function.last_line - function.first_line + 1;
      if (count <= function_lines_max) continue;
      report(Rule::FunctionLength, function.first_line,
             fmt::format("a function of {} lines; at most 60", count));
    }
  }

  void check_includes() {
    for (const auto& include : source_.includes) {
      if (include.target.find("..") != std::string::npos) {
        report(Rule::IncludeUpwards, include.line, "an include may not have `..` in it");
        continue;
      }
      check_other_engine(include);
      if (is_banned(include.target, has_entry(banned_headers, include.target))) {
        report(Rule::Nondeterminism, include.line,
               fmt::format("<{}> makes a run depend on more than its inputs", include.target));
      }
      if (!may_include(include)) {
        report(Rule::IncludePackage, include.line,
               fmt::format("`{}` is not on the allow-list of this folder", include.target));
      }
    }
  }

  void check_other_engine(const Include& include) {
    if (!path_.starts_with("engine/") || !include.target.starts_with("engine/")) return;
    const auto own = engine_of(path_);
    const auto other = engine_of(include.target);
    if (own.empty() || other.empty() || own == other) return;
    report(Rule::IncludeOtherEngine, include.line,
           fmt::format("the {} engine may not include the {} engine", own, other));
  }

  bool may_include(const Include& include) const {
    const std::string_view target = include.target;
    const auto slash = target.find('/');
    if (slash == std::string_view::npos) {
      const bool standard = target.find('.') == std::string_view::npos;
      if (standard || include.quoted) return true;
    }
    auto package = target.substr(0, slash);
    if (package == "boost") {
      package = target.substr(0, target.find('/', slash + 1));
      package = package.substr(0, package.find('.'));
    }
    if (is_test(path_) && has_entry(test_packages, package)) return true;
    return std::ranges::any_of(allowances, [&](const Allowance& row) {
      if (!path_.starts_with(row.files)) return false;
      if (has_entry(row.packages, package)) return true;
      return has_entry(row.packages, "posix") && has_entry(posix, package);
    });
  }

  // Whether the path may not have this word or header, if it has it.
  bool is_banned(std::string_view what, bool has_it) const {
    const bool allowed = path_ == hidden_mutants && has_entry(hidden_words, what);
    return has_it && is_pure(path_) && !allowed;
  }

  void check_words() {
    static const std::regex distribution(R"(\bstd::\w+_distribution\b)");
    static const std::regex environment(R"(\b(secure_)?getenv\b)");
    static const std::regex unfinished(R"(\b(TODO|FIXME|XXX|HACK)\b)");
    for (std::size_t i = 0; i < source_.code.size(); ++i) {
      if (std::regex_search(source_.comments[i], unfinished)) {
        report(Rule::Unfinished, i + 1, "finish it, or file it elsewhere");
      }
      if (!is_pure(path_)) continue;
      const auto& code = source_.code[i];
      const bool word = std::ranges::any_of(
          banned_words, [&](auto banned) { return is_banned(banned, has_word(code, banned)); });
      const bool reads_environment = !is_test(path_) && std::regex_search(code, environment);
      if (word || reads_environment || std::regex_search(code, distribution)) {
        report(Rule::Nondeterminism, i + 1, "makes a run depend on more than its inputs");
      }
    }
  }

  void check_opening() {
    if (source_.comments.empty() || !source_.comments[0].starts_with("//")) {
      report(Rule::HeaderOpening, 1, "a header opens with a comment that says what it is for");
    }
    const auto is_once = [](const std::string& line) { return line == "#pragma once"; };
    if (std::ranges::none_of(source_.lines, is_once)) {
      report(Rule::HeaderOpening, 1, "a header has #pragma once");
    }
  }

  std::string_view path_;
  std::string_view text_;
  Source source_;
  std::vector<Finding> findings_;
};

}  // namespace

std::vector<Finding> check_file(std::string_view path, std::string_view text) {
  return Checker(path, text).check();
}

std::string_view name(Rule rule) {
  switch (rule) {
    case Rule::LineLength: return "line-length";
    case Rule::FileLength: return "file-length";
    case Rule::FunctionLength: return "function-length";
    case Rule::IncludeUpwards: return "include-upwards";
    case Rule::IncludePackage: return "include-package";
    case Rule::IncludeOtherEngine: return "include-other-engine";
    case Rule::Nondeterminism: return "nondeterminism";
    case Rule::Name: return "name";
    case Rule::Unfinished: return "unfinished";
    case Rule::HeaderOpening: return "header-opening";
  }
  return "?";
}

}  // namespace tidy
