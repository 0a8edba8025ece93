#include "watch_support.h"

#include <stdio.h>

/* --------------------------------------------------------------------- failures */

static void fail_at(world *w, const char *what, const char *pointer, const json_t *is,
                    const json_t *other) {
  if (w->failure != NULL) {
    return;
  }
  char *left = text_of(is), *right = text_of(other);
  size_t size = strlen(what) + strlen(pointer) + strlen(left) + strlen(right) + 32;
  w->failure = malloc(size);
  snprintf(w->failure, size, "%s at \"%s\": %s and %s", what, pointer, left, right);
  free(left);
  free(right);
}

static bool equal(const json_t *a, const json_t *b) {
  return a == NULL || b == NULL ? a == b : json_equal(a, b);
}

/* --------------------------------------------------------------------- watchers */

static void keep(watcher *who, const json_t *value) {
  json_decref(who->known);
  who->known = json_deep_copy(value);
  /* Not while it subscribes: then it is not told of a change. */
  if (who->answer != NULL && who->subscription != NULL) {
    kmk_store_send_new(who->world->store, who->answer, NULL);
    who->answer = NULL;
  }
}

static void told_value(const json_t *value, void *data) { keep(data, value); }

static void told_case(const char *name, const json_t *payload, void *data) {
  json_t *shown = name != NULL ? json_string(name) : json_deep_copy(payload);
  keep(data, shown);
  json_decref(shown);
}

static void told_present(const char *id, const char *name, const json_t *state, void *data) {
  watcher *who = data;
  (void)name;
  who->confused |= who->id != NULL;
  free(who->id);
  who->id = memcpy(malloc(strlen(id) + 1), id, strlen(id) + 1);
  keep(who, state);
}

static void told_update(const char *id, const json_t *state, void *data) {
  watcher *who = data;
  who->confused |= who->id == NULL || strcmp(who->id, id) != 0;
  keep(who, state);
}

static void told_dismiss(const char *id, void *data) {
  watcher *who = data;
  who->confused |= who->id == NULL || strcmp(who->id, id) != 0;
  free(who->id);
  who->id = NULL;
  keep(who, NULL);
}

static void stop_watching(watcher *who) {
  kmk_subscription_free(who->subscription);
  json_decref(who->mirror.patches);
  json_decref(who->mirror.copy);
  json_decref(who->known);
  json_decref(who->answer);
  free(who->id);
  memset(who, 0, sizeof *who);
}

void world_watch(world *w, size_t index, aspect sees, const char *pointer, const json_t *answer) {
  static const kmk_presentation_callbacks callbacks = {sizeof callbacks, told_present, told_update,
                                                       told_dismiss};
  watcher *who = &w->watchers[index];
  stop_watching(who);
  who->world = w;
  who->sees = sees;
  who->answer = json_deep_copy(answer);
  snprintf(who->pointer, sizeof who->pointer, "%s", pointer);
  switch (sees) {
  case SEES_VALUE:
    who->subscription = kmk_store_observe(w->store, pointer, told_value, who, NULL, NULL);
    break;
  case SEES_PRESENTATION:
    who->subscription =
        kmk_store_observe_presentation(w->store, pointer, &callbacks, who, NULL, NULL);
    break;
  case SEES_IDS:
    who->subscription = kmk_store_observe_ids(w->store, pointer, told_value, who, NULL, NULL);
    break;
  case SEES_CASE:
    who->subscription = kmk_store_observe_case(w->store, pointer, told_case, who, NULL, NULL);
    break;
  default:
    mirror_open(&who->mirror, w->store, who->pointer);
    who->subscription = who->mirror.subscription;
  }
}

/* ----------------------------------------------------- what a watcher has to know */

static json_t *ids_of(const json_t *list) {
  size_t index;
  json_t *row, *ids = json_array();
  json_array_foreach(list, index, row) {
    json_t *id = json_object_get(row, "id");
    json_array_append_new(ids, id != NULL ? json_incref(id) : json_null());
  }
  return ids;
}

static void check_presentation(world *w, const watcher *who, json_t *value) {
  char *id = kmk_store_presentation_id(w->store, who->pointer, NULL);
  bool agree = id == NULL || who->id == NULL ? id == who->id : strcmp(id, who->id) == 0;
  /* Of an enum the observer hears the payload, null where the case has none. */
  json_t *payload =
      json_is_string(value) ? json_null() : json_object_iter_value(json_object_iter(value));
  if (!agree || (id != NULL && !equal(who->known, value) && !equal(who->known, payload))) {
    fail_at(w, "an observer of a presentation is behind", who->pointer, value, who->known);
  }
  kmk_text_free(id);
}

static void check_watcher(world *w, watcher *who) {
  if (who->subscription == NULL) {
    return;
  }
  json_t *value = kmk_store_get(w->store, who->pointer, NULL), *ids = ids_of(value);
  if (who->confused) {
    fail_at(w, "an observer of a presentation was told nonsense", who->pointer, value, who->known);
  }
  if (who->sees == SEES_VALUE && !equal(value, who->known)) {
    fail_at(w, "an observer of a value is behind", who->pointer, value, who->known);
  }
  if (who->sees == SEES_IDS && !equal(ids, who->known)) {
    fail_at(w, "an observer of ids is behind", who->pointer, ids, who->known);
  }
  if (who->sees == SEES_PRESENTATION) {
    check_presentation(w, who, value);
  }
  if (who->sees == SEES_PATCHES) {
    json_array_clear(who->mirror.patches);
    if (who->mirror.failed || !equal(value, who->mirror.copy)) {
      fail_at(w, "a mirror is wrong", who->pointer, value, who->mirror.copy);
    }
  }
  json_decref(ids);
  json_decref(value);
}

/* ----------------------------------------------------------- what a place may hold */

static bool entry_fits(const feature_link *link, const json_t *entry) {
  json_t *id = json_object_get(entry, "id");
  if (!link_is_path(link)) {
    return id != NULL;
  }
  return json_is_integer(id) && json_object_size(entry) == 2 &&
         json_object_get(entry, "element") != NULL;
}

static void check_list(world *w, const feature_link *link, const char *pointer,
                       const json_t *list) {
  size_t index, other;
  json_t *entry;
  if (list != NULL && !json_is_null(list) && !json_is_array(list)) {
    fail_at(w, "no array is where rows are", pointer, list, NULL);
  }
  json_array_foreach(list, index, entry) {
    bool fits = entry_fits(link, entry);
    for (other = 0; other < index; other++) {
      json_t *before = json_array_get(list, other);
      fits &= !json_equal(json_object_get(entry, "id"), json_object_get(before, "id"));
    }
    if (!fits) {
      fail_at(w, "an entry is not one, or stands twice", pointer, list, entry);
    }
  }
}

static void check_slot(world *w, const char *pointer, const json_t *value) {
  char *id = kmk_store_presentation_id(w->store, pointer, NULL);
  if ((id == NULL) != (value == NULL || json_is_null(value))) {
    fail_at(w, "a slot and its id do not agree", pointer, value, NULL);
  }
  kmk_text_free(id);
}

/* What a reader attaches is known once it was asked, so until then its lists may be anything. */
static void check_places(world *w, const feature *f, const json_t *state, const char *pointer,
                         bool is_read) {
  for (size_t i = 0; i < f->count && json_is_object(state) && strlen(pointer) < 300; i++) {
    const feature_link *link = &f->links[i];
    const json_t *value = json_object_get(state, link->name);
    char place[400];
    snprintf(place, sizeof place, "%s/%s", pointer, link->name);
    if (!f->is_enum && link_is_slot(link)) {
      check_slot(w, place, value);
    }
    bool is_chosen = is_read || (!f->is_enum && link->kind == LINK_READER);
    if (!link_is_list(link)) {
      check_places(w, link->child, value, place, is_chosen);
      continue;
    }
    size_t index;
    json_t *entry;
    if (!is_chosen) {
      check_list(w, link, place, value);
    }
    json_array_foreach(value, index, entry) {
      const json_t *inner = link_is_path(link) ? json_object_get(entry, "element") : entry;
      char at[440];
      snprintf(at, sizeof at, "%s/%zu%s", place, index, link_is_path(link) ? "/element" : "");
      check_places(w, link->child, inner, at, is_chosen);
    }
  }
}

/* -------------------------------------------------------------------------- views */

static void stop_looking(looker *who) {
  kmk_store_free(who->view);
  json_decref(who->way);
  memset(who, 0, sizeof *who);
}

void world_look(world *w, size_t index, const json_t *way) {
  looker *who = &w->lookers[index];
  size_t hop_index;
  json_t *hop;
  stop_looking(who);
  kmk_store *here = w->store;
  json_array_foreach(way, hop_index, hop) {
    const char *at = json_string_value(json_object_get(hop, "at"));
    const char *name = json_string_value(json_object_get(hop, "case"));
    const json_t *id = json_object_get(hop, "id");
    kmk_store *next = id != NULL ? kmk_store_scope_element(here, at, name, id, NULL)
                                 : kmk_store_scope(here, at, name, NULL);
    if (here != w->store) {
      kmk_store_free(here);
    }
    here = next;
  }
  who->view = here == w->store ? NULL : here;
  who->way = json_deep_copy(way);
}

static void check_looker(world *w, looker *who, const json_t *state) {
  const json_t *part = part_at(state, who->way);
  if (who->view == NULL) {
    return;
  }
  if (kmk_store_is_valid(who->view) != (part != NULL)) {
    fail_at(w, "a view is valid without its part, or the reverse", "", who->way, part);
  }
  json_t *shown = kmk_store_state(who->view);
  if (shown == NULL || (part != NULL && !equal(shown, part))) {
    fail_at(w, "a view answers with something else", "", part, shown);
  }
  json_decref(shown);
}

/* ------------------------------------------------------------------------- a world */

bool world_open(world *w, kmk_loop *loop, const feature *f, const json_t *state) {
  *w = (world){.loop = loop, .f = f};
  w->store = kmk_store_new(loop, feature_reducer(f), state, NULL);
  return w->store != NULL;
}

void world_send(world *w, size_t index, const json_t *action) {
  kmk_store *store = index < LOOKERS ? w->lookers[index].view : NULL;
  json_t *before = kmk_store_state(w->store);
  kmk_status status = kmk_store_send(store != NULL ? store : w->store, action, NULL);
  json_t *after = kmk_store_state(w->store);
  if (status != KMK_OK && !equal(before, after)) {
    fail_at(w, "a refused action changed the state", "", before, after);
  }
  json_decref(after);
  json_decref(before);
}

void world_check(world *w) {
  json_t *before = kmk_store_state(w->store);
  check_places(w, w->f, before, "", false);
  for (size_t i = 0; i < WATCHERS; i++) {
    check_watcher(w, &w->watchers[i]);
  }
  for (size_t i = 0; i < LOOKERS; i++) {
    check_looker(w, &w->lookers[i], before);
  }
  json_t *after = kmk_store_state(w->store);
  if (!equal(before, after)) {
    fail_at(w, "a query changed the state", "", before, after);
  }
  json_decref(after);
  json_decref(before);
}

void world_close(world *w) {
  for (size_t i = 0; i < WATCHERS; i++) {
    stop_watching(&w->watchers[i]);
  }
  for (size_t i = 0; i < LOOKERS; i++) {
    stop_looking(&w->lookers[i]);
  }
  kmk_store_free(w->store);
  free(w->failure);
}
