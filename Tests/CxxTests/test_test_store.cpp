// Exhaustive tests in C++: passing tests, and how a failure is reported.
#include "check.hpp"
#include "features.hpp"

#include <kumiki_test.hpp>

using namespace kumiki;
using namespace kumiki::literals;
using namespace std::chrono_literals;
using test::thrown;

static effect ticking(state &state, action_view action, env &env) {
  if (action.is("start"))
    return effect::every(1s, "increment").cancellable("ticks");
  if (action.is("stop"))
    return effect::cancel("ticks");
  if (action.is("load"))
    return effect::send(action_at("set", env.dependency("answer")));
  if (action.is("serve"))
    return effect::send(action_at("set", *env.service<int>("answer")));
  return count_up(state, action, env);
}

TEST(what_holds) {
  test_store test(ticking, counting());
  CHECK(test.send("increment", counting(1)));
  CHECK(test.send_text("'increment'", "{'count': 2}") && test.send("later"));
  CHECK(test.advance(1s) && test.receive("increment", counting(3)));
  CHECK(test.set_dependency("answer", 42) && test.send("load"));
  CHECK(test.receive_payload("set", 42, counting(42)));
  int answer = 43;
  CHECK(test.set_service("answer", &answer) && test.send("serve"));
  CHECK(test.receive_case("set", counting(43)) && test.assert_state(counting(43)));
  task task = test.send_task("start");
  CHECK(test.advance(1s) && test.receive_text("'increment'", "{'count': 44}"));
  CHECK(test.advance(1s));
  CHECK(test.receive_if([](action_view action) { return action.is("increment"); }, counting(45)));
  CHECK(test.send("stop") && test.finish(task) && test.finish());
  CHECK(test.state() == counting(45) && test.store().state() == counting(45));
}

TEST(many_at_once_and_rows_by_their_ids) {
  test_store test(ticking, counting());
  test.send("start");
  CHECK(test.advance(3s) && test.receive_count(3, "increment", counting(3)));
  CHECK(test.advance_receiving(60s, 60, "increment", counting(63)));
  CHECK(test.send("stop"));
  test_store rows(for_each(combine(), "/rows", "rows", ticking),
                  R"({"rows": [{"id": "a", "count": 0}, {"id": "b", "count": 0}]})"_json);
  CHECK(rows.expect_row("/rows", "b", "{'count': 1}"));
  CHECK(rows.send(element_action_at("rows", "b", "increment")));
}

TEST(the_page_has_it_so) {
  const auto counter = count_up;
  kumiki::test_store test(counter, json::object({{"count", 0}}));
  test.send("increment", json::object({{"count", 1}}));
  test.send("later");
  test.advance(1s);
  test.receive("increment", json::object({{"count", 2}}));
  test.finish();
}

TEST(a_failure_is_thrown_with_its_place) {
  test_store test(ticking, counting());
  const int line = __LINE__ + 1;
  const auto failure = thrown<test_failure>([&] { test.send("increment", counting(2)); });
  CHECK(failure.line() == line && failure.file() == __FILE__);
  CHECK(std::string(failure.what()) ==
        std::string(__FILE__) + ":" + std::to_string(line) + ": " + failure.message());
  CHECK(std::string(failure.message()).find("count") != std::string::npos);
  CHECK(thrown<test_failure>([&] { test.receive("increment"); }).line() == __LINE__);
  CHECK(thrown<std::runtime_error>([&] { test.send("throw"); }).what() ==
        std::string("from a reducer"));
  CHECK(thrown<std::logic_error>([&] {
          test.send("later");
          test.advance(1s);
          test.receive_if([](action_view) -> bool { throw std::logic_error("match"); });
        }).what() == std::string("match"));
  test.skip_received(false);
}

TEST(a_failure_names_the_calls_of_cpp) {
  const auto told = [](const std::function<void(test_store &)> &act) {
    return std::string(thrown<test_failure>([&] {
                         test_store test(ticking, counting());
                         act(test);
                       }).message());
  };
  const std::string runs = told([](test_store &test) { test.send("start"); });
  CHECK(runs.find("(test_store::advance for") != std::string::npos);
  CHECK(runs.find("test_store::skip_in_flight") != std::string::npos);
  const std::string waits = told([](test_store &test) {
    test.send("later");
    test.advance(1s);
  });
  CHECK(waits.find("test_store::receive") != std::string::npos);
  const std::string unchanged = told([](test_store &test) { test.send("nothing", counting()); });
  CHECK(unchanged.find("leave out the argument \"changes\"") != std::string::npos);
  for (const std::string &each : {runs, waits, unchanged})
    CHECK(each.find("kmk_") == std::string::npos && each.find("NULL") == std::string::npos);
}

TEST(the_end_of_a_test_reports_what_runs) {
  const auto failure = thrown<test_failure>([] {
    test_store test(ticking, counting());
    test.send("start");
  });
  CHECK(std::string(failure.message()).find("running") != std::string::npos);
  // The failure cannot be thrown while another exception is in flight.
  CHECK(thrown<std::logic_error>([] {
          test_store test(ticking, counting());
          test.send("start");
          throw std::logic_error("first");
        }).what() == std::string("first"));
  CHECK(test::strays.size() == 1);
  test_store test(ticking, counting());
  test.send("start");
  CHECK(test.skip_in_flight());
}

TEST(failures_and_notes_go_to_functions) {
  std::vector<int> failures, notes;
  {
    test_store first(ticking, counting());
    first.on_failure([&](const test_failure &failure) { failures.push_back(failure.line()); });
    first.on_note([&](const test_failure &note) { notes.push_back(note.line()); });
    test_store test = std::move(first);
    CHECK(!test.send("increment"));
    CHECK(failures == std::vector<int>{__LINE__ - 1} && notes.empty());
    test.set_exhaustive(false, true);
    test.set_timeout(10ms);
    CHECK(test.send("increment", json::object()) && test.send("start"));
    CHECK(test.advance(1s));
  }
  CHECK(failures.size() == 1 && !notes.empty());
}

TEST(features_are_tested_by_name) {
  register_feature("ticking", ticking, counting(1));
  {
    test_store test = test_store::open("ticking");
    test.send("increment", counting(2));
  }
  unregister_feature("ticking");
  CHECK(test::failed([] { test_store::open("ticking"); }).status() == KMK_ERR_UNKNOWN_FEATURE);
}
