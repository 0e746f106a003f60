#include "engine/appserver/names.h"

#include <utility>

#include "port/check.h"

namespace engine::appserver {
namespace {

template <class Map, class Key>
auto value_at(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? typename Map::mapped_type{} : found->second;
}

}  // namespace

std::uint32_t Interned::number_of(std::string_view text) {
  const auto found = numbers_.find(text);
  if (found != numbers_.end()) return found->second;
  const auto number = unnamed();
  texts_.back() = numbers_.emplace(text, number).first->first;
  return number;
}

std::uint32_t Interned::unnamed() {
  texts_.emplace_back();
  return static_cast<std::uint32_t>(texts_.size());
}

std::string_view Interned::text_of(std::uint32_t number) const {
  CHECK(number >= 1);
  CHECK(number <= texts_.size());
  return texts_[number - 1];
}

SubjectId Names::subject(AskKind kind, std::string_view text) {
  const char first = kind == AskKind::Patch ? 'p' : 'c';
  return {subjects_.number_of(first + std::string(text))};
}

std::string_view Names::text_of(SubjectId id) const {
  return subjects_.text_of(id.value).substr(1);
}

AskId Names::ask(ProcessId process, const rpc::Id& id) {
  const std::string meaning = id.is_text ? '"' + id.text.decoded() : std::to_string(id.number);
  const AskId ask{asks_.number_of(std::to_string(process.value) + ':' + meaning)};
  echoes_.try_emplace(
      ask.value, Echo{id.is_text, id.text.is_escaped(), id.number, std::string(id.text.raw())});
  return ask;
}

rpc::Id Names::id_of(AskId ask) const {
  const auto found = echoes_.find(ask.value);
  CHECK(found != echoes_.end());
  const Echo& echo = found->second;
  if (!echo.is_text) return rpc::Id::of(echo.number);
  return rpc::Id::of(echo.is_escaped ? json::Text::escaped(echo.raw) : json::Text::plain(echo.raw));
}

// rollout-2026-11-26T14-00-00-ID.jsonl, where an ID is a UUID.
std::optional<ThreadId> Names::thread_named(std::string_view id_or_path) {
  constexpr std::size_t uuid_size = 36;
  constexpr std::string_view ending = ".jsonl";
  const auto slash = id_or_path.rfind('/');
  if (slash == std::string_view::npos) {
    if (id_or_path.empty()) return std::nullopt;
    return ThreadId{threads.number_of(id_or_path)};
  }
  auto name = id_or_path.substr(slash + 1);
  if (name.ends_with(ending)) name.remove_suffix(ending.size());
  if (name.size() < uuid_size) return std::nullopt;
  const ThreadId out{threads.number_of(name.substr(name.size() - uuid_size))};
  paths_[out] = id_or_path;
  return out;
}

std::string_view Names::path_of(ThreadId thread) const {
  const auto found = paths_.find(thread);
  return found == paths_.end() ? std::string_view{} : found->second;
}

TextId Names::keep(std::string text) {
  texts_.emplace(++texts_kept_, std::move(text));
  return {texts_kept_};
}

TextId Names::keep(std::string text, Options options) {
  const TextId out = keep(std::move(text));
  options_.emplace(out.value, std::move(options));
  return out;
}

const Options* Names::options_of(TextId id) const {
  const auto found = options_.find(id.value);
  return found == options_.end() ? nullptr : &found->second;
}

std::string_view Names::text_of(TextId id) const {
  const auto found = texts_.find(id.value);
  return found == texts_.end() ? std::string_view{} : found->second;
}

const AskRow* Names::row_of(AskId ask) const {
  const auto found = rows_.find(ask);
  return found == rows_.end() ? nullptr : found->second;
}

ItemId Names::last_item(TurnId turn) const { return value_at(last_items_, turn); }

SubjectId Names::about(ItemId item) const { return value_at(about_, item); }

}  // namespace engine::appserver
