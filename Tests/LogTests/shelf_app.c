/* The program of shelf.c: "add TITLE", "next" and "remove" from standard input. It prints the selected book after each. */
#include <kumiki.h>
#include <stdio.h>
#include <string.h>

kmk_reducer *kumiki_reducer(void);

/* It crashes if the selection points behind the books. */
static void show(kmk_store *store) {
  json_t *state = kmk_store_state(store);
  if (json_array_size(json_object_get(state, "books")) == 0) {
    puts("no books");
    json_decref(state);
    return;
  }
  size_t selected = (size_t)json_integer_value(json_object_get(state, "selected"));
  const char *title = json_string_value(json_array_get(json_object_get(state, "books"), selected));
  printf("%zu letters: ", strlen(title));
  puts(title);
  json_decref(state);
}

int main(void) {
  kmk_error error;
  kmk_loop *loop = kmk_loop_new(&error);
  json_t *initial = json_pack("{s:[s], s:i}", "books", "Emma", "selected", 0);
  kmk_store *store = kmk_store_new(loop, kumiki_reducer(), initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fprintf(stderr, "shelf: %s\n", error.message);
    return 1;
  }
  char line[256];
  setvbuf(stdout, NULL, _IOLBF, 0);
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    bool is_title = strncmp(line, "add ", 4) == 0;
    json_t *action = is_title ? json_pack("{s:s}", "add", line + 4) : json_string(line);
    kmk_store_send(store, action, NULL);
    json_decref(action);
    show(store);
  }
  kmk_store_free(store);
  kmk_loop_free(loop);
  return 0;
}
