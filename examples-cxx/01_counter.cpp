// 01_counter: the first program, in C++.
//
// Teaches: a lambda is a reducer, a store is a value, and an observer ends with its subscription.
// Prints:  expected/01_counter.txt
#include <kumiki.hpp>

#include <iostream>

int main() {
  kumiki::loop loop;
  kumiki::store store(
      loop,
      [](kumiki::state &state, kumiki::action_view action) {
        if (action.is("increment"))
          state.set("/count", state.get<int>("/count") + 1);
      },
      kumiki::json::object({{"count", 0}}));
  const auto told = store.observe<int>("/count", [](int count) { std::cout << count << '\n'; });
  store.send("increment");
  try {
    store.send_text("increment"); // JSON would have quotes around it
  } catch (const kumiki::error &error) {
    std::cout << error.what() << '\n';
  }
}
