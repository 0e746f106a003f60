#include "probe/groups.h"

#include <array>

namespace tools::probe {
namespace {

// The one that is known to end a server comes last.
constexpr std::array all_groups{
    Group{"handshake", "SRV-01 SRV-04", try_handshake},
    Group{"errors", "SRV-02 SRV-03 SRV-10 RPC-04", try_errors},
    Group{"framing", "WIRE-01 WIRE-04", try_framing},
    Group{"bad_lines", "SRV-04 WIRE-03 WIRE-06", try_bad_lines},
    Group{"ids", "WIRE-06 WIRE-07 WIRE-11", try_ids},
    Group{"bursts", "SRV-03 RPC-04", try_bursts},
    Group{"threads", "SES-01 SES-05 SES-08 SES-09", try_threads},
    Group{"turns", "SES-02 SES-03 SRV-05 SRV-06 SRV-08", try_turns, true, false, "SRV-05"},
    Group{"features", "SES-02 SES-09 SRV-03 SRV-06 SRV-08", try_features, true},
    Group{"end_in_turn", "SRV-09", try_end_within_a_turn, true, true},
    Group{"end_at_once", "SRV-09", try_end_at_once, false, true},
    Group{"end_in_burst", "SRV-03", try_end_within_a_burst, false, true},
    Group{"end_in_line", "WIRE-01", try_unended_line, false, true},
    Group{"bad_utf8", "SRV-04", try_bad_utf8, false, true},
};

}  // namespace

std::span<const Group> groups() { return all_groups; }

}  // namespace tools::probe
