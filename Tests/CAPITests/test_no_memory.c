/* If memory runs out for a large result, calls return what the headers promise, and the process continues (M80). Some
 * calls never use Swift's allocator, whose failure would end the process (M82). */
#define _GNU_SOURCE

#include "trial_support.h"

#include <dlfcn.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MEGABYTE (UINT64_C(1) << 20)

/* An array whose text takes 8 bytes for each member, "[1234567,1234567,...]": 16 MB. All members are the same value.
 * The text is larger than the memory that is left. Under valgrind or a sanitizer memory is not restricted,
 * so a smaller array is used. */
#define MEMBERS (is_watched() ? 200000 : 2000000)

static json_t *large(void) {
  json_t *array = json_array(), *member = json_integer(1234567);
  for (int i = 0; i < MEMBERS; i++) {
    json_array_append(array, member);
  }
  json_decref(member);
  return array;
}

/* Limits the process to this number of bytes more than it uses now. */
static void leave_memory(rlim_t bytes) {
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL || fscanf(file, "%lu", &pages) != 1) {
    _exit(100);
  }
  fclose(file);
  struct rlimit limit;
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur =
      bytes == RLIM_INFINITY ? limit.rlim_max : pages * (rlim_t)sysconf(_SC_PAGESIZE) + bytes;
  if (setrlimit(RLIMIT_AS, &limit) != 0) {
    _exit(101);
  }
}

static kmk_reducer *nothing(void) { return kmk_combine(0, NULL); }

/* Counts the wrong results: a text in spite of missing memory (if without_memory is true), or NULL when there is
   memory. */
static int ask_for_texts(bool without_memory) {
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *value = json_pack("{s:o}", "large", large());
  kmk_store *store = kmk_store_new(loop, nothing(), value, NULL);
  kmk_store *view = kmk_store_scope(store, "/large", "large", NULL);
  kmk_text_free(kmk_json_text(json_true(), 0));
  int wrong = store == NULL || view == NULL;
  if (without_memory) {
    leave_memory(12 * MEGABYTE);
    wrong += kmk_json_text(value, 0) != NULL;
    wrong += kmk_store_state_text(store, 0) != NULL;
    wrong += kmk_store_state_text(view, 0) != NULL;
    leave_memory(RLIM_INFINITY);
  }
  char *texts[3] = {kmk_json_text(value, JSON_COMPACT), kmk_store_state_text(store, JSON_COMPACT),
                    kmk_store_state_text(view, JSON_COMPACT)};
  for (size_t i = 0; i < COUNT_OF(texts); i++) {
    wrong += texts[i] == NULL || strlen(texts[i]) < 8 * (size_t)MEMBERS;
    kmk_text_free(texts[i]);
  }
  kmk_store_free(view);
  kmk_store_free(store);
  kmk_loop_free(loop);
  json_decref(value);
  return wrong;
}

TEST(M80_a_large_text_comes_where_there_is_room) { assert_int_equal(ask_for_texts(false), 0); }

TEST(M80_a_text_that_has_no_room_is_NULL_and_the_process_goes_on) {
  if (is_watched()) {
    skip(); /* valgrind and the sanitizers need memory themselves, and end the process without it */
  }
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    _exit(ask_for_texts(true));
  }
  int status = 0;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
}

/* ------------------------------------------------------------- Swift's allocator */

static bool is_counting;
static int requests_of_swift;

extern void *__libc_malloc(size_t size); /* glibc's internal name of malloc */

static void *allocate_for_jansson(size_t size) { return __libc_malloc(size); }

/* Replaces the C library's function, for the library too. Direct calls come from Swift: the C code allocates with
 * jansson's function. */
#if !SANITIZED
void *malloc(size_t size) {
  Dl_info caller, library;
  if (is_counting && dladdr(__builtin_return_address(0), &caller) != 0 &&
      dladdr((const void *)(size_t)kmk_version, &library) != 0)
    requests_of_swift += caller.dli_fbase == library.dli_fbase;
  return __libc_malloc(size);
}
#endif

static void send_inc(kmk_store *store) { kmk_store_send_text(store, "\"inc\"", NULL); }
static void get_count(kmk_store *store) { json_decref(kmk_store_get(store, "/count", NULL)); }
static void take_state(kmk_store *store) { json_decref(kmk_store_state(store)); }
static void count_effects(kmk_store *store) { kmk_store_effect_count(store); }
static void advance_a_little(kmk_store *store) { kmk_loop_advance(kmk_store_loop(store), 1, NULL); }
static void dispatch(kmk_store *store) { kmk_loop_dispatch(kmk_store_loop(store), 0); }
static void parse(kmk_store *store) {
  (void)store;
  json_decref(kmk_json_parse("[1, {\"a\": \"b\"}]", SIZE_MAX, NULL));
}
static void format(kmk_store *store) {
  (void)store;
  kmk_text_free(kmk_pointerf("/a/%d/%s", 3, "b"));
}

static int asked_of_swift(void (*call)(kmk_store *), kmk_store *store) {
  call(store); /* one-time allocations happen now */
  requests_of_swift = 0;
  is_counting = true;
  call(store);
  is_counting = false;
  return requests_of_swift;
}

TEST(M82_calls_that_read_ask_nothing_of_Swifts_allocator) {
  static void (*const calls[])(kmk_store *) = {
      get_count, take_state, count_effects, advance_a_little, dispatch, parse, format};
  if (is_watched())
    skip();
  json_malloc_t allocate;
  json_free_t release;
  json_get_alloc_funcs(&allocate, &release);
  json_set_alloc_funcs(allocate_for_jansson, release);
  k->store = open_store(k->loop, counter(), "{'count': 0}");
  for (size_t i = 0; i < COUNT_OF(calls); i++)
    assert_int_equal(asked_of_swift(calls[i], k->store), 0);
  assert_true(asked_of_swift(send_inc, k->store) > 0); /* such allocations are counted */
  json_set_alloc_funcs(allocate, release);
}
