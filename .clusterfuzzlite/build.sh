#!/bin/bash -eu
# Builds the fuzz target with the sanitizer and engine that ClusterFuzzLite names.
cmake -S . -B "$WORK/build" -G Ninja -D CMAKE_BUILD_TYPE=RelWithDebInfo \
  -D ORRERY_BUILD_FUZZERS=ON -D ORRERY_BUILD_TOOLS=OFF -D ORRERY_BUILD_TESTS=OFF \
  -D ORRERY_BUILD_BENCHMARKS=OFF -D ORRERY_FUZZING_ENGINE="$LIB_FUZZING_ENGINE"
cmake --build "$WORK/build" --target fuzz_codec
cp "$WORK/build/fuzz/fuzz_codec" "$OUT/"
cp fuzz/codec.dict "$OUT/fuzz_codec.dict"
(cd fuzz/corpus && zip -q "$OUT/fuzz_codec_seed_corpus.zip" ./*)
