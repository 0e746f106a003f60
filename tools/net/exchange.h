// One request to a server on this machine, and what comes of it, piece by piece. Of a server that
// sends what it likes, no more than a piece is held.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "net/loop.h"

namespace tools::net {

struct Request {
  std::string host = {};  // "localhost" or an address of this machine; others are refused.
  std::uint16_t port = 0;
  std::string method = "GET", target = "/", body = {}, accept = {};
  std::optional<std::string> authorization = {};
};

class Exchange {
 public:
  struct Handlers {
    std::function<void(unsigned status, std::string_view type)> answered;
    std::function<void(std::string_view bytes)> bytes;
    // The last one. `why`: a few words; empty: the answer is whole.
    std::function<void(const std::string& why)> ended;
  };

  virtual ~Exchange() = default;
  // No handler is called any more.
  virtual void cancel() = 0;
};

// Of names of hosts and media types, in which case says nothing.
bool is_same_name(std::string_view one, std::string_view other);

// Its handlers are called from the loop, never at once.
std::shared_ptr<Exchange> begin_exchange(Loop& loop, const Request& request,
                                         Exchange::Handlers handlers);

}  // namespace tools::net
