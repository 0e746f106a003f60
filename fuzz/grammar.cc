// Sound lines: what a client and a server of this protocol say to each other.
#include <array>

#include "fuzz/case.h"
#include "fuzz/edges.h"

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
// Of the last ones some decoders say that they are too large (number_range).
constexpr std::array<std::string_view, 10> scalars{
    "0", "-1", "1.5e-7", "true", "false", "null", "-0", "123456", "9223372036854775807", "1e400"};
constexpr std::uint32_t scalars_of_all = 8;

template <class List>
std::string_view one_of(const List& list, sim::Rng& rng) {
  return list[rng.below(static_cast<std::uint32_t>(list.size()))];
}

// Writes what a profile has.
class Writer {
 public:
  Writer(std::string& out, sim::Rng& rng, Profile profile)
      : out_(out), rng_(rng), profile_(profile) {}

  void line() {
    if (profile_ == Profile::Json && rng_.below(4) != 0) return value(0);
    if (profile_ != Profile::JsonRpc || rng_.below(8) != 0) return message(rng_.below(4));
    out_ += '[';
    const bool answers = rng_.below(4) == 0;
    for (auto count = 1 + rng_.below(3); count > 0; --count) {
      message(answers ? 1 + rng_.below(2) : 3 * rng_.below(2));
      if (count > 1) out_ += ',';
    }
    out_ += ']';
  }

 private:
  // Kinds of messages; 2 is a failure.
  static constexpr std::uint32_t request = 0, response = 1, notification = 3;

  bool is_ours() const { return profile_ == Profile::AppServer; }
  bool has_version() const { return profile_ == Profile::JsonRpc || profile_ == Profile::Mcp; }

  void string() {
    out_ += '"';
    for (auto count = rng_.below(4); count > 0; --count) out_ += one_of(fragments, rng_);
    out_ += '"';
  }

  void object(std::uint32_t depth) {
    out_ += '{';
    auto key = rng_.below(keys.size());  // Following ones, so none comes twice.
    for (auto count = rng_.below(5); count > 0; --count, ++key) {
      out_ += '"';
      out_ += keys[key % keys.size()];
      out_ += rng_.below(8) == 0 ? "\" : " : "\":";
      value(depth + 1);
      if (count > 1) out_ += ',';
    }
    out_ += '}';
  }

  // Our own depth limits the recursion.
  void value(std::uint32_t depth) {
    const auto choice = rng_.below(depth < 2 ? 8 : depth < 4 ? 6 : 5);
    if (choice < 3) return string();
    if (choice < 5) {
      out_ += is_ours() ? one_of(scalars, rng_) : scalars[rng_.below(scalars_of_all)];
      return;
    }
    if (choice < 7) return object(depth);
    out_ += '[';
    for (auto count = rng_.below(4); count > 0; --count) {
      value(depth + 1);
      if (count > 1) out_ += ", ";
    }
    out_ += ']';
  }

  std::string id() {
    switch (rng_.below(5)) {
      case 0: return "\"a-" + std::to_string(rng_.below(1000)) + "\"";
      case 1: return is_ours() ? "-9223372036854775808" : "-9007199254740991";
      case 2: return "\"\\u0037\"";
      default: return std::to_string(rng_.below(100'000));
    }
  }

  void message(std::uint32_t kind) {
    constexpr std::string_view version = "\"jsonrpc\":\"2.0\"";
    const bool id_last = kind != notification && rng_.below(4) == 0;
    const bool version_last = has_version() && rng_.below(4) == 0;
    out_ += '{';
    if (has_version() && !version_last) (out_ += version) += ',';
    const auto id_member = kind == notification ? std::string() : "\"id\":" + id();
    if (!id_member.empty() && !id_last) out_ += id_member + ",";
    if (kind == request || kind == notification) {
      out_ += "\"method\":\"";
      out_ += kind == request ? one_of(requests, rng_) : one_of(notifications, rng_);
      out_ += "\"";
      if (rng_.below(2) != 0) {
        out_ += ",\"params\":";
        object(1);
      }
    } else if (kind == response) {
      out_ += "\"result\":";
      profile_ == Profile::Mcp ? object(1) : value(1);
    } else {
      out_ += "\"error\":{\"code\":-32600,\"message\":";
      string();
      out_ += '}';
    }
    if (rng_.below(8) == 0 && profile_ != Profile::Mcp) out_ += ",\"emittedAtMs\":1795292297657";
    if (id_last) out_ += "," + id_member;
    if (version_last) (out_ += ',') += version;
    out_ += '}';
  }

  std::string& out_;
  sim::Rng& rng_;
  Profile profile_;
};

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

std::string make_line(sim::Rng& rng, Profile profile) {
  std::string out;
  out.reserve(192);
  if (rng.below(16) == 0) out += "  ";
  Writer(out, rng, profile).line();
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

Case make_case(std::uint64_t seed, std::uint64_t index, Profile profile) {
  auto rng = sim::Rng(seed).fork(index);
  Case input;
  input.profile = profile;
  const auto vectors = vectors_of(profile);
  if (index < vectors.size()) {
    input.pieces.push_back({.bytes = vectors[index].line + '\n'});
    input.reads.size = read_size_for(bytes_of(input), rng);
    return input;
  }
  input.pieces.reserve(8);
  const auto lines = rng.below(4) == 0 ? 1 + rng.below(4) : 1 + rng.below(2);
  for (auto count = lines; count > 0; --count)
    input.pieces.push_back({.bytes = make_line(rng, profile), .sound = true});
  const auto damages = rng.below(16) == 0 ? rng.below(8) : rng.below(3);
  for (auto count = damages; count > 0; --count) mutate(input, rng);
  input.reads.size = read_size_for(bytes_of(input), rng);
  input.reads.first = rng.below(input.reads.size + 1);
  return input;
}

}  // namespace fuzz
