# cmake -DROOT=... -DFOLDERS=... -DMACRO=... -DOUTPUT=... -P source_digest.cmake
#
# Writes a header that defines MACRO as the digest of every source below the folders of ROOT, tests
# aside: of what decides what a run does. It is the same for equal sources whatever compiled them,
# and needs no version control.
set(files "")
foreach(folder IN LISTS FOLDERS)
  file(GLOB_RECURSE some RELATIVE ${ROOT} ${ROOT}/${folder}/*.h ${ROOT}/${folder}/*.cc)
  list(APPEND files ${some})
endforeach()
list(FILTER files EXCLUDE REGEX "(_test\\.cc|_testing\\.h)$")
list(SORT files)
set(text "")
foreach(file IN LISTS files)
  file(SHA256 ${ROOT}/${file} digest)
  string(APPEND text "${file} ${digest}\n")
endforeach()
string(SHA256 digest "${text}")
string(SUBSTRING ${digest} 0 16 digest)
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define ${MACRO} \"${digest}\"\n")
