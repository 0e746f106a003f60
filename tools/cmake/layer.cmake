# layer(<name> USES ... [SYSTEM ...] [FORBIDS ...] [COLD ...] [HOT ...] [ALONE ...] [HEADERS ...]
#       [SOURCES ...] [TESTS ...])
#
# One folder, one static library, one include root. Files need not be listed: by
# default HEADERS is include/**.h, SOURCES is **.cc and TESTS is **_test.cc, looked
# up again at every build. (`entry/` and `port/` below it are left alone.) Private
# headers are included by their room: "run/seek.h".
#
#   USES     what its headers and sources may include: layers by name, packages as
#            targets (fmt::fmt). What USES omits cannot be included or linked.
#   SYSTEM   packages that only its sources and tests include.
#   FORBIDS  layers for which a test proves that their headers cannot be included.
#   COLD     rooms, and sources, in which no time is spent: optimised little, so that they build
#            quicker.
#   HOT      sources of such rooms in which it is: searches. They are in no batch.
#   ALONE    sources that are in no batch for another reason.
#
# Three fences are built here: the include root (FORBIDS proves it), the headers
# that each compile alone (all_verify_interface_header_sets), and <name>_links,
# which links the whole archive with nothing but USES. tools/tidy is the fourth.

set(orrery_layers "" CACHE INTERNAL "layers, in the order of their definition")

# Warnings are for those who change something, and a twentieth of what a build costs: the front door
# builds without, so that a compiler with new ones stops nobody. CI asks for them.
option(ORRERY_WARNINGS "Compile with warnings, which are errors" ON)
set(orrery_warnings -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wswitch-enum)
if(NOT ORRERY_WARNINGS)
  set(orrery_warnings -w)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 misfires at -O3 on what it inlines of std::string; ASan and clang see what is real.
  list(APPEND orrery_warnings -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
endif()

# Where time goes into building rather than running: cold rooms, the program's own commands,
# and tests, which spend theirs in the libraries. (At -Og g++ 12 misfires on std::optional.)
set(orrery_quick_build
  "$<$<CONFIG:Release>:-Og$<$<CXX_COMPILER_ID:GNU>:;-Wno-maybe-uninitialized>>")
set(orrery_test_build $<$<CONFIG:Release>:-O0>)

# A cold build takes a third of the time if the headers are read once for several sources, and
# templates instantiated once for them. `dev` alone compiles each source alone, which proves that
# each names what it includes.
option(ORRERY_BATCHES "Compile several sources of a target at a time" OFF)
# in_batches(TARGET [COLD_ROOM_OR_SOURCE...])
function(in_batches target)
  if(NOT ORRERY_BATCHES)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cc$")
  foreach(source IN LISTS sources)
    get_source_file_property(alone ${source} SKIP_UNITY_BUILD_INCLUSION)
    get_source_file_property(group ${source} UNITY_GROUP)
    if(alone OR group)
      continue()
    endif()
    # Rooms of one name in several areas go together: each area has a namespace of its own, whereas
    # rooms of one area use the same words for different things.
    cmake_path(GET source PARENT_PATH room)
    cmake_path(GET room FILENAME word)
    if(word MATCHES "^(ack|appserver|joint|modality|monitor)$")
      set(word area)
    elseif(NOT room MATCHES /)
      set(word general)
    endif()
    if(source IN_LIST ARGN OR (room AND room IN_LIST ARGN))
      string(PREPEND word cold_)
    endif()
    list(APPEND of_${word} ${source})
    list(APPEND words ${word})
  endforeach()
  list(REMOVE_DUPLICATES words)
  # As few batches as may be, and as even. Larger ones would save little more, and leave nothing to
  # do for more processors.
  foreach(word IN LISTS words)
    list(LENGTH of_${word} alike)
    math(EXPR batches "(${alike} + 39) / 40")
    set(number 0)
    foreach(source IN LISTS of_${word})
      math(EXPR batch "${number} * ${batches} / ${alike}")
      math(EXPR number "${number} + 1")
      set_property(SOURCE ${source} PROPERTY UNITY_GROUP ${word}_${batch})
      if(word MATCHES "^cold_")
        set_source_files_properties(
          ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir/Unity/unity_${word}_${batch}_cxx.cxx
          PROPERTIES COMPILE_OPTIONS "${orrery_quick_build}")
      endif()
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  target_compile_options(${target} PRIVATE -Wno-shadow)
endfunction()

# Properties draw their cases from this seed, so that a run can be repeated.
set(ORRERY_RC_PARAMS "seed=2026" CACHE STRING "RC_PARAMS for tests that use rapidcheck")

function(layer name)
  cmake_parse_arguments(PARSE_ARGV 1 L "" "" "HEADERS;SOURCES;TESTS;USES;SYSTEM;FORBIDS;COLD;HOT;ALONE")
  layer_files(${name})
  set_source_files_properties(${L_HOT} ${L_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  foreach(source IN LISTS L_ALONE)
    cmake_path(GET source PARENT_PATH room)
    if(room IN_LIST L_COLD)
      set_source_files_properties(${source} PROPERTIES COMPILE_OPTIONS "${orrery_quick_build}")
    endif()
  endforeach()

  add_library(${name} STATIC ${L_SOURCES})
  add_library(orrery::${name} ALIAS ${name})
  set_target_properties(${name} PROPERTIES OUTPUT_NAME orrery_${name})
  target_compile_features(${name} PUBLIC cxx_std_20)
  target_compile_options(${name} PRIVATE ${orrery_warnings})
  target_sources(${name} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${L_HEADERS})
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${L_USES} PRIVATE ${L_SYSTEM})
  in_batches(${name} ${L_COLD})

  set_property(GLOBAL PROPERTY orrery_uses_${name} ${L_USES} ${L_SYSTEM})
  set(orrery_layers ${orrery_layers} ${name} CACHE INTERNAL "")
  if(ORRERY_BUILD_TESTS)
    layer_links(${name})
    foreach(other IN LISTS L_FORBIDS)
      layer_cannot_include(${name} ${other})
    endforeach()
    layer_tests(${name})
  endif()
endfunction()

# Fills in the file lists that the caller left out.
macro(layer_files name)
  if(NOT L_HEADERS)
    file(GLOB_RECURSE L_HEADERS CONFIGURE_DEPENDS include/*.h)
  endif()
  if(NOT L_SOURCES)
    file(GLOB_RECURSE L_SOURCES CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cc)
    list(FILTER L_SOURCES EXCLUDE REGEX "(_(test|main)\\.cc$|^(entry|port)/)")
  endif()
  if(NOT L_TESTS)
    file(GLOB_RECURSE L_TESTS CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *_test.cc)
    list(FILTER L_TESTS EXCLUDE REGEX "^(entry|port)/")
  endif()
  if(NOT L_SOURCES)
    message(FATAL_ERROR "${name} has no sources")
  endif()
endmacro()

# Fence 3: a symbol from a layer that USES omits is an undefined reference here.
function(layer_links name)
  add_executable(${name}_links ${PROJECT_SOURCE_DIR}/tools/cmake/empty_main.cc)
  target_link_libraries(${name}_links PRIVATE $<LINK_LIBRARY:WHOLE_ARCHIVE,${name}>)
endfunction()

# Fence 1, proved: a header of `other` that exists is "No such file" to `name`.
# Compiles with the include path of `name` exactly as its own sources have it.
function(layer_cannot_include name other)
  set(root ${PROJECT_SOURCE_DIR}/${other}/include)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${root} ${root}/*.h)
  if(NOT headers)
    message(FATAL_ERROR "${other} has no headers that ${name} could be kept from")
  endif()
  list(GET headers 0 header)
  set(probe ${CMAKE_CURRENT_BINARY_DIR}/forbidden/include_${other}.cc)
  file(CONFIGURE OUTPUT ${probe} CONTENT "#include \"${header}\"\n")
  string(REPLACE "." "\\." pattern ${header})
  add_test(NAME ${name}/cannot_include_${other}
    COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only
      "-I$<JOIN:$<TARGET_PROPERTY:${name},INCLUDE_DIRECTORIES>,;-I>" ${probe}
    COMMAND_EXPAND_LISTS)
  set_tests_properties(${name}/cannot_include_${other} PROPERTIES
    PASS_REGULAR_EXPRESSION "${pattern}(: No such file|' file not found)")
endfunction()

# GoogleTest's headers, read once for all test programs; all are compiled with these flags.
function(test_headers)
  if(TARGET test_headers)
    return()
  endif()
  add_library(test_headers OBJECT ${PROJECT_SOURCE_DIR}/tools/cmake/light_testing.cc)
  target_compile_features(test_headers PRIVATE cxx_std_20)
  target_compile_options(test_headers PRIVATE ${orrery_warnings} ${orrery_test_build})
  target_link_libraries(test_headers PRIVATE rapidcheck rapidcheck_gtest GTest::gmock)
  target_precompile_headers(test_headers PRIVATE
    <gmock/gmock.h> <gtest/gtest.h> <rapidcheck.h> <rapidcheck/gtest.h>
    ${PROJECT_SOURCE_DIR}/tools/cmake/light_testing.h)
endfunction()

# Tests instantiate the libraries' templates, too, and the linker keeps of equal copies the one
# that it meets first: here the libraries' own, which are optimised.
function(prefer_copies_of target)
  set(layers ${ARGN})
  set(files "")
  while(layers)
    list(POP_FRONT layers name)
    if(NOT TARGET orrery::${name} OR "$<TARGET_FILE:${name}>" IN_LIST files)
      continue()
    endif()
    list(APPEND files $<TARGET_FILE:${name}>)
    get_property(uses GLOBAL PROPERTY orrery_uses_${name})
    list(APPEND layers ${uses})
  endwhile()
  target_link_options(${target} PRIVATE
    $<$<CONFIG:Release>:-Wl,--whole-archive;${files};-Wl,--no-whole-archive>)
endfunction()

# One program per layer, since linking is slow: <layer>_tests. Each suite of it is a test in CTest,
# LAYER/SUITE, that runs in the source root, where `scenarios/` is.
function(suites_of_program layer)
  test_headers()
  set(target ${layer}_tests)
  target_compile_options(${target} PRIVATE ${orrery_warnings} ${orrery_test_build})
  target_compile_definitions(${target} PRIVATE ORRERY_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(${target} PRIVATE
    rapidcheck rapidcheck_gtest GTest::gmock)
  target_precompile_headers(${target} REUSE_FROM test_headers)
  in_batches(${target})
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:test_headers>)

  set(script ${PROJECT_SOURCE_DIR}/tools/cmake/suites.cmake)
  set(suites ${CMAKE_CURRENT_BINARY_DIR}/${target}_suites.cmake)
  if(NOT EXISTS ${suites})
    file(WRITE ${suites} "add_test(${target}_is_not_built false)\n")
  endif()
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${suites})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${script})
  add_custom_command(TARGET ${target} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:${target}> -D LAYER=${layer}
      -D ROOT=${PROJECT_SOURCE_DIR} -D RC_PARAMS=${ORRERY_RC_PARAMS} -D OUTPUT=${suites}
      -P ${script}
    VERBATIM)
endfunction()

function(layer_tests name)
  if(NOT L_TESTS)
    return()
  endif()
  add_executable(${name}_tests ${L_TESTS})
  target_include_directories(${name}_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${name}_tests PRIVATE ${name} ${L_SYSTEM})
  suites_of_program(${name})
  prefer_copies_of(${name}_tests ${name})
endfunction()

# Gives a target the header source_digest.h, which defines `macro` as the digest of the sources below
# these folders of `root`.
function(source_digest target macro root)
  set(deciding_sources "")
  foreach(folder IN LISTS ARGN)
    file(GLOB_RECURSE some CONFIGURE_DEPENDS ${root}/${folder}/*.h ${root}/${folder}/*.cc)
    list(APPEND deciding_sources ${some})
  endforeach()
  list(FILTER deciding_sources EXCLUDE REGEX "(_(test|main)\\.cc|_testing\\.h)$")
  set(script ${PROJECT_SOURCE_DIR}/tools/cmake/source_digest.cmake)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/generated)
  add_custom_command(OUTPUT ${generated}/source_digest.h
    COMMAND ${CMAKE_COMMAND} -DROOT=${root} "-DFOLDERS=${ARGN}" -DMACRO=${macro}
      -DOUTPUT=${generated}/source_digest.h -P ${script}
    DEPENDS ${deciding_sources} ${script}
    COMMENT "Digest of the sources of ${target} that decide a run"
    VERBATIM)
  target_sources(${target} PRIVATE ${generated}/source_digest.h)
  target_include_directories(${target} PRIVATE ${generated})
endfunction()
