// Ownership: moves, functions that end their own store, and captured values.
#include "check.hpp"
#include "features.hpp"

#include <type_traits>

using namespace kumiki;
using namespace std::chrono_literals;

template <class Type>
constexpr bool is_only_moved =
    std::is_nothrow_move_constructible_v<Type> &&std::is_nothrow_move_assignable_v<Type> &&
    !std::is_copy_constructible_v<Type> && !std::is_copy_assignable_v<Type>;

static_assert(is_only_moved<loop> && is_only_moved<store> && is_only_moved<effect>);
static_assert(is_only_moved<sender> && is_only_moved<task> && is_only_moved<mailbox>);
static_assert(is_only_moved<subscription> && !std::is_move_constructible_v<blocking_sender>);
static_assert(std::is_copy_constructible_v<reducer> && std::is_copy_constructible_v<json>);
static_assert(std::is_nothrow_copy_constructible_v<error>);
static_assert(std::is_trivially_copyable_v<store_ref> && std::is_trivially_copyable_v<json_view>);

TEST(handles_are_moved_also_to_themselves) {
  loop loop = loop::virtual_time();
  store store(loop, count_up, counting());
  kumiki::store &alias = store;
  store = std::move(alias);
  store.send("increment");
  kumiki::store other = std::move(store);
  CHECK(!store && other.get<int>("/count") == 1);
  store = std::move(other);
  CHECK(store && !other && store.get<int>("/count") == 1);
  store = kumiki::store(loop, count_up, counting(9));
  CHECK(store.get<int>("/count") == 9);
  kumiki::loop moved = std::move(loop);
  CHECK(store.loop().handle() == moved.handle());
  effect none, one = effect::send("a");
  none = std::move(one);
  CHECK(none && !one);
  one.reset();
  const store_ref lent = store;
  lent.send("increment");
  CHECK(lent.get<int>("/count") == 10);
  kmk_store *raw = store.release();
  CHECK(!store && lent.handle() == raw);
  const kumiki::store again(raw);
}

TEST(a_loop_may_go_before_its_store) {
  auto clock = std::make_unique<loop>(loop::virtual_time());
  store store(*clock, count_up, counting());
  const subscription told = store.observe("/count", [](json_view) {});
  mailbox mailbox = store.mailbox();
  task task = store.send_task("later");
  clock.reset();
  CHECK(!store.loop() && !mailbox.post("increment") && task.is_finished());
  CHECK(test::failed([&] { store.send("increment"); }).status() == KMK_ERR_CLOSED);
}

TEST(functions_are_freed_with_what_they_capture) {
  const auto held = std::make_shared<int>(1);
  {
    loop loop = loop::virtual_time();
    loop.set_diagnostics([held](const diagnostic &) {});
    loop.defer([held] {});
    loop.defer([held] {});
    const auto reduce = [held](state &, action_view action) -> effect {
      if (!action.is("go"))
        return {};
      return effect::merge(effect::start([held](sender) { return [held] {}; }),
                           effect::send("x").catching([held](json_view) { return json("y"); }));
    };
    const effect never = effect::start([held](sender) {});
    const reducer unused = reader([held](json_view, action_view) { return combine(); });
    store store(loop, on_change(reduce, "/count", [held](state &, json_view, json_view) {}),
                counting());
    const subscription one = store.observe("/count", [held](json_view) {});
    subscription two = store.observe_presentation("/count", {{}, {}, [held](std::string_view) {}});
    CHECK(test::failed([&] { (void)store.observe("x", [held](json_view) {}); }).status() ==
          KMK_ERR_INVALID_ARGUMENT);
    two.reset();
    store.send("go");
    (void)loop.dispatch();
    CHECK(held.use_count() > 5);
  }
  CHECK(held.use_count() == 1);
}

TEST(a_blocking_function_is_freed_once_it_has_returned) {
  loop loop;
  const auto held = std::make_shared<int>(1);
  {
    store store(
        loop, [held](state &, action_view) { return effect::blocking([held](auto &) {}); }, json());
    store.send("go");
    CHECK(loop.run_until_idle());
  }
  // The effect's thread releases it last.
  for (int times = 0; times < 1000 && held.use_count() > 1; times += 1)
    (void)loop.dispatch(1ms);
  CHECK(held.use_count() == 1);
}

TEST(a_function_that_is_only_moved_is_kept) {
  loop loop = loop::virtual_time();
  auto count = std::make_unique<int>(0);
  int seen = 0;
  store store(
      loop,
      [count = std::move(count)](state &, action_view) mutable {
        return effect::send(action_at("n", ++*count)).delay(std::chrono::seconds(1));
      },
      json());
  const subscription told =
      store.observe("", [&seen, own = std::make_unique<int>(3)](json_view) { seen = *own; });
  store.send("go");
  CHECK(seen == 3);
}

TEST(an_observer_ends_its_own_subscription) {
  loop loop;
  store store(loop, count_up, counting());
  const auto text = std::make_shared<std::string>("a long text that lives on the heap");
  std::vector<std::string> log;
  subscription told;
  told = store.observe("/count", [&, text](json_view count) {
    if (count == json(0))
      return;
    told.reset();
    log.push_back(*text + count.text());
  });
  store.send("increment");
  store.send("increment");
  CHECK(log == std::vector<std::string>{*text + "1"} && text.use_count() == 1);
}

TEST(issues_replace_their_own_function) {
  loop loop;
  const auto text = std::make_shared<std::string>("a long text that lives on the heap");
  std::vector<std::string> log;
  loop.set_diagnostics([&, text](const diagnostic &issue) {
    loop.set_diagnostics([](const diagnostic &) {});
    log.push_back(*text);
    CHECK(issue.code == "absent-child" && issue.action == action_at("child.increment"));
    CHECK(issue.action_case == "child.increment" && issue.path == "/child");
  });
  store store(loop, if_let(combine(), "/child", "child", count_up), json::object());
  store.send_at("child.increment");
  store.send_at("child.increment");
  CHECK(log.size() == 1 && text.use_count() == 1);
}

TEST(what_was_lent_for_a_call_is_refused_after_it) {
  loop loop = loop::virtual_time();
  std::vector<std::string> said;
  const auto refused = [&](const std::function<void()> &use) {
    const error closed = test::failed(use);
    CHECK(closed.status() == KMK_ERR_CLOSED);
    said.push_back(closed.what());
  };
  store other(loop, count_up, counting());
  const auto reduce = [&](state &state, action_view action, env &env) {
    if (action.is("inner")) {
      // Each of the nested calls has its own state.
      other.send("increment");
      state.set("/count", state.get<int>("/count") + 1);
    }
    if (!action.is("go"))
      return effect::none();
    return effect::start([&state, &env, &refused](sender sender) {
      refused([&] { state.set("/count", 5); });
      refused([&] { (void)state.get("/count"); });
      refused([&] { (void)env.uuid(); });
      refused([&] { (void)effect::dismiss(env); });
      sender.send("inner");
      refused([&] { state.remove("/count"); });
    });
  };
  store store(loop, reduce, counting());
  store.send("go");
  CHECK(loop.run_until_idle() && said.size() == 5 && test::strays.empty());
  CHECK(said[0] == "the state was lent for one call, which has returned");
  CHECK(said[2] == "the env was lent for one call, which has returned");
  CHECK(store.get<int>("/count") == 1 && other.get<int>("/count") == 1);
}

TEST(a_lent_state_that_an_effect_has_kept_is_its_failure) {
  loop loop = loop::virtual_time();
  std::string issue;
  loop.set_diagnostics([&](const diagnostic &told) { issue = told.message; });
  const auto reduce = [](state &state, action_view) {
    return effect::start([&state](sender) { state.set("/count", 5); });
  };
  store store(loop, reduce, counting());
  store.send("go");
  CHECK(loop.run_until_idle() && issue.find("the state was lent") != std::string::npos);
}

TEST(a_store_ends_in_its_own_callbacks) {
  loop loop;
  std::optional<store> kept;
  const auto text = std::make_shared<std::string>("a long text that lives on the heap");
  std::string last;
  kept.emplace(
      loop,
      [&, text](state &state, action_view) {
        state.set("/count", 5);
        kept.reset();
        last = *text;
      },
      counting());
  kept->send("go");
  CHECK(!kept && last == *text && text.use_count() == 1);
}

// The following tests run in a checked program too.
TEST(a_checked_program_moves_and_ends_its_handles_as_before) {
  begin_checks();
  loop loop = loop::virtual_time();
  store store(loop, count_up, counting());
  store.send("increment");
  kumiki::store other = std::move(store);
  other.send("increment");
  CHECK(other.get<int>("/count") == 2 && other.loop().handle() == loop.handle());
}
