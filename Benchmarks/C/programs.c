/* Programs of examples-c without their screens, for Benchmarks/run checks. */
#include "support.h"

extern const struct theme contacts_rows, downloads_rows;

int main(int argc, char **argv) {
  const struct theme themes[] = {contacts_rows, downloads_rows};
  return themes_main(argc, argv, themes, sizeof themes / sizeof *themes);
}
