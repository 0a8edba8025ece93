// Snapshots of a store: the saved form, migrations, and a store that continues from a snapshot.
#include "check.hpp"
#include "features.hpp"

#include <cstring>
#include <stdexcept>

using namespace kumiki;
using namespace std::chrono_literals;

TEST(a_store_goes_back_to_a_snapshot) {
  loop loop;
  store store(loop, count_up, counting());
  snapshot before = store.snapshot();
  store.send("increment");
  CHECK(store.get<int>("/count") == 1 && before.state() == counting(0));
  store.restore(before);
  CHECK(store.get<int>("/count") == 0);
  const snapshot moved = std::move(before);
  CHECK(!before && moved);
}

TEST(a_store_goes_on_from_what_was_saved) {
  loop loop;
  store first(loop, count_up, counting(3));
  const std::string text = first.snapshot().saved(2).text();
  const snapshot read(json::parse(text));
  store again(loop, count_up, read);
  again.send("increment");
  CHECK(again.get<int>("/count") == 4);
  CHECK(again.snapshot().saved(2) != json::parse(text) && read.saved(2) == json::parse(text));
}

TEST(what_could_be_undone_can_be_undone_afterwards) {
  loop loop;
  const auto feature = [] { return undoable(count_up); };
  store first(loop, feature(), counting());
  for (int i = 0; i < 3; i++)
    first.send("increment");
  const snapshot whole = first.snapshot(), beside = first.snapshot_without_state();
  const json kept = beside.saved_without_state(0), none = beside.bounded(0).beside(0);
  CHECK(kept["histories"].size() == 1 && !none["histories"]);
  store again(loop, feature(), snapshot(whole.saved(0)));
  again.send("undo");
  CHECK(again.get<int>("/count") == 2);
  again.restore(whole.bounded(0));
  again.send("undo");
  CHECK(again.get<int>("/count") == 3);
  CHECK(test::failed([&] { again.restore(beside); }).status() == KMK_ERR_INVALID_ARGUMENT);
}

TEST(a_state_is_led_to_the_programs_version) {
  loop loop;
  const json saved = json::parse(R"({"kumiki": 1, "version": 1, "state": {"n": 4}})");
  const migration rename{1, [](json_view state) {
                           return json::object({{"count", state["n"].as<int>()}});
                         }};
  const snapshot read(saved, 2, {rename});
  CHECK(read.state() == counting(4));
  const error newer = test::failed([&] { const snapshot refused(saved, 0, {rename}); });
  CHECK(newer.status() == KMK_ERR_DECODE && newer.path() == "/version");
  const error none = test::failed([&] { const snapshot refused(saved, 2, {}); });
  CHECK(none.path() == "/version");
}

TEST(what_a_step_throws_comes_out) {
  const json saved = json::parse(R"({"kumiki": 1, "version": 1, "state": {}})");
  const migration broken{1, [](json_view) -> json { throw std::runtime_error("broken"); }};
  bool thrown = false;
  try {
    const snapshot refused(saved, 2, {broken});
  } catch (const std::runtime_error &known) {
    thrown = std::strcmp(known.what(), "broken") == 0;
  }
  CHECK(thrown);
}

TEST(a_snapshot_that_does_not_fit_is_refused) {
  loop loop;
  const reducer declared = shape(count_up, "{count: integer}");
  store store(loop, declared, counting(1));
  const snapshot wrong(json::parse(R"({"kumiki": 1, "state": {"count": "x"}})"));
  CHECK(test::failed([&] { store.restore(wrong); }).path() == "/count");
  CHECK(test::failed([&] { const kumiki::store refused(loop, declared, wrong); }).status() ==
        KMK_ERR_DECODE);
  CHECK(test::failed([&] { const snapshot refused(json(5)); }).status() == KMK_ERR_DECODE);
  CHECK(store.get<int>("/count") == 1);
  CHECK(declared.hash().size() == 16 && declared.hash() != reducer(count_up).hash());
}

TEST(a_saver_writes_what_has_changed) {
  loop loop;
  store store(loop, count_up, counting(1));
  saver_options options;
  options.version = 2;
  options.secret_paths = {"/count"};
  const saver saver(options);
  CHECK(test::failed([&] { saver.change(store.snapshot()); }).status() == KMK_ERR_INVALID_ARGUMENT);
  CHECK(saver.whole(store.snapshot()).text().find("\"count\"") == std::string::npos);
  const auto change = saver.change(store.snapshot_beside());
  CHECK(change.patch == json::parse("[]") && change.passed == 0);
  const json step =
      json::parse(R"({"step": 1, "patch": [{"op": "replace", "path": "/count", "value": 2}]})");
  CHECK(saver.step(step) == json::parse(R"({"patch": []})"));
  options.secret_paths = {"/a~"};
  CHECK(test::failed([&] { const kumiki::saver refused(options); }).status() ==
        KMK_ERR_INVALID_ARGUMENT);
}
