#include "subject.h"

#include "engine/overload.h"

namespace fuzz {

using namespace engine::rpc;

Outcome outcome_of(const Item& item) {
  return std::visit(engine::Overload{[](const Accepted& accepted) {
                                       return Outcome{
                                           .kind = Outcome::Kind::Accepted,
                                           .reason = Reason::None,
                                           .at = accepted.place.at,
                                           .bytes = accepted.place.bytes,
                                           .whole = std::string(accepted.whole),
                                           .has_id = id_of(accepted.message).has_value(),
                                           .has_method = method_of(accepted.message).has_value()};
                                     },
                                     [](const Rejected& rejected) {
                                       return Outcome{.kind = Outcome::Kind::Rejected,
                                                      .reason = rejected.reason,
                                                      .at = rejected.place.at,
                                                      .bytes = rejected.place.bytes,
                                                      .whole = {}};
                                     },
                                     [](const Noted& noted) {
                                       return Outcome{.kind = Outcome::Kind::Blank,
                                                      .reason = Reason::None,
                                                      .at = noted.place.at,
                                                      .bytes = noted.place.bytes,
                                                      .whole = {}};
                                     }},
                    item);
}

std::unique_ptr<Subject> make_subject(std::string_view name) {
  if (name == "engine") return std::make_unique<EngineSubject>();
  constexpr std::string_view prefix = "mutant:";
  if (!name.starts_with(prefix)) return nullptr;
  for (const auto& mutant : codec_mutants())
    if (mutant.name == name.substr(prefix.size())) return mutant.make();
  return nullptr;
}

}  // namespace fuzz
