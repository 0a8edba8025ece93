/* Frees every handle in every callback, during every way of ending (N60).
 *
 * A trial creates a program with a handle of each kind and a callback of each kind, and arms one callback: at its
 * first call, the callback frees one handle, or all. Then the trial ends something. The address sanitizer and
 * valgrind detect a use after free; the count of live objects detects leaks. */
#include "free_support.h"

static const char *const handle_names[] = {HANDLES(NAME_OF)};
static const char *const callback_names[] = {CALLBACKS(NAME_OF)};
static const char *const ending_names[] = {ENDINGS(NAME_OF)};

static void end(world *w, int ending) {
  switch (ending) {
  case E_FREE_LOOP:
    freed_world_free(w, H_LOOP);
    break;
  case E_FREE_STORE:
    freed_world_free(w, H_STORE);
    break;
  case E_REPLACE:
    kmk_store_replace_reducer(w->store, counter(), NULL);
    break;
  case E_CANCEL_ID:
    freed_world_send(w, "'cancel'");
    break;
  case E_CANCEL_ALL_ROWS:
    freed_world_send(w, "{'rows': {'element': {'id': 1, 'action': 'begin'}}}");
    break;
  case E_CANCEL_TASK:
    kmk_task_cancel(w->task);
    break;
  case E_DISMISS_SHEET:
    freed_world_send(w, "'dismiss'");
    break;
  case E_PRESENT_ANEW:
    freed_world_send(w, "'dismiss'");
    freed_world_send(w, "'present'");
    break;
  case E_REMOVE_ROW:
    freed_world_send(w, "'remove'");
    break;
  case E_FINISH_LOOP:
    kmk_loop_finish(w->loop, -1, NULL);
    break;
  case E_FAIL_EFFECTS:
    freed_world_end_effects(w, true);
    break;
  case E_FINISH_EFFECTS:
    freed_world_end_effects(w, false);
    break;
  case E_RUN:
    kmk_loop_run_until_idle(w->loop, -1, NULL);
    break;
  case E_ADVANCE:
    kmk_loop_advance(w->loop, 2 * SECOND, NULL);
    break;
  case E_TOUCH:
    freed_world_send(w, "'touch'");
    break;
  case E_FREE_OBSERVERS:
    for (int each = H_OBSERVER; each <= H_SHARED_OBSERVER; each++) {
      freed_world_free(w, each);
    }
    break;
  case E_FREE_VIEWS:
    freed_world_free(w, H_VIEWS);
    break;
  case E_SET_DIAGNOSTICS:
    kmk_loop_set_diagnostics(w->loop, freed_world_diagnose, w, freed_world_free_diagnose);
    break;
  case E_RUN_DEFERRED:
    kmk_loop_defer(w->loop, freed_world_deferred, w, freed_world_free_deferred);
    kmk_loop_dispatch(w->loop, 0);
    break;
  case E_WRITE_SHARED:
    kmk_shared_set_new(w->shared, "", json_integer(1), NULL);
    kmk_loop_run_until_idle(w->loop, -1, NULL);
    break;
  case E_POST:
    kmk_mailbox_post_new(w->mailbox, json_string("touch"));
    kmk_loop_run_until_idle(w->loop, -1, NULL);
    break;
  case E_MISTAKE:
    freed_world_send(w, "{'rows': {'element': {'id': 9, 'action': 'begin'}}}");
    break;
  }
}

/* A worker's callbacks run on other threads. Freeing handles there is allowed only while the owner is in a call that
   runs or ends the loop. */
static bool is_allowed(int callback, int ending) {
  bool is_elsewhere = callback == C_BLOCKING || callback == C_WORK;
  bool is_in_loop = ending == E_FREE_LOOP || ending == E_FINISH_LOOP || ending == E_RUN;
  return !is_elsewhere || is_in_loop;
}

/* Ends something in a new world whose effects have started, or wait for the next iteration. Meanwhile the armed
 * callback frees a handle. Returns the callbacks that were called by then. */
static uint64_t try_to_end(int ending, bool has_begun, int callback, int handle) {
  world w;
  size_t before = kmk_live_objects();
  freed_world_make(&w);
  if (has_begun) {
    kmk_loop_dispatch(w.loop, 0);
  }
  kmk_loop_defer(w.loop, freed_world_deferred, &w, freed_world_free_deferred);
  w.victim = handle;
  atomic_store(&w.calls, 0);
  atomic_store(&w.armed, callback);
  end(&w, ending);
  uint64_t calls = w.calls;
  atomic_store(&w.armed, NO_CALLBACK);
  kmk_loop_run_until_idle(w.loop, -1, NULL);
  freed_world_free(&w, (handle + ending) % 2 ? H_ALL_BACKWARDS : H_ALL);
  if (kmk_live_objects() != before) {
    fail_msg("%zu objects are left where %s ended, and %s was freed in %s",
             kmk_live_objects() - before, ending_names[ending],
             handle == NO_HANDLE ? "nothing" : handle_names[handle],
             callback == NO_CALLBACK ? "nothing" : callback_names[callback]);
  }
  return calls;
}

PLAIN_TEST(N60_every_handle_may_be_freed_in_every_callback_during_every_ending) {
  uint64_t all = 0;
  for (int ending = 0; ending < ENDING_COUNT; ending++) {
    uint64_t calls[2] = {try_to_end(ending, false, NO_CALLBACK, NO_HANDLE),
                         try_to_end(ending, true, NO_CALLBACK, NO_HANDLE)};
    for (int callback = 0; callback < CALLBACK_COUNT; callback++) {
      if (!is_allowed(callback, ending)) {
        continue;
      }
      uint64_t bit = UINT64_C(1) << callback;
      all |= (calls[0] | calls[1]) & bit;
      for (int handle = 0; handle < HANDLE_COUNT; handle++) {
        if (is_for_other_checker((size_t)(ending + callback + handle))) {
          continue;
        }
        /* If the callback is called in both states, the handles alternate between the two. */
        bool has_begun = (calls[1] & bit) != 0 && ((calls[0] & bit) == 0 || handle % 2);
        if (((calls[0] | calls[1]) & bit) != 0) {
          try_to_end(ending, has_begun, callback, handle);
        }
      }
    }
  }
  for (int callback = 0; callback < CALLBACK_COUNT; callback++) {
    if ((all & UINT64_C(1) << callback) == 0) {
      fail_msg("%s was never called", callback_names[callback]);
    }
  }
}
