#include "net/exchange.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "net/http.h"

namespace tools::net {

namespace {

constexpr HttpReader::Limits limits{.head_bytes = 16 << 10,
                                    .body_bytes = std::numeric_limits<std::uint64_t>::max()};

// What may stand in a line of HTTP.
bool is_sendable(std::string_view text) {
  return std::ranges::all_of(text, [](char letter) {
    const auto byte = static_cast<unsigned char>(letter);
    return byte >= 0x20 && byte != 0x7f;
  });
}

struct Endpoint {
  sockaddr_storage address{};
  socklen_t size = 0;
};

template <class Address>
Endpoint endpoint_of(const Address& address) {
  Endpoint out{.size = sizeof address};
  std::memcpy(&out.address, &address, sizeof address);
  return out;
}

}  // namespace

bool is_same_name(std::string_view one, std::string_view other) {
  const auto lower = [](char letter) {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  };
  return std::ranges::equal(one, other, {}, lower, lower);
}

namespace {

// None: it is not on this machine. Names are not looked up, so nobody waits for it.
std::vector<Endpoint> find_endpoints(const std::string& host, std::uint16_t port) {
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_port = htons(port);
  four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  six.sin6_port = htons(port);
  six.sin6_addr = in6addr_loopback;
  if (is_same_name(host, "localhost")) return {endpoint_of(four), endpoint_of(six)};
  constexpr std::uint32_t loopback_net = 127;
  if (::inet_pton(AF_INET, host.c_str(), &four.sin_addr) == 1 &&
      ntohl(four.sin_addr.s_addr) >> 24 == loopback_net)
    return {endpoint_of(four)};
  if (::inet_pton(AF_INET6, host.c_str(), &six.sin6_addr) == 1 &&
      IN6_IS_ADDR_LOOPBACK(&six.sin6_addr))
    return {endpoint_of(six)};
  return {};
}

std::string text_of(const Request& request) {
  const bool bracketed = request.host.find(':') != std::string::npos;
  auto out = fmt::format(
      "{} {} HTTP/1.1\r\nHost: {}:{}\r\nUser-Agent: orrery/{}\r\n", request.method, request.target,
      bracketed ? "[" + request.host + "]" : request.host, request.port, ORRERY_VERSION);
  if (!request.accept.empty()) out += "Accept: " + request.accept + "\r\n";
  if (request.authorization) out += "Authorization: " + *request.authorization + "\r\n";
  const bool posts = request.method == "POST";
  if (posts)
    out += fmt::format("Content-Type: application/json\r\nContent-Length: {}\r\n",
                       request.body.size());
  out += "Connection: close\r\n\r\n";
  return posts ? out + request.body : out;
}

class LoopExchange final : public Exchange, public std::enable_shared_from_this<LoopExchange> {
 public:
  LoopExchange(Loop& loop, Request request, Handlers handlers)
      : socket_(loop), request_(std::move(request)), handlers_(std::move(handlers)) {}

  void begin() {
    endpoints_ = find_endpoints(request_.host, request_.port);
    if (over_) return;
    if (endpoints_.empty()) return end("its address is not on this machine");
    if (!is_sendable(request_.target) || !is_sendable(request_.authorization.value_or("")))
      return end("its address or token cannot be sent");
    reader_ = answer_reader(limits, request_.method == "HEAD",
                            {.head =
                                 [this](const Head& head) {
                                   handlers_.answered(head.status, head.type);
                                   return !over_;
                                 },
                             .body =
                                 [this](std::string_view bytes) {
                                   handlers_.bytes(bytes);
                                   return !over_;
                                 }});
    connect(0);
  }

  void cancel() override {
    over_ = true;
    socket_.close();
  }

 private:
  void end(const std::string& why) {
    if (over_) return;
    const auto ended = std::move(handlers_.ended);
    cancel();
    ended(why);
  }
  void end(int error) { end(std::string(std::strerror(error))); }

  // To the first endpoint from `index` on that takes it.
  void connect(std::size_t index) {
    const auto& endpoint = endpoints_[index];
    const auto* address = reinterpret_cast<const sockaddr*>(&endpoint.address);
    socket_.open(Descriptor(
        ::socket(address->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP)));
    if (socket_.number() < 0 || (::connect(socket_.number(), address, endpoint.size) != 0 &&
                                 errno != EINPROGRESS && errno != EINTR))
      return connected(index, errno);
    socket_.when_writable([self = shared_from_this(), index] {
      int error = 0;
      socklen_t size = sizeof error;
      ::getsockopt(self->socket_.number(), SOL_SOCKET, SO_ERROR, &error, &size);
      self->connected(index, error);
    });
  }
  void connected(std::size_t index, int error) {
    if (error != 0) return index + 1 < endpoints_.size() ? connect(index + 1) : end(error);
    socket_.write(text_of(request_), [self = shared_from_this()](int failure) {
      failure != 0 ? self->end(failure) : self->read();
    });
  }
  void read() {
    socket_.read([self = shared_from_this()](std::string_view bytes, int error) {
      if (error != 0) return self->end(error);
      const auto state = self->reader_->feed(bytes);
      if (self->over_) return;
      if (state == HttpReader::State::Refused) return self->end(self->reader_->why());
      if (state == HttpReader::State::Whole) return self->end(std::string());
      self->read();
    });
  }

  Socket socket_;
  Request request_;
  Handlers handlers_;
  bool over_ = false;
  std::vector<Endpoint> endpoints_;
  std::unique_ptr<HttpReader> reader_;
};

}  // namespace

std::shared_ptr<Exchange> begin_exchange(Loop& loop, const Request& request,
                                         Exchange::Handlers handlers) {
  const auto out = std::make_shared<LoopExchange>(loop, request, std::move(handlers));
  loop.post([out] { out->begin(); });
  return out;
}

}  // namespace tools::net
