#include "list_support.h"

#include <stdio.h>

static void note(shown *s, const char *text) { json_array_append_new(s->edits, json_string(text)); }

static void carry_out(shown *s, const kmk_list_edit *edit) {
  const char *id = edit->id ? json_string_value(edit->id) : "?";
  json_t *at = json_array_get(s->ids, edit->index);
  json_t *from = json_array_get(s->ids, edit->from);
  char text[64] = "";
  switch (edit->change) {
  case KMK_LIST_RESET:
    s->resets++;
    json_array_clear(s->ids);
    for (size_t i = 0; i < edit->index; i++) {
      json_array_append_new(s->ids, kmk_list_id(s->list, i, NULL));
    }
    snprintf(text, sizeof text, "=%zu", edit->index);
    break;
  case KMK_LIST_INSERT:
    s->failed |= json_array_insert(s->ids, edit->index, (json_t *)(uintptr_t)edit->id) != 0;
    snprintf(text, sizeof text, "+%zu %s", edit->index, id);
    break;
  case KMK_LIST_REMOVE:
    s->failed |= !json_equal(at, edit->id) || json_array_remove(s->ids, edit->index) != 0;
    snprintf(text, sizeof text, "-%zu %s", edit->index, id);
    break;
  case KMK_LIST_MOVE:
    s->failed |= !json_equal(from, edit->id) || json_array_remove(s->ids, edit->from) != 0;
    s->failed |= json_array_insert(s->ids, edit->index, (json_t *)(uintptr_t)edit->id) != 0;
    snprintf(text, sizeof text, ">%zu:%zu %s", edit->from, edit->index, id);
    break;
  case KMK_LIST_CHANGE:
    s->failed |= !json_equal(at, edit->id);
    snprintf(text, sizeof text, "*%zu %s", edit->index, id);
    break;
  }
  note(s, text);
}

static void take(const kmk_list_edit *edits, size_t count, void *data) {
  for (size_t i = 0; i < count; i++) {
    carry_out(data, &edits[i]);
  }
}

void shown_open(shown *s, kmk_store *store) { shown_open_at(s, store, "/rows"); }

void shown_open_at(shown *s, kmk_store *store, const char *pointer) {
  kmk_error error;
  s->store = store;
  s->pointer = pointer;
  s->ids = json_array();
  s->edits = json_array();
  s->list = kmk_list_new(store, pointer, &s->options, NULL, NULL, &error);
  assert_non_null(s->list);
  s->subscription = kmk_list_observe(s->list, take, s, NULL, &error);
  assert_non_null(s->subscription);
}

/* ---------------------------------------------------------------- expected: a sort of all rows */

static const json_t *at(const json_t *value, const char *pointer) {
  return *pointer == '/' ? json_object_get(value, pointer + 1) : value;
}

static int kind_rank(const json_t *value) {
  switch (value ? (int)json_typeof(value) : -1) {
  case -1:
    return 0;
  case JSON_NULL:
    return 1;
  case JSON_FALSE:
    return 2;
  case JSON_TRUE:
    return 3;
  case JSON_INTEGER:
  case JSON_REAL:
    return 4;
  case JSON_STRING:
    return 5;
  case JSON_ARRAY:
    return 6;
  default:
    return 7;
  }
}

static int compare_values(const json_t *a, const json_t *b) {
  if (kind_rank(a) != kind_rank(b)) {
    return kind_rank(a) - kind_rank(b);
  }
  if (json_is_string(a)) {
    return strcmp(json_string_value(a), json_string_value(b));
  }
  double x = json_number_value(a), y = json_number_value(b);
  return x < y ? -1 : x > y;
}

static int compare_rows(const shown *s, const char *const *sort, const json_t *a, const json_t *b) {
  int order = 0;
  if (s->options.group) {
    order = compare_values(at(a, s->options.group), at(b, s->options.group));
  }
  for (; order == 0 && sort && *sort; sort++) {
    bool is_descending = **sort == '-';
    const char *pointer = *sort + is_descending;
    const json_t *x = at(a, pointer), *y = at(b, pointer);
    order = s->options.compare ? s->options.compare(x, y, NULL) : compare_values(x, y);
    order = is_descending ? -order : order;
  }
  return order;
}

/* Returns a new array of the ids of the rows to show. */
static json_t *sorted(const shown *s, json_t **all) {
  json_t *state = kmk_store_get(s->store, "", NULL);
  json_t *rows = json_object_get(state, s->pointer + 1), *found = json_array(), *row;
  const json_t *parameters[4];
  const char *place =
      s->options.sort_place ? json_string_value(at(state, s->options.sort_place)) : NULL;
  const char *placed[] = {place, NULL};
  const char *const *sort = place ? placed : s->options.sort;
  size_t i;
  for (i = 0; s->options.parameters && s->options.parameters[i]; i++) {
    parameters[i] = at(state, s->options.parameters[i]);
  }
  json_array_foreach(rows, i, row) {
    if (s->options.filter && !s->options.filter(row, parameters, NULL)) {
      continue;
    }
    size_t place_of = json_array_size(found);
    while (place_of > 0 && compare_rows(s, sort, row, json_array_get(found, place_of - 1)) < 0) {
      place_of--;
    }
    json_array_insert(found, place_of, row);
  }
  *all = json_incref(found);
  json_t *ids = json_array();
  size_t end = json_array_size(found);
  if (s->options.limit && s->options.first + s->options.limit < end) {
    end = s->options.first + s->options.limit;
  }
  for (i = s->options.first; i < end; i++) {
    json_array_append(ids, json_object_get(json_array_get(found, i), "id"));
  }
  json_decref(found);
  json_decref(state);
  return ids;
}

static void check_totals(const shown *s, const json_t *all) {
  json_t *totals = kmk_list_totals(s->list, NULL);
  assert_int_equal(json_integer_value(json_object_get(totals, "count")), json_array_size(all));
  for (size_t i = 0; s->options.numbers && s->options.numbers[i]; i++) {
    const json_t *total =
        json_object_get(json_object_get(totals, "numbers"), s->options.numbers[i]);
    json_int_t count = 0, sum = 0, least = 0, greatest = 0;
    size_t index;
    json_t *row;
    json_array_foreach(all, index, row) {
      const json_t *value = at(row, s->options.numbers[i]);
      json_int_t number = json_integer_value(value);
      if (!json_is_integer(value)) {
        continue;
      }
      sum += number;
      least = count == 0 || number < least ? number : least;
      greatest = count == 0 || number > greatest ? number : greatest;
      count++;
    }
    assert_int_equal(json_integer_value(json_object_get(total, "count")), count);
    assert_int_equal(json_integer_value(json_object_get(total, "sum")), sum);
    assert_int_equal(json_integer_value(json_object_get(total, "min")), least);
    assert_int_equal(json_integer_value(json_object_get(total, "max")), greatest);
  }
  json_decref(totals);
}

void shown_check(shown *s) {
  json_t *all, *expected = sorted(s, &all), *id;
  size_t index;
  assert_false(s->failed);
  assert_true(json_equal(s->ids, expected));
  assert_int_equal(kmk_list_count(s->list), json_array_size(expected));
  json_array_foreach(expected, index, id) {
    json_t *row = kmk_list_get(s->list, index, NULL);
    assert_true(json_equal(json_object_get(row, "id"), id));
    assert_int_equal(kmk_list_index(s->list, id), index);
    json_decref(row);
  }
  check_totals(s, all);
  json_decref(all);
  json_decref(expected);
}

void shown_close(shown *s) {
  shown_check(s);
  kmk_subscription_free(s->subscription);
  kmk_list_free(s->list);
  json_decref(s->ids);
  json_decref(s->edits);
}
