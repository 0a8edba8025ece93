/* A shared value and a part of a store's state that follow each other (kumiki/shared.h), by observers of both. */
#include "kumiki_mirror.h"

#include "../CJansson/shim.h"

#include <stdio.h>
#include <string.h>

typedef struct mirror {
  int holders; /* the store's observer, and calls that are running */
  bool has_ended;
  kmk_shared *shared;
  kmk_store *store;           /* exists until the store's observer ends */
  kmk_subscription *follower; /* the observer of the shared value */
  char *binding_case, *pointer;
  kmk_mirror_fn failed;
  void *user_data;
  kmk_free_fn free_fn;
  kmk_error *beginning; /* of the call that makes the mirror; later NULL */
  bool has_failed;      /* during that call */
} mirror;

static void release(mirror *mirror) {
  if (--mirror->holders > 0)
    return;
  kmk_shared_free(mirror->shared);
  kumiki_deallocate(mirror->binding_case);
  kumiki_deallocate(mirror->pointer);
  if (mirror->free_fn != NULL)
    mirror->free_fn(mirror->user_data);
  kumiki_deallocate(mirror);
}

/* The store's observer has ended, and the mirror with it. */
static void end(void *data) {
  mirror *mirror = data;
  mirror->has_ended = true;
  kmk_subscription_free(mirror->follower);
  release(mirror);
}

/* Reports an error: the call that makes the mirror fails with it. */
static void fail(mirror *mirror, const kmk_error *error) {
  if (mirror->beginning != NULL) {
    *mirror->beginning = *error;
    mirror->has_failed = true;
  } else if (mirror->failed != NULL) {
    mirror->failed(error, mirror->user_data);
  } else {
    fprintf(stderr, "kumiki: the mirror of %s: %s\n", mirror->pointer, error->message);
  }
}

/* Writes the shared value into the state, unless the state has it. */
static void write_state(mirror *mirror, const json_t *value) {
  kmk_error error;
  json_t *before = kmk_store_get(mirror->store, mirror->pointer, NULL);
  bool is_same = json_equal(before, value);
  if (!is_same && kmk_store_write_binding(mirror->store, mirror->binding_case, mirror->pointer,
                                          value, &error) != KMK_OK) {
    fail(mirror, &error);
  } else if (!is_same && !mirror->has_ended) {
    json_t *after = kmk_store_get(mirror->store, mirror->pointer, NULL);
    if (json_equal(after, before)) {
      memset(&error, 0, sizeof error);
      error.status = KMK_ERR_INVALID_ARGUMENT;
      snprintf(error.path, sizeof error.path, "%s", mirror->pointer);
      snprintf(
          error.message, sizeof error.message,
          "the state did not take the shared value; an issue says why: the shape refuses it, or "
          "no kmk_binding_fields of the case %.60s has the place",
          mirror->binding_case);
      fail(mirror, &error);
    }
    json_decref(after);
  }
  json_decref(before);
}

static void shared_changed(const json_t *value, void *data) {
  mirror *mirror = data;
  if (mirror->has_ended || value == NULL)
    return;
  mirror->holders++;
  write_state(mirror, value);
  release(mirror);
}

static void state_changed(const json_t *value, void *data) {
  mirror *mirror = data;
  kmk_error error;
  if (value == NULL)
    return;
  mirror->holders++;
  json_t *shared = kmk_shared_get(mirror->shared, "", NULL);
  if (!json_equal(shared, value) &&
      kmk_shared_set_new(mirror->shared, "", kmk_json_retain(value), &error) != KMK_OK)
    fail(mirror, &error);
  json_decref(shared);
  release(mirror);
}

static char *copied(const char *text) {
  size_t size = strlen(text) + 1;
  char *copy = kumiki_allocate(size);
  return copy == NULL ? NULL : memcpy(copy, text, size);
}

/* Makes a mirror that nothing uses yet. NULL: no memory, or a handle that is NULL. */
static mirror *allocated(kmk_shared *shared, kmk_store *store, const char *binding_case,
                         const char *pointer) {
  mirror *mirror = kumiki_allocate(sizeof *mirror);
  if (mirror == NULL)
    return NULL;
  memset(mirror, 0, sizeof *mirror);
  mirror->holders = 1;
  mirror->store = store;
  mirror->shared = kumiki_shared_retained(shared);
  mirror->binding_case = copied(binding_case);
  mirror->pointer = copied(pointer);
  if (mirror->shared != NULL && mirror->binding_case != NULL && mirror->pointer != NULL)
    return mirror;
  release(mirror);
  return NULL;
}

kmk_subscription *kmk_shared_mirror(kmk_shared *shared, kmk_store *store, const char *binding_case,
                                    const char *pointer, kmk_mirror_fn failed, void *user_data,
                                    kmk_free_fn free_fn, kmk_error *error) {
  kmk_error inner = {.status = KMK_ERR_INVALID_ARGUMENT};
  bool is_given = shared != NULL && store != NULL && binding_case != NULL && pointer != NULL;
  mirror *mirror = is_given ? allocated(shared, store, binding_case, pointer) : NULL;
  if (mirror == NULL) {
    if (is_given)
      inner.status = KMK_ERR_NO_MEMORY;
    snprintf(inner.message, sizeof inner.message, "%s",
             is_given ? "no memory for a mirror"
                      : "found NULL, expected a shared value, a store, a case and a place");
    if (error != NULL)
      *error = inner;
    if (free_fn != NULL)
      free_fn(user_data);
    return NULL;
  }
  mirror->failed = failed;
  mirror->user_data = user_data;
  mirror->free_fn = free_fn;
  mirror->beginning = &inner;
  kmk_subscription *observer = NULL;
  mirror->holders++; /* this call */
  mirror->follower =
      kmk_shared_observe(shared, kmk_store_loop(store), "", shared_changed, mirror, NULL, &inner);
  bool is_following = mirror->follower != NULL && !mirror->has_failed;
  if (is_following)
    observer = kmk_store_observe(store, pointer, state_changed, mirror, end, &inner);
  else
    end(mirror);
  if (observer != NULL && mirror->has_failed) {
    kmk_subscription_free(observer);
    observer = NULL;
  }
  mirror->beginning = NULL;
  release(mirror);
  if (observer == NULL && error != NULL)
    *error = inner;
  return observer;
}
