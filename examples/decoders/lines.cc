// A decoder that passes, with the codec of this project alone:
//   orrery fuzz lines -- build/release/examples/decoders/lines
#include <cstdio>

#include "engine/codec/rpc.h"

using namespace engine::rpc;

int main() {
  Decoder decoder;
  const auto answer = [](const Item& item) {
    if (const auto* accepted = std::get_if<Accepted>(&item))
      std::printf("{\"accept\":%.*s}\n", static_cast<int>(accepted->whole.size()),
                  accepted->whole.data());
    if (const auto* rejected = std::get_if<Rejected>(&item))
      std::printf("{\"reject\":\"%s\"}\n", text_of(rejected->reason).name.data());
  };
  char bytes[4096];
  while (const auto size = std::fread(bytes, 1, sizeof bytes, stdin))
    decoder.feed({bytes, size}, answer);
  decoder.finish(answer);
}
