// Decoders of C++ from Debian, a line at a time: decoders NAME. Built by decoders.sh alone.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <string>

#include <rapidjson/document.h>
#include <rapidjson/error/en.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <simdjson.h>
#include <boost/json/src.hpp>
#include <nlohmann/json.hpp>

namespace {

struct Unprintable {};

// What it read, written anew; or throws, with a reason. What nlohmann reads without recursion it
// cannot write without.
std::string by_nlohmann(const std::string& line) {
  constexpr int levels_max = 5000;
  int most = 0;
  const auto value = nlohmann::json::parse(line, [&](int depth, auto, auto&) {
    most = std::max(most, depth);
    return true;
  });
  if (most > levels_max) throw Unprintable();
  return value.dump();
}
std::string by_boost(const std::string& line) {
  return boost::json::serialize(boost::json::parse(line));
}
std::string by_simdjson(const std::string& line) {
  static simdjson::dom::parser parser;
  return simdjson::minify(simdjson::dom::element(parser.parse(line)));
}
std::string by_rapidjson(const std::string& line) {
  rapidjson::Document document;
  document.Parse<rapidjson::kParseValidateEncodingFlag>(line.data(), line.size());
  if (document.HasParseError())
    throw std::runtime_error(rapidjson::GetParseError_En(document.GetParseError()));
  rapidjson::StringBuffer out;
  rapidjson::Writer<rapidjson::StringBuffer> writer(out);
  document.Accept(writer);
  return out.GetString();
}

}  // namespace

int main(int, char** arguments) {
  const std::string name = arguments[1];
  auto* decode = name == "nlohmann"    ? by_nlohmann
                 : name == "boost"     ? by_boost
                 : name == "rapidjson" ? by_rapidjson
                                       : by_simdjson;
  for (std::string line; std::getline(std::cin, line);) {
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    try {
      const auto value = decode(line);
      std::cout << "{\"accept\":" << value << "}\n";
    } catch (const Unprintable&) {
      std::cout << "{\"unprintable\":\"too deep\"}\n";
    } catch (const std::exception& fault) {
      std::cout << "{\"reject\":"
                << nlohmann::json(fault.what())
                       .dump(-1, ' ', true, nlohmann::json::error_handler_t::replace)
                << "}\n";
    }
  }
}
