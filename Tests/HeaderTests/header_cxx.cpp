// Promises to a C++ program at compile time: C linkage, and types that work in templates. It is compiled, not run;
// see CMakeLists.txt.
#include <kumiki.h>
#include <kumiki_test.h>

#include <memory>
#include <type_traits>

static_assert(std::is_same<decltype(&kmk_store_send),
                           kmk_status (*)(kmk_store *, const json_t *, kmk_error *)>::value,
              "kmk_store_send takes a borrowed action");
static_assert(std::is_same<decltype(&kmk_store_send_new),
                           kmk_status (*)(kmk_store *, json_t *, kmk_error *)>::value,
              "kmk_store_send_new takes the action over");
static_assert(std::is_standard_layout<kmk_error>::value && std::is_trivial<kmk_error>::value,
              "kmk_error is a plain struct");

// The free functions serve as deleters, so that handles live in smart pointers.
using Loop = std::unique_ptr<kmk_loop, decltype(&kmk_loop_free)>;
using Store = std::unique_ptr<kmk_store, decltype(&kmk_store_free)>;
using Text = std::unique_ptr<char, decltype(&kmk_text_free)>;
using TestStore = std::unique_ptr<kmk_test_store, decltype(&kmk_test_store_free)>;

kmk_status header_cxx_program();
kmk_status header_cxx_program() {
  kmk_error error = {};
  Loop loop(kmk_loop_new_virtual(&error), kmk_loop_free);

  // A lambda without captures is a callback.
  kmk_reducer *reducer = kmk_reducer_new(
      [](kmk_state *state, const json_t *action, kmk_env *, void *) -> kmk_effect * {
        if (kmk_action_is(action, "increment"))
          kmk_state_set_new(state, "/count", json_integer(1));
        return nullptr;
      },
      nullptr, nullptr);

  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  options.id_key = "id";
  reducer = kmk_if_let(reducer, "/child", "child", &options, kmk_feature("child"));

  Store store(kmk_store_new(loop.get(), reducer, json_null(), &error), kmk_store_free);
  Text text(kmk_store_state_text(store.get(), JSON_COMPACT), kmk_text_free);
  return kmk_store_sendf(store.get(), &error, "s", "increment");
}

static_assert(
    std::is_same<decltype(&kmk_test_send_at),
                 bool (*)(kmk_test_store *, json_t *, json_t *, const char *, int)>::value,
    "kmk_test_send_at takes both over");

bool header_cxx_test();
bool header_cxx_test() {
  TestStore test(kmk_test_store_open("feature", nullptr, nullptr), kmk_test_store_free);
  // A failure may leave the test as an exception.
  kmk_test_store_on_failure(
      test.get(), [](const char *, int, const char *message, void *) { throw message; }, nullptr);
  return kmk_test_send(test.get(), json_string("increment"), nullptr) &&
         kmk_test_receive_case(test.get(), "saved", nullptr) && kmk_test_finish(test.get());
}
