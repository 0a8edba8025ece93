/* A navigation path with two kinds of screens, for two kinds of views.
 *
 *   state    {"path": [{"id": 0, "element": SCREEN}, ...], "total": 0}
 *            SCREEN: {"numbers": {"count": 0}} or {"timer": {"ticks": 0}}
 *   actions  "openNumbers", "openTimer", {"popTo": ID}, "popToRoot"
 *            {"path": {"element": {"id": ID, "action": ACTION}}}
 *            ACTION: {"numbers": "increment"}, {"timer": "start"}, {"timer": "stop"}, and "close"
 *                    inside either
 *
 * "Stack" changes its path one screen at a time, for a view that pushes and pops:
 *            {"path": {"push": {"id": ID, "state": SCREEN}}}, {"path": {"popFrom": {"id": ID}}}
 * "Navigation" receives the whole path, from a view that binds it:
 *            {"path": {"setPath": [...]}}, {"path": {"dismiss": {"id": ID}}} */
#include "screens.h"

#define SECOND UINT64_C(1000000000)

/* Sums are unsigned, because a pushed screen may contain the largest number: they then wrap. */
static void add_one(kmk_state *state, const char *pointer) {
  uint64_t number = (uint64_t)json_integer_value(kmk_state_get(state, pointer));
  kmk_state_set_new(state, pointer, json_integer((json_int_t)(number + 1)));
}

/* --------------------------------------------------------------- the screens */

static kmk_effect *numbers(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)data;
  if (kmk_action_is(action, "increment"))
    add_one(state, "/count");
  return kmk_action_is(action, "close") ? kmk_effect_dismiss(env) : NULL;
}

static kmk_effect *timer(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)data;
  if (kmk_action_is(action, "tick"))
    add_one(state, "/ticks");
  else if (kmk_action_is(action, "start")) /* each screen has its own id "ticks" */
    return kmk_effect_cancellable(kmk_effect_every_new(SECOND, json_string("tick")), "ticks", true);
  else if (kmk_action_is(action, "stop"))
    return kmk_effect_cancel("ticks");
  else if (kmk_action_is(action, "close"))
    return kmk_effect_dismiss(env); /* this screen, and all screens above it */
  return NULL;
}

static const kmk_case numbers_cases[] = {{"close", NULL}, {"increment", NULL}};
static const kmk_case timer_cases[] = {
    {"close", NULL}, {"start", NULL}, {"stop", NULL}, {"tick", NULL}};
static const kmk_case screen_cases[] = {{"numbers", "any"}, {"timer", "any"}};

static kmk_reducer *screen(void) {
  kmk_reducer *one = kmk_cases(kmk_reducer_new(numbers, NULL, NULL), 2, numbers_cases);
  kmk_reducer *other = kmk_cases(kmk_reducer_new(timer, NULL, NULL), 4, timer_cases);
  kmk_reducer *kinds[] = {
      kmk_scope_case("numbers", "numbers", one),
      kmk_scope_case("timer", "timer", other),
  };
  return kmk_cases(kmk_combine(2, kinds), 2, screen_cases);
}

/* ------------------------------------------------------------------ the root */

static json_int_t total_of(const json_t *path) {
  uint64_t total = 0;
  size_t index;
  json_t *entry;
  json_array_foreach(path, index, entry) {
    const json_t *element = json_object_get(entry, "element");
    const json_t *numbers = json_object_get(element, "numbers");
    const json_t *timer = json_object_get(element, "timer");
    total += (uint64_t)json_integer_value(json_object_get(numbers, "count"));
    total += (uint64_t)json_integer_value(json_object_get(timer, "ticks"));
  }
  return (json_int_t)total;
}

static kmk_effect *root(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *id = kmk_action_payload(action, "popTo");
  if (kmk_action_is(action, "openNumbers"))
    kmk_state_push_new(state, "/path", json_pack("{s:{s:i}}", "numbers", "count", 0), NULL);
  else if (kmk_action_is(action, "openTimer"))
    kmk_state_push_new(state, "/path", json_pack("{s:{s:i}}", "timer", "ticks", 0), NULL);
  else if (kmk_action_is(action, "popToRoot"))
    kmk_state_set_new(state, "/path", json_array());
  else if (json_is_integer(id))
    kmk_state_pop_to(state, "/path", (uint64_t)json_integer_value(id));
  return NULL;
}

static kmk_effect *sum_up(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)action, (void)env, (void)data;
  kmk_state_set_new(state, "/total", json_integer(total_of(kmk_state_get(state, "/path"))));
  return NULL;
}

static const kmk_case root_cases[] = {
    {"openNumbers", NULL}, {"openTimer", NULL}, {"path", "any"},
    {"popTo", "unsigned"}, {"popToRoot", NULL},
};

static kmk_status register_one(const char *name, kmk_reducer *path) {
  /* The sum is computed outside root, because "popFrom" removes its screens after root ran. */
  kmk_reducer *both[] = {path, kmk_reducer_new(sum_up, NULL, NULL)};
  json_t *initial = json_pack("{s:[], s:i}", "path", "total", 0);
  kmk_reducer *reducer = kmk_cases(kmk_combine(2, both), 5, root_cases);
  kmk_status status = kmk_feature_register(name, reducer, initial, NULL);
  json_decref(initial);
  return status;
}

kmk_status screens_register(void) {
  kmk_reducer *moving = kmk_reducer_new(root, NULL, NULL);
  kmk_reducer *bound = kmk_reducer_new(root, NULL, NULL);
  kmk_status first = register_one("Stack", kmk_stack(moving, "/path", "path", screen()));
  kmk_status second =
      register_one("Navigation", kmk_navigation_destination(bound, "/path", "path", screen()));
  return first != KMK_OK ? first : second;
}
