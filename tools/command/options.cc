#include "command/options.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "command/output.h"
#include "command/selection.h"
#include "command/terminal.h"
#include "command/words.h"

namespace tools {

namespace po = boost::program_options;

CommandLine::CommandLine(const Help& help) : help_(help), options_("Options", 80, 50) {
  flag("help,h", "Say this.");
  flag("help-all", "Say what each option does, and all that there is to say.");
}

void CommandLine::option(const char* name, const char* value, const char* says) {
  // One value, the last: a script can add an option to those that it was given.
  auto* semantic = po::value<std::vector<std::string>>();
  options_.add_options()(name, semantic->value_name(value), says);
  if (std::string_view(value).find("FILE") != std::string_view::npos) inputs_.emplace_back(name);
  names_.push_back("--" + std::string(name).substr(0, std::string(name).find(',')));
}

void CommandLine::flag(const char* name, const char* says) {
  options_.add_options()(name, says);
  names_.push_back("--" + std::string(name).substr(0, std::string(name).find(',')));
}

void CommandLine::output(const char* name, const char* says) {
  option(name, "FILE", says);
  outputs_.emplace_back(name);
}

// What is no regular file, such as /dev/null, may well be written twice.
void CommandLine::refuse_two_in_one_file() const {
  namespace fs = std::filesystem;
  std::map<std::string, std::string> options;  // By file.
  for (const auto& name : outputs_) {
    const auto path = text(name);
    std::error_code error;
    if (!path || (fs::exists(*path, error) && !fs::is_regular_file(*path, error))) continue;
    const auto file =
        *path == "-" ? *path : fs::weakly_canonical(fs::absolute(*path, error), error).string();
    const auto [other, is_new] = options.try_emplace(file, name);
    if (!is_new)
      refuse(name,
             fmt::format("\"{}\" is that of --{} too. Name two files.", *path, other->second));
  }
}

namespace {

bool is_file(const std::string& path, const std::filesystem::path& other) {
  std::error_code error;
  return std::filesystem::equivalent(path, other, error);
}
bool is_scenario_in(const std::string& path, const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  const auto whole = fs::canonical(path, error);
  return !folder.empty() && whole.extension() == ".json" &&
         whole.string().starts_with(fs::canonical(folder, error).string() + "/");
}

}  // namespace

// What is written anew from the file itself, as known failures are, may well be read before.
void CommandLine::refuse_what_is_read() const {
  for (const auto& name : outputs_) {
    const auto path = text(name);
    std::error_code error;
    if (!path || !std::filesystem::is_regular_file(*path, error)) continue;
    const auto is_read = [&](const std::string& word) { return is_file(*path, word); };
    const auto is_scenario = [&](const std::string& word) {
      return is_read(word) || is_read(word + ".json") ||
             is_file(*path, scenario_folder() / (word + ".json"));
    };
    const auto is_value = [&](const std::string& option) {
      const auto given = text(option);
      return given && option != name && name != "write-" + option && is_read(*given);
    };
    const auto is_in_folder = [&](const std::string& folder) {
      return is_scenario_in(*path, folder);
    };
    auto words = words_of(text("subject").value_or(""));
    if (!words.empty() && words[0].starts_with("exec:")) words[0].erase(0, 5);
    const bool takes_scenario = help_.operands.find("SCENARIO") != help_.operands.npos;
    const bool takes_folders = std::ranges::count(names_, "--scenarios") > 0;
    const bool reads =
        std::ranges::any_of(program_, is_read) || std::ranges::any_of(words, is_read) ||
        std::ranges::any_of(inputs_, is_value) || std::ranges::any_of(operands_, is_read) ||
        (takes_scenario && std::ranges::any_of(operands_, is_scenario)) ||
        (takes_folders && (is_scenario_in(*path, scenario_folder().string()) ||
                           std::ranges::any_of(texts("scenarios"), is_in_folder)));
    if (reads) refuse(name, fmt::format("\"{}\" is read, too. Name another file.", *path));
  }
}

bool CommandLine::parse(Arguments arguments) {
  auto end = arguments.end();
  if (takes_program_) end = std::find(arguments.begin(), end, "--");
  const std::vector<std::string> words(arguments.begin(), end);
  if (end != arguments.end()) program_.assign(end + 1, arguments.end());
  using Style = po::command_line_style::style_t;
  const int style = Style::unix_style & ~Style::allow_guessing;
  po::options_description all;
  all.add(options_).add_options()("operand", po::value<std::vector<std::string>>());
  po::positional_options_description positional;
  positional.add("operand", -1);
  try {
    po::command_line_parser parser(words);
    po::store(parser.options(all).positional(positional).style(style).run(), values_);
  } catch (const po::unknown_option& error) {
    refuse_unknown(error.get_option_name());
  } catch (const po::error& error) {
    throw UsageError(fmt::format("{}.", error.what()));
  }
  if (has("help") || has("help-all")) {
    print_out(has("help-all") ? whole_help() : help());
    return false;
  }
  if (has("operand")) operands_ = values_["operand"].as<std::vector<std::string>>();
  if (help_.operands.empty() && !operands_.empty())
    throw UsageError(fmt::format("\"{}\": {} takes no operands.", operands_[0], help_.command));
  refuse_two_in_one_file();
  refuse_what_is_read();
  for (const auto& holds : checks_) holds();
  return true;
}

void CommandLine::refuse_unknown(std::string typed) const {
  if (!typed.starts_with("-")) typed = "--" + typed;
  const auto what = "an option of " + std::string(help_.command);
  // What is the value of one is no option.
  for (const auto& option : options_.options()) {
    const auto values = option->semantic()->name(), value = typed.substr(2);
    const bool is_one = value.find('|') == value.npos && values.find('|') != values.npos &&
                        fmt::format("|{}|", values).find("|" + value + "|") != values.npos;
    if (is_one)
      throw UsageError(fmt::format("\"{}\" is not {}. Did you mean \"--{} {}\"?", typed, what,
                                   option->long_name(), value));
  }
  throw UsageError(unknown_word(what, typed, names_));
}

void CommandLine::refuse(const std::string& name, const std::string& why) const {
  throw UsageError(fmt::format("--{}: {}", name, why));
}

std::optional<std::string> CommandLine::text(const std::string& name) const {
  if (!has(name)) return std::nullopt;
  auto value = values_[name].as<std::vector<std::string>>().back();
  if (value.empty()) refuse(name, "the value is empty.");
  return value;
}

std::vector<std::string> CommandLine::texts(const std::string& name) const {
  return has(name) ? values_[name].as<std::vector<std::string>>() : std::vector<std::string>();
}

std::optional<std::uint64_t> CommandLine::number(const std::string& name, std::uint64_t least,
                                                 std::uint64_t most) const {
  const auto value = text(name);
  if (!value) return std::nullopt;
  const auto parsed = parse_number(*value);
  if (parsed && *parsed >= least && *parsed <= most) return parsed;
  const auto limit = most == std::numeric_limits<std::uint64_t>::max()
                         ? fmt::format("{} or more", least)
                         : fmt::format("{} to {}", least, most);
  refuse(name, fmt::format("\"{}\" is not a whole number, {}.", *value, limit));
}

std::optional<std::chrono::milliseconds> CommandLine::duration(const std::string& name) const {
  const auto value = text(name);
  if (!value) return std::nullopt;
  const auto parsed = parse_duration(*value);
  if (!parsed) refuse(name, fmt::format("\"{}\" is no duration such as 30s or 500ms.", *value));
  return parsed;
}

std::optional<double> CommandLine::seconds(const std::string& name) const {
  const auto value = duration(name);
  if (!value) return std::nullopt;
  return std::chrono::duration<double>(*value).count();
}

std::optional<std::uint64_t> CommandLine::bytes(const std::string& name) const {
  const auto value = text(name);
  if (!value) return std::nullopt;
  static constexpr std::string_view letters = "KMGT";
  std::string_view digits = *value;
  unsigned shift = 0;
  if (const auto letter = letters.find(digits.back()); letter != std::string_view::npos) {
    shift = 10 * static_cast<unsigned>(letter + 1);
    digits.remove_suffix(1);
  }
  const auto parsed = parse_number(digits);
  if (!parsed || *parsed == 0 || *parsed > (std::numeric_limits<std::uint64_t>::max() >> shift))
    refuse(name, fmt::format("\"{}\" is no amount of memory; say 12G, 512M or bytes.", *value));
  return *parsed << shift;
}

std::optional<std::string> CommandLine::output_file(const std::string& name) const {
  auto path = text(name);
  if (!path || *path == "-") return path;
  std::error_code error;
  if (std::filesystem::is_directory(*path, error))
    refuse(name, fmt::format("\"{}\" is a folder; name a file in it.", *path));
  const auto folder = std::filesystem::path(*path).parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder, error))
    refuse(name, fmt::format("there is no folder \"{}\".", folder.string()));
  // A plain file is written beside itself.
  const auto status = std::filesystem::symlink_status(*path, error);
  const bool in_place = std::filesystem::exists(status) && !is_regular_file(status);
  const auto written = in_place ? *path : folder.empty() ? std::string(".") : folder.string();
  if (::access(written.c_str(), W_OK) != 0) refuse(name, cannot_write(*path));
  return path;
}

std::optional<std::size_t> CommandLine::one_of(const std::string& name,
                                               std::span<const std::string> valid) const {
  const auto value = text(name);
  if (!value) return std::nullopt;
  const auto found = std::ranges::find(valid, *value);
  if (found == valid.end()) refuse(name, unknown_word("one of its values", *value, valid));
  return static_cast<std::size_t>(found - valid.begin());
}

const std::string& CommandLine::operand(std::string_view what) const {
  if (operands_.empty()) throw UsageError(fmt::format("it needs one operand: {}.", what));
  if (operands_.size() > 1)
    throw UsageError(
        fmt::format("\"{}\" is one operand too many; it needs one: {}.", operands_[1], what));
  return operands_[0];
}

namespace {

constexpr std::ptrdiff_t screen_lines = 23;  // Of 24, one is for what is typed next.
std::string indented(std::string_view text, std::size_t lines_max, std::size_t columns_max) {
  std::string out;
  std::istringstream lines{std::string(text)};
  std::size_t count = 0;
  for (std::string line; count < lines_max && std::getline(lines, line);) {
    if (line.size() + 2 > columns_max) continue;
    out += "  " + line + "\n";
    ++count;
  }
  return out;
}

bool fits_a_screen(const std::string& text) {
  std::istringstream lines(text);
  std::ptrdiff_t count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    if (line.size() > screen_columns) return false;
  return count <= screen_lines;
}

// As many words in a line as a screen holds, behind `margin`.
std::string filled(std::span<const std::string> words, std::string_view margin) {
  std::string out, line;
  for (const auto& word : words) {
    if (!line.empty() && line.size() + 1 + word.size() > screen_columns) {
      out += line + "\n";
      line.clear();
    }
    line += line.empty() ? std::string(margin) : " ";
    line += word;
  }
  return out + line + "\n";
}

// A line that is nearly full goes on in the next, unless a sentence ends with it; any other one
// ends as it is written.
std::string refilled(std::string_view text) {
  constexpr std::size_t nearly_full = 70;
  std::string out;
  std::vector<std::string> words;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    for (const auto& word : words_of(line)) words.push_back(word);
    if (line.size() >= nearly_full && !line.ends_with('.') && !lines.eof()) continue;
    out += filled(words, {});
    words.clear();
  }
  return words.empty() ? out : out + filled(words, {});
}

}  // namespace

std::string CommandLine::help() const {
  auto whole = whole_help();
  if (fits_a_screen(whole)) return whole;
  constexpr std::ptrdiff_t fewest_examples = 3, around_examples = 3;
  const auto with = [&](std::string_view says) {
    return fmt::format("{}{}\nOptions:\n{}\n", synopsis(), refilled(says), filled(names_, "  "));
  };
  const auto left = [](const std::string& text) {
    return screen_lines - around_examples - std::ranges::count(text, '\n');
  };
  auto out = with(help_.says);
  if (left(out) < fewest_examples) out = with(help_.says.substr(0, help_.says.find("\n\n")));
  const auto examples = static_cast<std::size_t>(std::max(left(out), fewest_examples));
  return out + "Examples:\n" + indented(help_.examples, examples, screen_columns) +
         fmt::format("\norrery {} --help-all says what each option does.\n", help_.command);
}

std::string CommandLine::synopsis() const {
  return fmt::format("orrery {} [OPTION...]{}{}\n\n", help_.command,
                     help_.operands.empty() ? "" : " ", help_.operands);
}

std::string CommandLine::whole_help() const {
  std::ostringstream options;
  options << options_;
  const auto areas = help_.says_of_areas == nullptr ? std::string() : help_.says_of_areas();
  return fmt::format("{}{}{}\n{}\nExamples:\n{}", synopsis(), refilled(help_.says), areas,
                     options.str(),
                     indented(help_.examples, std::string_view::npos, std::string_view::npos));
}

std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (text.empty() || error != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  using namespace std::chrono_literals;
  static constexpr std::pair<std::string_view, std::chrono::milliseconds> units[] = {
      {"ms", 1ms}, {"s", 1s}, {"m", 1min}, {"h", 1h}};
  static constexpr std::chrono::milliseconds longest = 7 * 24h;
  for (const auto& [name, unit] : units) {
    if (!text.ends_with(name)) continue;
    const auto count = parse_number(text.substr(0, text.size() - name.size()));
    if (!count) continue;
    if (*count == 0 || *count > static_cast<std::uint64_t>(longest / unit)) break;
    return static_cast<std::int64_t>(*count) * unit;
  }
  return std::nullopt;
}

std::string unknown_word(std::string_view what, std::string_view word,
                         std::span<const std::string> valid) {
  const auto near = nearest(word, valid);
  return fmt::format("\"{}\" is not {}. Valid: {}.{}", word, what, fmt::join(valid, ", "),
                     near.empty() ? "" : fmt::format(" Did you mean \"{}\"?", near));
}

}  // namespace tools
