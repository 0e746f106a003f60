#include "tidy/rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <regex>
#include <utility>

#include <fmt/core.h>

#include "tidy/readers.h"
#include "tidy/source.h"

namespace tidy {
namespace {

constexpr std::size_t line_columns_max = 100;
constexpr std::size_t file_lines_max = 400;
constexpr std::size_t function_lines_max = 60;

// clang-format off

constexpr std::size_t folder_files_max = 40;

constexpr std::string_view test_packages = "gtest gmock rapidcheck rapidcheck.h";

// Included by tools only, as `posix` above: anything in these, and these files.
constexpr std::string_view posix =
  "sys arpa netinet dirent.h malloc.h poll.h pthread.h unistd.h fcntl.h signal.h spawn.h termios.h";

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

struct Allowance {
  std::string_view file, words;
};
constexpr std::array allowances{
  // The mutants that only the proof of determinism catches have to do what is banned.
  Allowance{"conformance/modality/mutants/hidden.cc", "thread_local unordered_set"},
  Allowance{"spec/port/check.cc", "thread_local"},  // Who catches is an affair of a thread.
};
// clang-format on

constexpr std::array<std::string_view, 4> pure_folders{"engine/", "spec/", "sim/", "conformance/"};

bool is_test(std::string_view path) {
  return path.ends_with("_test.cc") || path.ends_with("_testing.h") || path.ends_with("/testing.h");
}

// Folders of data, in which each file is a case of its own.
constexpr std::array<std::string_view, 5> data_folders{"conformance/recordings", "docs/decisions",
                                                       "fuzz/corpus", "scenarios/appserver",
                                                       "scenarios/modality"};

bool is_data(std::string_view folder) {
  return std::ranges::find(data_folders, folder) != data_folders.end();
}

bool is_pure(std::string_view path) {
  return std::ranges::any_of(pure_folders, [&](auto folder) { return path.starts_with(folder); });
}

using Files = std::set<std::string, std::less<>>;

class Checker {
 public:
  using Excuse = std::function<bool(std::string_view room, std::string_view what)>;

  Checker(const Files& files, std::string_view path, std::string_view text, Excuse excuse)
      : files_(files), path_(path), text_(text), excuse_(std::move(excuse)) {}

  std::vector<Finding> check() {
    check_name();
    if (path_.ends_with(".h") || path_.ends_with(".cc")) {
      source_ = read_source(text_);
      check_sizes();
      check_room();
      check_words();
      check_readers();
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

  void check_room() {
    // An area that a program brings along has layers of its own, which its CMake file keeps.
    if (path_.starts_with("examples/area/")) return;
    room_ = room_of(path_);
    row_ = row_of(room_);
    if (row_ == nullptr) {
      report(Rule::IncludeRoom, 0, fmt::format("{} has no row in tools/tidy/rooms.cc", room_));
      return;
    }
    for (const auto& include : source_.includes) check_include(include);
    if (!may_name() && !is_test(path_)) check_area_names();
  }

  bool may_name() const { return may_name_areas(*row_) || is_list_of_areas(path_); }

  void check_include(const Include& include) {
    const std::string_view target = include.target;
    if (target.find("..") != std::string::npos) {
      report(Rule::IncludeUpwards, include.line, "an include may not have `..` in it");
      return;
    }
    if (is_banned(target, has_entry(banned_headers, target))) {
      report(Rule::Nondeterminism, include.line,
             fmt::format("<{}> makes a run depend on more than its inputs", target));
    }
    const auto found = include.quoted ? resolve(files_, path_, target) : std::nullopt;
    if (found) {
      check_included_room(include, room_of(*found));
    } else if (const auto package = package_of(target);
               !package.empty() && !may_include_package(package)) {
      report(Rule::IncludePackage, include.line,
             fmt::format("`{}` is no file of ours, and no package for {}", target, room_));
    }
  }

  // What binds the layers is tested with areas in it, areas are tested as gates run them, and
  // worlds with an engine in them.
  bool joins_rooms(std::string_view other) const {
    if (!is_test(path_)) return false;
    return path_.starts_with("conformance/") ||
           (path_.starts_with("sim/") && other.starts_with("engine/") && !area_of(room_).empty());
  }

  void check_included_room(const Include& include, std::string_view other) {
    if (may_include_room(*row_, room_, other) || joins_rooms(other)) return;
    const auto area = area_of(other);
    if (!area.empty() && is_list_of_areas(path_)) return;
    if (!area.empty() && area != area_of(room_) && !may_name()) {
      if (excuse_(room_, area)) return;
      report(Rule::AreaName, include.line,
             fmt::format("{} may not include {}, a room of an area", room_, other));
    } else if (!excuse_(room_, other)) {
      report(Rule::IncludeRoom, include.line, fmt::format("{} may not include {}", room_, other));
    }
  }

  // Empty: a standard header.
  static std::string_view package_of(std::string_view target) {
    const auto slash = target.find('/');
    if (slash == std::string_view::npos) {
      return target.find('.') == std::string_view::npos ? std::string_view{} : target;
    }
    const auto package = target.substr(0, slash);
    if (package != "boost") return package;
    const auto part = target.substr(0, target.find('/', slash + 1));
    return part.substr(0, part.find('.'));
  }

  bool may_include_package(std::string_view package) const {
    if (is_test(path_) && has_entry(test_packages, package)) return true;
    if (has_entry(row_->packages, package)) return true;
    return has_entry(row_->packages, "posix") && has_entry(posix, package);
  }

  // A general room says no area's name, be it an identifier or a text of its own; an
  // area's room may use the word for its own purposes, but not as a namespace.
  void check_area_names() {
    const auto own = area_of(*row_, room_);
    for (const auto area : area_names()) {
      if (area == own) continue;
      const auto quoted = fmt::format("\"{}\"", area);
      for (std::size_t i = 0; i < source_.code.size(); ++i) {
        const bool named =
            own.empty() ? has_word(source_.code[i], area) || has_text(i, quoted)
                        : source_.code[i].find(fmt::format("{}::", area)) != std::string::npos;
        if (!named || is_include(i + 1) || excuse_(room_, area)) continue;
        report(Rule::AreaName, i + 1, fmt::format("{} may not name the area {}", room_, area));
      }
    }
  }

  bool has_text(std::size_t line, std::string_view text) const {
    const auto at = source_.lines[line].find(text);
    return at != std::string::npos && source_.comments[line].substr(at, text.size()) != text;
  }

  bool is_include(std::size_t line) const {
    return std::ranges::any_of(source_.includes,
                               [&](const Include& include) { return include.line == line; });
  }

  // Whether the path may not have this word or header, if it has it.
  bool is_banned(std::string_view what, bool has_it) const {
    if (!has_it || !is_pure(path_)) return false;
    return std::ranges::none_of(allowances, [&](const Allowance& allowance) {
      return path_ == allowance.file && has_entry(allowance.words, what);
    });
  }

  void check_words() {
    static const std::regex distribution(R"(\bstd::\w+_distribution\b)");
    static const std::regex environment(R"(\b(secure_)?getenv\b)");
    static const std::regex unfinished(R"(\b(TODO|FIXME|XXX|HACK)\b)");
    static const std::regex braced(R"(\b(ordered_)?json(\s+\w+)?\{[^{},]+\})");
    for (std::size_t i = 0; i < source_.code.size(); ++i) {
      if (std::regex_search(source_.comments[i], unfinished)) {
        report(Rule::Unfinished, i + 1, "finish it, or file it elsewhere");
      }
      if (std::regex_search(source_.code[i], braced)) {
        report(Rule::JsonBraces, i + 1,
               "an array to g++ and a copy to clang: say json::array({x}), or json(x)");
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

  // Examples are programs of others.
  void check_readers() {
    if (is_test(path_) || path_.starts_with("examples/")) return;
    for (const auto& [line, message] : misread(path_, source_)) report(Rule::Reader, line, message);
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

  const Files& files_;
  std::string_view path_;
  std::string_view text_;
  Excuse excuse_;
  std::string room_;
  const Row* row_ = nullptr;
  Source source_;
  std::vector<Finding> findings_;
};

}  // namespace

House::House(Files files, std::span<const Known> known)
    : files_(std::move(files)), known_(known), needed_(known.size(), false) {}

bool House::excuses(std::string_view room, std::string_view what) {
  bool out = false;
  for (std::size_t i = 0; i < known_.size(); ++i) {
    if (known_[i].room != room || known_[i].what != what) continue;
    needed_[i] = true;
    out = true;
  }
  return out;
}

std::vector<Finding> House::check(std::string_view path, std::string_view text) {
  const auto excuse = [&](auto room, auto what) { return excuses(room, what); };
  return Checker(files_, path, text, excuse).check();
}

std::vector<Finding> House::check_tree() const {
  std::vector<Finding> out;
  std::map<std::string, std::size_t> counts;
  for (const auto& file : files_) ++counts[file.substr(0, file.rfind('/'))];
  for (const auto& [folder, count] : counts) {
    if (count <= folder_files_max || is_data(folder)) continue;
    out.push_back({folder, 0, Rule::FolderSize, fmt::format("{} files; at most 40", count)});
  }
  for (std::size_t i = 0; i < known_.size(); ++i) {
    if (needed_[i]) continue;
    out.push_back({"tools/tidy/rooms.cc", 0, Rule::KnownException,
                   fmt::format("`{}` needs no exception for `{}` any more: delete it",
                               known_[i].room, known_[i].what)});
  }
  return out;
}

std::string_view name(Rule rule) {
  switch (rule) {
    case Rule::LineLength: return "line-length";
    case Rule::FileLength: return "file-length";
    case Rule::FunctionLength: return "function-length";
    case Rule::IncludeUpwards: return "include-upwards";
    case Rule::IncludePackage: return "include-package";
    case Rule::IncludeRoom: return "include-room";
    case Rule::AreaName: return "area-name";
    case Rule::FolderSize: return "folder-size";
    case Rule::Nondeterminism: return "nondeterminism";
    case Rule::Name: return "name";
    case Rule::Unfinished: return "unfinished";
    case Rule::JsonBraces: return "json-braces";
    case Rule::HeaderOpening: return "header-opening";
    case Rule::Reader: return "reader";
    case Rule::KnownException: return "known-exception";
  }
  return "?";
}

}  // namespace tidy
