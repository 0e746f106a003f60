#include "monitor/client_rules.h"

#include <algorithm>
#include <array>

#include "spec/monitor/rules.h"

namespace conformance::monitor {

using namespace spec::monitor;

namespace {

// Of clauses about acts that a recording holds, which are none of scans and files. Where no IDEs
// are told of, who gives up one stream and asks for another may be a window that was loaded anew,
// or its IDE has moved.
constexpr std::array client_clauses{Judgeable{rule_index("MON-11"), "Connect", Needs::Ides},
                                    Judgeable{rule_index("MON-20"), "Connect", Needs::Tokens},
                                    Judgeable{rule_index("MON-21"), "ProjectsShown", Needs::Lists},
                                    Judgeable{rule_index("MON-21"), of_ides, Needs::Lists},
                                    Judgeable{rule_index("MON-22"), "ProjectsShown", Needs::Lists},
                                    Judgeable{rule_index("MON-22"), of_ides, Needs::Lists},
                                    Judgeable{rule_index("MON-23"), of_ides, Needs::Streams},
                                    Judgeable{rule_index("MON-23"), giving_up, Needs::Ides},
                                    Judgeable{rule_index("MON-24"), "Connect", Needs::Ides},
                                    Judgeable{rule_index("MON-24"), of_ides, Needs::Ides},
                                    Judgeable{rule_index("MON-25"), "LineSkipped", Needs::Skips},
                                    Judgeable{rule_index("MON-25"), of_ides, Needs::Skips},
                                    Judgeable{rule_index("MON-25"), giving_up, Needs::Ides},
                                    Judgeable{rule_index("MON-26"), "ProjectsShown", Needs::Lists},
                                    Judgeable{rule_index("MON-26"), of_ides, Needs::Lists},
                                    Judgeable{rule_index("MON-28"), "Connect", Needs::Ides},
                                    Judgeable{rule_index("MON-29"), of_ides, Needs::Streams},
                                    Judgeable{rule_index("MON-29"), giving_up, Needs::Ides}};

const Judgeable* find_judgeable(const spec::ClauseText& clause) {
  const auto found = std::ranges::find_if(client_clauses, [&](const Judgeable& each) {
    return each.rule == clause.rule && each.act == clause.act;
  });
  // Which address a stream was asked of is not recorded.
  const bool of_address = clause.rule == rule_index("MON-11") && clause.form == spec::Form::Says;
  return found == client_clauses.end() || of_address ? nullptr : &*found;
}

}  // namespace

std::span<const Judgeable> judgeable() { return client_clauses; }

spec::ClauseSet clauses_about_streams(const spec::RuleScope& rules) {
  auto on = clauses_of(Party::Monitor, rules);
  const auto texts = clause_texts();
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (find_judgeable(texts[i]) == nullptr) on.clear(i);
  return on;
}
spec::ClauseSet leave_out(spec::ClauseSet on, Needs needs) {
  const auto texts = clause_texts();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto* found = find_judgeable(texts[i]);
    // Nor is the list of an IDE stale that may be none any more.
    const bool stays =
        needs == Needs::Ides && texts[i].rule == rule_index("MON-26") && texts[i].act == of_ides;
    if (stays || (found != nullptr && found->needs == needs)) on.clear(i);
  }
  return on;
}
spec::ClauseSet without_pauses(spec::ClauseSet on) {
  const auto texts = clause_texts();
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (texts[i].rule == rule_index("MON-24") && texts[i].act == "Connect") on.clear(i);
  return on;
}

bool is_of_time(std::uint8_t rule) {
  constexpr std::array all{rule_index("MON-40"), rule_index("MON-41"), rule_index("MON-43"),
                           rule_index("MON-44"), rule_index("MON-23"), rule_index("MON-24")};
  return std::ranges::count(all, rule) > 0;
}

}  // namespace conformance::monitor
