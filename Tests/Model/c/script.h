/* Scripts, effects and commands: what a case has its features do. */
#ifndef KUMIKI_MODEL_SCRIPT_H
#define KUMIKI_MODEL_SCRIPT_H

#include <kumiki.h>

/* Performs a script inside a reducer, and returns its effect. */
kmk_effect *script_perform(const json_t *script, kmk_state *state, kmk_env *env);

/* What the environment says, new. */
json_t *environment(const kmk_env *env, const char *what);

/* Makes an effect of its description; NULL for none, and for what is no description. */
kmk_effect *effect_of(const json_t *description, kmk_env *env);

/* ["blocking", ...]: see workers.c. */
kmk_effect *worker_effect(const json_t *description, kmk_env *env);

/* Waits until no thread uses what a blocking effect was given. */
void workers_wait(void);

/* Whether the case in hand had a blocking effect. Forgets it. */
bool workers_were_used(void);

/* No sender: what "self" is outside of an effect's own commands. */
#define NOBODY SIZE_MAX

/* Performs a command. */
void command_perform(const json_t *command, size_t self);

/* Performs an array of commands, also where one of them frees what they belong to. */
void commands_perform(const json_t *commands, size_t self);

#endif
