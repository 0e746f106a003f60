// Each kind of failure that a gate finds in a program of each area, taken again by the line that is
// printed for it: what breaks a rule, what never ends, what dies, hangs or acts for ever, and what
// is not the same twice.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/program_testing.h"
#include "subject/replays_testing.h"

namespace tools {
namespace {

// Our engine, or the monitor in Python, with one thing done to its answers. It is told what the
// last event of a message is, by its name, and how many runs it has had.
constexpr std::string_view altered = R"(import json, subprocess, sys, time
inner = subprocess.Popen({}, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
runs = 0
for line in sys.stdin.buffer:
    inner.stdin.write(line)
    inner.stdin.flush()
    message, answer = json.loads(line), json.loads(inner.stdout.readline())
    if 'hello' not in message:
        runs += 'begin' in message
        event = ' '.join(message['events'][-1])
        commands = answer['commands']
        {}
    print(json.dumps(answer), flush=True)
)";

// In each area an event that the rows of its table have, and a command that they need.
struct Words {
  std::string_view event, command;
};
const std::map<std::string_view, Words>& words() {
  static const std::map<std::string_view, Words> all{{"ack", {"looked", "respond"}},
                                                     {"modality", {"modality_read", "return"}},
                                                     {"appserver", {"received", "set_timer"}},
                                                     {"monitor", {"folder_listed", "set_timer"}}};
  return all;
}

struct Alteration {
  const char* name;
  const char* what;  // In Python; EVENT and COMMAND are of the area.
};

class ReplayOfArea : public testing::TestWithParam<std::tuple<std::string_view, Alteration>> {};

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

TEST_P(ReplayOfArea, IsTheFailureAgain) {
  if (python().empty()) GTEST_SKIP() << "python3 is not installed";
  const auto& [area, alteration] = GetParam();
  const auto inner = area == "monitor"
                         ? std::string("[sys.executable, '" ORRERY_SOURCE_DIR
                                       "/examples/subjects/python/monitor.py']")
                         : fmt::format("['" ORRERY_EXAMPLE_SUBJECT "', '{}', 'digest']", area);
  auto what = replaced(alteration.what, "EVENT", words().at(area).event);
  what = replaced(what, "COMMAND", words().at(area).command);
  const TemporaryFolder folder;
  const auto file = folder.file("altered.py", fmt::format(altered, inner, what));
  const auto ran =
      run_orrery(fmt::format("conform {} --max-states 150 --runs 1 --shard 12/12 --patience 2s "
                             "--json --subject 'exec:{} {}'",
                             area, python(), file));
  EXPECT_EQ(ran.code, 1) << ran.err;
  const auto gate = nlohmann::json::parse(ran.out, nullptr, false);
  expect_replays(gate);
  for (const auto& check : gate["checks"]) {
    const auto line = check["replay"].get<std::string>();
    EXPECT_THAT(line, testing::ContainsRegex("^$| --patience 2(s|000ms)"));
  }
}

constexpr Alteration omits{"Omits",
                           "answer['commands'] = [c for c in commands if 'COMMAND' not in c]"};
constexpr Alteration dies{"Dies", "if 'EVENT' in event: sys.exit(3)"};
constexpr Alteration hangs{"Hangs", "if 'EVENT' in event: time.sleep(1000)"};
constexpr Alteration reads_a_clock{"ReadsAClock", "answer['state'] += str(time.time_ns())"};
constexpr Alteration leaks{"Leaks", "answer['state'] += str(min(runs, 9))"};

using Row = std::tuple<std::string_view, Alteration>;
std::string name_of_row(const testing::TestParamInfo<Row>& row) {
  return fmt::format("{}_{}", std::get<0>(row.param), std::get<1>(row.param).name);
}
// Each area and each alteration, twice or once.
INSTANTIATE_TEST_SUITE_P(Some, ReplayOfArea,
                         testing::Values(Row{"ack", dies}, Row{"ack", leaks},
                                         Row{"modality", hangs}, Row{"modality", leaks},
                                         Row{"appserver", omits}, Row{"appserver", reads_a_clock},
                                         Row{"monitor", omits}),
                         name_of_row);
INSTANTIATE_TEST_SUITE_P(
    DISABLED_All, ReplayOfArea,
    testing::Combine(testing::Values("ack", "modality", "appserver", "monitor"),
                     testing::Values(omits, dies, hangs, reads_a_clock, leaks)),
    name_of_row);

}  // namespace
}  // namespace tools
