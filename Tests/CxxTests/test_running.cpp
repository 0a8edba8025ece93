// State-driven effects.
#include "check.hpp"
#include "features.hpp"

#include <kumiki_test.hpp>

using namespace kumiki;
using namespace kumiki::literals;
using namespace std::chrono_literals;

namespace {

effect find(json_view query) {
  if (query.as<std::string>() == "nothing")
    return effect::none();
  return effect::after(1s, json::object({{"found", query}}));
}

// {"query": string or null, "found": string or null}
void search(state &state, action_view action) {
  if (const auto query = action.payload("query"))
    state.set("/query", query);
  if (const auto found = action.payload("found"))
    state.set("/found", found);
}

json idle() { return R"({"query": null, "found": null})"_json; }

} // namespace

TEST(an_effect_follows_a_value) {
  loop loop = loop::virtual_time();
  const store store(loop, running(search, "/query", find), idle());
  store.send_at("query", "a");
  store.send_at("query", "b");
  CHECK(store.effect_count() == 1);
  loop.advance(1s);
  CHECK(store.get<std::string>("/found") == "b" && store.effect_count() == 0);
  store.send_at("query", "nothing");
  CHECK(store.effect_count() == 0);
  store.send_at("query", "c");
  store.send_at("query", nullptr);
  CHECK(store.effect_count() == 0);
}

TEST(an_effect_that_ends_without_an_action_sends_the_declared_one) {
  loop loop = loop::virtual_time();
  running_options options;
  options.ended = json::object({{"found", "nothing"}});
  const auto silent = [](json_view) {
    return effect::start([](sender sender) { sender.finish(); });
  };
  const store store(loop, running(search, "/query", silent, options), idle());
  store.send_at("query", "a");
  loop.advance(0s);
  CHECK(store.get<std::string>("/found") == "nothing");
}

TEST(two_at_one_place_have_ids) {
  loop loop;
  const auto twice = [](const std::string &id) {
    running_options options;
    options.id = id;
    options.time = KMK_TIME_DEADLINE;
    return running(running(search, "/query", find), "/query", find, options);
  };
  const store store(loop, twice("second"), R"({"query": "a", "found": null})"_json);
  CHECK(store.effect_count() == 2);
  CHECK(test::failed([&] { (void)kumiki::store(loop, twice(""), idle()); }).status() ==
        KMK_ERR_INVALID_ARGUMENT);
}

TEST(its_function_may_want_the_env_and_throws_from_the_call_that_ran_it) {
  loop loop;
  std::string seen;
  const auto look = [&seen](json_view value, env &env) {
    seen = env.dependency("name").text() + value.text();
    throw std::runtime_error("from a function");
  };
  const reducer feature = dependency(running(search, "/query", look), "name", json("Ann"));
  const store store(loop, feature, idle());
  const auto refused = test::thrown<std::runtime_error>([&] { store.send_at("query", "a"); });
  CHECK(refused.what() == std::string("from a function") && seen == "\"Ann\"\"a\"");
  CHECK(store.get<std::string>("/query") == "a");
  const auto made = [&] { (void)kumiki::store(loop, feature, R"({"query": "b"})"_json); };
  CHECK(test::thrown<std::runtime_error>(made).what() == std::string("from a function"));
}

TEST(a_test_does_not_account_for_it) {
  test_store test(running(search, "/query", find), idle());
  test.send(json::object({{"query", "a"}}), json::object({{"query", "a"}}));
  test.finish();
  test.advance(1s);
  test.receive(json::object({{"found", "a"}}), json::object({{"found", "a"}}));
  test.send(json::object({{"query", "b"}}), json::object({{"query", "b"}}));
}
