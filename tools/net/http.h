// HTTP/1.1 as plain values, read from whatever pieces a peer sends. Of one that sends what it likes
// no more is held than a head.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

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

}  // namespace tools::net
