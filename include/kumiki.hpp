/**
 * Kumiki for C++17: reducers, stores and effects as values that free themselves.
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
 * A header without a library of its own, over the functions of kumiki.h: what those promise holds
 * here too, and a comment here says what is different. docs/cxx.md leads through it.
 *
 * ## Ownership
 *
 * A loop, a store, an effect, a sender, a task, a subscription or a mailbox is owned by one value,
 * which is moved and not copied, and freed with it. A reducer is copied too: it is immutable, and a
 * copy is a reference. What ends in _ref or _view is lent: it is copied freely and must not outlive
 * what it refers to. handle() hands out the pointer of C, release() gives it away.
 *
 * ## Functions of the program
 *
 * Reducers, effects, observers and the like are lambdas, or whatever else can be called. They are
 * kept until the library has no more use for them; what they capture goes with them. A function may
 * leave out its last parameters where the comment says so.
 *
 * ## Exceptions
 *
 * A call that fails throws kumiki::error. What a function of the program throws stops at the border
 * to C, where the library finishes what it was at, and goes on from there: it is thrown by the call
 * that ran the function (send, dispatch, advance, observe, ...). What a reducer had written stays
 * written. What an effect throws is its failure, as that of kmk_sender_fail: what() is the message.
 * An exception that no call can throw, as a second one in the same call, goes to the handler of
 * set_stray_exception_handler.
 *
 * ## Text and JSON
 *
 * A text is a literal, a std::string or a std::string_view (text_ref). JSON is a kumiki::json,
 * which holds a json_t, and is made of numbers, texts, vectors, maps, optionals, and of what json_traits
 * names. Who would rather have text has json::parse, json_view::text and the functions that end in
 * _text. Where <nlohmann/json.hpp> is included before this header, its values are taken too.
 *
 * ## Functions of C that are not here
 *
 * Every other function of kumiki.h is behind something here. A place is written by pointer(), and not
 * by a format: so there is no kmk_state_getf, kmk_state_setf, kmk_state_setf_new, kmk_state_insertf_new,
 * kmk_state_removef, kmk_store_getf, kmk_test_sendf_at, kmk_test_receivef_at or kmk_vpointerf. A json
 * is handed in by value or lent, which one function does for two: of kmk_action_at_new, kmk_effect_send,
 * kmk_state_set, kmk_store_send_new, kmk_store_send_at_new, kmk_store_send_text and kmk_store_state
 * the other one is called. handlers() calls kmk_cases, and not kmk_handlers; kmk_reader is
 * kmk_reader_env here; kmk_bindings is deprecated.
 *
 * ## Reading a comment
 *
 * Throws: what besides std::bad_alloc and what the program's own functions throw; error(NOT_FOUND)
 * is an error with that status. Threads and Since: as in kumiki.h. Without a line Throws a function
 * throws nothing else.
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
#include "kumiki/effect.hpp"
#include "kumiki/reducer.hpp"
#include "kumiki/compose.hpp"
#include "kumiki/history.hpp"
#include "kumiki/index.hpp"
#include "kumiki/running.hpp"
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
