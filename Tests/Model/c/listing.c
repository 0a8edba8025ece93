#include "listing.h"

#include "play.h"
#include "pointer.h"
#include "text.h"

#include <stdlib.h>

/* ---------------------------------------------------------------------- making a list */

static json_int_t whole_at(const json_t *value, const json_t *pointer) {
  return json_integer_value(value_at(value, json_string_value(pointer)));
}

static bool is_in(const json_t *row, const json_t *const *parameters, void *data) {
  const listed *l = data;
  json_int_t least = l->has_parameter ? json_integer_value(parameters[0]) : 0;
  return whole_at(row, json_object_get(l->options, "filter")) >= least;
}

/* The largest integer first. */
static int compare(const json_t *left, const json_t *right, void *data) {
  json_int_t one = json_integer_value(left), other = json_integer_value(right);
  (void)data;
  return one == other ? 0 : one > other ? -1 : 1;
}

static size_t size_at(const json_t *options, const char *name) {
  json_int_t size = json_integer_value(json_object_get(options, name));
  return size > 0 ? (size_t)size : 0;
}

kmk_status listed_new(kmk_store *store, const char *pointer, const json_t *given) {
  kmk_error error = {.status = KMK_OK};
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  listed *l = need(calloc(1, sizeof *l));
  l->options = kmk_json_retain(given);
  list_add(&now.lists, l);
  const char **sort = texts_of(json_object_get(given, "sort"));
  const char **numbers = texts_of(json_object_get(given, "numbers"));
  const char **parameters = texts_of(json_object_get(given, "parameters"));
  json_t *pairs = json_array(), *pair, *text;
  size_t index, side;
  json_array_foreach(json_object_get(given, "joins"), index, pair)
      json_array_foreach(pair, side, text) json_array_append(pairs, text);
  const char **joins = texts_of(pairs);
  l->has_parameter = parameters[0] != NULL;
  options.sort = sort;
  options.numbers = numbers;
  options.parameters = parameters;
  options.sort_place = json_string_value(json_object_get(given, "sort_place"));
  options.group = json_string_value(json_object_get(given, "group"));
  options.filter = json_is_string(json_object_get(given, "filter")) ? is_in : NULL;
  const json_t *where = json_object_get(given, "where");
  kmk_condition *condition = kmk_condition_new(where, NULL);
  options.where = condition;
  options.compare = json_is_true(json_object_get(given, "compare")) ? compare : NULL;
  options.nested = json_string_value(json_object_get(given, "nested"));
  options.parent = json_string_value(json_object_get(given, "parent"));
  options.joins = joins;
  options.first = size_at(given, "first");
  options.limit = size_at(given, "limit");
  if (where != NULL && condition == NULL) {
    error.status = KMK_ERR_INVALID_ARGUMENT;
  } else {
    l->handle = kmk_list_new(store, pointer, &options, l, NULL, &error);
  }
  kmk_condition_free(condition);
  free(sort);
  free(numbers);
  free(parameters);
  free(joins);
  json_decref(pairs);
  return error.status;
}

/* -------------------------------------------------------------------------- reading it */

static json_t *index_of(const kmk_list *handle, const json_t *id) {
  size_t index = json_is_null(id) ? SIZE_MAX : kmk_list_index(handle, id);
  return index == SIZE_MAX ? json_null() : json_integer((json_int_t)index);
}

/* New: a copy of the row, so that the list's own row can be written in place. */
static json_t *row_at(const kmk_list *handle, size_t index) {
  json_t *row = kmk_list_get(handle, index, NULL), *copy = json_deep_copy(row);
  json_decref(row);
  return copy != NULL ? copy : json_string("no row");
}

json_t *listed_value(const listed *l, kmk_error *error) {
  json_t *totals = kmk_list_totals(l->handle, error);
  if (totals == NULL) {
    return NULL;
  }
  json_t *rows = json_array(), *ids = json_array(), *indices = json_array();
  for (size_t i = 0; i < kmk_list_count(l->handle); i++) {
    json_t *id = kmk_list_id(l->handle, i, NULL);
    json_array_append_new(rows, row_at(l->handle, i));
    json_array_append_new(indices, index_of(l->handle, id));
    json_array_append_new(ids, json_deep_copy(id));
    json_decref(id);
  }
  return json_pack("{so so so so so}", "rows", rows, "ids", ids, "index", indices, "totals", totals,
                   "groups", kmk_list_groups(l->handle, NULL));
}

/* -------------------------------------------------------------------------- the mirror */

/* A row of a mirror is [id, null] until the edits are applied. */
static json_t *entry_of(const json_t *id) {
  return json_pack("[o n]", id != NULL ? json_deep_copy(id) : json_null());
}

static void carry_out(const listed *l, json_t *mirror, const kmk_list_edit *edit) {
  switch (edit->change) {
  case KMK_LIST_RESET:
    json_array_clear(mirror);
    for (size_t i = 0; i < edit->index; i++) {
      json_t *id = kmk_list_id(l->handle, i, NULL);
      json_array_append_new(mirror, entry_of(id));
      json_decref(id);
    }
    break;
  case KMK_LIST_INSERT:
    json_array_insert_new(mirror, edit->index, entry_of(edit->id));
    break;
  case KMK_LIST_REMOVE:
    json_array_remove(mirror, edit->index);
    break;
  case KMK_LIST_MOVE:
    json_array_remove(mirror, edit->from);
    json_array_insert_new(mirror, edit->index, entry_of(edit->id));
    break;
  case KMK_LIST_CHANGE:
    json_array_set_new(mirror, edit->index, entry_of(edit->id));
    break;
  }
}

void listed_carry_out(const listed *l, json_t *mirror, const kmk_list_edit *edits, size_t count) {
  size_t index;
  json_t *entry;
  for (size_t i = 0; i < count; i++) {
    carry_out(l, mirror, &edits[i]);
  }
  json_array_foreach(mirror, index, entry) {
    if (json_is_null(json_array_get(entry, 1))) {
      json_array_set_new(entry, 1, row_at(l->handle, index));
    }
  }
}

json_t *listed_rows(const listed *l, const json_t *mirror) {
  json_t *rows = json_array(), *entry;
  size_t index;
  json_array_foreach(mirror, index, entry) {
    json_t *id = kmk_list_id(l->handle, index, NULL);
    if (json_equal(id, json_array_get(entry, 0))) {
      json_array_append(rows, json_array_get(entry, 1));
    } else {
      json_array_append_new(rows, json_string("another id"));
    }
    json_decref(id);
  }
  return rows;
}

/* ------------------------------------------------------------------------------ ends */

void listed_let_go(listed *l) {
  kmk_list *handle = l->handle;
  l->handle = NULL;
  kmk_list_free(handle);
}

void listed_free(listed *l) {
  listed_let_go(l);
  json_decref(l->options);
  free(l);
}
