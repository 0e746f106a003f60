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

spec::ClauseSet clauses_where(const auto& holds) {
  const auto texts = clause_texts();
  spec::ClauseSet out;
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (holds(texts[i])) out.mark(i);
  return out;
}

}  // namespace

std::span<const Judgeable> judgeable() { return client_clauses; }

spec::ClauseSet clauses_about_streams(const spec::RuleScope& rules) {
  auto on = clauses_of(Party::Monitor, rules);
  on -= clauses_where([](const auto& clause) { return find_judgeable(clause) == nullptr; });
  return on;
}
spec::ClauseSet needing(Needs needs) {
  return clauses_where([needs](const spec::ClauseText& clause) {
    const auto* found = find_judgeable(clause);
    // Nor is the list of an IDE stale that may be none any more.
    const bool stays =
        needs == Needs::Ides && clause.rule == rule_index("MON-26") && clause.act == of_ides;
    return stays || (found != nullptr && found->needs == needs);
  });
}
spec::ClauseSet about_tries(std::uint8_t rule) {
  return clauses_where([rule](const spec::ClauseText& clause) {
    return clause.rule == rule && clause.act == "Connect";
  });
}

bool is_of_time(std::uint8_t rule) {
  constexpr std::array all{rule_index("MON-40"), rule_index("MON-41"), rule_index("MON-43"),
                           rule_index("MON-44"), rule_index("MON-23"), rule_index("MON-24")};
  return std::ranges::count(all, rule) > 0;
}

}  // namespace conformance::monitor
