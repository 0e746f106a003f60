// WIRE-01, WIRE-04: bytes to lines, whatever the writes.
#include <array>

#include <fmt/format.h>

#include "command/words.h"
#include "probe/groups.h"

namespace tools::probe {
namespace {

using namespace std::chrono_literals;

std::string request(const std::string& id, std::string_view params = "{}") {
  return fmt::format(R"({{"id":{},"method":"{}","params":{}}})", id, harmless, params);
}

struct Framed {
  std::string_view tried, before, after;
};
constexpr std::array framed{
    Framed{"a line that ends with \\r\\n", "", "\r\n"},
    Framed{"spaces around the object", "  ", "  \n"},
    Framed{"tabs around the object", "\t", "\t\t\n"},
    Framed{"a blank line before it", "\n", "\n"},
    Framed{"blank lines of spaces, tabs and \\r before it", "   \n\t\n\r\n\r\n", "\n"},
};

void try_writes(Trial& trial) {
  trial.attempt("WIRE-01", "a byte at a time", [](Session& session) {
    session.expect("8101");
    for (const char byte : request("8101") + "\n") {
      session.write({&byte, 1});
      session.pause(1ms);
    }
    expect_result(session.answer("8101"));
  });
  trial.attempt("WIRE-01", "a write that ends within an escape", [](Session& session) {
    session.expect("\"\xc3\xbc\"");
    session.write("{\"id\":\"\\u00");
    session.pause(50ms);
    session.write("fc\",\"method\":\"thread/list\",\"params\":{}}\n");
    expect_result(session.answer("\"\xc3\xbc\""));
  });
  trial.attempt("WIRE-01", "a write that ends within a character", [](Session& session) {
    session.expect("\"\xf0\x9f\x98\x80\"");
    session.write("{\"id\":\"\xf0\x9f");
    session.pause(50ms);
    session.write("\x98\x80\",\"method\":\"thread/list\",\"params\":{}}\n");
    expect_result(session.answer("\"\xf0\x9f\x98\x80\""));
  });
  trial.attempt("WIRE-01", "two and a half lines in a write", [](Session& session) {
    for (const auto* id : {"8201", "8202", "8203"}) session.expect(id);
    const auto last = request("8203") + "\n";
    session.write(request("8201") + "\n" + request("8202") + "\n" + last.substr(0, 20));
    expect_result(session.answer("8201"));
    expect_result(session.answer("8202"));
    session.write(last.substr(20));
    expect_result(session.answer("8203"));
  });
}

// A request whose params make it this deep, the root counted as one.
std::string deep(const std::string& id, std::size_t depth) {
  const auto arrays = depth - 2;
  return request(id, R"({"x":)" + std::string(arrays, '[') + std::string(arrays, ']') + "}");
}

}  // namespace

void try_framing(Trial& trial) {
  trial.open();
  int number = 8000;
  for (const auto& row : framed) {
    trial.attempt("WIRE-01", row.tried, [&](Session& session) {
      const auto name = std::to_string(++number);
      session.expect(name);
      session.write(std::string(row.before) + request(name) + std::string(row.after));
      expect_result(session.answer(name));
    });
  }
  try_writes(trial);
  trial.attempt("WIRE-04", "a line of 2 MiB", [](Session& session) {
    session.expect("8301");
    session.write(request("8301", R"({"x":")" + std::string(std::size_t{2} << 20, 'x') + "\"}") +
                  "\n");
    expect_result(session.answer("8301"));
  });
  trial.attempt("WIRE-04", "127 levels", [](Session& session) {
    session.expect("8305");
    session.write(deep("8305", 127) + "\n");
    expect_result(session.answer("8305"));
  });
  trial.attempt("WIRE-04", "128 levels", [](Session& session) {
    session.expect("8302");
    session.write(deep("8302", 128) + "\n");
    try {
      expect_result(session.answer("8302"));
    } catch (const Silence& silence) {
      throw Broken{silence.says, "one_level_less"};
    }
  });
  for (const std::size_t depth : {129u, 10'000u}) {
    trial.attempt("WIRE-04", fmt::format("{} levels, which are too many", grouped(depth)),
                  [&](Session& session) {
                    session.write(deep(std::to_string(8400 + depth), depth) + "\n");
                    expect_alive(session);
                  });
  }
}

}  // namespace tools::probe
