// One fault planted into each recording, at every place where it can stand: it is found once, by
// its rule and as the fault of its side, and nothing else is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>

#include "appserver/transcript_testing.h"

namespace conformance::appserver {
namespace {

using spec::appserver::Side;
using Json = nlohmann::json;

struct Found {
  std::string rule;
  Side side{};
  auto operator<=>(const Found&) const = default;
};

std::multiset<Found> found_in(const std::string& text) {
  std::multiset<Found> out;
  TranscriptCheck check(spec::appserver::codex, [&](const TranscriptFinding& finding) {
    if (finding.rule != spec::no_rule)
      out.insert({std::string(spec::appserver::protocol_rules[finding.rule].id), finding.side});
  });
  TranscriptReader reader([&](const RecordedLine& line) { check.take(line); });
  reader.feed(text);
  EXPECT_TRUE(reader.finish());
  check.finish();
  return out;
}

std::string text_at(const Json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  return object.is_object() && found != object.end() && found->is_string()
             ? found->get<std::string>()
             : std::string();
}
Json member(const Json& object, const char* key) {
  return object.is_object() && object.contains(key) ? object[key] : Json();
}

// A line of a recording, with what it says.
struct Message {
  bool of_server = false;
  Json whole;
  std::string method() const { return text_at(whole, "method"); }
  Json params() const { return member(whole, "params"); }
  bool is(std::string_view name) const { return of_server && method() == name; }
  std::string thread() const { return text_at(params(), "threadId"); }
  std::string turn() const {
    const auto turn = member(params(), "turn");
    return turn.is_object() ? text_at(turn, "id") : text_at(params(), "turnId");
  }
  std::string status() const { return text_at(member(params(), "turn"), "status"); }
  std::string item() const {
    const auto item = member(params(), "item");
    return item.is_object() ? text_at(item, "id") : text_at(params(), "itemId");
  }
  std::string item_type() const { return text_at(member(params(), "item"), "type"); }
};

class Planted {
 public:
  explicit Planted(Recording recording) : recording(std::move(recording)) {
    for (const auto& line : this->recording.lines) {
      const auto raw = line.value("raw", "");
      const auto whole = Json::parse(raw, nullptr, false);
      messages.push_back({line["dir"] == "s2c", whole.is_object() ? whole : Json::object()});
    }
  }
  const Message& at(std::size_t line) const { return messages[line - 1]; }
  // The first line behind `line` for which this holds; zero: there is none.
  std::size_t next(std::size_t line, const std::function<bool(const Message&)>& wanted) const {
    for (auto i = line + 1; i <= messages.size(); ++i)
      if (wanted(at(i))) return i;
    return 0;
  }
  std::size_t end_of_turn(std::size_t line) const {
    const auto& of = at(line);
    return next(line, [&](const Message& message) {
      return message.is("turn/completed") && message.turn() == of.turn();
    });
  }

  Recording recording;
  std::vector<Message> messages;
};

struct Plant {
  const char* name;
  std::vector<Found> wanted;  // One of these.
  // Plants it at this line, if it can stand there.
  bool (*plant)(const Planted& in, std::size_t line, Recording& out);
  std::size_t least;  // In so many places of all recordings together, at least.
  friend void PrintTo(const Plant& row, std::ostream* out) { *out << row.name; }
};

bool is_approval(const Message& message) {
  return message.of_server && message.method().ends_with("requestApproval");
}

const std::vector<Plant> plants{
    {"the_end_of_a_turn_is_dropped",
     {{"SES-14", Side::Server}, {"SRV-08", Side::Server}},
     [](const Planted& in, std::size_t line, Recording& out) {
       const auto& end = in.at(line);
       const bool goes_on = in.next(line, [&](const Message& message) {
         return message.is("turn/started") && message.thread() == end.thread();
       }) != 0;
       if (!end.is("turn/completed") || !goes_on) return false;
       out.drop(line);
       return true;
     },
     10},
    {"the_end_of_a_turn_is_told_twice",
     {{"SES-03", Side::Server}},
     [](const Planted& in, std::size_t line, Recording& out) {
       if (!in.at(line).is("turn/completed")) return false;
       out.copy(line, line);
       return true;
     },
     30},
    {"the_end_of_an_item_is_dropped",
     {{"ITM-02", Side::Server}},
     [](const Planted& in, std::size_t line, Recording& out) {
       const auto end = in.end_of_turn(line);
       if (!in.at(line).is("item/completed") || in.at(line).item_type() != "agentMessage" ||
           end == 0 || in.at(end).status() != "completed")
         return false;
       out.drop(line);
       return true;
     },
     30},
    {"the_end_of_an_item_is_told_twice",
     {{"ITM-06", Side::Server}},
     [](const Planted& in, std::size_t line, Recording& out) {
       if (!in.at(line).is("item/completed")) return false;
       out.copy(line, line);
       return true;
     },
     60},
    {"an_answer_is_doubled",
     {{"SRV-03", Side::Server}},
     [](const Planted& in, std::size_t line, Recording& out) {
       const auto& answer = in.at(line).whole;
       const bool asked = std::ranges::any_of(in.messages, [&](const Message& message) {
         return !message.of_server && message.whole.contains("method") &&
                member(message.whole, "id") == member(answer, "id");
       });
       if (!in.at(line).of_server || !asked || answer.contains("method") || !answer.contains("id"))
         return false;
       out.copy(line, line);
       return true;
     },
     100},
    {"the_answer_to_an_approval_is_doubled",
     {{"APR-01", Side::Client}},
     [](const Planted& in, std::size_t line, Recording& out) {
       const auto& answer = in.at(line).whole;
       const bool approval = std::ranges::any_of(in.messages, [&](const Message& message) {
         return is_approval(message) && member(message.whole, "id") == member(answer, "id");
       });
       if (in.at(line).of_server || !answer.contains("result") || !approval) return false;
       out.copy(line, line);
       return true;
     },
     10},
    {"a_line_names_another_thread",
     {{"SES-08", Side::Server}},
     [](const Planted& in, std::size_t line, Recording& out) {
       const auto& message = in.at(line);
       if (!message.of_server || message.thread().empty() || message.turn().empty() ||
           message.is("thread/tokenUsage/updated"))
         return false;
       out.replace(line, "\"threadId\":\"" + message.thread(), "\"threadId\":\"none");
       return true;
     },
     300},
    {"output_comes_after_the_turn",
     {{"ITM-03", Side::Server}, {"ITM-07", Side::Server}},
     [](const Planted& in, std::size_t line, Recording& out) {
       const auto& message = in.at(line);
       const auto item = message.item();
       const auto end = in.end_of_turn(line);
       const auto complete = in.next(line, [&](const Message& other) {
         return other.is("item/completed") && other.item() == item;
       });
       if (!message.of_server || !message.method().ends_with("elta") || complete == 0 ||
           end < complete)
         return false;
       out.copy(line, end);
       return true;
     },
     100},
    {"everything_is_answered_with_accept",
     {{"APR-09", Side::Client}},
     [](const Planted& in, std::size_t line, Recording& out) {
       const auto& turn = in.at(line);
       if (!turn.is("turn/started")) return false;
       const Json ask{{"id", 777},
                      {"method", "item/tool/requestUserInput"},
                      {"params", {{"threadId", turn.thread()}, {"turnId", turn.turn()}}}};
       out.insert(line, "s2c", ask.dump());
       out.insert(line + 1, "c2s", R"({"id":777,"result":{"decision":"accept"}})");
       return true;
     },
     30},
};

std::vector<std::string> right_recordings() {
  std::vector<std::string> out;
  for (const auto& file :
       std::filesystem::directory_iterator(ORRERY_SOURCE_DIR "/conformance/recordings")) {
    if (file.path().extension() != ".jsonl") continue;
    const auto name = file.path().stem().string();
    if (found_in(Recording(name).text()).empty()) out.push_back(name);
  }
  std::ranges::sort(out);
  return out;
}

// Where a plant says nothing: what steering, a reviewer or a provider that reconnects leave open,
// what a version is known to do all the time, a thread of the older surface, and the start of a
// review, which names a turn that nobody knows.
bool excuses(const std::string& recording, const std::string& plant) {
  const auto any = [&](std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(
        words, [&](std::string_view word) { return recording.find(word) != recording.npos; });
  };
  if (plant == "the_end_of_an_item_is_dropped") return any({"f1_", "review", "steer", "older"});
  if (plant == "the_end_of_a_turn_is_dropped") return any({"l2_", "v058", "v077", "v098"});
  if (plant == "the_end_of_an_item_is_told_twice") return any({"older"});
  return plant == "a_line_names_another_thread" && any({"review", "older"});
}

class TranscriptPlanted : public ::testing::TestWithParam<Plant> {};

TEST_P(TranscriptPlanted, IsFoundOnceByItsRuleAndSide) {
  const auto& plant = GetParam();
  std::size_t places = 0;
  for (const auto& name : right_recordings()) {
    if (excuses(name, plant.name)) continue;
    const Planted in{Recording(name)};
    for (std::size_t line = 1; line <= in.messages.size(); ++line) {
      auto out = in.recording;
      if (!plant.plant(in, line, out)) continue;
      ++places;
      const auto found = found_in(out.text());
      const bool right = found.size() == 1 && std::ranges::count(plant.wanted, *found.begin()) == 1;
      EXPECT_TRUE(right) << name << ":" << line << ": " << found.size() << " found, the first "
                         << (found.empty() ? "" : found.begin()->rule);
    }
  }
  EXPECT_GE(places, plant.least);
}

INSTANTIATE_TEST_SUITE_P(Recordings, TranscriptPlanted, ::testing::ValuesIn(plants),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace conformance::appserver
