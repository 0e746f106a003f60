# The second half of the whole check. The one command before every push is
#
#   cmake --workflow --preset check
#
# A workflow of CMake 3.25 may name only one configure preset. So the workflow does
# the Release half (configure; build, with every header compiled alone; all tests,
# tools/tidy among them), and then builds the target `check`, which runs this script
# for the rest. Parts of it can be run alone:
#
#   cmake [-D steps="format;sanitizers;clang_tidy"] -P tools/check.cmake

if(NOT DEFINED steps)
  set(steps format sanitizers clang_tidy)
endif()
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${root} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Our C++ files whose names end in one of the given suffixes.
function(find_files out)
  set(files "")
  foreach(folder engine spec sim conformance fuzz tools)
    foreach(suffix IN LISTS ARGN)
      file(GLOB_RECURSE found ${root}/${folder}/*${suffix})
      list(APPEND files ${found})
    endforeach()
  endforeach()
  set(${out} ${files} PARENT_SCOPE)
endfunction()

# To repair what it finds: clang-format -i FILE...
function(check_format)
  find_program(clang_format NAMES clang-format-14 clang-format REQUIRED)
  find_files(files .h .cc)
  list(LENGTH files count)
  message(STATUS "clang-format: ${count} files")
  run(${clang_format} --dry-run --Werror ${files})
endfunction()

function(check_sanitizers)
  message(STATUS "ASan and UBSan: build and all tests")
  run(${CMAKE_COMMAND} --preset asan)
  run(${CMAKE_COMMAND} --build --preset asan)
  run(${CMAKE_CTEST_COMMAND} --preset asan -j ${cores})
endfunction()

# Tests are left out, for their macros cost much time and find little.
function(check_clang_tidy)
  find_program(clang_tidy NAMES clang-tidy-14 clang-tidy REQUIRED)
  find_program(xargs NAMES xargs REQUIRED)
  find_files(files .cc)
  list(FILTER files EXCLUDE REGEX "_test\\.cc$|/tools/cmake/|/fuzz/")
  list(LENGTH files count)
  message(STATUS "clang-tidy: ${count} files")
  list(JOIN files "\n" lines)
  set(listing ${root}/build/clang_tidy_files)
  file(WRITE ${listing} "${lines}\n")
  # It needs a command for each source alone, and cannot read another compiler's headers.
  set(commands ${root}/build/clang_tidy)
  run(${CMAKE_COMMAND} --preset dev -B ${commands} -D CMAKE_DISABLE_PRECOMPILE_HEADERS=ON)
  run(${CMAKE_COMMAND} --build ${commands} --target tools/generated/source_digest.h)
  # It counts what it suppressed on stderr, for every file.
  run(${xargs} -a ${listing} -d "\\n" -n 1 -P ${cores} ${clang_tidy} -p ${commands} --quiet)
endfunction()

foreach(step IN LISTS steps)
  cmake_language(CALL check_${step})
endforeach()
message(STATUS "passed: ${steps}")
