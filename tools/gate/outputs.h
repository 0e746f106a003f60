// What a gate leaves behind when it ended: the print, files for CI systems, annotations. `conform`
// and `merge` share the options for it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "command/options.h"
#include "gate/report.h"

namespace tools {

class GateOutputs {
 public:
  static void add_options(CommandLine& line);
  // Looks at what will be written, so that a mistake is told before anything runs.
  explicit GateOutputs(const CommandLine& line);

  // To be called once, after report.finish(). Gives the exit code.
  int write(const GateReport& report) const;

 private:
  void print(const GateReport& report, const Places& places) const;

  bool json_, details_;
  bool results_on_stdout_;
  std::vector<std::optional<std::string>> files_;  // Of each format.
  std::string folder_;                             // Empty for none.
  std::optional<Place> place_;
};

}  // namespace tools
