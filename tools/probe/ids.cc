// WIRE-06, WIRE-07, WIRE-11: ids come back exactly, and what is unknown changes nothing.
#include <array>

#include "probe/groups.h"

namespace tools::probe {
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
