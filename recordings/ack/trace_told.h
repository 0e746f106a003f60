// What a log of tool calls leaves to its reader: the names that it gives to calls, requests, files
// and texts, as numbers; and what its answers leave out.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ack/before_the_log.h"
#include "sim/program/read.h"
#include "spec/ack/judge.h"
#include "trace/numbers.h"
#include "trace/trace_reader.h"

namespace conformance::ack {

using namespace spec::ack;
using nlohmann::json;

class TraceNames {
 public:
  explicit TraceNames(std::int64_t slack_ms) : slack_ms_(slack_ms) {}

  // Replaces them by numbers. False: it is about a call that is not followed.
  bool number(const std::string& kind, json& members, json& by) {
    if (!members.is_object()) return true;
    if (kind == "called") return number_called(members);
    if (members.contains("by")) by = std::exchange(members["by"], 0);
    by = by.is_null() ? 0 : number_of_cause(by);
    const auto call = members.value("call", json());
    if (beyond_.contains(call)) {
      if (ends(kind)) {
        beyond_.erase(call);
        remember(call, 0);
      }
      return false;
    }
    if (members.contains("call") && !number_call(members["call"])) return false;
    if (members.contains("path")) members["path"] = path(members["path"]);
    if (members.value("window", json()) == "viewer") tell_file(kind, members, by);
    if (kind == "processed_late")
      number_late(members);
    else if (members.contains("request"))
      number_request(members, by);
    number_text(members);
    if (members.contains("response")) number_text(members["response"]);
    count_generations(kind, members);
    if (auto probe = members.find("probe");
        probe != members.end() && probe->is_object() && probe->contains("path"))
      (*probe)["path"] = path((*probe)["path"]);
    if (members.contains("path")) show(kind, members["path"].get<std::uint32_t>());
    if (ends(kind)) forget(call);
    return true;
  }

  void at_line(std::uint64_t line, std::int64_t time_ms) {
    time_ms_ = time_ms;
    for (auto* all : {&calls_, &requests_, &paths_, &texts_}) all->at_line(line);
  }
  // Nothing that is told of this call is followed.
  void leave_out(const json& call) {
    if (!call.is_null()) beyond_[call] = time_ms_;
  }
  // Of one that began before the log did: no line has named it yet, and either none has told of any
  // call, or one that was in flight when the log began may still be.
  bool leave_out_if_earlier(const std::string& kind, const json& members) {
    if (!first_ms_) first_ms_ = time_ms_;
    began_ = began_ || kind == "called";
    const auto call = members.is_object() ? members.value("call", json()) : json();
    if (call.is_null() || call == 0) return false;
    const bool is_early = begins_late_ && time_ms_ - *first_ms_ <= uncounted_ms + slack_ms_;
    const bool is_new = (!began_ || is_early) && named_.insert(call).second;
    coming_.erase(call);
    if (!is_new || kind == "called") return false;
    leave_out(call);
    earlier_.insert(call);
    return true;
  }
  // Those of which the first lines of a log tell something, and not that they were called.
  void expect_earlier(std::span<const TraceLine> first) {
    begins_late_ = true;
    std::set<json> named;
    for (const auto& line : first) {
      const auto kind = line.message.begin().key();
      const auto call = member(line, "/" + kind + "/call");
      const bool may_be = line.time_ms - first.front().time_ms <= uncounted_ms + slack_ms_;
      const bool is_new = may_be && !call.is_null() && call != 0 && named.insert(call).second;
      if (is_new && kind != "called") coming_.insert(call);
    }
  }
  std::string said(std::string text, std::uint64_t line) const {
    text = with_names(with_names(text, "call", calls_, line), "request", requests_, line);
    return with_names(with_names(text, "path", paths_, line), "text", texts_, line);
  }

  bool is_crowded() const { return crowded_; }
  bool are_others_in_flight() const {
    const auto may_go_on = [&](const auto& each) {
      return time_ms_ - each.second <= uncounted_ms + slack_ms_;
    };
    return std::ranges::any_of(beyond_, may_go_on) || !coming_.empty();
  }
  // The generation that the store has when the trace begins: the judge counts from there.
  void begin_at(std::uint32_t generation) { generation_ = generation; }
  // Whether a call sends a request that is replied to: only then is zero the name of one.
  void set_sends_request(std::uint32_t call, bool does) { sends_request_[call] = does; }

 private:
  static bool ends(const std::string& kind) { return kind == "respond" || kind == "cancelled"; }

  // An act that is written down late may be of a call that was left meanwhile. False: it has no
  // number, or another one has it now.
  bool number_call(json& call) {
    const auto over = ended_.find(call);
    if (calls_.find(call) || over == ended_.end() || time_ms_ - over->second.at_ms > slack_ms_) {
      call = calls_.of_this_line(call);
      return true;
    }
    const auto number = over->second.number;
    call = number;
    return number != 0 && !calls_.is_taken(number);
  }
  // What it caused may be written down behind its answer.
  std::uint32_t number_of_cause(const json& call) const {
    if (const auto number = calls_.find(call)) return *number;
    const auto over = ended_.find(call);
    const bool is_late = over != ended_.end() && time_ms_ - over->second.at_ms <= slack_ms_;
    return is_late && !calls_.is_taken(over->second.number) ? over->second.number : 0;
  }
  void remember(const json& call, std::uint32_t number) {
    std::erase_if(ended_,
                  [&](const auto& each) { return time_ms_ - each.second.at_ms > slack_ms_; });
    ended_[call] = {number, time_ms_};
  }

  bool number_called(json& members) {
    const auto call = members.value("call", json());
    if (call.is_null()) throw sim::BadAnswer("called.call is missing; give each call a name");
    // It was written down behind what it did.
    if (earlier_.erase(call) > 0) beyond_.erase(call);
    if (calls_.find(call) || beyond_.contains(call))
      throw sim::BadAnswer(
          fmt::format("call {} begins before it has ended; give each call in flight another name",
                      call.dump()));
    const auto number = calls_.of(call);
    if (!number) {
      beyond_[call] = time_ms_;
      return false;
    }
    members["call"] = *number;
    if (!members.contains("request") || !members["request"].is_object()) return true;
    auto& request = members["request"];
    // Of other requests nobody asks which file they are about.
    const bool one = request.value("one", json()) == true;
    of_call_[*number] = one ? path(request.value("path", json())) : 0;
    if (request.contains("path")) request["path"] = of_call_[*number];
    return true;
  }

  // Which file goes with a viewer its number tells, whichever it shows in the end; of one without a
  // number, that of the call.
  void tell_file(const std::string& kind, json& members, const json& by) {
    const auto told = members.value("number", json());
    const std::size_t number = told.is_number_unsigned() ? told.get<std::size_t>() : 0;
    if (number >= file_of_viewer_.size()) return;
    const auto shown = members.value("path", json(0));
    if (kind == "window_opened")
      file_of_viewer_[number] = shown.is_number_unsigned() ? shown.get<std::uint32_t>() : 0;
    if (kind != "window_closed") return;
    const auto own = std::exchange(file_of_viewer_[number], 0);
    const auto of_call = by.is_number_unsigned() ? of_call_[by.get<std::uint32_t>()] : 0;
    const auto file = number != 0 ? own : of_call;
    const bool is_known = file != 0 && shown_[file] > 0;
    if (is_known && (shown == 0 || number != 0)) members["path"] = file;
  }

  void show(std::string_view kind, std::uint32_t file) {
    if (kind == "window_opened") ++shown_[file];
    if (kind == "window_closed" && shown_[file] > 0) --shown_[file];
  }

  // Zero and null are no file.
  std::uint32_t path(const json& name) {
    if (name.is_null() || name == 0) return 0;
    paths_.forget_if([&](std::uint32_t number) {
      return shown_[number] == 0 && std::ranges::count(of_call_, number) == 0;
    });
    if (const auto number = paths_.of(name)) return *number;
    crowded_ = true;
    return 0;
  }

  // What was asked for, and not the number of a round trip.
  void number_late(json& members) {
    auto& request = members["request"];
    if (request.is_object() && request.contains("path")) request["path"] = path(request["path"]);
  }

  bool is_of_another(const json& request, const json& call) const {
    const auto number = requests_.find(request);
    if (!number) return false;
    const auto its = request_of_[*number];
    return its != call && calls_.is_taken(its);
  }
  // A reply names the call whose request it names.
  void number_request(json& members, json& by) {
    const auto name = members["request"];
    const bool has_none =
        members.contains("call") && !sends_request_[members["call"].get<std::uint32_t>()];
    if (name.is_null() || (name == 0 && has_none)) {
      members["request"] = 0;
      return;
    }
    // Of a call that is under way the id stays, and two have it (ACK-28).
    if (members.contains("call") && !is_of_another(name, members["call"])) {
      requests_.forget(name);
      request_of_[requests_.of(name).value_or(0)] = members["call"].get<std::uint32_t>();
    }
    const auto number = requests_.find(name).value_or(0);
    if (members.contains("call") && !calls_.is_taken(members["call"].get<std::uint32_t>()))
      requests_.forget(name);
    members["request"] = number;
    if (!members.contains("call")) by = number == 0 ? json(0) : json(request_of_[number]);
  }

  void count_generations(const std::string& kind, json& members) {
    const auto from_here = [&](json* object, const char* member) {
      if (object == nullptr || !object->is_object() || !object->contains(member)) return;
      auto& number = (*object)[member];
      if (number.is_number_unsigned() && number >= generation_)
        number = number.get<std::uint64_t>() - generation_;
    };
    const auto part = [&](const char* name) {
      const auto found = members.find(name);
      return found == members.end() ? nullptr : &*found;
    };
    const auto call = members.value("call", json(0)).get<std::uint32_t>();
    if (kind == "capture" || kind == "look") {
      const auto* probe = part("probe");
      const bool object = probe != nullptr && probe->is_object();
      reads_panes_[call] = !object || probe->value("kind", json("generation")) == "generation";
    }
    const bool reads = kind == "captured" || kind == "looked";
    if (reads && reads_panes_[call]) from_here(part("reading"), "value");
    if (kind == "panes_read") from_here(part("told"), "value");
    if (kind == "respond" && part("response") != nullptr && part("response")->is_object()) {
      const auto signal = part("response")->find("signal");
      const bool advanced = signal != part("response")->end() && signal->is_object() &&
                            signal->value("kind", json()) == "GenerationAdvanced";
      if (advanced) from_here(&*signal, "bound");
    }
  }

  // Only whether two are equal counts: one number may stand for several.
  void number_text(json& members) {
    if (!members.is_object() || !members.contains("text")) return;
    auto& text = members["text"];
    std::uint32_t sum = 0;
    for (const char each : text.dump()) sum = sum * 31 + static_cast<unsigned char>(each);
    const auto number = text.is_null() || text == 0 || text == json("") ? 0 : 1 + sum % 255;
    if (number != 0) texts_.remember(number, text);
    text = number;
  }

  void forget(const json& call) {
    const auto number = calls_.find(call);
    if (!number) return;
    calls_.forget(call);
    remember(call, *number);
    of_call_[*number] = 0;
    requests_.forget_if([&](std::uint32_t request) { return request_of_[request] == *number; });
  }

  struct Ended {
    std::uint32_t number = 0;
    std::int64_t at_ms = 0;
  };
  Numbers calls_{calls_max}, requests_{255}, paths_{paths_max}, texts_{255};
  std::map<json, Ended> ended_;  // Calls that ended within the slack.
  std::int64_t slack_ms_, time_ms_ = 0;
  std::map<json, std::int64_t> beyond_;   // Calls that are not followed, and since when.
  std::set<json> earlier_;                // Calls in beyond_ that began before the log.
  std::set<json> coming_;                 // Calls that began before it, not told of yet.
  std::set<json> named_;                  // Calls of any line, while there may be earlier ones.
  std::optional<std::int64_t> first_ms_;  // When the log began.
  bool began_ = false;                    // A line has told that a call began.
  bool begins_late_ = false;              // The log may begin while calls are in flight.
  bool crowded_ = false;                  // A file had no number.
  std::uint32_t generation_ = 0;
  std::array<bool, calls_max + 1> sends_request_{};     // By call.
  std::array<bool, calls_max + 1> reads_panes_{};       // By call: its last read did.
  std::array<std::uint32_t, calls_max + 1> of_call_{};  // The file of each call.
  std::array<std::uint32_t, paths_max + 1> shown_{};    // How many viewers show each file.
  std::array<std::uint32_t, 256> file_of_viewer_{};     // By the number of the viewer.
  std::array<std::uint32_t, 256> request_of_{};         // The call that sent each request.
};

// What a line tells, and which members of its answer it leaves out: they are nobody's fault.
struct ToldSeen : spec::ack::Seen {
  using Seen = spec::ack::Seen;
  using Seen::Seen;
  ToldSeen(Seen seen) : Seen(std::move(seen)) {}

  // Members of its signal.
  bool kind = false, subject = false, bound = false;
  // Its own.
  bool elapsed = false, text = false, refusal = false, doing = false;
};

inline ToldSeen told_answer(const Command& act, const json& members) {
  ToldSeen out = spec::ack::Seen(act);
  const auto* answer = std::get_if<Respond>(&act);
  if (answer == nullptr) return out;
  const auto lacks = [&](std::string_view name) {
    return !members.contains("response") || !members["response"].contains(name);
  };
  const auto status = answer->response.status;
  const auto lacks_of_signal = [&](std::string_view name) {
    return lacks("signal") || !members["response"]["signal"].contains(name);
  };
  out.kind = status == Status::Missing && lacks_of_signal("kind");
  out.subject = status == Status::Missing && lacks_of_signal("subject");
  out.bound = status == Status::Missing && lacks_of_signal("bound");
  out.elapsed = status == Status::Missing && lacks("elapsed_ms");
  out.text = status == Status::Failed && lacks("text");
  out.refusal = (status == Status::Failed || status == Status::Refused) && lacks("refusal");
  out.doing = lacks("doing");
  return out;
}

}  // namespace conformance::ack
