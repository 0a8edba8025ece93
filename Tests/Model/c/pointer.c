#include "pointer.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>

char *next_key(const char **pointer) {
  if (**pointer != '/') {
    return NULL;
  }
  const char *from = *pointer + 1;
  char *key = need(malloc(strlen(from) + 1)), *end = key;
  for (; *from != '\0' && *from != '/'; from++) {
    *end = *from;
    if (*from == '~') {
      from++;
      if (*from != '0' && *from != '1') {
        free(key);
        return NULL;
      }
      *end = *from == '0' ? '~' : '/';
    }
    end++;
  }
  *end = '\0';
  *pointer = from;
  return key;
}

size_t key_index(const char *key) {
  size_t length = strspn(key, "0123456789");
  bool fits = length > 0 && length < 10 && key[length] == '\0' && (key[0] != '0' || length == 1);
  return fits ? strtoul(key, NULL, 10) : SIZE_MAX;
}

json_t *member_at(const json_t *container, const char *key) {
  return json_is_array(container) ? json_array_get(container, key_index(key))
                                  : json_object_get(container, key);
}

const json_t *value_at(const json_t *root, const char *pointer) {
  const json_t *here = root;
  while (here != NULL && *pointer != '\0') {
    char *key = next_key(&pointer);
    if (key == NULL) {
      return NULL;
    }
    here = member_at(here, key);
    free(key);
  }
  return here;
}
