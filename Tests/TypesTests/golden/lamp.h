/* The types of lamp.shape, written by kumiki generate: change that file, and not this one.
 *
 * Names begin with lamp_. T is a type, m and n are members, c is a case.
 *
 *   T_json, T_ref, T_made     a T that is read; in hand, in a reducer; and one that is built
 *   T_json_of(json), ...      says of JSON, or of a state, that it is a T
 *   T_m(T_json)               the member m; NULL, or a T_json with NULL, where it is null or missing
 *   T_has_m(T_json)           whether an optional member is there
 *   T_get(T_ref), T_get_m     the T in hand, and its member m
 *   T_set_m(T_ref, value)     writes it, and T_set_m_n a member of m; _new takes over, T_clear_m writes null
 *   T_find_m(T_ref, id)       the row of m with an id; T_set_m_n, T_remove_m and T_append_m write rows
 *   T_new(...), T_put_m       builds a T: its required members, then others
 *   T_which(T_json)           the case of an enum, for a switch
 *   T_as_c, T_has_c(T_json)   what its case c carries, NULL of another; whether there is such a thing
 *   T_of_c, T_of_c_none       an enum in the case c, new; without its payload
 *   action_c(...)             an action, new
 *
 * A json_t * and a T_made are taken over where the result is new, and by _new and put; a const json_t *
 * and a T_json are borrowed. What is read is borrowed from what it is read from. Where a value that must
 * be there is NULL or cannot be JSON, such as a text that is not UTF-8, what is made of it is NULL. */
#ifndef LAMP_SHAPE_H
#define LAMP_SHAPE_H

#include <kumiki.h>

/* The hash of the shape, and the shape for kmk_shape. */
#define LAMP_HASH "594d73b437113ec3"
#define LAMP_SHAPE "{name: text = 'lamp', light: (off | on: integer) = 'off', fault: text?}"

/* Declares the states and the actions of a reducer, which it consumes. */
static inline kmk_reducer *lamp_declare(kmk_reducer *base) {
  static const kmk_case cases[] = {
      {"toggle", NULL},
      {"dim", "integer"},
      {"report", "{fault: text?}"},
  };
  return kmk_shape(kmk_cases(base, sizeof cases / sizeof *cases, cases), LAMP_SHAPE);
}

/* Makes a feature of another library a mistake of the composition, which kmk_store_new reports,
 * if it was declared with another shape than this one. */
static inline kmk_reducer *lamp_expect(kmk_reducer *feature) {
  return kmk_expect_shape(feature, LAMP_HASH);
}

/* A value that is there: NULL for null. */
static inline const json_t *lamp_some(const json_t *value) {
  return json_is_null(value) ? NULL : value;
}

/* The payload of an enum in a case, as written; NULL for another case and for null. */
static inline const json_t *lamp_payload(const json_t *value, const char *name) {
  const json_t *found = kmk_action_is(value, name) ? json_object_get(value, name) : NULL;
  return lamp_some(found);
}

/* An enum in a case that must have a payload; NULL without one. */
static inline json_t *lamp_with(const char *case_path, json_t *payload) {
  return payload ? kmk_action_at_new(case_path, payload) : NULL;
}

/* An object, or NULL where something could not be put into it. */
static inline json_t *lamp_built(json_t *made, int wrong) {
  if (!wrong)
    return made;
  json_decref(made);
  return NULL;
}

/* Writes into the row with an id, which it takes over as it does the value. */
static inline kmk_status lamp_set_row(kmk_state *state, const char *rows, json_t *id,
                                      const char *place, json_t *value) {
  kmk_status status = kmk_state_set_row_new(state, rows, id, place, value);
  json_decref(id);
  return status;
}

/* Places of the state. */
#define LAMP_AT_NAME "/name"
#define LAMP_AT_LIGHT "/light"
#define LAMP_AT_LIGHT_ON "/light/on"
#define LAMP_AT_FAULT "/fault"

/* Case paths of the actions, for kmk_action_is and kmk_action_payload. */
#define LAMP_CASE_TOGGLE "toggle"
#define LAMP_CASE_DIM "dim"
#define LAMP_CASE_REPORT "report"

typedef struct {
  const json_t *json;
} lamp_state_json;
static inline lamp_state_json lamp_state_json_of(const json_t *json) {
  lamp_state_json it = {lamp_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} lamp_state_made;
static inline lamp_state_made lamp_state_made_of(json_t *json) {
  lamp_state_made it = {json};
  return it;
}

typedef struct {
  kmk_state *state;
} lamp_state_ref;
static inline lamp_state_ref lamp_state_ref_of(kmk_state *state) {
  lamp_state_ref it = {state};
  return it;
}

typedef struct {
  const json_t *json;
} lamp_light_json;
static inline lamp_light_json lamp_light_json_of(const json_t *json) {
  lamp_light_json it = {lamp_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} lamp_light_made;
static inline lamp_light_made lamp_light_made_of(json_t *json) {
  lamp_light_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} lamp_action_json;
static inline lamp_action_json lamp_action_json_of(const json_t *json) {
  lamp_action_json it = {lamp_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} lamp_action_made;
static inline lamp_action_made lamp_action_made_of(json_t *json) {
  lamp_action_made it = {json};
  return it;
}

typedef struct {
  const json_t *json;
} lamp_action_report_json;
static inline lamp_action_report_json lamp_action_report_json_of(const json_t *json) {
  lamp_action_report_json it = {lamp_some(json)};
  return it;
}

typedef struct {
  json_t *json;
} lamp_action_report_made;
static inline lamp_action_report_made lamp_action_report_made_of(json_t *json) {
  lamp_action_report_made it = {json};
  return it;
}

/* --------------------------------------------------------------------------------- State.light */

typedef enum lamp_light_case {
  LAMP_LIGHT_NO_CASE, /* null, or no case of the shape */
  LAMP_LIGHT_OFF,
  LAMP_LIGHT_ON
} lamp_light_case;

static inline lamp_light_case lamp_light_which(lamp_light_json value) {
  if (kmk_action_is(value.json, "off"))
    return LAMP_LIGHT_OFF;
  if (kmk_action_is(value.json, "on"))
    return LAMP_LIGHT_ON;
  return LAMP_LIGHT_NO_CASE;
}

/* -------------------------------------------------------------------------------------- Action */

typedef enum lamp_action_case {
  LAMP_ACTION_NO_CASE, /* null, or no case of the shape */
  LAMP_ACTION_TOGGLE,
  LAMP_ACTION_DIM,
  LAMP_ACTION_REPORT
} lamp_action_case;

static inline lamp_action_case lamp_action_which(lamp_action_json value) {
  if (kmk_action_is(value.json, "toggle"))
    return LAMP_ACTION_TOGGLE;
  if (kmk_action_is(value.json, "dim"))
    return LAMP_ACTION_DIM;
  if (kmk_action_is(value.json, "report"))
    return LAMP_ACTION_REPORT;
  return LAMP_ACTION_NO_CASE;
}

/* --------------------------------------------------------------------------------------- State */

static inline lamp_state_made lamp_state_new(void) { return lamp_state_made_of(json_object()); }

static inline const char *lamp_state_name(lamp_state_json value) {
  const char *text = json_string_value(json_object_get(value.json, "name"));
  return text ? text : "";
}

static inline int lamp_state_put_name(lamp_state_made made, const char *value) {
  return json_object_set_new(made.json, "name", json_string(value));
}

/* light: and how bright */
static inline lamp_light_json lamp_state_light(lamp_state_json value) {
  return lamp_light_json_of(json_object_get(value.json, "light"));
}

static inline int lamp_state_put_light(lamp_state_made made, lamp_light_made value) {
  return json_object_set_new(made.json, "light", value.json);
}

static inline bool lamp_state_has_fault(lamp_state_json value) {
  return lamp_some(json_object_get(value.json, "fault")) != NULL;
}

static inline const char *lamp_state_fault(lamp_state_json value) {
  return json_string_value(json_object_get(value.json, "fault"));
}

static inline int lamp_state_put_fault(lamp_state_made made, const char *value) {
  return json_object_set_new(made.json, "fault", value ? json_string(value) : json_null());
}

/* --------------------------------------------------------------------- payloads of State.light */

static inline lamp_light_made lamp_light_of_off(void) {
  return lamp_light_made_of(json_string("off"));
}

static inline json_int_t lamp_light_as_on(lamp_light_json value) {
  return json_integer_value(lamp_payload(value.json, "on"));
}

static inline lamp_light_made lamp_light_of_on(json_int_t payload) {
  return lamp_light_made_of(lamp_with("on", json_integer(payload)));
}

/* -------------------------------------------------------------------------- payloads of Action */

static inline json_int_t lamp_action_as_dim(lamp_action_json value) {
  return json_integer_value(lamp_payload(value.json, "dim"));
}

static inline lamp_action_report_json lamp_action_as_report(lamp_action_json value) {
  return lamp_action_report_json_of(lamp_payload(value.json, "report"));
}

/* ------------------------------------------------------------------------------- Action.report */

static inline lamp_action_report_made lamp_action_report_new(void) {
  return lamp_action_report_made_of(json_object());
}

static inline bool lamp_action_report_has_fault(lamp_action_report_json value) {
  return lamp_some(json_object_get(value.json, "fault")) != NULL;
}

static inline const char *lamp_action_report_fault(lamp_action_report_json value) {
  return json_string_value(json_object_get(value.json, "fault"));
}

static inline int lamp_action_report_put_fault(lamp_action_report_made made, const char *value) {
  return json_object_set_new(made.json, "fault", value ? json_string(value) : json_null());
}

/* ------------------------------------------------------------------------------- State in hand */

static inline lamp_state_json lamp_state_get(lamp_state_ref in) {
  return lamp_state_json_of(kmk_state_json(in.state));
}

static inline const char *lamp_state_get_name(lamp_state_ref in) {
  return lamp_state_name(lamp_state_get(in));
}

static inline lamp_light_json lamp_state_get_light(lamp_state_ref in) {
  return lamp_state_light(lamp_state_get(in));
}

static inline const char *lamp_state_get_fault(lamp_state_ref in) {
  return lamp_state_fault(lamp_state_get(in));
}

static inline kmk_status lamp_state_set_name(lamp_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/name", json_string(value));
}

static inline kmk_status lamp_state_set_light(lamp_state_ref in, lamp_light_json value) {
  return kmk_state_set(in.state, "/light", value.json);
}

static inline kmk_status lamp_state_set_light_new(lamp_state_ref in, lamp_light_made value) {
  return kmk_state_set_new(in.state, "/light", value.json);
}

static inline kmk_status lamp_state_set_light_on(lamp_state_ref in, json_int_t value) {
  return kmk_state_set_new(in.state, "/light/on", json_integer(value));
}

static inline kmk_status lamp_state_set_fault(lamp_state_ref in, const char *value) {
  return kmk_state_set_new(in.state, "/fault", value ? json_string(value) : json_null());
}

static inline kmk_status lamp_state_clear_fault(lamp_state_ref in) {
  return kmk_state_set_new(in.state, "/fault", json_null());
}

/* ------------------------------------------------------------------------------------- Actions */

static inline json_t *lamp_action_toggle(void) { return kmk_action_at_new("toggle", NULL); }

static inline json_t *lamp_action_dim(json_int_t payload) {
  return lamp_with("dim", json_integer(payload));
}

static inline json_t *lamp_action_report(lamp_action_report_made payload) {
  return lamp_with("report", payload.json);
}

#endif
