#include "fuzz/lines_campaign.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "command/signals.h"
#include "command/words.h"
#include "fuzz/file.h"
#include "fuzz/filter_program.h"

namespace tools {
namespace {

constexpr std::size_t pieces_shown = 6, text_shown = 120, bytes_shown = 48, vectors_shown = 6;

std::string hex_text(std::string_view bytes) {
  std::string out;
  for (const char byte : bytes.substr(0, bytes_shown))
    out += fmt::format("{}{:02x}", out.empty() ? "" : " ", static_cast<unsigned char>(byte));
  return out + (bytes.size() > bytes_shown ? " ..." : "");
}

std::string input_text(const fuzz::Case& input) {
  std::string out;
  const auto& pieces = input.pieces;
  for (std::size_t i = 0; i < std::min(pieces.size(), pieces_shown); ++i) {
    const std::string_view bytes = pieces[i].bytes;
    out += fmt::format("  input   {}{}\n", engine::rpc::printable(bytes.substr(0, text_shown)),
                       bytes.size() > text_shown ? " ..." : "");
  }
  if (pieces.size() > pieces_shown)
    out += fmt::format("          and {} more\n", counted(pieces.size() - pieces_shown, "line"));
  out += fmt::format("  bytes   {}\n", hex_text(stream_of(input)));
  if (input.reads.size == UINT32_MAX)
    out += fmt::format("  writes  {} bytes, a pause, then the rest\n", input.reads.first);
  else if (input.reads.size != 0)
    out += fmt::format("  writes  {} bytes, a pause, then {} at a time\n", input.reads.first,
                       input.reads.size);
  return out;
}

}  // namespace

std::string telling_line(const std::string& errors) {
  std::string_view best, last;
  for (std::string_view rest = errors; !rest.empty();) {
    const auto end = std::min(rest.find('\n'), rest.size());
    const auto line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    last = line;
    const auto word = line.find("rror");
    if (word != line.npos && best.empty() && !line.starts_with(' ')) best = line;
  }
  return engine::rpc::printable((best.empty() ? last : best).substr(0, text_shown));
}

std::string found_text(const Found& found, const std::vector<std::string>& words) {
  const Paint paint(STDOUT_FILENO);
  const auto& fault = found.why.fault;
  const bool wrapper = is_of_the_wrapper(fault);
  auto out =
      fmt::format("{} {} ({}): {}\n", wrapper ? paint.doubtful("WRAPPER") : paint.bad("FAIL"),
                  fault.kind, fault.about, fault.says);
  if (!found.vectors.empty()) {
    const auto shown = std::min(found.vectors.size(), vectors_shown);
    out += fmt::format("  vector  {}{}\n",
                       fmt::join(found.vectors.begin(),
                                 found.vectors.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                       shown < found.vectors.size()
                           ? fmt::format(" and {} more", found.vectors.size() - shown)
                           : "");
  }
  out += fmt::format("  cause   {}\n", told(found.why.cause));
  out += input_text(found.why.smallest);
  if (!fault.answer.empty())
    out +=
        fmt::format("  answer  {}\n",
                    engine::rpc::printable(std::string_view(fault.answer).substr(0, text_shown)));
  if (const auto line = telling_line(found.why.errors); !line.empty())
    out += fmt::format("  stderr  {}\n", line);
  if (const auto line = shell_line(words, found.why.smallest); !line.empty())
    out += fmt::format("  try     {}\n", line);
  return out + fmt::format("  size    {} bytes, found after {:.1f} s\n",
                           fuzz_case_bytes(found.why.smallest), found.after_seconds);
}

nlohmann::ordered_json found_json(const Found& found, const std::vector<std::string>& words) {
  const auto& fault = found.why.fault;
  const auto& input = found.why.smallest;
  return {{"kind", fault.kind},
          {"about", fault.about},
          {"says", fault.says},
          {"wrapper", is_of_the_wrapper(fault)},
          {"cause", told(found.why.cause)},
          {"vector", found.vectors.empty() ? std::string() : found.vectors.front()},
          {"vectors", found.vectors},
          {"answer", fault.answer},
          {"stderr", telling_line(found.why.errors)},
          {"input", hex_text(stream_of(input))},
          {"try", shell_line(words, input)},
          {"seconds", found.after_seconds},
          {"bytes", fuzz_case_bytes(input)}};
}

namespace {

constexpr double small_seconds_default = 20;  // For each fault, where only runs are limited.
constexpr double shares_of_time = 6;          // Each fault has one of these of what is left.
constexpr double small_seconds_least = 2;     // Each fault has so long, whatever is left.
constexpr std::size_t tries_max = 6;          // Of one family: what is behind them is alike.
constexpr double slow_factor = 4;             // More than the slowest run so far.
constexpr int times_per_input = 16;           // If the program is over before its end.
constexpr int hangs_max = 2;                  // Behind them only damaged lines are asked.

std::string vector_name(const fuzz::Vector& vector) {
  return fmt::format("{} {}", vector.kind, vector.name);
}

}  // namespace

LinesCampaign::LinesCampaign(DecoderProgram program, Plan plan)
    : program_(std::move(program)), plan_(std::move(plan)), coverage_(program_.profile) {
  if (plan_.seconds > 0) end_ = FaultTrial::after(plan_.seconds);
}

bool LinesCampaign::has_time() const { return FaultTrial::Clock::now() < end_; }
bool LinesCampaign::goes_on() const { return has_time() && !fails_alike() && caught_signal() == 0; }

// The first run has the time that it takes: else nothing could be said of a slow program.
std::optional<FilterRun> LinesCampaign::run_in_time(const fuzz::Case& input) {
  const double begin = progress_.elapsed().count();
  auto run = run_program(program_, input, runs_ == 0 ? whenever : end_);
  ++runs_;
  const double seconds = progress_.elapsed().count() - begin;
  cut_short_ = !run && seconds > slow_factor * slowest_seconds_;
  if (run) slowest_seconds_ = std::max(slowest_seconds_, seconds);
  return run;
}
std::optional<JudgedRun> LinesCampaign::try_in_time(const fuzz::Case& input) const {
  return try_again(program_, input, end_);
}

void LinesCampaign::run() {
  try {
    ask_contract();
    ask_in_time();
    ask_edges(stream_edges());
    ask_vectors();
    ask_edges(vector_edges(program_.profile));
    ask_growth();
    ask_batches();
  } catch (const Interrupted&) {  // What was found by then is told.
  }
  seconds_ = progress_.elapsed().count();
  progress_.clear();
}

void LinesCampaign::add_found(Found found) {
  progress_.clear();
  plan_.tell(found);
  found_.push_back(std::move(found));
}

// By which contract it goes. If it is another than was asked, that is one fault, and whatever else
// is wrong is looked for behind it.
void LinesCampaign::ask_contract() {
  // Who loses lines although all are good shows nothing of what bad ones cost.
  const auto good = as_lines(good_lines);
  if (!goes_on()) return;
  const auto first = run_in_time(good);
  if (!first) return;
  const bool answers = letters_of(first->output) == "AA";
  ask({.input = good, .vectors = {}, .edge = "good_lines", .run = first});
  if (!answers) return;
  const auto asked = program_.contract;
  std::optional<Found> other;
  for (const auto& probe : contract_probes) {
    if (hangs_ > 0 || !goes_on()) break;
    const auto input = as_lines(probe.stream);
    const auto run = run_in_time(input);
    if (!run) break;
    const auto observed = probe.observed(program_.contract, letters_of(run->output));
    if (!observed || *observed == program_.contract || run->timed_out || run->flooded) {
      ask({.input = input, .vectors = {}, .edge = std::string(probe.name), .run = run});
      continue;
    }
    program_.contract = *observed;
    if (!other) {
      other.emplace(
          Found{.why = {.smallest = input, .cause = {.kind = Cause::Kind::Contract}, .fault = {}}});
      other->why.fault = {.kind = "contract", .about = std::string(probe.name), .says = {}};
      other->why.errors = run->errors;
      other->after_seconds = progress_.elapsed().count();
    }
    other->vectors.emplace_back(probe.name);
  }
  if (!other) return;
  other->why.fault.says = "it goes by another contract: it " + asked_text(program_.contract);
  other->why.cause.text = "it is right with " + options_text(program_.contract);
  const auto observed = std::exchange(program_.contract, asked);  // With which it is saved.
  add_found(std::move(*other));
  program_.contract = observed;
}

void LinesCampaign::ask_in_time() {
  if (hangs_ > 0 || !goes_on()) return;
  std::optional<FilterRun> early;
  promptness_ = promptness_of(program_, end_, &early);
  ++runs_;
  if (early) ask({.input = stepped_lines(), .vectors = {}, .edge = "in_time", .run = early});
  if (promptness_ != Promptness::Behind) return;
  Found found{.why = {.smallest = as_lines(good_lines),
                      .cause = {.kind = Cause::Kind::Any, .text = "any message"},
                      .fault = late_answer()},
              .after_seconds = progress_.elapsed().count(),
              .vectors = {"in_time"}};
  add_found(std::move(found));
}

void LinesCampaign::ask_edges(const std::vector<StreamEdge>& edges) {
  for (const auto& edge : edges) {
    if (hangs_ >= hangs_max || !goes_on()) return;
    ask({.input = edge.input, .vectors = {}, .edge = edge.name});
  }
}

// Each kind in a process of its own, so that a crash hides none of another kind; a hang costs too
// much for that.
void LinesCampaign::ask_vectors() {
  for (auto rest = fuzz::vectors_of(program_.profile); !rest.empty();) {
    not_asked_ = hangs_ >= hangs_max ? 0 : rest.size();
    if (hangs_ >= hangs_max || !goes_on()) return;
    const auto all = rest;
    const auto input = next_vectors(rest);
    ask({.input = input, .vectors = all.first(input.pieces.size()), .edge = {}});
  }
  not_asked_ = 0;
}

void LinesCampaign::ask_batches() {
  // The first inputs are the vectors, which were asked.
  std::uint64_t index = fuzz::vectors_of(program_.profile).size();
  for (std::uint64_t runs = 0; goes_on() && (plan_.runs_max == 0 || runs < plan_.runs_max); ++runs)
    ask({.input = batch(plan_.seed, index, program_.profile), .vectors = {}, .edge = {}});
}

// Of who is right so far: what is wrong with large inputs would be taken for what they cost.
void LinesCampaign::ask_growth() {
  if (!found_.empty() || !goes_on()) return;
  auto [known, steep, runs] = growth_of(program_, end_);
  growth_asked_ = known;
  runs_ += runs;
  if (!steep) return;
  add_found({.why = {.smallest = std::move(steep->example),
                     .cause = {.kind = Cause::Kind::Any, .text = std::move(steep->cause)},
                     .fault = std::move(steep->fault)},
             .after_seconds = progress_.elapsed().count(),
             .vectors = {"growth"}});
}

// What stands behind the line at which a program was over is asked of another process.
void LinesCampaign::ask(Asked asked) {
  // A vector is asked alone, if need be; of other inputs each has thousands of lines.
  const bool all = !asked.vectors.empty();
  for (int times = 0; all || times < times_per_input; ++times) {
    const auto judged = run_once(asked);
    if (!judged) return;
    if (judged->hangs) ++hangs_;
    if (judged->hangs || !judged->over_at || !goes_on()) return;
    auto& pieces = asked.input.pieces;
    std::size_t next = 0;
    std::uint64_t at = 0;
    while (next < pieces.size() && at < *judged->over_at) at += pieces[next++].bytes.size();
    next = std::max<std::size_t>(next, 1);
    if (next >= pieces.size()) return;
    pieces.erase(pieces.begin(), pieces.begin() + static_cast<std::ptrdiff_t>(next));
    if (!asked.vectors.empty()) asked.vectors = asked.vectors.subspan(next);
  }
}

std::optional<JudgedRun> LinesCampaign::run_once(Asked& asked) {
  const auto run = asked.run ? std::exchange(asked.run, {}) : run_in_time(asked.input);
  if (!run) return std::nullopt;
  auto judged = judge_program(program_, asked.input, *run);
  lines_ += asked.input.pieces.size();
  coverage_.add(asked.input, judged.lines,
                asked.vectors.empty() ? std::string_view() : asked.vectors.front().kind);
  for (const auto& fault : judged.faults) {
    add(asked, fault);
    if (!goes_on()) break;  // The last one that is made small.
  }
  if (alike_ == streams_ && is_as_the_first(judged)) ++alike_;
  ++streams_;
  if (progress_.due())
    progress_.show(fmt::format("{}, {}", counted(lines_, "line"), counted(found_.size(), "fault")));
  return judged;
}

// It answers no line, and fails by the only fault that was found.
bool LinesCampaign::is_as_the_first(const JudgedRun& judged) const {
  const auto is_answered = [](const AskedLine& line) {
    return line.answer != AskedLine::Answer::None;
  };
  return found_.size() == 1 && !judged.faults.empty() &&
         family_of(judged.faults.front()) == family_of(found_.front().why.fault) &&
         std::ranges::none_of(judged.lines, is_answered);
}

// With a plain line in place of each that a known cause may have to do with; nothing: there is
// none.
std::optional<fuzz::Case> LinesCampaign::without_known(const fuzz::Case& input) const {
  auto out = as_lines(stream_of(input));
  out.reads = input.reads;
  out.pause_ms = input.pause_ms;
  bool any = false;
  for (auto& line : out.pieces) {
    const auto known = [&](const Found& found) { return is_in(found.why.cause, line.bytes); };
    if (std::ranges::none_of(found_, known)) continue;
    line = plain_line(plain_line_least);
    any = true;
  }
  return any ? std::optional(std::move(out)) : std::nullopt;
}

void LinesCampaign::add(Asked asked, LineFault fault) {
  std::string vector = asked.edge;
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < asked.vectors.size() && end <= fault.at; ++i) {
    end += asked.input.pieces[i].bytes.size();
    if (fault.at >= end) continue;
    vector = vector_name(asked.vectors[i]);
    wrong_vectors_[asked.vectors[i].kind].push_back(asked.vectors[i].name);
  }
  // A bad line that is taken is taken for itself, and not for its lack of an end.
  if (fault.kind == "wrong_accept" && fault.about == "truncated") {
    asked.input.pieces.back().bytes += '\n';
    const auto ended = try_in_time(asked.input);
    for (const auto& each : ended ? ended->faults : std::vector<LineFault>())
      if (each.at == fault.at && each.kind == fault.kind) return add(std::move(asked), each);
    asked.input.pieces.back().bytes.pop_back();
  }
  const auto add_vector = [&](Found& found) {
    if (!vector.empty() && std::ranges::find(found.vectors, vector) == found.vectors.end())
      found.vectors.push_back(vector);
  };
  for (auto& found : found_)
    if (explains(found.why, program_.profile, asked.input, fault)) return add_vector(found);
  // A line that is lost, or an end, may be what a line long before it did: is it there without?
  const auto others = fault.kind == "wrong_accept" ? std::nullopt : without_known(asked.input);
  if (const auto left = others ? try_in_time(*others) : std::nullopt) {
    const auto same = [&](const LineFault& each) { return family_of(each) == family_of(fault); };
    const auto still = std::ranges::find_if(left->faults, same);
    if (still == left->faults.end()) return;
    asked.input = *others;
    fault = *still;
  }
  if (tries_[family_of(fault)]++ >= tries_max) return;
  const auto begin = progress_.elapsed().count();
  const double left =
      plan_.seconds == 0 ? small_seconds_default : (plan_.seconds - begin) / shares_of_time;
  // Whether it hangs takes so long each time: for any stream, and for any message.
  const double least =
      fault.kind == "hang" ? 2 * program_.hang_seconds + small_seconds_least : small_seconds_least;
  Found found{.why = explain(program_, asked.input, fault, std::max(left, least)),
              .after_seconds = begin};
  last_small_seconds_ = progress_.elapsed().count() - begin;
  // What one cause does in several ways is one finding.
  for (auto& known : found_)
    if (known.why.cause.text == found.why.cause.text) return add_vector(known);
  add_vector(found);
  add_found(std::move(found));
}

}  // namespace tools
