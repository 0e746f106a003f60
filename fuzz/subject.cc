#include "subject.h"

namespace fuzz {

using namespace engine::rpc;

namespace {

class Engine final : public EngineSubject {
 public:
  bool renew() override {
    begin_afresh(pristine_);
    heard.clear();
    return true;
  }

 private:
  const Decoder pristine_{fuzzed_options()};
};

}  // namespace

void Heard::add(const Item& item) {
  auto& outcome = outcomes.emplace_back();
  const auto place = [&](const Place& of) {
    outcome.at = of.at;
    outcome.bytes = of.bytes;
  };
  if (const auto* accepted = std::get_if<Accepted>(&item)) {
    place(accepted->place);
    outcome.text_at = static_cast<std::uint32_t>(text.size());
    outcome.text_bytes = static_cast<std::uint32_t>(accepted->whole.size());
    text += accepted->whole;
    outcome.has_id = id_of(accepted->message).has_value();
    outcome.has_method = method_of(accepted->message).has_value();
  } else if (const auto* rejected = std::get_if<Rejected>(&item)) {
    place(rejected->place);
    outcome.kind = Outcome::Kind::Rejected;
    outcome.reason = rejected->reason;
  } else {
    place(std::get<Noted>(item).place);
    outcome.kind = Outcome::Kind::Blank;
  }
}

std::unique_ptr<Subject> make_subject(std::string_view name) {
  if (name == "engine") return std::make_unique<Engine>();
  constexpr std::string_view prefix = "mutant:";
  if (!name.starts_with(prefix)) return nullptr;
  for (const auto& mutant : codec_mutants())
    if (mutant.name == name.substr(prefix.size())) return mutant.make();
  return nullptr;
}

}  // namespace fuzz
