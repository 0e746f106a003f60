// Sound lines: what a client and a server of this protocol say to each other.
#include <array>

#include "fuzz/case.h"

namespace fuzz {
namespace {

constexpr std::array<std::string_view, 8> requests{
    "initialize",    "thread/start", "turn/start", "turn/interrupt",
    "thread/resume", "account/read", "model/list", "item/commandExecution/requestApproval"};
constexpr std::array<std::string_view, 8> notifications{
    "item/started",   "item/agentMessage/delta", "item/completed", "turn/started",
    "turn/completed", "thread/started",          "initialized",    "account/rateLimits/updated"};
constexpr std::array<std::string_view, 12> keys{"threadId", "turnId",  "itemId", "delta",
                                                "status",   "command", "cwd",    "items",
                                                "usage",    "type",    "text",   "x"};
constexpr std::array<std::string_view, 14> fragments{
    "the quick ",    "brown fox",    "/home/dev/project",
    "rm -rf build",  "\\n",          "\\\"",
    "\\\\",          "\\u00e9",      "\\ud83d\\ude00",
    "\xc3\xbc",      "\xe2\x82\xac", "\xf0\x9f\x98\x80",
    "{\\\"a\\\":1}", "\xe2\x80\xa8"};
constexpr std::array<std::string_view, 10> scalars{
    "0", "-1", "9223372036854775807", "1.5e-7", "1e400", "true", "false", "null", "-0", "123456"};

template <class List>
std::string_view one_of(const List& list, sim::Rng& rng) {
  return list[rng.below(static_cast<std::uint32_t>(list.size()))];
}

void put_string(std::string& out, sim::Rng& rng) {
  out += '"';
  for (auto count = rng.below(4); count > 0; --count) out += one_of(fragments, rng);
  out += '"';
}

void put_value(std::string& out, sim::Rng& rng, std::uint32_t depth);

void put_object(std::string& out, sim::Rng& rng, std::uint32_t depth) {
  out += '{';
  auto key = rng.below(keys.size());  // Following ones, so none comes twice.
  for (auto count = rng.below(5); count > 0; --count, ++key) {
    out += '"';
    out += keys[key % keys.size()];
    out += rng.below(8) == 0 ? "\" : " : "\":";
    put_value(out, rng, depth + 1);
    if (count > 1) out += ',';
  }
  out += '}';
}

// Our own depth limits the recursion.
void put_value(std::string& out, sim::Rng& rng, std::uint32_t depth) {
  const auto choice = rng.below(depth < 2 ? 8 : depth < 4 ? 6 : 5);
  if (choice < 3) return put_string(out, rng);
  if (choice < 5) {
    out += one_of(scalars, rng);
    return;
  }
  if (choice < 7) return put_object(out, rng, depth);
  out += '[';
  for (auto count = rng.below(4); count > 0; --count) {
    put_value(out, rng, depth + 1);
    if (count > 1) out += ", ";
  }
  out += ']';
}

std::string id_text(sim::Rng& rng) {
  switch (rng.below(5)) {
    case 0: return "\"a-" + std::to_string(rng.below(1000)) + "\"";
    case 1: return "-9223372036854775808";
    case 2: return "\"\\u0037\"";
    default: return std::to_string(rng.below(100'000));
  }
}

std::size_t bytes_of(const Case& input) {
  std::size_t bytes = 0;
  for (const auto& piece : input.pieces) bytes += piece.bytes.size();
  return bytes;
}

// A read takes about the same time whatever its size, so long inputs are seldom cut into the
// smallest ones.
std::uint32_t read_size_for(std::size_t bytes, sim::Rng& rng) {
  constexpr std::array<std::uint32_t, 6> of_short{1, 2, 3, 7, 16, 61};
  constexpr std::array<std::uint32_t, 8> of_long{3, 7, 7, 16, 61, 61, 256, 256};
  if (bytes < 256) return of_short[rng.below(of_short.size())];
  return rng.below(64) == 0 ? 1 : of_long[rng.below(of_long.size())];
}

}  // namespace

std::string make_line(sim::Rng& rng) {
  std::string out;
  out.reserve(192);
  if (rng.below(16) == 0) out += "  ";
  const auto kind = rng.below(4);
  const bool id_last = kind != 3 && rng.below(4) == 0;
  out += '{';
  const auto id = kind == 3 ? std::string() : "\"id\":" + id_text(rng);
  if (!id.empty() && !id_last) out += id + ",";
  if (kind == 0 || kind == 3) {
    out += "\"method\":\"";
    out += kind == 0 ? one_of(requests, rng) : one_of(notifications, rng);
    out += "\"";
    if (rng.below(2) != 0) {
      out += ",\"params\":";
      put_object(out, rng, 1);
    }
  } else if (kind == 1) {
    out += "\"result\":";
    put_value(out, rng, 1);
  } else {
    out += "\"error\":{\"code\":-32600,\"message\":";
    put_string(out, rng);
    out += '}';
  }
  if (rng.below(8) == 0) out += ",\"emittedAtMs\":1795292297657";
  if (id_last) out += "," + id;
  out += '}';
  if (rng.below(16) == 0) out += ' ';
  out += rng.below(8) == 0 ? "\r\n" : "\n";
  return out;
}

engine::rpc::Options fuzzed_options() {
  engine::rpc::Options options;
  options.line_bytes_max = line_bytes_max;
  options.scan.depth_max = depth_max;
  return options;
}

std::vector<std::string> streams_of(const Case& input) {
  std::vector<std::string> out(1);
  for (const auto& piece : input.pieces) {
    out.back() += piece.bytes;
    if (piece.ends_stream) out.emplace_back();
  }
  if (out.back().empty()) out.pop_back();
  return out;
}

Case make_case(std::uint64_t seed, std::uint64_t index) {
  auto rng = sim::Rng(seed).fork(index);
  Case input;
  input.pieces.reserve(8);
  const auto lines = rng.below(4) == 0 ? 1 + rng.below(4) : 1 + rng.below(2);
  for (auto count = lines; count > 0; --count)
    input.pieces.push_back({.bytes = make_line(rng), .sound = true, .ends_stream = false});
  const auto damages = rng.below(16) == 0 ? rng.below(8) : rng.below(3);
  for (auto count = damages; count > 0; --count) mutate(input, rng);
  input.reads.size = read_size_for(bytes_of(input), rng);
  input.reads.first = rng.below(input.reads.size + 1);
  return input;
}

}  // namespace fuzz
