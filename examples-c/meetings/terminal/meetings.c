/* meetings: the app of 07_meetings with windows in the terminal. The reducers are the same as in
 * 07_meetings.
 *
 * Run:     meetings [FILE]   reads the state from the file, if it exists, and saves it at the end
 * Needs:   ncursesw panelw */
#include "../../terminal/terminal.h"
#include "../meetings.h"
#include "face.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int complain(const char *what, const char *why) {
  fprintf(stderr, "meetings: %s: %s\n", what, why);
  return 1;
}

/* ------------------------------------------------------------------- the state's file */

/* Without a file, or if it does not exist yet: the feature's own state. NULL: the state does not match. */
static kmk_store *open_store(kmk_loop *loop, const char *file) {
  kmk_error error;
  json_t *saved = NULL;
  if (meetings_register() != KMK_OK)
    return complain("Meetings", "cannot be registered"), NULL;
  if (file && access(file, F_OK) == 0) {
    json_error_t why;
    saved = json_load_file(file, JSON_REJECT_DUPLICATES, &why);
    if (!saved)
      return fprintf(stderr, "meetings: %s, line %d: %s\n", file, why.line, why.text), NULL;
  }
  kmk_store *store = kmk_store_open(loop, "Meetings", saved, &error);
  json_decref(saved);
  if (!store)
    fprintf(stderr, "meetings: %s%s: %s\n", file ? file : "", error.path, error.message);
  return store;
}

/* Writes a second file first, so that one complete file always exists. */
static int save(kmk_store *store, const char *file) {
  char beside[4096];
  if (snprintf(beside, sizeof beside, "%s.new", file) >= (int)sizeof beside)
    return complain(file, strerror(ENAMETOOLONG));
  json_t *state = kmk_store_state(store);
  bool is_saved = json_dump_file(state, beside, JSON_INDENT(2)) == 0 && rename(beside, file) == 0;
  json_decref(state);
  return is_saved ? 0 : complain(file, strerror(errno));
}

/* ----------------------------------------------------------------------- the terminal */

static bool read_keys(void) {
  wint_t key;
  int is_special;
  while (!seen.is_over && (is_special = get_wch(&key)) != ERR) {
    const window *top = windows_top();
    int pressed = is_special == KEY_CODE_YES ? -(int)key : (int)key;
    if (pressed == -KEY_RESIZE)
      windows_resize();
    else if (top && pressed == -KEY_HOME)
      windows_dismiss(&seen.windows[0]); /* and everything opened from it */
    else if (top)
      top->kind->key(top, pressed);
    else
      key_in_list(pressed);
  }
  return !seen.is_over;
}

int main(int argc, char **argv) {
  const char *file = argc > 1 ? argv[1] : NULL;
  setlocale(LC_ALL, "");
  terminal_watch_signals();
  kmk_loop *loop = kmk_loop_new(NULL);
  terminal_keep_issue(loop);
  kmk_store *store = open_store(loop, file);
  if (!store) {
    kmk_loop_free(loop);
    return 1;
  }
  terminal_open();
  windows_open(store);
  const terminal_face face = {.draw = windows_draw, .read_keys = read_keys};
  const char *problem = terminal_serve(loop, &face);
  windows_close();
  terminal_close();
  int status = file ? save(store, file) : 0;
  if (problem)
    status = complain("the loop", problem);
  if (terminal_issue())
    status = complain("an issue", terminal_issue());
  kmk_store_free(store);
  kmk_loop_free(loop);
  return status;
}
