// Ways that docs/TRANSCRIPTS.md allows to tell a recorded conversation in: nobody who is right may
// be accused for how it is told.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "appserver/retold_testing.h"
#include "engine/codec/base64.h"
#include "sim/search/rng.h"

namespace conformance::appserver::retold {

inline void from_the_middle(Lines& all, sim::Rng& rng) {
  const auto first = below(rng, all.size());
  if (!can_stand_before(all, first)) return;
  // Before another process begins the server says something about a thread.
  for (auto i = std::size_t{first}; i < all.size(); ++i) {
    const auto message = message_in(all[i]);
    if (is_client(all[i]) && method_of(message) == "initialize") return;
    if (!is_client(all[i]) && all[i].dump().find("thread") != std::string::npos) break;
  }
  all.erase(all.begin(), all.begin() + first);
}
// Whether `initialized` follows a second initialize is not known at the end.
inline void end_well(Lines& all) {
  std::size_t greets = 0, greeted = 0, first = all.size();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto method = method_of(message_in(all[i]));
    if (is_client(all[i])) first = std::min(first, i);
    if (is_client(all[i]) && method == "initialize") greets = i + 1;
    if (is_client(all[i]) && method == "initialized") greeted = i + 1;
  }
  if (greets > greeted && greets > first + 1)
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(greets) - 1, all.end());
}
inline void cut_off(Lines& all, sim::Rng& rng) {
  const auto size = 1 + below(rng, all.size());
  if (!can_stand_before(all, size)) return;
  all.resize(size);
  end_well(all);
  // What is answered may come later by a swap: of an answer nobody knows that it is too soon.
  const auto last = [&](const ordered_json& line) {
    return is_client(line) && is_answer(message_in(line)) &&
           (!is_timed(line) || time_of(all.back()) - time_of(line) <= 2.0);
  };
  for (auto at = std::ranges::find_if(all, last); at != all.end();
       at = std::ranges::find_if(all, last))
    all.erase(at, all.end());
}
inline void without_times(Lines& all, sim::Rng&) {
  for (auto& line : all) line.erase("t_ms");
}
// Of anybody's clock.
inline void other_clock(Lines& all, sim::Rng& rng) {
  const auto from = once_in(rng, 2) ? 1.7e12 : -5e5;
  for (auto& line : all)
    if (is_timed(line)) line["t_ms"] = time_of(line) + from + 0.25;
}

// Whether there is an answer of the server's to nothing.
inline bool lacks_requests(const Lines& all) {
  std::set<std::string> asked;
  for (const auto& line : all) {
    const auto message = message_in(line);
    if (is_client(line) && is_request(message)) asked.insert(message["id"].dump());
    if (!is_client(line) && is_answer(message) && !asked.contains(message["id"].dump()))
      return true;
  }
  return false;
}
// Each direction keeps its order, and one is told up to 2 ms late.
inline void swapped(Lines& all, sim::Rng& rng) {
  if (!std::ranges::all_of(all, is_timed) || lacks_requests(all)) return;
  // Who stops a turn has seen that it is there.
  double asked_ms = -1e18;
  for (const auto& line : all) {
    const auto method = method_of(message_in(line));
    if (method == "turn/start") asked_ms = time_of(line);
    if (method == "turn/interrupt" && time_of(line) - asked_ms < 4) return;
  }
  // No process says anything behind the beginning of the next one.
  std::size_t processes = is_client(all.front()) ? 0 : 1;
  for (const auto& line : all)
    processes += is_client(line) && method_of(message_in(line)) == "initialize" ? 1 : 0;
  const bool client = processes > 1 || once_in(rng, 2);
  double last = -1e18;
  for (auto& line : all) {
    if (!is_of_side(line) || is_client(line) != client) continue;
    last = std::max(last, time_of(line) + rng.below(8) / 4.0);
    line["t_ms"] = last;
  }
  std::ranges::stable_sort(all, [&](const auto& a, const auto& b) {
    return time_of(a) != time_of(b) ? time_of(a) < time_of(b)
                                    : is_client(a) != client && is_client(b) == client;
  });
}

// Ids of requests: of the client's and of the server's, each by a rule.
inline ordered_json other_id(const ordered_json& id, std::uint32_t how) {
  const auto meaning = id.dump();
  if (id.is_number_integer()) {
    const auto number = id.get<std::int64_t>();
    if (how == 0) return fmt::format("{}", number);
    if (how == 1) return 9'223'372'036'854'775'807 - number;
    if (how == 2) return -number - 1;
    if (how == 3) return number + 1'000'000;
  }
  return fmt::format("ümlaut/{}", meaning);
}
inline void other_ids(Lines& all, sim::Rng& rng) {
  if (!is_plain(all)) return;
  const std::array how{rng.below(6), rng.below(6)};  // Of those of the client, and of the server.
  for (auto& line : all) {
    auto message = message_in(line);
    if (!is_request(message) && !is_answer(message)) {
      if (method_of(message) != "serverRequest/resolved" || how[1] == 5) continue;
      auto& params = message["params"];
      if (!params.is_object() || !params.contains("requestId")) continue;
      params["requestId"] = other_id(params["requestId"], how[1]);
      put_message(line, message);
      continue;
    }
    const bool of_client = is_client(line) == is_request(message);
    if (how[of_client ? 0 : 1] == 5) continue;
    message["id"] = other_id(message["id"], how[of_client ? 0 : 1]);
    put_message(line, message);
  }
}

inline void unknown_fields(Lines& all, sim::Rng& rng) {
  for (auto& line : all) {
    auto message = message_in(line);
    if (message.is_null() || !once_in(rng, 2)) continue;
    const ordered_json value{{"id", "7"}, {"method", nullptr}, {"list", {1, "é", {{"a", {}}}}}};
    for (const auto* part : {"params", "result", "error"})
      if (message.contains(part) && message[part].is_object()) message[part]["xFuture"] = value;
    message["xFuture"] = value;
    put_message(line, message);
  }
}
inline void unknown_notices(Lines& all, sim::Rng& rng) {
  for (auto left = 1 + rng.below(4); left > 0; --left) {
    const auto at = below(rng, all.size() + 1);
    if (!can_stand_before(all, at)) continue;
    const auto near = message_in(all[std::min<std::size_t>(at, all.size() - 1)]);
    ordered_json params = ordered_json::object();
    if (near.is_object() && near.contains("params") && near["params"].is_object())
      params = near["params"];
    // A client says nothing before `initialized`.
    const bool greets =
        std::any_of(all.begin() + static_cast<std::ptrdiff_t>(at), all.end(),
                    [](const auto& line) { return method_of(message_in(line)) == "initialized"; });
    const bool by_client = once_in(rng, 2) && !greets;
    // A server that is gone says nothing.
    if (!by_client && (at == 0 || is_client(all[at - 1]))) continue;
    insert(all, at, by_client ? "c2s" : "s2c",
           ordered_json{{"method", "future/notice"}, {"params", params}}.dump());
  }
}
// Somewhere behind the handshake; answered or not.
inline void unknown_requests(Lines& all, sim::Rng& rng) {
  std::size_t first = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (is_client(all[i]) && method_of(message_in(all[i])) == "initialized") first = i + 1;
  const bool joined = first == 0;
  if (joined && std::ranges::any_of(all, [](const auto& line) {
        return is_client(line) && method_of(message_in(line)) == "initialize";
      }))
    return;
  const bool by_client = once_in(rng, 2);  // Who is asked by a server answers soon.
  const auto at = first + below(rng, all.size() + 1 - first);
  if (!can_stand_before(all, at)) return;
  insert(all, at, by_client ? "c2s" : "s2c",
         R"({"id":"future-1","method":"future/ask","params":{"x":[]}})");
  if (by_client && once_in(rng, 3)) return;
  const auto behind = at + 1 + (by_client ? below(rng, all.size() - at) : 0);
  if (!can_stand_before(all, behind)) return;
  insert(all, behind, by_client ? "s2c" : "c2s", R"({"id":"future-1","result":{"y":[]}})");
}
// In turns: of kinds that no rule knows.
inline void unknown_items(Lines& all, sim::Rng& rng) {
  // The items of a review are not told under the id of its start.
  for (const auto& line : all)
    if (method_of(message_in(line)) == "review/start") return;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto message = message_in(all[i]);
    if (is_client(all[i]) || method_of(message) != "turn/started" || once_in(rng, 2)) continue;
    const auto& params = message["params"];
    const auto* turn = params.contains("turn") ? &params["turn"]["id"] : nullptr;
    if (turn == nullptr || !params.contains("threadId")) continue;
    const ordered_json about{{"item", {{"id", fmt::format("future-{}", i)}, {"type", "dream"}}},
                             {"threadId", params["threadId"]},
                             {"turnId", *turn}};
    insert(all, i + 1, "s2c", ordered_json{{"method", "item/started"}, {"params", about}}.dump());
    if (once_in(rng, 2))
      insert(all, i + 2, "s2c",
             ordered_json{{"method", "item/completed"}, {"params", about}}.dump());
  }
}
inline void between_lines(Lines& all, sim::Rng& rng) {
  for (auto left = 1 + rng.below(3); left > 0; --left) {
    const auto at = below(rng, all.size() + 1);
    if (once_in(rng, 2))
      insert(all, at, "stderr", "{\"method\":\"turn/completed\"");
    else if (can_stand_before(all, at))
      insert(all, at, once_in(rng, 2) ? "c2s" : "s2c", once_in(rng, 2) ? "" : " \t");
  }
}
inline void spaces(Lines& all, sim::Rng& rng) {
  for (auto& line : all) {
    if (message_in(line).is_null() || !once_in(rng, 2)) continue;
    line["raw"] = "  " + line["raw"].get<std::string>() + (once_in(rng, 2) ? "\r" : " \t");
  }
}
inline void as_bytes(Lines& all, sim::Rng& rng) {
  for (auto& line : all) {
    if (!is_whole(line) || !once_in(rng, 2)) continue;
    line["raw_b64"] = engine::base64_of(line["raw"].get<std::string>());
    line.erase("raw");
  }
}
inline void in_parts(Lines& all, sim::Rng& rng) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (message_in(all[i]).is_null() || !once_in(rng, 4)) continue;
    const auto raw = all[i]["raw"].get<std::string>();
    auto at = 1 + below(rng, raw.size());
    while (at < raw.size() && (static_cast<unsigned char>(raw[at]) & 0xc0) == 0x80) ++at;
    auto part = all[i];
    part["raw"] = raw.substr(0, at);
    part["no_newline"] = true;
    all[i]["raw"] = raw.substr(at);
    all.insert(all.begin() + static_cast<std::ptrdiff_t>(i), part);
    ++i;
  }
}
// The recorder keeps no more than so many bytes of some lines.
inline void cut_lines(Lines& all, sim::Rng& rng) {
  const auto rarely = 1 + rng.below(12);
  for (auto& line : all) {
    if (!is_whole(line) || !once_in(rng, rarely)) continue;
    const auto raw = line["raw"].get<std::string>();
    if (raw.empty()) continue;
    auto at = below(rng, raw.size());
    while (at > 0 && (static_cast<unsigned char>(raw[at]) & 0xc0) == 0x80) --at;
    line["raw"] = raw.substr(0, at);
    line["raw_len"] = raw.size();
  }
}
// Requests of the client that were not recorded, but for the handshake.
inline void without_requests(Lines& all, sim::Rng& rng) {
  std::erase_if(all, [&](const auto& line) {
    const auto message = message_in(line);
    return is_client(line) && is_request(message) && method_of(message) != "initialize" &&
           once_in(rng, 3);
  });
}
// Another client answers what the server calls resolved then.
inline void answered_elsewhere(Lines& all, sim::Rng& rng) {
  std::map<std::string, std::size_t> resolved;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto message = message_in(all[i]);
    if (method_of(message) == "serverRequest/resolved" && message["params"].is_object())
      resolved[message["params"].value("requestId", ordered_json()).dump()] = i;
  }
  for (auto i = all.size(); i-- > 0;) {
    const auto message = message_in(all[i]);
    if (!is_client(all[i]) || !is_answer(message)) continue;
    const auto found = resolved.find(message["id"].dump());
    // Nobody waits for longer than 120 s.
    const bool soon = std::any_of(
        all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i), [&](const auto& line) {
          const auto asks = message_in(line);
          return !is_client(line) && is_request(asks) && asks["id"] == message["id"] &&
                 is_timed(line) && time_of(all[i]) - time_of(line) < 100'000;
        });
    if (found != resolved.end() && found->second > i && soon && once_in(rng, 2))
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(i));
  }
}
// A server of any version whose turns can leave commands behind.
inline void of_version(Lines& all, sim::Rng& rng) {
  constexpr std::array versions{"0.77.0",  "0.98.0",  "0.115.0", "0.130.0", "0.140.2", "0.146.0",
                                "0.155.0", "0.163.0", "0.169.0", "0.171.0", "0.400.1"};
  for (auto& line : all) {
    auto message = message_in(line);
    if (!is_answer(message) || !message.contains("result") || !message["result"].is_object())
      continue;
    // What a real one does is of its own version.
    if (message["result"].value("userAgent", "") != "orrery-mock") continue;
    message["result"]["userAgent"] =
        fmt::format("ide/{} (Linux)", versions[below(rng, versions.size())]);
    put_message(line, message);
  }
}
// Names of threads, turns and items: any texts, and no two are alike.
inline void other_names(Lines& all, sim::Rng& rng) {
  constexpr std::size_t uuid_size = 36;
  const auto how = rng.below(3);
  std::map<std::string, std::string> names;
  const auto is_name = [](std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
      if (dash ? text[i] != '-' : std::string_view("0123456789abcdef").find(text[i]) == text.npos)
        return false;
    }
    return text.size() == uuid_size;
  };
  for (auto& line : all) {
    if (message_in(line).is_null()) continue;
    auto raw = line["raw"].get<std::string>();
    for (std::size_t at = 0; at + uuid_size <= raw.size(); ++at) {
      if (!is_name(std::string_view(raw).substr(at, uuid_size))) continue;
      auto& name = names[raw.substr(at, uuid_size)];
      if (name.empty())
        name = how == 0
                   ? fmt::format("{}", names.size())
                   : fmt::format("{}{}", how == 1 ? "it_" : "Ein sehr langer Name ", names.size());
      raw.replace(at, uuid_size, name);
    }
    line["raw"] = raw;
  }
}

struct Way {
  const char* name;
  void (*tell)(Lines&, sim::Rng&);
};
// In an order in which one does not stand in the way of the next.
inline constexpr std::array ways{Way{"of a version", of_version},
                                 Way{"other names", other_names},
                                 Way{"answered elsewhere", answered_elsewhere},
                                 Way{"other ids", other_ids},
                                 Way{"unknown items", unknown_items},
                                 Way{"unknown notices", unknown_notices},
                                 Way{"unknown requests", unknown_requests},
                                 Way{"unknown fields", unknown_fields},
                                 Way{"without requests", without_requests},
                                 Way{"from the middle", from_the_middle},
                                 Way{"swapped", swapped},
                                 Way{"without times", without_times},
                                 Way{"other clock", other_clock},
                                 Way{"spaces", spaces},
                                 Way{"cut off", cut_off},
                                 Way{"between lines", between_lines},
                                 Way{"cut lines", cut_lines},
                                 Way{"in parts", in_parts},
                                 Way{"as bytes", as_bytes}};

// These leave all as it was said.
inline constexpr std::array gentle_ways{Way{"other names", other_names},
                                        Way{"other ids", other_ids},
                                        Way{"unknown notices", unknown_notices},
                                        Way{"unknown fields", unknown_fields},
                                        Way{"other clock", other_clock},
                                        Way{"spaces", spaces},
                                        Way{"between lines", between_lines},
                                        Way{"in parts", in_parts},
                                        Way{"as bytes", as_bytes}};
// Some of them, which it names.
inline std::string tell_gently(Lines& all, sim::Rng& rng) {
  std::string out;
  for (const auto& way : gentle_ways) {
    if (!once_in(rng, 3)) continue;
    way.tell(all, rng);
    out += fmt::format(", {}", way.name);
  }
  return out;
}

}  // namespace conformance::appserver::retold
