// Exceptions of the program's functions: each reaches the call that ran the function, and the library continues as if
// nothing had been thrown.
#include "check.hpp"
#include "features.hpp"

#include <kumiki_test.hpp>

#include <functional>

#include <stdexcept>

using namespace kumiki;
using namespace kumiki::literals;
using namespace std::chrono_literals;
using test::thrown;

static std::string said(const std::function<void()> &function) {
  return thrown<std::runtime_error>(function).what();
}

// An exception that is not a std::exception.
struct odd {
  int number;
};

TEST(a_reducer_throws_out_of_the_send_that_ran_it) {
  loop loop = loop::virtual_time();
  store store(loop, count_up, counting());
  CHECK(said([&] { store.send("throw"); }) == "from a reducer");
  CHECK(said([&] { store.send_text("\"throw\""); }) == "from a reducer");
  CHECK(said([&] { store.send_at("throw"); }) == "from a reducer");
  CHECK(said([&] { (void)store.send_task("throw"); }) == "from a reducer");
  CHECK(said([&] { store.send("throwLater"); }) == "from a reducer");
  store.post("throw");
  CHECK(said([&] { (void)loop.dispatch(); }) == "from a reducer");
  store.post("throw");
  CHECK(said([&] { (void)loop.run_until_idle(); }) == "from a reducer");
  store.send("increment");
  CHECK(store.get<int>("/count") == 1 && test::strays.empty());
}

TEST(what_a_reducer_wrote_stays_and_the_burst_goes_on) {
  loop loop;
  const auto first = [](state &state, action_view action) {
    state.set("/first", true);
    if (action.is("go"))
      throw odd{7};
  };
  const auto second = [](state &state, action_view action) {
    if (action.is("go"))
      state.set("/second", true);
  };
  store store(loop, combine(first, second), json::object());
  CHECK(thrown<odd>([&] { store.send("go"); }).number == 7);
  CHECK(store.state_text() == R"({"first":true,"second":true})");
}

TEST(the_first_of_several_is_thrown_and_the_others_are_told) {
  loop loop;
  store store(loop, count_up, counting());
  const auto throwing = [](const char *text) {
    return [text](json_view count) {
      if (count.as<int>() > 0)
        throw std::runtime_error(text);
    };
  };
  const subscription one = store.observe("/count", throwing("one"));
  const subscription two = store.observe("/count", throwing("two"));
  CHECK(said([&] { store.send("increment"); }) == "one");
  CHECK(test::strays == std::vector<std::string>{"two"});
}

TEST(a_write_that_fails_is_the_errors_of_the_send) {
  loop loop;
  std::vector<std::string> issues;
  loop.set_diagnostics([&](const diagnostic &issue) { issues.emplace_back(issue.code); });
  store store(
      loop, [](state &state, action_view) { state.set("/none/a", 1); }, json::object());
  const error refused = test::failed([&] { store.send("go"); });
  CHECK(refused.status() == KMK_ERR_NOT_FOUND && refused.path() == "/none/a");
  CHECK(std::string(refused.what()) == "/none/a: /none is not there");
  CHECK(issues == std::vector<std::string>{"write-failed"});
}

TEST(a_refused_write_says_what_was_expected_there) {
  loop loop;
  loop.set_diagnostics([](const diagnostic &) {});
  const auto reduce = [](state &state, action_view action) {
    if (action.is("misfit"))
      state.set("/name", 5);
    if (action.is("row"))
      state.set_row("/rows", 7, "/done", true);
    if (action.is("push"))
      state.push("/rows", 1);
    if (action.is("read"))
      (void)state.get<int>("/name");
  };
  const auto row = for_each(reduce, "/rows", "rows", combine());
  store store(loop, scope("/a", "a", shape(row, "{name: text, rows: [{id: integer}]}")),
              R"({"a": {"name": "", "rows": []}})"_json);
  const auto told = [&](const char *action) {
    return std::string(test::failed([&] { store.send_at("a", action); }).what());
  };
  CHECK(told("misfit").find("/a/name: ") == 0);
  CHECK(told("misfit").find("expected text") != std::string::npos);
  CHECK(told("row").find("/a/rows: no row with that id") == 0);
  CHECK(told("push").find("/a/rows: no path is attached there") == 0);
  CHECK(told("read") == "/name: found a text, expected an integer");
}

TEST(a_call_that_answers_a_status_alone_says_what_that_means) {
  loop loop = loop::virtual_time();
  const error refused = test::failed([&] { (void)loop.dispatch(std::chrono::milliseconds(-2)); });
  CHECK(std::string(refused.what()) == "loop::dispatch: an argument that the call cannot use");
  store store(
      loop, [&](state &, action_view) { (void)loop.dispatch(); }, json());
  const error busy = test::failed([&] { store.send("go"); });
  CHECK(std::string(busy.what()).find("loop::dispatch: called inside a callback") == 0);
}

TEST(an_observer_throws_out_of_the_call_that_told_it) {
  loop loop;
  store store(loop, count_up, counting());
  const auto refuse = [](auto &&...) { throw std::runtime_error("observer"); };
  // The first call throws, so there is no subscription.
  CHECK(said([&] { (void)store.observe("/count", refuse); }) == "observer");
  CHECK(said([&] { (void)store.observe_case("/count", refuse); }) == "observer");
  CHECK(said([&] { (void)store.observe_ids("/rows", refuse); }) == "observer");
  CHECK(test::failed([&] { (void)store.observe<bool>("/count", refuse); }).status() ==
        KMK_ERR_DECODE);
  store.send("increment");
  const subscription patches = store.observe_patches("", refuse);
  CHECK(said([&] { store.send("increment"); }) == "observer");
  CHECK(store.get<int>("/count") == 2);
}

TEST(a_view_of_a_presentation_throws) {
  loop loop = loop::virtual_time();
  const auto parent = [](state &state, action_view action) {
    if (action.is("open"))
      state.set("/sheet", counting());
    if (action.is("close"))
      state.set("/sheet", nullptr);
  };
  store store(loop, presentation(parent, "/sheet", "sheet", count_up), R"({"sheet": null})"_json);
  const auto refuse = [](const char *text) { throw std::runtime_error(text); };
  const subscription view = store.observe_presentation(
      "/sheet",
      {[=](std::string_view, std::optional<std::string_view>, json_view) { refuse("present"); },
       [=](std::string_view, json_view) { refuse("update"); },
       [=](std::string_view) { refuse("dismiss"); }});
  CHECK(said([&] { store.send("open"); }) == "present");
  CHECK(said([&] { store.send_at("sheet.presented.increment"); }) == "update");
  CHECK(said([&] { store.send("close"); }) == "dismiss");
}

TEST(readers_recursions_and_changes_throw) {
  loop loop;
  const auto choose = [](json_view, action_view action) -> reducer {
    if (action.is("go"))
      throw std::runtime_error("reader");
    return combine();
  };
  const auto changed = [](state &, json_view, json_view) { throw std::runtime_error("change"); };
  store store(loop, combine(reader(choose), on_change(count_up, "/count", changed)), counting());
  CHECK(said([&] { store.send("go"); }) == "reader");
  CHECK(said([&] { store.send("increment"); }) == "change");
  const auto build = [](const reducer &) -> reducer { throw std::runtime_error("recurse"); };
  CHECK(said([&] { (void)recurse(build); }) == "recurse");
}

TEST(deferred_functions_and_diagnostics_throw) {
  loop loop;
  loop.defer([] { throw std::runtime_error("deferred"); });
  CHECK(said([&] { (void)loop.dispatch(); }) == "deferred");
  loop.set_diagnostics([](const diagnostic &) { throw std::runtime_error("issue"); });
  const auto dismiss = [](state &, action_view, env &env) { return effect::dismiss(env); };
  store store(loop, dismiss, json());
  CHECK(said([&] { store.send("go"); }) == "issue");
}

TEST(a_nested_send_throws_where_it_stands) {
  loop loop;
  store inner(loop, count_up, counting());
  std::string caught;
  const auto outer = [&](state &state, action_view action) {
    try {
      inner.send("throw");
    } catch (const std::exception &exception) {
      caught = exception.what();
    }
    state.set("", counting(5));
    if (action.is("pass"))
      inner.send("throw");
  };
  store store(loop, outer, counting());
  store.send("keep");
  CHECK(caught == "from a reducer" && store.get<int>("/count") == 5);
  CHECK(said([&] { store.send("pass"); }) == "from a reducer");
}

TEST(what_an_effect_throws_is_its_failure) {
  loop loop = loop::virtual_time();
  const auto reduce = [](state &state, action_view action) -> effect {
    if (action.is("text"))
      return effect::start([](sender) { throw std::runtime_error("no network"); });
    if (action.is("json"))
      return effect::start([](const sender &) { throw failure(json::object({{"code", 404}})); });
    if (action.is("odd"))
      return effect::start([](sender) { throw odd{1}; });
    if (action.is("failed"))
      state.set("/failed", action.payload("failed"));
    return effect::none();
  };
  const auto catches = [reduce](state &state, action_view action) {
    return reduce(state, action).catching([](json_view error) {
      return action_at("failed", error);
    });
  };
  store store(loop, catches, json::object({{"failed", nullptr}}));
  for (const auto &[action, expected] :
       std::map<std::string, std::string>{{"text", "\"no network\""},
                                          {"json", R"({"code":404})"},
                                          {"odd", "\"an exception that is no std::exception\""}}) {
    store.send(action);
    CHECK(store.effect_count() == 1 && loop.run_until_idle());
    CHECK(store.get("/failed").text() == expected && store.effect_count() == 0);
  }
}

/* ----------------------------------------- exceptions of reducers, in the sends of effects */

// A feature whose effect sends it "throw". The log records the results, and what the effect does next.
struct sends_throw {
  std::vector<std::string> log;
  kumiki::sender kept;

  effect operator()(state &state, action_view action, env &env) {
    const auto caught = [this](json_view error) { log.push_back("caught " + error.text()); };
    if (action.is("start"))
      return effect::start([this](sender sender) {
               note(sender.send("throw"));
               note(sender.send("increment"));
             })
          .catching(caught);
    if (action.is("blocking"))
      return effect::blocking([this](blocking_sender &sender) {
               note(sender.send("throw"));
               note(sender.send("increment"));
             })
          .catching(caught);
    if (action.is("keep"))
      return effect::start([this](sender sender) { kept = std::move(sender); }).catching(caught);
    return count_up(state, action, env);
  }

  void note(bool isSent) { log.push_back(isSent ? "sent" : "closed"); }
};

static const std::vector<std::string> sent_twice{"sent", "sent"};

TEST(what_a_reducer_throws_is_no_failure_of_the_effect_that_sent) {
  for (const char *begins : {"start", "blocking"}) {
    loop loop;
    sends_throw feature;
    store store(loop, std::ref(feature), counting());
    store.send(begins);
    CHECK(said([&] { (void)loop.run_until_idle(); }) == "from a reducer");
    CHECK(loop.run_until_idle() && feature.log == sent_twice);
    CHECK(store.get<int>("/count") == 1 && store.effect_count() == 0);
  }
}

TEST(what_an_observer_throws_is_no_failure_of_the_effect_either) {
  loop loop;
  store store(
      loop,
      [](state &state, action_view action, env &env) {
        if (action.is("go"))
          return effect::start([](sender sender) { sender.send("increment"); });
        return count_up(state, action, env);
      },
      counting());
  const subscription told = store.observe<int>("/count", [](int count) {
    if (count > 0)
      throw std::runtime_error("observer");
  });
  store.send("go");
  CHECK(said([&] { (void)loop.run_until_idle(); }) == "observer");
}

TEST(a_bug_in_a_reducer_fails_the_test_of_its_feature) {
  sends_throw feature;
  test_store test(std::ref(feature), counting());
  CHECK(said([&] {
          test.send("start");
          test.advance(0s);
        }) == "from a reducer");
  test.skip_received();
}

TEST(a_call_of_C_that_runs_an_effect_leaves_its_reducers_exception_to_the_handler) {
  loop loop;
  sends_throw feature;
  store store(loop, std::ref(feature), counting());
  store.send("start");
  kmk_loop_dispatch(loop.handle(), 0);
  CHECK(test::strays == std::vector<std::string>{"from a reducer"} && feature.log == sent_twice);
}

TEST(a_send_outside_of_every_call_throws_itself) {
  loop loop;
  sends_throw feature;
  store store(loop, std::ref(feature), counting());
  store.send("keep");
  (void)loop.run_until_idle();
  CHECK(said([&] { feature.kept.send("throw"); }) == "from a reducer");
  CHECK(store.effect_count() == 1 && feature.kept.send("increment"));
  feature.kept.reset();
  CHECK(store.get<int>("/count") == 1 && feature.log.empty());
}

TEST(a_blocking_effect_that_throws_fails_too) {
  loop loop;
  std::vector<std::string> issues;
  loop.set_diagnostics([&](const diagnostic &issue) { issues.emplace_back(issue.message); });
  const auto reduce = [](state &, action_view action) -> effect {
    const bool isLate = action.is("late");
    return effect::blocking([isLate](blocking_sender &sender) {
      if (isLate)
        sender.finish();
      throw std::runtime_error(isLate ? "after the end" : "disk full");
    });
  };
  store store(loop, reduce, json());
  store.send("go");
  CHECK(loop.run_until_idle() && issues.size() == 1);
  CHECK(issues[0].find("disk full") != std::string::npos);
  store.send("late");
  CHECK(loop.run_until_idle() && issues.size() == 1);
  // The worker thread reports it, perhaps after the loop has become idle.
  for (int times = 0; times < 1000 && test::strays.empty(); times += 1)
    (void)loop.dispatch(1ms);
  CHECK(test::strays == std::vector<std::string>{"after the end"});
}

TEST(a_sender_that_was_moved_elsewhere_is_not_ended_by_an_exception) {
  loop loop = loop::virtual_time();
  sender kept;
  const auto reduce = [&](state &state, action_view action) {
    if (action.is("done"))
      state.set("/count", 1);
    if (!action.is("go"))
      return effect::none();
    return effect::start([&](sender sender) {
      kept = std::move(sender);
      throw std::runtime_error("too late");
    });
  };
  store store(loop, reduce, counting());
  store.send("go");
  CHECK(said([&] { (void)loop.run_until_idle(); }) == "too late");
  CHECK(store.effect_count() == 1 && kept.send("done") && store.get<int>("/count") == 1);
  kept.reset();
  CHECK(store.effect_count() == 0);
}

TEST(an_exception_that_the_effect_catches_ends_its_sender_only) {
  loop loop = loop::virtual_time();
  store store(
      loop,
      [](state &, action_view) {
        return effect::start([](sender sender) {
          try {
            const kumiki::sender mine = std::move(sender);
            throw std::runtime_error("inside");
          } catch (const std::runtime_error &) {
          }
        });
      },
      json());
  store.send("go");
  CHECK(loop.run_until_idle() && store.effect_count() == 0);
}

TEST(stops_and_maps_of_effects_throw) {
  loop loop = loop::virtual_time();
  const auto reduce = [](state &, action_view action) -> effect {
    if (action.is("cancel"))
      return effect::cancel("work");
    if (action.is("map"))
      return effect::start([](sender sender) { sender.fail("x"); }).catching([](json_view) {
        throw std::runtime_error("map");
      });
    return effect::start([](sender sender) {
             return [kept = std::make_shared<kumiki::sender>(std::move(sender))] {
               kept->reset();
               throw std::runtime_error("stop");
             };
           })
        .cancellable("work");
  };
  store store(loop, reduce, json());
  store.send("map");
  CHECK(said([&] { (void)loop.run_until_idle(); }) == "map");
  store.send("work");
  CHECK(loop.run_until_idle());
  CHECK(said([&] { store.send("cancel"); }) == "stop" && store.effect_count() == 0);
}

TEST(a_call_of_C_cannot_throw_so_the_handler_is_told) {
  loop loop;
  store store(loop, count_up, counting());
  kmk_store_send_text(store.handle(), "\"throw\"", nullptr);
  CHECK(test::strays == std::vector<std::string>{"from a reducer"});
  CHECK(set_stray_exception_handler(nullptr) == test::note_stray);
}
