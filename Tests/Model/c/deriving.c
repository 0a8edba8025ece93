#include "deriving.h"

#include "listing.h"
#include "play.h"
#include "text.h"
#include "trace.h"

#include <stdlib.h>

static void read_places(const derived *d, kmk_store *store, json_t *value) {
  size_t index;
  const json_t *pointer;
  json_array_foreach(d->pointers, index, pointer) {
    if (!json_is_string(pointer)) {
      continue;
    }
    json_t *found = kmk_store_get(store, json_string_value(pointer), NULL);
    if (found == NULL) {
      return;
    }
    json_array_append_new(value, json_deep_copy(found));
    json_decref(found);
  }
}

static void ask_others(const derived *d, json_t *value) {
  size_t index;
  const json_t *number;
  json_array_foreach(d->of, index, number) {
    if (!json_is_integer(number)) {
      continue;
    }
    const size_t which = (size_t)json_integer_value(number);
    const derived *other = which < d->number ? list_at(&now.derived, which) : NULL;
    json_t *found =
        other != NULL && other->handle != NULL ? kmk_derived_get(other->handle, NULL) : NULL;
    json_array_append_new(value, found != NULL ? json_deep_copy(found) : json_null());
    json_decref(found);
  }
}

static void read_lists(const derived *d, json_t *value) {
  size_t index;
  const json_t *number;
  json_array_foreach(d->lists, index, number) {
    if (json_is_integer(number)) {
      const listed *l = list_at(&now.lists, (size_t)json_integer_value(number));
      json_t *found = l != NULL && l->handle != NULL ? listed_value(l, NULL) : NULL;
      json_array_append(value, found != NULL ? json_object_get(found, "rows") : json_null());
      json_decref(found);
    }
  }
}

static json_t *compute(kmk_store *store, void *data) {
  const derived *d = data;
  say("computed");
  say_number((long long)d->number);
  said();
  json_t *value = json_array();
  read_places(d, store, value);
  ask_others(d, value);
  read_lists(d, value);
  return value;
}

kmk_status derived_new(kmk_store *store, const json_t *pointers, const json_t *of,
                       const json_t *lists, bool is_named) {
  kmk_error error = {.status = KMK_OK};
  derived *d = need(calloc(1, sizeof *d));
  const char **places = is_named ? texts_of(pointers) : NULL;
  d->number = list_add(&now.derived, d);
  d->pointers = kmk_json_retain(pointers);
  d->of = kmk_json_retain(of);
  d->lists = kmk_json_retain(lists);
  d->handle = kmk_derived_new(store, places, compute, d, NULL, &error);
  free(places);
  return error.status;
}

void derived_let_go(derived *d) {
  kmk_derived *handle = d->handle;
  d->handle = NULL;
  kmk_derived_free(handle);
}

void derived_free(derived *d) {
  derived_let_go(d);
  json_decref(d->pointers);
  json_decref(d->of);
  json_decref(d->lists);
  free(d);
}
