// Words of a file that this program must know, for the tables of its formats.
#pragma once
#include <string>

#include "conformance/gate/campaign.h"
#include "conformance/run/explored.h"
#include "sim/files/format.h"

namespace tools {

sim::format::Codec<std::string> known_rule();  // Or empty.
sim::format::Codec<std::string> known_subject();
// Only areas that have a gate.
sim::format::Codec<const conformance::Area*> known_area();
sim::format::Codec<conformance::PlanFailure::Kind> failure_kind();
sim::format::Codec<sim::Path> schedule_format();
sim::format::Codec<conformance::Shard> shard_format();  // "2/4"

// What the table makes of a value.
template <class T>
sim::format::Json document_of(const sim::format::Object<T>& table, const T& value) {
  sim::format::Writer writer;
  return table.write(writer, value, T{});
}

}  // namespace tools
