// The entry of libFuzzer and of the replay: any bytes as one stream, read in a few ways.
#include <cstdio>
#include <cstdlib>

#include "fuzz/judge.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  for (const std::uint32_t read_size : {1u, 7u}) {
    fuzz::Case input;
    input.pieces.push_back({.bytes = bytes, .sound = false, .ends_stream = false});
    input.reads.size = read_size;
    const auto compare = read_size == 1 ? fuzz::Compare::All : fuzz::Compare::None;
    if (const auto finding = fuzz::Judge("engine").judge(input, compare)) {
      std::fprintf(stderr, "%s: %s\n", finding->kind.c_str(), finding->says.c_str());
      std::abort();
    }
  }
  return 0;
}
