/* jansson's allocator, which provides all memory of the C code, refuses each request in turn. The call reports it;
 * either nothing has changed, or an issue names what is missing; nothing leaks, and the next call works (M81). If
 * there are many requests, only some are tried; `make torture` tries all of them. */
#include "allocator_support.h"
#include "app_support.h"
#include "shared_support.h"

#include <stdio.h>

/* --------------------------------------------------------------------- a trial */

typedef struct trial {
  kmk_loop *loop;
  kmk_store *store;
  kmk_subscription *told;
  const char *text;    /* of an action */
  const json_t *value; /* the call's argument */
  kmk_error error;
  kmk_status status;
  json_t *made; /* the call's result, if it is compared */
  char *written;
} trial;

typedef void (*call)(trial *t);

static void ignore(const json_t *value, void *data) { (void)value, (void)data; }
static void observe_nothing(trial *t) { (void)t; }
static void observe_patches(trial *t) {
  t->told = kmk_store_observe_patches(t->store, "", ignore, NULL, NULL, NULL);
}
static void observe_steps(trial *t) {
  t->told = kmk_store_trace(t->store, NULL, ignore, NULL, NULL, NULL);
}

static trial begin(call observe, const char *text, const json_t *value) {
  static const char *const actions[] = {
      "{\"do\":[[\"insert\",\"/rows/0\",{\"id\":9,\"count\":0}]]}",
      "{\"sheet\":{\"present\":{\"state\":{\"count\":0}}}}",
      "{\"path\":{\"push\":{\"state\":{\"count\":0}}}}"};
  trial t = {.loop = app_loop(), .text = text, .value = value};
  json_t *state = app_state(3);
  t.store = kmk_store_new(t.loop, app_reducer(false), state, NULL);
  json_decref(state);
  for (size_t i = 0; i < COUNT_OF(actions); i++)
    kmk_store_send_text(t.store, actions[i], NULL);
  observe(&t);
  return t;
}

static void end(trial *t) {
  json_decref(t->made);
  free(t->written);
  kmk_subscription_free(t->told);
  kmk_store_free(t->store);
  kmk_loop_free(t->loop);
}

static bool is_thorough(void) { return getenv("KUMIKI_TORTURE") != NULL; }

/* Whether a call produced the same result as with enough memory: it must have repeated the refused request. */
static bool is_as_before(const trial *t, const trial *before) {
  if (t->written != NULL)
    return strcmp(t->written, before->written) == 0;
  return t->made != NULL && json_equal(t->made, before->made);
}

/* Refuses each request of a call in turn. */
static void torture(const char *name, call observe, call made, const char *text,
                    const json_t *value) {
  long step = 1, tried = 0;
  trial whole = begin(observe, text, value); /* one-time allocations happen now */
  made(&whole);
  if (whole.status != KMK_OK)
    fail_msg("%s: %s, %s", name, kmk_status_name(whole.status), whole.error.message);
  for (long number = 1;; number += step) {
    long before = blocks;
    trial t = begin(observe, text, value);
    char *state = kmk_store_state_text(t.store, 0);
    size_t issues = app_issues();
    refuse(number);
    t.status = KMK_OK;
    made(&t);
    refuse_no_more();
    char *after = kmk_store_state_text(t.store, 0);
    /* Without memory for a part of a text, jansson reports invalid JSON; without memory for a part of a value, it
     * reports that it cannot write the value. */
    if (t.status != KMK_OK &&
        ((t.status != KMK_ERR_NO_MEMORY && t.status != KMK_ERR_JSON) || strcmp(state, after) != 0))
      fail_msg("%s, request %ld: %s, %s; state %s", name, number, kmk_status_name(t.status),
               t.error.message, after);
    if (has_refused && t.status == KMK_OK && app_issues() == issues && !is_as_before(&t, &whole))
      fail_msg("%s, request %ld: refused, and nobody was told", name, number);
    /* The next call works. */
    assert_int_equal(kmk_store_send_text(t.store, "\"inc\"", NULL), KMK_OK);
    trial again = t;
    again.made = NULL;
    again.written = NULL;
    made(&again);
    json_decref(again.made);
    free(again.written);
    kmk_text_free(state);
    kmk_text_free(after);
    end(&t);
    if (blocks != before)
      fail_msg("%s, request %ld: %ld blocks are lost", name, number, blocks - before);
    if (!has_refused)
      break;
    tried++;
    if (!is_thorough() && number >= (is_in_hurry() ? 4 : 20))
      step = 1 + number / (is_in_hurry() ? 1 : 8);
  }
  end(&whole);
  if (is_thorough())
    print_message("%s: %ld requests refused\n", name, tried);
}

/* --------------------------------------------------------------------- calls */

#define FROM(result) (t->status = (result) != NULL ? KMK_OK : t->error.status)

static void sends_text(trial *t) { t->status = kmk_store_send_text(t->store, t->text, &t->error); }

static void sends_a_task(trial *t) {
  kmk_task *task = kmk_store_send_task_new(t->store, kmk_json_retain(t->value), &t->error);
  FROM(task);
  kmk_task_free(task);
}

static void parses(trial *t) {
  json_t *made = kmk_json_parse(t->text, SIZE_MAX, &t->error);
  FROM(made);
  json_decref(made);
}

static void patches(trial *t) {
  json_t *made =
      kmk_json_patched(json_array_get(t->value, 0), json_array_get(t->value, 1), &t->error);
  FROM(made);
  json_decref(made);
}

static void makes_a_store(trial *t) {
  kmk_store *made = kmk_store_new(t->loop, app_reducer(false), t->value, &t->error);
  FROM(made);
  kmk_store_free(made);
}

static void saves(trial *t) {
  kmk_snapshot *snapshot = kmk_store_snapshot(t->store, &t->error);
  json_t *made = snapshot == NULL ? NULL : kmk_snapshot_json(snapshot, 1, &t->error);
  FROM(made);
  kmk_snapshot_free(snapshot);
  t->made = made;
}

static void describes(trial *t) {
  kmk_reducer *reducer = app_reducer(false);
  json_t *made = kmk_reducer_describe(reducer, &t->error);
  FROM(made);
  kmk_reducer_free(reducer);
  t->made = made;
}

static void presents(trial *t) {
  t->status = kmk_store_present(t->store, "sheet", t->value, &t->error);
}

static void lists(trial *t) {
  static const char *const numbers[] = {"/count", NULL};
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  options.sort = options.numbers = numbers;
  kmk_list *list = kmk_list_new(t->store, "/rows", &options, NULL, NULL, &t->error);
  json_t *made = list == NULL ? NULL : kmk_list_totals(list, &t->error);
  FROM(made);
  json_decref(made);
  kmk_list_free(list);
}

static void formats(trial *t) {
  char *made = kmk_pointerf("/a/%s/%d/%s", t->text, 5, t->text);
  t->status = made == NULL ? KMK_ERR_NO_MEMORY : KMK_OK;
  kmk_text_free(made);
}

static void reads(trial *t) {
  char *made = kmk_store_state_text(t->store, JSON_INDENT(2));
  t->status = made == NULL ? KMK_ERR_NO_MEMORY : KMK_OK;
  t->written = made == NULL ? NULL : memcpy(malloc(strlen(made) + 1), made, strlen(made) + 1);
  kmk_text_free(made);
}

static char *text_in(const char *path) {
  enum { MOST = 100000 };
  FILE *file = fopen(path, "r");
  char *text = malloc(MOST);
  size_t length = file == NULL ? 0 : fread(text, 1, MOST - 1, file);
  text[length] = '\0';
  if (file != NULL)
    fclose(file);
  return text;
}

/* An error during recording is reported as an issue. */
static void records(trial *t) {
  static const char *const secrets[] = {"/name", "/rows/*/count", "sheet", NULL};
  kmk_recorder_options options = KMK_RECORDER_OPTIONS_INIT;
  options.secret_paths = secrets;
  kmk_recorder *recorder = kmk_recorder_new(t->store, in_folder("a.log"), &options, &t->error);
  FROM(recorder);
  if (recorder != NULL && t->text != NULL)
    t->status = kmk_store_send_text(t->store, t->text, &t->error);
  kmk_recorder_free(recorder);
  t->written = text_in(in_folder("a.log"));
  if (strstr(t->written, "hidden") != NULL)
    t->status = KMK_ERR_INVALID_ARGUMENT;
  remove(in_folder("a.log"));
}

/* --------------------------------------------------------------------- tests */

static const char *const sent[] = {"\"inc\"",
                                   "\"undo\"",
                                   "{\"rows\":{\"element\":{\"id\":1,\"action\":\"inc\"}}}",
                                   "{\"sheet\":{\"presented\":\"inc\"}}",
                                   "{\"sheet\":\"dismiss\"}",
                                   "{\"path\":{\"push\":{\"state\":{\"count\":1}}}}",
                                   "{\"path\":{\"popFrom\":{\"id\":0}}}",
                                   "{\"binding\":{\"path\":\"/name\",\"value\":\"x\"}}",
                                   "{\"do\":[[\"move\",\"/rows/0\",\"/rows/2\"]]}"};

FILE_TEST(M81_an_action_for_which_there_is_no_memory_is_refused_or_an_issue) {
  (void)k;
  for (size_t i = 0; i < COUNT_OF(sent); i++) {
    torture(sent[i], observe_nothing, sends_text, sent[i], NULL);
    torture(sent[i], observe_patches, sends_text, sent[i], NULL);
    torture(sent[i], observe_steps, sends_text, sent[i], NULL);
  }
  json_t *inc = json_string("inc");
  torture("task", observe_patches, sends_a_task, NULL, inc);
  json_decref(inc);
}

FILE_TEST(M81_a_value_for_which_there_is_no_memory_is_not_made) {
  (void)k;
  json_t *patch = json_of("[{'a': [1, 2]}, [{'op': 'add', 'path': '/a/-', 'value': 3},"
                          "{'op': 'move', 'from': '/a/0', 'path': '/b'}]]");
  json_t *state = app_state(2), *count = json_of("{'count': 1}");
  torture("parse", observe_nothing, parses, "{\"a\":[1,2.5,\"x\",{\"b\":null}]}", NULL);
  torture("patch", observe_nothing, patches, NULL, patch);
  torture("store", observe_nothing, makes_a_store, NULL, state);
  torture("snapshot", observe_nothing, saves, NULL, NULL);
  torture("describe", observe_nothing, describes, NULL, NULL);
  torture("present", observe_nothing, presents, NULL, count);
  torture("list", observe_nothing, lists, NULL, NULL);
  torture("read", observe_nothing, reads, NULL, NULL);
  char *wide = wrapped(200, "a/", "~", "");
  torture("format", observe_nothing, formats, wide, NULL);
  free(wide);
  json_decref(patch);
  json_decref(state);
  json_decref(count);
}

FILE_TEST(M81_a_recorder_for_which_there_is_no_memory_stops) {
  (void)k;
  torture("record", observe_nothing, records, NULL, NULL);
  torture("record a binding", observe_nothing, records,
          "{\"binding\":{\"path\":\"/name\",\"value\":\"hidden\"}}", NULL);
  torture("record a refusal", observe_nothing, records,
          "{\"binding\":{\"path\":\"/name\",\"value\":{\"hidden\":1}}}", NULL);
}

/* ----------------------------------------------------------------------- a missing step */

typedef struct seen {
  int count, missing;
  json_int_t number;
} seen;

/* Notes a step, complete or missing; needs no memory. */
static void see(const json_t *step, void *data) {
  seen *s = data;
  s->count++;
  s->number = json_integer_value(json_object_get(step, "step"));
  if (json_is_true(json_object_get(step, "missing")))
    s->missing += json_object_size(step) == 2;
  else
    s->count += json_object_get(step, "patch") == NULL;
}

FILE_TEST(Z36_a_step_without_memory_is_told_by_its_number) {
  (void)k;
  int missing = 0;
  for (long number = 1; number == 1 || has_refused; number++) {
    seen s = {0};
    trial t = begin(observe_nothing, "\"inc\"", NULL);
    t.told = kmk_store_trace(t.store, NULL, see, &s, NULL, NULL);
    refuse(number);
    sends_text(&t);
    refuse_no_more();
    assert_int_equal(s.count, t.status == KMK_OK);
    missing += s.missing;
    t.status = kmk_store_send_text(t.store, "\"inc\"", NULL);
    assert_int_equal(s.number, s.count);
    end(&t);
  }
  assert_true(missing > 0);
}

FILE_TEST(Z36_a_recorder_stops_at_a_step_without_memory) {
  (void)k;
  kmk_error error;
  int stopped = 0;
  for (long number = 1; number == 1 || has_refused; number++) {
    trial t = begin(observe_nothing, "\"inc\"", NULL);
    kmk_recorder *recorder = kmk_recorder_new(t.store, in_folder("a.log"), NULL, &error);
    refuse(number);
    sends_text(&t);
    refuse_no_more();
    bool is_whole = kmk_recorder_flush(recorder, &error) == KMK_OK;
    stopped += !is_whole;
    kmk_recorder_free(recorder);
    char *log = text_in(in_folder("a.log"));
    assert_int_equal(strstr(log, "\"patch\"") != NULL, is_whole && t.status == KMK_OK);
    free(log);
    remove(in_folder("a.log"));
    end(&t);
  }
  assert_true(stopped > 0);
}
