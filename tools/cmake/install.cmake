# Install and export: find_package(orrery [COMPONENTS port engine spec sim conformance recordings])
# gives orrery::engine and so on. Each layer has its own export, so that someone
# who asks for the engines alone needs only the packages that the engines use.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/orrery)

set(orrery_component_uses "")
foreach(name IN LISTS orrery_layers)
  install(TARGETS ${name} EXPORT orrery_${name}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    FILE_SET HEADERS DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/orrery)
  install(EXPORT orrery_${name} NAMESPACE orrery:: DESTINATION ${package_dir})

  get_property(uses GLOBAL PROPERTY orrery_uses_${name})
  set(layers ${uses})
  set(packages ${uses})
  list(FILTER layers EXCLUDE REGEX "::")
  list(FILTER packages INCLUDE REGEX "::")
  list(TRANSFORM packages REPLACE "::.*" "")  # fmt::fmt comes from find_package(fmt).
  list(REMOVE_DUPLICATES packages)
  string(APPEND orrery_component_uses
    "set(orrery_${name}_layers ${layers})\nset(orrery_${name}_packages ${packages})\n")
endforeach()

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/orreryConfig.cmake.in
  ${PROJECT_BINARY_DIR}/orreryConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/orreryConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/orreryConfig.cmake
  ${PROJECT_BINARY_DIR}/orreryConfigVersion.cmake
  DESTINATION ${package_dir})

# Someone else's project, built against an install tree of this build. It links one component
# and nothing more, and includes every header that it may: the port's, or the engines' and the
# port's.
function(consumer_links_alone component)
  cmake_parse_arguments(PARSE_ARGV 1 C "" "" "HEADERS;OTHERS")
  add_test(NAME install/consumer_links_${component}_alone
    COMMAND ${CMAKE_COMMAND}
      -D component=${component} -D "headers=${C_HEADERS}" -D "others=${C_OTHERS}"
      -D build=${PROJECT_BINARY_DIR} -D source=${CMAKE_CURRENT_FUNCTION_LIST_DIR}/consumer
      -D compiler=${CMAKE_CXX_COMPILER} -D flags=${CMAKE_CXX_FLAGS}
      -D linker_flags=${CMAKE_EXE_LINKER_FLAGS}
      -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/consumer_test.cmake)
endfunction()

if(ORRERY_BUILD_TESTS AND ORRERY_BUILD_TOOLS)
  add_test(NAME install/program_finds_its_scenarios
    COMMAND ${CMAKE_COMMAND}
      -D build=${PROJECT_BINARY_DIR} -D bin=${CMAKE_INSTALL_BINDIR} -D data=${CMAKE_INSTALL_DATADIR}
      -P ${CMAKE_CURRENT_LIST_DIR}/installed_test.cmake)
  set(port_headers ${PROJECT_SOURCE_DIR}/spec/port/include)
  consumer_links_alone(port
    HEADERS ${port_headers} OTHERS engine spec sim conformance)
  consumer_links_alone(engine
    HEADERS ${PROJECT_SOURCE_DIR}/engine/include ${port_headers} OTHERS spec sim conformance)
endif()
