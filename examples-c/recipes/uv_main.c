/* uv_main: the loop in a program with libuv, by kumiki_uv.h.
 *
 * Teaches: start before uv_run, close before kmk_loop_free.
 * Needs:   libuv
 * Run:     cc uv_main.c $(pkg-config --cflags --libs kumiki libuv) -o uv_main && ./uv_main
 * Prints:  expected/uv_main.txt */
#define _GNU_SOURCE /* uv.h needs it */
#include <kumiki.h>
#include <kumiki_uv.h>
#include <stdio.h>

KMK_REDUCE_FN(counter) {
  if (kmk_action_is(action, "start"))
    return kmk_effect_after_new(KMK_MILLISECONDS(10), json_string("ring"));
  if (kmk_action_is(action, "ring"))
    kmk_state_set_new(state, "/rung", json_true());
  return NULL;
}

/* Ends the main loop: nothing else keeps uv_run busy. */
static void rung(const json_t *value, void *glue) {
  if (json_is_true(value)) {
    puts("it rings");
    kmk_uv_close(glue, NULL);
  }
}

int main(void) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *initial = json_pack("{s:b}", "rung", 0);
  kmk_store *store = kmk_store_new(loop, kmk_reducer_new(counter, NULL, NULL), initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fprintf(stderr, "uv_main: %s\n", error.message);
    return 1;
  }
  kmk_uv glue;
  if (kmk_uv_start(&glue, uv_default_loop(), loop) != 0)
    return 1;
  kmk_subscription *end = kmk_store_observe(store, "/rung", rung, &glue, NULL, &error);
  kmk_store_send_text(store, "\"start\"", NULL);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  kmk_subscription_free(end);
  kmk_store_free(store);
  kmk_loop_free(loop);
  uv_loop_close(uv_default_loop());
  return 0;
}
