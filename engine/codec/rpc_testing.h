// What a decoder said, copied, so that tests can look at it afterwards.
#pragma once
#include <string>
#include <vector>

#include "engine/codec/rpc.h"

namespace engine::rpc {

// One line of text per item: "request 1 x", "rejected too_deep @12", "blank_line".
class Heard {
 public:
  explicit Heard(const Options& options = {}) : decoder_(options) {}

  void feed(std::string_view bytes) {
    decoder_.feed(bytes, [this](const Item& item) { add(item); });
  }
  void finish() {
    decoder_.finish([this](const Item& item) { add(item); });
  }
  std::vector<std::string> said;
  std::vector<Place> places;
  const Decoder& decoder() const { return decoder_; }

 private:
  static std::string show(const Id& id) {
    return id.is_text ? '"' + id.text.decoded() + '"' : std::to_string(id.number);
  }
  static std::string show(const Message& message) {
    if (const auto* request = std::get_if<Request>(&message))
      return "request " + show(request->id) + " " + request->method.decoded();
    if (const auto* response = std::get_if<Response>(&message))
      return "response " + show(response->id) + " " + std::string(response->result.raw);
    if (const auto* failure = std::get_if<Failure>(&message))
      return "failure " + show(failure->id) + " " + std::to_string(failure->code) + " " +
             failure->message.decoded();
    return "notification " + std::get<Notification>(message).method.decoded();
  }
  void add(const Item& item) {
    if (const auto* accepted = std::get_if<Accepted>(&item)) {
      places.push_back(accepted->place);
      said.push_back(show(accepted->message));
    } else if (const auto* rejected = std::get_if<Rejected>(&item)) {
      places.push_back(rejected->place);
      said.push_back("rejected " + std::string(text_of(rejected->reason).name) + " @" +
                     std::to_string(rejected->at));
    } else {
      places.push_back(std::get<Noted>(item).place);
      said.emplace_back(name(std::get<Noted>(item).note));
    }
  }

  Decoder decoder_;
};

}  // namespace engine::rpc
