#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "codec/rpc_testing.h"
#include "codec/rpc_vectors_testing.h"

namespace engine::rpc {
namespace {

// Lines of the vectors in any order, glued as a stream is.
std::string any_stream() {
  static const auto rows = vectors();
  std::string out;
  const auto count = *rc::gen::inRange(0, 8);
  for (int i = 0; i < count; ++i) {
    out += rows[*rc::gen::inRange<std::size_t>(0, rows.size())].line;
    out += *rc::gen::element<std::string>("\n", "\r\n", "\n\n", "");
  }
  return out;
}

RC_GTEST_PROP(RpcProperty, AnyReadsGiveTheSameItems, ()) {
  const auto bytes = any_stream();
  Heard whole, cut;
  whole.feed(bytes);
  whole.finish();
  for (std::size_t at = 0; at < bytes.size();) {
    const auto size = *rc::gen::inRange<std::size_t>(1, 40);
    cut.feed(std::string_view(bytes).substr(at, size));
    at += size;
  }
  cut.finish();
  RC_ASSERT(whole.said == cut.said);
  RC_ASSERT(whole.places == cut.places);
  RC_ASSERT(whole.decoder().account() == cut.decoder().account());
}

RC_GTEST_PROP(RpcProperty, EveryByteIsAccountedFor, ()) {
  const auto bytes = any_stream();
  Heard heard;
  heard.feed(bytes);
  const auto& account = heard.decoder().account();
  RC_ASSERT(account.bytes_in == bytes.size());
  RC_ASSERT(account.accepted + account.rejected + account.blank + heard.decoder().pending() ==
            bytes.size());
}

std::string any_text() {
  return *rc::gen::container<std::string>(
      rc::gen::element<char>('a', '"', '\\', '\n', '\0', '\x1f', '/', '\x7f', ' ', 'u'));
}

Message any_message(const std::string& text, const std::string& other) {
  const auto id = *rc::gen::arbitrary<bool>() ? Id::of(*rc::gen::arbitrary<std::int64_t>())
                                              : Id::of(Text::plain(other));
  const Value value{*rc::gen::element<std::string_view>("", "{}", "[1, 2.5e3]", "null",
                                                        "{\"a\":{\"b\":\"\\ud83d\\ude00\"}}")};
  switch (*rc::gen::inRange(0, 4)) {
    case 0: return Request{id, Text::plain(text), value};
    case 1: return Response{id, value.present() ? value : Value{"true"}};
    case 2: return Failure{id, *rc::gen::arbitrary<std::int64_t>(), Text::plain(text), value};
    default: return Notification{Text::plain(text), value};
  }
}

RC_GTEST_PROP(RpcProperty, WhatIsEncodedDecodesToItself, ()) {
  const auto text = any_text(), other = any_text();
  const auto message = any_message(text, other);
  std::string line = "before";
  RC_ASSERT(encode(message, line) == Reason::None);
  RC_ASSERT(line.find('\n') == line.size() - 1);
  bool same = false;
  Decoder decoder;
  decoder.feed(std::string_view(line).substr(6),
               [&](const Item& item) { same = std::get<Accepted>(item).message == message; });
  RC_ASSERT(same);
}

TEST(RpcEncoder, RefusesWhatWouldNotDecodeToItself) {
  struct Row {
    Message message;
    Reason reason;
  };
  const Row rows[] = {
      {Notification{Text::plain("\xff"), {}}, Reason::NotUtf8},
      {Notification{Text::escaped("\""), {}}, Reason::UnexpectedByte},
      {Notification{Text::plain("x"), {"{\n}"}}, Reason::RawNewline},
      {Notification{Text::plain("x"), {"{},\"y\":1"}}, Reason::NotOneValue},
      {Notification{Text::plain("x"), {"{},\"method\":1"}}, Reason::DuplicateKey},
      {Notification{Text::plain("x"), {"{}}{"}}, Reason::MergedLines},
      {Response{Id::of(1), {}}, Reason::NotAMessage},
  };
  for (const auto& row : rows) {
    std::string out = "kept";
    EXPECT_EQ(encode(row.message, out), row.reason);
    EXPECT_EQ(out, "kept");
  }
}

TEST(RpcEncoder, WritesUnknownMembersBehindTheKnownOnes) {
  const Field field{Text::plain("emittedAtMs"), {"1e999"}};
  std::string out;
  ASSERT_EQ(encode(Notification{Text::plain("x"), {}}, out, {&field, 1}), Reason::None);
  EXPECT_EQ(out, "{\"method\":\"x\",\"emittedAtMs\":1e999}\n");
}

}  // namespace
}  // namespace engine::rpc
