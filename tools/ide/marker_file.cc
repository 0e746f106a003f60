#include "ide/marker_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/options.h"
#include "process/process.h"

namespace tools::ide {
namespace {

std::string now_as_text() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

void write_file(const std::string& path, std::string_view text) {
  constexpr mode_t owner_alone = 0600;
  const Descriptor file(::open(path.c_str(),
                               O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK,
                               owner_alone));
  const bool written =
      file.open() && ::write(file.number(), text.data(), text.size()) == std::ssize(text);
  if (!written)
    throw UsageError(
        fmt::format("the marker file {} cannot be written: {}; --home names a folder "
                    "that can be.",
                    path, std::strerror(errno)));
}

}  // namespace

MarkerFile::MarkerFile(const std::string& home, std::uint32_t pid,
                       std::span<const engine::monitor::Layout> layouts)
    : home_(home), created_(now_as_text()) {
  for (const auto& layout : layouts)
    files_.push_back(
        {home + "/" + engine::monitor::path_of_marker({pid}, layout), !layout.folder.empty()});
}

std::string MarkerFile::text_of(const MarkerFacts& facts, bool newer) const {
  const auto origin = fmt::format("http://127.0.0.1:{}", facts.port);
  nlohmann::ordered_json out{{"schema", 1},
                             {"pid", facts.pid},
                             {"ide", {{"name", "Orrery"}, {"build", facts.build}}},
                             {"plugin", {{"version", ORRERY_VERSION}}},
                             {"createdAt", created_},
                             {"intellijMcpServer", {{"sseUrl", origin + "/own/sse"}}}};
  if (newer) {
    auto headers = nlohmann::ordered_json::object();
    if (!facts.token.empty()) headers["Authorization"] = "Bearer " + facts.token;
    out["mcpSteroidServer"] = {{"mcpUrl", origin + "/mcp"}, {"headers", headers}};
    out["devrigEndpoint"] = {{"rpcBaseUrl", origin + "/npx/v1"}, {"headers", headers}};
    out["intellijWebServer"] = nullptr;
  } else {
    out["mcpUrl"] = origin + "/mcp";
    out["port"] = facts.port;
    out["token"] = facts.token;
  }
  return out.dump() + "\n";
}

void MarkerFile::write(const MarkerFacts& facts) {
  for (const auto& [path, newer] : files_) {
    std::error_code ignored;  // What cannot be made cannot be written into, which is told.
    const auto folder = std::filesystem::path(path).parent_path();
    if (newer && std::filesystem::exists(home_, ignored))
      std::filesystem::create_directories(folder, ignored);
    const auto beside = path + ".new";
    write_file(beside, text_of(facts, newer));
    if (::rename(beside.c_str(), path.c_str()) == 0) continue;
    ::unlink(beside.c_str());
    throw UsageError(
        fmt::format("the marker file {} cannot be written: {}; --home names a folder "
                    "that can be.",
                    path, std::strerror(errno)));
  }
}

void MarkerFile::tear(const MarkerFacts& facts) {
  for (const auto& [path, newer] : files_) {
    const auto text = text_of(facts, newer);
    write_file(path, std::string_view(text).substr(0, text.size() / 2));
  }
}

void MarkerFile::remove() {
  for (const auto& file : files_) ::unlink(file.path.c_str());
}

}  // namespace tools::ide
