/* Serial effects that block: only one function at a time writes a file. */
#include "support.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>

/* A file being saved: how many functions write it at once, and the values written. */
typedef struct disk {
  atomic_int writing, most;
  int saves, last;
  bool finishes_early;
  sem_t running, go_on;
} disk;

static void write_file(kmk_sender *sender, const json_t *input, void *user_data) {
  disk *d = user_data;
  int writing = atomic_fetch_add(&d->writing, 1) + 1;
  if (writing > atomic_load(&d->most)) {
    atomic_store(&d->most, writing);
  }
  if (d->finishes_early) {
    kmk_sender_finish(sender);
  }
  sem_post(&d->running);
  sem_wait(&d->go_on);
  d->saves++;
  d->last = (int)json_integer_value(input);
  atomic_fetch_sub(&d->writing, 1);
}

/* {"set": n} writes n to the state, and after a pause saves it to the file. */
REDUCER(edit) {
  const json_t *value = kmk_action_payload(action, "set");
  if (value == NULL) {
    return NULL;
  }
  kmk_state_set(state, "/text", value);
  kmk_effect *save = kmk_effect_work_new(kmk_json_retain(value), write_file, data, NULL);
  save = kmk_effect_serial(save, "save", true);
  return kmk_effect_debounce(save, "save", KMK_MILLISECONDS(500));
}

static void init_disk(disk *d) {
  memset(d, 0, sizeof *d);
  sem_init(&d->running, 0, 0);
  sem_init(&d->go_on, 0, 0);
}

TEST(W6_saves_that_are_debounced_never_overlap) {
  disk d;
  init_disk(&d);
  kit_open(k, kmk_reducer_new(edit, &d, NULL), "{'text': 0}");
  const char *edits[] = {"{'set': 1}", "{'set': 2}", "{'set': 3}", "{'set': 4}"};
  for (int i = 0; i < 4; i++) {
    send_ok(k->store, edits[i]);
    advance(k->loop, SECOND);
    if (i == 0) {
      sem_wait(&d.running);
    }
  }
  assert_int_equal(d.writing, 1); /* the first function, which was cancelled long ago */
  for (int i = 0; i < 4; i++) {
    sem_post(&d.go_on);
  }
  run_due(k->loop);
  assert_int_equal(d.most, 1);
  assert_int_equal(d.saves, 2);
  assert_int_equal(d.last, 4);
}

static void *run_job(void *job) {
  kmk_job_run(job);
  return NULL;
}

/* A thread for each job. */
static bool begin_job(kmk_job *job, void *submitted) {
  pthread_t thread;
  ++*(int *)submitted;
  return pthread_create(&thread, NULL, run_job, job) == 0 && pthread_detach(thread) == 0;
}

TEST(W6_a_function_that_has_finished_its_sender_is_waited_for) {
  int submitted = 0;
  kmk_loop_options options = KMK_LOOP_OPTIONS_INIT;
  options.is_virtual = true;
  options.submit = begin_job;
  kmk_loop *loop = kmk_loop_new_with(&options, &submitted, NULL, NULL);
  collect_issues(loop, k->issues);
  disk d;
  init_disk(&d);
  d.finishes_early = true;
  kmk_store *store = open_store(loop, kmk_reducer_new(edit, &d, NULL), "{'text': 0}");
  for (int i = 0; i < 2; i++) {
    send_ok(store, "{'set': 1}");
    advance(loop, SECOND);
    if (i == 0) {
      sem_wait(&d.running);
    }
  }
  while (kmk_store_effect_count(store) > 1) {
    kmk_loop_dispatch(loop, 0);
    sched_yield();
  }
  kmk_loop_dispatch(loop, 0);
  assert_int_equal(submitted, 1); /* the next job has not started */
  sem_post(&d.go_on);
  sem_post(&d.go_on);
  run_due(loop);
  assert_int_equal(submitted, 2);
  assert_int_equal(d.most, 1);
  assert_int_equal(d.saves, 2);
  kmk_store_free(store);
  kmk_loop_free(loop);
}
