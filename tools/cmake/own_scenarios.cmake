# cmake -DROOT=... -DOUTPUT=... -P own_scenarios.cmake
#
# Writes a source with the text of every scenario of ROOT, for a program without files beside it.
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/scenarios/*/*.json)
set(rows "")
foreach(file IN LISTS files)
  file(READ ${ROOT}/${file} text)
  string(APPEND rows "    {\"orrery:/${file}\", R\"own(${text})own\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"command/selection.h\"

namespace tools {

std::span<const sim::OwnFile> own_scenarios() {
  static constexpr sim::OwnFile files[]{
${rows}  };
  return files;
}

}  // namespace tools
")
