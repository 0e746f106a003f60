#include "net/listen_option.h"

#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "net/gateway.h"

namespace tools {

void add_listen_option(CommandLine& line) {
  line.option("listen", "URL",
              "ws://127.0.0.1:PORT or unix://PATH: a process for each client that connects there, "
              "and a message of its WebSocket for each line. Not given, or stdio://: our own "
              "stdin and stdout.");
  line.flag("one-server", "With --listen: one process for all clients, as codex has it.");
}

void serve_clients_if_asked(const CommandLine& line, const std::string& command,
                            Arguments arguments) {
  const auto url = line.text("listen");
  if (!url || *url == "stdio://") return;
  const auto address = net::address_of(*url);
  if (!address)
    line.refuse("listen", fmt::format("\"{}\": say ws://127.0.0.1:PORT or unix://PATH.", *url));
  std::vector<std::string> words{std::filesystem::read_symlink("/proc/self/exe").string(), command};
  bool ours = true;  // Behind -- stands a command line of its own.
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    ours = ours && arguments[i] != "--";
    if (ours && arguments[i] == "--listen")
      ++i;
    else if (!ours || (!arguments[i].starts_with("--listen=") && arguments[i] != "--one-server"))
      words.push_back(arguments[i]);
  }
  if (line.has("one-server")) net::serve_together(*address, words);
  net::serve_clients(*address, words);
}

}  // namespace tools
