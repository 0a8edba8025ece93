/* The rows of Benchmarks/C that the other libraries have too, each with one subscriber. */
#include "support.h"

#include <stdio.h>
#include <string.h>

extern const struct theme counter_rows, effect_rows, collection_rows, observer_rows;

static const struct {
  const char *name, *row;
  const struct theme *theme;
  const char *observed; /* NULL if the row has its own observers */
} peers[] = {
    {"counter", "c.counter", &counter_rows, ""},
    {"row", "c.row-of-100000", &collection_rows, NULL},
    {"presented", "c.presented", &counter_rows, ""},
    {"present", "c.present", &counter_rows, ""},
    {"observers", "c.observers", &observer_rows, NULL},
    {"effect-send", "c.effect-send", &effect_rows, ""},
    {"effect", "c.effect", &effect_rows, ""},
};
enum { PEERS = sizeof peers / sizeof *peers };

static size_t chosen;
static void (*set_up_chosen)(void);

static void set_up(void) {
  set_up_chosen();
  if (peers[chosen].observed)
    observe(newest_store(), peers[chosen].observed);
}

static struct bench_row found(size_t peer) {
  const struct theme *theme = peers[peer].theme;
  size_t row = 0;
  while (strcmp(theme->rows[row].name, peers[peer].row) != 0)
    row++;
  return theme->rows[row];
}

int main(int argc, char **argv) {
  while (argc > 1 && chosen < PEERS && strcmp(argv[1], peers[chosen].name) != 0)
    chosen++;
  if (argc < 2 || chosen == PEERS) {
    fprintf(stderr, "usage: %s ROW\n", argv[0]);
    return 2;
  }
  struct bench_row row = found(chosen);
  set_up_chosen = row.set_up;
  row.name = peers[chosen].name, row.set_up = set_up;
  return themes_main(argc, argv, &(struct theme){&row, 1}, 1);
}
