// Who writes the edges down.
#pragma once
#include <span>
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

// The rows that vectors are made of.

using namespace std::string_view_literals;

// A JSON value, or what looks like one, that stands within a line: as the element of an array, or
// in the params of a message. `word`: of the refusal; empty if there is nothing to say of it.
struct ValueRow {
  std::string_view kind, name, value, word;
};
std::span<const ValueRow> value_rows();

// A whole line, in which `$` stands for "jsonrpc":"2.0", and its word in each profile.
struct LineRow {
  std::string_view kind, name, line, json, json_rpc, app_server, mcp;
};
std::span<const LineRow> line_rows();

}  // namespace fuzz
