// Shapes of states, and their uses.
#include "check.hpp"
#include "features.hpp"

using namespace kumiki;
using namespace kumiki::literals;

TEST(a_state_is_checked_and_filled_in) {
  loop loop;
  const reducer shaped = shape(count_up, "{count: integer, query: text = 'x'}");
  const store store(loop, shaped, counting(1));
  CHECK(store.get<std::string>("/query") == "x");
  const json whole = shaped.complete_state(counting(2)), described = shaped.describe();
  CHECK(whole["query"] == json("x"));
  const error misfit = test::failed([&] { (void)shaped.complete_state(R"({"count": "1"})"_json); });
  CHECK(misfit.status() == KMK_ERR_DECODE && misfit.path() == "/count");
  CHECK(described["$defs"]["state"].is_object());
  CHECK(test::failed([&] { (void)shape(count_up, "{").describe(); }).status() ==
        KMK_ERR_INVALID_ARGUMENT);
}

TEST(a_saved_state_loses_what_closed_objects_do_not_have) {
  const reducer shaped = shape(count_up, "only {count: integer, query: text = 'x'}");
  const json saved = R"({"count": 1, "gone": 2})"_json;
  CHECK(shaped.restore_state(saved) == R"({"count": 1, "query": "x"})"_json);
  CHECK(test::failed([&] { (void)shaped.complete_state(saved); }).path() == "/gone");
}

TEST(a_feature_of_another_shape_is_refused) {
  loop loop;
  const reducer shaped = shape(count_up, "{count: integer}");
  const store store(loop, expect_shape(shaped, shaped.hash()), counting(1));
  CHECK(store.get<int>("/count") == 1);
  const error other = test::failed([&] {
    const kumiki::store refused(loop, expect_shape(shaped, "0123456789abcdef"), counting(1));
  });
  CHECK(std::string(other.message()).find(shaped.hash()) != std::string::npos);
}
