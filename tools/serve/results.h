// What real clients rely on beyond what the mock server says by itself: threads, turns and items
// as the real server has them, and results of methods that it has nothing to do with.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace tools::serve {

using Json = nlohmann::ordered_json;

inline constexpr std::string_view mocked_version = "0.169.0";

// The member of this name, or null; of what is no object, too.
const Json& member(const Json& json, std::string_view name);
// The same as a text; empty if it is none.
std::string text_in(const Json& json, std::string_view name);

// A constant of ours.
Json written(std::string_view json);

// Methods that are answered with a result of nothing much, in the dialect codex, and that result;
// an empty object for what is unknown.
std::span<const std::string_view> other_methods();
Json result_of(std::string_view method);

// As real servers say it of the threads of a client.
inline constexpr std::string_view thread_source = "vscode";
struct ThreadFacts {
  std::string id, cwd;  // The latter is absolute.
  std::string preview = {}, name = {}, parent = {}, forked_from = {};
  std::string version = std::string(mocked_version);
  std::string model = "orrery-mock", provider = "orrery";
  Json policy = "untrusted";
  Json sandbox = {};  // As an object; null: as by default.
  Json git = {};      // As a client has told it, or null.
  std::int64_t created_ms = 0;
  bool active = false, loaded = true, ephemeral = false;
  std::string_view waits_for = {};  // An active flag, or nothing.
};
// What the params of a thread or of a turn change of it.
void apply_params(const Json& params, ThreadFacts& facts);
Json thread_of(const ThreadFacts& facts, Json turns = Json::array());
// The same in the draft.
Json plain_thread(const ThreadFacts& facts);
Json status_of(const ThreadFacts& facts);
// The result of thread/start, thread/resume and thread/fork.
Json opened_thread(const ThreadFacts& facts, Json turns = Json::array());

struct TurnFacts {
  std::string id;
  std::string status = "inProgress";        // Or completed, interrupted, failed.
  std::int64_t began_ms = 0, ended_ms = 0;  // Zero: it has not.
  Json items = Json::array();
};
// The first message of the user's, or the last item of another type; null: there is none.
Json item_of_type(const Json& items, std::string_view type);
// The view is full, summary (of the user's message and the last answer) or notLoaded.
Json turn_of(const TurnFacts& facts, std::string_view items_view = "notLoaded");

Json user_message(const std::string& id, const std::string& text);
Json command_item(const std::string& id, const std::string& command, std::string_view source);
// Adds what an item of its type has, whether it has begun or ended.
void complete_item(Json& item, const ThreadFacts& thread);

Json usage_of(std::uint32_t total);
// Of five hours and of a week, at this time.
Json limits_of(std::uint32_t used, std::int64_t now_ms);

// Something that this JSON schema describes, as far as it is a plain one.
Json example_of(const Json& schema);

}  // namespace tools::serve
