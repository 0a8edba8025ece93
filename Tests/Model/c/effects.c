#include "script.h"

#include "play.h"
#include "requests.h"
#include "trace.h"

#include <stdlib.h>
#include <string.h>

/* Makes the effect of one kind; the description starts with its name. */
typedef kmk_effect *(*make_fn)(const json_t *e, kmk_env *env);

/* -------------------------------------------------------------------------- arguments */

static const json_t *at(const json_t *e, size_t index) { return json_array_get(e, index); }
static const char *text_of(const json_t *e, size_t index) {
  return json_string_value(at(e, index));
}

static bool has_time(const json_t *e, size_t index, uint64_t *nanoseconds) {
  *nanoseconds = (uint64_t)json_integer_value(at(e, index));
  return json_is_integer(at(e, index)) && json_integer_value(at(e, index)) >= 0;
}

static void release(void *value) { json_decref(value); }

/* ---------------------------------------------------------------------- actions, times */

static kmk_effect *make_send(const json_t *e, kmk_env *env) {
  (void)env;
  return at(e, 1) != NULL ? kmk_effect_send(at(e, 1)) : NULL;
}

static kmk_effect *make_after(const json_t *e, kmk_env *env) {
  uint64_t time;
  (void)env;
  bool whole = has_time(e, 1, &time) && at(e, 2) != NULL;
  return whole ? kmk_effect_after_new(time, kmk_json_retain(at(e, 2))) : NULL;
}

static kmk_effect *make_at(const json_t *e, kmk_env *env) {
  (void)env;
  bool whole = json_is_integer(at(e, 1)) && at(e, 2) != NULL;
  int64_t date = json_integer_value(at(e, 1));
  return whole ? kmk_effect_at_new(date, kmk_json_retain(at(e, 2))) : NULL;
}

static kmk_effect *make_daily(const json_t *e, kmk_env *env) {
  (void)env;
  unsigned hour = (unsigned)json_integer_value(at(e, 1)),
           minute = (unsigned)json_integer_value(at(e, 2));
  return at(e, 3) != NULL ? kmk_effect_daily_new(hour, minute, kmk_json_retain(at(e, 3))) : NULL;
}

static kmk_effect *make_woken(const json_t *e, kmk_env *env) {
  (void)env;
  return at(e, 1) != NULL ? kmk_effect_woken_new(kmk_json_retain(at(e, 1))) : NULL;
}

static kmk_effect *make_clock_set(const json_t *e, kmk_env *env) {
  (void)env;
  return at(e, 1) != NULL ? kmk_effect_clock_set_new(kmk_json_retain(at(e, 1))) : NULL;
}

static kmk_effect *make_every(const json_t *e, kmk_env *env) {
  uint64_t time;
  (void)env;
  bool whole = has_time(e, 1, &time) && at(e, 2) != NULL;
  return whole ? kmk_effect_every_new(time, kmk_json_retain(at(e, 2))) : NULL;
}

static kmk_effect *make_dismiss(const json_t *e, kmk_env *env) {
  (void)e;
  return kmk_effect_dismiss(env);
}

static kmk_effect *make_cancel(const json_t *e, kmk_env *env) {
  (void)env;
  return text_of(e, 1) != NULL ? kmk_effect_cancel(text_of(e, 1)) : NULL;
}

/* ------------------------------------------------------------------ around other effects */

typedef kmk_effect *(*join_fn)(size_t count, kmk_effect *const *effects);

static kmk_effect *make_joined(const json_t *members, kmk_env *env, join_fn join) {
  size_t count = json_array_size(members);
  if (!json_is_array(members)) {
    return NULL;
  }
  kmk_effect **effects = need(calloc(count + 1, sizeof(kmk_effect *)));
  for (size_t i = 0; i < count; i++) {
    effects[i] = effect_of(at(members, i), env);
  }
  kmk_effect *joined = join(count, effects);
  free(effects);
  return joined;
}

static kmk_effect *make_merge(const json_t *e, kmk_env *env) {
  return make_joined(at(e, 1), env, kmk_effect_merge);
}

static kmk_effect *make_chain(const json_t *e, kmk_env *env) {
  return make_joined(at(e, 1), env, kmk_effect_concatenate);
}

static kmk_effect *make_delay(const json_t *e, kmk_env *env) {
  uint64_t time;
  return has_time(e, 1, &time) ? kmk_effect_delay(effect_of(at(e, 2), env), time) : NULL;
}

static kmk_effect *make_counting_sleep(const json_t *e, kmk_env *env) {
  return kmk_effect_counting_sleep(effect_of(at(e, 1), env));
}

static kmk_effect *make_cancellable(const json_t *e, kmk_env *env) {
  const char *id = text_of(e, 1);
  bool in_flight = json_is_true(at(e, 2));
  return id != NULL ? kmk_effect_cancellable(effect_of(at(e, 3), env), id, in_flight) : NULL;
}

static kmk_effect *make_debounce(const json_t *e, kmk_env *env) {
  uint64_t time;
  const char *id = text_of(e, 1);
  bool whole = id != NULL && has_time(e, 2, &time);
  return whole ? kmk_effect_debounce(effect_of(at(e, 3), env), id, time) : NULL;
}

static kmk_effect *make_throttle(const json_t *e, kmk_env *env) {
  uint64_t time;
  const char *id = text_of(e, 1);
  bool whole = id != NULL && has_time(e, 2, &time), latest = json_is_true(at(e, 3));
  return whole ? kmk_effect_throttle(effect_of(at(e, 4), env), id, time, latest) : NULL;
}

static kmk_effect *make_serial(const json_t *e, kmk_env *env) {
  const char *id = text_of(e, 1);
  bool latest = json_is_true(at(e, 2));
  return id != NULL ? kmk_effect_serial(effect_of(at(e, 3), env), id, latest) : NULL;
}

static kmk_effect *make_limited(const json_t *e, kmk_env *env) {
  const char *id = text_of(e, 1);
  uint32_t most = (uint32_t)json_integer_value(at(e, 2));
  return id != NULL ? kmk_effect_limited(effect_of(at(e, 3), env), id, most) : NULL;
}

static kmk_effect *make_limit(const json_t *e, kmk_env *env) {
  (void)env;
  uint32_t most = (uint32_t)json_integer_value(at(e, 2));
  return text_of(e, 1) != NULL ? kmk_effect_limit(text_of(e, 1), most) : NULL;
}

/* Prints the library's error for a refused action without the details. */
static json_t *caught(const json_t *error, void *action) {
  static const char *const known[] = {"an action does not fit", "an action is not allowed"};
  const char *message = json_string_value(error), *found = NULL;
  say("caught");
  for (size_t i = 0; message != NULL && i < 2; i++) {
    if (strncmp(message, known[i], strlen(known[i])) == 0) {
      found = known[i];
    }
  }
  if (found != NULL) {
    say_string(found);
  } else {
    say_json(error);
  }
  said();
  return json_is_null((json_t *)action) ? NULL : kmk_json_retain(action);
}

static kmk_effect *make_catch(const json_t *e, kmk_env *env) {
  const json_t *action = at(e, 1);
  return action != NULL
             ? kmk_effect_catch(effect_of(at(e, 2), env), caught, kmk_json_retain(action), release)
             : NULL;
}

static kmk_effect *make_timeout(const json_t *e, kmk_env *env) {
  uint64_t time;
  bool whole = has_time(e, 1, &time) && at(e, 2) != NULL;
  kmk_effect *effect = whole ? effect_of(at(e, 3), env) : NULL;
  return whole ? kmk_effect_timeout_new(effect, time, kmk_json_retain(at(e, 2))) : NULL;
}

static kmk_effect *make_retry(const json_t *e, kmk_env *env) {
  kmk_retry_options options = KMK_RETRY_OPTIONS_INIT;
  uint32_t times = (uint32_t)json_integer_value(at(e, 1));
  bool whole = has_time(e, 2, &options.wait);
  return whole ? kmk_effect_retry(effect_of(at(e, 3), env), times, &options) : NULL;
}

/* ------------------------------------------------------------------------ driven by hand */

/* An effect that the case's commands drive. */
typedef struct driven {
  json_t *description;
  size_t number;
} driven;

static void driven_start(kmk_sender *sender, void *data) {
  driven *d = data;
  json_t *commands = kmk_json_retain(at(d->description, 2));
  size_t number = d->number = list_add(&now.senders, sender);
  say("started");
  say_number((long long)number);
  say_json(at(d->description, 1));
  said();
  commands_perform(commands, number); /* may finish the sender and thereby free d */
  json_decref(commands);
}

static void driven_cancel(void *data) {
  driven *d = data;
  say("cancelled");
  say_number((long long)d->number);
  said();
  if (json_is_true(at(d->description, 3))) {
    kmk_sender_finish(list_take(&now.senders, d->number));
  }
}

static void driven_free(void *data) {
  driven *d = data;
  json_decref(d->description);
  free(d);
}

static kmk_effect *make_start(const json_t *e, kmk_env *env) {
  (void)env;
  if (text_of(e, 1) == NULL) {
    return NULL;
  }
  driven *d = need(calloc(1, sizeof *d));
  d->description = kmk_json_retain(e);
  return kmk_effect_start(driven_start, driven_cancel, d, driven_free);
}

static void fail_at_once(kmk_sender *sender, void *error) {
  if (json_is_string((json_t *)error)) {
    kmk_sender_fail(sender, json_string_value(error));
  } else {
    kmk_sender_fail_new(sender, kmk_json_retain(error));
  }
}

static kmk_effect *make_fail(const json_t *e, kmk_env *env) {
  (void)env;
  return at(e, 1) != NULL ? kmk_effect_start(fail_at_once, NULL, kmk_json_retain(at(e, 1)), release)
                          : NULL;
}

/* -------------------------------------------------------------------------- every kind */

kmk_effect *effect_of(const json_t *description, kmk_env *env) {
  static const struct {
    const char *name;
    make_fn make;
  } kinds[] = {
      {"send", make_send},
      {"after", make_after},
      {"every", make_every},
      {"dismiss", make_dismiss},
      {"cancel", make_cancel},
      {"merge", make_merge},
      {"chain", make_chain},
      {"delay", make_delay},
      {"cancellable", make_cancellable},
      {"debounce", make_debounce},
      {"throttle", make_throttle},
      {"serial", make_serial},
      {"catch", make_catch},
      {"start", make_start},
      {"fail", make_fail},
      {"blocking", worker_effect},
      {"limited", make_limited},
      {"limit", make_limit},
      {"ask", request_effect},
      {"timeout", make_timeout},
      {"retry", make_retry},
      {"at", make_at},
      {"daily", make_daily},
      {"woken", make_woken},
      {"clock_set", make_clock_set},
      {"counting_sleep", make_counting_sleep},
  };
  const char *name = text_of(description, 0);
  for (size_t i = 0; name != NULL && i < sizeof kinds / sizeof kinds[0]; i++) {
    if (strcmp(kinds[i].name, name) == 0) {
      return kinds[i].make(description, env);
    }
  }
  return NULL;
}
