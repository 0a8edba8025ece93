#include "limits_support.h"

char *repeated(const char *step, size_t times, const char *end) {
  return wrapped((int)times, step, end, "");
}

kmk_reducer *house(kmk_reducer *parent) {
  kmk_reducer *slot = kmk_presentation_destination(parent, "/a", "a", NULL, counter());
  return kmk_stack(kmk_for_each(slot, "/rows", "rows", NULL, counter()), "/path", "path",
                   counter());
}

void open_house(kit *k) { k->store = open_store(k->loop, house(counter()), HOUSE); }

kmk_status opened(kit *k, kmk_reducer *reducer) {
  kmk_error error;
  json_t *initial = json_of(HOUSE);
  kmk_store *store = kmk_store_new(k->loop, reducer, initial, &error);
  json_decref(initial);
  if (store == NULL)
    return error.status;
  send_ok(store, "'nothing'");
  kmk_store_free(store);
  return KMK_OK;
}
