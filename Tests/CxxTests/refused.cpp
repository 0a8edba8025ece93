// Uses that every compiler must refuse: each line that ends with "refused" is an error, or a warning where warnings
// are errors, and no other line is. refused.py compares.
#include <kumiki.hpp>

#include <map>
#include <optional>
#include <vector>

using namespace kumiki;
using namespace kumiki::literals;
using namespace std::chrono_literals;

// Takes a view for the duration of the call, even of a temporary json.
static bool is_large(const json_view &value) { return value.size() > 3; }

void views_of_temporaries(const store &store, const shared &shared, const derived &derived,
                          json_view lent) {
  const json_view copied = store.get("/a");                        // refused
  const json_view of_member = store.state()["a"];                  // refused
  const json_view of_element = R"([1])"_json[0];                   // refused
  const json_view nested = json::parse("[]").as<json_view>();      // refused
  lent = action_at("a");                                           // refused
  const action_view action = json("a");                            // refused
  (void)store.get<json_view>("/a");                                // refused
  (void)store.get<std::string_view>("/a");                         // refused
  (void)store.get<std::optional<std::string_view>>("/a");          // refused
  (void)store.get<std::vector<json_view>>("/a");                   // refused
  (void)shared.get<std::map<std::string, std::string_view>>("/a"); // refused
  (void)derived.get<std::string_view>();                           // refused
  (void)derived.get<std::vector<std::string_view>>();              // refused
  (void)store.state().as_or<std::string_view>("x");                // refused
  (void)store.state().at<std::string_view>("x");                   // refused
  (void)copied, (void)of_member, (void)of_element, (void)nested, (void)action;
}

// Types that contain views, in their fields and as cases.
struct named {
  int id = 0;
  std::string_view name;
  std::vector<named> more;
};
struct owned {
  int id = 0;
  std::vector<owned> more;
};
struct opened {
  static constexpr const char *case_name = "opened";
  std::string_view value;
};
struct closed {
  static constexpr const char *case_name = "closed";
  std::string value;
};
KUMIKI_FIELDS(named, id, name, more)
KUMIKI_FIELDS(owned, id, more)

void structs_of_temporaries(const store &store, const derived &derived, const list &list,
                            const snapshot &moment, const replay &replay) {
  (void)store.get<named>("/a");                            // refused
  (void)store.get<std::vector<named>>("/a");               // refused
  (void)store.get<std::variant<opened, closed>>("");       // refused
  (void)store.state().as<named>();                         // refused
  (void)derived.get<std::vector<named>>();                 // refused
  (void)list[0].as<std::optional<named>>();                // refused
  (void)moment.state().as<std::map<std::string, named>>(); // refused
  (void)replay.divergence().value().at<named>("a");        // refused
  (void)derived.get<owned>();
  (void)store.get<owned>("/a");
  (void)store.get<std::variant<closed>>("/a");
  const json state = store.state();
  (void)state.as<named>();
  (void)state.as<std::variant<opened, closed>>();
}

void views_of_what_stays(const store &store, json_view lent) {
  const json state = store.state();
  const json_view whole = state, member = state["a"], element = state["rows"][0];
  lent = state;
  lent = whole["b"];
  const auto text = state["c"].as<std::string_view>();
  const auto texts = whole["c"].as<std::vector<std::string_view>>();
  const bool is_same = is_large(store.get("/a")) && store.state() == state && lent == json(3);
  (void)member, (void)element, (void)text, (void)texts, (void)is_same;
}

bool comparisons_with_nullptr(const json &value, json_view lent) {
  const bool is_null = value.is_null() && lent;
  return is_null || value == nullptr; // refused
}

void writes_of_another_type(state &state, const place<int> &count, const place<bool> &is_on,
                            const place<std::optional<int>> &maybe, const place<std::string> &name,
                            const place<double> &real) {
  state.set(count, 3.5);     // refused
  state.set(count, true);    // refused
  state.set(count, 'a');     // refused
  state.set(count, nullptr); // refused
  state.set(is_on, "off");   // refused
  state.set(is_on, 1);       // refused
  state.set(maybe, 3.5);     // refused
  state.set(maybe, "3");     // refused
  state.set(name, 3);        // refused
  state.set(real, false);    // refused
  state.set(count, 3L);
  state.set(is_on, true);
  state.set(maybe, 3);
  state.set(maybe, std::nullopt);
  state.set(maybe, {});
  state.set(name, "a");
  state.set(name, std::string_view("a").substr(0, 1).data());
  state.set(real, 3);
  state.set(real, 3.5f);
}

void results_that_go_nowhere(store &store, const loop &loop) {
  effect::after(1s, "tick");             // refused
  effect::send("a").cancellable("id");   // refused
  action_at("failed", 3);                // refused
  scope("/a", "a", combine());           // refused
  store.send_task("a");                  // refused
  store.mailbox();                       // refused
  store.scope("/a", "a");                // refused
  store.observe("/a", [](json_view) {}); // refused
  loop::virtual_time();                  // refused
  shared::memory("a", 1);                // refused
  store.send("a");
  loop.run_until_idle();
}

// A type that no traits write, inside another type; and more names than the macros accept. refused_types.cpp has more.
struct unwritten {};
struct has_unwritten {
  unwritten member;
};
KUMIKI_FIELDS(has_unwritten, member) // refused

enum class large { a, b };
// clang-format off
KUMIKI_ENUM(large, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a, b, a) // refused
// clang-format on
