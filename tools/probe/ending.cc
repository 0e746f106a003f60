// SRV-09: the end of its input ends a server, with exit code 0.
#include "probe/groups.h"

namespace tools::probe {

void expect_end(Session& session) {
  const auto end = session.finish();
  if (end != ProcessEnd{ProcessEnd::Kind::Exited, 0})
    throw Broken{"after the end of its stdin it " + show(end), {}};
}

void try_end_at_once(Trial& trial) {
  trial.attempt("SRV-09", "the end of stdin before anything was said",
                [](Session& session) { expect_end(session); });
}

void try_unended_line(Trial& trial) {
  trial.open();
  trial.attempt("WIRE-01", "a whole object at the end of stdin, without a newline",
                [](Session& session) {
                  session.expect("8401");
                  session.write(R"({"id":8401,"method":"thread/list","params":{}})");
                  expect_end(session);
                  if (session.unanswered().empty()) return;
                  throw NoJudgement{"what is asked right before the end may stay unanswered"};
                });
}

}  // namespace tools::probe
