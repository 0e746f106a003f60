# The second half of the whole check. The one command before every push is
#
#   cmake --workflow --preset check
#
# A workflow of CMake 3.25 may name only one configure preset. So the workflow does
# the Release half (configure; build, with every header compiled alone; all tests,
# tools/tidy among them), and then builds the target `check`, which runs this script
# for the rest. Parts of it can be run alone:
#
#   cmake [-D steps="format;libcxx;clang;sanitizers;clang_tidy"] [-D all=ON] -P tools/check.cmake
#
# `clang_program` is the part of `clang` that needs no tests: the program, which has to come to the
# same fingerprint.
#
# clang-tidy takes half an hour for all files, so it reads those that were changed since
# the branch left origin/main, and before they were pushed there since the last commit;
# with `all`, every night, all of them.

cmake_minimum_required(VERSION 3.25)

if(NOT DEFINED steps)
  set(steps format libcxx clang sanitizers clang_tidy)
endif()
cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH root)
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)

function(run)
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${root} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Our C++ files whose names end in one of the given suffixes.
function(find_files out)
  set(files "")
  foreach(folder engine spec sim conformance recordings fuzz tools examples)
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

# With another compiler, or instrumented.
function(build_and_test preset)
  message(STATUS "${preset}: build and tests")
  run(${CMAKE_COMMAND} --preset ${preset})
  run(${CMAKE_COMMAND} --build --preset ${preset})
  # Many wait for a program that they run.
  math(EXPR at_once "3 * ${cores}")
  run(${CMAKE_CTEST_COMMAND} --preset ${preset} -j ${at_once})
endfunction()

function(check_clang)
  build_and_test(clang)
endfunction()

# The front door builds the other one, if it has not.
function(check_clang_program)
  message(STATUS "clang: the program, and the fingerprint of what it finds")
  run(${CMAKE_COMMAND} --preset clang)
  run(${CMAKE_COMMAND} --build --preset clang --target orrery)
  set(fingerprints "")
  foreach(program ${root}/orrery ${root}/build/clang/tools/orrery)
    execute_process(COMMAND ${program} conform WORKING_DIRECTORY ${root}
      OUTPUT_VARIABLE found RESULT_VARIABLE code)
    if(NOT code EQUAL 0 OR NOT found MATCHES "fingerprint ([0-9a-f]+)")
      message(FATAL_ERROR "${program} conform: exit code ${code}\n${found}")
    endif()
    list(APPEND fingerprints ${CMAKE_MATCH_1})
  endforeach()
  message(STATUS "fingerprints, of g++ and clang: ${fingerprints}")
  list(REMOVE_DUPLICATES fingerprints)
  list(LENGTH fingerprints different)
  if(NOT different EQUAL 1)
    message(FATAL_ERROR "clang decides otherwise: the fingerprints differ")
  endif()
endfunction()

# As the build of this folder would make them, which would build every library before.
function(generate_headers folder)
  foreach(header tools/generated/source_digest.h:ORRERY_SOURCE_DIGEST
      examples/area/generated/source_digest.h:TURNSTILE_SOURCE_DIGEST)
    string(REPLACE ":" ";" header ${header})
    list(POP_BACK header macro)
    run(${CMAKE_COMMAND} -D ROOT=${root} -D MACRO=${macro} -D OUTPUT=${folder}/${header}
      -P ${root}/tools/cmake/source_digest.cmake)
  endforeach()
  run(${CMAKE_COMMAND} -D ROOT=${root} -D TYPE=none
    -D OUTPUT=${folder}/tools/generated/revision.h -P ${root}/tools/cmake/revision.cmake)
  run(${CMAKE_COMMAND} -D ROOT=${root} -D OUTPUT=${folder}/tools/generated/own_scenarios.cc
    -P ${root}/tools/cmake/own_scenarios.cmake)
  run(${CMAKE_COMMAND} -D ROOT=${root} -D OUTPUT=${folder}/tools/generated/page_texts.h
    -P ${root}/tools/cmake/page_texts.cmake)
endfunction()

# The layers and the program, compiled with the standard library of macOS and not linked, for which
# there would have to be a fmt and a Boost of that library.
function(check_libcxx)
  find_program(xargs NAMES xargs REQUIRED)
  set(folder ${root}/build/libcxx)
  run(${CMAKE_COMMAND} --preset libcxx)
  generate_headers(${folder})
  file(READ ${folder}/compile_commands.json commands)
  string(JSON count LENGTH "${commands}")
  math(EXPR last "${count} - 1")
  set(lines "")
  foreach(i RANGE ${last})
    string(JSON file GET "${commands}" ${i} file)
    if(file MATCHES "verify_interface_header_sets")
      continue()  # A header alone, which they include.
    endif()
    string(JSON command GET "${commands}" ${i} command)
    string(JSON place GET "${commands}" ${i} directory)
    string(REGEX REPLACE "^[^ ]*ccache " "" command "${command}")
    string(REGEX REPLACE " -o [^ ]+ -c " " -fsyntax-only " command "${command}")
    string(APPEND lines "cd ${place} && ${command}\n")
  endforeach()
  file(WRITE ${folder}/units "${lines}")
  run(${xargs} -a ${folder}/units -d "\\n" -n 1 -P ${cores} sh -c)
endfunction()

function(check_sanitizers)
  build_and_test(asan)
endfunction()

function(git out)
  execute_process(COMMAND git ${ARGN} WORKING_DIRECTORY ${root}
    OUTPUT_VARIABLE text RESULT_VARIABLE code ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT code EQUAL 0)
    set(text "")
  endif()
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

# Keeps the sources that were changed, and those whose header of the same name was.
# Where git knows no earlier commit, all are new.
function(keep_changed sources)
  git(head rev-parse HEAD)
  git(base merge-base HEAD origin/main)
  if(NOT base OR base STREQUAL head)
    git(base rev-parse HEAD~1)
  endif()
  if(NOT base)
    return()
  endif()
  git(changed diff --name-only ${base})
  git(untracked ls-files --others --exclude-standard)
  string(REGEX REPLACE "\n" ";" changed "${changed};${untracked}")
  set(kept "")
  foreach(path IN LISTS changed)
    string(REGEX REPLACE "/include/[a-z]+/" "/" path "${path}")
    string(REGEX REPLACE "\\.(h|cc)$" ".cc" path "${path}")
    list(APPEND kept ${root}/${path})
  endforeach()
  set(out "")
  foreach(file IN LISTS ${sources})
    if(file IN_LIST kept)
      list(APPEND out ${file})
    endif()
  endforeach()
  set(${sources} ${out} PARENT_SCOPE)
endfunction()

# Tests are left out, for their macros cost much time and find little.
function(check_clang_tidy)
  find_program(clang_tidy NAMES clang-tidy-14 clang-tidy REQUIRED)
  find_program(xargs NAMES xargs REQUIRED)
  find_files(files .cc)
  list(FILTER files EXCLUDE REGEX "_test\\.cc$|/tools/cmake/")
  if(NOT all)
    keep_changed(files)
  endif()
  list(LENGTH files count)
  message(STATUS "clang-tidy: ${count} files")
  if(count EQUAL 0)
    return()
  endif()
  list(JOIN files "\n" lines)
  set(listing ${root}/build/clang_tidy_files)
  file(WRITE ${listing} "${lines}\n")
  # It needs a command for each source alone, and cannot read another compiler's headers.
  set(commands ${root}/build/clang_tidy)
  run(${CMAKE_COMMAND} --preset dev -B ${commands} -D CMAKE_DISABLE_PRECOMPILE_HEADERS=ON
    -D ORRERY_BUILD_BENCHMARKS=ON)
  generate_headers(${commands})
  # It counts what it suppressed on stderr, for every file.
  run(${xargs} -a ${listing} -d "\\n" -n 1 -P ${cores} ${clang_tidy} -p ${commands} --quiet)
endfunction()

foreach(step IN LISTS steps)
  cmake_language(CALL check_${step})
endforeach()
message(STATUS "passed: ${steps}")
