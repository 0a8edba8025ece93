/* The same work with lager, and immer's vector for the rows. A subscriber is a reader that is watched. */
extern "C" {
#include "bench.h"
}

#include <immer/vector.hpp>
#include <immer/vector_transient.hpp>
#include <lager/event_loop/manual.hpp>
#include <lager/event_loop/queue.hpp>
#include <lager/store.hpp>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace {

constexpr std::size_t row_count = 100000, gauge_count = 100;

struct increment {};
struct open_child {};
struct dismiss {};
struct ask {};
struct increment_at {
  std::size_t index;
};

struct counter {
  long count = 0;
  bool operator==(const counter &other) const { return count == other.count; }
};

struct parent {
  std::optional<counter> child = counter{};
  bool operator==(const parent &other) const { return child == other.child; }
};

struct row {
  long id, count;
  bool operator==(const row &other) const { return id == other.id && count == other.count; }
};

template <typename Policy> struct list {
  immer::vector<row, Policy> rows;
  bool operator==(const list &other) const { return rows == other.rows; }
};

struct gauges {
  std::array<long, gauge_count> values{};
  bool operator==(const gauges &other) const { return values == other.values; }
};

using counter_action = std::variant<increment>;
using parent_action = std::variant<increment, open_child, dismiss>;
using worker_action = std::variant<ask, increment>;

counter count(counter state, counter_action) {
  state.count++;
  return state;
}

parent present(parent state, parent_action action) {
  if (std::holds_alternative<open_child>(action))
    state.child = counter{};
  else if (std::holds_alternative<dismiss>(action))
    state.child.reset();
  else if (state.child)
    state.child->count++;
  return state;
}

lager::result<counter, worker_action> work(counter state, worker_action action) {
  if (std::holds_alternative<ask>(action))
    return {state, [](auto &&context) { context.dispatch(increment{}); }};
  state.count++;
  return state;
}

template <typename Policy> list<Policy> change_row(list<Policy> state, increment_at action) {
  state.rows = std::move(state.rows).update(action.index, [](row row) {
    row.count++;
    return row;
  });
  return state;
}

gauges raise_gauge(gauges state, increment_at action) {
  state.values[action.index]++;
  return state;
}

volatile long told;
const auto tell = [](const auto &) { told = told + 1; };

/* A process measures one row: its operation, the store and the readers live until the end. */
lager::queue_event_loop waiting;
std::function<void(std::size_t)> operation;
std::vector<lager::reader<long>> readers;

void run(std::size_t times) { operation(times); }

template <typename Action, typename Model, typename Reducer, typename Loop>
auto store_of(Model initial, Reducer reducer, Loop loop) {
  auto made = lager::make_store<Action>(std::move(initial), loop, lager::with_reducer(reducer));
  auto kept = std::make_shared<decltype(made)>(std::move(made));
  if constexpr (!std::is_same_v<Action, increment_at>)
    kept->watch(tell);
  return kept;
}

template <typename Store, typename... Actions> void send_each(Store store, Actions... actions) {
  operation = [=](std::size_t times) {
    for (std::size_t index = 0; index < times; index++)
      (store->dispatch(actions), ...);
  };
}

void set_up_counter() {
  send_each(store_of<counter_action>(counter{}, count, lager::with_manual_event_loop{}),
            increment{});
}

template <typename Policy> void set_up_row() {
  auto rows = immer::vector<row, Policy>{}.transient();
  for (long id = 0; id < long(row_count); id++)
    rows.push_back({id, 0});
  auto store = store_of<increment_at>(list<Policy>{rows.persistent()}, change_row<Policy>,
                                      lager::with_manual_event_loop{});
  readers.emplace_back(
      store->map([](const auto &state) { return state.rows[row_count / 2].count; }));
  readers.back().watch(tell);
  send_each(store, increment_at{row_count / 2});
}

auto presenting() {
  return store_of<parent_action>(parent{}, present, lager::with_manual_event_loop{});
}

void set_up_presented() { send_each(presenting(), increment{}); }

void set_up_present() { send_each(presenting(), open_child{}, dismiss{}); }

void set_up_observers() {
  auto store = store_of<increment_at>(gauges{}, raise_gauge, lager::with_manual_event_loop{});
  readers.reserve(gauge_count);
  for (std::size_t gauge = 0; gauge < gauge_count; gauge++) {
    readers.emplace_back(store->map([=](const auto &state) { return state.values[gauge]; }));
    readers.back().watch(tell);
  }
  send_each(store, increment_at{gauge_count / 2});
}

void set_up_effect_send() {
  send_each(store_of<worker_action>(counter{}, work, lager::with_manual_event_loop{}), ask{});
}

/* Actions and effects wait for the next step of the loop. */
void set_up_effect() {
  auto store = store_of<worker_action>(counter{}, work, lager::with_queue_event_loop{waiting});
  operation = [=](std::size_t times) {
    for (std::size_t index = 0; index < times; index++) {
      store->dispatch(ask{});
      waiting.step();
    }
  };
}

using without_atomics = immer::memory_policy<immer::unsafe_free_list_heap_policy<immer::cpp_heap>,
                                             immer::unsafe_refcount_policy, immer::no_lock_policy>;

} // namespace

int main(int argc, char **argv) {
  static const bench_row rows[] = {
      {"counter", run, set_up_counter, nullptr},
      {"row", run, set_up_row<immer::default_memory_policy>, nullptr},
      {"row-without-atomics", run, set_up_row<without_atomics>, nullptr},
      {"presented", run, set_up_presented, nullptr},
      {"present", run, set_up_present, nullptr},
      {"observers", run, set_up_observers, nullptr},
      {"effect-send", run, set_up_effect_send, nullptr},
      {"effect", run, set_up_effect, nullptr},
  };
  int status = bench_main(argc, argv, rows, sizeof rows / sizeof *rows);
  readers.clear();
  operation = nullptr;
  return status;
}
