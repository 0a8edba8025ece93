/* Long runs: after many actions, stores and timers the program uses no more memory than before (C80). `make soak`
 * has 10 million actions, 100,000 stores and a month. Without it, the number is high enough to detect a leak of a
 * few bytes for each. */
#define _POSIX_C_SOURCE 200809L

#include "living_support.h"
#include "shared_support.h"

#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

/* ------------------------------------------------------------- memory in use */

/* The bytes allocated now, by all code of the process. 0 under valgrind and the sanitizers, which detect leaks
   themselves. */
static size_t bytes_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

enum { SAMPLES = 10, WARM = 3 };
typedef struct {
  size_t bytes[SAMPLES];
  int count;
} samples;

static void note_memory(samples *s) { s->bytes[s->count++] = bytes_in_use(); }

/* Asserts that the samples after the first ones differ by at most 1 %. A short run may use 32 KiB more, because
 * tables still grow to their final size: that is half a byte for each action. */
static void assert_flat(const samples *s, const char *what) {
  size_t least = s->bytes[WARM], most = least;
  for (int i = WARM; i < s->count; i++) {
    least = s->bytes[i] < least ? s->bytes[i] : least;
    most = s->bytes[i] > most ? s->bytes[i] : most;
  }
  if (factor() > 1)
    print_message("%s: %zu to %zu bytes in use\n", what, least, most);
  if (most - least > least / 100 + (factor() > 1 ? 0 : 32 * 1024))
    fail_msg("%s: %zu bytes in use have become %zu", what, least, most);
}

/* Dismisses everything presented and ends all effects, so that two samples can be compared. */
static void rest(program *p) {
  static const char *const ending[] = {
      ("{\"do\":[[\"set\",\"/sheet\",null],[\"set\",\"/choice\",null],[\"set\",\"/note\",null],"
       "[\"set\",\"/path\",[]],[\"set\",\"/ticks\",null],[\"set\",\"/name\",\"\"]]}"),
      "{\"effect\":[\"cancel\",\"a\"]}", "\"clearHistory\""};
  /* A row that started to tick may have moved, but never beyond the tenth place. */
  for (int i = 0; i < 10; i++)
    kmk_store_sendf(p->store, NULL, "{s:[[s,s++,n]]}", "do", "set", "/rows/",
                    (char[]){(char)('0' + i), 0}, "/ticks");
  for (size_t i = 0; i < COUNT_OF(ending); i++)
    kmk_store_send_text(p->store, ending[i], NULL);
  kmk_loop_advance(p->loop, 10 * SECOND, NULL);
}

static void live_long(size_t rows, long count, const char *what) {
  samples s = {{0}, 0};
  program p;
  chance = rows;
  live(rows, in_folder("soak.log"), &p);
  assert_non_null(p.recorder);
  for (int sample = 0; sample < SAMPLES; sample++) {
    act_long(&p, count / SAMPLES);
    rest(&p);
    note_memory(&s);
  }
  assert_true(p.told > (size_t)count / 10);
  end(&p);
  assert_flat(&s, what);
}

FILE_TEST(C80_many_actions_of_an_app_with_10_rows_leave_nothing_behind) {
  (void)k;
  live_long(10, rounds(100000L), "10 rows");
}

FILE_TEST(C80_many_actions_of_an_app_with_100000_rows_leave_nothing_behind) {
  (void)k;
  live_long(is_in_hurry() ? 1000 : 100000, rounds(100000L) / 5, "100,000 rows");
}

FILE_TEST(C80_many_stores_leave_nothing_behind) {
  (void)k;
  samples s = {{0}, 0};
  long count = rounds(1000L);
  for (int sample = 0; sample < SAMPLES; sample++) {
    for (long i = 0; i < count / SAMPLES; i++) {
      program p;
      chance = (uint64_t)i;
      live(6, NULL, &p);
      for (int n = 0; n < 10; n++)
        act(&p);
      end(&p);
    }
    note_memory(&s);
  }
  assert_flat(&s, "stores");
}

FILE_TEST(C80_a_long_time_of_timers_leaves_nothing_behind) {
  (void)k;
  static const char *const timers[] = {"{\"effect\":[\"every\",1000000000,\"inc\"]}",
                                       "{\"effect\":[\"every\",60000000000,\"inc\"]}",
                                       "{\"effect\":[\"every\",3600000000000,{\"child\":\"inc\"}]}",
                                       ("{\"effect\":[\"every\",7000000000,{\"effect\":["
                                        "\"debounce\",\"d\",[\"after\",5000000000,\"inc\"]]}]}"),
                                       "{\"do\":[[\"set\",\"/ticks\",1]]}"};
  samples s = {{0}, 0};
  program p;
  live(10, NULL, &p);
  for (size_t i = 0; i < COUNT_OF(timers); i++)
    kmk_store_send_text(p.store, timers[i], NULL);
  /* 30 days, or some hours. */
  uint64_t part = factor() > 1 ? 3 * 24 * 3600 * SECOND : (uint64_t)rounds(3600L) * SECOND;
  for (int sample = 0; sample < SAMPLES; sample++) {
    assert_int_equal(kmk_loop_advance(p.loop, part, NULL), KMK_OK);
    note_memory(&s);
  }
  end(&p);
  assert_flat(&s, "timers");
}
