#include "screens.h"

#include <string.h>

static void add_slot(const char *pointer, bool is_path, void *data) {
  screens *all = data;
  if (all->count == SLOTS || strlen(pointer) >= sizeof all->slots[0].pointer)
    return;
  for (size_t i = 0; i < all->count; i++)
    if (strcmp(all->slots[i].pointer, pointer) == 0)
      return;
  write_text(all->slots[all->count].pointer, sizeof all->slots[0].pointer, "%s", pointer);
  all->slots[all->count++].is_path = is_path;
}

void screens_init(screens *all, const events *of) {
  memset(all, 0, sizeof *all);
  all->shared = of->shared;
  events_slots(of, add_slot, all);
}

/* Appends a text; one that does not fit is left out. */
static size_t append(char *screen, size_t length, const char *text) {
  if (length + strlen(text) >= SCREEN)
    return length;
  strcpy(screen + length, text);
  return length + strlen(text);
}

static const char *shown(const json_t *value) {
  const char *name = case_of(value);
  return name != NULL ? name : "shown";
}

void screen_of(const screens *all, const json_t *state, char *screen) {
  size_t length = 0, index;
  json_t *each;
  *screen = '\0';
  for (size_t i = 0; i < all->count; i++) {
    const json_t *value = pointer_get(state, all->slots[i].pointer);
    if (value == NULL || json_is_null(value) ||
        (all->slots[i].is_path && json_array_size(value) == 0))
      continue;
    length = append(screen, length, length > 0 ? " " : "");
    length = append(screen, length, all->slots[i].pointer);
    length = append(screen, length, "=");
    if (!all->slots[i].is_path) {
      length = append(screen, length, shown(value));
      continue;
    }
    json_array_foreach(loose(value), index, each) {
      length = append(screen, length, index > 0 ? "," : "");
      length = append(screen, length, shown(json_object_get(each, "element")));
    }
  }
  if (length == 0)
    strcpy(screen, "root");
}

void screens_note(screens *all, const char *from, const check_event *event, const char *to) {
  hash128 hash = hash_start();
  char pair[2 * SCREEN + 300];
  const char *name;
  hash_text(&hash, from);
  hash_text(&hash, to);
  hash_word(&hash, event->number);
  uint64_t *slot = &all->seen[hash.low % SEEN];
  if (*slot == hash.high)
    return;
  *slot = hash.high;
  if (event->sent != NULL)
    name = event->sent->path;
  else
    name = json_string_value(json_object_get(event->json, "request"));
  write_text(pair, sizeof pair, "%s\t%s%s\t%s", from,
             event->sent == NULL && name != NULL ? "reply " : "", name != NULL ? name : "time", to);
  shared_pair(all->shared, pair);
}
