# cmake -D component=... -D others=... -D headers=... -D build=... -D source=... -D compiler=...
#       -D flags=... -P consumer_test.cmake
# Installs `build` into a temporary prefix, and builds and runs `source` against one component
# of it, with every header of the folders `headers` included. `others` must not come with it.

set(work ${build}/consumer/${component})
file(REMOVE_RECURSE ${work})

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(main "")
foreach(root IN LISTS headers)
  file(GLOB_RECURSE names RELATIVE ${root} ${root}/*.h)
  foreach(name IN LISTS names)
    string(APPEND main "#include <${name}>\n")
  endforeach()
endforeach()
file(WRITE ${work}/main.cc "${main}int main() {}\n")

run(${CMAKE_COMMAND} --install ${build} --prefix ${work}/prefix)
run(${CMAKE_COMMAND} -S ${source} -B ${work}/build -G Ninja
  -D CMAKE_PREFIX_PATH=${work}/prefix -D MAIN=${work}/main.cc
  -D COMPONENT=${component} -D "OTHERS=${others}"
  -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_CXX_FLAGS=${flags}
  -D CMAKE_EXE_LINKER_FLAGS=${linker_flags})
run(${CMAKE_COMMAND} --build ${work}/build)
run(${work}/build/consumer)
