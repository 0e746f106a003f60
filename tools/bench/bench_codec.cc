// The codec beside other JSON libraries, on 50 MB of generated messages of 110 to 1999 bytes.
// Compare the rates of one run only: they go down together when the machine is busy.
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <simdjson.h>
#include <nlohmann/json.hpp>

#include "engine/codec/rpc.h"
#include "sim/search/rng.h"

namespace {

constexpr std::size_t least = 110, most = 1999, total = 50'000'000;

void put_text(std::string& out, sim::Rng& rng, std::size_t size) {
  constexpr const char* words[] = {"the ", "build ", "failed ",      "in ",      "src/main.cc ",
                                   "\\n",  "\\\"",   "caf\xc3\xa9 ", "because ", "of "};
  for (const auto end = out.size() + size; out.size() < end;) out += words[rng.below(10)];
}

// A delta, a finished item, a response or a request for approval, as the real server writes them.
std::string message(sim::Rng& rng) {
  const auto size = least + rng.below(most - least - 320);
  const auto number = std::to_string(rng.below(100'000));
  const auto thread = "\"threadId\":\"0199a213-81c0-7800-8aa1-bbab2a035a" + number + "\"";
  std::string out;
  switch (rng.below(4)) {
    case 0:
      out = "{\"method\":\"item/agentMessage/delta\",\"params\":{" + thread + ",\"turnId\":\"t" +
            number + "\",\"itemId\":\"i1\",\"delta\":\"";
      break;
    case 1:
      out = "{\"method\":\"item/completed\",\"params\":{" + thread +
            ",\"item\":{\"type\":\"commandExecution\",\"id\":\"call_1\",\"status\":\"completed\","
            "\"exitCode\":0,\"durationMs\":52,\"commandActions\":[{\"type\":\"read\",\"name\":"
            "\"a\"}],"
            "\"aggregatedOutput\":\"";
      break;
    case 2:
      out = "{\"id\":" + number +
            ",\"result\":{\"data\":[{\"id\":1,\"ok\":true},{\"id\":2,\"ok\":null}],"
            "\"nextCursor\":null,\"total\":-1.5e3,\"text\":\"";
      break;
    default:
      out = "{\"id\":" + number +
            ",\"method\":\"item/commandExecution/requestApproval\",\"params\":{" + thread +
            ",\"reason\":null,\"cwd\":\"/home/dev/project\",\"command\":\"";
  }
  put_text(out, rng, size > out.size() ? size - out.size() : 8);
  out += out.find("\"item\":{") == out.npos ? "\"}}" : "\"}}}";
  return out;
}

const std::string& stream() {
  static const auto bytes = [] {
    sim::Rng rng(2026);
    std::string out;
    while (out.size() < total) {
      const auto line = message(rng);
      if (line.size() >= least && line.size() <= most) out += line + '\n';
    }
    return out;
  }();
  return bytes;
}

const std::vector<std::string_view>& lines() {
  static const auto all = [] {
    std::vector<std::string_view> out;
    std::string_view rest = stream();
    while (!rest.empty()) {
      const auto end = rest.find('\n');
      out.push_back(rest.substr(0, end));
      rest.remove_prefix(end + 1);
    }
    return out;
  }();
  return all;
}

void set_rate(benchmark::State& state, std::size_t read, std::size_t expected) {
  if (read != expected) state.SkipWithError("some lines were not read");
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) *
                          static_cast<std::int64_t>(stream().size()));
}

void decode_codec(benchmark::State& state) {
  const auto& bytes = stream();
  std::size_t accepted = 0;
  for (auto _ : state) {
    accepted = 0;
    engine::rpc::Decoder decoder;
    for (std::size_t at = 0; at < bytes.size(); at += 65'536)
      decoder.feed(std::string_view(bytes).substr(at, 65'536), [&](const engine::rpc::Item& item) {
        accepted += std::holds_alternative<engine::rpc::Accepted>(item) ? 1 : 0;
      });
  }
  set_rate(state, accepted, lines().size());
}
BENCHMARK(decode_codec)->Unit(benchmark::kMillisecond);

void decode_simdjson_dom(benchmark::State& state) {
  const auto& all = lines();
  std::size_t read = 0;
  for (auto _ : state) {
    read = 0;
    simdjson::dom::parser parser;
    for (const auto line : all)
      read += parser.parse(line.data(), line.size(), true).error() == simdjson::SUCCESS ? 1 : 0;
  }
  set_rate(state, read, all.size());
}
BENCHMARK(decode_simdjson_dom)->Unit(benchmark::kMillisecond);

void decode_nlohmann_dom(benchmark::State& state) {
  const auto& all = lines();
  std::size_t read = 0;
  for (auto _ : state) {
    read = 0;
    for (const auto line : all)
      read += nlohmann::json::parse(line, nullptr, false).is_object() ? 1 : 0;
  }
  set_rate(state, read, all.size());
}
BENCHMARK(decode_nlohmann_dom)->Unit(benchmark::kMillisecond);

// A line of 1 GB, of which only what is below the limit is ever kept.
void decode_one_gigabyte_line(benchmark::State& state) {
  const std::string part(1 << 20, 'x');
  for (auto _ : state) {
    engine::rpc::Decoder decoder;
    std::size_t too_long = 0;
    const auto hear = [&](const engine::rpc::Item& item) {
      const auto* rejected = std::get_if<engine::rpc::Rejected>(&item);
      too_long += rejected != nullptr && rejected->reason == engine::rpc::Reason::TooLong ? 1 : 0;
    };
    for (int i = 0; i < 1000; ++i) decoder.feed(part, hear);
    decoder.feed("\n", hear);
    if (too_long != 1) state.SkipWithError("the line was not reported once as too long");
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * 1000 * (1 << 20));
}
BENCHMARK(decode_one_gigabyte_line)->Unit(benchmark::kMillisecond);

void decode_a_million_levels(benchmark::State& state) {
  const auto line = "{\"id\":1,\"result\":" + std::string(1'000'000, '[') + "\n";
  for (auto _ : state) {
    engine::rpc::Decoder decoder;
    std::size_t too_deep = 0;
    decoder.feed(line, [&](const engine::rpc::Item& item) {
      const auto* rejected = std::get_if<engine::rpc::Rejected>(&item);
      too_deep += rejected != nullptr && rejected->reason == engine::rpc::Reason::TooDeep ? 1 : 0;
    });
    if (too_deep != 1) state.SkipWithError("the line was not reported once as too deep");
  }
}
BENCHMARK(decode_a_million_levels)->Unit(benchmark::kMillisecond);

}  // namespace
