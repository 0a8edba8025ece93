/* kmk_gtk_present and kmk_gtk_path: observe a slot and a path of the state, and show their widgets. */
#include "kumiki_gtk_present.h"

#include "dialogs.h"
#include "shown.h"

/* ------------------------------------------------------------------------- a slot */

static void kmk_gtk_dismiss(kmk_gtk_shown *shown) {
  kmk_gtk_place *place = shown->place;
  kmk_store_dismiss_id(place->store, place->action_case, shown->id, NULL);
}

/* The actions of a case have its name around them. */
static void kmk_gtk_presented(const char *id, const char *name, const json_t *state, void *data) {
  kmk_gtk_place *place = data;
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

static void kmk_gtk_dismissed(const char *id, void *data) {
  (void)id;
  kmk_gtk_shut((kmk_gtk_place *)data);
}

bool kmk_gtk_present(kmk_store *store, const char *pointer, const char *action_case,
                     GtkWidget *owner, kmk_gtk_build_fn build, void *user_data, kmk_error *error) {
  const kmk_presentation_callbacks callbacks = {sizeof(kmk_presentation_callbacks),
                                                kmk_gtk_presented, NULL, kmk_gtk_dismissed};
  kmk_subscription *subscription;
  kmk_gtk_place *place;
  g_return_val_if_fail(action_case != NULL && owner != NULL && build != NULL, false);
  place = kmk_gtk_place_new(store, pointer, action_case, owner, build, user_data);
  subscription =
      kmk_store_observe_presentation(store, pointer, &callbacks, place, kmk_gtk_place_free, error);
  if (subscription == NULL)
    return false;
  place->tie = kmk_gtk_own_with(owner, subscription, kmk_gtk_place_end, place);
  return true;
}

/* ------------------------------------------------------------------------- a path */

static json_t *kmk_gtk_key_of(const kmk_gtk_place *place, guint index) {
  return ((kmk_gtk_shown *)g_ptr_array_index(place->all, index))->key;
}

/* Goes back to the screen below this one. */
static void kmk_gtk_pop(kmk_gtk_shown *shown) {
  kmk_gtk_place *place = shown->place;
  guint index = 0;
  json_t *path = kmk_store_get(place->store, place->pointer, NULL), *kept = json_array();
  for (; index < place->all->len && g_ptr_array_index(place->all, index) != shown; index++)
    json_array_append(kept, json_array_get(path, index));
  kmk_store_write_path(place->store, place->pointer, place->action_case, kept, NULL);
  json_decref(kept);
  json_decref(path);
}

/* Returns the case of an element: new; NULL: the element is not a case. */
static char *kmk_gtk_case_of(const json_t *element) {
  if (json_is_string(element))
    return g_strdup(json_string_value(element));
  if (json_object_size(element) != 1)
    return NULL;
  return g_strdup(json_object_iter_key(json_object_iter((json_t *)(uintptr_t)element)));
}

static void kmk_gtk_open_element(kmk_gtk_place *place, const json_t *id);

/* An element is now another case under the same id: its screen, and the screens above it, are built again. */
static void kmk_gtk_follow_element(const json_t *element, void *data) {
  kmk_gtk_shown *shown = data;
  kmk_gtk_place *place = shown->place;
  char *name = kmk_gtk_case_of(element);
  bool is_same = element == NULL || g_strcmp0(name, shown->name) == 0;
  json_t *ids;
  guint i, first = 0;
  g_free(name);
  if (is_same)
    return;
  while (first < place->all->len && g_ptr_array_index(place->all, first) != shown)
    first++;
  ids = json_array();
  for (i = first; i < place->all->len; i++)
    json_array_append(ids, kmk_gtk_key_of(place, i));
  while (place->all->len > first)
    kmk_gtk_shut(place);
  for (i = 0; i < json_array_size(ids); i++)
    kmk_gtk_open_element(place, json_array_get(ids, i));
  json_decref(ids);
}

/* Reads the case of an element and makes the scoped store of its payload, as for a slot. */
static void kmk_gtk_read_case(kmk_gtk_shown *shown, kmk_store *view) {
  json_t *element = kmk_store_state(view);
  char *pointer;
  shown->name = kmk_gtk_case_of(element);
  json_decref(element);
  shown->view = view;
  if (shown->name == NULL)
    return;
  pointer = kmk_pointerf("/%s", shown->name);
  shown->view = kmk_store_scope(view, pointer, shown->name, NULL);
  kmk_text_free(pointer);
}

static void kmk_gtk_open_element(kmk_gtk_place *place, const json_t *id) {
  kmk_gtk_shown *shown = g_new0(kmk_gtk_shown, 1);
  kmk_store *view =
      kmk_store_scope_element(place->store, place->pointer, place->action_case, id, NULL);
  shown->key = kmk_json_retain(id);
  shown->close = kmk_gtk_pop;
  shown->place = place;
  kmk_gtk_read_case(shown, view);
  if (view != NULL)
    shown->subscription = kmk_store_observe(view, "", kmk_gtk_follow_element, shown, NULL, NULL);
  if (shown->view != view)
    kmk_store_free(view);
  kmk_gtk_open(place, shown, shown->name);
}

/* All screens from the first that differs are built again. */
static void kmk_gtk_follow_path(const json_t *ids, void *data) {
  kmk_gtk_place *place = data;
  guint same = 0;
  while (same < place->all->len &&
         json_equal(kmk_gtk_key_of(place, same), json_array_get(ids, same)))
    same++;
  while (place->all->len > same)
    kmk_gtk_shut(place);
  for (; same < json_array_size(ids); same++)
    kmk_gtk_open_element(place, json_array_get(ids, same));
}

static bool kmk_gtk_has_pages(GtkWidget *stack) {
  return GTK_IS_STACK(stack) || kmk_gtk_is_navigation_view(stack);
}

bool kmk_gtk_path(kmk_store *store, const char *pointer, const char *action_case, GtkWidget *stack,
                  kmk_gtk_build_fn build, void *user_data, kmk_error *error) {
  kmk_subscription *subscription;
  kmk_gtk_place *place;
  g_return_val_if_fail(action_case != NULL && kmk_gtk_has_pages(stack) && build != NULL, false);
  place = kmk_gtk_place_new(store, pointer, action_case, stack, build, user_data);
  subscription =
      kmk_store_observe_ids(store, pointer, kmk_gtk_follow_path, place, kmk_gtk_place_free, error);
  if (subscription == NULL)
    return false;
  place->tie = kmk_gtk_own_with(stack, subscription, kmk_gtk_place_end, place);
  return true;
}
