// Frames of a WebSocket as values, and the gateway from outside.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "command/program_testing.h"
#include "net/gateway.h"
#include "net/websocket.h"
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

TEST(Gateway, GivesEachClientAServerOfItsOwn) {
  const TemporaryFolder folder;
  const auto path = folder.file("socket");
  Process server({ORRERY_PROGRAM, "serve", "--listen", "unix://" + path});
  sockaddr_un at{};
  at.sun_family = AF_UNIX;
  std::memcpy(static_cast<char*>(at.sun_path), path.data(), path.size());
  for (int client = 0; client < 2; ++client) {
    const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (::connect(socket.number(), reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0 &&
           std::chrono::steady_clock::now() < until)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    const auto said =
        "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    ::send(socket.number(), said, std::strlen(said), MSG_NOSIGNAL);
    std::string heard;
    char bytes[4096];
    const auto hear = [&] {
      const auto count = ::recv(socket.number(), bytes, sizeof bytes, 0);
      heard.append(bytes, count > 0 ? static_cast<std::size_t>(count) : 0);
      return count > 0;
    };
    while (heard.find("\r\n\r\n") == std::string::npos && hear()) continue;
    EXPECT_THAT(heard, StartsWith("HTTP/1.1 101"));
    const auto greets =
        frame(0x81, R"({"id":1,"method":"initialize","params":{}})") + frame(0x88, "");
    ::send(socket.number(), greets.data(), greets.size(), MSG_NOSIGNAL);
    while (hear()) continue;  // To its end.
    EXPECT_THAT(heard, HasSubstr("userAgent")) << client;
  }
}

}  // namespace
}  // namespace tools::net
