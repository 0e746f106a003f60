# cmake -DROOT=... -DTYPE=... -DOUTPUT=... -P revision.cmake
#
# Writes a header that defines ORRERY_REVISION as the commit of ROOT, and as nothing where there is
# no version control or it is that of something else, and ORRERY_BUILD_TYPE.
cmake_minimum_required(VERSION 3.25)
set(revision "")
if(EXISTS ${ROOT}/.git)
  execute_process(COMMAND git -C ${ROOT} rev-parse --short=12 HEAD
    OUTPUT_VARIABLE revision OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
file(CONFIGURE OUTPUT ${OUTPUT}
  CONTENT "#define ORRERY_REVISION \"@revision@\"\n#define ORRERY_BUILD_TYPE \"@TYPE@\"\n" @ONLY)
