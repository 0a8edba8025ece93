// Effects: each kind, their operators, and how they end.
#include "check.hpp"
#include "features.hpp"

#include <thread>

using namespace kumiki;
using namespace std::chrono_literals;

// A store that keeps the names of the actions it receives, and responds to some with an effect.
struct logged {
  loop clock = loop::virtual_time();
  std::vector<std::string> log;
  store under_test;

  explicit logged(std::function<effect(action_view, env &)> answer)
      : under_test(
            clock,
            [this, answer = std::move(answer)](state &, action_view action, env &env) {
              log.push_back(action.is_text() ? action.as<std::string>() : action.text());
              return answer(action, env);
            },
            json()) {}

  std::string text() const {
    std::string all;
    for (const std::string &each : log)
      all += (all.empty() ? "" : " ") + each;
    return all;
  }
};

TEST(times_merges_and_chains) {
  logged test([](action_view action, env &) -> effect {
    if (action.is("merge"))
      return effect::merge(effect::after(2s, "b"), effect::send("a"), effect::none());
    if (action.is("chain"))
      return effect::concatenate(effect::after(2s, "c"), effect::send("d").delay(1s));
    if (action.is("many")) {
      std::vector<effect> effects;
      for (int number = 0; number < 3; number += 1)
        effects.push_back(effect::send(std::to_string(number)));
      return effect::merge(std::move(effects));
    }
    if (action.is("every"))
      return effect::every(1s, "tick").cancellable("ticks");
    if (action.is("stop"))
      return effect::cancel("ticks");
    return {};
  });
  test.under_test.send("merge");
  test.under_test.send("chain");
  test.clock.advance(3s);
  CHECK(test.text() == "merge a chain b c d");
  test.log.clear();
  test.under_test.send("many");
  test.under_test.send("every");
  test.clock.advance(2s);
  test.under_test.send("stop");
  test.clock.advance(2s);
  CHECK(test.text() == "many 0 1 2 every tick tick stop" && test.under_test.effect_count() == 0);
  CHECK(test::failed([] { (void)effect::after(-1s, "a"); }).status() == KMK_ERR_INVALID_ARGUMENT);
  CHECK(test::failed([] { (void)effect::none().delay(-1s); }).status() == KMK_ERR_INVALID_ARGUMENT);
}

TEST(debounce_throttle_and_cancel_in_flight) {
  logged test([](action_view action, env &) -> effect {
    if (action.is("type"))
      return effect::send("search").debounce("query", 1s);
    if (action.is("scroll"))
      return effect::send("draw").throttle("draw", 1s, true);
    if (action.is("load"))
      return effect::after(1s, "loaded").cancellable("load", true);
    return {};
  });
  for (const char *each : {"type", "type", "scroll", "scroll", "load", "load"})
    test.under_test.send(each);
  test.clock.advance(1s);
  CHECK(test.text() == "type type scroll scroll load load draw search draw loaded" ||
        test.text() == "type type scroll draw scroll load load search draw loaded");
  CHECK(test.under_test.effect_count() == 0);
}

TEST(a_started_effect_goes_on_by_itself) {
  sender elsewhere;
  int stopped = 0;
  logged test([&](action_view action, env &) -> effect {
    if (action.is("cancel"))
      return effect::cancel("work");
    if (!action.is("go"))
      return {};
    return effect::start([&](sender sender) {
             CHECK(sender.send("begun"));
             elsewhere = std::move(sender);
             return [&] { stopped += 1; };
           })
        .cancellable("work");
  });
  test.under_test.send("go");
  CHECK(test.clock.run_until_idle() && test.text() == "go begun");
  CHECK(elsewhere.send("more") && !elsewhere.is_cancelled());
  test.under_test.send("cancel");
  CHECK(stopped == 1 && elsewhere.is_cancelled() && !elsewhere.send("late"));
  CHECK(test.text() == "go begun more cancel" && !elsewhere.dismiss());
  elsewhere.finish();
  CHECK(!elsewhere &&
        test::failed([&] { elsewhere.send("x"); }).status() == KMK_ERR_INVALID_ARGUMENT);
}

TEST(an_effect_that_begins_and_ends_at_once_keeps_its_function_while_it_runs) {
  const auto held = std::make_shared<std::string>("a long text that lives on the heap");
  logged test([&](action_view action, env &) -> effect {
    if (!action.is("go"))
      return {};
    return effect::start([held](sender sender) {
      sender.finish();
      CHECK(*held == "a long text that lives on the heap");
      return [held] {};
    });
  });
  test.under_test.send("go");
  CHECK(test.clock.run_until_idle() && test.under_test.effect_count() == 0 &&
        held.use_count() == 1);
}

// The ways an effect can end whose stop function holds the sender, through the request that it stops.
enum class ending { cancelled, store, loop, finished };

static void check_a_stop_that_holds_its_sender(ending how) {
  struct request {
    std::function<void()> done;
    bool is_stopped = false;
  };
  std::weak_ptr<request> running;
  {
    loop loop;
    store store(
        loop,
        [&](state &, action_view action) -> effect {
          if (action.is("cancel"))
            return effect::cancel("work");
          return effect::start([&](sender given) {
                   const auto mine = std::make_shared<request>();
                   const auto kept = std::make_shared<sender>(std::move(given));
                   mine->done = [kept] { kept->finish(); };
                   running = mine;
                   return [mine] { mine->is_stopped = true; };
                 })
              .cancellable("work");
        },
        json());
    store.send("go");
    loop.dispatch();
    const auto asked = running.lock();
    CHECK(asked && store.effect_count() == 1);
    if (how == ending::cancelled)
      store.send("cancel");
    if (how == ending::store)
      store.reset();
    if (how == ending::loop)
      loop.reset();
    if (how == ending::finished)
      asked->done();
    CHECK(asked->is_stopped == (how != ending::finished));
    CHECK(asked.use_count() == 1);
  }
  CHECK(running.expired());
}

TEST(a_stop_function_that_holds_the_sender_goes_when_it_has_run) {
  for (const ending each : {ending::cancelled, ending::store, ending::loop, ending::finished})
    check_a_stop_that_holds_its_sender(each);
}

TEST(a_blocking_effect_runs_on_a_thread) {
  loop loop;
  store store(
      loop,
      [](state &state, action_view action) -> effect {
        if (action.is("found"))
          state.set("/count", action.payload("found"));
        if (!action.is("load"))
          return {};
        return effect::blocking([here = std::this_thread::get_id()](auto &sender) {
          CHECK(here != std::this_thread::get_id() && !sender.is_cancelled());
          CHECK(sender.send(action_at("found", 7)));
        });
      },
      counting());
  task task = store.send_task("load");
  CHECK(!task.is_finished() && task.finish() && task.is_finished());
  CHECK(store.get<int>("/count") == 7);
}

TEST(a_sender_is_used_by_another_thread) {
  loop loop;
  std::thread worker;
  store store(
      loop,
      [&](state &state, action_view action) -> effect {
        if (action.is("found"))
          state.set("/count", action.payload("found"));
        if (!action.is("load"))
          return {};
        return effect::start([&](sender given) {
          worker = std::thread(
              [sender = std::move(given)]() mutable { sender.send(action_at("found", 8)); });
        });
      },
      counting());
  task task = store.send_task("load");
  CHECK(task.finish() && store.get<int>("/count") == 8);
  worker.join();
}

TEST(tasks_are_cancelled) {
  loop loop = loop::virtual_time();
  store store(loop, count_up, counting());
  task task = store.send_task("later");
  CHECK(!task.finish(0ms));
  task.cancel();
  CHECK(task.is_finished());
  loop.advance(2s);
  CHECK(store.get<int>("/count") == 0);
}

TEST(retries_and_timeouts) {
  loop loop = loop::virtual_time();
  int tries = 0;
  const auto reduce = [&tries](state &state, action_view action) -> effect {
    if (action.is("go"))
      return effect::start([&tries](sender sender) {
               tries++;
               sender.fail_with("busy");
             })
          .retry(3, {2s, 3s, 2, 0, {"busy", "slow"}})
          .catching([](json_view error) { return action_at("failed", error); });
    if (action.is("slow"))
      return effect::start([](sender sender) {
               auto kept = std::make_shared<kumiki::sender>(std::move(sender));
               return [kept] {};
             })
          .timeout(1s, json("late"));
    state.set("", json(action));
    return {};
  };
  store store(loop, reduce, json(nullptr));
  store.send("go");
  loop.advance(2s);
  CHECK(tries == 2);
  loop.advance(3s);
  loop.advance(3s);
  CHECK(tries == 4 && store.get("/failed").text() == "\"busy\"");
  store.send("slow");
  CHECK(store.effects().size() == 1);
  loop.advance(1s);
  CHECK(store.get("").text() == "\"late\"" && store.effect_count() == 0);
}

TEST(an_action_is_sent_every_day) {
  loop loop = loop::virtual_time();
  const auto reduce = [](state &state, action_view action) -> effect {
    if (action.is("go"))
      return effect::daily(6, 30, json("morning"));
    state.set("/count", state.get<int>("/count") + 1);
    return {};
  };
  const store store(loop, reduce, counting());
  store.send("go");
  loop.advance(std::chrono::hours(72));
  CHECK(store.get<int>("/count") == 3);
}

TEST(a_machine_that_sleeps_and_a_clock_that_is_set) {
  loop loop = loop::virtual_time();
  const auto reduce = [](state &state, action_view action) -> effect {
    if (action.is("go"))
      return effect::merge(effect::after(1h, json("late")).counting_sleep(),
                           effect::woken(json("woken")), effect::clock_set(json("set")));
    state.insert("/log/-", action);
    return {};
  };
  const store store(loop, reduce, json::parse("{\"log\": []}"));
  store.send("go");
  loop.suspend(1h);
  loop.set_date(std::chrono::system_clock::time_point(24h));
  CHECK(store.get("/log").text() == "[\"late\",\"woken\",\"set\"]");
  CHECK(test::failed([&] { loop.set_date(std::chrono::system_clock::time_point(-1h)); }).status() ==
        KMK_ERR_INVALID_ARGUMENT);
}

TEST(dismissal_and_errors_as_json) {
  loop loop = loop::virtual_time();
  const auto parent = [](state &state, action_view action) {
    if (action.is("open"))
      state.set("/sheet", json::object({{"error", nullptr}}));
    if (action.is("sheet.presented.failed"))
      state.set("/heard", action.payload("sheet.presented.failed"));
  };
  const auto child = [](state &, action_view action, env &env) -> effect {
    CHECK(env.is_presented());
    if (action.is("close"))
      return effect::dismiss(env);
    if (action.is("leave"))
      return effect::start([](sender sender) { sender.dismiss(); });
    if (action.is("fail"))
      return effect::start([](sender sender) {
               sender.fail_with(json::array({1, 2}));
             })
          .catching(
              [](json_view error) -> std::optional<json> { return action_at("failed", error); });
    return {};
  };
  store store(loop, presentation(parent, "/sheet", "sheet", child),
              json::object({{"sheet", nullptr}, {"heard", nullptr}}));
  for (const char *each : {"close", "leave"}) {
    store.send("open");
    store.presented("sheet", each);
    CHECK(loop.run_until_idle() && store.get("/sheet").is_null());
  }
  store.send("open");
  store.presented("sheet", "fail");
  CHECK(loop.run_until_idle() && store.get("/heard").text() == "[1,2]");
}
