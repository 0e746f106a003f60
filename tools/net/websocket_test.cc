// Frames of a WebSocket as values, and the gateway from outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/socket.h>
#include <sys/un.h>

#include <chrono>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "command/program_testing.h"
#include "net/gateway.h"
#include "net/http.h"
#include "process/process.h"

namespace tools::net {
namespace {

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
