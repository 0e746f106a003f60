// What marker files hold in the worlds of the monitor.
#pragma once
#include <cstdint>
#include <vector>

#include "conformance/monitor/plans.h"

namespace conformance::monitor {

using namespace sim::monitor;

// The contents that marker files may have, by their index in all plans.
enum Contents : std::uint8_t {
  Good,
  Moved,     // To another address and port,
  NewToken,  // with another token,
  NewBuild,  // of another build.
  Reborn,    // Of another process with the same number.
  Legacy,
  Incomplete,
  Other,
  Newer,
  Second,  // Of the other IDE.
  Pipe,
  Large,
  Binary,
  Prose,
  OtherStream,  // With another streamable address of its own server,
  OtherSse,     // with another of the other kind,
  OnlyStream,   // without that,
  OnlySse,      // without the first,
  NoServer,     // or without both.
  NoPorts,      // Its ports are not told.
  OtherPort,    // The same address, but for the port.
};
inline std::vector<Content> contents() {
  const Marker good{.pid = {7},
                    .created = {100},
                    .target = {.url = {1}, .token = {1}, .port = 6'315},
                    .build = {3},
                    .stream = {5},
                    .sse = {6},
                    .own_port = first_port + 2,
                    .web_port = first_port};
  std::vector<Content> out(21);
  for (auto& content : out) content.marker = good;
  out[Moved].marker.target = {.url = {2}, .token = {1}, .port = 6'316};
  out[NewToken].marker.target.token = {2};
  out[NewBuild].marker.build = {4};
  out[Reborn].marker.created = {200};
  out[Legacy] = {Reading::Legacy, {}};
  out[Incomplete] = {Reading::Incomplete, {}, {12}};
  out[Other] = {Reading::OtherPid, {}};
  out[Newer] = {Reading::NewerSchema, {}};
  out[Pipe] = {Reading::NotAFile, {}};
  out[Large] = {Reading::TooLarge, {}};
  out[Binary] = {Reading::NotText, {}};
  out[Prose] = {Reading::NotJson, {}};
  out[NoPorts].marker.own_port = out[NoPorts].marker.web_port = 0;
  out[OtherPort].marker.target.port = 6'399;
  out[OtherStream].marker.stream = {10};
  out[OtherSse].marker.sse = {11};
  out[OnlyStream].marker.sse = {};
  out[OnlySse].marker.stream = {};
  out[NoServer].marker.stream = out[NoServer].marker.sse = {};
  out[Second].marker = {.pid = {8},
                        .created = {100},
                        .target = {.url = {9}, .token = {}, .port = 6'320},
                        .build = {8},
                        .stream = {},
                        .sse = {}};
  return out;
}

}  // namespace conformance::monitor
