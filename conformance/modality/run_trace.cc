#include "modality/story.h"

#include <cstddef>
#include <string>
#include <type_traits>
#include <variant>

#include <nlohmann/json.hpp>

#include "port/json_text.h"
#include "port/modality/commands.h"
#include "port/modality/events.h"
#include "port/modality/facts.h"
#include "sim/files/document.h"
#include "sim/modality/outcome.h"

namespace conformance::modality {

using namespace port::modality;

nlohmann::ordered_json trace_head(const sim::modality::Plan& plan) {
  std::string limits;
  port::add_json(limits, plan.limits);
  nlohmann::ordered_json out{{"trace", 1},
                             {"area", "modality"},
                             {"limits", sim::own_document<nlohmann::ordered_json>(limits)},
                             {"importing", true},
                             {"tells", "all"}};
  if (plan.revision != Revision{}) out["revision"] = port::word(plan.revision);
  return out;
}

nlohmann::ordered_json trace_line(const sim::modality::Plan& plan, const Seen& seen) {
  std::string text;
  std::size_t run = 0;
  bool shared = false;
  const auto take = [&]<class What>(const What*) {
    using OfRun = sim::modality::OfRun<What>;
    const auto* of_run = seen.as<OfRun>();
    const auto* what = of_run != nullptr ? &of_run->what : seen.as<What>();
    if (what == nullptr) return;
    text = port::json_text(*what);
    run = of_run != nullptr ? of_run->run : 0;
    if constexpr (std::is_same_v<What, Fact>)
      shared = sim::modality::is_of_the_ide(*what) &&
               !std::holds_alternative<port::modality::DocumentTouched>(*what);
  };
  take(static_cast<const Happening*>(nullptr));
  take(static_cast<const Fact*>(nullptr));
  take(static_cast<const Command*>(nullptr));
  auto out = sim::own_document<nlohmann::ordered_json>(text);
  if (!plan.another.empty() && !shared) out["run"] = run + 1;
  return out;
}

}  // namespace conformance::modality
