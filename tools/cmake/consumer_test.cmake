# cmake -D build=... -D source=... -D headers=... -D compiler=... -D flags=... -P consumer_test.cmake
# Installs `build` into a temporary prefix and builds and runs `source` against it.

set(work ${build}/consumer)
file(REMOVE_RECURSE ${work})

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(GLOB_RECURSE names RELATIVE ${headers} ${headers}/*.h)
set(main "")
foreach(name IN LISTS names)
  string(APPEND main "#include <${name}>\n")
endforeach()
file(WRITE ${work}/main.cc "${main}int main() {}\n")

run(${CMAKE_COMMAND} --install ${build} --prefix ${work}/prefix)
run(${CMAKE_COMMAND} -S ${source} -B ${work}/build -G Ninja
  -D CMAKE_PREFIX_PATH=${work}/prefix -D MAIN=${work}/main.cc
  -D CMAKE_CXX_COMPILER=${compiler} -D CMAKE_CXX_FLAGS=${flags}
  -D CMAKE_EXE_LINKER_FLAGS=${linker_flags})
run(${CMAKE_COMMAND} --build ${work}/build)
run(${work}/build/consumer)
