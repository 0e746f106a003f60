#include "subject/histories.h"

#include <algorithm>
#include <span>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "command/options.h"
#include "command/output.h"
#include "conformance/story/print.h"
#include "sim/files/document.h"
#include "subject/programs.h"

namespace tools::subject {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t document_bytes_max = std::size_t{16} << 20;
// Of a run that is told again and again, to see whether chance or an earlier run decides.
constexpr std::uint64_t times_max = 500;
// How often one run is told before another, and how many are tried so.
constexpr std::uint64_t repeats = 16;
constexpr std::size_t repeated_max = 72;
// So often fewer of the runs are tried that show a leak together.
constexpr std::size_t leak_tries = 160;
constexpr std::uint64_t processes_max = 10;
constexpr int pairs_tried = 2;
constexpr std::size_t events_shown = 8;

constexpr std::string_view leaves_out =
    "two runs that ended with the same `state` answered the next event differently: the `state` "
    "leaves something out";

// What was said to an event, or how the program failed there.
struct Answer {
  std::string text;
  // An answer too many is taken for one of the next run, which looks as if that run were told of.
  bool line_unasked = false;
  bool failed = false;
  bool operator==(const Answer&) const = default;
};

// One process, which is told runs.
class Listening {
 public:
  Listening(const std::vector<std::string>& words, std::chrono::milliseconds patience)
      : talk_(words), patience_(patience) {
    talk_.ask(greeting(0), std::max(patience, std::chrono::milliseconds{10'000}));
  }

  // The answer to each event, or to the last one alone.
  std::vector<Answer> tell(const ToldRun& run, bool at_once) {
    std::vector<Answer> out;
    std::string line;
    for (std::size_t i = 0; i < run.events.size(); ++i) {
      const bool begins = line.empty();
      if (begins) line = fmt::format("{{\"n\":{},", ++number_);
      if (i == 0) line += "\"begin\":" + run.begin + ",";
      line += (begins ? "\"events\":[" : ",") + run.events[i];
      if (at_once && i + 1 < run.events.size()) continue;
      out.push_back(answer(std::exchange(line, {}) + "]}"));
      if (failed_) break;
    }
    return out;
  }

 private:
  Answer answer(const std::string& line) {
    try {
      auto opened = open_answer(talk_.ask(line, patience_), number_);
      if (opened.has_state) opened.said["state"] = opened.state;
      return {opened.said.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace)};
    } catch (const sim::SubjectFault& fault) {
      return failed(fault);
    } catch (const std::runtime_error& error) {
      return failed(fault_of(error, error.what()));
    }
  }
  Answer failed(const sim::SubjectFault& fault) {
    failed_ = true;
    return {fault.says, fault.kind == sim::FaultKind::LineUnasked, true};
  }

  Conversation talk_;
  std::chrono::milliseconds patience_;
  std::uint64_t number_ = 0;
  bool failed_ = false;
};

std::vector<Answer> tell_all(Listening& process, const std::vector<ToldRun>& runs, bool at_once) {
  std::vector<Answer> out;
  for (std::size_t i = 0; i < runs.size(); ++i)
    out = process.tell(runs[i], at_once || i + 1 < runs.size());
  return out;
}

// Null: it is none, or beyond its bounds.
nlohmann::json document_in(const std::string& text) {
  auto read = sim::read_document<nlohmann::json>(text, {.bytes_max = line_bytes_max});
  auto* document = std::get_if<nlohmann::json>(&read);
  return document == nullptr ? nlohmann::json() : std::move(*document);
}

std::string state_in(const std::string& answer) {
  const auto read = document_in(answer);
  const auto state = read.is_object() ? read.find("state") : read.end();
  return state != read.end() && state->is_string() ? state->get<std::string>() : std::string();
}

std::optional<DifferentAnswers> compare(const Histories& histories,
                                        const std::vector<Answer>& first,
                                        const std::vector<Answer>& second) {
  const auto& run = histories.first.back();
  const auto different = [](const std::string& event, const Answer& one, const Answer& other) {
    return DifferentAnswers{.event = event,
                            .first = one.text,
                            .second = other.text,
                            .failure = one.failed     ? one.text
                                       : other.failed ? other.text
                                                      : "",
                            .line_unasked = one.line_unasked || other.line_unasked};
  };
  if (run == histories.second.back() && !histories.at_once) {
    for (std::size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
      const auto one = i < first.size() ? first[i] : Answer(),
                 other = i < second.size() ? second[i] : Answer();
      if (one != other) return different(run.events[i], one, other);
    }
    return std::nullopt;
  }
  if (first.empty() || second.empty() || first.back() == second.back()) return std::nullopt;
  const auto before = [](const std::vector<Answer>& answers) {
    return answers.size() < 2 ? std::string() : state_in(answers[answers.size() - 2].text);
  };
  if (!histories.at_once && before(first) != before(second)) return std::nullopt;
  return different(run.events.back(), first.back(), second.back());
}

// `{"after_ms":250,"looked":{"call":1}}` as "+250ms looked {"call":1}".
// How much both begin with; a little of it stays, to be found by.
std::size_t alike_at_the_front(const std::string& one, const std::string& other) {
  constexpr std::size_t kept = 60, worth_it = 200;
  const auto end = std::mismatch(one.begin(), one.end(), other.begin(), other.end()).first;
  auto alike = static_cast<std::size_t>(end - one.begin());
  if (alike < worth_it) return 0;
  alike -= kept;
  while ((static_cast<unsigned char>(one[alike]) & 0xC0U) == 0x80U) --alike;  // Whole characters.
  return alike;
}

std::string without_front(const std::string& text, std::size_t size) {
  return size == 0 ? text : "..." + text.substr(size);
}

std::string show_event(const std::string& text) {
  const auto event = document_in(text);
  if (!event.is_object()) return text;
  const auto after = event.value("after_ms", 0);
  std::string out = after > 0 ? fmt::format("+{}ms", after) : "";
  for (const auto& [name, members] : event.items()) {
    if (name == "after_ms") continue;
    out += (out.empty() ? "" : " ") + name;
    if (!members.empty()) out += " " + members.dump();
  }
  return out.empty() ? "time passes" : out;
}

std::string show_run(const ToldRun& run, bool with_last) {
  std::string out = run.begin;
  const auto count = run.events.size() - (with_last ? 0 : 1);
  if (count > events_shown) out += fmt::format("; {} more", count - events_shown);
  for (std::size_t i = count > events_shown ? count - events_shown : 0; i < count; ++i)
    out += "; " + show_event(run.events[i]);
  return out;
}

ordered_json runs_json(const std::vector<ToldRun>& runs) {
  auto out = ordered_json::array();
  for (const auto& run : runs) {
    auto events = ordered_json::array();
    for (const auto& event : run.events) events.push_back(sim::own_document<ordered_json>(event));
    out.push_back(
        {{"begin", sim::own_document<ordered_json>(run.begin)}, {"events", std::move(events)}});
  }
  return out;
}

[[noreturn]] void refuse(const std::string& file, std::string_view why) {
  throw UsageError(
      fmt::format("--histories: {}: {}. Copy the whole line that a finding prints.", file, why));
}

std::vector<ToldRun> read_runs(const nlohmann::json& all, const char* name,
                               const std::string& file) {
  const auto runs = all.find(name);
  if (runs == all.end() || !runs->is_array() || runs->empty())
    refuse(file, fmt::format("\"{}\" is no list of runs", name));
  std::vector<ToldRun> out;
  for (const auto& run : *runs) {
    const bool right = run.is_object() && run.contains("begin") && run["begin"].is_object() &&
                       run.contains("events") && run["events"].is_array() && !run["events"].empty();
    if (!right) refuse(file, fmt::format("a run of \"{}\" has no begin and events", name));
    auto& told = out.emplace_back(ToldRun{run["begin"].dump(), {}});
    for (const auto& event : run["events"]) told.events.push_back(event.dump());
  }
  return out;
}

}  // namespace

ordered_json to_json(const Histories& histories) {
  ordered_json out{{"first", runs_json(histories.first)}, {"second", runs_json(histories.second)}};
  if (histories.times > 1) out["times"] = histories.times;
  if (histories.processes > 1) out["processes"] = histories.processes;
  if (histories.at_once) out["at_once"] = true;
  return out;
}

Histories read_histories(std::string_view text, const std::string& file) {
  auto read =
      sim::read_document<nlohmann::json>(std::string(text), {.bytes_max = document_bytes_max});
  if (const auto* fault = std::get_if<sim::NoDocument>(&read)) refuse(file, fault->why);
  const auto& all = std::get<nlohmann::json>(read);
  if (!all.is_object()) refuse(file, "it is no object");
  Histories out;
  out.first = read_runs(all, "first", file);
  out.second = read_runs(all, "second", file);
  for (const auto& [name, value] :
       {std::pair{"times", &out.times}, std::pair{"processes", &out.processes}}) {
    const auto member = all.find(name);
    if (member == all.end()) continue;
    if (!member->is_number_unsigned() || *member == 0)
      refuse(file, fmt::format("\"{}\" is no number from 1", name));
    *value = member->get<std::uint64_t>();
  }
  out.at_once = all.contains("at_once") && all["at_once"] == true;
  return out;
}

std::string only_once(const std::string& says) {
  return says +
         ", once, and not again when it was told the same: what else its process had been told "
         "decides, or somebody else ended it, and no line shows it";
}

std::optional<DifferentAnswers> Teller::differ(const Histories& histories) const {
  for (std::uint64_t process = 1; process <= histories.processes; ++process) {
    Listening one(words_, patience_), other(words_, patience_);
    const auto first = tell_all(one, histories.first, false);
    for (std::uint64_t time = 1; time <= histories.times; ++time) {
      const auto second = tell_all(other, histories.second, histories.at_once);
      if (auto found = compare(histories, first, second)) {
        found->times = time;
        return found;
      }
    }
  }
  return std::nullopt;
}

sim::SubjectFault Teller::fault(std::string says, const Histories& histories,
                                const DifferentAnswers& found) const {
  if (found.line_unasked)
    says =
        "it says lines that nobody asked for: a message has one answer, and what comes behind "
        "it is taken for the answer to the next message, or of the next run";
  else if (!found.failure.empty())
    says += "; once " + cut(found.failure.substr(0, found.failure.find("; its stderr")));
  sim::Unsteadiness out;
  const auto& one = histories.first.back();
  const auto& other = histories.second.back();
  out.told.emplace_back("run 1", show_run(one, false));
  std::string second = one == other ? "the same" : show_run(other, false);
  if (histories.at_once) second += ", all in one message";
  if (found.times > 1) second += fmt::format(", told {} times in one process", found.times);
  if (const auto before = histories.second.size() - 1; before > 0)
    second += "; before it, in the same process" +
              (before > 1 ? fmt::format(", {} runs, the first of them: ", before) : ": ") +
              show_run(histories.second[0], true);
  out.told.emplace_back("run 2", std::move(second));
  out.told.emplace_back("event", show_event(found.event));
  const auto alike = alike_at_the_front(found.first, found.second);
  out.told.emplace_back("said 1", shown(cut(without_front(found.first, alike))));
  out.told.emplace_back("said 2", shown(cut(without_front(found.second, alike))));
  out.again =
      "orrery subject again --histories " + conformance::shell_word(to_json(histories).dump());
  if (patience_ != usual_patience) out.again += fmt::format(" --patience {}ms", patience_.count());
  out.again += " --";
  for (const auto& word : words_) out.again += " " + conformance::shell_word(word);
  return {std::move(says), std::make_shared<const sim::Unsteadiness>(std::move(out))};
}

// Told behind one of those runs, over and over: what leaks may have to add up.
std::optional<sim::SubjectFault> Teller::repeated_leak_of(const Suspicion& suspicion) const {
  const std::span<const ToldRun> before(suspicion.before);
  for (const auto& one : before.first(std::min(before.size(), repeated_max))) {
    const Histories over{{suspicion.run}, {one, suspicion.run}, repeats};
    if (const auto found = differ(over))
      return fault(
          "runs leak into the next ones: told the same behind another run, over and over in the "
          "same process, it answered differently",
          over, *found);
  }
  return std::nullopt;
}

// Told behind all of those runs; then without those of them that are not needed for it.
std::optional<sim::SubjectFault> Teller::leak_behind(const ToldRun& run,
                                                     std::vector<ToldRun> before) const {
  const auto behind = [&](std::vector<ToldRun> runs) {
    runs.push_back(run);
    return Histories{{run}, std::move(runs)};
  };
  auto found = before.empty() ? std::nullopt : differ(behind(before));
  if (!found) return std::nullopt;
  std::size_t tries = 0;
  for (auto part = before.size() / 2; part > 0 && before.size() > 1; part /= 2)
    for (std::size_t at = 0; at < before.size() && before.size() > 1 && tries < leak_tries;) {
      auto fewer = before;
      const auto from = fewer.begin() + static_cast<std::ptrdiff_t>(at);
      fewer.erase(from, from + static_cast<std::ptrdiff_t>(std::min(part, before.size() - at)));
      ++tries;
      const auto still = fewer.empty() ? std::nullopt : differ(behind(fewer));
      if (still) {
        before = std::move(fewer);
        found = still;
      } else {
        at += part;
      }
    }
  return fault(
      "a run leaks into the next: told the same behind another run, in the same process, it "
      "answered differently",
      behind(before), *found);
}

std::optional<sim::SubjectFault> Teller::leak_of(const Suspicion& suspicion) const {
  if (auto found = leak_behind(suspicion.run, suspicion.before)) return found;
  for (const auto& told : suspicion.told)
    if (auto found = leak_behind(suspicion.run, told)) return found;
  return repeated_leak_of(suspicion);
}

sim::SubjectFault Teller::explain(const Suspicion& suspicion) const {
  const auto& run = suspicion.run;
  const Histories alike{{run}, {run}};
  for (int i = 0; i < pairs_tried; ++i)
    if (const auto found = differ(alike))
      return fault(
          "two new processes that were told the same answered differently: it reads a "
          "clock, or chance decides",
          {{run}, {run}, times_max, processes_max}, *found);
  if (suspicion.other) {
    const Histories two{{run}, {*suspicion.other}};
    if (const auto found = differ(two)) return fault(std::string(leaves_out), two, *found);
  }
  // It may have stood in the same state behind another run.
  for (const auto& other : suspicion.before) {
    if (other == run || other.events.back() != run.events.back()) continue;
    const Histories two{{run}, {other}};
    if (const auto found = differ(two)) return fault(std::string(leaves_out), two, *found);
  }
  const Histories at_once{{run}, {run}, 1, 1, true};
  if (const auto found = differ(at_once))
    return fault("told all at once it answered otherwise than told one event after the other",
                 at_once, *found);
  const Histories again{{run}, {run}, times_max};
  if (const auto found = differ(again)) {
    const auto is_so = [&] {
      const auto once_more = differ({{run}, {run}, found->times});
      return once_more && once_more->times == found->times && once_more->second == found->second;
    };
    const bool exactly = is_so() && is_so();
    return fault(exactly ? "a run leaks into the next: told the same again, in the same process, "
                           "it answered differently"
                         : "told the same again, in the same process, it answered differently: "
                           "chance decides, or what else it was told",
                 {{run}, {run}, exactly ? found->times : times_max, exactly ? 1 : processes_max},
                 *found);
  }
  if (auto leak = leak_of(suspicion)) return *leak;
  // What is printed shows it again; here nothing does.
  auto once = fault(
      suspicion.failed.empty()
          ? "told the same twice it answered differently once, and not again when that was looked "
            "into: what else its process had been told decides, and no line shows it"
          : only_once(suspicion.failed),
      again, {.event = run.events.back(), .first = "not known", .second = "not known"});
  auto told = *once.unsteady;
  told.again.clear();
  once.unsteady = std::make_shared<const sim::Unsteadiness>(std::move(told));
  return once;
}

}  // namespace tools::subject
