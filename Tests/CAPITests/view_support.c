#include "view_support.h"

static void present(const char *id, const char *state_case, const json_t *state, void *user_data) {
  view *v = user_data;
  json_array_append_new(v->told, json_pack("[s, s, s?, O]", "present", id, state_case, state));
}

static void update(const char *id, const json_t *state, void *user_data) {
  view *v = user_data;
  json_array_append_new(v->told, json_pack("[s, s, O]", "update", id, state));
}

static void dismiss(const char *id, void *user_data) {
  view *v = user_data;
  json_array_append_new(v->told, json_pack("[s, s]", "dismiss", id));
}

static void count_view(void *user_data) { ((view *)user_data)->freed++; }

const kmk_presentation_callbacks view_callbacks = {sizeof view_callbacks, present, update, dismiss};

void view_open(view *v, kmk_store *store, const char *pointer) {
  *v = (view){.told = json_array()};
  kmk_error error = {0};
  v->subscription =
      kmk_store_observe_presentation(store, pointer, &view_callbacks, v, count_view, &error);
  if (v->subscription == NULL) {
    fail_msg("no subscription: %s, %s", kmk_status_name(error.status), error.message);
  }
}

void view_close(view *v) {
  kmk_subscription_free(v->subscription);
  assert_int_equal(v->freed, 1);
  json_decref(v->told);
}

void view_forget(view *v) { json_array_clear(v->told); }

void view_assert_told(view *v, const char *expected, const char *file, int line) {
  kit_assert_json(v->told, expected, file, line);
  view_forget(v);
}
