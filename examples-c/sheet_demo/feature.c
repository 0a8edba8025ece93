/* SheetDemo as a feature: a list of items whose screen can present three things.
 *
 *   state    {"items": 3, "destination": null}
 *            destination: null, or one of  {"counter": {"count": 0}}
 *                                          {"animations": {"color": "white"}}
 *                                          {"alert": {"title": "Delete an item?"}}
 *   actions  "swap"        counter and animations change places
 *            "deleteItem"  asks first, with an alert
 *            {"destination": "dismiss"}
 *            {"destination": {"present": {"state": S}}}
 *            {"destination": {"presented": A}}, where A is an action of the presented feature
 *
 * The presented feature is a value in the state, so a reducer presents by writing it and dismisses by
 * writing null. The library notices, notifies the view, and cancels the dismissed feature's effects. */
#include "sheetdemo.h"

#define SECOND UINT64_C(1000000000)

/* Unsigned, because a sent state may contain the largest number: the sum then wraps. */
static void add(kmk_state *state, const char *pointer, int amount) {
  uint64_t number = (uint64_t)json_integer_value(kmk_state_get(state, pointer));
  kmk_state_set_new(state, pointer, json_integer((json_int_t)(number + (uint64_t)amount)));
}

/* ------------------------------------------------------- the presented features
 * A child does not know its parent. It sees its own state and its own actions. */

static kmk_effect *counter(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)data;
  if (kmk_action_is(action, "increment") || kmk_action_is(action, "tick")) {
    add(state, "/count", 1);
  } else if (kmk_action_is(action, "decrement")) {
    add(state, "/count", -1);
  } else if (kmk_action_is(action, "startTimer")) {
    /* An effect is work that outlives the send: here, to send "tick" each second. It needs no end
     * of its own: it is cancelled by its id, or when this counter is dismissed. The true is for a
     * timer that runs already: it makes way, so that there is one. */
    kmk_effect *ticks = kmk_effect_every_new(SECOND, json_string("tick"));
    return kmk_effect_cancellable(ticks, "timer", true);
  } else if (kmk_action_is(action, "stopTimer")) {
    return kmk_effect_cancel("timer");
  } else if (kmk_action_is(action, "close")) {
    return kmk_effect_dismiss(env); /* the parent dismisses it, whichever parent presents it */
  }
  return NULL;
}

static kmk_effect *animations(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *color = kmk_action_payload(action, "setColor");
  if (json_is_string(color))
    kmk_state_set(state, "/color", color);
  return NULL;
}

/* -------------------------------------------------------------- the parent
 * It runs after the child, and also sees the child's actions, under the name of the slot. */

static kmk_effect *sheet_demo(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  if (kmk_action_is(action, "swap")) {
    if (kmk_state_get(state, "/destination/counter"))
      kmk_state_set_new(state, "/destination",
                        json_pack("{s:{s:s}}", "animations", "color", "white"));
    else if (kmk_state_get(state, "/destination/animations"))
      kmk_state_set_new(state, "/destination", json_pack("{s:{s:i}}", "counter", "count", 0));
  } else if (kmk_action_is(action, "deleteItem")) {
    kmk_state_set_new(state, "/destination",
                      json_pack("{s:{s:s}}", "alert", "title", "Delete an item?"));
  } else if (kmk_action_is(action, "destination.presented.alert.confirm")) {
    if (json_integer_value(kmk_state_get(state, "/items")) > 0)
      add(state, "/items", -1);
  } else if (kmk_action_is(action, "destination.presented.counter.decrement")) {
    if (json_integer_value(kmk_state_get(state, "/destination/counter/count")) < 0)
      kmk_state_set_new(state, "/destination", json_null());
  }
  return NULL;
}

/* ------------------------------------------------------------- put together */

/* Declares all actions. Any other action is refused, with its place and what was expected there. The
 * operator checks the actions under "destination", and the child its own actions. */
static const kmk_case counter_cases[] = {
    {"increment", NULL}, {"decrement", NULL}, {"startTimer", NULL},
    {"stopTimer", NULL}, {"tick", NULL},      {"close", NULL},
};
static const kmk_case animations_cases[] = {{"setColor", "text"}};
static const kmk_case alert_cases[] = {{"confirm", NULL}, {"deny", NULL}};
static const kmk_case presented_cases[] = {
    {"counter", "any"}, {"animations", "any"}, {"alert", "any"}};
static const kmk_case own_cases[] = {{"swap", NULL}, {"deleteItem", NULL}, {"destination", "any"}};

static kmk_reducer *make_reducer(void) {
  /* Any button dismisses an alert, so the alert needs no reducer of its own. */
  static const char *const alerts[] = {"alert", NULL};
  kmk_slot_options options = KMK_SLOT_OPTIONS_INIT;
  options.ephemeral_cases = alerts;

  kmk_reducer *one = kmk_cases(kmk_reducer_new(counter, NULL, NULL), 6, counter_cases);
  kmk_reducer *other = kmk_cases(kmk_reducer_new(animations, NULL, NULL), 1, animations_cases);
  kmk_reducer *buttons = kmk_cases(kmk_combine(0, NULL), 2, alert_cases);
  kmk_reducer *destinations[] = {
      kmk_scope_case("counter", "counter", one),
      kmk_scope_case("animations", "animations", other),
      kmk_scope("", "alert", buttons),
  };
  kmk_reducer *presented = kmk_cases(kmk_combine(3, destinations), 3, presented_cases);
  kmk_reducer *whole = kmk_presentation_destination(
      kmk_reducer_new(sheet_demo, NULL, NULL), "/destination", "destination", &options, presented);
  return kmk_cases(whole, 3, own_cases);
}

kmk_status sheetdemo_register(void) {
  json_t *initial = json_pack("{s:i, s:n}", "items", 3, "destination");
  kmk_status status = kmk_feature_register("SheetDemo", make_reducer(), initial, NULL);
  json_decref(initial);
  return status;
}
