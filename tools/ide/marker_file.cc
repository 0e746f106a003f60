#include "ide/marker_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/options.h"
#include "engine/monitor/decode.h"
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

MarkerFile::MarkerFile(const std::string& folder, std::uint32_t pid)
    : path_(folder + "/" + engine::monitor::name_of_marker({pid})), created_(now_as_text()) {}

std::string MarkerFile::text_of(const MarkerFacts& facts) const {
  const auto origin = fmt::format("http://127.0.0.1:{}", facts.port);
  const nlohmann::ordered_json out{
      {"schema", 1},
      {"pid", facts.pid},
      {"mcpUrl", origin + "/mcp"},
      {"ide", {{"name", "Orrery"}, {"build", facts.build}}},
      {"plugin", {{"version", ORRERY_VERSION}}},
      {"createdAt", created_},
      {"port", facts.port},
      {"token", facts.token},
      {"intellijMcpServer", {{"sseUrl", origin + "/own/sse"}}},
  };
  return out.dump() + "\n";
}

void MarkerFile::write(const MarkerFacts& facts) {
  const auto beside = path_ + ".new";
  write_file(beside, text_of(facts));
  if (::rename(beside.c_str(), path_.c_str()) != 0) {
    ::unlink(beside.c_str());
    throw UsageError(
        fmt::format("the marker file {} cannot be written: {}; --home names a folder "
                    "that can be.",
                    path_, std::strerror(errno)));
  }
}

void MarkerFile::tear(const MarkerFacts& facts) {
  const auto text = text_of(facts);
  write_file(path_, std::string_view(text).substr(0, text.size() / 2));
}

void MarkerFile::remove() { ::unlink(path_.c_str()); }

}  // namespace tools::ide
