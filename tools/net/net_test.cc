// The loop and the reader of HTTP, without a server.
#include <sys/socket.h>
#include <sys/un.h>

#include <chrono>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "command/program_testing.h"
#include "net/exchange.h"
#include "net/gateway.h"
#include "net/http.h"
#include "net/loop.h"
#include "process/process.h"

namespace tools::net {
namespace {

using State = HttpReader::State;
using std::chrono::milliseconds;

constexpr HttpReader::Limits small{.head_bytes = 200, .body_bytes = 100};

// What is read of an answer in pieces of so many bytes, and then of the end: "200 text/plain:
// body".
std::string read_in_pieces(const std::string& text, std::size_t piece, bool head_only = false) {
  std::string out;
  auto reader = answer_reader(small, head_only,
                              {.head =
                                   [&](const Head& head) {
                                     out = std::to_string(head.status) + " " + head.type + ":";
                                     return true;
                                   },
                               .body =
                                   [&](std::string_view bytes) {
                                     out += bytes;
                                     return true;
                                   }});
  auto state = State::Unfinished;
  for (std::size_t at = 0; at < text.size() && state == State::Unfinished; at += piece)
    state = reader->feed(text.substr(at, piece));
  if (state == State::Unfinished) state = reader->feed({});
  return out + (state == State::Whole ? "" : " refused: " + reader->why());
}

TEST(HttpReader, ReadsTheSameInWhateverPieces) {
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";
  for (const auto piece : std::vector<std::size_t>{1, 2, 7, 1'000}) {
    EXPECT_EQ(read_in_pieces(head + "Content-Length: 4\r\n\r\nbody", piece), "200 text/plain:body");
    EXPECT_EQ(
        read_in_pieces(head + "Transfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n",
                       piece),
        "200 text/plain:body");
    EXPECT_EQ(read_in_pieces(head + "\r\nbody", piece), "200 text/plain:body");
    EXPECT_EQ(read_in_pieces(head + "Content-Length: 4\r\n\r\n", piece, true), "200 text/plain:");
  }
}

TEST(HttpReader, SaysWhatIsWrong) {
  EXPECT_EQ(read_in_pieces("", 1), " refused: end of stream");
  EXPECT_EQ(read_in_pieces("HTTP/1.1 200", 1), " refused: partial message");
  EXPECT_EQ(read_in_pieces("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbo", 1),
            "200 :bo refused: partial message");
  EXPECT_EQ(read_in_pieces("HTTP/1.1 200 OK\r\nX: " + std::string(300, 'x'), 50),
            " refused: header limit exceeded");
  EXPECT_EQ(read_in_pieces("HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n", 50),
            " refused: body limit exceeded");
}

TEST(HttpReader, ReadsNoMoreThanIsWanted) {
  int pieces = 0;
  auto reader =
      answer_reader(small, false, {.body = [&](std::string_view) { return ++pieces < 2; }});
  EXPECT_EQ(reader->feed("HTTP/1.1 200 OK\r\n\r\n"), State::Unfinished);
  EXPECT_EQ(reader->feed("a"), State::Unfinished);
  EXPECT_EQ(reader->feed("b"), State::Refused);
}

TEST(HttpReader, ReadsRequests) {
  std::string body;
  const auto reader = request_reader(small, [&](std::string_view bytes) {
    body += bytes;
    return true;
  });
  EXPECT_EQ(reader->feed("POST /a?b HTTP/1.1\r\nAuthorization: Bearer x\r\nContent-Length: 2\r\n"),
            State::Unfinished);
  EXPECT_EQ(reader->feed("\r\n{}"), State::Whole);
  EXPECT_EQ(reader->head().method, "POST");
  EXPECT_EQ(reader->head().target, "/a?b");
  EXPECT_EQ(reader->head().authorization, "Bearer x");
  EXPECT_EQ(body, "{}");
  EXPECT_EQ(request_reader(small, [](std::string_view) { return true; })->feed("nonsense\r\n\r\n"),
            State::Refused);
}

TEST(Loop, CallsInOrderAndNothingThatWasCancelled) {
  Loop loop;
  std::string called;
  Timer first(loop), second(loop), never(loop);
  const auto now = Loop::Clock::now();  // However long it takes to start them.
  second.start(now + milliseconds(20), [&] {
    called += "2";
    loop.stop();
  });
  never.start(now + milliseconds(15), [&] { called += "never"; });
  first.start(now + milliseconds(10), [&] {
    called += "1";
    never.cancel();
  });
  loop.post([&] {
    called += "a";
    loop.post([&] { called += "b"; });
  });
  loop.run();
  EXPECT_EQ(called, "ab12");
}

// A process may be stopped while it does something, too, and not only while it waits.
TEST(Loop, TellsOfASleepWhereverItBegan) {
  Loop loop;
  std::vector<Loop::Sleep> slept;
  loop.when_slept([&](const Loop::Sleep& sleep) {
    slept.push_back(sleep);
    loop.stop();
  });
  loop.post([&] {
    std::this_thread::sleep_for(milliseconds(2'100));
    loop.post([] {});
  });
  loop.run();
  ASSERT_EQ(slept.size(), 1u);
  EXPECT_GE(slept[0].late, milliseconds(2'100));
}

TEST(Loop, MovesBytesUntilAnEndIsClosed) {
  Loop loop;
  int ends[2];
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends), 0);
  auto left = std::make_unique<Socket>(loop, Descriptor(ends[0]));
  Socket right(loop, Descriptor(ends[1]));
  // More than the system keeps.
  const std::size_t size = std::size_t{4} << 20;
  std::size_t received = 0;
  left->write(std::string(size, 'x'), [&](int error) {
    EXPECT_EQ(error, 0);
    left.reset();
  });
  std::function<void()> receive = [&] {
    right.read([&](std::string_view bytes, int error) {
      EXPECT_EQ(error, 0);
      received += bytes.size();
      bytes.empty() ? loop.stop() : receive();
    });
  };
  receive();
  loop.run();
  EXPECT_EQ(received, size);
}

TEST(Exchange, RefusesWhatIsNotOnThisMachine) {
  for (const auto* host : {"example.com", "10.0.0.1", "::2", ""}) {
    Loop loop;
    std::string why;
    const auto exchange =
        begin_exchange(loop, {.host = host, .port = 1},
                       {.answered = {}, .bytes = {}, .ended = [&](const auto& said) {
                          why = said;
                          loop.stop();
                        }});
    EXPECT_EQ(why, "");
    loop.run();
    EXPECT_EQ(why, "its address is not on this machine");
  }
}

TEST(Names, AreTheSameInAnyCase) {
  EXPECT_TRUE(is_same_name("Application/X-NDJSON", "application/x-ndjson"));
  EXPECT_TRUE(is_same_name("LocalHost", "localhost"));
  EXPECT_FALSE(is_same_name("localhost", "localhost."));
  EXPECT_FALSE(is_same_name("application/json", "application/x-ndjson"));
}

// Frames of a WebSocket as values, and the gateway from outside.

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

// A client's frame, of fewer than 65,536 bytes.
std::string frame(unsigned first, const std::string& bytes) {
  const std::string mask = "mask";
  std::string out(1, static_cast<char>(first));
  if (bytes.size() < 126) {
    out += static_cast<char>(0x80u | bytes.size());
  } else {
    out += static_cast<char>(0x80u | 126u);
    out += static_cast<char>(bytes.size() >> 8u);
    out += static_cast<char>(bytes.size() & 0xffu);
  }
  out += mask;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    out += static_cast<char>(bytes[i] ^ mask[i % mask.size()]);
  return out;
}

TEST(WebSocket, AnswersAKeyAsTheStandardDoes) {
  EXPECT_EQ(websocket_accept("dGhlIHNhbXBsZSBub25jZQ=="), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

TEST(WebSocket, ReadsMessagesInWhateverPieces) {
  const std::string long_one(300, 'x');
  const auto bytes = frame(0x81, "one") + frame(0x01, "tw") + frame(0x89, "?") + frame(0x80, "o") +
                     frame(0x81, long_one) + frame(0x88, "");
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, bytes.size()}) {
    WebSocketReader reader;
    WebSocketReader::Taken taken;
    for (std::size_t at = 0; at < bytes.size(); at += piece)
      ASSERT_TRUE(reader.feed(bytes.substr(at, piece), taken));
    EXPECT_THAT(taken.messages, ElementsAre("one", "two", long_one));
    EXPECT_EQ(taken.answers, "\x8a\x01?");
    EXPECT_TRUE(taken.closed);
  }
}

TEST(WebSocket, TakesNoFramesThatAreNoClients) {
  for (const auto& wrong :
       std::vector<std::string>{"\x81\x01x", frame(0xc1, "x"), frame(0x83, "x")}) {
    WebSocketReader reader;
    WebSocketReader::Taken taken;
    EXPECT_FALSE(reader.feed(wrong, taken));
  }
}

TEST(WebSocket, KnowsWhereItMayListen) {
  EXPECT_EQ(address_of("ws://127.0.0.1:8080")->port, 8080);
  EXPECT_EQ(address_of("ws://localhost:1/")->port, 1);
  EXPECT_EQ(address_of("unix:///tmp/x")->path, "/tmp/x");
  for (const char* wrong : {"", "unix://", "ws://0.0.0.0:80", "ws://127.0.0.1:x", "http://x"})
    EXPECT_FALSE(address_of(wrong)) << wrong;
}

// A client of the gateway on a path.
class SocketClient {
 public:
  explicit SocketClient(const std::string& path) : socket_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un at{};
    at.sun_family = AF_UNIX;
    std::memcpy(static_cast<char*>(at.sun_path), path.data(), path.size());
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (::connect(socket_.number(), reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0 &&
           std::chrono::steady_clock::now() < until)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    send(
        "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    hear("\r\n\r\n");
    EXPECT_THAT(heard_, StartsWith("HTTP/1.1 101"));
  }
  void say(const std::string& line) { send(frame(0x81, line)); }
  void close() { send(frame(0x88, "")); }
  // Until that has come, or the end; all that came since it connected.
  const std::string& hear(const std::string& words) {
    char bytes[4096];
    while (words.empty() || heard_.find(words) == std::string::npos) {
      const auto count = ::recv(socket_.number(), bytes, sizeof bytes, 0);
      if (count <= 0) break;
      heard_.append(bytes, static_cast<std::size_t>(count));
    }
    return heard_;
  }

 private:
  void send(const std::string& bytes) {
    ::send(socket_.number(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
  }
  Descriptor socket_;
  std::string heard_;
};

constexpr auto greets = R"({"id":1,"method":"initialize","params":{}})";

TEST(Gateway, GivesEachClientAServerOfItsOwn) {
  const TemporaryFolder folder;
  const auto path = folder.file("socket");
  Process server({ORRERY_PROGRAM, "serve", "--listen", "unix://" + path});
  for (int i = 0; i < 2; ++i) {
    SocketClient client(path);
    client.say(greets);
    client.close();
    EXPECT_THAT(client.hear(""), HasSubstr("userAgent")) << i;
  }
}

// The one has asked, the other decides, and both are told; then the first one goes.
TEST(Gateway, GivesAllClientsOneServerIfItIsAsked) {
  const TemporaryFolder folder;
  const auto path = folder.file("socket");
  Process server(
      {ORRERY_PROGRAM, "serve", "--one-server", "--listen", "unix://" + path, "--speed", "fast"});
  SocketClient one(path), other(path);
  for (auto* client : {&one, &other}) {
    client->say(greets);
    client->hear("userAgent");
    client->say(R"({"method":"initialized"})");
  }
  one.say(R"({"id":2,"method":"thread/start","params":{}})");
  const auto opened = one.hear("thread/started");
  const auto id_at = opened.find(R"("id":")", opened.find(R"("thread":)")) + 6;
  const auto thread = opened.substr(id_at, 36);
  one.say(R"({"id":3,"method":"turn/start","params":{"threadId":")" + thread +
          R"(","input":[{"type":"text","text":"run make"}]}})");
  one.hear("requestApproval");
  const auto asked = other.hear("requestApproval");
  const auto ask_at = asked.rfind(R"({"method":"item/commandExecution/requestApproval")");
  const auto id = asked.find(R"("id":)", asked.find("availableDecisions", ask_at));
  const auto number = asked.substr(id + 5, asked.find_first_of(",}", id) - id - 5);
  other.say(R"({"id":)" + number + R"(,"result":{"decision":"accept"}})");
  EXPECT_THAT(one.hear("turn/completed"), HasSubstr("I ran"));
  one.close();
  other.say(R"({"id":9,"method":"thread/read","params":{"includeTurns":true,"threadId":")" +
            thread + R"("}})");
  EXPECT_THAT(other.hear(R"({"id":9,)"), HasSubstr(R"({"id":9,"result")"));
}

}  // namespace
}  // namespace tools::net
