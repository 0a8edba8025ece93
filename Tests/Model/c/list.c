#include "play.h"
#include "text.h"

#include <stdlib.h>

size_t list_add(list *l, void *item) {
  if (l->count == l->room) {
    l->room = 2 * l->room + 8;
    l->items = need(realloc(l->items, l->room * sizeof *l->items));
  }
  l->items[l->count] = item;
  return l->count++;
}

void *list_at(const list *l, size_t number) { return number < l->count ? l->items[number] : NULL; }

void *list_take(list *l, size_t number) {
  void *item = list_at(l, number);
  if (item != NULL) {
    l->items[number] = NULL;
  }
  return item;
}

void list_free(list *l) {
  free(l->items);
  *l = (list){0};
}
