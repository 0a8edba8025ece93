#include "options.h"
#include "hash.h"

#include <string.h>

static bool wrong(kmk_error *error, const char *path, const char *expected) {
  if (error != NULL) {
    error->status = KMK_ERR_DECODE;
    error->position = 0;
    write_text(error->path, sizeof error->path, "%s", path);
    write_text(error->message, sizeof error->message, "the option %s: expected %s", path, expected);
  }
  return false;
}

/* The places of errors in conditions begin with the option. */
static kmk_condition *condition(const json_t *text, const char *path, kmk_error *error) {
  kmk_error inner = {.status = KMK_OK};
  kmk_condition *condition = kmk_condition_new(text, &inner);
  if (condition == NULL && error != NULL) {
    *error = inner;
    error->status = KMK_ERR_DECODE;
    write_text(error->path, sizeof error->path, "%.120s%.120s", path, inner.path);
    write_text(error->message, sizeof error->message, "the option %.100s: %.300s", path,
               inner.message);
  }
  return condition;
}

static bool read_conditions(conditions *all, const json_t *given, const char *option,
                            kmk_error *error) {
  const char *name;
  json_t *text;
  char path[256];
  if (!json_is_object(given))
    return wrong(error, option, "an object of conditions by their names");
  json_object_foreach(loose(given), name, text) {
    write_text(path, sizeof path, "%s/%s", option, name);
    if (all->count == CONDITIONS)
      return wrong(error, option, "at most 64 conditions");
    kmk_condition *read = condition(text, path, error);
    if (read == NULL)
      return false;
    all->all[all->count++] = (named_condition){name, text, read};
  }
  return true;
}

static bool are_texts(const json_t *list) {
  size_t index;
  json_t *each;
  json_array_foreach(loose(list), index, each) if (!json_is_string(each)) return false;
  return json_is_array(list);
}

static bool read_list(const json_t **list, const json_t *given, const char *path, bool is_texts,
                      kmk_error *error) {
  *list = given;
  if (is_texts && !are_texts(given))
    return wrong(error, path, "an array of strings");
  return json_is_array(given) || wrong(error, path, "an array");
}

static bool read_pools(const json_t **pools, const json_t *given, kmk_error *error) {
  const char *name;
  json_t *pool;
  char path[256];
  *pools = given;
  if (!json_is_object(given))
    return wrong(error, "/pools", "an object of arrays, by case paths");
  json_object_foreach(loose(given), name, pool) {
    write_text(path, sizeof path, "/pools/%s", name);
    if (!json_is_array(pool))
      return wrong(error, path, "an array of values");
  }
  return true;
}

static bool read_count(size_t *count, const json_t *given, const char *path, kmk_error *error) {
  if (!json_is_integer(given) || json_integer_value(given) < 0)
    return wrong(error, path, "an integer that is not negative");
  *count = (size_t)json_integer_value(given);
  return true;
}

static bool read_seconds(double *seconds, const json_t *given, const char *path, kmk_error *error) {
  if (!json_is_number(given) || json_number_value(given) <= 0)
    return wrong(error, path, "a positive number of seconds");
  *seconds = json_number_value(given);
  return true;
}

static bool read_path(const char **given, const json_t *value, const char *path, kmk_error *error) {
  *given = json_string_value(value);
  return *given != NULL || wrong(error, path, "a path");
}

static bool read_flag(bool *flag, const json_t *given, const char *path, kmk_error *error) {
  *flag = json_is_true(given);
  return json_is_boolean(given) || wrong(error, path, "true or false");
}

static bool read_wide(uint64_t *number, const json_t *given, const char *path, kmk_error *error) {
  size_t count = 0;
  bool is_read = read_count(&count, given, path, error);
  *number = count;
  return is_read;
}

#define IS(name) (strcmp(key, name) == 0)

static bool read_one(check_options *o, const char *key, const json_t *value, kmk_error *error) {
  char path[256];
  write_text(path, sizeof path, "/%s", key);
  if (IS("state")) {
    o->state = value;
    return true;
  }
  if (IS("logs"))
    return read_path(&o->logs, value, path, error);
  if (IS("file"))
    return read_path(&o->file, value, path, error);
  if (IS("actions"))
    return read_list(&o->actions, value, path, false, error);
  if (IS("only_actions"))
    return read_flag(&o->only_actions, value, path, error);
  if (IS("pools"))
    return read_pools(&o->pools, value, error);
  if (IS("texts"))
    return read_list(&o->texts, value, path, true, error);
  if (IS("numbers"))
    return read_list(&o->numbers, value, path, false, error);
  if (IS("allow"))
    return read_list(&o->allow, value, path, true, error);
  if (IS("ignore"))
    return read_list(&o->ignore, value, path, true, error);
  if (IS("sets"))
    return read_list(&o->sets, value, path, true, error);
  if (IS("always"))
    return read_conditions(&o->always, value, path, error);
  if (IS("waits"))
    return read_conditions(&o->waits, value, path, error);
  if (IS("quiet"))
    return read_conditions(&o->quiet, value, path, error);
  if (IS("home"))
    return read_conditions(&o->home, value, path, error);
  if (IS("within"))
    return (o->within = condition(value, path, error)) != NULL;
  if (IS("ends"))
    return (o->ends = condition(value, path, error)) != NULL;
  if (IS("jobs"))
    return read_count(&o->jobs, value, path, error);
  if (IS("states"))
    return read_count(&o->most_states, value, path, error);
  if (IS("depth"))
    return read_count(&o->most_depth, value, path, error);
  if (IS("rows"))
    return read_count(&o->most_rows, value, path, error);
  if (IS("events"))
    return read_count(&o->most_events, value, path, error);
  if (IS("in_flight"))
    return read_count(&o->most_in_flight, value, path, error);
  if (IS("seconds"))
    return read_seconds(&o->seconds, value, path, error);
  if (IS("hang"))
    return read_seconds(&o->hang_seconds, value, path, error);
  if (IS("walk"))
    return read_wide(&o->walk, value, path, error);
  if (IS("seed"))
    return read_wide(&o->seed, value, path, error);
  return wrong(
      error, path,
      "one of state, actions, only_actions, pools, texts, numbers, always, waits, quiet, home, "
      "within, ends, ignore, sets, allow, jobs, states, depth, rows, events, in_flight, seconds, "
      "hang, walk, seed, logs, file");
}

bool options_read(check_options *o, const json_t *given, kmk_error *error) {
  const char *key;
  json_t *value;
  *o = (check_options){.jobs = 2,
                       .most_states = 1000000,
                       .most_depth = SIZE_MAX,
                       .most_rows = 3,
                       .most_in_flight = 3,
                       .most_events = 256,
                       .seconds = 60,
                       .hang_seconds = 10,
                       .seed = 1};
  o->given = given != NULL ? json_deep_copy(given) : json_object();
  if (o->given == NULL || !json_is_object(o->given))
    return wrong(error, "", "an object");
  json_object_foreach(o->given, key, value) if (!read_one(o, key, value, error)) return false;
  if (o->most_states < 1 || o->most_states > 200000000)
    return wrong(error, "/states", "1 to 200,000,000");
  return o->jobs <= 64 || wrong(error, "/jobs", "at most 64");
}

static void free_conditions(conditions *all) {
  for (size_t i = 0; i < all->count; i++)
    kmk_condition_free(all->all[i].condition);
}

void options_free(check_options *o) {
  free_conditions(&o->always);
  free_conditions(&o->waits);
  free_conditions(&o->quiet);
  free_conditions(&o->home);
  kmk_condition_free(o->within);
  kmk_condition_free(o->ends);
  json_decref(o->given);
}

/* ------------------------------------------------------------------- their uses */

const json_t *pool_of(const check_options *options, const char *name) {
  const char *key;
  json_t *pool;
  size_t index = 0;
  json_object_foreach(loose(options->pools), key, pool) {
    if (strcmp(key, name) == 0) {
      if (options->uses != NULL && index < WATCHED)
        options->uses->pools[index] = true;
      return pool;
    }
    index++;
  }
  return NULL;
}

static void note(json_t *notes, bool is_used, const char *option, const char *name,
                 const char *message) {
  if (!is_used)
    json_array_append_new(
        notes, json_pack("{s:s, s:s, s:s}", "option", option, "name", name, "message", message));
}

static void note_places(json_t *notes, const _Atomic bool *uses, const char *option,
                        const json_t *places) {
  size_t index;
  json_t *place;
  json_array_foreach(loose(places), index, place) if (index < WATCHED)
      note(notes, uses[index], option, json_string_value(place), "this place changes nothing");
}

void note_unused(const check_options *options, json_t *notes) {
  const char *key;
  json_t *pool;
  size_t index = 0;
  json_object_foreach(loose(options->pools), key, pool) {
    if (index < WATCHED)
      note(notes, options->uses->pools[index], "pools", key, "this pool gives no value");
    index++;
  }
  note_places(notes, options->uses->ignore, "ignore", options->ignore);
  note_places(notes, options->uses->sets, "sets", options->sets);
}

bool has_text(const json_t *list, const char *text) {
  size_t index;
  json_t *each;
  json_array_foreach(loose(list), index,
                     each) if (strcmp(json_string_value(each), text) == 0) return true;
  return false;
}
