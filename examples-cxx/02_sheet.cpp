// 02_sheet: a screen that presents a sheet. The sheet's work on another thread ends with the sheet.
//
// Teaches: presentation as state, an effect whose error becomes an action, an observing view, and
//          the program's own types as JSON.
// Prints:  expected/02_sheet.txt
#include <kumiki.hpp>

#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

using kumiki::action_view;
using kumiki::effect;
using kumiki::json;
using kumiki::json_view;

// The sheet's state: the program's own type, read from JSON and written as JSON.
struct search {
  std::string query;
  std::vector<std::string> found;
};

template <> struct kumiki::json_traits<search> {
  static search from(json_view value) {
    return {value["query"].as<std::string>(), value["found"].as<std::vector<std::string>>()};
  }
  static json to(const search &it) {
    return json::object({{"query", it.query}, {"found", it.found}});
  }
};

// Stands for a slow server, which is called on a separate thread.
static std::vector<std::string> look_up(const std::string &query) {
  if (query.empty())
    throw std::invalid_argument("nothing to look for");
  return {query + " one", query + " two"};
}

// The sheet does not know its presenter.
static effect sheet(kumiki::state &state, action_view action, kumiki::env &env) {
  if (const json_view query = action.payload("search")) {
    state.set("/query", query);
    return effect::blocking([query = query.as<std::string>()](kumiki::blocking_sender &sender) {
             sender.send(kumiki::action_at("found", look_up(query)));
           })
        .catching([](json_view error) { return kumiki::action_at("failed", error); })
        .cancellable("search", true);
  }
  if (const json_view found = action.payload("found"))
    state.set("/found", found);
  if (const json_view error = action.payload("failed"))
    state.set("/found", json::array({error}));
  if (action.is("done"))
    return effect::dismiss(env);
  return effect::none();
}

// The screen receives the actions of its sheet too, under the name of the slot.
static void screen(kumiki::state &state, action_view action) {
  if (action.is("open"))
    state.set("/sheet", search{});
  if (action.is("sheet.presented.done"))
    state.set("/chosen", state.get("/sheet/found")[0]);
}

int main() {
  kumiki::loop loop;
  const kumiki::store store(loop, kumiki::presentation(screen, "/sheet", "sheet", sheet),
                            json::object({{"chosen", nullptr}, {"sheet", nullptr}}));

  // A program with windows would open, redraw and close them here.
  const auto window = store.observe_presentation(
      "/sheet", {[](auto, auto, json_view state) { std::cout << "open " << state.text() << '\n'; },
                 [](auto, json_view state) {
                   const auto [query, found] = state.as<search>();
                   std::cout << "show '" << query << "':";
                   for (const std::string &each : found)
                     std::cout << " [" << each << ']';
                   std::cout << '\n';
                 },
                 [](auto) { std::cout << "close\n"; }});

  store.send("open");
  const kumiki::store view = store.scope("/sheet", "sheet.presented");
  for (const char *query : {"", "red"}) {
    view.send_at("search", query);
    loop.run_until_idle();
  }
  view.send("done");
  std::cout << store.state_text() << ", effects running: " << store.effect_count() << '\n';
}
