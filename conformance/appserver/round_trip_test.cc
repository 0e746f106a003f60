// Whatever the port has, a client and a mock server of one dialect tell each other whole: each
// message, written by the one side and read by the other, comes to the same message again.
#include <algorithm>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/appserver/router.h"
#include "port/appserver/show.h"
#include "port/visit.h"
#include "sim/appserver/letter.h"
#include "sim/appserver/wire.h"

namespace conformance::appserver {
namespace {

using namespace port::appserver;
namespace engine_side = engine::appserver;

template <class Each>
std::vector<Each> words_before(Each end) {
  std::vector<Each> out;
  for (std::size_t i = 0; i < static_cast<std::size_t>(end); ++i)
    out.push_back(static_cast<Each>(i));
  return out;
}
template <class Each>
std::vector<Each> all_words() {
  return words_before(static_cast<Each>(port::words<Each>.size()));
}

constexpr std::uint32_t numbers = 6;  // Of each kind that both sides know beforehand.
constexpr ProcessId process{1};

// Both ends of one wire. Numbers are the same on both, as far as there are names for them.
class BothEnds {
 public:
  explicit BothEnds(const std::string& name)
      : server_(*sim::appserver::find_dialect(name)), client_(*engine_side::find_dialect(name)) {
    for (std::uint32_t i = 1; i <= numbers; ++i) {
      names_.threads.number_of(server_.names().text(ThreadId{i}));
      names_.turns.number_of(server_.names().text(TurnId{i}));
      names_.items.number_of(server_.names().text(ItemId{i}));
      names_.ask(process, engine::rpc::Id::of(i));
    }
  }

  // What the client hears of it; nothing: there is no line for it.
  engine_side::Heard hear(const ToClient& message) { return hear_line(server_.encode(message)); }
  engine_side::Heard hear_line(const std::string& line) {
    engine_side::Heard out;
    if (line.empty()) return out;
    engine::rpc::Decoder decoder;
    decoder.feed(line + '\n', [&](const engine::rpc::Item& item) {
      const auto* accepted = std::get_if<engine::rpc::Accepted>(&item);
      ASSERT_NE(accepted, nullptr) << line;
      out = engine_side::decode(client_, names_, process, accepted->message);
    });
    return out;
  }
  // What the server hears of it, or nothing: the client has no word for it.
  std::optional<ToServer> send(const ToServer& message) {
    std::string line;
    const engine_side::Client client{"a", "b", "c", "/d"};
    if (engine_side::encode(client_, names_, client, message, line) != engine::rpc::Reason::None)
      return std::nullopt;
    line.pop_back();
    said_ = line;
    return send_line(line);
  }
  std::optional<ToServer> send_line(std::string_view line) { return server_.decode(line).message; }
  const engine_side::Dialect& client() const { return client_; }

  std::string text(TextId id) const { return std::string(names_.text_of(id)); }
  std::string text(SubjectId id) const {
    return id == no_subject ? "" : std::string(names_.text_of(id));
  }
  TextId keep(std::string text) { return names_.keep(std::move(text)); }
  const std::string& said() const { return said_; }

 private:
  sim::appserver::Wire server_;
  const engine_side::Dialect& client_;
  engine_side::Names names_;
  std::string said_;
};

constexpr ThreadId thread{1};
constexpr TurnId turn{2};
constexpr ItemId item{3};
constexpr TextId words{1};

// Of each item kind: what begins, goes on and ends it.
void add_items(std::vector<ToClient>& out) {
  std::uint32_t number = 0;
  for (const auto kind : all_words<ItemKind>()) {
    const bool about = kind == ItemKind::Command || kind == ItemKind::Patch;
    const bool text =
        kind != ItemKind::Tool && kind != ItemKind::Search && kind != ItemKind::Subagent && !about;
    const SubjectId subject{about ? ++number : 0};
    if (kind == ItemKind::Command)
      out.push_back(ItemStarted{thread, turn, item, kind, subject, true});
    out.push_back(ItemStarted{thread, turn, item, kind, subject});
    const auto mark = sim::appserver::mark_of(words);
    if (text)
      out.push_back(ItemDelta{thread, turn, item, words, mark});
    else
      out.push_back(ItemOutput{thread, turn, item, words});
    for (const auto end : words_before(ItemEnd::WithTurn))
      out.push_back(ItemCompleted{.thread = thread, .turn = turn, .item = item, .end = end});
    if (text) out.push_back(ItemCompleted{thread, turn, item, ItemEnd::Done, true, words, mark});
  }
}

// All that a server may say: what only a client says of turns and items is not among it.
std::vector<ToClient> all_to_client() {
  std::vector<ToClient> out{ThreadStarted{thread},
                            ThreadStarted{{2}, thread},
                            ThreadIdle{thread},
                            TurnStarted{thread, turn},
                            UnknownNotice{},
                            AskResolved{thread, {4}},
                            Usage{thread, 70},
                            TurnCompleted{thread, turn, {}, {}},
                            Usage{thread, 75},
                            RateLimits{42, 300, 1800, 0},
                            RateLimits{17, 10080, 1800, 1}};
  for (const auto end : words_before(TurnEnd::Lost))
    out.push_back(TurnCompleted{thread, turn, end, end == TurnEnd::Failed ? words : TextId{}});
  add_items(out);
  for (const auto kind : all_words<AskKind>())
    for (const bool wellformed : {true, false}) {
      // In codex the scope of a patch is that of its item.
      out.push_back(ItemStarted{thread, turn, item, ItemKind::Patch, {5}});
      out.push_back(Ask{{4}, kind, wellformed, thread, turn, item, {5}});
    }
  for (const auto severity : all_words<Severity>())
    for (const bool retries : {false, severity == Severity::Error})
      out.push_back(Trouble{thread, turn, retries, severity, words});
  return out;
}

// What a dialect has no line for, and no mock says in it; a usage stands at the end of its turn.
bool has_no_line(const std::string& dialect, const ToClient& message, ItemKind kind) {
  const bool silent = kind == ItemKind::Search || kind == ItemKind::Subagent;
  const bool tool =
      silent || kind == ItemKind::Tool || kind == ItemKind::Command || kind == ItemKind::Patch;
  if (dialect == "codex") return silent && std::holds_alternative<ItemOutput>(message);
  return std::holds_alternative<AskResolved>(message) || std::holds_alternative<Usage>(message) ||
         std::holds_alternative<ThreadIdle>(message) ||
         (std::holds_alternative<ItemCompleted>(message) && !tool);
}

// What is left of a message in a dialect whose line for it says less.
ToClient as_said(const std::string& dialect, ToClient message) {
  if (auto* ask = std::get_if<Ask>(&message); ask != nullptr && ask->kind == AskKind::Other) {
    // It takes no decision: what it is about is not asked, so none of its params can be wrong.
    ask->subject = no_subject;
    if (!ask->wellformed) *ask = {.ask = ask->ask, .kind = ask->kind};
    // The contract has approvals of commands and patches only.
    if (dialect == "draft") ask->kind = AskKind::Unknown;
  }
  if (dialect != "draft") return message;
  // The contract knows neither threads of threads nor items that outlive their turn.
  if (auto* opened = std::get_if<ThreadStarted>(&message)) opened->parent = no_thread;
  if (auto* started = std::get_if<ItemStarted>(&message)) {
    started->background = false;
    if (started->kind == ItemKind::Subagent) started->kind = ItemKind::Tool;
  }
  return message;
}

// Numbers of texts and subjects are each side's own: the texts are compared.
std::string written(const BothEnds& ends, ToClient message, bool heard) {
  std::string texts;
  port::visit(
      [&](auto& each) {
        if constexpr (requires { each.text; }) {
          texts +=
              " \"" + (heard ? ends.text(each.text) : sim::appserver::text_of(each.text)) + '"';
          each.text = {};
        }
        if constexpr (requires { each.subject; }) {
          const auto text = ends.text(heard ? each.subject : no_subject);
          texts += heard ? text.substr(std::min(text.size(), text.rfind('-') + 1))
                   : each.subject == no_subject ? ""
                                                : std::to_string(each.subject.value);
          each.subject = {};
        }
        if constexpr (std::is_same_v<std::decay_t<decltype(each)>, Ask>)
          // What is not understood is known by its id alone.
          if (each.kind == AskKind::Unknown || !each.wellformed) {
            const bool unknown = each.kind == AskKind::Unknown;
            each = {.ask = each.ask, .kind = each.kind, .wellformed = unknown};
            texts.clear();
          }
      },
      message);
  return show(message) + texts;
}

class RoundTrip : public testing::TestWithParam<std::string> {};

TEST_P(RoundTrip, AllThatAServerSaysIsHeard) {
  BothEnds ends(GetParam());
  std::vector<bool> met(std::variant_size_v<ToClient>);
  auto kind = ItemKind::Answer;
  std::uint32_t total = 0;
  for (const auto& message : all_to_client()) {
    if (const auto* started = std::get_if<ItemStarted>(&message)) kind = started->kind;
    const bool nothing = has_no_line(GetParam(), message, kind);
    const auto heard = ends.hear(message);
    met[message.index()] = true;
    if (nothing) {
      EXPECT_TRUE(heard.empty()) << show(message);
      if (const auto* usage = std::get_if<Usage>(&message)) total = usage->total;
      continue;
    }
    ASSERT_FALSE(heard.empty()) << show(message);
    EXPECT_EQ(written(ends, heard.back(), true),
              written(ends, as_said(GetParam(), message), false));
    // What was held back until the end of the turn.
    if (total != 0 && std::holds_alternative<TurnCompleted>(message)) {
      EXPECT_EQ(show(heard.front()), show(ToClient(Usage{thread, total})));
      total = 0;
    }
  }
  met[sim::appserver::kind_of<Response>()] = true;  // Below.
  EXPECT_THAT(met, testing::Each(true));
}

TEST_P(RoundTrip, AllAnswersOfAServerAreHeard) {
  BothEnds ends(GetParam());
  std::uint32_t number = 0;
  const auto answered = [&](Method method, Response response) {
    response.id = {++number};
    const auto call = ends.keep("account/read {}");
    ASSERT_TRUE(ends.send(Request{response.id, method, thread, turn, call, {}, {}}));
    const auto heard = ends.hear(response);
    ASSERT_EQ(heard.size(), 1u);
    const auto got = std::get<Response>(heard.front());
    const auto want = sim::appserver::text_of(response.text);
    EXPECT_THAT(ends.text(got.text), testing::HasSubstr(want));
    response.text = got.text;
    EXPECT_EQ(show(ToClient(got)), show(ToClient(response)));
  };
  for (const auto method : all_words<Method>()) answered(method, {});
  answered(Method::ThreadStart, {.id = {}, .thread = thread});
  answered(Method::ThreadResume, {.id = {}, .thread = {2}});
  answered(Method::TurnStart, {.id = {}, .turn = turn});
  for (const auto error : all_words<Error>()) {
    // Clients go by the words of the first: they are those of the dialect.
    const bool fixed = error > Error::None && error <= Error::Overloaded;
    answered(Method::TurnStart,
             {.id = {}, .error = error, .text = fixed || error == Error::None ? TextId{} : words});
  }
  EXPECT_EQ(std::get<Response>(ends.hear(Response{.id = {500}}).front()).id, no_request);
}

TEST_P(RoundTrip, AllThatAClientSaysIsHeard) {
  BothEnds ends(GetParam());
  std::uint32_t number = 0;
  for (const auto method : all_words<Method>()) {
    const auto text = ends.keep(method == Method::Other ? "account/read {}" : "Hello");
    const bool of_thread = method == Method::ThreadResume || method == Method::ThreadArchive ||
                           method == Method::TurnStart || method == Method::TurnInterrupt;
    Request request{.id = {++number}, .method = method, .text = text};
    if (of_thread) request.thread = thread;
    if (method == Method::TurnInterrupt) request.turn = turn;
    if (method == Method::Initialize) request.opts_out = 7;
    if (method == Method::ThreadStart) request.settings.network = true;
    const auto heard = ends.send(request);
    EXPECT_EQ(ends.said().find("Hello") != std::string::npos, method == Method::TurnStart);
    request.text = {};
    ASSERT_TRUE(heard) << port::word(method);
    EXPECT_EQ(show(*heard), show(ToServer(request)));
  }
  for (const auto policy : all_words<Policy>())
    for (const auto sandbox : all_words<Sandbox>()) {
      const Request request{.id = {number + 1},
                            .method = Method::ThreadStart,
                            .settings = {policy, sandbox, policy == Policy::Never}};
      const auto heard = ends.send(request);
      // Only that the client has no word for it, and says so.
      if (GetParam() == "codex" && policy == Policy::OnFailure) {
        EXPECT_FALSE(heard);
        continue;
      }
      ++number;
      ASSERT_TRUE(heard);
      EXPECT_EQ(show(*heard), show(ToServer(request)));
    }
  for (const auto decision : all_words<Decision>())
    EXPECT_EQ(show(*ends.send(Answer{{3}, decision})), show(ToServer(Answer{{3}, decision})));
  for (const auto error : {Error::MethodNotFound, Error::InvalidParams})
    EXPECT_EQ(show(*ends.send(AnswerError{{3}, error})), show(ToServer(AnswerError{{3}, error})));
  EXPECT_EQ(show(*ends.send(Initialized{})), show(ToServer(Initialized{})));
}

// RPC-09: what takes no decision is refused in a shape of its own, and so it is heard.
TEST(RoundTripOfOthers, ARefusalIsHeardInTheShapeOfEach) {
  BothEnds ends("codex");
  std::size_t shapes = 0;
  for (const auto& row : ends.client().asks) {
    if (row.kind != AskKind::Other) continue;
    ++shapes;
    const auto heard =
        ends.hear_line(fmt::format(R"({{"id":4,"method":"{}","params":{{}}}})", row.method));
    ASSERT_EQ(heard.size(), 1u) << row.method;
    EXPECT_EQ(show(heard.front()), show(ToClient(Ask{.ask = {4}, .kind = AskKind::Other})));
    const auto refused = ends.send(Answer{{4}, Decision::Decline});
    ASSERT_TRUE(refused) << row.method;
    EXPECT_EQ(show(*refused), show(ToServer(Answer{{4}, Decision::Decline}))) << ends.said();
    EXPECT_FALSE(ends.send(Answer{{4}, Decision::Accept})) << "nobody says what it grants";
  }
  EXPECT_EQ(shapes, 4u);
}

TEST(RoundTripOfOthers, WhatIsGrantedIsHeardAsAccepted) {
  BothEnds ends("codex");
  const auto heard = [&](const std::string& result) {
    return show(*ends.send_line(R"({"id":4,"result":)" + result + '}'));
  };
  const auto decided = [](Decision decision) { return show(ToServer(Answer{{4}, decision})); };
  for (const auto* grant :
       {R"({"permissions":{"network":{"enabled":true}}})", R"({"success":true})",
        R"({"answers":{"which":{"answers":["a"]}}})", R"({"action":"accept"})"})
    EXPECT_EQ(heard(grant), decided(Decision::Accept)) << grant;
  EXPECT_EQ(heard(R"({"action":"cancel"})"), decided(Decision::Cancel));
  EXPECT_EQ(heard(R"({"action":"perhaps"})"),
            show(ToServer(AnswerError{{4}, Error::InvalidParams})));
}

INSTANTIATE_TEST_SUITE_P(Dialects, RoundTrip, testing::Values("codex", "draft"),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace conformance::appserver
