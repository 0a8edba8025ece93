/**
 * Serves requests over the network, with libcurl.
 *
 *     // in the program
 *     kmk_curl_serve(loop, "net.fetch", NULL, &error);
 *
 *     // in a reducer
 *     kmk_ask ask = KMK_ASK_INIT;
 *     ask.answer = "loaded";
 *     ask.failure = "failed";
 *     return kmk_effect_request_new("net.fetch", json_string("https://example.org/"), &ask);
 *
 * The feature receives {"loaded": {"status": 200, "body": "..."}}, or {"failed": {"kind": "timeout", "message": "..."}}.
 * Any name may be served, under several names too.
 *
 * Transfers run on one thread of the server, with curl's multi interface, so they work with every main loop and need no
 * descriptor in it. The answers arrive in the loop's next dispatch (request.h). The thread also writes files and parses
 * JSON. A transfer ends with its request: with the feature that asked, by an id, or when the server is removed.
 *
 * The question is a URL, or an object with these members:
 *
 *     "url"         required, http or https
 *     "method"      "GET"; with a body "POST", with a bodyFile "PUT"
 *     "headers"     {"accept": "text/plain"}
 *     "body"        the text to send
 *     "json"        the value to send as JSON. The request then has the header "content-type: application/json"
 *     "bodyFile"    the path of the file to send
 *     "file"        the path of the file that receives the body of the answer. It is written beside the path, as FILE.part,
 *                   and renamed when it is complete. After a status of 300 or more, such as 304, the file stays as it was.
 *                   Transfers to the same file must not run at the same time
 *     "parse"       true: the body of the answer is JSON
 *     "wanted"      ["etag"], the names of the headers that the answer contains, if the server sends them
 *     "timeout"     the seconds for the whole transfer, such as 2.5, counted from its turn
 *     "follow"      false: a redirect is an answer. Otherwise up to 20 redirects are followed
 *     "anyStatus"   true: a status of 400 or more is an answer too, not a failure
 *
 * The answer is an object: "status", and one of "body" (text), "json" (with "parse"), and "file" with its "size" (if the file
 * was written). "headers" is present if headers are wanted, and contains them under the names in the question. "url" is
 * present after a redirect. Bodies must be UTF-8; use "file" for others.
 *
 * Parts are {"received": 5000, "total": 90000, "sent": 0}, in bytes, at most every 50 milliseconds. "total" is null if the
 * server does not tell it. A part replaces the one that still waits for the loop.
 *
 * A failure is an object. "message" is a sentence for the user, and "kind" one of these words:
 *
 *     "question"    a mistake in the question. "at" is the JSON Pointer of the place, and the message says what was expected
 *     "connect"     the server was not found or not reached
 *     "tls"         the connection is not secure
 *     "timeout"     the transfer took too long
 *     "status"      the server answered with 400 or more. The failure also has the members of an answer, and "body" is text
 *     "body"        the body is not UTF-8 or not JSON, or larger than most_bytes
 *     "file"        a file could not be read or written
 *     "setup"       kmk_curl_options.setup refused the transfer
 *     "feature"     the feature does not accept the answer or the parts: the message says where they differ
 *     "transfer"    any other failure of the transfer
 *
 * If a feature declares its failure as text (kmk_requests), it receives the message.
 *
 * A request without an answer (a notice) is sent too. Its result is dropped, and kmk_loop_finish does not wait for it. If
 * another part of the program replies to a request first, the result of the transfer is dropped too.
 *
 * Questions are in logs and snapshots. If a question contains a password or a token, set kmk_ask.is_secret, or add the secret
 * in kmk_curl_options.setup instead.
 *
 * These functions are in a separate library, libkumiki-curl, which needs libcurl 7.85 or later. The linker flags of kumiki.pc
 * link this library if the program uses it; libkumiki does not need it.
 */
#ifndef KUMIKI_CURL_H
#define KUMIKI_CURL_H

#include "kumiki.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Initialize with KMK_CURL_OPTIONS_INIT. */
typedef struct kmk_curl_options {
  size_t size; /* sizeof(kmk_curl_options) */

  /* The greatest number of transfers at a time: of the server, and to one host (scheme, name and port of the URL). The others
   * wait. A waiting transfer does not delay younger ones to other hosts. 0: 32 and 6. */
  uint32_t most;
  uint32_t most_per_host;

  /* The longest time for connecting, and without a byte in either direction, in seconds. 0: 30 and 60. */
  uint32_t connect_seconds;
  uint32_t idle_seconds;

  /* The greatest body that an answer contains, in bytes. Files are not limited. 0: 64 MiB. */
  size_t most_bytes;

  /* Sets further options of a transfer: a proxy, certificates, cookies, a token. Called on the loop's thread before the transfer
   * begins, after all other options have been set.
   *
   * easy: the transfer's CURL *, borrowed. The URL, CURLOPT_PRIVATE, the callbacks and their data must not be changed.
   * question: borrowed for the call.
   * Returns NULL, or the message of the failure if the transfer must not begin. The message is copied. */
  const char *(*setup)(void *easy, const json_t *question, void *user_data);

  /* free_fn runs once, when the server serves no more. */
  void *user_data;
  kmk_free_fn free_fn;
} kmk_curl_options;
#define KMK_CURL_OPTIONS_INIT                                                                      \
  { sizeof(kmk_curl_options), 0, 0, 0, 0, 0, NULL, NULL, NULL }

/**
 * Serves the requests of a name over the network, for all stores of a loop.
 *
 * The server ends with the loop, or by kmk_loop_unserve with the name. Both stop its transfers and its thread before they
 * return.
 *
 * @param options  NULL: KMK_CURL_OPTIONS_INIT. Copied.
 *
 * Owns: name copied; free_fn runs even if the call fails, unless the size is wrong. Fails: as kmk_loop_serve; INVALID_ARGUMENT
 * (a wrong size), NO_MEMORY (libcurl is older than 7.85, or it or a thread cannot start). Threads: owner, callback. Since: 0.4.
 */
kmk_status kmk_curl_serve(kmk_loop *loop, const char *name, const kmk_curl_options *options, kmk_error *error);

/**
 * Serves the requests of a name over the network, for one store. This server goes before the loop's server of the name.
 *
 * The server ends with the store, or by kmk_store_unserve.
 *
 * @param options  NULL: KMK_CURL_OPTIONS_INIT. Copied.
 *
 * Owns: name copied; free_fn runs even if the call fails, unless the size is wrong. Fails: as kmk_store_serve; INVALID_ARGUMENT
 * (a wrong size), NO_MEMORY (libcurl is older than 7.85, or it or a thread cannot start). Threads: owner, callback. Since: 0.4.
 */
kmk_status kmk_curl_serve_store(kmk_store *store, const char *name, const kmk_curl_options *options, kmk_error *error);

#ifdef __cplusplus
}
#endif
#endif
