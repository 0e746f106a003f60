#include "subject/conversation.h"

#include <fmt/format.h>

#include "command/output.h"
#include "subject/messages.h"

namespace tools::subject {
namespace {

// Who wants no more input may be about to end, and then says more of it.
constexpr std::chrono::milliseconds ending_patience{500};

std::string seconds(std::chrono::milliseconds time) {
  return fmt::format("{:g} s", static_cast<double>(time.count()) / 1e3);
}

}  // namespace

std::string Conversation::ask(std::string_view line, std::chrono::milliseconds patience) {
  const std::string sent = std::string(line) + "\n";
  std::string_view rest = sent;
  auto deadline = std::chrono::steady_clock::now() + patience;
  bool turned_away = false;
  std::size_t end = heard_.npos;
  for (std::size_t from = 0; (end = heard_.find('\n', from)) == heard_.npos; keep_errors()) {
    if (heard_.size() > line_bytes_max) fail_long();
    from = heard_.size();
    if (process_.output_closed()) fail_at_end();
    if (process_.input_closed() && !turned_away) {
      turned_away = true;
      deadline = std::min(deadline, std::chrono::steady_clock::now() + ending_patience);
    }
    switch (process_.exchange(rest, heard_, deadline)) {
      case Process::Event::Moved: break;
      case Process::Event::Ended: fail_at_end();
      case Process::Event::Interrupted: throw sim::StoppedWaiting();
      case Process::Event::TimeIsUp:
        hung_ = !turned_away;
        fail(sim::FaultKind::Unanswered,
             turned_away ? "closed its stdin and did not answer"
                         : fmt::format("did not answer within {}{}", seconds(patience), so_far()));
    }
  }
  if (end > line_bytes_max) fail_long();
  if (end + 1 != heard_.size() && !heard_.starts_with('{'))
    fail(sim::FaultKind::LineUnasked,
         "said a line that is no answer (what is for people goes to stderr): " +
             heard_.substr(0, std::min(end, errors_kept)));
  if (end + 1 != heard_.size())
    fail(sim::FaultKind::LineUnasked,
         "said more than one line when it was asked once: " + heard_.substr(end + 1, errors_kept));
  heard_.resize(end);
  answered_ = true;
  return std::exchange(heard_, {});
}

// What keeps an answer back most often is how it is written.
std::string Conversation::so_far() const {
  if (!heard_.empty()) return ", but said this without the end of a line: " + cut(heard_);
  return answered_ ? "" : "; does it flush each line that it writes?";
}

void Conversation::keep_errors() {
  if (process_.errors().empty()) return;
  errors_ += process_.take_errors();
  if (errors_.size() > errors_kept) errors_.erase(0, errors_.size() - errors_kept);
}

std::string Conversation::told(std::string says) {
  keep_errors();
  auto out = "the program " + std::move(says);
  while (!errors_.empty() && errors_.back() == '\n') errors_.pop_back();
  return shown(errors_.empty() ? out : out + "; its stderr: " + errors_);
}

void Conversation::fail(sim::FaultKind kind, std::string says) {
  throw sim::SubjectFault{.says = told(std::move(says)), .kind = kind};
}

void Conversation::fail_long() {
  fail(sim::FaultKind::Unanswered,
       fmt::format("said {} bytes without the end of a line; a line may have {}",
                   std::min(heard_.find('\n'), heard_.size()), line_bytes_max));
}

void Conversation::fail_at_end() {
  // Who dies closes its stdout first. How it ended by itself is told apart from our ending it.
  const auto event = process_.wait(std::chrono::steady_clock::now() + ending_patience);
  if (event == Process::Event::Interrupted) throw sim::StoppedWaiting();
  fail(sim::FaultKind::Failed, (process_.end() ? show(*process_.end()) : "closed its stdout") +
                                   (heard_.empty() ? "" : " within a line: " + cut(heard_)));
}

}  // namespace tools::subject
