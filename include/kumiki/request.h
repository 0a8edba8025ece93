/**
 * Requests: effects that are described by data, a name and a question in JSON. The server of the name answers them.
 *
 * A reducer that needs a file, the network or a clock does not call them: it returns a request. The program decides who
 * serves the name, for one store or for all stores of a loop; a test, another thread or a plug-in can serve it too. The
 * answer is an action of the feature that asked.
 *
 *     // in the reducer
 *     kmk_ask ask = KMK_ASK_INIT;
 *     ask.answer = "loaded";
 *     ask.failure = "failed";
 *     return kmk_effect_request_new("file.read", json_string("notes.txt"), &ask);
 *
 *     // in the program
 *     static void read_file(kmk_request *request, void *user_data) {
 *       char *text = whole_file(json_string_value(kmk_request_question(request)));
 *       if (text != NULL)
 *         kmk_request_answer_new(request, json_string(text), NULL);
 *       else
 *         kmk_request_fail_new(request, json_string("not found"), NULL);
 *       free(text);
 *     }
 *
 *     kmk_server server = KMK_SERVER_INIT;
 *     server.serve = read_file;
 *     kmk_loop_serve(loop, "file.read", &server, NULL);
 *
 * A request is an effect: it belongs to its feature, can be delayed, limited, cancelled by an id, and follow the state
 * (kmk_running). It ends with its answer, its failure, or its cancellation.
 *
 * A snapshot contains the requests in flight and the waiting requests. A request may wait for the loop, for a time, for a
 * turn, or for an earlier member of a chain. A store that is made from the snapshot asks them again under the same ids, even
 * in another process, unless kmk_ask.restart says otherwise. It asks the requests of a chain one after another, and all
 * others at once. The ids of the effects around a request are kept, and their other properties are not. If a request is still in flight after
 * a kmk_store_restore, it continues unchanged for its server. After kmk_store_replace_reducer, state-driven requests
 * continue and the others are cancelled.
 */
#ifndef KUMIKI_REQUEST_H
#define KUMIKI_REQUEST_H

#include "effect.h"
#include "loop.h"
#include "reducer.h"
#include "store.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A request in flight: one question that waits for its answer. The handle is counted, and any thread may hold it, answer
 * it and free it, even after its store and loop no longer exist.
 */
typedef struct kmk_request kmk_request;

/* ----------------------------------------------------------------- asking */

/** How a store that is made from a snapshot treats a request of the snapshot. */
typedef enum kmk_request_restart {
  /* The store asks it again, with the same id, the next attempt and the last part that the feature received. */
  KMK_REQUEST_AGAIN = 0,
  /* The feature receives the failure "interrupted". */
  KMK_REQUEST_FAIL = 1,
  /* The store drops it. */
  KMK_REQUEST_DROP = 2
} kmk_request_restart;

/**
 * The cases for the replies to a request. Initialize with KMK_ASK_INIT.
 *
 * A case is a case path of the feature that asks: the reply's value is its payload, and null for a case without a
 * payload. "" means that the value is itself an action of the feature, for replies of several kinds: {"began": 100}.
 */
typedef struct kmk_ask {
  /* sizeof(kmk_ask) */
  size_t size;

  /* The case of the answer. NULL: no answer is expected; the request is over when its server has received it. */
  const char *answer;

  /* The case of the parts that come before the answer. NULL: parts are refused. */
  const char *part;

  /* The case of a failure. NULL: the effect fails, see kmk_effect_catch. */
  const char *failure;

  /* Traces, logs and kmk_store_requests leave out the question. A saved snapshot leaves it out too, so another
   * process cannot ask it again: the feature receives the failure "interrupted". */
  bool is_secret;

  /* For a request that a reducer returned. A state-driven effect (kmk_running) asks again because of the state. */
  kmk_request_restart restart;
} kmk_ask;
#define KMK_ASK_INIT                                                                               \
  { sizeof(kmk_ask), NULL, NULL, NULL, false, KMK_REQUEST_AGAIN }

/**
 * Creates an effect that asks a question.
 *
 * The request begins in the loop's next iteration, or when the effects around it let it begin. It then gets its id and
 * reaches the server of its name. The question is fixed when the effect is created: in a chain, an answer does not reach
 * the question of a later member.
 *
 * @param name      the name of the server, such as "net.fetch". At most 255 bytes.
 * @param question  the question, of any form that the server understands.
 * @param ask       NULL means KMK_ASK_INIT: a notice, which no one answers.
 *
 * Owns: steals question, name and ask copied, effect new. NULL: ask may be NULL; any other NULL makes an invalid
 * effect. Threads: any, callback. Since: 0.4.
 */
kmk_effect *kmk_effect_request_new(const char *name, json_t *question, const kmk_ask *ask);

/** One declared request; see kmk_requests. Each value is declared in the notation of kmk_shape, without defaults, or as
 * "null". */
typedef struct kmk_request_kind {
  const char *name;
  const char *question;
  /* NULL: a notice, which no one answers. */
  const char *answer;
  /* NULL: no parts. */
  const char *part;
  /* NULL: any value. */
  const char *failure;
} kmk_request_kind;

/**
 * Declares the requests of a reducer, and of the reducers inside it:
 *
 *     kmk_requests(base, 2, (kmk_request_kind[]){
 *       {"net.fetch", "{url: text, file: text}", "{size: unsigned}", "unsigned", "text"},
 *       {"log", "text", NULL, NULL, NULL}});
 *
 * A request of another name, or a question that does not match, raises the issue "request-misfit", and its effect
 * ends. A reply that does not match is refused with KMK_ERR_DECODE, and the request continues. If several declarations
 * around a reducer know the name, the innermost applies. The declarations are part of kmk_reducer_describe and
 * kmk_reducer_hash.
 *
 * Owns: base consumed, strings copied, reducer new. NULL: kinds may be NULL if count is 0; answer, part and failure may be
 * NULL; any other NULL makes an invalid reducer, as does a name that occurs twice. Threads: any, callback. Since: 0.4.
 */
kmk_reducer *kmk_requests(kmk_reducer *base, size_t count, const kmk_request_kind *kinds);

/* ---------------------------------------------------------------- serving */

/**
 * Begins to serve a request.
 *
 * Runs on the loop's thread, in an iteration of the loop: never inside a reducer, and never inside a send. The function
 * may answer at once, or keep the request with kmk_request_retain and answer later, on any thread. A notice ends when
 * this function returns; until then the function may let it fail.
 *
 * @param request  borrowed for the call.
 */
typedef void (*kmk_serve_fn)(kmk_request *request, void *user_data);

/** How a request ends for its server. Later versions may add values. */
typedef enum kmk_request_end {
  /* The feature has received the answer or the failure; or, for a notice, the server has received the request. */
  KMK_REQUEST_TAKEN = 0,
  /* The effect was cancelled: by an id, by the end of its feature or its store, or by another value of the state that it
   * follows. An answer that was still waiting is dropped. */
  KMK_REQUEST_CANCELLED = 1,
  /* The server serves no more. The request waits for another server. */
  KMK_REQUEST_UNSERVED = 2,
  /* The feature has received the answer or the failure, but the server or the store has ended before that was on disk
   * (kmk_store_hold_requests). If the process was killed, a later run asks the request again. */
  KMK_REQUEST_RECEIVED = 3
} kmk_request_end;

/**
 * Tells the server the end of a request.
 *
 * Called exactly once for each call of kmk_serve_fn, on the loop's thread, never inside a reducer, and not before the
 * kmk_serve_fn has returned. Release the data of the request here, and stop its work if it was cancelled.
 *
 * @param request  borrowed for the call. Find its data by kmk_request_data: the pointer may differ from the one that the
 *                 kmk_serve_fn received.
 */
typedef void (*kmk_request_end_fn)(kmk_request *request, kmk_request_end end, void *user_data);

/** A server. Initialize with KMK_SERVER_INIT. */
typedef struct kmk_server {
  /* sizeof(kmk_server) */
  size_t size;

  /* Required. */
  kmk_serve_fn serve;

  /* NULL: the server is not told. */
  kmk_request_end_fn ended;

  /* The greatest number of requests that the server has at a time. The others wait for their turn, oldest first.
   * 0: any number. */
  uint32_t most;

  /* free_fn runs once, after the last call of the other functions, when the server serves no more. */
  void *user_data;
  kmk_free_fn free_fn;
} kmk_server;
#define KMK_SERVER_INIT                                                                            \
  { sizeof(kmk_server), NULL, NULL, 0, NULL, NULL }

/**
 * Serves the requests of a name, for all stores of a loop.
 *
 * Requests that already wait for the name reach the server during this call, or, if a store of the loop is busy, in the
 * loop's next iteration. If a request begins without a server, it
 * waits, and raises the issue "request-unserved" once. In a test store the test can answer instead
 * (kmk_test_expect_request).
 *
 * The functions run on the loop's thread, so work that blocks belongs on a thread of the server's own. kmk_loop_finish
 * waits for the requests that a server has and that expect an answer; kmk_loop_run_until_idle does not.
 *
 * Owns: name and server copied. Fails: INVALID_ARGUMENT (NULL, a server without a function serve, a wrong size, a name
 * that is already served, a name that is empty or longer than 255 bytes), WRONG_THREAD, CLOSED. If the call fails,
 * free_fn runs. Threads: owner, callback. Since: 0.4.
 */
kmk_status kmk_loop_serve(kmk_loop *loop, const char *name, const kmk_server *server,
                          kmk_error *error);

/**
 * Serves the requests of a name for one store. This server goes before the loop's server of the name.
 *
 * Owns: name and server copied. Fails: INVALID_ARGUMENT (as kmk_loop_serve, or a scoped store), WRONG_THREAD, CLOSED
 * (the store has ended). If the call fails, free_fn runs. Threads: owner, callback. Since: 0.4.
 */
kmk_status kmk_store_serve(kmk_store *store, const char *name, const kmk_server *server,
                           kmk_error *error);

/**
 * Ends a server. When this returns, none of its functions is called any more, so a plug-in can be unloaded.
 *
 * Answers that the server has given reach their features first. Each other request of the server ends with KMK_REQUEST_UNSERVED, and a reply to its handle is refused from then on. It then goes
 * to another server of the name, or waits for one, under the same id.
 *
 * Fails: INVALID_ARGUMENT (NULL), NOT_FOUND (no such server), BUSY (a store of the loop is busy, or inside
 * one of the server's functions), WRONG_THREAD, CLOSED. Threads: owner, callback. Since: 0.4.
 */
kmk_status kmk_loop_unserve(kmk_loop *loop, const char *name, kmk_error *error);

/**
 * Ends a server of one store; see kmk_loop_unserve.
 *
 * Fails: INVALID_ARGUMENT (NULL, a scoped store), NOT_FOUND (no such server), BUSY (a store of the loop is busy,
 * or inside one of the server's functions), WRONG_THREAD, CLOSED (the store has ended). Threads: owner, callback. Since: 0.4.
 */
kmk_status kmk_store_unserve(kmk_store *store, const char *name, kmk_error *error);

/* ---------------------------------------------------------------- replies */

/**
 * Answers a request. This ends it: exactly one answer or failure is accepted.
 *
 * KMK_OK means that the answer was accepted. On the loop's thread, if no store of the loop is busy, the feature has
 * received it when the call returns. Otherwise the answer waits for the loop's next dispatch, and kmk_server.ended
 * tells whether the feature received it or was cancelled before.
 *
 * An answer that the feature's cases do not allow is refused, on any thread, and the request continues.
 *
 * Owns: steals value. Fails: INVALID_ARGUMENT (NULL, or a request that expects no answer), DECODE (with path: the
 * feature does not accept the answer), TOO_DEEP, LIMIT (see limit.h), NO_MEMORY, CLOSED (the request was answered or
 * cancelled, or another server has it). Threads: any, callback. Since: 0.4.
 */
kmk_status kmk_request_answer_new(kmk_request *request, json_t *value, kmk_error *error);

/**
 * Ends a request with a failure, which reaches the feature in the case kmk_ask.failure; without such a case, the effect
 * fails with the value (kmk_effect_catch). Otherwise like kmk_request_answer_new.
 *
 * Owns: steals value. Fails: INVALID_ARGUMENT (NULL), DECODE (with path: the feature does not accept the failure),
 * TOO_DEEP, LIMIT (see limit.h), NO_MEMORY, CLOSED (the request was answered or cancelled, or another server has it).
 * Threads: any, callback. Since: 0.4.
 */
kmk_status kmk_request_fail_new(kmk_request *request, json_t *value, kmk_error *error);

/**
 * Ends a request with a failure that is a string; otherwise like kmk_request_fail_new. Bytes that are not UTF-8 are
 * replaced, so that the message of a system call can be passed on.
 *
 * Owns: message copied. NULL: a NULL message becomes "the request failed". Fails: INVALID_ARGUMENT (a NULL request),
 * DECODE (with path: the feature does not accept the failure), LIMIT (see limit.h), NO_MEMORY, CLOSED (the request was
 * answered or cancelled, or another server has it). Threads: any, callback. Since: 0.4.
 */
kmk_status kmk_request_fail(kmk_request *request, const char *message, kmk_error *error);

/**
 * Sends a part, such as progress, before the answer.
 *
 * @param key  a part replaces the part with the same key that is still waiting for the loop; NULL: no part is replaced.
 *
 * Owns: key copied, steals value. Fails: INVALID_ARGUMENT (NULL, or a request that expects no parts), DECODE (with path:
 * the feature does not accept the part), TOO_DEEP, LIMIT (see limit.h; KMK_LIMIT_WAITING_ACTIONS counts the parts of
 * each request), NO_MEMORY, CLOSED (the request was answered or cancelled, or another server has it). Threads: any,
 * callback. Since: 0.4.
 */
kmk_status kmk_request_part_new(kmk_request *request, const char *key, json_t *value,
                                kmk_error *error);

/* ---------------------------------------------------------------- reading */

/**
 * Returns the id of a request. A server recognizes a request that it has received before by this id. No other request
 * of this store has it, in this run or another. Requests of two stores have different ids, unless the stores continue
 * from one snapshot or have a virtual loop, where the ids of each store are "0", "1", and so on.
 *
 * Owns: returns a borrowed string, valid until kmk_request_free. NULL: returns "". Threads: any, callback. Since: 0.4.
 */
const char *kmk_request_id(const kmk_request *request);

/**
 * Returns the name of a request.
 *
 * Owns: returns a borrowed string, valid until kmk_request_free. NULL: returns "". Threads: any, callback. Since: 0.4.
 */
const char *kmk_request_name(const kmk_request *request);

/**
 * Returns the question of a request.
 *
 * Owns: returns borrowed, valid until kmk_request_free. NULL: returns NULL. Threads: any, callback. Since: 0.4.
 */
const json_t *kmk_request_question(const kmk_request *request);

/**
 * Returns the last part that the feature received from an earlier server of this request, so that the work can go on
 * from there; NULL without one.
 *
 * Owns: returns borrowed, valid until kmk_request_free. NULL: returns NULL. Threads: any, callback. Since: 0.4.
 */
const json_t *kmk_request_last_part(const kmk_request *request);

/**
 * Returns how many servers have received this request, counting this one: 1, then 2 after a kmk_loop_unserve. After a kill
 * the number may be too small, because the last snapshot on disk may be older than the last server.
 *
 * NULL: returns 0. Threads: any, callback. Since: 0.4.
 */
uint32_t kmk_request_attempt(const kmk_request *request);

/**
 * Returns whether every further reply is refused, because the request was answered or cancelled, or another server has
 * it: the work can stop.
 *
 * NULL: returns false. Threads: any, callback. Since: 0.4.
 */
bool kmk_request_is_over(const kmk_request *request);

/**
 * Stores a pointer of the server with a request; every pointer to the request finds it, also in kmk_server.ended. When the
 * request goes to another server, that server finds NULL.
 *
 * Owns: data borrowed. NULL: a NULL request does nothing. Threads: any, callback. Since: 0.4.
 */
void kmk_request_set_data(kmk_request *request, void *data);

/**
 * Returns the pointer of kmk_request_set_data; NULL before.
 *
 * Owns: returns borrowed. NULL: returns NULL. Threads: any, callback. Since: 0.4.
 */
void *kmk_request_data(const kmk_request *request);

/**
 * Returns another reference to a request.
 *
 * Owns: request borrowed, result new. NULL: returns NULL. Threads: any, callback. Since: 0.4.
 */
kmk_request *kmk_request_retain(kmk_request *request);

/**
 * Releases a reference. A request that is released without an answer remains in flight; kmk_store_request finds it.
 *
 * Owns: consumes request. NULL: does nothing. Threads: any, callback. Since: 0.4.
 */
void kmk_request_free(kmk_request *request);

/* ----------------------------------------------------------- from outside */

/**
 * Returns the requests of a store: first the requests in flight, oldest first, then later members of chains.
 *
 *     [{"id": "7", "name": "net.fetch", "at": "/rows/2", "question": "http://example.org/", "phase": "served",
 *       "attempt": 1, "age": 250000000}]
 *
 * "at" is the place of the feature that asked. The phase is "waiting" (the request has not begun: it waits for the loop's
 * next iteration, for the time or the turn of an effect around it, or for an earlier member of its chain), "unkept" (the
 * request waits until it is on disk, see kmk_store_hold_requests), "unserved" (the name has no server), "turn" (the
 * server has its greatest number of requests), "served", or "answered" (the answer waits for the loop). "attempt" is 0
 * before a server has the request. "age" is in nanoseconds of the loop's clock. The question of a secret request is
 * missing. The later requests of a state-driven effect are not in the list.
 *
 * Owns: returns new. NULL: returns NULL, and for a scoped store. Threads: owner, callback. Since: 0.4.
 */
json_t *kmk_store_requests(kmk_store *store);

/**
 * Returns the effects of a store that are in flight, oldest first, for an inspector.
 *
 *     [{"at": "/rows/2", "kind": "request", "ids": ["load"], "age": 250000000, "request": "7"}]
 *
 * "at" is the place of the feature, and "ids" are the ids around the effect, the innermost first. The kind is "request"
 * (with the id of kmk_store_requests), "timer" (an action after a time, at a date or repeatedly, or the delay of an
 * effect), "event" (an action each time that the machine has woken or its clock was set), "waiting" (for a turn, for a
 * window, or for the next try), or "work" (the program's own). "age" is in nanoseconds of the loop's clock. It counts
 * from the effect's start, but not from before the first call for the store. In a Swift feature, ids that are not strings
 * are missing.
 *
 * Owns: returns new. NULL: returns NULL, and for a scoped store. Threads: owner, callback. Since: 0.4.
 */
json_t *kmk_store_effects(kmk_store *store);

/**
 * Returns the request in flight with an id, so that others than its server can answer it: an inspector, or a shell that
 * serves requests by kmk_store_requests. A reply is accepted in every phase except "waiting" and "answered".
 *
 * Owns: returns new. NULL: returns NULL. Fails: INVALID_ARGUMENT (NULL), NOT_FOUND (no request in flight has the id),
 * WRONG_THREAD, CLOSED (the store has ended). Threads: owner, callback. Since: 0.4.
 */
kmk_request *kmk_store_request(kmk_store *store, const char *id, kmk_error *error);

/**
 * Returns the request in flight with an id, on any thread; see kmk_store_request.
 *
 * Owns: returns new. NULL: returns NULL. Fails: INVALID_ARGUMENT (NULL), NOT_FOUND (no request in flight has the id).
 * Threads: any, callback. Since: 0.4.
 */
kmk_request *kmk_mailbox_request(kmk_mailbox *mailbox, const char *id, kmk_error *error);

/* -------------------------------------------------------- kept on a disk */

/**
 * Makes the requests of a store wait until they are on disk, for a program that keeps the store there. The stores of
 * kumiki_sqlite.h do this themselves.
 *
 * After a kill, a store continues from the last snapshot on disk. So a request must not be served before it is in a
 * snapshot on disk: the next run would ask it again under another id. And a server must not forget an answer before the
 * step that received it is on disk: the next run asks the request again. From this call on
 *
 *   - a request reaches its server only when it is kept; if the name has a server, kmk_loop_finish waits for this;
 *   - kmk_server.ended says KMK_REQUEST_TAKEN only when the answer is kept. Such a request no longer counts for
 *     kmk_server.most.
 *
 * The program calls kmk_store_request_mark together with kmk_store_snapshot, writes the snapshot, and then calls
 * kmk_mailbox_requests_kept. The best place for this is kmk_trace_options.settled. Requests of the snapshot that the
 * store continues from count as kept.
 *
 * Fails: INVALID_ARGUMENT (NULL, a scoped store), WRONG_THREAD, CLOSED (the store has ended). Threads: owner, callback.
 * Since: 0.4.
 */
kmk_status kmk_store_hold_requests(kmk_store *store, kmk_error *error);

/**
 * Returns a mark for the requests and answers so far: a snapshot that is taken now contains them. Later marks are
 * greater. If the mark is the same as before, no request and no answer waits for a new snapshot.
 *
 * NULL: returns 0, and for a scoped store and without kmk_store_hold_requests. Threads: owner, callback. Since: 0.4.
 */
uint64_t kmk_store_request_mark(kmk_store *store);

/**
 * Tells a store that the snapshot of a mark is on disk. Requests and ends up to the mark reach their servers in the loop's
 * next iteration. If the mark is smaller than an earlier one, nothing happens.
 *
 * Fails: INVALID_ARGUMENT (NULL), CLOSED (the store has ended). Threads: any, callback. Since: 0.4.
 */
kmk_status kmk_mailbox_requests_kept(kmk_mailbox *mailbox, uint64_t mark);

/**
 * Tells a store that nothing more will be on disk, for example because the disk is full. Its held requests wait for ever, and
 * kmk_loop_finish no longer waits for them.
 *
 * Fails: INVALID_ARGUMENT (NULL), CLOSED (the store has ended). Threads: any, callback. Since: 0.4.
 */
kmk_status kmk_mailbox_requests_lost(kmk_mailbox *mailbox);

#ifdef __cplusplus
}
#endif
#endif
