#include "conformance/appserver/checks/check.h"

#include "appserver/checks/talk.h"
#include "appserver/subject.h"

namespace conformance::appserver {

Client::Client(std::string_view subject)
    : subject_(client_of(subject, engine::appserver::real_limits(), 1)),
      state_(subject_->initial()),
      parts_(parts_of(mutant_named(subject))) {}

port::appserver::Commands Client::step(const port::appserver::Event& event) {
  port::appserver::Commands commands;
  subject_->step(state_, event, commands);
  trace_.push_back({event, commands});
  return commands;
}

std::span<const Check> checks() {
  static const std::vector<Check> all = [] {
    std::vector<Check> out;
    const auto limits = limit_checks();
    out.assign(limits.begin(), limits.end());
    for (const auto part :
         {wire_checks(), heard_checks(), asked_checks(), written_checks(), secret_checks()})
      for (auto check : part) {
        check.beyond_port = true;
        out.push_back(check);
      }
    return out;
  }();
  return all;
}

}  // namespace conformance::appserver
