// HTTP/1.1 as plain values, read from whatever pieces a peer sends. Of one that sends what it likes
// no more is held than a head.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tools::net {

// What of a request or an answer matters here; what it has none of is empty.
struct Head {
  std::string method, target, authorization, host, origin, websocket_key;  // Of a request.
  unsigned status = 0;                                                     // Of an answer.
  std::string type;
};

class HttpReader {
 public:
  // Of answers: true as long as more is wanted. The views are for the call.
  struct Handlers {
    std::function<bool(const Head& head)> head = [](const Head&) { return true; };
    std::function<bool(std::string_view bytes)> body = [](std::string_view) { return true; };
  };
  struct Limits {
    std::uint32_t head_bytes = 0;
    std::uint64_t body_bytes = 0;
  };
  enum class State : std::uint8_t { Unfinished, Whole, Refused };

  virtual ~HttpReader() = default;
  // Not after it was Whole or Refused, nor after a handler wanted no more. Empty: the peer's end.
  virtual State feed(std::string_view bytes) = 0;
  // Why it was refused, in a few words.
  virtual std::string why() const = 0;
  virtual const Head& head() const = 0;
};

using TakesBody = std::function<bool(std::string_view bytes)>;
std::unique_ptr<HttpReader> request_reader(const HttpReader::Limits& limits, TakesBody body);
// `head_only`: the answer to a HEAD, behind which no body follows, whatever length it tells.
std::unique_ptr<HttpReader> answer_reader(const HttpReader::Limits& limits, bool head_only,
                                          HttpReader::Handlers handlers);

// Messages of a WebSocket (RFC 6455) as plain values: a server's side, without extensions.

// What the answer to a handshake says of its key.
std::string websocket_accept(std::string_view key);
// One message of text, whatever bytes it has.
std::string websocket_text(std::string_view message);
// The last one.
std::string websocket_close();

// What a client sends, in whatever pieces. Of one that sends what it likes no more is held than a
// message.
class WebSocketReader {
 public:
  struct Taken {
    std::vector<std::string> messages = {};
    std::string answers = {};  // To pings, to be sent.
    bool closed = false;       // Nothing more comes; the end is to be answered by one.
  };
  // False: these are no frames of a client's.
  bool feed(std::string_view bytes, Taken& out);

 private:
  struct Frame {
    bool last = false;
    unsigned code = 0;
    std::string_view masked;
    std::string_view mask;
  };
  // How many bytes it takes; zero: it is not whole yet. False: it is none.
  bool next(Frame& out, std::size_t& size) const;
  bool take(const Frame& frame, Taken& out);

  std::string held_, message_;
};

}  // namespace tools::net
