// The calls, the frontend and what happens beside them.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "ack/scenario_reader.h"
#include "files/scenario_file.h"
#include "sim/ack/frontend.h"
#include "sim/ack/scenario.h"
#include "sim/ack/words.h"

namespace sim::ack {
namespace {

using Value = const JsonValue&;
using Kind = JsonValue::Kind;

// A row of the tool that the predicate is true of.
template <class Predicate>
bool any_row(const engine::ack::Table& table, engine::ack::ToolId tool, Predicate predicate) {
  return std::ranges::any_of(
      table.rows, [&](const engine::ack::Row& row) { return row.tool == tool && predicate(row); });
}

bool is_round_trip(const engine::ack::Table& table, const engine::ack::Request& request) {
  const auto* row = engine::ack::find_row(table, request);
  return row != nullptr && row->signal == engine::ack::SignalKind::RoundTrip;
}

std::string_view only_for(Behaviour behaviour) {
  if (behaviour == Behaviour::Unchanged) return "tools that make the frontend push";
  if (behaviour == Behaviour::OtherDialog) return "tools that open a soft dialog";
  return "round trips";
}

class CallReader {
 public:
  CallReader(Reader& reader, const engine::ack::Table& table) : reader_(reader), table_(table) {}

  Call read(Value value, std::vector<Reader::Field> more) {
    const std::array own{
        Reader::Field{
            "tool",
            [&](Value v) { request_.tool = named<engine::ack::ToolId>(v, table_.tools, "a tool"); },
            true},
        Reader::Field{"target",
                      [&](Value v) {
                        target_ = &v;
                        request_.target =
                            named<engine::ack::TargetId>(v, table_.targets, "a target");
                      }},
        Reader::Field{"auto_confirm",
                      [&](Value v) {
                        auto_confirm_ = &v;
                        request_.auto_confirm = reader_.boolean(v);
                      }},
        Reader::Field{"one",
                      [&](Value v) {
                        one_ = &v;
                        request_.one = reader_.boolean(v);
                      }},
        Reader::Field{"meets", [&](Value v) { meets_ = &v; }}};
    more.insert(more.begin(), own.begin(), own.end());
    reader_.fields(value, more);
    if (reader_.failed()) return {};
    refuse_what_it_does_not_take();
    return call_for(table_, request_);
  }

  // Of one that has been read: a word, or a list of them.
  std::vector<Behaviour> met(const Call& call) {
    std::vector<Behaviour> out;
    if (meets_ == nullptr) return {Behaviour::Responsive};
    const auto add = [&](Value item) {
      static const auto names = names_of<Behaviour>(behaviours);
      const auto each = reader_.enumerator<Behaviour>(item, names, "what a call may meet");
      if (reader_.failed()) return;
      if (std::ranges::find(out, each) != out.end())
        return reader_.fail(item, fmt::format("{} stands twice.", echo(item.text)),
                            "Take one of the two out.");
      if (!applies(each, call.effect, is_round_trip(table_, call.request)))
        return reader_.fail(item, fmt::format("`{}` cannot meet that.", call.name),
                            fmt::format("`{}` is for {}.", name(each), only_for(each)));
      out.push_back(each);
    };
    if (meets_->kind == Kind::Text) {
      add(*meets_);
    } else {
      reader_.each(*meets_, behaviours, "behaviours", add);
      if (!reader_.failed() && out.empty())
        reader_.fail(*meets_, "The call meets nothing.", "Name at least one, or leave it out.");
    }
    if (out.empty()) out.push_back(Behaviour::Responsive);
    return out;
  }

 private:
  template <class Id>
  Id named(Value value, std::span<const std::string_view> names, std::string_view what) {
    return {static_cast<std::uint8_t>(reader_.one_of(value, names, what))};
  }

  void refuse_what_it_does_not_take() {
    const auto takes = [&](const JsonValue* given, const char* what, auto predicate) {
      if (given == nullptr || any_row(table_, request_.tool, predicate)) return;
      reader_.fail(*given,
                   fmt::format("`{}` takes no {}.", table_.tools[request_.tool.value], what),
                   "Take it out.");
    };
    using engine::ack::When;
    takes(target_, "target",
          [](const engine::ack::Row& row) { return row.target != engine::ack::no_target; });
    takes(auto_confirm_, "auto_confirm",
          [](const engine::ack::Row& row) { return row.when == When::AutoConfirm; });
    takes(one_, "one", [](const engine::ack::Row& row) { return row.when == When::One; });
  }

  Reader& reader_;
  const engine::ack::Table& table_;
  engine::ack::Request request_{};
  const JsonValue* target_ = nullptr;
  const JsonValue* auto_confirm_ = nullptr;
  const JsonValue* one_ = nullptr;
  const JsonValue* meets_ = nullptr;
};

void read_latencies(Reader& reader, Value value, Latencies& latencies) {
  const auto window = [&reader](Window& field) {
    return [&reader, &field](Value v) { field = reader.window(v, Reader::Never::AsEnd); };
  };
  reader.fields(value, {{"process_ms", window(latencies.process)},
                        {"slow_ms", window(latencies.slow)},
                        {"notify_ms", window(latencies.notify)},
                        {"late_ms", window(latencies.late)}});
}

class Delays {
 public:
  explicit Delays(const Plan& plan) : plan_(plan) {
    for (const auto* calls : {&plan.calls, &plan.second})
      for (const auto& call : *calls) add_row(call);
    add("process_ms", plan.latencies.process);
    add("notify_ms", plan.latencies.notify);
    if (meets(Behaviour::Slow)) add("slow_ms", plan.latencies.slow);
    if (meets(Behaviour::RepliesLate) || meets(Behaviour::RepliesTwice))
      add("late_ms", plan.latencies.late);
    if (!plan.second.empty()) add("the second call's at_ms", plan.second_window);
    for (const auto& event : plan.planned) add(name(event.what), event.window);
  }

  std::vector<Delay> take() { return std::move(delays_); }

 private:
  void add(std::string name, Window window) { delays_.push_back({std::move(name), window}); }
  void add(std::string name, port::Duration duration) {
    add(std::move(name), Window{duration.count(), duration.count()});
  }
  void add_row(const Call& call) {
    const auto* row = engine::ack::find_row(*plan_.table, call.request);
    if (row == nullptr) return;
    add(call.name + "'s budget", row->budget);
    add(call.name + "'s poll interval", row->poll);
  }
  bool meets(Behaviour what) const {
    return std::ranges::find(plan_.behaviours, what) != plan_.behaviours.end() ||
           std::ranges::find(plan_.second_behaviours, what) != plan_.second_behaviours.end();
  }

  const Plan& plan_;
  std::vector<Delay> delays_;
};

bool is_about_a_soft_dialog(const Plan& plan) {
  return is_soft_dialog(plan, plan.calls[0].effect.subject);
}

}  // namespace

void read_table(Reader& reader, const JsonValue& root, Plan& plan) {
  const auto* revision = member_of(root, "revision");
  const auto which =
      revision == nullptr ? 0 : reader.one_of(*revision, revision_names, "a revision");
  plan = plan_over(which == 0 ? engine::ack::table_r1() : engine::ack::table_r2());
  plan.latencies = scenario_latencies();
  plan.starts = {{}};
}

void read_call(Reader& reader, const JsonValue& value, Plan& plan,
               std::vector<Reader::Field> more) {
  CallReader call(reader, *plan.table);
  plan.calls = {call.read(value, std::move(more))};
  if (!reader.failed()) plan.behaviours = call.met(plan.calls[0]);
}

void read_second(Reader& reader, const JsonValue& value, Plan& plan) {
  CallReader call(reader, *plan.table);
  const auto at = [&](Value v) { plan.second_window = reader.window(v, Reader::Never::AsEnd); };
  plan.second = {call.read(value, {Reader::Field{"at_ms", at, true}})};
  if (reader.failed()) return;
  plan.second_behaviours = call.met(plan.second[0]);
  if (plan.second_window.latest == never)
    reader.fail(value, "The second call may never be made.", "Give `at_ms` an end.");
}

void read_frontend(Reader& reader, const JsonValue& value, Plan& plan) {
  auto& start = plan.starts[0];
  const auto flag = [&reader](bool& field) {
    return [&reader, &field](Value v) { field = reader.boolean(v); };
  };
  const JsonValue* dialog = nullptr;
  reader.fields(value,
                {{"store", flag(start.store)},
                 {"tracker", flag(start.tracker)},
                 {"windows", flag(start.windows)},
                 {"settings_open", flag(start.settings)},
                 {"viewers",
                  [&](Value v) {
                    start.viewers = static_cast<std::uint8_t>(reader.integer(v, 0, viewers_max));
                  }},
                 {"dialog_open",
                  [&](Value v) {
                    dialog = &v;
                    start.dialog = reader.boolean(v);
                  }},
                 {"latencies", [&](Value v) { read_latencies(reader, v, plan.latencies); }}});
  if (reader.failed() || !start.dialog || is_about_a_soft_dialog(plan)) return;
  reader.fail(*dialog, fmt::format("`{}` is about no soft dialog.", plan.calls[0].name),
              "Take this out.");
}

void read_background(Reader& reader, const JsonValue& value, Plan& plan) {
  static const auto events = names_of<Background>(background_kinds);
  reader.each(value, planned_max, "background events", [&](Value item) {
    BackgroundEvent event;
    reader.fields(
        item,
        {{"event",
          [&](Value v) {
            event.what = reader.enumerator<Background>(v, events, "a background event");
          },
          true},
         {"at_ms", [&](Value v) { event.window = reader.window(v, Reader::Never::AsEnd); }, true}});
    if (reader.failed()) return;
    const bool about_dialog =
        event.what == Background::DialogOpens || event.what == Background::DialogCloses;
    if (about_dialog && !is_about_a_soft_dialog(plan))
      reader.fail(item, fmt::format("`{}` is about no soft dialog.", plan.calls[0].name),
                  "Take this event out.");
    plan.planned.push_back(event);
  });
}

std::vector<Delay> delays_of(const Plan& plan) { return Delays(plan).take(); }

}  // namespace sim::ack
