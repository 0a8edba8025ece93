/* Requests: servers that report their calls, and replies. */
#ifndef KUMIKI_MODEL_REQUESTS_H
#define KUMIKI_MODEL_REQUESTS_H

#include "calls.h"

/* ["ask", NAME, QUESTION, ASK] */
kmk_effect *request_effect(const json_t *e, kmk_env *env);

/* {"op": "requests", ...}, around a reducer. */
kmk_reducer *requests_reducer(const json_t *r, kmk_reducer *base);

void call_serve(const arguments *a);
void call_unserve(const arguments *a);
void call_request_answer(const arguments *a);
void call_request_fail(const arguments *a);
void call_request_part(const arguments *a);
void call_request_over(const arguments *a);
void call_hold_requests(const arguments *a);
void call_requests_kept(const arguments *a);
void call_find_request(const arguments *a);
void call_awaited(const arguments *a);

/* Frees the requests of the case. */
void requests_free(void);

/* Frees the servers of the case. Returns whether each free_fn has run exactly once. */
bool servers_free(void);

#endif
