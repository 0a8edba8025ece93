/* The loop. */
#ifndef KUMIKI_LOOP_H
#define KUMIKI_LOOP_H

#include "base.h"
#include "error.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct kmk_loop kmk_loop;
kmk_loop *kmk_loop_new(kmk_error *error);
kmk_loop *kmk_loop_new_virtual(kmk_error *error);         /* its clock starts at 0 and moves only by kmk_loop_advance; presentation ids count "0", "1", ... in each store, uuids ...0000, ...0001 */
void kmk_loop_free(kmk_loop *loop);                       /* ends its stores; their handles may still be freed, any other call on them answers KMK_ERR_CLOSED. Waits for no blocking effect. In a callback: when the outermost call returns */
int kmk_loop_fd(const kmk_loop *loop);                    /* one descriptor: readable = something is due (timers included) */
int kmk_loop_dispatch(kmk_loop *loop, int timeout_ms);    /* jobs run, >= 0; 0 ms = don't block, -1 = until one ran or a wakeup; or a negative status. A virtual loop never blocks */
kmk_status kmk_loop_run_until_idle(kmk_loop *loop, int timeout_ms, kmk_error *error);   /* idle: nothing due, nothing that becomes due without the clock; timers to come are not waited for; never moves a virtual clock */
kmk_status kmk_loop_advance(kmk_loop *loop, uint64_t nanoseconds, kmk_error *error);   /* virtual loops only */
kmk_status kmk_loop_wakeup(kmk_loop *loop);               /* [any thread] ends a blocking dispatch; remembered if it comes first */
void kmk_loop_set_diagnostics(kmk_loop *loop, kmk_diagnostic_fn fn, void *user_data, kmk_free_fn free_fn);  /* default: stderr */

#ifdef __cplusplus
}
#endif
#endif
