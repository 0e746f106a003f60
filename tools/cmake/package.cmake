# The target `package`: orrery_VERSION_ARCHITECTURE.deb and orrery-VERSION-SYSTEM.tar.gz with the
# program, its scenarios, completion, man pages and nothing that is for developers; of a static
# program also a wheel, an npm package and an image. docs/CI.md says how to make them.
set(CPACK_GENERATOR DEB TGZ)
if(ORRERY_STATIC)
  list(APPEND CPACK_GENERATOR External)
  set(CPACK_EXTERNAL_ENABLE_STAGING ON)
  set(CPACK_EXTERNAL_PACKAGE_SCRIPT ${PROJECT_SOURCE_DIR}/tools/package/external.cmake)
endif()
set(CPACK_COMPONENTS_ALL program)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
# An archive unpacks into a folder of its own; a .deb must not.
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_BINARY_DIR}/package_generator.cmake)
file(CONFIGURE OUTPUT ${CPACK_PROJECT_CONFIG_FILE} @ONLY CONTENT
  "string(COMPARE EQUAL \"\${CPACK_GENERATOR}\" TGZ CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY)\n")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_VENDOR "Orrery authors")
set(CPACK_PACKAGE_FILE_NAME
  orrery-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "Orrery authors <orrery@localhost>")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # What it depends on, by what it is linked with.
include(CPack)
