/**
 * Exhaustive tests of a feature.
 *
 * A test store runs a feature on a virtual loop of its own and holds the test to account for all
 * that the feature does: every change of the state, every action that an effect sends, every effect
 * still running at the end. Nothing waits for time; it stands still until the test moves it.
 *
 *     kmk_test_store *test = kmk_test_store_new(counter(), initial, NULL);
 *     kmk_test_send(test, json_string("increment"), json_pack("{s:i}", "count", 1));
 *     kmk_test_send(test, json_string("load"), NULL);
 *     kmk_test_advance(test, 1000000000);
 *     kmk_test_receive(test, json_pack("{s:i}", "loaded", 7), json_pack("{s:i}", "count", 7));
 *     kmk_test_finish(test);
 *     kmk_test_store_free(test);
 *
 * It works under any framework. A failure goes to the failure callback, with the file and the line
 * of the macro and a text that says what was expected, what came, and where two states differ. The
 * callback runs when the engine has left the stack, so it may leave by longjmp or by an exception,
 * as a framework's failing assertion does; what else the call had to report is then dropped.
 * Without a callback a failure is printed and the process aborts, as assert does.
 *
 * ## What an action changes
 *
 * The argument `changes` edits the state before the action into the one expected after it:
 *
 * NULL       the action changes nothing.
 * an object  sets its members, those of objects inside it likewise; null sets null.
 * an array   is a JSON Patch (RFC 6902): [{"op": "remove", "path": "/sheet"}]. Its operation "test"
 *            states what must hold.
 *
 * Saying of an action that it changes something when it does not is a failure too. So is a patch
 * that cannot be applied; the action has been handled all the same, and the test goes on.
 *
 * ## Effects that follow the state
 *
 * An effect of kmk_running is in flight because the state, which the test states, holds a value. So no test
 * accounts for it: it is not left over at the end, kmk_test_finish does not wait for it, and there is nothing
 * to skip. What it sends is received as any other action. What an action of it starts is accounted for.
 *
 * The JSON that a call takes over is the library's from then on, whatever the call answers. Every
 * function of the family kmk_test_ answers false where it has reported a failure.
 *
 * All of this belongs to the thread that made the test store. From another thread a call answers
 * false or NULL and changes nothing; the test store reports it with its next call. Inside a
 * callback of the store under test (a reducer, an observer, what was deferred) only the queries are
 * allowed: anything else is a failure.
 */
#ifndef KUMIKI_TEST_H
#define KUMIKI_TEST_H

#include "kumiki.h"
#include "kumiki/test_store.h"
#include "kumiki/test_send.h"
#include "kumiki/test_receive.h"
#include "kumiki/test_account.h"
#include "kumiki/test_replay.h"

#endif
