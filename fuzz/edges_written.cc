// What the encoder has to refuse.
#include <vector>

#include <fmt/format.h>

#include "fuzz/edges.h"

namespace fuzz {
namespace {

using engine::rpc::Reason;

struct Refused {
  std::string_view method, params, unknown;
  engine::rpc::Options options;
  Reason reason;
};

std::string shown(const Refused& row) {
  return fmt::format("method {}, params {}, unknown {}", engine::rpc::printable(row.method),
                     engine::rpc::printable(row.params), engine::rpc::printable(row.unknown));
}

}  // namespace

std::string miswritten_edges() {
  engine::rpc::Options merging, small, flat;
  merging.recover_merged = true;
  small.line_bytes_max = 20;
  flat.scan.depth_max = 2;
  const std::vector<Refused> rows{
      {"m", "[1]", "2", {}, Reason::None},
      {"m", "[1]", "2", merging, Reason::None},
      {"\"\\\x1f", "\"\\u0000\"", "{}", {}, Reason::None},
      {"m", "[\n]", "2", {}, Reason::RawNewline},
      {"m", "1", "\n", {}, Reason::RawNewline},
      {"m", "1", "2}\n{\"method\":\"m\"", {}, Reason::RawNewline},
      {"m", "1}", "2", {}, Reason::TrailingBytes},
      {"m", "1,\"y\":2", "2", {}, Reason::NotOneValue},
      {"m", "1,\"method\":2", "2", {}, Reason::DuplicateKey},
      {"m", "1}{\"method\":\"m\"", "2", {}, Reason::MergedLines},
      {"m", "1}{\"method\":\"m\",\"params\":1", "2", merging, Reason::NotOneValue},
      {"m", "1}{\"method\":\"n\"", "2", merging, Reason::NotOneValue},
      {"m", "1", "2}{\"method\":\"m\",\"params\":1", merging, Reason::NotOneValue},
      {"m", "1", "2,\"id\":3", {}, Reason::NotOneValue},
      {"m", "[1", "2", {}, Reason::UnexpectedByte},
      {"m", "01", "2", {}, Reason::BadNumber},
      {"\xff", "1", "2", {}, Reason::NotUtf8},
      {"m", "[1]", "2", small, Reason::TooLong},
      {"m", "[]", "[[]]", flat, Reason::TooDeep},
      {"m", "[]", "[]", flat, Reason::None},
  };
  for (const auto& row : rows) {
    const engine::rpc::Message message = engine::rpc::Notification{
        .method = engine::json::Text::plain(row.method), .params = {.raw = row.params}};
    const engine::json::Field unknown{.key = engine::json::Text::plain("x"),
                                      .value = {.raw = row.unknown}};
    std::string line = "before";
    const auto reason = engine::rpc::encode(message, line, {&unknown, 1}, row.options);
    if (reason != row.reason)
      return fmt::format("the encoder says {} of {}", engine::rpc::text_of(reason).name,
                         shown(row));
    if ((reason == Reason::None) != (line != "before"))
      return fmt::format("the encoder appends a line that it refuses, of {}", shown(row));
  }
  return {};
}

}  // namespace fuzz
