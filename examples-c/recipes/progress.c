/* progress: a worker thread that reports its progress, and can be stopped.
 *
 * Teaches: kmk_sender_send_latest_new keeps only the newest report in the queue; a worker asks whether
 *          it was cancelled.
 * Run:     cc progress.c $(pkg-config --cflags --libs kumiki) -o progress && ./progress
 * Prints:  expected/progress.txt */
#include <kumiki.h>
#include <stdio.h>

/* Runs on a worker thread. */
KMK_WORK_FN(encode) {
  json_int_t count = json_integer_value(input);
  for (json_int_t done = 1; done <= count; done++) {
    if (kmk_sender_is_cancelled(sender))
      return;
    /* ... one frame of the work ... */
    kmk_sender_send_latest_new(sender, "progress", json_pack("{s:I}", "progress", done));
  }
  kmk_sender_send_new(sender, json_string("encoded"));
}

KMK_REDUCE_FN(encoder) {
  const json_t *frames = kmk_action_payload(action, "encode");
  const json_t *done = kmk_action_payload(action, "progress");
  if (frames) {
    kmk_effect *work = kmk_effect_work_new(kmk_json_retain(frames), encode, NULL, NULL);
    return kmk_effect_cancellable(work, "encode", true);
  }
  if (done)
    kmk_state_set(state, "/done", done);
  if (kmk_action_is(action, "encoded"))
    kmk_state_set_new(state, "/isEncoded", json_true());
  if (kmk_action_is(action, "stop"))
    return kmk_effect_cancel("encode");
  return NULL;
}

int main(void) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *initial = json_pack("{s:i, s:b}", "done", 0, "isEncoded", 0);
  kmk_store *store = kmk_store_new(loop, kmk_reducer_new(encoder, NULL, NULL), initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fprintf(stderr, "progress: %s\n", error.message);
    return 1;
  }
  kmk_store_sendf(store, NULL, "{s:i}", "encode", 1000);
  kmk_loop_run_until_idle(loop, -1, NULL); /* in your program: the main loop */
  char *text = kmk_store_state_text(store, JSON_COMPACT);
  puts(text);
  kmk_text_free(text);
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}
