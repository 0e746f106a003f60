# cmake -DROOT=... -DOUTPUT=... -P page_texts.cmake
#
# Writes a header with the text of each style and script of the pages, under the name of its file.
file(GLOB files ${ROOT}/tools/*/*.css ${ROOT}/tools/*/*_script.js)
set(texts "")
foreach(file IN LISTS files)
  file(READ ${file} text)
  get_filename_component(name ${file} NAME_WE)
  string(APPEND texts "inline constexpr std::string_view ${name} = R\"page(\n${text})page\";\n")
endforeach()
file(WRITE ${OUTPUT} "#pragma once
#include <string_view>

namespace tools {

${texts}
}  // namespace tools
")
