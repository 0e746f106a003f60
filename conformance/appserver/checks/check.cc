#include "conformance/appserver/checks/check.h"

#include "appserver/checks/talk.h"
#include "appserver/mutants/server.h"
#include "appserver/subject.h"

namespace conformance::appserver {

namespace {

engine::appserver::Limits limits(std::uint8_t opts_out) {
  auto out = engine::appserver::real_limits();
  out.opts_out = opts_out;
  return out;
}

}  // namespace

Client::Client(std::string_view subject, std::uint8_t opts_out)
    : subject_(client_of(subject, limits(opts_out), 1)),
      state_(subject_->initial()),
      parts_(parts_of(client_named(subject))) {
  const auto* server = server_named(subject);
  if (server == nullptr) return;
  parts_.fault = server->fault;
  parts_.read_line = server->read_line;
  parts_.write_line = server->write_line;
}

port::appserver::Commands Client::step(const port::appserver::Event& event) {
  port::appserver::Commands commands;
  subject_->step(state_, event, commands);
  trace_.push_back({event, commands});
  return commands;
}

std::span<const Check> checks() {
  static const std::vector<Check> all = [] {
    std::vector<Check> out;
    for (const auto part :
         {stranger_checks(), call_checks(), turn_checks(), late_checks(), chat_checks(),
          item_checks(), ask_checks(), process_checks(), limit_checks(), descendant_checks()})
      out.insert(out.end(), part.begin(), part.end());
    for (const auto part :
         {codec_checks(), line_checks(), wire_checks(), heard_checks(), heard_ask_checks(),
          written_checks(), served_checks(), detail_checks(), secret_checks(), account_checks()})
      for (auto check : part) {
        check.beyond_port = true;
        out.push_back(check);
      }
    return out;
  }();
  return all;
}

CheckVerdict verdict_of(const Check& check, std::string_view subject) {
  return check.run(Client(subject, check.opts_out));
}

}  // namespace conformance::appserver
