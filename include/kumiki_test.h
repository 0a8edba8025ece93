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

#ifdef __cplusplus
extern "C" {
#endif

/** A feature under test. Freed by kmk_test_store_free. */
typedef struct kmk_test_store kmk_test_store;

/**
 * Receives a failure, or a note; see kmk_test_store_on_failure.
 *
 * It may read (kmk_test_store_state), and must not make a call that could report something itself.
 *
 * @param file     as the macro wrote it, valid during the call.
 * @param message  one or several lines, valid during the call.
 */
typedef void (*kmk_test_failure_fn)(const char *file, int line, const char *message,
                                    void *user_data);

/** Says whether an action is the one expected. The action is borrowed. Must return normally. */
typedef bool (*kmk_test_match_fn)(const json_t *action, void *user_data);

/* ---------------------------------------------------------- create and end */

/**
 * Makes a test store from a reducer and a first state, on a virtual loop of its own.
 *
 * With a NULL error, why there is none is written to standard error: calls with a NULL test do nothing,
 * so assert that there is one.
 *
 * Effects that follow the state (kmk_running) begin with the first state, in this call: what their functions ask
 * their env for has to be given before, by kmk_dependency or kmk_dependency_pointer around the reducer, since
 * kmk_test_set_dependency counts from the next action on. What is missing is a failure of the place "(before the first
 * call of the test)", line 0.
 *
 *     kmk_reducer *tested = kmk_dependency_pointer(feature(), "files", &files, NULL);
 *     kmk_test_store *test = kmk_test_store_new(tested, initial, NULL);
 *
 * Owns: reducer consumed, initial_state borrowed, test store new. Fails: as kmk_store_new.
 * Threads: any, callback. Since: 0.1.
 */
kmk_test_store *kmk_test_store_new(kmk_reducer *reducer, const json_t *initial_state,
                                   kmk_error *error);

/**
 * Makes a test store of a registered feature, whichever language it is written in.
 *
 * @param initial_state  NULL: the state that the feature was registered with.
 *
 * Owns: initial_state borrowed, test store new. Fails: as kmk_store_open. Threads: any, callback.
 * Since: 0.1.
 */
kmk_test_store *kmk_test_store_open(const char *feature, const json_t *initial_state,
                                    kmk_error *error);

/**
 * Ends the test, then the store: reports what was not accounted for, and frees everything.
 *
 * That is every action not received, at the place of the last call, and every effect still running,
 * each at the place of the send that started it. A blocking effect that is still at work is waited
 * for first, as kmk_test_finish does and no longer than kmk_test_store_set_timeout says. Otherwise
 * only what is due is run, and time does not move.
 *
 * Owns: consumes test. NULL: nothing happens. Threads: owner. Since: 0.1.
 */
void kmk_test_store_free(kmk_test_store *test);

/* ----------------------------------------------------------------- settings */

/**
 * Sends failures to a callback. Without one they are printed and the process aborts.
 *
 * @param fn  NULL restores the default.
 *
 * Owns: user_data borrowed. NULL: NULL test: nothing happens. Threads: owner, callback. Since: 0.1.
 */
void kmk_test_store_on_failure(kmk_test_store *test, kmk_test_failure_fn fn, void *user_data);

/**
 * Sends notes to a callback: what a test that is not exhaustive has skipped. They are no failures.
 *
 * @param fn  NULL restores the default: they are printed to standard error.
 *
 * Owns: user_data borrowed. NULL: NULL test: nothing happens. Threads: owner, callback. Since: 0.1.
 */
void kmk_test_store_on_note(kmk_test_store *test, kmk_test_failure_fn fn, void *user_data);

/**
 * Says how much the test has to account for, from the next call on. At first for everything.
 *
 * When not exhaustive, only what the test states must hold: `changes` is applied to the state after
 * the action and must change nothing in it; kmk_test_receive skips to the first action that fits;
 * what is not received and what still runs are no failures.
 *
 * @param show_skipped  when not exhaustive: tell as notes what was skipped.
 *
 * NULL: nothing happens. Threads: owner, callback. Since: 0.1.
 */
void kmk_test_store_set_exhaustive(kmk_test_store *test, bool exhaustive, bool show_skipped);

/**
 * Sets the longest time to wait for blocking effects at work on other threads; 1000 at first.
 *
 * Time itself is never waited for: an effect that sleeps goes on when kmk_test_advance moves the
 * clock.
 *
 * @param milliseconds  less than 0 counts as 0.
 *
 * NULL: nothing happens. Threads: owner, callback. Since: 0.1.
 */
void kmk_test_store_set_timeout(kmk_test_store *test, int milliseconds);

/* ------------------------------------------------------------------ queries */

/**
 * Returns the store under test, to observe it or to read it.
 *
 * What is sent to it directly counts as sent by an effect: it has to be received.
 *
 * Owns: store borrowed; it must not be freed, nor its loop. NULL: NULL. Threads: owner, callback.
 * Since: 0.1.
 */
kmk_store *kmk_test_store_store(kmk_test_store *test);

/**
 * Returns the state as far as it was asserted: what actions not yet received have changed is not
 * in it.
 *
 * Owns: result new. NULL: NULL. Threads: owner, callback. Since: 0.1.
 */
json_t *kmk_test_store_state(kmk_test_store *test);

/* -------------------------------------------------------------------- send */

/**
 * Sends an action, and checks what it changes at once.
 *
 * Sending while an action is not received is a failure; it then counts as received.
 *
 * Owns: steals action and changes. NULL: changes may be; NULL test: false; a NULL action is a
 * failure. Threads: owner. Since: 0.1.
 */
bool kmk_test_send_at(kmk_test_store *test, json_t *action, json_t *changes, const char *file,
                      int line);

/**
 * Does what kmk_test_send_at does, and returns a handle to all that the send has started.
 *
 * @return the task, also where an assertion failed; NULL where nothing was sent.
 *
 * Owns: steals action and changes, task new. NULL: as kmk_test_send_at. Threads: owner. Since: 0.1.
 */
kmk_task *kmk_test_send_task_at(kmk_test_store *test, json_t *action, json_t *changes,
                                const char *file, int line);

/**
 * Does what kmk_test_send_at does, with an action and changes written as text.
 *
 *     kmk_test_send_text(test, "{'rename': 'Ann'}", "{'name': 'Ann'}");
 *
 * The text is JSON in which single quotes may stand for double ones; inside them a double quote need
 * not be escaped, and a single one is written \\'.
 *
 * Owns: texts borrowed. NULL: changes may be; NULL test: false; a NULL action, and what is no JSON, is
 * a failure. Threads: owner. Since: 0.2.
 */
bool kmk_test_send_text_at(kmk_test_store *test, const char *action, const char *changes,
                           const char *file, int line);

/**
 * Does what kmk_test_send_at does, with an action and changes made by the format of json_pack: an
 * array of both, or of the action alone where it changes nothing.
 *
 *     kmk_test_sendf(test, "[{s:i}, {s:i}]", "setCount", count, "count", count);
 *
 * Owns: as json_pack. NULL: NULL test: false. What json_pack refuses, and what is no such array, is a
 * failure. Threads: owner. Since: 0.2.
 */
bool kmk_test_sendf_at(kmk_test_store *test, const char *file, int line, const char *format, ...);

/* ------------------------------------------------------------------- rows */

/**
 * States what the next action changes of one row, wherever the row is: the action that is sent or received
 * by the next call, beside what that call's `changes` say.
 *
 *     kmk_test_expect_row(test, "/rows", json_integer(7), "{'phase': 'running'}");
 *     kmk_test_send_text(test, "{'rows': {'element': {'id': 7, 'action': 'start'}}}", NULL);
 *
 * The row is looked up in the state before the action, and changed before `changes` are. Several calls state
 * changes of several rows. Where no action follows, that is a failure of kmk_test_finish and of the test's
 * end.
 *
 * @param rows_pointer  rows of kmk_for_each, a path (whose element is changed), or any array of objects that
 *                      have a member "id".
 * @param changes       JSON as in kmk_test_send_text_at: members to set, or a patch of the row.
 *
 * Owns: texts borrowed, steals id. NULL: NULL test: false; any other NULL, and what is no JSON, is a failure.
 * Threads: owner. Since: 0.3.
 */
bool kmk_test_expect_row_at(kmk_test_store *test, const char *rows_pointer, json_t *id,
                            const char *changes, const char *file, int line);

/* ----------------------------------------------------------------- receive */

/**
 * Takes the next action that an effect has sent, which must be this one, and checks what it
 * changed.
 *
 * If it is another one, that is a failure, it is taken all the same, and the state moves on.
 *
 * Owns: steals action and changes. NULL: as kmk_test_send_at. Threads: owner. Since: 0.1.
 */
bool kmk_test_receive_at(kmk_test_store *test, json_t *action, json_t *changes, const char *file,
                         int line);

/**
 * Does what kmk_test_receive_at does, with texts as those of kmk_test_send_text_at.
 *
 * Owns: texts borrowed. NULL: as kmk_test_send_text_at. Threads: owner. Since: 0.2.
 */
bool kmk_test_receive_text_at(kmk_test_store *test, const char *action, const char *changes,
                              const char *file, int line);

/**
 * Does what kmk_test_receive_at does, with values as those of kmk_test_sendf_at.
 *
 * Owns: as json_pack. NULL: as kmk_test_sendf_at. Threads: owner. Since: 0.2.
 */
bool kmk_test_receivef_at(kmk_test_store *test, const char *file, int line, const char *format,
                          ...);

/**
 * Does what kmk_test_receive_at does for any action of a case, "destination.presented.counter".
 *
 * Owns: case_path borrowed, steals changes. NULL: changes may be; NULL test: false; a NULL
 * case_path is a failure. Threads: owner. Since: 0.1.
 */
bool kmk_test_receive_case_at(kmk_test_store *test, const char *case_path, json_t *changes,
                              const char *file, int line);

/**
 * Does what kmk_test_receive_at does for an action of a case with this payload.
 *
 * Owns: case_path borrowed, steals payload and changes. NULL: changes may be; NULL test: false; a
 * NULL case_path or payload is a failure. Threads: owner. Since: 0.1.
 */
bool kmk_test_receive_payload_at(kmk_test_store *test, const char *case_path, json_t *payload,
                                 json_t *changes, const char *file, int line);

/**
 * Takes the next so many actions, each of which must be of that case, and checks what all of them changed
 * together: the ticks of a timer, the progress of a download.
 *
 * @param count  from 1 on.
 *
 * Owns: case_path borrowed, steals changes. NULL: changes may be; NULL test: false; a NULL case_path is a
 * failure. Threads: owner. Since: 0.3.
 */
bool kmk_test_receive_count_at(kmk_test_store *test, size_t count, const char *case_path,
                               json_t *changes, const char *file, int line);

/**
 * Does what kmk_test_receive_at does for an action that a function accepts. It may be asked again.
 *
 * Owns: user_data borrowed for the call, steals changes. NULL: changes and user_data may be; NULL
 * test: false; a NULL matches is a failure. Threads: owner. Since: 0.1.
 */
bool kmk_test_receive_if_at(kmk_test_store *test, kmk_test_match_fn matches, void *user_data,
                            json_t *changes, const char *file, int line);

/* --------------------------------------------------------- time and account */

/**
 * Moves the clock, running on the way whatever becomes due; see kmk_loop_advance.
 *
 * NULL: false. Threads: owner. Since: 0.1.
 */
bool kmk_test_advance_at(kmk_test_store *test, uint64_t nanoseconds, const char *file, int line);

/**
 * Moves the clock as kmk_test_advance_at does, and then receives as kmk_test_receive_count_at does: a minute
 * of ticks in one line.
 *
 *     kmk_test_advance_receiving(test, 60 * SECOND, 60, "tick", json_pack("{s:i}", "seconds", 60));
 *
 * Owns: case_path borrowed, steals changes. NULL: as kmk_test_receive_count_at. Threads: owner. Since: 0.3.
 */
bool kmk_test_advance_receiving_at(kmk_test_store *test, uint64_t nanoseconds, size_t count,
                                   const char *case_path, json_t *changes, const char *file,
                                   int line);

/**
 * Drops the actions that were not received. The state is then the newest.
 *
 * @param strict  whether it is a failure that there are none.
 *
 * NULL: false. Threads: owner. Since: 0.1.
 */
bool kmk_test_skip_received_at(kmk_test_store *test, bool strict, const char *file, int line);

/**
 * Takes the effects that are running out of the account. They go on, and what they send must be
 * received all the same.
 *
 * @param strict  whether it is a failure that there are none.
 *
 * NULL: false. Threads: owner. Since: 0.1.
 */
bool kmk_test_skip_in_flight_at(kmk_test_store *test, bool strict, const char *file, int line);

/**
 * Fails where an action was not received or an effect is still running. Blocking effects are waited
 * for.
 *
 * NULL: false. Threads: owner. Since: 0.1.
 */
bool kmk_test_finish_at(kmk_test_store *test, const char *file, int line);

/**
 * Fails where something that one send has started is still running. Cancel it with kmk_task_cancel.
 *
 * Owns: task borrowed. NULL: NULL test: false; a NULL task has nothing running. Threads: owner.
 * Since: 0.1.
 */
bool kmk_test_finish_task_at(kmk_test_store *test, kmk_task *task, const char *file, int line);

/**
 * Checks the state, as far as it was asserted, without an action.
 *
 * @param changes  applied to the state, it must change nothing in it: so an object states members,
 *                 and a patch of "test" operations whatever else must hold.
 *
 * Owns: steals changes. NULL: NULL test: false; a NULL changes is a failure. Threads: owner.
 * Since: 0.1.
 */
bool kmk_test_assert_at(kmk_test_store *test, json_t *changes, const char *file, int line);

/* ------------------------------------------------------------- shared values */

/**
 * States what a shared value is now.
 *
 * What the feature writes to shared values, its effects included, has to be stated before the next
 * send, and before the end of the test.
 *
 * Owns: steals value. NULL: NULL test: false; a NULL shared or value is a failure. Threads: owner.
 * Since: 0.2.
 */
bool kmk_test_shared_at(kmk_test_store *test, kmk_shared *shared, json_t *value, const char *file,
                        int line);

/**
 * Writes a shared value of this test, as somebody else would; that need not be stated.
 *
 * Owns: steals value. NULL: NULL test: false; a NULL shared or value is a failure. Threads: owner.
 * Since: 0.2.
 */
bool kmk_test_set_shared_at(kmk_test_store *test, kmk_shared *shared, json_t *value,
                            const char *file, int line);

/* ------------------------------------------------------------- dependencies */

/**
 * Sets a dependency of the feature from the next action on, as kmk_dependency does around a
 * reducer. What the first state begins was asked for before: see kmk_test_store_new.
 *
 * In a test every dependency that a feature asks for has to be set, here or by kmk_dependency; one
 * that is not is the issue "unimplemented-dependency", and so a failure. Those set nearer to the
 * reader win.
 *
 * Owns: key copied, steals value. NULL: NULL test: false; a NULL key or value is a failure.
 * Threads: owner. Since: 0.1.
 */
bool kmk_test_set_dependency_at(kmk_test_store *test, const char *key, json_t *value,
                                const char *file, int line);

/**
 * Does the same for a pointer, which kmk_env_pointer answers.
 *
 * Owns: key copied; free_fn gets the service once it was replaced or the test store freed, and
 * whatever ran with it has ended; at once on failure. NULL: service and free_fn may be; NULL test:
 * false; a NULL key is a failure. Threads: owner. Since: 0.1.
 */
bool kmk_test_set_dependency_pointer_at(kmk_test_store *test, const char *key, void *service,
                                        kmk_free_fn free_fn, const char *file, int line);

/* --------------------------------------------------------------------- logs */

/**
 * Runs a recorded log from its first checkpoint to its end, all its runs: each step must come out as it did then.
 *
 *     kmk_test_replay("issue-42.log", feature());
 *
 * The failure names the first step that does not: its action, the patches of then and of now, and how the states
 * differ. So is a file that is no log a failure, or one whose state does not fit. See trace.h.
 *
 * @param fn  receives the failure; NULL: it is printed and the process aborts, as with kmk_test_replay.
 *
 * Owns: path copied, reducer consumed, user_data borrowed. NULL: a NULL path or reducer is a failure. Threads: any,
 * callback. Since: 0.3.
 */
bool kmk_test_replay_at(const char *path, kmk_reducer *reducer, kmk_test_failure_fn fn,
                        void *user_data, const char *file, int line);

/* ------------------------------------------------------------ with the place */

#define kmk_test_replay(path, reducer)                                                             \
  kmk_test_replay_at((path), (reducer), NULL, NULL, __FILE__, __LINE__)

#define kmk_test_send(test, action, changes)                                                       \
  kmk_test_send_at((test), (action), (changes), __FILE__, __LINE__)
#define kmk_test_send_text(test, action, changes)                                                  \
  kmk_test_send_text_at((test), (action), (changes), __FILE__, __LINE__)
#define kmk_test_sendf(test, ...) kmk_test_sendf_at((test), __FILE__, __LINE__, __VA_ARGS__)
#define kmk_test_receive_text(test, action, changes)                                               \
  kmk_test_receive_text_at((test), (action), (changes), __FILE__, __LINE__)
#define kmk_test_receivef(test, ...) kmk_test_receivef_at((test), __FILE__, __LINE__, __VA_ARGS__)
#define kmk_test_send_task(test, action, changes)                                                  \
  kmk_test_send_task_at((test), (action), (changes), __FILE__, __LINE__)
#define kmk_test_receive(test, action, changes)                                                    \
  kmk_test_receive_at((test), (action), (changes), __FILE__, __LINE__)
#define kmk_test_receive_case(test, path, changes)                                                 \
  kmk_test_receive_case_at((test), (path), (changes), __FILE__, __LINE__)
#define kmk_test_receive_payload(test, path, payload, changes)                                     \
  kmk_test_receive_payload_at((test), (path), (payload), (changes), __FILE__, __LINE__)
#define kmk_test_receive_count(test, count, path, changes)                                         \
  kmk_test_receive_count_at((test), (count), (path), (changes), __FILE__, __LINE__)
#define kmk_test_expect_row(test, rows, id, changes)                                               \
  kmk_test_expect_row_at((test), (rows), (id), (changes), __FILE__, __LINE__)
#define kmk_test_advance_receiving(test, nanoseconds, count, path, changes)                        \
  kmk_test_advance_receiving_at((test), (nanoseconds), (count), (path), (changes), __FILE__,       \
                                __LINE__)
#define kmk_test_receive_if(test, matches, user_data, changes)                                     \
  kmk_test_receive_if_at((test), (matches), (user_data), (changes), __FILE__, __LINE__)
#define kmk_test_advance(test, nanoseconds)                                                        \
  kmk_test_advance_at((test), (nanoseconds), __FILE__, __LINE__)
#define kmk_test_skip_received(test, strict)                                                       \
  kmk_test_skip_received_at((test), (strict), __FILE__, __LINE__)
#define kmk_test_skip_in_flight(test, strict)                                                      \
  kmk_test_skip_in_flight_at((test), (strict), __FILE__, __LINE__)
#define kmk_test_finish(test) kmk_test_finish_at((test), __FILE__, __LINE__)
#define kmk_test_finish_task(test, task) kmk_test_finish_task_at((test), (task), __FILE__, __LINE__)
#define kmk_test_assert(test, changes) kmk_test_assert_at((test), (changes), __FILE__, __LINE__)
#define kmk_test_shared(test, shared, value)                                                       \
  kmk_test_shared_at((test), (shared), (value), __FILE__, __LINE__)
#define kmk_test_set_shared(test, shared, value)                                                   \
  kmk_test_set_shared_at((test), (shared), (value), __FILE__, __LINE__)
#define kmk_test_set_dependency(test, key, value)                                                  \
  kmk_test_set_dependency_at((test), (key), (value), __FILE__, __LINE__)
#define kmk_test_set_dependency_pointer(test, key, service, free_fn)                               \
  kmk_test_set_dependency_pointer_at((test), (key), (service), (free_fn), __FILE__, __LINE__)

#ifdef __cplusplus
}
#endif
#endif
