#include "fuzz/edges.h"

#include <algorithm>
#include <ctime>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "edges.h"
#include "engine/codec/jsonl.h"
#include "fuzz/subject.h"
#include "port/check.h"

namespace fuzz {
namespace {

// Feeds a line in pieces to a decoder; gives how much more than before was held at most, how much
// at its end, and how much is left of it when a short line has followed.
struct Held {
  std::size_t most = 0, last = 0, left = 0;
  bool finds_next = false;  // The short line.
};
Held held_for(const Meter& meter, const std::string& line, std::size_t read_size,
              std::size_t line_bytes_max) {
  engine::rpc::Options options;
  options.line_bytes_max = line_bytes_max;
  engine::rpc::Decoder decoder(options);
  const auto ignore = [](const engine::rpc::Item&) {};
  meter.take_most(decoder);
  const auto before = meter.held(decoder);
  const auto beyond = [&](std::size_t bytes) { return bytes - std::min(bytes, before); };
  Held out;
  for (std::string_view rest = line; !rest.empty();
       rest.remove_prefix(std::min(read_size, rest.size()))) {
    decoder.feed(rest.substr(0, read_size), ignore);
    out.most = std::max(out.most, beyond(meter.take_most(decoder)));
  }
  out.last = beyond(meter.held(decoder));
  decoder.feed("\n", ignore);
  const auto next = of_method("m") + '\n';
  decoder.feed(next, [&](const engine::rpc::Item& item) {
    const auto* accepted = std::get_if<engine::rpc::Accepted>(&item);
    out.finds_next = accepted != nullptr && accepted->place.bytes == next.size();
  });
  out.left = beyond(meter.held(decoder));
  return out;
}

std::string line_of(std::size_t size) { return of_method(std::string(size - 13, 'm')); }

std::string many_keys(std::size_t count) {
  std::string out = "{\"method\":\"m\",\"params\":{\"k\":0";
  for (std::size_t i = 0; i < count; ++i) out += ",\"" + std::to_string(i) + "\":0";
  return out + "}}";
}

std::string_view wrong_of_kept() {
  constexpr std::size_t limit = 300, kept = engine::jsonl::too_long_kept;
  bool same = true;
  for (const auto size : {kept, limit, limit + 1, limit + 2, 4 * limit}) {
    for (const std::size_t read_size : {std::size_t{7}, limit, 5 * limit}) {
      const auto line = line_of(size) + '\n';
      const auto left = std::string_view(line).substr(0, size > limit ? kept : size);
      engine::jsonl::Lines lines(limit);
      for (std::string_view rest = line; !rest.empty();
           rest.remove_prefix(std::min(read_size, rest.size())))
        lines.feed(rest.substr(0, read_size),
                   [&](const engine::jsonl::Line& told) { same = same && told.text == left; });
    }
  }
  return same ? "" : "a line has another text when it comes otherwise";
}

constexpr std::string_view line_lost = "the line behind a long one is lost";

std::string_view wrong_of_held(const Meter& meter) {
  constexpr std::size_t limit = std::size_t{1} << 20, constant = std::size_t{256} << 10;
  for (const auto size :
       {limit / 16, limit / 8, limit / 2, limit, limit + 1, limit + 2, 4 * limit}) {
    const auto [most, last, left, finds_next] = held_for(meter, line_of(size), 1000, limit);
    if (!finds_next) return line_lost;
    if (size > limit + 1 && last > constant) return "a line too long is not dropped";
    if (most > limit + constant) return "a line takes more than its limit";
    if (size == limit / 16 && most > constant) return "a short line takes what a long one does";
    if (left > constant) return "a long line is not given back";
  }
  auto keys = many_keys(140'000);
  keys.back() = '!';
  if (held_for(meter, keys, keys.size() + 2, 4 * limit).left > constant)
    return "what many keys took is not given back";
  const auto deep = repeated("[{\"a\":", 400'000);
  if (held_for(meter, deep, deep.size(), 4 * limit).left > constant)
    return "what a deep line took is not given back";
  const auto whole = line_of(limit) + '\n';
  if (held_for(meter, whole, whole.size(), limit).most > constant)
    return "a line that comes whole is copied";
  return wrong_of_kept();
}

double cpu_time() {
  timespec now{};
  CHECK(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

std::optional<Finding> judge_held(const Meter& meter) {
  const auto says = wrong_of_held(meter);
  if (says.empty()) return std::nullopt;
  return Finding{says == line_lost ? "resynchronisation" : "memory", std::string(says)};
}

std::optional<Finding> judge_long_lines(std::string_view subject) {
  constexpr std::size_t bytes = std::size_t{1} << 20;
  constexpr double base_seconds = 0.05, byte_seconds = 0.25e-6;
  const auto in_params = [](const std::string& value) {
    return "{\"method\":\"m\",\"params\":[" + value + "]}\n";
  };
  std::string twice = many_keys(60'000);
  twice.replace(twice.size() - 2, 2, ",\"59999\":0}}");
  const std::pair<std::string_view, std::string> shapes[] = {
      {"many keys", many_keys(90'000) + '\n'},
      {"many keys, the last one twice", twice + '\n'},
      {"many objects of some keys",
       in_params(repeated("{\"a\":{\"b\":0},\"c\":1},", 45'000) + "0")},
      {"many objects of more keys",
       in_params(repeated(many_keys(40).substr(22, 200) + "},", 4'000) + "0")},
      {"escapes", of_method(repeated("\\ud83d\\ude00", bytes / 12)) + '\n'},
      {"letters", of_method(repeated("\xe2\x82\xac", bytes / 3)) + '\n'},
      {"backslashes", of_method(repeated("\\\\", bytes / 2)) + '\n'},
      {"digits", in_params(std::string(bytes, '7'))},
      {"depth", repeated("[", bytes) + '\n'},
      {"blanks", std::string(bytes, ' ') + '\n'},
      {"short lines", repeated("{\"method\":\"m\"}\n", bytes / 15)}};
  const auto codec = make_subject(subject);
  CHECK(codec != nullptr);
  for (const auto& [name, line] : shapes) {
    const double most = base_seconds + byte_seconds * static_cast<double>(line.size());
    double least = most + 1;
    // Once more before it is said, since a busy machine may be at fault; but not for what takes far
    // too long.
    double last = 0;
    for (int again = 0; again < 3 && least > most && last < 8 * most; ++again) {
      const auto begin = cpu_time();
      codec->tell(line, {4096, 4096}, {}, [](const engine::rpc::Item&) {});
      last = cpu_time() - begin;
      least = std::min(least, last);
    }
    if (least > most)
      return Finding{"slow", fmt::format("a line of {} bytes, {}, takes over {:.0f} ms of CPU time",
                                         line.size(), name, most * 1e3)};
  }
  return std::nullopt;
}

}  // namespace fuzz
