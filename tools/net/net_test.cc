// The loop and the reader of HTTP, without a server.
#include <gtest/gtest.h>

#include <sys/socket.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "net/exchange.h"
#include "net/http.h"
#include "net/loop.h"

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
  second.start(milliseconds(20), [&] {
    called += "2";
    loop.stop();
  });
  never.start(milliseconds(15), [&] { called += "never"; });
  first.start(milliseconds(10), [&] {
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

}  // namespace
}  // namespace tools::net
