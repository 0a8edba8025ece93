/**
 * Windows, popovers, alerts, dialogs and screens of GTK 4 that come and go with the state.
 *
 *     kmk_gtk_present(store, "/destination", "destination", window, build, NULL, &error);
 *     kmk_gtk_path(store, "/path", "path", stack, build_screen, NULL, &error);
 *
 * The state alone opens and closes: a reducer's dismissal, that of a parent, and the user's, who
 * presses the window's close button, Escape, or a button that calls kmk_gtk_close. The user's is an
 * action, and the window stays where the reducer has other plans. What GTK has closed before anybody
 * could be asked, a popover or an AdwNavigationPage, comes back there.
 *
 * What is built may be bound further, to windows on top of windows: they end with it.
 */
#ifndef KUMIKI_GTK_PRESENT_H
#define KUMIKI_GTK_PRESENT_H

#include "kumiki_gtk_alert.h"
#include "kumiki_gtk_kinds.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --------------------------------------------------------------- opened, and shut */

/* Opens what was built as what it is. */
static inline void kmk_gtk_open_as_its_kind(kmk_gtk_shown *shown, GtkWidget *owner) {
  if (kmk_gtk_is_alert(shown->widget)) {
    kmk_gtk_open_alert(shown, owner);
    return;
  }
  if (GTK_IS_WINDOW(shown->widget)) {
    kmk_gtk_open_window(shown, owner);
    return;
  }
  if (GTK_IS_POPOVER(shown->widget)) {
    kmk_gtk_open_popover(shown, owner);
    return;
  }
#ifdef KMK_GTK_HAS_DIALOGS
  if (ADW_IS_DIALOG(shown->widget)) {
    kmk_gtk_open_dialog(shown, owner);
    return;
  }
#endif
#ifdef KMK_GTK_HAS_NAVIGATION
  if (ADW_IS_NAVIGATION_VIEW(owner) && ADW_IS_NAVIGATION_PAGE(shown->widget)) {
    kmk_gtk_open_navigation(shown, owner);
    return;
  }
#endif
  kmk_gtk_open_page(shown, owner);
}

/* Builds what is shown, on top of the rest. */
static inline void kmk_gtk_open(kmk_gtk_place *place, kmk_gtk_shown *shown, const char *name) {
  GtkWidget *built = place->build(shown->view, name, place->user_data);
  g_ptr_array_add(place->all, shown);
  shown->place = place;
  if (built == NULL || place->owner == NULL) return;
  shown->widget = built;
  g_object_set_data(G_OBJECT(built), "kmk-gtk-shown", shown);
  kmk_gtk_open_as_its_kind(shown, place->owner);
}

/* Takes away what is shown topmost. */
static inline void kmk_gtk_shut(kmk_gtk_place *place) {
  kmk_gtk_shown *shown = (kmk_gtk_shown *)g_ptr_array_steal_index(place->all, place->all->len - 1);
  if (place->owner != NULL) g_signal_handlers_disconnect_by_data(place->owner, shown);
  if (shown->widget != NULL) {
    g_signal_handlers_disconnect_by_data(shown->widget, shown);
    g_object_set_data(G_OBJECT(shown->widget), "kmk-gtk-shown", NULL);
    kmk_gtk_end_inside(shown->widget);
    shown->shut(shown, place->owner);
  }
  if (shown->has_gone != NULL) *shown->has_gone = true;
  kmk_subscription_free(shown->told);
  kmk_store_free(shown->view);
  json_decref(shown->key);
  g_free(shown->name);
  g_free(shown->id);
  g_free(shown);
}

/* Shuts all, while the owner is still there: a popover is a child of its owner. */
static inline void kmk_gtk_place_end(void *data) {
  kmk_gtk_place *place = (kmk_gtk_place *)data;
  place->tie = NULL;
  while (place->all->len > 0) kmk_gtk_shut(place);
  if (place->owner == NULL) return;
  g_object_remove_weak_pointer(G_OBJECT(place->owner), (gpointer *)&place->owner);
  place->owner = NULL;
}

static inline void kmk_gtk_place_free(void *data) {
  kmk_gtk_place *place = (kmk_gtk_place *)data;
  if (place->tie != NULL) place->tie->data = NULL;
  kmk_gtk_place_end(place);
  g_ptr_array_unref(place->all);
  g_free(place->pointer);
  g_free(place->action_case);
  g_free(place);
}

static inline kmk_gtk_place *kmk_gtk_place_new(kmk_store *store, const char *pointer,
                                               const char *action_case, GtkWidget *owner,
                                               kmk_gtk_build_fn build, void *user_data) {
  kmk_gtk_place *place = g_new0(kmk_gtk_place, 1);
  place->store = store;
  place->pointer = g_strdup(pointer);
  place->action_case = g_strdup(action_case);
  place->owner = owner;
  place->build = build;
  place->user_data = user_data;
  place->all = g_ptr_array_new();
  g_object_add_weak_pointer(G_OBJECT(owner), (gpointer *)&place->owner);
  return place;
}

/* ------------------------------------------------------------------------- a slot */

static inline void kmk_gtk_dismiss(kmk_gtk_shown *shown) {
  kmk_gtk_place *place = (kmk_gtk_place *)shown->place;
  kmk_store_dismiss_id(place->store, place->action_case, shown->id, NULL);
}

/* The actions of a case stand under its name. */
static inline void kmk_gtk_presented(const char *id, const char *name, const json_t *state,
                                     void *data) {
  kmk_gtk_place *place = (kmk_gtk_place *)data;
  kmk_gtk_shown *shown = g_new0(kmk_gtk_shown, 1);
  char *step = name ? kmk_pointerf("/%s", name) : NULL;
  char *pointer = g_strconcat(place->pointer, step ? step : "", NULL);
  char *actions = g_strconcat(place->action_case, ".presented", name ? "." : NULL, name, NULL);
  (void)state;
  shown->id = g_strdup(id);
  shown->close = kmk_gtk_dismiss;
  shown->view = kmk_store_scope(place->store, pointer, actions, NULL);
  kmk_gtk_open(place, shown, name);
  kmk_text_free(step);
  g_free(pointer);
  g_free(actions);
}

static inline void kmk_gtk_dismissed(const char *id, void *data) {
  (void)id;
  kmk_gtk_shut((kmk_gtk_place *)data);
}

/**
 * Shows what is presented in a slot while it is: a window, a popover, an alert, a dialog, or a page
 * on top of others, as kmk_gtk_build_fn has it.
 *
 * A window is modal, and transient for the one in which its owner stands.
 *
 * @param owner  what it belongs to: a window or a part of one; for pages the GtkStack or the
 *               AdwNavigationView, for a popover the widget that it points to.
 * @return whether it does.
 *
 * Owns: store and user_data borrowed until the owner has gone, texts copied. NULL: false for a
 * store, pointer or case; error may be. Fails: as kmk_store_observe_presentation. Threads: owner,
 * callback.
 * Since: 0.2.
 */
static inline bool kmk_gtk_present(kmk_store *store, const char *pointer, const char *action_case,
                                   GtkWidget *owner, kmk_gtk_build_fn build, void *user_data,
                                   kmk_error *error) {
  const kmk_presentation_callbacks callbacks = {sizeof(kmk_presentation_callbacks),
                                                kmk_gtk_presented, NULL, kmk_gtk_dismissed};
  kmk_subscription *subscription;
  kmk_gtk_place *place;
  g_return_val_if_fail(action_case != NULL && owner != NULL && build != NULL, false);
  place = kmk_gtk_place_new(store, pointer, action_case, owner, build, user_data);
  subscription =
      kmk_store_observe_presentation(store, pointer, &callbacks, place, kmk_gtk_place_free, error);
  if (subscription == NULL) return false;
  place->tie = kmk_gtk_own_with(owner, subscription, kmk_gtk_place_end, place);
  return true;
}

/* ------------------------------------------------------------------------- a path */

/* Goes back to what is below a screen. */
static inline void kmk_gtk_pop(kmk_gtk_shown *shown) {
  kmk_gtk_place *place = (kmk_gtk_place *)shown->place;
  guint index = 0;
  json_t *path = kmk_store_get(place->store, place->pointer, NULL), *kept = json_array();
  for (; index < place->all->len && g_ptr_array_index(place->all, index) != shown; index++)
    json_array_append(kept, json_array_get(path, index));
  kmk_store_write_path(place->store, place->pointer, place->action_case, kept, NULL);
  json_decref(kept);
  json_decref(path);
}

/* The case of an element: new; NULL where it is no case. */
static inline char *kmk_gtk_case_of(const json_t *element) {
  if (json_is_string(element)) return g_strdup(json_string_value(element));
  if (json_object_size(element) != 1) return NULL;
  return g_strdup(json_object_iter_key(json_object_iter((json_t *)(uintptr_t)element)));
}

static inline void kmk_gtk_open_element(kmk_gtk_place *place, const json_t *id);

/* An element is another case under the same id: its screen, and those above it, are made anew. */
static inline void kmk_gtk_follow_element(const json_t *element, void *data) {
  kmk_gtk_shown *shown = (kmk_gtk_shown *)data;
  kmk_gtk_place *place = (kmk_gtk_place *)shown->place;
  char *name = kmk_gtk_case_of(element);
  bool is_same = element == NULL || g_strcmp0(name, shown->name) == 0;
  json_t *ids;
  guint i, first = 0;
  g_free(name);
  if (is_same) return;
  while (first < place->all->len && g_ptr_array_index(place->all, first) != shown) first++;
  ids = json_array();
  for (i = first; i < place->all->len; i++)
    json_array_append(ids, ((kmk_gtk_shown *)g_ptr_array_index(place->all, i))->key);
  while (place->all->len > first) kmk_gtk_shut(place);
  for (i = 0; i < json_array_size(ids); i++) kmk_gtk_open_element(place, json_array_get(ids, i));
  json_decref(ids);
}

/* Reads the case of an element, and makes the view of its payload, as for a slot. */
static inline void kmk_gtk_look(kmk_gtk_shown *shown, kmk_store *view) {
  json_t *element = kmk_store_state(view);
  char *pointer;
  shown->name = kmk_gtk_case_of(element);
  json_decref(element);
  shown->view = view;
  if (shown->name == NULL) return;
  pointer = kmk_pointerf("/%s", shown->name);
  shown->view = kmk_store_scope(view, pointer, shown->name, NULL);
  kmk_text_free(pointer);
}

static inline void kmk_gtk_open_element(kmk_gtk_place *place, const json_t *id) {
  kmk_gtk_shown *shown = g_new0(kmk_gtk_shown, 1);
  kmk_store *view =
      kmk_store_scope_element(place->store, place->pointer, place->action_case, id, NULL);
  shown->key = kmk_json_retain(id);
  shown->close = kmk_gtk_pop;
  shown->place = place;
  kmk_gtk_look(shown, view);
  if (view != NULL)
    shown->told = kmk_store_observe(view, "", kmk_gtk_follow_element, shown, NULL, NULL);
  if (shown->view != view) kmk_store_free(view);
  kmk_gtk_open(place, shown, shown->name);
}

/* Screens from the first that differs are made anew. */
static inline void kmk_gtk_follow_path(const json_t *ids, void *data) {
  kmk_gtk_place *place = (kmk_gtk_place *)data;
  guint same = 0;
  while (same < place->all->len &&
         json_equal(((kmk_gtk_shown *)g_ptr_array_index(place->all, same))->key,
                    json_array_get(ids, same)))
    same++;
  while (place->all->len > same) kmk_gtk_shut(place);
  for (; same < json_array_size(ids); same++)
    kmk_gtk_open_element(place, json_array_get(ids, same));
}

static inline bool kmk_gtk_has_pages(GtkWidget *stack) {
#ifdef KMK_GTK_HAS_NAVIGATION
  if (ADW_IS_NAVIGATION_VIEW(stack)) return true;
#endif
  return GTK_IS_STACK(stack);
}

/**
 * Shows the screens of a path as pages of a GtkStack or an AdwNavigationView, above those that it has.
 *
 * Of an element that is a case of an enum, an object with one member, the case is told, and the view
 * is that of its payload, with the actions under the case's own name: as of a slot.
 *
 * @return whether it does.
 *
 * Owns: store and user_data borrowed until the stack has gone, texts copied. NULL: false for a
 * store, pointer or case; error may be. Fails: as kmk_store_observe_ids. Threads: owner, callback.
 * Since: 0.2.
 */
static inline bool kmk_gtk_path(kmk_store *store, const char *pointer, const char *action_case,
                                GtkWidget *stack, kmk_gtk_build_fn build, void *user_data,
                                kmk_error *error) {
  kmk_subscription *subscription;
  kmk_gtk_place *place;
  g_return_val_if_fail(action_case != NULL && kmk_gtk_has_pages(stack) && build != NULL, false);
  place = kmk_gtk_place_new(store, pointer, action_case, stack, build, user_data);
  subscription =
      kmk_store_observe_ids(store, pointer, kmk_gtk_follow_path, place, kmk_gtk_place_free, error);
  if (subscription == NULL) return false;
  place->tie = kmk_gtk_own_with(stack, subscription, kmk_gtk_place_end, place);
  return true;
}

#ifdef __cplusplus
}
#endif
#endif
