// Our own engine of `ack`, as that which vectors_test.cc tries.
#define main example_subject_main
#include "engines.cc"
#undef main

std::unique_ptr<orrery::Run> begin(const Json& setup) {
  return std::make_unique<EngineRun<Ack>>(setup);
}
