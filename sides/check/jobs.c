#include "jobs.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_DEATHS = 200, TICK = 200 /* milliseconds */ };
/* Commands to a job, and its results. */
enum { BEGIN = 'B', LEVEL = 'L', RESUME = 'R', WALK = 'W', DONE = 'D', FAILED = 'F' };

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double jobs_seconds(const check_jobs *all) { return seconds_now() - all->began; }

static bool read_all(int from, void *bytes, size_t size) {
  for (char *next = bytes; size > 0;) {
    ssize_t got = read(from, next, size);
    if (got <= 0 && !(got < 0 && errno == EINTR))
      return false;
    if (got > 0) {
      next += got;
      size -= (size_t)got;
    }
  }
  return true;
}

static bool write_all(int to, const void *bytes, size_t size) {
  for (const char *next = bytes; size > 0;) {
    ssize_t put = write(to, next, size);
    if (put < 0 && errno != EINTR)
      return false;
    if (put > 0) {
      next += put;
      size -= (size_t)put;
    }
  }
  return true;
}

/* ------------------------------------------------------------ inside a job */

static void walk(explorer *e) {
  const check_options *o = e->options;
  size_t jobs = o->jobs > 0 ? o->jobs : 1;
  for (uint64_t turn = e->job; !atomic_load(&e->shared->stops); turn += jobs)
    if (atomic_fetch_add(&e->shared->walked, explorer_walk(e, o->seed * 1000003u + turn, 100)) >=
        o->walk)
      return;
}

static bool obey(explorer *e, char command, kmk_error *error) {
  switch (command) {
  case BEGIN:
    return explorer_begin(e, error);
  case RESUME: {
    /* The event at hand has killed the job before. */
    uint32_t state = atomic_load(&e->slot->state), next = atomic_load(&e->slot->ordinal) + 1;
    if (atomic_load(&e->slot->event) != NO_EVENT)
      explorer_expand(e, state, next);
    explorer_level(e);
    return true;
  }
  case WALK:
    walk(e);
    return true;
  default:
    explorer_level(e);
    return true;
  }
}

static void work(const check_jobs *all, uint16_t number, int commands, int results) {
  explorer e;
  kmk_error error = {.status = KMK_OK};
  char command;
  signal(SIGINT, SIG_IGN);            /* the run itself ends its jobs */
  dup2(STDERR_FILENO, STDOUT_FILENO); /* the output of the run is the report's */
  bool is_good = explorer_init(&e, all->feature, all->options, all->shared, number, &error);
  while (read_all(commands, &command, 1)) {
    is_good = is_good && obey(&e, command, &error);
    char result = is_good ? DONE : FAILED;
    if (!write_all(results, &result, 1) || (!is_good && !write_all(results, &error, sizeof error)))
      break;
  }
  _exit(0);
}

/* ------------------------------------------------------------------- outside */

static bool spawn(check_jobs *all, size_t number) {
  int commands[2], results[2];
  job *made = &all->all[number];
  if (pipe(commands) != 0)
    return false;
  if (pipe(results) != 0) {
    close(commands[0]);
    close(commands[1]);
    return false;
  }
  pid_t process = fork();
  if (process == 0) {
    for (size_t i = 0; i < all->count; i++)
      if (all->all[i].process != 0) {
        close(all->all[i].commands);
        close(all->all[i].results);
      }
    close(commands[1]);
    close(results[0]);
    work(all, (uint16_t)number, commands[0], results[1]);
  }
  close(commands[0]);
  close(results[1]);
  if (process < 0) {
    close(commands[1]);
    close(results[0]);
    return false;
  }
  *made = (job){process, commands[1], results[0], 0, seconds_now(), true};
  return true;
}

static void command(check_jobs *all, size_t number, char word) {
  job *to = &all->all[number];
  to->is_done = false;
  to->moved = seconds_now();
  write_all(to->commands, &word, 1); /* a job that has died is seen by its results */
}

static void close_job(job *dead) {
  close(dead->commands);
  close(dead->results);
  dead->process = 0;
}

/* Notes a death as a fault of the event at hand, and starts another process in the same place. */
static void bury(check_jobs *all, size_t number, bool is_hang) {
  job *dead = &all->all[number];
  job_slot *slot = &all->shared->jobs[number];
  uint32_t state = atomic_load(&slot->state), event = atomic_load(&slot->event);
  int status = 0;
  char message[200], name[80];
  waitpid(dead->process, &status, 0);
  close_job(dead);
  const char *how = WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it called exit";
  write_text(name, sizeof name, "%s", is_hang ? "" : how);
  if (is_hang)
    write_text(message, sizeof message, "the event did not end within %g seconds",
               all->options->hang_seconds);
  else
    write_text(message, sizeof message, "the process ended: %s", how);
  shared_find(all->shared, is_hang ? "hang" : "crash", name, message, state, event,
              all->shared->records[state].depth + (event != NO_EVENT));
  if (++all->deaths > MOST_DEATHS || !spawn(all, number)) {
    atomic_store(&all->shared->stops, true);
    return;
  }
  command(all, number, RESUME);
}

static void tell(check_jobs *all) {
  double seconds = jobs_seconds(all);
  uint64_t steps = 0;
  if (all->feature->progress == NULL || seconds - all->told < 1)
    return;
  all->told = seconds;
  for (size_t i = 0; i < JOBS; i++)
    steps += atomic_load(&all->shared->jobs[i].steps);
  uint32_t begin = atomic_load(&all->shared->level_begin), count = atomic_load(&all->shared->count);
  json_t *progress = json_pack("{s:I, s:I, s:I, s:I, s:f}", "states", (json_int_t)count, "steps",
                               (json_int_t)steps, "depth",
                               (json_int_t)(begin < count ? all->shared->records[begin].depth : 0),
                               "waiting", (json_int_t)(count - begin), "seconds", seconds);
  all->feature->progress(progress, all->feature->user_data);
  json_decref(progress);
}

/* The user's interrupt ends a run as its time does. */
static volatile sig_atomic_t is_interrupted;

static void note_interrupt(int number) {
  (void)number;
  is_interrupted = 1;
}

/* Tells the progress, and stops the run at its bounds. */
static void look_around(void *data) {
  check_jobs *all = data;
  tell(all);
  all->is_interrupted = is_interrupted;
  if (jobs_seconds(all) > all->options->seconds || atomic_load(&all->shared->is_full) ||
      all->is_interrupted)
    atomic_store(&all->shared->stops, true);
}

/* Looks after the jobs until all have done. False with the error of a job that could not start. */
static bool wait_for_all(check_jobs *all, kmk_error *error) {
  for (;;) {
    struct pollfd waiting[JOBS];
    size_t numbers[JOBS], count = 0;
    for (size_t i = 0; i < all->count; i++)
      if (all->all[i].process != 0 && !all->all[i].is_done) {
        waiting[count] = (struct pollfd){all->all[i].results, POLLIN, 0};
        numbers[count++] = i;
      }
    if (count == 0)
      return true;
    poll(waiting, count, TICK);
    look_around(all);
    for (size_t i = 0; i < count; i++) {
      job *each = &all->all[numbers[i]];
      job_slot *slot = &all->shared->jobs[numbers[i]];
      char result;
      if (waiting[i].revents != 0) {
        if (!read_all(each->results, &result, 1))
          bury(all, numbers[i], false);
        else if (result == FAILED)
          return read_all(each->results, error, sizeof *error) && false;
        else
          each->is_done = true;
      } else if (atomic_load(&slot->steps) != each->steps || !atomic_load(&slot->is_busy)) {
        each->steps = atomic_load(&slot->steps);
        each->moved = seconds_now();
      } else if (seconds_now() - each->moved > all->options->hang_seconds) {
        kill(each->process, SIGKILL);
        bury(all, numbers[i], true);
      }
    }
  }
}

bool jobs_start(check_jobs *all, const kmk_check_feature *feature, const check_options *options,
                check_memory *shared, kmk_error *error) {
  *all = (check_jobs){.feature = feature,
                      .options = options,
                      .shared = shared,
                      .count = options->jobs,
                      .began = seconds_now()};
  if (all->count == 0) {
    bool is_good = explorer_init(&all->alone, feature, options, shared, 0, error);
    all->alone.tick = look_around;
    all->alone.tick_data = all;
    if (is_good && !shared->is_old)
      is_good = shared->is_old = explorer_begin(&all->alone, error);
    return is_good;
  }
  signal(SIGPIPE, SIG_IGN);
  is_interrupted = 0;
  struct sigaction note = {.sa_handler = note_interrupt};
  sigaction(SIGINT, &note, &all->before);
  for (size_t i = 0; i < all->count; i++)
    if (!spawn(all, i)) {
      all->count = i;
      break;
    }
  if (all->count == 0) {
    *error = (kmk_error){.status = KMK_ERR_NO_MEMORY};
    write_text(error->message, sizeof error->message, "no process could be started: %s",
               strerror(errno));
    return false;
  }
  if (shared->is_old)
    return true; /* an earlier run has found the first situation */
  command(all, 0, BEGIN);
  bool is_good = wait_for_all(all, error);
  shared->is_old = is_good;
  return is_good;
}

void jobs_run(check_jobs *all, bool is_walk) {
  kmk_error error;
  if (all->count == 0) {
    if (is_walk)
      walk(&all->alone);
    else
      explorer_level(&all->alone);
    return;
  }
  for (size_t i = 0; i < all->count; i++)
    if (all->all[i].process != 0)
      command(all, i, is_walk ? WALK : LEVEL);
  wait_for_all(all, &error);
}

void jobs_end(check_jobs *all) {
  if (all->options->jobs > 0)
    sigaction(SIGINT, &all->before, NULL);
  if (all->options->jobs == 0)
    explorer_free(&all->alone);
  for (size_t i = 0; i < all->count; i++)
    if (all->all[i].process != 0) {
      pid_t process = all->all[i].process;
      close_job(&all->all[i]);
      kill(process, SIGKILL);
      waitpid(process, NULL, 0);
    }
}
