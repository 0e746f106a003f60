# suites.cmake: a test in CTest for each suite of a GoogleTest program, written when it is linked.
#
#   cmake -D PROGRAM=... -D LAYER=... -D ROOT=... -D RC_PARAMS=... -D OUTPUT=... -P suites.cmake
#
# One process runs all tests of a suite, whatever they are instantiated for. What is DISABLED_ of it
# is a test of its own, LAYER/SUITE/long, with `ctest -C Long` alone.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND ${PROGRAM} --gtest_list_tests WORKING_DIRECTORY ${ROOT}
  OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
# Behind the names stand parameters, in which there may be anything.
string(REGEX REPLACE "[ ]*#[^\n]*" "" listed "${listed}")
string(REGEX MATCHALL "[^\n]+" listed "${listed}")

foreach(line IN LISTS listed)
  if(line MATCHES "^([A-Za-z0-9_/]+)\\.$")
    set(full ${CMAKE_MATCH_1})
    # PREFIX/SUITE is an instantiation, SUITE/0 one of a type.
    string(REGEX REPLACE "/[0-9]+$" "" suite ${full})
    string(REGEX REPLACE "^.*/" "" suite ${suite})
    string(APPEND filter_of_${suite} "${full}.*:")
  elseif(line MATCHES "^  ([A-Za-z0-9_/]+)$")
    set(test ${full}.${CMAKE_MATCH_1})
    if(test MATCHES "(^|[./])DISABLED_")
      string(REPLACE DISABLED_ "" suite_of_long ${suite})
      list(APPEND long_suites ${suite_of_long})
      string(APPEND long_${suite_of_long} "${test}:")
    else()
      list(APPEND suites ${suite})
      math(EXPR tests_of_${suite} "0${tests_of_${suite}} + 1")
    endif()
  endif()
endforeach()
list(REMOVE_DUPLICATES suites)
list(REMOVE_DUPLICATES long_suites)

set(text "")
function(register name arguments properties)
  string(APPEND text "add_test([=[${LAYER}/${name}]=] [=[${PROGRAM}]=] ${arguments})\n"
    "set_tests_properties([=[${LAYER}/${name}]=] PROPERTIES WORKING_DIRECTORY [=[${ROOT}]=]"
    " ENVIRONMENT [=[RC_PARAMS=${RC_PARAMS}]=] ${properties})\n")
  set(text "${text}" PARENT_SCOPE)
endfunction()
# Those that run other programs, and wait for them, begin first, so that nobody waits for them in the
# end. The preset `clang` leaves them out: they take longer than all the rest.
set(programs AckCli Campaigns Drive EndlessProgram Export FatProgram FaultOfACheck FuzzProgram
  GateOfEndlessProgram HostileDecoder HostileProgram HostileSubject KnownFailures LanguageTest
  Outputs OwnTable PlantedFault PlantedReader Probe ProbeOfBadServers ProgramSubject
  ProgramThatDiesOnce Recipes ReplayOfArea ReplayOfMonitor RowsOfOneCause ServeIde ServeIdeFlaw
  SubjectsPage SubjectsPageCompiled SynchronousCode Transcripts Unsteady VectorRunnerTest Verdict
  Watching)
foreach(suite IN LISTS suites)
  set(properties "COST ${tests_of_${suite}}")
  if(suite IN_LIST programs)
    set(properties "COST 1000 LABELS programs")
  endif()
  register(${suite} "--gtest_filter=${filter_of_${suite}}" "${properties}")
endforeach()
string(APPEND text "if(CTEST_CONFIGURATION_TYPE STREQUAL \"Long\")\n")
foreach(suite IN LISTS long_suites)
  register(${suite}/long
    "--gtest_also_run_disabled_tests [=[--gtest_filter=${long_${suite}}]=]" "TIMEOUT 7200")
endforeach()
string(APPEND text "endif()\n")
file(WRITE ${OUTPUT} "${text}")
