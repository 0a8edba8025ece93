/* meetings: the app of 07_meetings with windows. The reducers are the same as in 07_meetings.
 *
 * Run:     meetings_main
 * Needs:   gtk4 */
#include "../meetings/meetings.h"
#include "meetings_windows.h"
#include "parts.h"

int main(void) {
  kmk_error error;
  gtk_init();
  kmk_loop *loop = kmk_loop_new(&error);
  kmk_store *store = NULL;
  if (meetings_register() == KMK_OK)
    store = kmk_store_open(loop, "Meetings", NULL, &error);
  if (!store) {
    g_printerr("meetings: %s\n", error.message);
    return 1;
  }
  parts_run(loop, meetings_window(store));
  kmk_loop_free(loop); /* ends the store */
  kmk_store_free(store);
  return 0;
}
