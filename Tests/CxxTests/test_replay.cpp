// Replays of programs whose functions threw.
#include "check.hpp"
#include "features.hpp"

#include <kumiki_test.hpp>

#include <cstdio>
#include <string>
#include <vector>

using namespace kumiki;

static const char *const replayed_path = "cxx_replay.log";

// Counts, and throws after it has written.
struct counts {
  int step = 1;
  int last = 2;

  void operator()(state &state, action_view action) const {
    const int count = state.get<int>("/count") + 1;
    state.set("/count", action.is("increment") && count > last ? count * step : count);
    if (action.is("bad"))
      throw std::runtime_error("no good action");
  }
};

// The log of increment, bad, increment, increment.
static void record_throws() {
  std::remove(replayed_path);
  loop loop;
  const store store(loop, counts(), counting());
  const recorder recorder(store, replayed_path);
  store.send("increment");
  CHECK(test::thrown<std::runtime_error>([&] { store.send("bad"); }).what() ==
        std::string("no good action"));
  store.send("increment");
  store.send("increment");
}

static const std::vector<std::string> told_once{"no good action"};

TEST(a_replay_goes_on_where_a_reducer_throws) {
  record_throws();
  replay again(replayed_path, counts());
  CHECK(again.run() && again.step() == 4 && !again.divergence());
  CHECK(again.store().get<int>("/count") == 4 && test::strays == told_once);
  test::strays.clear();
  test_replay(replayed_path, counts());
  CHECK(test::strays == told_once);
  std::remove(replayed_path);
}

TEST(what_a_reader_throws_in_a_replay_is_no_difference_either) {
  record_throws();
  const auto choose = [](json_view, action_view action) -> reducer {
    if (action.is("bad"))
      throw std::runtime_error("no good action");
    return counts();
  };
  // The recorded step wrote before it threw.
  replay otherwise(replayed_path, reader(choose));
  CHECK(!otherwise.run() && otherwise.step() == 2 && test::strays == told_once);
  std::remove(replayed_path);
}

TEST(a_difference_is_told_where_a_reducer_throws_in_the_same_run) {
  record_throws();
  replay otherwise(replayed_path, counts{7});
  CHECK(!otherwise.run() && otherwise.step() == 3 && otherwise.divergence());
  CHECK(otherwise.run() && otherwise.step() == 4);
  CHECK(test::thrown<test_failure>([] {
          test_replay(replayed_path, counts{7}, {"here.cpp", 7});
        }).what() == std::string("here.cpp:7: ") + test::thrown<test_failure>([] {
                                                     test_replay(replayed_path, counts{7});
                                                   }).message());
  CHECK(test::strays.size() == 3);
  std::remove(replayed_path);
}

TEST(an_observer_of_a_replay_throws_out_of_the_run_unless_that_has_more_to_say) {
  record_throws();
  const auto refuse = [](int count) {
    if (count > 2)
      throw std::runtime_error("observer");
  };
  replay again(replayed_path, counts());
  const subscription observing = again.store().observe<int>("/count", refuse);
  CHECK(test::thrown<std::runtime_error>([&] { (void)again.run(); }).what() ==
        std::string("observer"));
  replay otherwise(replayed_path, counts{7});
  const subscription other = otherwise.store().observe<int>("/count", refuse);
  test::strays.clear();
  CHECK(!otherwise.run() && otherwise.step() == 3);
  CHECK(test::strays == std::vector<std::string>({"no good action", "observer"}));
  std::remove(replayed_path);
}

// The log of an earlier version, whose state was {"n"} and whose action "more".
static void record_first() {
  std::remove(replayed_path);
  loop loop;
  const auto count = [](state &state, action_view) { state.set("/n", state.get<int>("/n") + 1); };
  const store store(loop, count, json::object({{"n", 0}}));
  recorder_options options;
  options.version = 1;
  const recorder recorder(store, replayed_path, options);
  store.send("more");
  store.send("more");
}

static replay_options migrating() {
  replay_options options;
  options.version = 2;
  options.states = {{1, [](json_view state) {
                       return json::object({{"count", state["n"].as<int>()}});
                     }}};
  options.actions = {{1, [](json_view) { return kumiki::json("increment"); }}};
  return options;
}

TEST(an_old_log_is_replayed_by_a_new_program) {
  record_first();
  replay first(replayed_path, counts(), migrating());
  replay again = std::move(first);
  CHECK(again.run() && again.step() == 2 && again.store().get<int>("/count") == 2);
  test_replay(replayed_path, counts(), migrating());
  replay otherwise(replayed_path, counts{7, 1}, migrating());
  CHECK(!otherwise.run() && otherwise.step() == 2);
  const std::optional<json> found = otherwise.divergence();
  CHECK(found && (*found)["migrated"].as<std::string>() == "increment");
  CHECK(test::thrown<test_failure>([] {
          test_replay(replayed_path, counts{7, 1}, migrating());
        }).message() != std::string());
  CHECK(test::thrown<error>([] {
          const replay refused(replayed_path, counts(), replay_options{0, 0});
        }).status() == KMK_ERR_DECODE);
  std::remove(replayed_path);
}

TEST(what_a_migration_throws_is_thrown_by_the_call) {
  record_first();
  replay_options options = migrating();
  options.actions[0].migrate = [](json_view) -> json { throw std::runtime_error("action"); };
  replay again(replayed_path, counts(), options);
  CHECK(test::thrown<std::runtime_error>([&] { (void)again.run(); }).what() ==
        std::string("action"));
  CHECK(test::thrown<std::runtime_error>([&] {
          test_replay(replayed_path, counts(), options);
        }).what() == std::string("action"));
  options.states[0].migrate = [](json_view) -> json { throw std::runtime_error("state"); };
  CHECK(test::thrown<std::runtime_error>([&] {
          const replay refused(replayed_path, counts(), options);
        }).what() == std::string("state"));
  std::remove(replayed_path);
}
