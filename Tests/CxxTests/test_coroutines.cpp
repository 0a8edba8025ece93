// Effects as coroutines: waits, actions, exceptions and cancellation.
#include <kumiki/coroutine.hpp>

#include "check.hpp"
#include "features.hpp"

#include <kumiki_test.hpp>
#include <functional>
#include <thread>

using namespace kumiki;
using namespace kumiki::literals;
using namespace std::chrono_literals;

// The concepts of C++20.
struct described {
  int n = 0;
};
struct undescribed {};
KUMIKI_FIELDS(described, n)
static_assert(json_readable<described> && json_writable<described> && json_writable<json_view>);
static_assert(json_readable<std::vector<int>> && !json_writable<const int *>);
static_assert(!json_readable<undescribed> && !json_writable<undescribed>);

namespace {

std::vector<std::string> ended;

// Notes when a coroutine's local variables are destroyed.
struct guard {
  std::string name;
  explicit guard(std::string its_name) : name(std::move(its_name)) {}
  guard(const guard &) = delete;
  guard &operator=(const guard &) = delete;
  ~guard() { ended.push_back(name); }
};

json noted(const std::string &text) { return action_at("noted", text); }

// A feature that keeps what it is sent, and runs a coroutine for "go".
template <class Make> reducer keeping(Make &&make) {
  return [make = std::forward<Make>(make)](state &state, action_view sent) {
    if (const auto text = sent.payload("noted"))
      state.insert("/notes/-", text);
    else if (sent.is("go"))
      return effect(make());
    return sent.is("stop") ? effect::cancel("work") : effect::none();
  };
}

const json no_notes = R"({"notes": []})"_json;

coroutine search(std::string text) {
  const guard here("search " + text);
  co_await kumiki::sleep(300ms);
  co_yield noted("searching " + text);
  const json found = co_await answer_to("net.search", text);
  co_yield noted(found.as<std::string>());
}

} // namespace

TEST(a_coroutine_sleeps_sends_and_asks) {
  ended.clear();
  test_store test(keeping([] { return run(search, std::string("tea")); }), no_notes);
  test.store().loop().serve("net.search", [](const request &asked) {
    return "found " + asked.question().as<std::string>();
  });
  test.send("go");
  test.advance(299ms);
  test.advance(1ms);
  test.receive(noted("searching tea"), R"({"notes": ["searching tea"]})"_json);
  test.receive(noted("found tea"), R"({"notes": ["searching tea", "found tea"]})"_json);
  test.finish();
  CHECK(ended == std::vector<std::string>{"search tea"});
}

TEST(a_cancelled_coroutine_is_destroyed_where_it_waits) {
  ended.clear();
  const loop loop = loop::virtual_time();
  const store store(loop, keeping([] { return run(search, "a").cancellable("work", true); }),
                    no_notes);
  store.send("go");
  loop.advance(100ms);
  store.send("go"); // cancels the first one
  CHECK(ended == std::vector<std::string>{"search a"});
  store.send("stop");
  loop.advance(1s);
  CHECK(ended.size() == 1 && store.state() == no_notes); // the second one had not started
  store.send("go");
  loop.advance(100ms);
  store.send("stop");
  CHECK(ended.size() == 2 && store.effect_count() == 0);
  loop.advance(1s);
  CHECK(store.state() == no_notes);
}

TEST(the_end_of_a_store_or_of_a_feature_destroys_a_coroutine) {
  ended.clear();
  const loop loop = loop::virtual_time();
  {
    const store store(loop, keeping([] { return run(search, "a"); }), no_notes);
    store.send("go");
    loop.run_until_idle();
  }
  CHECK(ended.size() == 1);
  reducer parent([](state &state, action_view sent) {
    if (sent.is("close"))
      state.set("/child", json());
  });
  const store store(loop,
                    if_let(parent, "/child", "child", keeping([] { return run(search, "b"); })),
                    json::object({{"child", no_notes}}));
  store.send(R"({"child": "go"})"_json);
  loop.run_until_idle();
  store.send("close");
  CHECK(ended.size() == 2 && store.effect_count() == 0);
}

TEST(a_coroutine_that_cancels_itself_stops_at_its_next_wait) {
  ended.clear();
  const auto stops_itself = []() -> coroutine {
    const guard here("it");
    co_await kumiki::sleep(1ms);
    co_yield "stop";
    ended.push_back("not reached");
  };
  const loop loop = loop::virtual_time();
  const store store(loop, keeping([=] { return run(stops_itself).cancellable("work"); }), no_notes);
  store.send("go");
  loop.advance(1s);
  CHECK(ended == std::vector<std::string>{"it"} && store.effect_count() == 0);
  const auto at_once = []() -> coroutine {
    const guard here("at once");
    co_yield "stop";
    ended.push_back("not reached");
  };
  const kumiki::store other(loop, keeping([=] { return run(at_once).cancellable("work"); }),
                            no_notes);
  other.send("go");
  loop.run_until_idle();
  CHECK(ended.back() == "at once" && other.effect_count() == 0);
}

namespace {

coroutine_of<int> sum_to(int last) {
  const guard here("sum");
  int sum = 0;
  for (int each = 1; each <= last; each++)
    sum += each;
  co_await kumiki::sleep(0ns);
  if (last < 0)
    throw std::runtime_error("a negative number");
  co_return sum;
}

coroutine_of<int> at_once(int value) { co_return value; }

} // namespace

TEST(a_coroutine_awaits_another_one_for_its_result) {
  ended.clear();
  const auto adds = [](const std::vector<int> &numbers) -> coroutine {
    int sum = 0;
    for (const int each : numbers)
      sum += co_await sum_to(each);
    // A million coroutines that end at once use no stack.
    for (int each = 0; each < 1'000'000; each++)
      sum += co_await at_once(1);
    try {
      (void)co_await sum_to(-1);
    } catch (const std::runtime_error &thrown) {
      ended.push_back(thrown.what());
    }
    co_yield noted(std::to_string(sum));
  };
  const loop loop = loop::virtual_time();
  const store store(loop, keeping([=] { return run(adds, std::vector<int>{3, 4}); }), no_notes);
  store.send("go");
  loop.run_until_idle();
  CHECK(store.state() == R"({"notes": ["1000016"]})"_json);
  CHECK(ended == std::vector<std::string>({"sum", "sum", "sum", "a negative number"}));
}

TEST(a_cancelled_coroutine_destroys_those_that_it_awaits) {
  ended.clear();
  const auto outer = []() -> coroutine {
    const guard here("outer");
    (void)co_await sum_to(3);
  };
  const loop loop = loop::virtual_time();
  const store store(loop, keeping([=] { return run(outer).cancellable("work"); }), no_notes);
  store.send("go");
  loop.dispatch();
  store.send("stop");
  CHECK(ended == std::vector<std::string>({"sum", "outer"}));
}

TEST(an_exception_of_a_coroutine_is_a_failure_of_the_effect) {
  const auto fails = [](bool is_json) -> coroutine {
    co_await kumiki::sleep(1ms);
    if (is_json)
      throw failure(R"({"status": 404})"_json);
    throw std::runtime_error("no such file");
  };
  std::vector<json> caught;
  const auto catching = [&](json_view error) { caught.emplace_back(error); };
  const loop loop = loop::virtual_time();
  std::vector<std::string> issues;
  loop.set_diagnostics([&](const diagnostic &issue) { issues.emplace_back(issue.code); });
  const store store(loop, keeping([&] {
                      return effect::merge(run(fails, true).catching(catching),
                                           run(fails, false).catching(catching), run(fails, false));
                    }),
                    no_notes);
  store.send("go");
  loop.advance(1ms);
  CHECK(caught.size() == 2 && caught[0] == R"({"status": 404})"_json &&
        caught[1] == "no such file");
  CHECK(issues == std::vector<std::string>{"effect-threw"} && store.effect_count() == 0);
}

TEST(a_failed_request_is_an_exception_in_the_coroutine) {
  const auto asks = []() -> coroutine {
    try {
      (void)co_await answer_to("disk", "a");
    } catch (const failure &failed) {
      ended.push_back(failed.value().as<std::string>());
    }
    (void)co_await answer_to("disk", "b");
  };
  ended.clear();
  json caught;
  const loop loop = loop::virtual_time();
  loop.serve("disk", [](const request &asked) {
    throw std::runtime_error("no " + asked.question().as<std::string>());
  });
  const store store(
      loop, keeping([&] { return run(asks).catching([&](json_view error) { caught = error; }); }),
      no_notes);
  store.send("go");
  loop.run_until_idle();
  CHECK(ended == std::vector<std::string>{"no a"} && caught == "no b");
}

TEST(a_reducers_exception_leaves_the_coroutine_running) {
  const auto sends = []() -> coroutine {
    co_await kumiki::sleep(1ms);
    co_yield "throw";
    co_yield noted("after");
  };
  const reducer feature =
      combine(keeping([=] { return run(sends); }), [](state &, action_view sent) {
        if (sent.is("throw"))
          throw std::runtime_error("a reducer");
      });
  const loop loop = loop::virtual_time();
  const store store(loop, feature, no_notes);
  store.send("go");
  CHECK(test::thrown<std::runtime_error>([&] { loop.advance(1ms); }).what() ==
        std::string("a reducer"));
  loop.run_until_idle();
  CHECK(store.state() == R"({"notes": ["after"]})"_json);
}

TEST(a_retry_calls_the_function_of_a_coroutine_again) {
  int tries = 0;
  const auto fails_twice = [&tries]() -> coroutine {
    co_await kumiki::sleep(0ns);
    if (++tries < 3)
      throw std::runtime_error("not yet");
    co_yield noted("done");
  };
  const loop loop = loop::virtual_time();
  const store store(loop, keeping([&] { return run(fails_twice).retry(5); }), no_notes);
  store.send("go");
  loop.advance(10s);
  CHECK(tries == 3 && store.state() == R"({"notes": ["done"]})"_json);
}

TEST(a_coroutine_waits_for_a_function_on_a_worker) {
  const auto works = []() -> coroutine {
    const auto home = std::this_thread::get_id();
    const bool is_elsewhere = co_await blocking([=] { return std::this_thread::get_id() != home; });
    co_await blocking([] {});
    const int sum = co_await blocking(std::plus<int>(), 2, 3);
    CHECK(sum == 5);
    std::string message;
    try {
      co_await blocking([] { throw std::runtime_error("too slow"); });
    } catch (const std::runtime_error &thrown) {
      message = thrown.what();
    }
    co_yield noted((is_elsewhere && std::this_thread::get_id() == home ? "home: " : "") + message);
  };
  const loop loop;
  const store store(loop, keeping([=] { return run(works); }), no_notes);
  store.send("go");
  loop.run_until_idle();
  CHECK(store.state() == R"({"notes": ["home: too slow"]})"_json);
}

namespace {

struct size_of {
  static constexpr const char *name = "size";
  using question = std::string;
  using answer = std::size_t;
  using part = void;
  using failure = std::string;
};

} // namespace

TEST(a_coroutine_asks_a_typed_question) {
  const auto asks = []() -> coroutine {
    const std::size_t size = co_await answer_to<size_of>("four");
    co_yield noted(std::to_string(size));
  };
  const loop loop = loop::virtual_time();
  loop.serve<size_of>([](const auto &asked) { return asked.question().size(); });
  const store store(loop, keeping([=] { return run(asks); }), no_notes);
  store.send("go");
  loop.run_until_idle();
  CHECK(store.state() == R"({"notes": ["4"]})"_json);
}

TEST(a_finishing_loop_waits_for_an_awaited_coroutine_only) {
  const auto waits = []() -> coroutine {
    co_await kumiki::sleep(10ms);
    co_yield noted("woken");
  };
  const loop loop;
  const store store(loop, keeping([=] { return run(waits); }), no_notes);
  store.send("go");
  loop.finish();
  CHECK(store.state() == no_notes);
  const kumiki::store other(loop, keeping([=] { return run(waits).awaited(); }), no_notes);
  other.send("go");
  loop.finish();
  CHECK(other.state() == R"({"notes": ["woken"]})"_json);
}

TEST(a_time_below_zero_is_an_error_where_the_coroutine_waits) {
  const auto waits = []() -> coroutine {
    try {
      co_await kumiki::sleep(-1ns);
    } catch (const error &failed) {
      ended.push_back(failed.message());
    }
    try {
      co_yield 5; // not an action
    } catch (const error &failed) {
      ended.push_back(failed.status() == KMK_ERR_DECODE ? "a misfit" : failed.message());
    }
  };
  ended.clear();
  const loop loop = loop::virtual_time();
  loop.set_diagnostics([](const diagnostic &) {});
  const store store(loop, keeping([=] { return run(waits); }), no_notes);
  store.send("go");
  loop.run_until_idle();
  CHECK(ended == std::vector<std::string>({"a time below 0", "a misfit"}));
}
