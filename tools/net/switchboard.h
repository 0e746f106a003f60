// Several clients of one program of lines, as plain values: requests get ids of ours on their way
// there, and their answers go to whoever asked. What the program says unasked, and what it asks,
// goes to each client that shook hands; the first answer is the answer.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/codec/rpc.h"

namespace tools::net {

class Switchboard {
 public:
  using Number = std::size_t;  // Of a client; never the same twice.
  struct Delivery {
    Number client;
    std::string line;  // Without its end.
  };

  // What a client says: the lines for the program, with their ends. The program is greeted once;
  // who greets it later has the answer of then.
  std::string hear(Number client, std::string_view line, std::vector<Delivery>& out);
  void say(std::string_view line, std::vector<Delivery>& out);
  // It is gone, and what it asked for is answered to nobody.
  void leave(Number client);

 private:
  struct Asked {
    Number client;
    std::string id;  // As JSON.
    bool greets = false;
  };
  // False: it is answered here, or later with another one.
  bool is_for_program(Number client, const engine::rpc::Request& request,
                      std::vector<Delivery>& out);
  bool say_answer(const engine::rpc::Id& id, std::string_view members, std::vector<Delivery>& out);
  void tell_all(std::string_view line, std::vector<Delivery>& out);

  std::map<std::int64_t, Asked> asked_;
  std::set<std::string> open_asks_;  // Ids of the program's requests, as JSON.
  std::set<Number> listening_;
  std::vector<Asked> greeting_;  // They wait for the answer to the first.
  std::string greeted_;          // The members of that answer, behind its id; empty: none yet.
  std::int64_t last_id_ = 0;
  bool greets_ = false, initialized_ = false;
};

}  // namespace tools::net
