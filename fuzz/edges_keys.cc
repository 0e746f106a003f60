// Keys that stand twice, and some that nearly do.
#include <string>
#include <vector>

#include "edges.h"

namespace fuzz {
namespace {

std::string escaped(std::string_view key, std::size_t at) {
  constexpr std::string_view hex = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(key[at]);
  std::string out(key.substr(0, at));
  out += "\\u00";
  out += hex[value / 16];
  out += hex[value % 16];
  return out += key.substr(at + 1);
}

std::string member(std::string_view key) { return "\"" + std::string(key) + "\":0"; }

std::string object(const std::vector<std::string>& keys) {
  std::string out = "{";
  for (const auto& key : keys) out += member(key) + ',';
  out.back() = '}';
  return out;
}

std::string in_params(std::string_view value) {
  return "{\"method\":\"m\",\"params\":" + std::string(value) + '}';
}

// In objects at the root and below, within the text and at its very end.
void write_two(EdgeWriter& out, const std::string& one, const std::string& other) {
  out.line(in_params(object({one, other})));
  out.line("{\"method\":\"m\"," + member(one) + ',' + member(other) + '}');
  out.line('{' + member(one) + ",\"" + other + '"');
}

void write_sizes(EdgeWriter& out) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
  for (std::size_t size = 0; size <= 24; ++size) {
    const std::string key(letters.substr(0, size));
    write_two(out, key, key);
    if (size > 0) write_two(out, key, key.substr(1));
    for (std::size_t at = 0; at < size; ++at) {
      write_two(out, key, escaped(key, at));
      write_two(out, escaped(key, at), key);
      auto other = key;
      other[at] = '-';
      write_two(out, key, other);
      write_two(out, escaped(key, at), other);
    }
    if (size > 1) write_two(out, escaped(key, 0), escaped(key, size - 1));
  }
}

// `count` keys of many sizes, and one of them once more.
std::vector<std::string> keys_with(std::size_t count, std::size_t twice, bool is_escaped) {
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < count; ++i) {
    std::string key(1, static_cast<char>('A' + i));
    keys.push_back(key.append(i % 11, 'k'));
  }
  if (twice < count) keys.push_back(is_escaped ? escaped(keys[twice], 0) : keys[twice]);
  return keys;
}

// Up to 16 keys are compared as they come, and more when their object ends.
void write_many(EdgeWriter& out) {
  for (const std::size_t count : {15U, 16U, 17U, 33U}) {
    for (std::size_t twice = 0; twice <= count; ++twice) {
      for (const bool is_escaped : {false, true}) {
        const auto keys = object(keys_with(count, twice, is_escaped));
        const auto open = keys.substr(0, keys.size() - 1);
        out.line(in_params(keys));
        out.line(in_params('[' + keys + ',' + keys + "]"));
        out.line("{\"method\":\"m\"," + keys.substr(1));
        out.line(in_params(open + ",!"));
        out.line(open);
        out.line(open + ",\"method\":" + open + ",\"x\":[{\"a\":0,");
        out.line(open + ",\"method\":" + in_params(open + ",\"y\":{}]"));
      }
    }
  }
  // Keys that differ in the middle only.
  std::vector<std::string> alike;
  for (std::size_t i = 0; i < 20; ++i)
    alike.push_back("beginning" + std::string(1, static_cast<char>('A' + i)) + "behind it");
  for (std::size_t twice = 0; twice < alike.size(); ++twice) {
    auto keys = alike;
    for (std::size_t i = 0; i < keys.size(); i += 3) keys[i] = escaped(keys[i], 9);
    out.line(in_params(object(keys)));
    for (const auto& again : {alike[twice], escaped(alike[twice], 0), escaped(alike[twice], 14)}) {
      keys.push_back(again);
      out.line(in_params(object(keys)));
      keys.pop_back();
    }
  }
  // Several of them twice: the first one that comes again counts.
  for (std::size_t first = 0; first < 20; first += 3) {
    for (std::size_t second = 0; second < 20; ++second) {
      auto keys = keys_with(20, first, false);
      keys.push_back(keys[second]);
      out.line(in_params(object(keys)));
      out.line(in_params("{\"m\":1,\"m\":" + object(keys)));
      const auto whole = object(keys);
      out.line(whole.substr(0, whole.size() - 1) + ",\"o\":" + whole + '!');
    }
  }
}

// Keys that are the same up to a NUL and at their end.
void write_behind_nul(EdgeWriter& out) {
  for (const std::string nul : {"\\u0000", "x\\u0000", "\\u0000\\u0000"}) {
    const auto key = [&](std::size_t letter) {
      return nul + "beginning" + static_cast<char>('A' + letter) + "behind it";
    };
    write_two(out, key(0), key(1));
    write_two(out, key(0), key(0));
    std::vector<std::string> keys;
    for (std::size_t i = 0; i < 20; ++i) keys.push_back(key(i));
    out.line(in_params(object(keys)));
    keys.push_back(key(7));
    out.line(in_params(object(keys)));
  }
}

}  // namespace

void write_key_edges(EdgeWriter& out) {
  out.begin("keys");
  write_sizes(out);
  out.begin("many_keys");
  write_many(out);
  out.begin("keys_behind_nul");
  write_behind_nul(out);
  // Known members, and keys that are nearly such.
  out.begin("known_keys");
  for (const std::string key :
       {"id", "method", "params", "result", "error", "jsonrpc", "code", "message", "data"}) {
    std::vector<std::string> others{key, key + 'x', key.substr(1), key.substr(0, key.size() - 1)};
    for (std::size_t at = 0; at < key.size(); ++at) {
      others.push_back(escaped(key, at));
      others.push_back(key);
      others.back()[at] = static_cast<char>(others.back()[at] ^ 0x20);
    }
    for (const auto& other : others) {
      out.line("{\"" + other + "\":7,\"id\":1,\"method\":\"m\"}");
      out.line("{\"method\":\"m\",\"" + other + "\":\"s\"}");
      out.line("{\"id\":1,\"" + other + "\":{}}");
      out.line("{\"id\":1,\"error\":{\"code\":1,\"message\":\"s\",\"" + other + "\":[]}}");
      out.line("{\"id\":1,\"error\":{\"" + other + "\":5}}");
      out.line("{\"id\":1,\"error\":{\"" + other + "\":5,\"message\":\"s\"}}");
      out.line("{\"id\":1,\"error\":{\"" + other + "\":\"s\",\"code\":-5}}");
    }
  }
}

}  // namespace fuzz
