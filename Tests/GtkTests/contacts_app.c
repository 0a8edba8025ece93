#include "contacts_app.h"

#include "../../examples-c/gtk/contacts_windows.h"
#include "gtk_support.h"

#include <kumiki_glib.h>
#include <stdio.h>

static json_t *contacts(size_t count) {
  json_t *all = json_array();
  for (size_t i = 0; i < count; i++)
    json_array_append_new(all,
                          json_pack("{s:o, s:o, s:s, s:b}", "id", json_sprintf("c%zu", i), "name",
                                    json_sprintf("Person %06zu", i), "phone", "0", "favourite", 0));
  return json_pack("{s:o}", "contacts", all);
}

void contacts_open(contacts_app *made, kmk_loop *loop, size_t count, bool has_windows) {
  made->folder = g_dir_make_tmp("kumiki-XXXXXX", NULL);
  made->path = g_build_filename(made->folder, "contacts.json", NULL);
  json_t *saved = contacts(count);
  g_assert_cmpint(json_dump_file(saved, made->path, JSON_COMPACT), ==, 0);
  json_decref(saved);
  made->loop = loop ? loop : kmk_loop_new_with(NULL, NULL, NULL, NULL);
  g_assert_true(saved_file_serve(&made->file, made->loop, made->path, NULL));
  json_t *initial = contacts_initial();
  made->store = kmk_store_new(made->loop, contacts_reducer(), initial, NULL);
  json_decref(initial);
  made->source = kmk_glib_attach(made->loop, NULL);
  made->window = has_windows ? contacts_window(made->store) : NULL;
  if (has_windows)
    gtk_window_present(GTK_WINDOW(made->window));
  kmk_store_send_at(made->store, "load", NULL, NULL);
  kmk_loop_finish(made->loop, -1, NULL); /* reads the file */
  user_waits();
}

void contacts_close(contacts_app *made) {
  if (made->window)
    gtk_window_destroy(GTK_WINDOW(made->window));
  user_waits();
  kmk_loop_finish(made->loop, 20000, NULL);
  g_source_remove(made->source);
  kmk_store_free(made->store);
  kmk_loop_free(made->loop);
  saved_file_close(&made->file);
}

void contacts_remove_files(contacts_app *made) {
  remove(made->path);
  remove(made->folder);
  g_free(made->path);
  g_free(made->folder);
}
