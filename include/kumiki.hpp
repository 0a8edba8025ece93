/**
 * Kumiki for C++17: reducers, stores and effects as RAII types.
 *
 *     #include <kumiki.hpp>
 *     #include <iostream>
 *
 *     int main() {
 *       kumiki::loop loop;
 *       kumiki::store store(loop, [](kumiki::state &state, kumiki::action_view action) {
 *         if (action.is("increment")) state.set("/count", state.get<int>("/count") + 1);
 *       }, kumiki::json::object({{"count", 0}}));
 *       auto told = store.observe<int>("/count", [](int count) { std::cout << count << '\n'; });
 *       store.send("increment");
 *     }
 *
 *     $ c++ -std=c++17 counter.cpp -o counter $(pkg-config --cflags --libs kumiki) && ./counter
 *     0
 *     1
 *
 * This header needs no library of its own: it calls the functions of kumiki.h. Everything that kumiki.h promises
 * holds here too. docs/cxx.md is the guide, and docs/concepts.md defines the terms.
 *
 * ## Ownership
 *
 * The types loop, store, effect, sender, task, subscription and mailbox own an object of the C library. They can be
 * moved but not copied, and free the object when they are destroyed. A reducer can also be copied: it is immutable, and
 * a copy is another reference. A type whose name ends in _ref or _view is borrowed: copy it freely, but do not keep it
 * longer than the object that it refers to. handle() returns the C pointer and keeps ownership. release() returns the C
 * pointer and gives up ownership.
 *
 * ## Callbacks
 *
 * Reducers, effects, observers and other callbacks are lambdas or any other callable objects. The library keeps a
 * function until it no longer needs it, and then destroys the function with its captures. A function may omit the last
 * parameters that a comment marks as optional.
 *
 * ## Exceptions
 *
 * A call that fails throws kumiki::error. An exception from a callback does not propagate through C. The library first
 * finishes its current work. Then the call that ran the callback (send, dispatch, advance, observe, ...) rethrows the
 * exception. Changes that a reducer made before it threw are kept. If an effect's function throws, the effect fails as
 * with kmk_sender_fail, and what() is the message. An exception that no call can rethrow, such as a second one during
 * the same call, goes to the handler of set_stray_exception_handler.
 *
 * ## Strings and JSON
 *
 * A string parameter (text_ref) takes a literal, a std::string or a std::string_view. A JSON parameter takes a
 * kumiki::json, which holds a json_t. A kumiki::json can be made from numbers, strings, vectors, maps, optionals and
 * every type with json_traits. For JSON text, use json::parse, json_view::text and the functions whose names end in
 * _text. If you include <nlohmann/json.hpp> before this header, its values are accepted too.
 *
 * ## Functions of C without a counterpart
 *
 * The functions below have no counterpart here; every other function of kumiki.h has one. pointer() does the work of
 * the format strings of C, so these have none: kmk_state_getf, kmk_state_setf, kmk_state_setf_new,
 * kmk_state_insertf_new, kmk_state_removef, kmk_store_getf, kmk_test_sendf_at, kmk_test_receivef_at and kmk_vpointerf.
 * A server's lambda captures its data, so kmk_request_data and kmk_request_set_data have none either, and
 * request::fail takes a string too, without kmk_request_fail.
 * If C has two functions, one that borrows its JSON and one that steals it, C++ calls one of them. It does not use
 * these: kmk_action_at_new, kmk_effect_send, kmk_state_set, kmk_store_send_new, kmk_store_send_at_new,
 * kmk_store_send_text, kmk_store_state. handlers() calls kmk_cases instead of kmk_handlers, and reader() calls
 * kmk_reader_env instead of kmk_reader. kmk_bindings is deprecated.
 *
 * ## Reading a comment
 *
 * Throws: lists the errors that a function throws, in addition to std::bad_alloc and exceptions from callbacks.
 * error(NOT_FOUND) is a kumiki::error with the status KMK_ERR_NOT_FOUND. A function without a Throws line throws no
 * errors. Threads and Since have the same meaning as in kumiki.h.
 */
#ifndef KUMIKI_HPP
#define KUMIKI_HPP

#include "kumiki.h"

#include "kumiki/error.hpp"
#include "kumiki/base.hpp"
#include "kumiki/callback.hpp"
#include "kumiki/json.hpp"
#include "kumiki/json_traits.hpp"
#include "kumiki/containers.hpp"
#include "kumiki/fields.hpp"
#include "kumiki/state.hpp"
#include "kumiki/typed_state.hpp"
#include "kumiki/sender.hpp"
#include "kumiki/request.hpp"
#include "kumiki/effect.hpp"
#include "kumiki/reducer.hpp"
#include "kumiki/compose.hpp"
#include "kumiki/history.hpp"
#include "kumiki/condition.hpp"
#include "kumiki/index.hpp"
#include "kumiki/running.hpp"
#include "kumiki/end.hpp"
#include "kumiki/shared.hpp"
#include "kumiki/worker.hpp"
#include "kumiki/loop.hpp"
#include "kumiki/observe.hpp"
#include "kumiki/saver.hpp"
#include "kumiki/snapshot.hpp"
#include "kumiki/store.hpp"
#include "kumiki/list.hpp"
#include "kumiki/derived.hpp"
#include "kumiki/trace.hpp"

#ifdef NLOHMANN_JSON_VERSION_MAJOR
#include "kumiki/nlohmann.hpp"
#endif

#endif
