// One fault planted into each recording, at every place where it can stand: it is found once, by
// its rule and as the fault of its side, and nothing else is. With ORRERY_RECORDINGS, folders with
// a colon between them, into those in there as well. Prints in how many places it was found.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <set>
#include <sstream>

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
};

// Whose request it answers, of a line of the side; null if of none.
const Message* request_of(const Planted& in, std::size_t line) {
  const auto& answer = in.at(line).whole;
  if (answer.contains("method") || !answer.contains("id")) return nullptr;
  const auto found = std::ranges::find_if(in.messages, [&](const Message& message) {
    return message.of_server != in.at(line).of_server && message.whole.contains("method") &&
           member(message.whole, "id") == member(answer, "id");
  });
  return found == in.messages.end() ? nullptr : &*found;
}

// Where the item that is asked about completes as carried out; zero: it does not.
std::size_t carried_out(const Planted& in, std::size_t line, const Message& ask) {
  return in.next(line, [&](const Message& message) {
    const auto item = member(message.params(), "item");
    return message.is("item/completed") && text_at(item, "id") == text_at(ask.params(), "itemId") &&
           text_at(item, "status") == "completed";
  });
}

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
       if (!in.at(line).of_server || request_of(in, line) == nullptr) return false;
       out.copy(line, line);
       return true;
     },
     100},
    {"the_answer_to_an_approval_is_doubled",
     {{"APR-01", Side::Client}},
     [](const Planted& in, std::size_t line, Recording& out) {
       const auto* ask = request_of(in, line);
       if (ask == nullptr || !is_approval(*ask) || !in.at(line).whole.contains("result"))
         return false;
       out.copy(line, line);
       return true;
     },
     10},
    {"an_answer_is_dropped",
     {{"SRV-03", Side::Server}},
     [](const Planted& in, std::size_t line, Recording& out) {
       const auto* asked = in.at(line).of_server ? request_of(in, line) : nullptr;
       // These open what follows; and one that no rule knows may take any time.
       const auto opens = {"initialize", "thread/start", "thread/resume",   "thread/fork",
                           "turn/start", "review/start", "newConversation", "command/exec"};
       if (asked == nullptr || std::ranges::count(opens, asked->method()) > 0 ||
           spec::appserver::find_method(spec::appserver::codex, Side::Client, asked->method()) ==
               nullptr)
         return false;
       const auto last = in.messages.size();
       out.insert(last, "s2c", R"({"method":"account/updated","params":{}})");
       out.pause(last + 1, 61'000);
       out.drop(line);
       return true;
     },
     5},
    {"what_was_denied_is_carried_out",
     {{"APR-10", Side::Server}},
     [](const Planted& in, std::size_t line, Recording& out) {
       const auto* ask = request_of(in, line);
       if (ask == nullptr || !is_approval(*ask) || carried_out(in, line, *ask) == 0 ||
           out.raw(line).find("\"accept\"") == std::string::npos)
         return false;
       out.replace(line, "\"accept\"", "\"decline\"");
       return true;
     },
     10},
    {"it_is_resolved_under_another_thread",
     {{"APR-12", Side::Server}},
     [](const Planted& in, std::size_t line, Recording& out) {
       if (!in.at(line).is("serverRequest/resolved")) return false;
       out.replace(line, "\"threadId\":\"" + in.at(line).thread(), "\"threadId\":\"none");
       return true;
     },
     10},
    {"the_id_of_an_answer_changes_its_type",
     {{"WIRE-07", Side::Server}},
     [](const Planted& in, std::size_t line, Recording& out) {
       const auto id = member(in.at(line).whole, "id");
       if (!in.at(line).of_server || request_of(in, line) == nullptr || !id.is_number())
         return false;
       auto whole = in.at(line).whole;
       whole["id"] = id.dump();
       out.lines[line - 1]["raw"] = whole.dump();
       return true;
     },
     100},
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
  const auto* more = std::getenv("ORRERY_RECORDINGS");
  std::istringstream folders(ORRERY_SOURCE_DIR "/recordings/samples" +
                             (more == nullptr ? "" : ":" + std::string(more)));
  for (std::string folder; std::getline(folders, folder, ':');) {
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      if (file.path().extension() != ".jsonl") continue;
      const auto path = std::filesystem::absolute(file.path()).string();
      if (found_in(Recording(path).text()).empty()) out.push_back(path);
    }
  }
  std::ranges::sort(out);
  return out;
}

// Of the server that is recorded.
spec::appserver::Version version_of(const Planted& in) {
  for (const auto& message : in.messages)
    if (const auto agent = text_at(member(message.whole, "result"), "userAgent"); !agent.empty())
      return spec::appserver::version_in(agent);
  return {};
}

// Where a plant says nothing: what steering, a reviewer or a provider that reconnects leave open,
// what a version is known to do all the time, such as turns beside each other, of which the first
// is not followed, a thread of the older surface, and what begins a turn that nothing has named: a
// review, a compaction; and requests that were recorded in parts, some of which nobody answered.
bool excuses(const std::string& recording, const Planted& in, const std::string& plant) {
  const auto any = [&](std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(
        words, [&](std::string_view word) { return recording.find(word) != recording.npos; });
  };
  const auto version = version_of(in);
  const bool turns_beside = version.is_known() && version < spec::appserver::Version{0, 115, 0};
  if (plant == "the_end_of_an_item_is_dropped") return any({"f1_", "review", "steer", "older"});
  if (plant == "the_end_of_a_turn_is_dropped") return turns_beside;
  if (turns_beside && any({"steer"})) return true;
  if (plant == "an_answer_is_dropped") return any({"a4c_"});
  if (plant == "the_end_of_an_item_is_told_twice")
    return any({"older"}) || (any({"review"}) && version < spec::appserver::Version{0, 169, 0});
  return plant == "a_line_names_another_thread" && any({"review", "older", "compact"});
}

class TranscriptPlanted : public ::testing::TestWithParam<Plant> {};

TEST_P(TranscriptPlanted, IsFoundOnceByItsRuleAndSide) {
  const auto& plant = GetParam();
  std::size_t places = 0, right_ones = 0;
  for (const auto& name : right_recordings()) {
    const Planted in{Recording(name)};
    if (excuses(name, in, plant.name)) continue;
    for (std::size_t line = 1; line <= in.messages.size(); ++line) {
      auto out = in.recording;
      if (!plant.plant(in, line, out)) continue;
      ++places;
      const auto found = found_in(out.text());
      const bool right = found.size() == 1 && std::ranges::count(plant.wanted, *found.begin()) == 1;
      right_ones += right;
      EXPECT_TRUE(right) << name << ":" << line << ": " << found.size() << " found, the first "
                         << (found.empty() ? "" : found.begin()->rule);
    }
  }
  std::cout << plant.name << ": " << right_ones << " of " << places << " found\n";
  EXPECT_GE(places, plant.least);
}

INSTANTIATE_TEST_SUITE_P(Recordings, TranscriptPlanted, testing::ValuesIn(plants),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace conformance::appserver
