/* The functions of kumiki/store.h that return a scalar of the state. */
#include "kumiki_scalars.h"

int64_t kmk_store_integer(kmk_store *store, const char *pointer) {
  return json_integer_value(kumiki_store_scalar(store, pointer));
}

double kmk_store_real(kmk_store *store, const char *pointer) {
  return json_number_value(kumiki_store_scalar(store, pointer));
}

bool kmk_store_bool(kmk_store *store, const char *pointer) {
  return json_is_true(kumiki_store_scalar(store, pointer));
}

const char *kmk_store_text(kmk_store *store, const char *pointer) {
  return json_string_value(kumiki_store_scalar(store, pointer));
}
