/* The reader of c_features.h. */
#include "c_features.h"

static const char *const replies[] = {"opened", "progress", "failed"};

static kmk_effect *read_pages(kmk_state *state, const json_t *action, kmk_env *env,
                              void *user_data) {
  (void)env, (void)user_data;
  const json_t *file = kmk_action_payload(action, "open");
  if (file != NULL) {
    kmk_ask ask = KMK_ASK_INIT;
    ask.answer = "opened";
    ask.part = "progress";
    ask.failure = "failed";
    return kmk_effect_request_new("page.load", json_pack("{s:O}", "file", (json_t *)file), &ask);
  }
  for (size_t index = 0; index < KMK_COUNT(replies); index++) {
    const json_t *reply = kmk_action_payload(action, replies[index]);
    if (reply != NULL)
      kmk_state_set(state, "/last", reply);
  }
  return NULL;
}

kmk_reducer *c_reader(void) {
  return KMK_CASES(kmk_reducer_new(read_pages, NULL, NULL), {"open", "text"},
                   {"opened", "{text: text, size: unsigned}"}, {"progress", "unsigned"},
                   {"failed", "text"});
}

/* -------------------------------------------------------------- its server */

static kmk_request *held;
static int ends[3];

static void hold(kmk_request *request, void *user_data) {
  (void)user_data;
  kmk_request_free(held);
  held = kmk_request_retain(request);
}

static void note_end(kmk_request *request, kmk_request_end end, void *user_data) {
  (void)request, (void)user_data;
  ends[end]++;
}

kmk_status c_hold_requests(kmk_loop *loop, const char *name) {
  kmk_server server = KMK_SERVER_INIT;
  server.serve = hold;
  server.ended = note_end;
  return kmk_loop_serve(loop, name, &server, NULL);
}

kmk_request *c_held_request(void) { return held; }

int c_request_ends(kmk_request_end end) { return ends[end]; }
