#include "sim/files/scenario_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "sim/files/reader.h"

namespace sim {
namespace {

ScenarioError no_file(const std::string& path, std::string what, std::string remedy) {
  return {.file = path, .pointer = {}, .what = std::move(what), .remedy = std::move(remedy)};
}

std::string name_of_file(const std::string& path) {
  const auto plain = std::filesystem::path(path).lexically_normal();
  std::filesystem::path name;
  for (const auto& part : plain) {
    if (part == "scenarios") {
      name.clear();
    } else {
      name /= part;
    }
  }
  const bool below = std::ranges::find(plain, "scenarios") != plain.end();
  if (!below) name = plain.filename();
  return name.replace_extension().generic_string();
}

std::variant<ParsedFile, ScenarioError> parse(std::string text, const std::string& file,
                                              const std::string& name) {
  if (text.size() > scenario_bytes_max)
    return no_file(file, fmt::format("The text has {} bytes.", text.size()),
                   fmt::format("A file of this kind may have {}.", scenario_bytes_max));
  auto parsed = parse_json(text);
  if (const auto* fault = std::get_if<JsonError>(&parsed)) {
    const auto place = place_of(text, fault->offset);
    return ScenarioError{file,           place.line,  place.column,
                         fault->pointer, fault->what, fault->remedy};
  }
  return ParsedFile{std::move(text), file, name, std::move(std::get<JsonValue>(parsed))};
}

std::span<const OwnFile> own_files;

}  // namespace

void bring_along(std::span<const OwnFile> files) { own_files = files; }

std::variant<std::string, ScenarioError> text_of_file(const std::string& path,
                                                      const FileKind& kind) {
  namespace fs = std::filesystem;
  if (const auto own = std::ranges::find(own_files, path, &OwnFile::path); own != own_files.end())
    return std::string(own->text);
  // A path with a zero byte names, for the system, another file.
  if (path.empty() || path.find('\0') != std::string::npos)
    return no_file(path.c_str(), "This is no path.", fmt::format("Name a {} file.", kind.what));
  std::error_code fault;
  const auto status = fs::status(path, fault);
  if (status.type() == fs::file_type::not_found)
    return no_file(path, "There is no such file.", "Check the path.");
  if (fault) return no_file(path, "The file cannot be read: " + fault.message() + ".", "");
  if (fs::is_directory(status))
    return no_file(path, "This is a directory.", fmt::format("Name a {} file in it.", kind.what));
  if (!fs::is_regular_file(status))
    return no_file(path, "This is no regular file.", fmt::format("Name a {} file.", kind.what));
  const auto bytes = fs::file_size(path, fault);
  if (!fault && bytes > kind.bytes_max)
    return no_file(path, fmt::format("The file has {} bytes.", bytes),
                   fmt::format("A {} may have {}.", kind.what, kind.bytes_max));
  std::ifstream stream(path, std::ios::binary);
  std::string text(kind.bytes_max + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  const auto count = static_cast<std::size_t>(stream.gcount());
  // Files that the system makes up have no size beforehand.
  if (count > kind.bytes_max)
    return no_file(path, fmt::format("The file has over {} bytes.", kind.bytes_max),
                   fmt::format("A {} may not.", kind.what));
  if (stream.bad() || !stream.eof())
    return no_file(path, "The file cannot be read.", "Check its permissions.");
  text.resize(count);
  return text;
}

std::variant<ParsedFile, ScenarioError> parse_file(std::string_view text, const std::string& name) {
  return parse(std::string(text), name, name);
}

std::variant<ParsedFile, ScenarioError> load_file(const std::string& path, std::string_view what) {
  auto text = text_of_file(path, {what, scenario_bytes_max});
  if (auto* error = std::get_if<ScenarioError>(&text)) return std::move(*error);
  return parse(std::move(std::get<std::string>(text)), path, name_of_file(path));
}

std::variant<std::size_t, ScenarioError> area_of(const ParsedFile& file,
                                                 std::span<const std::string_view> areas) {
  const auto* named = member_of(file.root, "area");
  if (named == nullptr) return std::size_t{0};
  Reader reader;
  const auto which = reader.one_of(*named, areas, "an area");
  if (reader.failed()) return reader.error(file.text, file.root, file.file);
  return which;
}

}  // namespace sim
