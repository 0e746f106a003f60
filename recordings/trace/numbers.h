// What a trace calls things, be it a number or a text, as the small numbers of a port; and back,
// for what is said of it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace conformance {

class Numbers {
 public:
  // From 1 to `most`.
  explicit Numbers(std::uint32_t most) : most_(most) {}

  std::optional<std::uint32_t> find(const nlohmann::json& name) const;
  // The number that it has, or the first that nothing has. Nothing: all are taken.
  std::optional<std::uint32_t> of(const nlohmann::json& name) { return of(name, name); }
  // The same of what the trace itself calls otherwise, since its own names are not one thing's.
  std::optional<std::uint32_t> of(const nlohmann::json& name, const nlohmann::json& told);
  // The number that it has; zero, which this line calls so, if it has none any more.
  std::uint32_t of_this_line(const nlohmann::json& name);
  // This line calls this number so, whoever gave it.
  void remember(std::uint32_t number, const nlohmann::json& name);
  // Lines that are read from here on have this number, or a later one.
  void at_line(std::uint64_t line) { line_ = line; }
  // What the trace called it in that line: null if it had no name yet, or that is long past.
  nlohmann::json name_at(std::uint32_t number, std::uint64_t line) const;
  bool is_taken(std::uint32_t number) const;
  void forget(const nlohmann::json& name);
  void forget_all() { numbers_.clear(); }
  template <class Is>
  void forget_if(const Is& is) {
    std::erase_if(numbers_, [&](const auto& each) { return is(each.second); });
  }

 private:
  // In the order of their names; comparing JSON is dear to compile.
  struct Before {
    bool operator()(const nlohmann::json& a, const nlohmann::json& b) const;
  };
  // Lines are judged a little behind those that were read: a number may have been given again.
  static constexpr std::size_t kept = 8;
  struct Given {
    std::uint64_t line = 0;
    nlohmann::json name;
  };

  std::uint32_t most_;
  std::uint32_t next_ = 1;
  std::map<nlohmann::json, std::uint32_t, Before> numbers_;
  std::map<std::uint32_t, std::vector<Given>> given_;
  std::uint64_t line_ = 0;
};

// The text of a message, in which each `member=7` says the name that the trace gave to that
// number: `call="req-77"`.
std::string with_names(std::string_view text, std::string_view member, const Numbers& names,
                       std::uint64_t line);

}  // namespace conformance
