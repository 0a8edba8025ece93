/* The program of sides/curl/README.md: prints a page. */
#include <kumiki_curl.h>
#include <stdio.h>

KMK_REDUCE_FN(app) {
  const json_t *url = kmk_action_payload(action, "fetch");
  const json_t *page = kmk_action_payload(action, "loaded");
  const json_t *failure = kmk_action_payload(action, "failed");
  if (url) {
    kmk_ask ask = KMK_ASK_INIT;
    ask.answer = "loaded";
    ask.failure = "failed";
    return kmk_effect_request_new("net.fetch", kmk_json_retain(url), &ask);
  }
  if (page)
    kmk_state_set(state, "/text", json_object_get(page, "body"));
  if (failure)
    kmk_state_set(state, "/text", json_object_get(failure, "message"));
  return NULL;
}

int main(int arguments, char **words) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *initial = json_pack("{s:n}", "text");
  kmk_store *store = kmk_store_new(loop, kmk_reducer_new(app, NULL, NULL), initial, &error);
  json_decref(initial);
  if (store == NULL || kmk_curl_serve(loop, "net.fetch", NULL, &error) != KMK_OK) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  kmk_store_sendf(store, NULL, "{s:s}", "fetch", arguments > 1 ? words[1] : "https://example.org/");
  kmk_loop_finish(loop, -1, NULL); /* or your main loop */
  json_t *text = kmk_store_get(store, "/text", NULL);
  puts(json_string_value(text));
  json_decref(text);
  kmk_store_free(store);
  kmk_loop_free(loop); /* also ends the server */
  return 0;
}
