// Workers: input, order, the program's own threads, and their end.
#include "check.hpp"
#include "features.hpp"

#include <thread>

using namespace kumiki;
using namespace std::chrono_literals;

static effect saving(state &state, action_view action, env &) {
  if (action.is("save"))
    return effect::work(state.value(),
                        [](blocking_sender &sender, json_view whole) {
                          if (whole["count"].as<int>() < 0)
                            throw std::runtime_error("too small");
                          sender.send(action_at("saved", whole["count"]));
                        })
        .serial("save", true)
        .catching([](json_view error) { return action_at("failed", error); })
        .debounce("save", 1h);
  if (const auto count = action.payload("saved"))
    state.set("/saved", count);
  if (const auto error = action.payload("failed"))
    state.set("/saved", error);
  return effect::none();
}

TEST(the_end_saves_what_waits) {
  loop loop;
  const store store(loop, saving, json::object({{"count", 3}, {"saved", nullptr}}));
  store.send("save");
  CHECK(loop.finish() && store.get<int>("/saved") == 3);
  const kumiki::store other(loop, saving, json::object({{"count", -3}, {"saved", nullptr}}));
  other.send("save");
  CHECK(loop.finish() && other.get<std::string>("/saved") == "too small");
}

TEST(the_end_may_drop_what_waits) {
  loop loop;
  const store store(loop, saving, json::object({{"count", 3}, {"saved", nullptr}}));
  store.send("save");
  CHECK(loop.finish_with(KMK_FINISH_DROP_DELAYED | KMK_FINISH_CANCEL_WORK));
  CHECK(store.get("/saved").is_null() && store.effect_count() == 0);
}

TEST(W150_the_end_waits_for_what_is_awaited) {
  loop loop;
  std::thread helper;
  const auto saves = [&](state &state, action_view action, env &) {
    if (!action.is("save")) {
      state.set("/saved", true);
      return effect::none();
    }
    return effect::start([&](sender given) {
             helper = std::thread([sender = std::move(given)]() mutable {
               sender.send("saved");
               sender.finish();
             });
             return [] {};
           })
        .awaited();
  };
  const store store(loop, saves, json::object({{"saved", false}}));
  store.send("save");
  loop.dispatch();
  CHECK(loop.finish() && store.get<bool>("/saved") && loop.awaited_count() == 0);
  helper.join();
}

static effect limiting(state &state, action_view action, env &) {
  if (action.is("go"))
    return effect::send("went").limited("net", 0);
  if (action.is("more"))
    return effect::limit("net", 1);
  state.set("/count", state.get<int>("/count") + 1);
  return effect::none();
}

TEST(limited_effects_wait_for_the_limit) {
  loop loop;
  const store store(loop, limiting, json::object({{"count", 0}}));
  store.send("go");
  store.send("go");
  CHECK(store.get<int>("/count") == 0 && store.effect_count() == 2);
  store.send("more");
  CHECK(store.get<int>("/count") == 2 && store.effect_count() == 0);
}

static effect measuring(state &state, action_view action, env &) {
  if (action.is("go"))
    return effect::blocking([](blocking_sender &sender) {
      for (int i = 0; i < 10; i++)
        sender.send_latest("p", json::object({{"p", i}}));
    });
  if (const auto p = action.payload("p"))
    state.set("/count", p);
  return effect::none();
}

TEST(of_the_latest_one_waits_and_a_turn_has_a_budget) {
  loop loop;
  const store store(loop, measuring, json::object({{"count", 0}}));
  loop.set_worker_count(1);
  loop.set_turn_budget(1, 1s);
  auto mailbox = store.mailbox();
  CHECK(mailbox.post_latest("p", json::object({{"p", 1}})));
  CHECK(mailbox.post_latest("p", json::object({{"p", 2}})));
  CHECK(loop.dispatch() == 1 && store.get<int>("/count") == 2);
  store.send("go");
  loop.run_until_idle();
  CHECK(store.get<int>("/count") == 9);
}

static effect going_round(state &state, action_view, env &) {
  state.set("/count", state.get<int>("/count") + 1);
  return effect::send("again");
}

TEST(a_host_limits_what_comes_in_and_ends_a_burst) {
  loop_options options;
  options.is_virtual = true;
  loop loop(options);
  std::string code;
  loop.set_diagnostics([&](const diagnostic &issue) { code = std::string(issue.code); });
  const store store(loop, going_round, json::object({{"count", 0}}));
  loop.set_limit(KMK_LIMIT_ACTION_VALUES, 1);
  CHECK(loop.limit(KMK_LIMIT_ACTION_VALUES) == 1);
  const json pair = json::array({1, 2});
  CHECK(test::failed([&] { store.send(action_at("a", pair)); }).status() == KMK_ERR_LIMIT);
  loop.set_interrupt([] { return true; });
  store.send("again");
  CHECK(code == "interrupted-burst" && store.get<int>("/count") == 16);
}

TEST(a_burst_ends_where_the_function_that_is_asked_throws) {
  loop loop = loop::virtual_time();
  std::string code;
  loop.set_diagnostics([&](const diagnostic &issue) { code = std::string(issue.code); });
  const store store(loop, going_round, json::object({{"count", 0}}));
  int asked = 0;
  loop.set_interrupt([&]() -> bool {
    asked += 1;
    throw std::runtime_error("deadline");
  });
  CHECK(test::thrown<std::runtime_error>([&] { store.send("again"); }).what() ==
        std::string("deadline"));
  CHECK(asked == 1 && test::strays.empty());
  CHECK(code == "interrupted-burst" && store.get<int>("/count") == 16);
}

TEST(a_burst_ends_at_the_limit_of_its_loop) {
  loop_options options;
  options.is_virtual = true;
  options.burst_limit = 5;
  loop loop(options);
  std::string code;
  loop.set_diagnostics([&](const diagnostic &issue) { code = std::string(issue.code); });
  const store store(loop, going_round, json::object({{"count", 0}}));
  store.send("again");
  CHECK(code == "endless-burst" && store.get<int>("/count") == 5);
}

TEST(jobs_are_done_by_threads_of_the_program) {
  std::vector<std::thread> threads;
  const auto held = std::make_shared<int>();
  loop_options options;
  options.submit = [&, held](job &given) {
    threads.emplace_back([mine = std::move(given)]() mutable { mine.run(); });
  };
  {
    loop loop(options);
    const store store(loop, saving, json::object({{"count", 4}, {"saved", nullptr}}));
    store.send("save");
    CHECK(loop.finish() && store.get<int>("/saved") == 4 && threads.size() == 1);
    options.submit = {};
  }
  for (std::thread &each : threads)
    each.join();
  CHECK(held.use_count() == 1);
}

TEST(a_job_that_is_left_or_given_up_fails) {
  for (const bool is_given_up : {false, true}) {
    loop_options options;
    options.is_virtual = true;
    options.submit = [=](job &given) {
      if (is_given_up)
        given.reset();
    };
    loop loop(options);
    const store store(loop, saving, json::object({{"count", 4}, {"saved", nullptr}}));
    store.send("save");
    CHECK(loop.finish() && store.get("/saved").is_text());
  }
}

TEST(a_submit_that_throws_refuses_the_job) {
  loop_options options;
  options.submit = [](job &) { throw std::runtime_error("no thread"); };
  loop loop(options);
  const store store(loop, saving, json::object({{"count", 4}, {"saved", nullptr}}));
  store.send("save");
  CHECK(test::thrown<std::runtime_error>([&] { (void)loop.finish(); }).what() ==
        std::string("no thread"));
  CHECK(loop.finish() && store.get("/saved").is_text());
  options.worker_count = 0;
  options.submit = {};
  CHECK(test::failed([&] { kumiki::loop none(options); }).status() == KMK_ERR_INVALID_ARGUMENT);
}
