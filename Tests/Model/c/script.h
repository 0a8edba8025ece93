/* Scripts, effects and commands: the work of a case's features. */
#ifndef KUMIKI_MODEL_SCRIPT_H
#define KUMIKI_MODEL_SCRIPT_H

#include <kumiki.h>

/* Performs a script inside a reducer, and returns its effect. */
kmk_effect *script_perform(const json_t *script, kmk_state *state, kmk_env *env);

/* The values of the environment, new. */
json_t *environment(const kmk_env *env, const char *what);

/* Makes an effect from its description; NULL for none, and for an invalid description. */
kmk_effect *effect_of(const json_t *description, kmk_env *env);

/* ["blocking", ...]: see workers.c. */
kmk_effect *worker_effect(const json_t *description, kmk_env *env);

/* Waits until no thread uses a blocking effect's data. */
void workers_wait(void);

/* Whether the current case had a blocking effect. Resets that flag. */
bool workers_were_used(void);

/* No sender: the meaning of "self" outside an effect's own commands. */
#define NOBODY SIZE_MAX

/* Performs a command. */
void command_perform(const json_t *command, size_t self);

/* Performs an array of commands, even if one of them frees their owner. */
void commands_perform(const json_t *commands, size_t self);

#endif
