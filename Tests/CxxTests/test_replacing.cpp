// Replacing the reducer of an open store.
#include "check.hpp"
#include "features.hpp"

using namespace kumiki;

TEST(another_reducer_takes_over) {
  loop loop;
  const store store(loop, count_up, counting());
  store.send("increment");
  const auto held = std::make_shared<int>(10);
  store.replace_reducer([held](state &state, action_view action) {
    if (action.is("increment"))
      state.set("/count", state.get<int>("/count") + *held);
  });
  store.send("increment");
  CHECK(store.get<int>("/count") == 11 && held.use_count() == 2);
  CHECK(test::failed([&] { store.replace_reducer(scope("x", "y", count_up)); }).status() ==
        KMK_ERR_INVALID_ARGUMENT);
  store.replace_reducer(count_up);
  CHECK(held.use_count() == 1);
}
