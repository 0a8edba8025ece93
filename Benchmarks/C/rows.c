/* The rows of features written in C, JSON from end to end. */
#include "support.h"

#include <jansson.h>

extern const struct theme floors, counter_rows, text_rows, effect_rows, collection_rows, bulk_rows,
    list_rows, observer_rows, deep_rows, history_rows, trace_rows, derived_rows, snapshot_rows;

int main(int argc, char **argv) {
  json_object_seed(1); /* the same instructions in each run */
  const struct theme themes[] = {floors,          counter_rows, text_rows,  effect_rows,
                                 collection_rows, bulk_rows,    list_rows,  observer_rows,
                                 deep_rows,       history_rows, trace_rows, derived_rows,
                                 snapshot_rows};
  return themes_main(argc, argv, themes, sizeof themes / sizeof *themes);
}
