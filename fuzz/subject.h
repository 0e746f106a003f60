// The codec as a subject, for those that break it.
#pragma once
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

 protected:
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
