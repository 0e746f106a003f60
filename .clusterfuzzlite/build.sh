#!/bin/bash -eu
# Builds the fuzz target with the sanitizer and engine that ClusterFuzzLite names.

# The packages of the image are built with libstdc++; another standard library would not link.
export CXXFLAGS="${CXXFLAGS:-}"
CXXFLAGS="${CXXFLAGS//-stdlib=libc++/-stdlib=libstdc++}"

# The image that runs the target has no packages: what it needs lies beside it in lib/.
cmake -S . -B "$WORK/build" -G Ninja -D CMAKE_BUILD_TYPE=RelWithDebInfo \
  -D ORRERY_BUILD_FUZZERS=ON -D ORRERY_BUILD_TOOLS=OFF -D ORRERY_BUILD_TESTS=OFF \
  -D ORRERY_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" \
  -D CMAKE_BUILD_RPATH='$ORIGIN/lib' -D CMAKE_BUILD_RPATH_USE_ORIGIN=ON
cmake --build "$WORK/build" --target fuzz_codec
cp "$WORK/build/fuzz/fuzz_codec" "$OUT/"
mkdir -p "$OUT/lib"
ldd "$OUT/fuzz_codec" | awk '/libfmt|libstdc\+\+|libxxhash/ {print $3}' |
  xargs -I{} cp -L {} "$OUT/lib/"
cp fuzz/codec.dict "$OUT/fuzz_codec.dict"
(cd fuzz/corpus && zip -q "$OUT/fuzz_codec_seed_corpus.zip" ./*)
