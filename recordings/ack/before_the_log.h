// What the first lines of a log show of what was there before them.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "ack/names_beside.h"
#include "spec/ack/situation.h"
#include "trace/trace_reader.h"

namespace conformance::ack {

// Nothing is known of the line yet but that it is an object.
inline nlohmann::json member(const TraceLine& line, const std::string& place) {
  const nlohmann::json::json_pointer pointer(place);
  return line.message.contains(pointer) ? line.message[pointer] : nlohmann::json();
}
inline bool is_of_windows(const TraceLine& line) {
  return !member(line, "/window_opened").is_null() || !member(line, "/window_closed").is_null() ||
         member(line, "/capture/probe/kind") == "windows" ||
         member(line, "/look/probe/kind") == "windows";
}
inline bool is_of_dialogs(const TraceLine& line) {
  return !member(line, "/tracker_ready").is_null() || !member(line, "/tracker_told").is_null() ||
         member(line, "/capture/probe/kind") == "soft_dialog" ||
         member(line, "/look/probe/kind") == "soft_dialog";
}

// What a line tells of the window that opens or closes in it: by its number, or else by its file.
struct ToldWindow {
  nlohmann::json window, number, path;

  static ToldWindow of(const nlohmann::json& told) {
    const auto part = [&](const char* name) { return told.value(name, nlohmann::json()); };
    return {part("window"), part("number"), part("path")};
  }
  bool may_be(const ToldWindow& other) const {
    if (window != other.window) return false;
    if (!number.is_null() && !other.number.is_null()) return number == other.number;
    return path.is_null() || other.path.is_null() || path == other.path;
  }
};
// How many viewers there were of which no line tells that they opened: a call that was told to be
// missing waited for fewer of them: than at its dispatch, or than at its answer if for none at all.
class ViewersBefore {
 public:
  void hear(const TraceLine& line) {
    if (member(line, "/window_opened/window") == "viewer") ++more_;
    if (member(line, "/window_closed/window") == "viewer") --more_;
    if (const auto called = member(line, "/called/call"); !called.is_null())
      is_for_one_[called] = member(line, "/called/request/one") == nlohmann::json(true);
    if (const auto sent = member(line, "/dispatch/call"); !sent.is_null())
      at_dispatch_[sent] = more_;
    const auto call = member(line, "/respond/call");
    const auto bound = member(line, "/respond/response/signal/bound");
    const bool counts = member(line, "/respond/response/status") == "missing" &&
                        member(line, "/respond/response/signal/kind") == "WindowCountBelow" &&
                        at_dispatch_.contains(call) && bound.is_number_unsigned() && bound < 256;
    if (!counts) return;
    least_ = std::max(least_, bound.get<int>() - (is_for_one_[call] ? at_dispatch_[call] : more_));
  }
  int least() const { return std::clamp(least_, 0, 255); }

 private:
  std::map<nlohmann::json, bool> is_for_one_;
  std::map<nlohmann::json, int> at_dispatch_;
  int more_ = 0, least_ = 0;  // Than there were in the beginning.
};
// What closes and did not open was open from the first on.
inline void stand_until_closed(std::span<const TraceLine> first, spec::ack::Situation& s) {
  std::vector<ToldWindow> opened;
  ViewersBefore before;
  for (const auto& heard : first) {
    auto line = heard;
    for (const auto* kind : {"window_opened", "window_closed"})
      if (line.message.contains(kind) && line.message[kind].is_object())
        number_viewer(line.message[kind]);
    before.hear(line);
    if (const auto told = member(line, "/window_opened"); told.is_object())
      opened.push_back(ToldWindow::of(told));
    const auto told = member(line, "/window_closed");
    if (!told.is_object()) continue;
    const auto closed = ToldWindow::of(told);
    const auto its =
        std::ranges::find_if(opened, [&](const ToldWindow& each) { return each.may_be(closed); });
    if (its != opened.end())
      opened.erase(its);
    else if (closed.window == "viewer")
      ++s.viewers;
    else if (closed.window == "settings")
      s.open.put(spec::ack::Subject::Settings, true);
  }
  s.viewers = static_cast<std::uint8_t>(std::max<int>(s.viewers, before.least()));
}
// So was a soft dialog that the tracker holds no more, when it tells of it for the first time.
inline void stand_until_gone(std::span<const TraceLine> first, const port::ack::Names& names,
                             spec::ack::Situation& s) {
  std::set<nlohmann::json> told;
  for (const auto& line : first) {
    const auto dialog = member(line, "/tracker_told/dialog");
    if (dialog.is_null() || !told.insert(dialog).second) continue;
    const auto its = std::ranges::find(names.subjects, dialog);
    if (its == names.subjects.end() || member(line, "/tracker_told/open") == nlohmann::json(true))
      continue;
    s.open.put({static_cast<std::uint8_t>(its - names.subjects.begin())}, true);
    ++s.dialogs;
  }
}
// Whether a read did not find the panes, the dialogs or the windows; where no line says what it was
// about, any of them.
inline std::array<bool, 3> not_found(std::span<const TraceLine> first) {
  using nlohmann::json;
  std::array<bool, 3> out{};
  std::map<json, json> asked;  // What each call asked for last.
  for (const auto& line : first) {
    for (const std::string read : {"/capture", "/look"})
      if (const auto call = member(line, read + "/call"); !call.is_null())
        asked[call] = member(line, read + "/probe/kind");
    for (const std::string read : {"/captured", "/looked"}) {
      if (member(line, read + "/reading/exists") != json(false)) continue;
      const auto kind = asked[member(line, read + "/call")];
      const bool is_any = kind.is_null();
      out[0] = out[0] || is_any || kind == "generation" || kind == "items";
      out[1] = out[1] || is_any || kind == "soft_dialog";
      out[2] = out[2] || is_any || kind == "windows";
    }
  }
  return out;
}

}  // namespace conformance::ack
