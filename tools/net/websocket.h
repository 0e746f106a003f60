// Messages of a WebSocket (RFC 6455) as plain values: a server's side, without extensions.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace tools::net {

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
