/* kumiki_sqlite.h, requests, and processes that the test kills at random times: no process asks a question again whose
 * answer was taken, and each waiting job has a request. KUMIKI_KILLS gives the number of kills. */
#include "sqlite_support.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* ------------------------------------------------------------------ the feature */

/* {"job", "isWaiting"}: one job after another. After a kill, the store asks an odd job again. An even job fails, and the
 * feature asks a new question. */
static kmk_effect *work(kmk_state *state, json_int_t job) {
  kmk_ask how = KMK_ASK_INIT;
  how.answer = "done";
  how.failure = "failed";
  how.restart = job % 2 ? KMK_REQUEST_AGAIN : KMK_REQUEST_FAIL;
  kmk_state_set_new(state, "/job", json_integer(job));
  kmk_state_set_new(state, "/isWaiting", json_true());
  kmk_effect *effect = kmk_effect_request_new("work", json_integer(job), &how);
  return job % 5 ? effect : kmk_effect_delay(effect, 1000000);
}

static kmk_effect *worker(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  json_int_t job = json_integer_value(kmk_state_get(state, "/job"));
  bool is_waiting = json_is_true(kmk_state_get(state, "/isWaiting"));
  if (kmk_action_is(action, "begin"))
    return is_waiting ? NULL : work(state, job + 1);
  if (kmk_action_is(action, "done"))
    return work(state, job + 1);
  return kmk_action_is(action, "failed") ? work(state, job) : NULL;
}

/* ------------------------------------------------------- the server, in a thread */

static int notes; /* a pipe to the test */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static kmk_request *given;

static void note(const char *word, kmk_request *request) {
  char line[128];
  int size = snprintf(line, sizeof line, "%s %s %lld\n", word, kmk_request_id(request),
                      (long long)json_integer_value(kmk_request_question(request)));
  if (write(notes, line, (size_t)size) != size)
    abort();
}

static void serve(kmk_request *request, void *data) {
  (void)data;
  note("asked", request);
  pthread_mutex_lock(&lock);
  kmk_request_free(given);
  given = kmk_request_retain(request);
  pthread_mutex_unlock(&lock);
}

static void ended(kmk_request *request, kmk_request_end end, void *data) {
  (void)data;
  if (end == KMK_REQUEST_TAKEN)
    note("taken", request);
}

static void *answer(void *data) {
  (void)data;
  for (unsigned round = 0;; round++) {
    pthread_mutex_lock(&lock);
    kmk_request *request = given;
    given = NULL;
    pthread_mutex_unlock(&lock);
    if (request != NULL) {
      usleep(round * 7919 % 700);
      kmk_request_answer_new(request, json_null(), NULL);
      kmk_request_free(request);
    }
    sched_yield();
  }
  return NULL;
}

/* Continues from the file, until the test kills the process. */
static void live(void) {
  kmk_sqlite_options options = KMK_SQLITE_OPTIONS_INIT;
  options.batch_milliseconds = 2;
  options.compact_steps = 50;
  pthread_t thread;
  loop = kmk_loop_new(NULL);
  kmk_sqlite *file = kmk_sqlite_open(path, &options, NULL);
  json_t *first = json_pack("{s:i, s:b}", "job", 0, "isWaiting", 0);
  kmk_store *store =
      kmk_sqlite_store(file, "main", loop, kmk_reducer_new(worker, NULL, NULL), first, NULL);
  kmk_server server = KMK_SERVER_INIT;
  server.serve = serve;
  server.ended = ended;
  if (store == NULL || kmk_loop_serve(loop, "work", &server, NULL) != KMK_OK ||
      pthread_create(&thread, NULL, answer, NULL) != 0)
    abort();
  /* A waiting job has a request in flight, or a request that begins in the next iteration. */
  json_t *waits = kmk_store_get(store, "/isWaiting", NULL);
  if (json_is_true(waits) && kmk_store_effect_count(store) == 0)
    abort();
  send(store, "begin");
  for (;;)
    kmk_loop_dispatch(loop, -1);
}

/* ----------------------------------------------------------------------- checks */

enum { MOST = 100000 };
/* The id of each job's request, and whether its answer was taken. */
static char ids[MOST][48];
static bool is_taken[MOST];
static int asked, again, taken;

static void check_note(const char *word, const char *id, long long job) {
  assert_in_range(job, 1, MOST - 2);
  assert_false(is_taken[job]);
  if (strcmp(word, "taken") == 0) {
    assert_string_equal(ids[job], id);
    is_taken[job] = true;
    taken++;
    return;
  }
  asked++;
  again += ids[job][0] != '\0';
  /* Odd jobs keep their ids; the others are new questions. */
  if (ids[job][0] != '\0' && job % 2)
    assert_string_equal(ids[job], id);
  snprintf(ids[job], sizeof ids[job], "%s", id);
  /* Never one behind a later one. */
  assert_string_equal(ids[job + 1], "");
}

/* Lets a process live until it has written a number of notes, and a bit longer. */
static void one_life(int number) {
  int ends[2], status;
  char word[16], id[48];
  long long job;
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    notes = ends[1];
    live();
    _exit(1);
  }
  close(ends[1]);
  FILE *lines = fdopen(ends[0], "r");
  for (int i = 0; i <= number % 7; i++) {
    assert_int_equal(fscanf(lines, "%15s %47s %lld", word, id, &job), 3);
    check_note(word, id, job);
  }
  for (volatile int i = 0; i < (number * 7919) % 2000000; i++) {
  }
  assert_int_equal(kill(child, SIGKILL), 0);
  while (fscanf(lines, "%15s %47s %lld", word, id, &job) == 3)
    check_note(word, id, job);
  fclose(lines);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static void B332_what_was_taken_is_not_asked_again_after_a_kill(void **state) {
  (void)state;
  const char *more = getenv("KUMIKI_KILLS");
  int kills = more == NULL ? 20 : atoi(more);
  for (int i = 0; i < kills; i++)
    one_life(i);
  print_message("%d kills: %d questions, %d of them again, %d answers taken\n", kills, asked, again,
                taken);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      FILE_TEST(B332_what_was_taken_is_not_asked_again_after_a_kill),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
