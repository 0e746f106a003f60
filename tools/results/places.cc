#include "results/places.h"

#include <algorithm>
#include <sstream>
#include <system_error>
#include <utility>

#include "command/options.h"
#include "command/output.h"
#include "conformance/run/programs.h"

namespace tools {
namespace {

namespace fs = std::filesystem;

fs::path repository() {
  std::error_code ignored;
  auto here = fs::current_path(ignored);
  for (auto folder = here; folder != folder.parent_path(); folder = folder.parent_path())
    if (fs::exists(folder / ".git", ignored)) return folder;
  return here;
}

std::size_t line_naming(const std::string& rule, const fs::path& path) {
  const auto text = text_of_file(path.string());
  const auto at = text.find('"' + rule + '"');
  if (rule.empty() || at == text.npos) return 1;
  const auto before = std::string_view(text).substr(0, at);
  return 1 + static_cast<std::size_t>(std::ranges::count(before, '\n'));
}

}  // namespace

std::optional<Place> parse_place(std::string_view text) {
  const auto colon = text.rfind(':');
  const auto digits = colon == text.npos ? std::string_view() : text.substr(colon + 1);
  const auto line = parse_number(digits);
  if (text.empty() || (colon != text.npos && (colon == 0 || !line || *line == 0)))
    return std::nullopt;
  return Place{std::string(text.substr(0, colon)), line ? static_cast<std::size_t>(*line) : 1};
}

Places::Places(std::string_view subject, std::optional<Place> given)
    : Places(repository(), subject) {
  if (given) program_ = std::move(given);
}

Places::Places(fs::path root, std::string_view subject) : root_(std::move(root)) {
  if (!conformance::names_program(subject)) return;
  std::istringstream words{std::string(subject.substr(conformance::program_prefix.size()))};
  for (std::string word; !program_ && words >> word;) {
    std::erase_if(word, [](char c) { return c == '\'' || c == '"'; });
    if (auto file = relative(word)) program_ = Place{.file = std::move(*file)};
  }
}

std::optional<std::string> Places::relative(const fs::path& path) const {
  std::error_code failed;
  const auto whole = fs::canonical(path, failed);
  if (failed || !fs::is_regular_file(whole, failed)) return std::nullopt;
  const auto root = fs::canonical(root_, failed);
  if (failed) return std::nullopt;
  const auto file = whole.lexically_relative(root);
  if (file.empty() || *file.begin() == "..") return std::nullopt;
  return file.generic_string();
}

std::optional<Place> Places::of(const conformance::CheckResult& result) const {
  auto file = relative(result.file);
  if (!file) return std::nullopt;
  return Place{std::move(*file), line_naming(result.rule, result.file)};
}

std::optional<Place> Places::to_look_at(const conformance::CheckResult& result) const {
  auto place = of(result);
  return place ? place : program_;
}

}  // namespace tools
