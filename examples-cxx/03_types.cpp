// 03_types: a wizard whose states and actions are types.
//
// Teaches: types generated from a shape, matching the cases of an action and of a state, places with types.
// Made:    kumiki generate --language c++ --output wizard_shape.hpp wizard.shape
// Run:     03_types
// Prints:  expected/03_types.txt
#include "wizard_shape.hpp"

#include <iostream>

using namespace wizard;

// Shows the next page. A missing input is a problem.
static void next(kumiki::state &state) {
  kumiki::match(
      state.get(at::page),
      [&](const page_case::welcome &) { state.set(at::page, page_case::network{}); },
      [&](const page_case::network &it) {
        if (it.value.name.empty())
          state.set(at::problem, "A name is needed");
        else
          state.set(at::page, page_case::ready{it.value.name});
      },
      [](const page_case::ready &) {});
}

static void reduce(kumiki::state &state, kumiki::action_view sent) {
  state.set(at::problem, std::nullopt);
  kumiki::match(
      sent.as<action>(), [&](const action_case::next &) { next(state); },
      [&](const action_case::back &) { state.set(at::page, page_case::welcome{}); },
      [&](const action_case::typed &it) { state.set(at::page_network_name, it.value); },
      [&](const action_case::hide &it) { state.set(at::page_network_is_hidden, it.value); });
}

static std::string title(const page &shown) {
  return kumiki::match(
      shown, [](const page_case::welcome &) -> std::string { return "Welcome"; },
      [](const page_case::network &it) { return "Network " + it.value.name; },
      [](const page_case::ready &it) { return "Ready: " + it.name; });
}

int main() {
  kumiki::loop loop;
  const kumiki::store store(loop, declare(reduce), wizard::state{});
  const auto told =
      store.observe(at::page, [](const page &shown) { std::cout << title(shown) << '\n'; });
  store.send(actions::next());
  store.send(actions::next());
  std::cout << store.get(at::problem).value_or("") << '\n';
  store.send(actions::typed("Attic"));
  store.send(actions::next());
  try {
    store.send_text(R"({"typed": 3})");
  } catch (const kumiki::error &error) {
    std::cout << error.what() << '\n';
  }
}
