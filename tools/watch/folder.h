// The home folder and the processes of this machine, as the engine asks for them. Whatever stands
// there, nothing here waits for another, and memory is bounded: of files that are no markers only
// the names are looked at, some at a time.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "engine/monitor/decode.h"
#include "port/monitor/events.h"

namespace tools::watch {

using namespace port::monitor;

// One listing, in steps. Of more files than can be listed, those of processes that do not live are
// left out: markers that dead IDEs left hide no running one.
class Listing {
 public:
  explicit Listing(std::string home);
  ~Listing();
  Listing(const Listing&) = delete;
  Listing& operator=(const Listing&) = delete;

  // The whole answer, or nothing: go on later.
  std::optional<FolderListed> step();
  std::size_t left_out() const { return left_out_; }

 private:
  // Whether there is another folder, now open. A home without it is one all the same.
  bool open_next();
  bool add(Pid pid);
  void leave_out(std::size_t at);

  struct Closer {
    void operator()(void* folder) const;
  };
  std::string home_;
  std::size_t layout_ = 0;  // Whose folder is open.
  std::unique_ptr<void, Closer> folder_;
  Folder failed_{};
  FolderListed found_{};
  bool only_living_ = false;
  std::size_t left_out_ = 0;
};

// A marker file, in the newest of the places in which there is one. Links are followed, and nothing
// but a file is opened.
MarkerRead read_marker(const std::string& home, Pid pid, engine::monitor::Texts& texts);

}  // namespace tools::watch
