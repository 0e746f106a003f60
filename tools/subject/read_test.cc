// Whatever is written of a message is read as the same message; what is none is refused with its
// place and what may stand there.
#include "sim/program/read.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string_view>
#include <variant>

#include "port/ack/commands.h"
#include "port/ack/events.h"
#include "port/appserver/commands.h"
#include "port/appserver/events.h"
#include "port/json_text.h"
#include "port/modality/commands.h"
#include "port/modality/events.h"
#include "port/vocabulary.h"
#include "sim/ack/wire_names.h"

namespace sim {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr std::array<std::string_view, 2> tools{"copy", "move"};
constexpr std::array<std::string_view, 1> subjects{"viewer"};
constexpr ack::WireNames names{{.tools = tools, .targets = {}, .subjects = subjects}};

template <class... Messages, class Names>
void expect_round_trips(const std::variant<Messages...>*, const Names& by) {
  const auto expect = [&]<class One>(const One& one) {
    const std::variant<Messages...> message = one;
    std::variant<Messages...> read;
    read_message(json::parse(port::json_text(message, by)), "a message", read, by);
    EXPECT_EQ(read, message) << port::json_text(message, by);
  };
  (expect(Messages{}), ...);
}

TEST(ReadAnswer, GivesBackEveryMessageOfEveryArea) {
  const port::NoNames numbers;
  expect_round_trips(static_cast<const port::ack::Happening*>(nullptr), names);
  expect_round_trips(static_cast<const port::ack::Command*>(nullptr), names);
  expect_round_trips(static_cast<const port::modality::Happening*>(nullptr), numbers);
  expect_round_trips(static_cast<const port::modality::Command*>(nullptr), numbers);
  expect_round_trips(static_cast<const port::appserver::Happening*>(nullptr), numbers);
  expect_round_trips(static_cast<const port::appserver::Command*>(nullptr), numbers);
}

TEST(ReadAnswer, NamesIdsThatHaveNames) {
  const port::ack::Command look =
      port::ack::Look{{7}, {port::ack::ProbeKind::Windows, port::ack::SubjectId{0}}};
  const auto text = port::json_text(look, names);
  EXPECT_EQ(text, R"({"look":{"call":7,"probe":{"kind":"windows","subject":"viewer","path":0}}})");
  port::ack::Command read;
  read_message(json::parse(text), "a command", read, names);
  EXPECT_EQ(read, look);
}

struct Wrong {
  const char* name;
  const char* text;
  const char* says;
};

class RefusedAnswer : public testing::TestWithParam<Wrong> {};

TEST_P(RefusedAnswer, SaysWhereAndWhatMayStandThere) {
  port::ack::Command read;
  try {
    read_message(json::parse(GetParam().text), "a command", read, names);
    ADD_FAILURE() << "was taken";
  } catch (const BadAnswer& error) {
    EXPECT_THAT(error.what(), HasSubstr(GetParam().says));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusedAnswer,
    testing::Values(
        Wrong{"NoObject", "[]", "a command is []; it must be an object"},
        Wrong{"TwoNames", R"({"look":{},"capture":{}})", "an object with one member, its name"},
        Wrong{"UnknownName", R"({"lok":{}})", "one of capture, dispatch, look"},
        Wrong{"UnknownMember", R"({"look":{"cal":1}})", "look has no member \"cal\""},
        Wrong{"NoNumber", R"({"look":{"call":"1"}})", "look.call is \"1\""},
        Wrong{"Negative", R"({"look":{"call":-1}})", "a whole number, 0 to 65535"},
        Wrong{"TooLarge", R"({"look":{"call":65536}})", "a whole number, 0 to 65535"},
        Wrong{"Fraction", R"({"look":{"call":1.5}})", "look.call is 1.5"},
        Wrong{"Huge", R"({"set_timer":{"after_ms":18446744073709551615}})", "set_timer.after_ms"},
        Wrong{"TimeRunsBackwards", R"({"set_timer":{"after_ms":-1}})", "0 to 600000"},
        Wrong{"UnknownWord", R"({"look":{"probe":{"kind":"panes"}}})",
              "look.probe.kind is \"panes\"; it must be one of generation, soft_dialog, windows"},
        Wrong{"UnknownSubject", R"({"look":{"probe":{"subject":"view"}}})",
              "look.probe.subject is \"view\""}),
    [](const auto& row) { return row.param.name; });

TEST(Vocabulary, NamesWhatCanBeSaid) {
  const auto words =
      json::parse(port::vocabulary<port::ack::Happening, port::ack::Command, ack::WireNames>());
  EXPECT_EQ(words["commands"]["look"]["probe"],
            (json{{"kind", "generation|soft_dialog|windows|items|path"},
                  {"subject", "name"},
                  {"path", "id"}}));
  EXPECT_EQ(words["commands"]["set_timer"], (json{{"call", "id"}, {"after_ms", "ms"}}));
  EXPECT_EQ(words["events"].size(), std::variant_size_v<port::ack::Happening>);
}

}  // namespace
}  // namespace sim
