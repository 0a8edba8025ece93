#include <kumiki.h>
#include <stdint.h>
#include <stdio.h>

int32_t plants_register(void); /* in the library that is written in Swift */

int main(void) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new(&error);
  plants_register();
  kmk_store *store = kmk_store_open(loop, "Garden", NULL, &error);
  if (!store) {
    fprintf(stderr, "%s\n", error.message);
    return 1;
  }
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}
