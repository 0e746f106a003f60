# cmake -D build=... -D bin=... -D data=... -P installed_test.cmake
# Installs what a package of `build` holds into a temporary prefix: the program there takes its
# scenarios from beside itself, and not from the tree that it was built of; nothing else is there.

set(prefix ${build}/installed)
file(REMOVE_RECURSE ${prefix})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${build} --component program --prefix ${prefix}
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE ${prefix}/${data}/orrery/scenarios/modality/blink_dialog.json)

execute_process(COMMAND ${prefix}/${bin}/orrery list scenarios
  OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
if(NOT listed MATCHES "modality/tick_races_return" OR listed MATCHES "modality/blink_dialog")
  message(FATAL_ERROR "these are not the scenarios of ${prefix}:\n${listed}")
endif()
execute_process(COMMAND ${prefix}/${bin}/orrery explore modality/tick_races_return
  COMMAND_ERROR_IS_FATAL ANY)

file(GLOB_RECURSE others RELATIVE ${prefix} ${prefix}/*)
list(FILTER others EXCLUDE REGEX "^${data}/orrery/scenarios/.*\\.json$")
list(FILTER others EXCLUDE REGEX "^${data}/(man/man1/orrery[a-z-]*\\.1|[a-z/_-]+completions(\\.d)?/_?orrery(\\.fish)?)$")
list(SORT others)
if(NOT others STREQUAL
    "${bin}/orrery;${data}/doc/orrery/CHANGELOG.md;${data}/doc/orrery/copyright")
  message(FATAL_ERROR "a package would hold: ${others}")
endif()
