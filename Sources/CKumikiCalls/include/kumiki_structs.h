/**
 * The defaults of the headers' structs that begin with their size, and the size of each struct in the first published
 * version, for Swift.
 *
 * Internal to the library, never installed.
 */
#ifndef KUMIKI_STRUCTS_H
#define KUMIKI_STRUCTS_H

#include "kumiki.h"

/** The size of a struct whose last member is `last`. */
#define KUMIKI_SIZE_UNTIL(type, last)                                                              \
  ((offsetof(type, last) + sizeof(((type *)0)->last) + _Alignof(type) - 1) / _Alignof(type) *      \
   _Alignof(type))

/* For each struct, the size up to the last member of the first published version. The sizes never change. */
enum {
  kumiki_first_slot_options = KUMIKI_SIZE_UNTIL(kmk_slot_options, ephemeral),
  kumiki_first_presentation_callbacks = KUMIKI_SIZE_UNTIL(kmk_presentation_callbacks, dismiss),
  kumiki_first_loop_options = KUMIKI_SIZE_UNTIL(kmk_loop_options, submit),
  kumiki_first_undo_options = KUMIKI_SIZE_UNTIL(kmk_undo_options, group_nanoseconds),
  kumiki_first_running_options = KUMIKI_SIZE_UNTIL(kmk_running_options, time),
  kumiki_first_migrations = KUMIKI_SIZE_UNTIL(kmk_migrations, steps),
  kumiki_first_trace_options = KUMIKI_SIZE_UNTIL(kmk_trace_options, omits_inverse),
  kumiki_first_replay_options = KUMIKI_SIZE_UNTIL(kmk_replay_options, actions),
  kumiki_first_list_options = KUMIKI_SIZE_UNTIL(kmk_list_options, limit),
  kumiki_first_saver_options = KUMIKI_SIZE_UNTIL(kmk_saver_options, keeps_actions),
  kumiki_first_ask = KUMIKI_SIZE_UNTIL(kmk_ask, restart),
  kumiki_first_server = KUMIKI_SIZE_UNTIL(kmk_server, free_fn),
  kumiki_first_retry_options = KUMIKI_SIZE_UNTIL(kmk_retry_options, only)
};

static const kmk_slot_options kumiki_default_slot_options = KMK_SLOT_OPTIONS_INIT;
static const kmk_loop_options kumiki_default_loop_options = KMK_LOOP_OPTIONS_INIT;
static const kmk_undo_options kumiki_default_undo_options = KMK_UNDO_OPTIONS_INIT;
static const kmk_running_options kumiki_default_running_options = KMK_RUNNING_OPTIONS_INIT;
static const kmk_trace_options kumiki_default_trace_options = KMK_TRACE_OPTIONS_INIT;
static const kmk_replay_options kumiki_default_replay_options = KMK_REPLAY_OPTIONS_INIT;
static const kmk_list_options kumiki_default_list_options = KMK_LIST_OPTIONS_INIT;
static const kmk_saver_options kumiki_default_saver_options = KMK_SAVER_OPTIONS_INIT;
static const kmk_ask kumiki_default_ask = KMK_ASK_INIT;
static const kmk_retry_options kumiki_default_retry_options = KMK_RETRY_OPTIONS_INIT;
static const kmk_server kumiki_default_server = KMK_SERVER_INIT;

#endif
