#include "probe/trial.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include <fmt/format.h>

#include "command/options.h"
#include "engine/appserver/secrets.h"
#include "spec/appserver/rules.h"
#include "spec/appserver/versions.h"

namespace tools::probe {
namespace {

std::string excerpt(const Message& message) {
  return engine::appserver::excerpt(message.whole, 160);
}

bool begins_with(std::string_view text, std::string_view begins) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) ==
           std::tolower(static_cast<unsigned char>(b));
  };
  return text.size() >= begins.size() &&
         std::equal(begins.begin(), begins.end(), text.begin(), same);
}

// run.jsonl of the group framing: run.framing.jsonl.
std::string name_of_record(const std::string& name, const std::string& group) {
  std::filesystem::path path(name);
  const auto extension = path.extension().string();
  path.replace_extension();
  return path.string() + "." + group + extension;
}

// Whole lines of a log that a client would have taken for messages on stdout.
std::vector<std::string> messages_in(std::string_view log) {
  std::vector<std::string> out;
  engine::rpc::Decoder decoder;
  decoder.feed(log, [&](const engine::rpc::Item& item) {
    if (const auto* accepted = std::get_if<engine::rpc::Accepted>(&item))
      out.push_back("a message on stderr: " + engine::appserver::excerpt(accepted->whole, 120));
  });
  return out;
}

}  // namespace

std::string first_of(const std::vector<std::string>& breaches) {
  if (breaches.size() < 2) return breaches.empty() ? "" : breaches[0];
  return fmt::format("{} (and {} more)", breaches[0], breaches.size() - 1);
}

void Findings::add(Row row) {
  const auto check = fmt::format("probe/{}/{}", row.group, row.tried);
  if (row.verdict == Verdict::Passed) known.passed(check, row.rule);
  if (row.verdict == Verdict::Failed) {
    KnownFinding finding{.check = check, .rule = row.rule, .fails = row.says};
    if (const auto* because = known.find(finding)) {
      row.verdict = Verdict::Known;
      row.says += "; known to fail: " + *because;
    } else {
      finding.because = "not looked at yet";
      unknown.push_back(std::move(finding));
    }
  }
  rows.push_back(std::move(row));
  if (on_row) on_row(rows.back());
}

void Findings::add_stale() {
  for (auto& says : known.stale())
    add({"", "known", "what is known to fail", Verdict::Failed, std::move(says)});
}

Trial::Trial(const Settings& settings, Findings& findings, std::string group)
    : settings_(settings),
      findings_(findings),
      group_(std::move(group)),
      check_(*settings.dialect, [this](const auto& finding) { judged_.push_back(finding); }),
      tape_([this](const Tape::RecordedLine& line) {
        check_.take(line);
        findings_.heard.lines += line.place.from == Tape::Side::Server;
        if (settings_.record) keep(line);
      }),
      session_(settings.words, settings.timeout, tape_) {
  ++findings.processes;
}

// A file without a line would be no recording.
void Trial::keep(const Tape::RecordedLine& line) {
  if (!record_) record_ = open_output(name_of_record(*settings_.record, group_));
  record_->write(recording_line(line));
}

void Trial::add(std::string_view rule, std::string_view tried, Verdict verdict, std::string says) {
  findings_.add({std::string(rule), group_, std::string(tried), verdict, std::move(says)});
}

// Unless it is known of this version, or of this server by the file of its people.
void Trial::fail(std::string_view rule, std::string_view tried, const std::string& says,
                 std::string_view deviation) {
  const auto* row = spec::appserver::find_deviation(findings_.version, rule,
                                                    deviation.empty() ? tried : deviation);
  if (row != nullptr)
    return add(rule, tried, Verdict::Known, fmt::format("{}; {}", says, row->why));
  add(rule, tried, Verdict::Failed, says);
}

void Trial::look_alive() {
  try {
    expect_alive(session_);
  } catch (const Lost& lost) {
    lost_ = lost.says;
  } catch (const Silence&) {
    lost_ = "the server has fallen silent";
  }
}

void Trial::attempt(std::string_view rule, std::string_view tried,
                    const std::function<void(Session&)>& run) {
  if (lost_) return add(rule, tried, Verdict::NotJudged, *lost_);
  try {
    run(session_);
    const auto& strays = session_.strays();
    if (strays.size() > strays_told_) throw Broken{strays[strays_told_], {}};
    add(rule, tried, Verdict::Passed, {});
  } catch (const Broken& broken) {
    fail(rule, tried, broken.says, broken.deviation);
  } catch (const NoJudgement& none) {
    add(rule, tried, Verdict::NotJudged, none.why);
  } catch (const Silence& silence) {
    fail(rule, tried, silence.says, {});
    look_alive();
  } catch (const Lost& lost) {
    fail(rule, tried, lost.says, {});
    lost_ = lost.says;
  }
  strays_told_ = session_.strays().size();
}

bool Trial::open() {
  try {
    expect_result(session_.answer(session_.ask("initialize", hello)));
    session_.notify("initialized");
    return true;
  } catch (const Broken& broken) {
    lost_ = "no handshake: " + broken.says;
  } catch (const Silence& silence) {
    lost_ = "no handshake: " + silence.says;
  } catch (const Lost& lost) {
    lost_ = "no handshake: " + lost.says;
  }
  return false;
}

void Trial::judge(std::string_view rule) {
  constexpr std::string_view tried = "all of it, by the judge of recordings";
  check_.finish();
  std::map<std::string_view, std::vector<std::string>> broken;
  for (const auto& finding : judged_) {
    // What is never answered has a try of its own, at the line of our request.
    if (finding.rule == spec::no_rule || finding.side != spec::appserver::Side::Server ||
        finding.place.from != finding.side)
      continue;
    const auto id = spec::appserver::protocol_rules[finding.rule].id;
    if (id != "WIRE-02") broken[id].push_back(finding.says);  // Which has a row of its own.
  }
  for (const auto& [id, says] : broken) add(id, tried, Verdict::Failed, first_of(says));
  if (broken.contains(rule) || rule.empty()) return;
  const auto& rules = spec::appserver::protocol_rules;
  const auto at = std::ranges::find(rules, rule, &spec::Rule::id) - rules.begin();
  using conformance::appserver::RuleOutcome;
  const auto outcome = check_.outcome(static_cast<std::uint8_t>(at));
  if (outcome == RuleOutcome::Known)
    return add(rule, tried, Verdict::Known, "in what is known of this version");
  const bool passed = outcome == RuleOutcome::Pass;
  add(rule, tried, passed ? Verdict::Passed : Verdict::NotJudged,
      passed ? std::string() : lost_.value_or("nothing in it was about this rule"));
}

void Trial::finish(bool ends_itself) {
  std::string ending;
  bool silent = false;  // It does not even end.
  try {
    const auto end = session_.finish();
    if (end.kind == ProcessEnd::Kind::NotStarted)
      throw CannotStart(fmt::format("\"{}\" {}", settings_.words.front(), show(end)));
    if (end != ProcessEnd{ProcessEnd::Kind::Exited, 0}) ending = show(end);
  } catch (const Silence& silence) {
    silent = true;
    ending = silence.says;
  } catch (const Lost& lost) {
    ending = lost.says;
  }
  const bool told = ends_itself || (lost_ && !silent);
  findings_.heard.endings += !told;
  if (!ending.empty() && !told) findings_.endings.push_back(group_ + ": " + ending);
  const auto keep = [this](const std::vector<std::string>& from, std::vector<std::string>& to) {
    for (const auto& says : from) to.push_back(group_ + ": " + says);
  };
  const auto& strays = session_.strays();
  keep({strays.begin() + static_cast<std::ptrdiff_t>(strays_told_), strays.end()},
       findings_.strays);
  keep(session_.bad_lines(), findings_.bad_lines);
  keep(messages_in(session_.errors()), findings_.on_stderr);
  findings_.heard.answers += session_.answers();
  findings_.heard.error_bytes += session_.errors().size();
  tape_.finish();
  findings_.lines += tape_.lines();
}

void expect_alive(Session& session) { session.answer(session.ask(harmless)); }

void expect_result(const Message& answer) {
  if (answer.kind != Message::Kind::Result)
    throw Broken{"a result was wanted, not " + excerpt(answer), {}};
}

void expect_error(const Message& answer, std::int64_t code, std::string_view begins,
                  std::string_view deviation) {
  if (answer.kind == Message::Kind::Failure && answer.code == code &&
      begins_with(answer.text, begins))
    return;
  const auto wanted =
      fmt::format("error {}{}{} was wanted", code, begins.empty() ? "" : " ", begins);
  throw Broken{fmt::format("{}, not {}", wanted, excerpt(answer)),
               answer.kind == Message::Kind::Failure ? deviation : std::string_view()};
}

void expect_any_error(const Message& answer) {
  if (answer.kind != Message::Kind::Failure)
    throw Broken{"an error was wanted, not " + excerpt(answer), {}};
}

}  // namespace tools::probe
