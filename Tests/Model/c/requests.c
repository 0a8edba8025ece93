#include "requests.h"

#include "play.h"
#include "script.h"
#include "text.h"
#include "trace.h"

#include <stdlib.h>
#include <string.h>

/* A server of the case; its user data. */
typedef struct server {
  size_t number;
  json_t *commands, *ended; /* NULL once they were performed */
  int freed;
} server;

/* ------------------------------------------------------------------------------ asking */

static const char *member_text(const json_t *object, const char *name) {
  return json_string_value(json_object_get(object, name));
}

static kmk_request_restart restart_of(const json_t *ask) {
  const char *word = member_text(ask, "restart");
  if (word == NULL) {
    return KMK_REQUEST_AGAIN;
  }
  return strcmp(word, "fail") == 0   ? KMK_REQUEST_FAIL
         : strcmp(word, "drop") == 0 ? KMK_REQUEST_DROP
                                     : KMK_REQUEST_AGAIN;
}

kmk_effect *request_effect(const json_t *e, kmk_env *env) {
  const char *name = json_string_value(json_array_get(e, 1));
  const json_t *question = json_array_get(e, 2), *given = json_array_get(e, 3);
  kmk_ask ask = KMK_ASK_INIT;
  (void)env;
  if (name == NULL) {
    return NULL;
  }
  ask.answer = member_text(given, "answer");
  ask.part = member_text(given, "part");
  ask.failure = member_text(given, "failure");
  ask.is_secret = json_is_true(json_object_get(given, "secret"));
  ask.restart = restart_of(given);
  json_t *asked = question != NULL ? kmk_json_retain(question) : json_null();
  return kmk_effect_request_new(name, asked, json_is_object(given) ? &ask : NULL);
}

kmk_reducer *requests_reducer(const json_t *r, kmk_reducer *base) {
  const json_t *given = json_object_get(r, "kinds");
  size_t count = json_array_size(given);
  kmk_request_kind *kinds = need(calloc(count + 1, sizeof *kinds));
  for (size_t i = 0; i < count; i++) {
    const json_t *one = json_array_get(given, i);
    kinds[i] = (kmk_request_kind){member_text(one, "name"), member_text(one, "question"),
                                  member_text(one, "answer"), member_text(one, "part"),
                                  member_text(one, "failure")};
  }
  kmk_reducer *declared = kmk_requests(base, count, kinds);
  free(kinds);
  return declared;
}

/* ------------------------------------------------------------------------------ serving */

static void say_server(const server *s, const char *what, const kmk_request *request) {
  say("served");
  say_number((long long)s->number);
  say_string(what);
  say_string(kmk_request_id(request));
}

/* Once. */
static void perform(json_t **commands, size_t self) {
  json_t *given = *commands;
  *commands = NULL;
  commands_perform(given, self);
  json_decref(given);
}

static void serve(kmk_request *request, void *user_data) {
  server *s = user_data;
  size_t number = list_add(&now.requests, kmk_request_retain(request));
  say_server(s, "serve", request);
  say_string(kmk_request_name(request));
  say_json(kmk_request_question(request));
  say_number((long long)kmk_request_attempt(request));
  say_json(kmk_request_last_part(request));
  said();
  perform(&s->commands, number);
}

static void served(kmk_request *request, kmk_request_end end, void *user_data) {
  static const char *const names[] = {"taken", "cancelled", "unserved", "received"};
  server *s = user_data;
  say_server(s, names[end], request);
  said();
  perform(&s->ended, NOBODY);
}

static void count_freed(void *user_data) { ((server *)user_data)->freed++; }

static bool is_loop(const arguments *a) { return a->store == NULL; }

void call_serve(const arguments *a) {
  server *s = need(calloc(1, sizeof *s));
  kmk_server given = KMK_SERVER_INIT;
  s->number = list_add(&now.servers, s);
  s->commands = kmk_json_retain(json_object_get(a->value, "commands"));
  s->ended = kmk_json_retain(json_object_get(a->value, "ended"));
  given.serve = serve;
  given.ended = served;
  given.most = (uint32_t)json_integer_value(json_object_get(a->value, "most"));
  given.user_data = s;
  given.free_fn = count_freed;
  kmk_status status = is_loop(a) ? kmk_loop_serve(now.loop, a->texts[0], &given, NULL)
                                 : kmk_store_serve(a->store, a->texts[0], &given, NULL);
  answer(a, status);
}

/* The server that leaves is freed when the call returns. */
static size_t freed_count(void) {
  size_t freed = 0;
  for (size_t i = 0; i < now.servers.count; i++) {
    freed += ((const server *)now.servers.items[i])->freed > 0;
  }
  return freed;
}

void call_unserve(const arguments *a) {
  size_t before = freed_count();
  kmk_status status = is_loop(a) ? kmk_loop_unserve(now.loop, a->texts[0], NULL)
                                 : kmk_store_unserve(a->store, a->texts[0], NULL);
  if (status == KMK_OK && freed_count() == before) {
    say("a server was not freed");
    said();
  }
  answer(a, status);
}

/* ------------------------------------------------------------------------------ replies */

typedef kmk_status (*reply_fn)(kmk_request *request, json_t *value, kmk_error *error);

static void say_reply(const arguments *a, kmk_status status, const kmk_error *error) {
  say("answer");
  say_string(a->name);
  say_string(kmk_status_name(status));
  if (status == KMK_ERR_DECODE) {
    say_string(error->path);
  }
  said();
}

static void reply(const arguments *a, reply_fn give) {
  kmk_error error = {.status = KMK_OK};
  kmk_request *request = kmk_request_retain(list_at(&now.requests, a->number));
  kmk_status status = give(request, kmk_json_retain(a->value), &error);
  kmk_request_free(request);
  say_reply(a, status, &error);
}

void call_request_answer(const arguments *a) { reply(a, kmk_request_answer_new); }

void call_request_fail(const arguments *a) { reply(a, kmk_request_fail_new); }

void call_request_part(const arguments *a) {
  kmk_error error = {.status = KMK_OK};
  kmk_request *request = kmk_request_retain(list_at(&now.requests, a->number));
  const char *key = json_string_value(a->commands);
  kmk_status status = kmk_request_part_new(request, key, kmk_json_retain(a->value), &error);
  kmk_request_free(request);
  say_reply(a, status, &error);
}

void call_request_over(const arguments *a) {
  bool is_over = kmk_request_is_over(list_at(&now.requests, a->number));
  answer_value(a, KMK_OK, json_boolean(is_over));
}

/* -------------------------------------------------------------------------- from outside */

void call_find_request(const arguments *a) {
  kmk_error error = {.status = KMK_OK};
  kmk_request *request = kmk_store_request(a->store, a->texts[0], &error);
  if (request != NULL) {
    list_add(&now.requests, request);
  }
  answer(a, error.status);
}

/* --------------------------------------------------------------------- kept on a disk */

void call_hold_requests(const arguments *a) { answer(a, kmk_store_hold_requests(a->store, NULL)); }

/* Up to a mark, which is so far behind the newest one. */
void call_requests_kept(const arguments *a) {
  kmk_mailbox *mailbox = kmk_store_mailbox(a->store);
  uint64_t mark = kmk_store_request_mark(a->store), back = a->sizes[0];
  kmk_status status = mailbox == NULL
                          ? KMK_ERR_CLOSED
                          : kmk_mailbox_requests_kept(mailbox, mark < back ? 0 : mark - back);
  kmk_mailbox_free(mailbox);
  answer(a, status);
}

void call_awaited(const arguments *a) {
  answer_value(a, KMK_OK, json_integer((json_int_t)kmk_loop_awaited_count(now.loop)));
}

/* ------------------------------------------------------------------------------- the end */

void requests_free(void) {
  for (size_t i = 0; i < now.requests.count; i++) {
    kmk_request_free(list_take(&now.requests, i));
  }
  list_free(&now.requests);
}

bool servers_free(void) {
  bool were_freed = true;
  for (size_t i = 0; i < now.servers.count; i++) {
    server *s = now.servers.items[i];
    were_freed &= s->freed == 1;
    json_decref(s->commands);
    json_decref(s->ended);
    free(s);
  }
  list_free(&now.servers);
  return were_freed;
}
