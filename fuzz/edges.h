// Who writes the edges down.
#pragma once
#include <string>
#include <string_view>

#include "fuzz/edges.h"

namespace fuzz {

using namespace std::string_view_literals;

class EdgeWriter {
 public:
  explicit EdgeWriter(const std::function<void(const Edge&)>& judge) : judge_(judge) {}
  ~EdgeWriter() { flush(); }
  EdgeWriter(const EdgeWriter&) = delete;
  EdgeWriter& operator=(const EdgeWriter&) = delete;

  void begin(std::string_view kind) {
    flush();
    kind_ = kind;
  }
  // A line, behind those before it.
  void line(std::string text) { add(std::move(text) + '\n', false); }
  // A stream that ends like this; read by a decoder that has read the streams before it.
  void cut(std::string text) { add(std::move(text), true); }

 private:
  void add(std::string bytes, bool ends_stream);
  void flush();

  const std::function<void(const Edge&)>& judge_;
  std::string_view kind_;
  Case input_;
  std::size_t bytes_ = 0, cases_ = 0;
};

std::string repeated(std::string_view part, std::size_t times);
// A notification with this between the quotes of its method.
std::string of_method(std::string_view raw);

void write_string_edges(EdgeWriter& out);
void write_utf8_edges(EdgeWriter& out);
void write_escape_edges(EdgeWriter& out);
void write_key_edges(EdgeWriter& out);
void write_line_edges(EdgeWriter& out);
void write_stream_edges(EdgeWriter& out);

}  // namespace fuzz
