// The mock server's side of a wire: lines of a dialect to messages of the port, and back. Lines
// have no line feed at their end.
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "sim/appserver/names.h"
#include "sim/appserver/plan.h"

namespace sim::appserver {

// What a line of the client's comes to: a message for the server, a line to answer it with, or
// neither: what is no message gets no reply.
struct Decoded {
  std::optional<ToServer> message = {};
  std::string answer = {};
  nlohmann::ordered_json line = {};  // As it was read.
};

// Of one process; it keeps the ids of the client's requests and what items are, so many of each as
// may still be spoken of.
class Wire {
 public:
  static constexpr std::size_t requests_max = 10'000;  // The last ones,
  static constexpr std::size_t items_max = 10'000;     // likewise.

  // `others`: methods besides its own that are known too, and come to Method::Other.
  explicit Wire(const Dialect& dialect, std::span<const std::string_view> others = {},
                Instance instance = {})
      : dialect_(dialect), others_(others), names_(instance) {}

  Decoded decode(std::string_view line);

  // Empty: the dialect has no line for it.
  std::string encode(const ToClient& message);
  // The same before it is written; null.
  nlohmann::ordered_json document(const ToClient& message);

  // What a client is sent for one of its requests: an id of the wire, or none that it has sent.
  nlohmann::ordered_json id_of(RequestId request) const;
  Names& names() { return names_; }
  const Names& names() const { return names_; }

 private:
  using Json = nlohmann::ordered_json;

  Decoded decode_request(const Json& line);
  Method method_of(RequestId request) const;
  Decoded decode_answer(const Json& line) const;

  Json lines_of(const Response& response);
  Json error_of(const Response& response) const;
  Json started_thread(ThreadId thread) const;
  Json lines_of(const ThreadStarted& started) const;
  Json lines_of(const TurnStarted& started) const;
  Json lines_of(const TurnCompleted& completed);
  std::uint32_t take_tokens(ThreadId thread);
  Json lines_of(const ItemStarted& started);
  Json lines_of(const ItemDelta& delta) const;
  Json lines_of(const ItemOutput& output) const;
  Json lines_of(const ItemCompleted& completed) const;
  Json lines_of(const Usage& usage);
  Json lines_of(const RateLimits& limits) const;
  Json lines_of(const Ask& ask) const;
  Json lines_of(const AskResolved& resolved) const;
  Json lines_of(const Trouble& trouble) const;
  Json lines_of(const UnknownNotice&) const;
  Json lines_of(const ThreadIdle& idle) const;

  // Params that are about an item.
  Json about_item(const auto& message, const char* item) const;

  bool is_draft() const { return !dialect_.ends_texts; }
  ItemKind kind_of_item(ItemId item) const;

  struct Asked {
    Json id;
    Method method{};
    std::string name = {};  // Of the method.
    ThreadId thread = {};   // That it names.
  };
  const Asked* find(RequestId request) const;

  const Dialect& dialect_;
  std::span<const std::string_view> others_;
  Names names_;
  std::deque<Asked> asked_;          // The last requests of the client's.
  std::uint32_t asks_ = 0;           // All of them: the number of the last one.
  std::set<std::uint32_t> threads_;  // That were opened and not archived since.
  std::map<std::uint32_t, ItemKind> kinds_;
  // Of tokens by thread: the total, and how much of it the ends of turns have told.
  std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> tokens_;
};

}  // namespace sim::appserver
