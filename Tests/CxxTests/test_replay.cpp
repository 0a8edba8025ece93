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
