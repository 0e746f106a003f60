# Run by CPack behind its other generators, with what it staged: packages.py makes of it what CPack
# knows nothing of.
execute_process(
  COMMAND python3 ${CMAKE_CURRENT_LIST_DIR}/packages.py ${CPACK_TEMPORARY_DIRECTORY}
    ${CPACK_TEMPORARY_DIRECTORY} ${CPACK_PACKAGE_VERSION}
  COMMAND_ERROR_IS_FATAL ANY)
file(GLOB CPACK_EXTERNAL_BUILT_PACKAGES ${CPACK_TEMPORARY_DIRECTORY}/orrery[_-]*[0-9].*)
