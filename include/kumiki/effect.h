/* Effects. */
#ifndef KUMIKI_EFFECT_H
#define KUMIKI_EFFECT_H

#include "base.h"
#include "error.h"
#include "state.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kmk_effect kmk_effect;
typedef struct kmk_sender kmk_sender;      /* feeds actions back from an effect [any thread]; lives until kmk_sender_finish, owed exactly once, after a cancel too; outlives store and loop, then KMK_ERR_CLOSED */
typedef void (*kmk_start_fn)(kmk_sender *sender, void *user_data);       /* on the loop's thread, at the loop's next turn; may finish, and be cancelled, inside */
typedef void (*kmk_cancel_fn)(void *user_data);                          /* may be NULL; on the loop's thread, at most once, not when start never ran; from then on no send gets through; may finish */
typedef void (*kmk_blocking_fn)(kmk_sender *sender, void *user_data);    /* on a worker thread; finishes when it returns; asks kmk_sender_is_cancelled */
kmk_effect *kmk_effect_send(const json_t *action);
kmk_effect *kmk_effect_send_new(json_t *action);
kmk_effect *kmk_effect_start(kmk_start_fn start, kmk_cancel_fn cancel, void *user_data, kmk_free_fn free_fn);
kmk_effect *kmk_effect_blocking(kmk_blocking_fn run, void *user_data, kmk_free_fn free_fn);
kmk_effect *kmk_effect_after_new(uint64_t nanoseconds, json_t *action);             /* on the loop's clock; 0: at the next dispatch, never in the same burst */
kmk_effect *kmk_effect_every_new(uint64_t nanoseconds, json_t *action);
kmk_effect *kmk_effect_dismiss(const kmk_env *env);                                 /* the feature asks to be dismissed; like kmk_effect_send, in the same burst */
kmk_effect *kmk_effect_merge(size_t count, kmk_effect *const *effects);
kmk_effect *kmk_effect_concatenate(size_t count, kmk_effect *const *effects);
kmk_effect *kmk_effect_cancellable(kmk_effect *effect, const char *id, bool cancel_in_flight);
kmk_effect *kmk_effect_cancel(const char *id);
void kmk_effect_free(kmk_effect *effect);
kmk_status kmk_sender_send_new(kmk_sender *sender, json_t *action);                 /* [any thread] on the loop's thread reduced at once, else at the next dispatch; KMK_ERR_CLOSED once cancelled */
kmk_status kmk_sender_dismiss(kmk_sender *sender);                                  /* [any thread] the feature whose effect this is asks to be dismissed (D70-D76); KMK_ERR_CLOSED once cancelled */
void kmk_sender_fail(kmk_sender *sender, const char *message);                      /* [any thread] issue "effect-threw", then as finish */
bool kmk_sender_is_cancelled(const kmk_sender *sender);                             /* [any thread] */
void kmk_sender_finish(kmk_sender *sender);                                         /* [any thread] frees it */

#ifdef __cplusplus
}
#endif
#endif
