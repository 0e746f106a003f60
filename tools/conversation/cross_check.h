// Another JSON library's opinion of each line that the codec judged: nlohmann's parser.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "engine/codec/rpc.h"
#include "recordings/appserver/transcript.h"

namespace tools {

class CrossCheck {
 public:
  using Sink = std::function<void(const conformance::appserver::RecordedLine& line,
                                  const std::string& says)>;
  explicit CrossCheck(Sink sink) : sink_(std::move(sink)) {}

  void see(const conformance::appserver::RecordedLine& line, const engine::rpc::Item& item);
  std::uint64_t compared() const { return compared_; }

 private:
  Sink sink_;
  std::uint64_t compared_ = 0;
};

}  // namespace tools
