/* Requests: the input's bytes choose the askers, the servers and the replies, their threads and callbacks, and the
 * ends. Each request that a server has received must end once for it, before the server is released. */
#include "fuzz.h"

#include <pthread.h>

enum { HANDLES = 4, DEPTH = 2 };
static char *tape;
static int depth; /* the nesting of calls inside callbacks */
static bool is_stranger;

static kmk_loop *loop;
static kmk_store *store;
static kmk_mailbox *mailbox;
static kmk_request *requests[HANDLES];

#define ANY(handles) (&(handles)[next_byte(&tape) % HANDLES])

static void step(void);

static void steps_inside(void) {
  if (depth >= DEPTH || is_stranger)
    return;
  depth++;
  for (unsigned count = next_byte(&tape) % 3; count > 0; count--)
    step();
  depth--;
}

static void keep(kmk_request *request) {
  kmk_request **place = ANY(requests), *old = *place;
  *place = request;
  kmk_request_free(old);
}

/* ------------------------------------------------------------------ servers */

static long owed; /* servers that were not released */

typedef struct server {
  long begun, ended;
} server;

static void serve(kmk_request *request, void *data) {
  server *s = data;
  must(!is_stranger);
  s->begun++;
  must(!kmk_request_is_over(request) && kmk_request_attempt(request) > 0);
  must(*kmk_request_id(request) != '\0' && kmk_request_question(request) != NULL);
  keep(kmk_request_retain(request));
  steps_inside();
}

static void ended(kmk_request *request, kmk_request_end end, void *data) {
  server *s = data;
  must(!is_stranger && end <= KMK_REQUEST_UNSERVED);
  s->ended++;
  must(s->ended <= s->begun && kmk_request_is_over(request));
  steps_inside();
}

static void left(void *data) {
  server *s = data;
  must(s->begun == s->ended);
  owed--;
  free(s);
}

static const char *name(void) {
  static const char *const names[] = {"net", "net", "net", "file", "", NULL};
  return names[next_byte(&tape) % KMK_COUNT(names)];
}

static void begin_server(bool is_of_loop) {
  kmk_server given = KMK_SERVER_INIT;
  given.serve = serve;
  given.ended = ended;
  given.most = next_byte(&tape) % 3;
  given.user_data = calloc(1, sizeof(server));
  given.free_fn = left;
  owed++;
  if (is_of_loop)
    kmk_loop_serve(loop, name(), &given, NULL);
  else
    kmk_store_serve(store, name(), &given, NULL);
}

/* ------------------------------------------------------------------ replies */

static json_t *value(void) {
  static const char *const values[] = {"\"text\"", "1",    "null",     "{\"a\":[]}",
                                       "\"ask\"",  "\"\"", "\"stop\"", "{\"loaded\":\"x\"}"};
  unsigned index = next_byte(&tape) % (KMK_COUNT(values) + 1);
  return index == KMK_COUNT(values) ? NULL : kmk_json_parse(values[index], SIZE_MAX, NULL);
}

static void reply(void) {
  static const char *const keys[] = {NULL, "", "key"};
  /* A callback may put another request at its place. */
  kmk_request *request = kmk_request_retain(*ANY(requests));
  kmk_error error = {.status = KMK_OK};
  kmk_status status;
  switch (next_byte(&tape) % 4) {
  case 0:
    status = kmk_request_fail_new(request, value(), &error);
    break;
  case 1:
    status = kmk_request_part_new(request, keys[next_byte(&tape) % 3], value(), &error);
    break;
  default:
    status = kmk_request_answer_new(request, value(), &error);
  }
  if (status != KMK_OK)
    check_error(&error, status);
  kmk_request_free(request);
}

static void look(void) {
  static const char *const ids[] = {"0", "1", "2", "3", "x", "", NULL};
  const char *id = ids[next_byte(&tape) % KMK_COUNT(ids)];
  keep(kmk_mailbox_request(mailbox, id, NULL));
  if (is_stranger)
    return;
  json_t *list = kmk_store_requests(store), *each;
  size_t index, begun = 0;
  /* The list also contains later members of chains, which do not count as effects yet. */
  json_array_foreach(list, index, each) begun +=
      strcmp(json_string_value(json_object_get(each, "phase")), "waiting") != 0;
  must(begun <= kmk_store_effect_count(store));
  json_decref(list);
  keep(kmk_store_request(store, id, NULL));
}

/* ------------------------------------------------------------------- asking */

static kmk_effect *asks(void) {
  static const char *const cases[] = {"loaded", "", NULL, "a.b", "failed", "."};
  kmk_ask ask = KMK_ASK_INIT;
  ask.answer = cases[next_byte(&tape) % KMK_COUNT(cases)];
  ask.part = cases[next_byte(&tape) % KMK_COUNT(cases)];
  ask.failure = cases[next_byte(&tape) % KMK_COUNT(cases)];
  return kmk_effect_request_new(name(), value(), next_byte(&tape) % 4 ? &ask : NULL);
}

static kmk_effect *around(kmk_effect *effect) {
  switch (next_byte(&tape) % 8) {
  case 0:
    return kmk_effect_debounce(effect, "load", KMK_SECONDS(1));
  case 1:
    return kmk_effect_serial(effect, "load", next_byte(&tape) % 2);
  case 2:
    return KMK_CONCATENATE(effect, asks());
  case 3:
    return kmk_effect_throttle(effect, "load", KMK_SECONDS(1), true);
  default:
    return kmk_effect_cancellable(effect, "load", next_byte(&tape) % 4 == 0);
  }
}

static kmk_effect *reduced(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  kmk_effect *effect = NULL;
  if (kmk_action_is(action, "ask"))
    effect = around(asks());
  else if (kmk_action_is(action, "stop"))
    effect = kmk_effect_cancel("load");
  else
    kmk_state_set(state, "/last", action);
  return effect;
}

static kmk_reducer *program(void) {
  static const kmk_request_kind kinds[] = {{"net", "any", "any", "any", "any"},
                                           {"file", "text", "text", "integer", NULL}};
  kmk_reducer *sheet = kmk_reducer_new(reduced, NULL, NULL);
  kmk_reducer *base = kmk_reducer_new(reduced, NULL, NULL);
  return kmk_presentation_destination(kmk_requests(base, 2, kinds), "/sheet", "sheet", NULL, sheet);
}

static void open(void) {
  json_t *state = kmk_json_parse("{\"sheet\":{}}", SIZE_MAX, NULL);
  store = kmk_store_new(loop, program(), state, NULL);
  mailbox = kmk_store_mailbox(store);
  json_decref(state);
}

static void end(void) {
  kmk_store *former = store;
  store = NULL;
  kmk_store_free(former);
  kmk_mailbox *lost = mailbox;
  mailbox = NULL;
  kmk_mailbox_free(lost);
}

static void send(void) {
  static const char *const actions[] = {"\"ask\"",
                                        "\"ask\"",
                                        "\"stop\"",
                                        "{\"sheet\":{\"presented\":\"ask\"}}",
                                        "{\"sheet\":{\"presented\":\"ask\"}}",
                                        "{\"sheet\":\"dismiss\"}",
                                        "{\"sheet\":{\"present\":{\"state\":{}}}}"};
  kmk_store_send_text(store, actions[next_byte(&tape) % KMK_COUNT(actions)], NULL);
}

/* --------------------------------------------------------------------- calls */

/* On any thread. */
static void step_anywhere(void) {
  switch (next_byte(&tape) % 4) {
  case 0:
    keep(NULL);
    break;
  case 1:
    look();
    break;
  default:
    reply();
  }
}

static void step(void) {
  switch (next_byte(&tape) % 16) {
  case 0:
  case 1:
    begin_server(next_byte(&tape) % 2);
    break;
  case 2:
    kmk_loop_unserve(loop, name(), NULL);
    break;
  case 3:
    kmk_store_unserve(store, name(), NULL);
    break;
  case 4:
    kmk_loop_advance(loop, KMK_SECONDS(next_byte(&tape) % 3), NULL);
    break;
  case 5:
    if (depth == 0 && store == NULL)
      open();
    else if (next_byte(&tape) % 8 == 0)
      end();
    break;
  case 6:
    kmk_store_replace_reducer(store, program(), NULL);
    break;
  case 7:
  case 8:
  case 9:
    kmk_loop_dispatch(loop, 0);
    break;
  case 10:
  case 11:
  case 12:
    send();
    break;
  default:
    step_anywhere();
  }
}

static void *on_another_thread(void *nothing) {
  is_stranger = true;
  step_anywhere();
  is_stranger = false;
  return nothing;
}

FUZZ(bytes, length) {
  (void)length;
  tape = bytes;
  loop = kmk_loop_new_virtual(NULL);
  open();
  for (int count = 0; *tape != '\0' && count < 200; count++) {
    pthread_t thread;
    if (next_byte(&tape) % 8 != 1)
      step();
    else if (pthread_create(&thread, NULL, on_another_thread, NULL) == 0)
      pthread_join(thread, NULL);
  }
  tape = bytes + strlen(bytes);
  depth = DEPTH;
  end();
  kmk_loop_free(loop);
  loop = NULL;
  depth = 0;
  must(owed == 0);
  for (int i = 0; i < HANDLES; i++) {
    kmk_request_free(requests[i]);
    requests[i] = NULL;
  }
}
