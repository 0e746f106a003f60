#include "trace/checks.h"

#include "conformance/area/area.h"
#include "port/check.h"

namespace conformance {

std::unique_ptr<TraceCheck> trace_check(const Area& area, const TraceRequest& request) {
  if (area.name() == "ack") return ack::trace_check(request);
  if (area.name() == "modality") return modality::trace_check(request);
  CHECK(area.name() == "monitor");
  return monitor::trace_check(request);
}

}  // namespace conformance
