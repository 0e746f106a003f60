// The codec as a subject, for those that break it.
#pragma once
#include <algorithm>

#include "fuzz/case.h"
#include "fuzz/subject.h"

namespace fuzz {

class EngineSubject : public Subject {
 public:
  void feed(std::string_view bytes) override {
    decoder_.feed(bytes, [this](const engine::rpc::Item& item) { hear(item); });
  }
  void finish() override {
    decoder_.finish([this](const engine::rpc::Item& item) { hear(item); });
  }
  engine::rpc::Account tell(std::string_view bytes, const Reads& reads,
                            const engine::rpc::Options& options, const Sink& sink) const override {
    engine::rpc::Decoder decoder(options);
    const auto hear = [&](const engine::rpc::Item& item) { sink(altered(item)); };
    for (auto size = std::size_t{reads.first}; !bytes.empty(); size = reads.size) {
      decoder.feed(bytes.substr(0, size), hear);
      bytes.remove_prefix(std::min(size, bytes.size()));
    }
    decoder.finish(hear);
    return decoder.account();
  }

 protected:
  // What is told instead; views in it live as long as those of the item.
  virtual engine::rpc::Item altered(engine::rpc::Item item) const { return item; }
  virtual void hear(const engine::rpc::Item& item) {
    const auto* noted = std::get_if<engine::rpc::Noted>(&item);
    if (noted != nullptr && noted->note != engine::rpc::Note::BlankLine) return;
    heard.add(item);
  }
  void begin_afresh(const engine::rpc::Decoder& pristine) { decoder_ = pristine; }

 private:
  engine::rpc::Decoder decoder_{fuzzed_options()};
};

}  // namespace fuzz
