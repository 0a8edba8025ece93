/* A session that is either logged out or logged in, and greets a new user with another service.
 *
 *   state    {"loggedOut": {"name": ""}}
 *            or {"loggedIn": {"name": "Mio", "isOnboarding": true, "greeting": ""}}
 *   actions  {"loggedOut": {"setName": "Mio"}}, {"loggedOut": "logIn"}
 *            {"loggedIn": "greet"}, {"loggedIn": "finishTour"}, {"loggedIn": "logOut"}
 *            {"loggedIn": {"greeted": "Hello"}}: sent by the effect
 *
 * "Onboarding" chooses the reducer by the state; "OnboardingByScopes" has one for each case. */
#include "onboarding.h"

#define SECOND UINT64_C(1000000000)

/* --------------------------------------------- the service, in two implementations */

typedef struct api {
  kmk_effect *(*greet)(const char *name);
} api;

static kmk_effect *greeting_after(int seconds, const char *format, const char *name) {
  json_t *greeting = json_sprintf(format, name);
  return kmk_effect_after_new((uint64_t)seconds * SECOND, json_pack("{s:o}", "greeted", greeting));
}

static kmk_effect *greet_as_tour(const char *name) {
  return greeting_after(1, "Welcome, %s. Let me show you around.", name);
}

static kmk_effect *greet_as_server(const char *name) {
  return greeting_after(2, "Good to see you, %s. You have 3 messages.", name);
}

static api tour = {greet_as_tour};
static api server = {greet_as_server};

/* ------------------------------------------------------------ the two screens */

static kmk_effect *logged_out(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *name = kmk_action_payload(action, "setName");
  if (json_is_string(name))
    kmk_state_set(state, "/name", name);
  return NULL;
}

/* Uses the service that it is given, without knowing which one it is. */
static kmk_effect *logged_in(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)data;
  const json_t *greeting = kmk_action_payload(action, "greeted");
  if (kmk_action_is(action, "greet")) {
    const api *api = kmk_env_pointer(env, "api");
    return api->greet(json_string_value(kmk_state_get(state, "/name")));
  }
  if (json_is_string(greeting))
    kmk_state_set(state, "/greeting", greeting);
  else if (kmk_action_is(action, "finishTour"))
    kmk_state_set_new(state, "/isOnboarding", json_false());
  return NULL;
}

/* Only the session moves between the screens: it replaces the whole state. */
static kmk_effect *session(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *name = kmk_state_get(state, "/loggedOut/name");
  if (kmk_action_is(action, "loggedOut.logIn") && name)
    kmk_state_set_new(state, "",
                      json_pack("{s:{s:O, s:b, s:s}}", "loggedIn", "name", name, "isOnboarding", 1,
                                "greeting", ""));
  else if (kmk_action_is(action, "loggedIn.logOut") && kmk_state_get(state, "/loggedIn"))
    kmk_state_set_new(state, "", json_pack("{s:{s:s}}", "loggedOut", "name", ""));
  return NULL;
}

/* ------------------------------------------------------------- put together */

static kmk_reducer *logged_out_scope(void) {
  return kmk_scope_case("loggedOut", "loggedOut", kmk_reducer_new(logged_out, NULL, NULL));
}

static kmk_reducer *logged_in_scope(api *api) {
  kmk_reducer *feature = kmk_reducer_new(logged_in, NULL, NULL);
  return kmk_scope_case("loggedIn", "loggedIn", kmk_dependency_pointer(feature, "api", api, NULL));
}

/* Runs for each action and returns its reducer. No reducer handles an action of the other case,
 * which is not a mistake: a greeting may arrive after the user has logged out. */
static kmk_reducer *choose(const json_t *state, const json_t *action, void *data) {
  (void)action, (void)data;
  const json_t *in = json_object_get(state, "loggedIn");
  if (!in)
    return logged_out_scope();
  return logged_in_scope(json_is_true(json_object_get(in, "isOnboarding")) ? &tour : &server);
}

static const kmk_case session_cases[] = {{"loggedOut", "any"}, {"loggedIn", "any"}};
static const kmk_case logged_out_cases[] = {{"logIn", NULL}, {"setName", "text"}};
static const kmk_case logged_in_cases[] = {
    {"finishTour", NULL},
    {"greet", NULL},
    {"greeted", "text"},
    {"logOut", NULL},
};

/* Declares the actions of a screen, and does nothing. It is needed because actions are checked before
 * the reader chooses a reducer. */
static kmk_reducer *knowing(const char *screen, size_t count, const kmk_case *cases) {
  return kmk_scope("", screen, kmk_cases(kmk_combine(0, NULL), count, cases));
}

static kmk_status register_one(const char *name, kmk_reducer *screens) {
  kmk_reducer *all[] = {
      knowing("loggedOut", 2, logged_out_cases),
      knowing("loggedIn", 4, logged_in_cases),
      screens,
      kmk_reducer_new(session, NULL, NULL),
  };
  json_t *initial = json_pack("{s:{s:s}}", "loggedOut", "name", "");
  kmk_reducer *reducer = kmk_cases(kmk_combine(4, all), 2, session_cases);
  kmk_status status = kmk_feature_register(name, reducer, initial, NULL);
  json_decref(initial);
  return status;
}

kmk_status onboarding_register(void) {
  kmk_status status = register_one("Onboarding", kmk_reader(choose, NULL, NULL));
  if (status != KMK_OK)
    return status;
  kmk_reducer *scopes[] = {logged_out_scope(), logged_in_scope(&server)};
  return register_one("OnboardingByScopes", kmk_combine(2, scopes));
}
