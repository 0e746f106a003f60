// What real clients rely on beyond what the mock server says by itself: results of methods that it
// has nothing to do with, and the members of threads, turns and items of the real server.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "serve/played.h"

namespace tools::serve {

inline constexpr std::string_view mocked_version = "0.169.0";

// Methods that are answered with a result of nothing much, in the dialect codex.
std::span<const std::string_view> other_methods();
// The result of one of them, or of a method of the wire's; an empty object for what is unknown.
Json result_of(std::string_view method);

struct ThreadFacts {
  std::string id, cwd, preview;
  bool active = false;
};
Json thread_of(const ThreadFacts& facts);
// The result of thread/start and thread/resume.
Json opened_thread(const ThreadFacts& facts);

// `status` is inProgress, completed, interrupted or failed.
Json turn_of(const std::string& id, const std::string& status);

// Adds what an item of its type has, whether it has begun or ended.
void complete_item(Json& item, const ThreadFacts& thread);

Json usage_of(std::uint32_t total);
Json limits_of(std::uint32_t used);

}  // namespace tools::serve
