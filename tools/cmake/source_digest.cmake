# cmake -DROOT=... -DOUTPUT=... -P source_digest.cmake
#
# Writes a header with the digest of every file that decides what a run does: the sources of
# engine, spec, sim and conformance. It is the same for equal sources whatever compiled them,
# and needs no version control.
file(GLOB_RECURSE files RELATIVE ${ROOT}
  ${ROOT}/engine/*.h ${ROOT}/engine/*.cc ${ROOT}/spec/*.h ${ROOT}/spec/*.cc
  ${ROOT}/sim/*.h ${ROOT}/sim/*.cc ${ROOT}/conformance/*.h ${ROOT}/conformance/*.cc)
list(FILTER files EXCLUDE REGEX "(_test\\.cc|_testing\\.h)$")
list(SORT files)
set(text "")
foreach(file IN LISTS files)
  file(SHA256 ${ROOT}/${file} digest)
  string(APPEND text "${file} ${digest}\n")
endforeach()
string(SHA256 digest "${text}")
string(SUBSTRING ${digest} 0 16 digest)
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define ORRERY_SOURCE_DIGEST \"${digest}\"\n")
