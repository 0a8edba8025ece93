// Traces, recorders and replays.
#include "check.hpp"
#include "features.hpp"

#include <kumiki_test.hpp>

#include <cstdio>
#include <string>
#include <vector>

using namespace kumiki;

static const char *const log_path = "cxx_trace.log";

TEST(every_step_is_told_and_its_way_back_leads_back) {
  loop loop;
  store store(loop, count_up, counting());
  std::vector<json> steps;
  {
    const subscription told = trace(store, [&](json_view step) { steps.push_back(json(step)); });
    store.send("increment");
    store.send(action_at("set", 7));
  }
  store.send("increment");
  CHECK(steps.size() == 2 && steps[1]["step"].as<int>() == 2);
  CHECK(counting(1).patched(json(steps[1]["patch"])) == counting(7));
  CHECK(counting(7).patched(json(steps[1]["inverse"])) == counting(1));
  CHECK(counting(1).patched(json::parse(R"([{"op": "remove", "path": ""}])")).is_null());
  CHECK(test::failed([&] { const json none = counting(1).patched("no patch"); }).status() ==
        KMK_ERR_DECODE);
}

TEST(a_trace_can_receive_actions_before_their_reducers_and_durations) {
  loop loop;
  store store(loop, count_up, counting());
  std::vector<std::string> told;
  trace_options options;
  options.has_durations = true;
  options.begins = [&](json_view action) { told.push_back("begins " + action.as<std::string>()); };
  const subscription traced = trace(
      store,
      [&](json_view step) { told.push_back(step["duration"].as<int>() >= 0 ? "step" : "?"); },
      options);
  store.send("increment");
  CHECK(told == std::vector<std::string>{"begins increment", "step"});
}

TEST(a_recorded_store_is_replayed_and_a_changed_reducer_noticed) {
  std::remove(log_path);
  loop loop;
  store store(loop, count_up, counting());
  {
    const recorder recorder(store, log_path);
    store.send("increment");
    store.send("increment");
    recorder.flush();
  }
  replay as_then(log_path, count_up);
  CHECK(as_then.run() && as_then.step() == 2 && !as_then.divergence());
  CHECK(as_then.store().get<int>("/count") == 2);
  CHECK(as_then.run(1) && as_then.store().get<int>("/count") == 1);
  store.restore(as_then.snapshot());
  CHECK(store.get<int>("/count") == 1);
  CHECK(store.snapshot().beside(1) != store.snapshot().saved(1));
  const auto twice = [](state &state, action_view action) {
    if (action.is("increment"))
      state.set("/count", state.get<int>("/count") + 2);
  };
  replay otherwise(log_path, reducer(twice));
  CHECK(!otherwise.run() && otherwise.step() == 1 && otherwise.divergence());
  CHECK(otherwise.run() && otherwise.step() == 2);
  test_replay(log_path, count_up);
  try {
    test_replay(log_path, reducer(twice), {"here.cpp", 7});
    CHECK(false);
  } catch (const test_failure &failure) {
    CHECK(std::string(failure.what()).find("here.cpp:7: step 1 came out differently") == 0);
  }
  CHECK(test::failed([] { const replay none("nowhere.log", count_up); }).status() ==
        KMK_ERR_INVALID_ARGUMENT);
  /* Another run of the program: its first divergence is reported too. */
  {
    const recorder recorder(store, log_path);
    store.send("increment");
  }
  replay later(log_path, count_up, 3);
  CHECK(later.step() == 2 && later.store().get<int>("/count") == 1 && later.run());
  CHECK(later.step() == 3 && later.store().get<int>("/count") == 2);
  replay both(log_path, reducer(twice));
  CHECK(!both.run() && both.step() == 1);
  CHECK(!both.run() && both.run() && both.store().get<int>("/count") == 3);
  std::remove(log_path);
}
