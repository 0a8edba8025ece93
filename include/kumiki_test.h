/**
 * Exhaustive tests of a feature.
 *
 * A test store runs a feature on its own virtual loop. The test must account for everything that the feature does: every
 * change to the state, every action that an effect sends, and every effect that is still running at the end. A test never
 * waits for time to pass: the clock stands still until the test moves it.
 *
 *     kmk_test_store *test = kmk_test_store_new(counter(), initial, NULL);
 *     kmk_test_send(test, json_string("increment"), json_pack("{s:i}", "count", 1));
 *     kmk_test_send(test, json_string("load"), NULL);
 *     kmk_test_advance(test, 1000000000);
 *     kmk_test_receive(test, json_pack("{s:i}", "loaded", 7), json_pack("{s:i}", "count", 7));
 *     kmk_test_finish(test);
 *     kmk_test_store_free(test);
 *
 * Test stores work with any test framework. The failure callback receives each failure with the file and line of the
 * macro, and a message that contains the expected value, the actual value and, if they are states, the difference between
 * them. The callback runs when the library's engine is no longer on the stack, so it may exit by longjmp or an exception,
 * as a framework's failing assertion does. If it does not return normally, any remaining failures of the same call are
 * dropped. Without a callback, a failure is printed and the process aborts, as with assert.
 *
 * ## What an action changes
 *
 * The argument `changes` lists the changes that turn the state before the action into the state expected after it:
 *
 * NULL       the action changes nothing.
 * an object  sets the members that it contains, including members of nested objects. A null sets a member to null.
 * an array   is a JSON Patch (RFC 6902): [{"op": "remove", "path": "/sheet"}]. Its "test" operation checks a value.
 *
 * It is a failure if an action does not make an expected change or if a patch cannot be applied. In either case, the
 * action has been handled, and the test continues.
 *
 * ## State-driven effects
 *
 * A kmk_running effect runs while the state contains a value, and the test already checks the state. The test therefore
 * need not account for the effect itself: it is not reported at the end, kmk_test_finish does not wait for it, and
 * kmk_test_skip_in_flight is not needed. The test receives the effect's actions like any others, and accounts for the
 * effects that these actions start.
 *
 * ## Ownership, results and threads
 *
 * If a call takes ownership of JSON, the library owns the JSON from then on, whatever the call returns. Every function
 * whose name starts with kmk_test_ returns false if it has reported a failure.
 *
 * A test store belongs to the thread that made it. On any other thread, a call returns false or NULL and changes nothing,
 * and the test's next call on the right thread reports the mistake. Inside a callback of the store under test (a reducer,
 * an observer, a deferred function) only functions whose "Threads" entry includes "callback" are allowed: any other call
 * is a failure.
 */
#ifndef KUMIKI_TEST_H
#define KUMIKI_TEST_H

#include "kumiki.h"
#include "kumiki/test_store.h"
#include "kumiki/test_send.h"
#include "kumiki/test_receive.h"
#include "kumiki/test_account.h"
#include "kumiki/test_replay.h"
#include "kumiki/test_request.h"

#endif
