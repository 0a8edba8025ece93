/* Leaks a reference on purpose. If valgrind and the address sanitizer do not report the leak, their silence about
 * the other programs means nothing. */
#include <kumiki.h>

int main(void) {
  kmk_loop *loop = kmk_loop_new_virtual(NULL);
  json_t *initial = json_pack("{s:i, s:[i, i]}", "count", 0, "rows", 1, 2);
  kmk_store *store = kmk_store_new(loop, kmk_combine(0, NULL), initial, NULL);
  json_decref(initial);
  json_t *snapshot = kmk_store_state(store);
  int status = snapshot == NULL;
  snapshot = NULL; /* a new reference that is never released */
  kmk_store_free(store);
  kmk_loop_free(loop);
  return status + (snapshot != NULL);
}
