// SRV-04, WIRE-02, WIRE-03, WIRE-06: lines that are no message get no answer and end nothing.
#include <array>

#include <fmt/format.h>

#include "command/words.h"
#include "probe/trial.h"

namespace tools::probe {

// WIRE-01, WIRE-04: bytes to lines, whatever the writes.

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

namespace {

struct BadLine {
  std::string_view rule, tried, line;
};

using namespace std::string_view_literals;

// Ids are those that an answer would have, so that it is told by them.
constexpr std::array bad_lines{
    BadLine{"SRV-04", "a truncated line", R"({"id":9001,"method":"thread/li)"sv},
    BadLine{"SRV-04", "a malformed line", R"({bad json)"sv},
    BadLine{"SRV-04", "a word", "hello"sv},
    BadLine{"SRV-04", "a text", R"("hello")"sv},
    BadLine{"SRV-04", "a number", "42"sv},
    BadLine{"SRV-04", "null", "null"sv},
    BadLine{"SRV-04", "true", "true"sv},
    BadLine{"SRV-04", "an array", "[]"sv},
    BadLine{"SRV-04", "a batch", R"([{"id":9002,"method":"thread/list","params":{}}])"sv},
    BadLine{"SRV-04", "{}", "{}"sv},
    BadLine{"SRV-04", "an id alone", R"({"id":9003})"sv},
    BadLine{"SRV-04", "a result alone", R"({"result":{}})"sv},
    BadLine{"SRV-04", "params alone", R"({"params":{}})"sv},
    BadLine{"SRV-04", "a method that is a number", R"({"id":9004,"method":5,"params":{}})"sv},
    BadLine{"WIRE-03", "two objects on a line",
            R"({"id":9005,"method":"thread/list","params":{}})"
            R"({"id":9006,"method":"thread/list","params":{}})"sv},
    BadLine{"SRV-04", "bytes behind the object",
            R"({"id":9007,"method":"thread/list","params":{}} xyz)"sv},
    BadLine{"SRV-04", "a comment", R"({"id":9008,"method":"thread/list","params":{}} // c)"sv},
    BadLine{"SRV-04", "a comma too many", R"({"id":9009,"method":"thread/list","params":{},})"sv},
    BadLine{"SRV-04", "NaN", R"({"id":9010,"method":"thread/list","params":{"limit":NaN}})"sv},
    BadLine{"SRV-04", "single quotes", R"({'id':9011,'method':'thread/list','params':{}})"sv},
    BadLine{"SRV-04", "a NUL behind the object",
            "{\"id\":9012,\"method\":\"thread/list\",\"params\":{}}\0"sv},
    BadLine{"SRV-04", "a NUL in a text",
            "{\"id\":9013,\"method\":\"thread/list\",\"params\":{\"x\":\"a\0b\"}}"sv},
    BadLine{"SRV-04", "a control character in a text",
            "{\"id\":9014,\"method\":\"thread/list\",\"params\":{\"x\":\"a\tb\"}}"sv},
    BadLine{"SRV-04", "a byte order mark",
            "\xef\xbb\xbf{\"id\":9015,\"method\":\"thread/list\",\"params\":{}}"sv},
    BadLine{"SRV-04", "a lone surrogate",
            R"({"id":9016,"method":"thread/list","params":{"x":"\ud800"}})"sv},
    BadLine{"SRV-04", "a header of another protocol", "Content-Length: 60\r\n\r"sv},
    BadLine{"WIRE-06", "a key that stands twice",
            R"({"id":9017,"id":9018,"method":"thread/list","params":{}})"sv},
    BadLine{"WIRE-06", "the id null", R"({"id":null,"method":"thread/list","params":{}})"sv},
    BadLine{"WIRE-06", "the id true", R"({"id":true,"method":"thread/list","params":{}})"sv},
    BadLine{"WIRE-06", "the id 1.5", R"({"id":1.5,"method":"thread/list","params":{}})"sv},
    BadLine{"WIRE-06", "the id {}", R"({"id":{},"method":"thread/list","params":{}})"sv},
    BadLine{"WIRE-06", "the id [1]", R"({"id":[1],"method":"thread/list","params":{}})"sv},
    BadLine{"WIRE-06", "the id 2^63",
            R"({"id":9223372036854775808,"method":"thread/list","params":{}})"sv},
    BadLine{"WIRE-06", "the id 007", R"({"id":007,"method":"thread/list","params":{}})"sv},
};

}  // namespace

void try_bad_lines(Trial& trial) {
  trial.open();
  for (const auto& row : bad_lines) {
    trial.attempt(row.rule, row.tried, [&](Session& session) {
      session.write(std::string(row.line) + "\n");
      expect_alive(session);
    });
  }
}

void try_bad_utf8(Trial& trial) {
  trial.open();
  trial.attempt("SRV-04", "bytes that are not UTF-8", [](Session& session) {
    session.write("{\"id\":9101,\"method\":\"thread/list\",\"params\":{\"x\":\"\xff\xfe\"}}\n");
    try {
      expect_alive(session);
    } catch (const Lost& lost) {
      throw Broken{lost.says, "ends_on_bad_utf8"};
    }
  });
}

// WIRE-06, WIRE-07, WIRE-11: ids come back exactly, and what is unknown changes nothing.

namespace {

struct GoodId {
  std::string_view tried, id;  // As JSON.
};
constexpr std::array good_ids{
    GoodId{"the id 0", "0"},
    GoodId{"the id -1", "-1"},
    GoodId{"the id -0, which is 0", "-0"},
    GoodId{"2^53 + 1, which no double holds", "9007199254740993"},
    GoodId{"the largest id", "9223372036854775807"},
    GoodId{"the least id", "-9223372036854775808"},
    GoodId{"a text", R"("abc")"},
    GoodId{"an empty text", R"("")"},
    GoodId{"a text of digits", R"("7")"},
    GoodId{"a text with leading zeros", R"("007")"},
    GoodId{"a text beyond ASCII", R"("\u00fc\ud83d\ude00 ü😀")"},
    GoodId{"a text with quotes, backslashes and controls", R"("a\"b\\c\u0007\n\u0000")"},
};

struct Unknown {
  std::string_view rule, tried, line;  // With its id in place of the hash.
};
constexpr std::array unknowns{
    Unknown{"WIRE-06", "unknown fields", R"({"id":#,"method":"thread/list","params":{},"x":[1]})"},
    Unknown{"WIRE-06", "an unknown field with a number out of range",
            R"({"id":#,"x":1e999,"method":"thread/list","params":{}})"},
    Unknown{"WIRE-06", "unknown params", R"({"id":#,"method":"thread/list","params":{"x":{}}})"},
    Unknown{"WIRE-06", "members in another order",
            R"({"params":{},"method":"thread/list","id":#})"},
    Unknown{"WIRE-06", "keys and texts with escapes",
            R"({"\u0069d":#,"method":"thread\/l\u0069st","params":{}})"},
    Unknown{"WIRE-11", "a jsonrpc field",
            R"({"jsonrpc":"2.0","id":#,"method":"thread/list","params":{}})"},
};

}  // namespace

void try_ids(Trial& trial) {
  trial.open();
  for (const auto& row : good_ids) {
    trial.attempt("WIRE-07", row.tried,
                  [&](Session& session) { session.answer(session.ask_as(row.id, harmless)); });
  }
  trial.attempt("WIRE-07", "a text of 10,000 letters", [](Session& session) {
    session.answer(session.ask_as('"' + std::string(10'000, 'z') + '"', harmless));
  });
  trial.attempt("WIRE-07", "an id that was answered, again", [](Session& session) {
    for (int i = 0; i < 3; ++i) session.answer(session.ask_as("7000", harmless));
  });
  trial.attempt("WIRE-07", "7001 and \"7001\" at once", [](Session& session) {
    session.expect("7001");
    session.expect("\"7001\"");
    session.write(
        "{\"id\":7001,\"method\":\"thread/list\",\"params\":{}}\n"
        "{\"id\":\"7001\",\"method\":\"thread/list\",\"params\":{}}\n");
    session.answer("7001");
    session.answer("\"7001\"");
  });
  std::int64_t id = 7100;
  for (const auto& row : unknowns) {
    trial.attempt(row.rule, row.tried, [&](Session& session) {
      const auto name = std::to_string(++id);
      auto line = std::string(row.line);
      line.replace(line.find('#'), 1, name);
      session.expect(name);
      session.write(line + "\n");
      expect_result(session.answer(name));
    });
  }
}

}  // namespace tools::probe
