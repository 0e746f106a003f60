// What judges the traces of each area that has some.
#pragma once
#include <memory>

#include "recordings/trace/trace_check.h"
#include "trace/judgeable.h"

namespace conformance {

namespace ack {
std::unique_ptr<TraceCheck> trace_check(const TraceRequest& request);
SampledLogs sampled_logs();
}  // namespace ack
namespace modality {
std::unique_ptr<TraceCheck> trace_check(const TraceRequest& request);
SampledLogs sampled_logs();
}  // namespace modality
namespace monitor {
std::unique_ptr<TraceCheck> trace_check(const TraceRequest& request);
}

}  // namespace conformance
