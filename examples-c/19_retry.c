/* 19_retry: a download that is tried again, and one that takes too long.
 *
 * Teaches: kmk_effect_retry starts a failed effect again, after waits that grow; kmk_effect_timeout_new cancels an effect
 *          that has not ended in time, and sends an action.
 * Run:     cc 19_retry.c $(pkg-config --cflags --libs kumiki) -o 19_retry
 * Prints:  the calls of the server and the state, with the seconds of the loop's clock */
#include <kumiki.h>
#include <stdio.h>
#include <string.h>

static kmk_effect *download(const json_t *url) {
  static const char *const temporary[] = {"busy", "timeout", NULL};
  kmk_retry_options options = KMK_RETRY_OPTIONS_INIT;
  kmk_ask cases = KMK_ASK_INIT;
  cases.answer = "loaded";
  cases.failure = "failed";
  options.only = temporary;
  kmk_effect *request = kmk_effect_request_new("net.fetch", kmk_json_retain(url), &cases);
  /* Each try has ten seconds. After the first failure it waits 1 s, then 2 s, then 4 s. */
  kmk_effect *limited =
      kmk_effect_timeout_new(request, KMK_SECONDS(10), json_pack("{s:s}", "failed", "too slow"));
  return kmk_effect_retry(limited, 3, &options);
}

static kmk_effect *reduce(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *url = kmk_action_payload(action, "load");
  if (url != NULL) {
    kmk_state_set_new(state, "", json_string("loading"));
    return download(url);
  }
  kmk_state_set(state, "", action);
  return NULL;
}

static unsigned seconds; /* of the loop's clock */

static void serve(kmk_request *request, void *data) {
  (void)data;
  unsigned attempt = kmk_request_attempt(request);
  const char *url = json_string_value(kmk_request_question(request));
  printf("%2u s: %s, request %s, attempt %u\n", seconds, url, kmk_request_id(request), attempt);
  if (strcmp(url, "missing") == 0) {
    kmk_request_fail(request, "not found", NULL);
  } else if (strcmp(url, "stuck") != 0 && attempt < 3) {
    kmk_request_fail(request, "busy", NULL);
  } else if (attempt == 3) {
    kmk_request_answer_new(request, json_string("text"), NULL);
  }
}

static void load(kmk_loop *loop, kmk_store *store, const char *url) {
  kmk_store_send_new(store, json_pack("{s:s}", "load", url), NULL);
  kmk_loop_run_until_idle(loop, -1, NULL);
  while (kmk_store_effect_count(store) > 0) {
    seconds++;
    kmk_loop_advance(loop, KMK_SECONDS(1), NULL);
  }
  char *text = kmk_store_state_text(store, JSON_COMPACT);
  printf("%2u s: %s\n", seconds, text);
  kmk_text_free(text);
}

int main(void) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  kmk_server server = KMK_SERVER_INIT;
  server.serve = serve;
  kmk_store *store = kmk_store_new(loop, kmk_reducer_new(reduce, NULL, NULL), json_null(), &error);
  if (store == NULL || kmk_loop_serve(loop, "net.fetch", &server, &error) != KMK_OK) {
    fprintf(stderr, "19_retry: %s\n", error.message);
    return 1;
  }
  load(loop, store, "busy");
  load(loop, store, "missing");
  load(loop, store, "stuck");
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}
