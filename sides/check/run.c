#include "report.h"

#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------- the way home */

/* The edges that lead to each situation. The edges that lead to `to` begin at first[to]. */
typedef struct ways {
  size_t *first;
  uint32_t *from;
} ways;

static bool turn_round(const check_memory *all, ways *back) {
  size_t count = all->count, edges = all->edge_count;
  back->first = calloc(count + 2, sizeof *back->first);
  back->from = malloc((edges + 1) * sizeof *back->from);
  if (back->first == NULL || back->from == NULL)
    return false;
  for (size_t i = 0; i < edges; i++)
    back->first[all->edges[i].to + 2]++;
  for (size_t i = 2; i < count + 2; i++)
    back->first[i] += back->first[i - 1];
  for (size_t i = 0; i < edges; i++)
    back->from[back->first[all->edges[i].to + 1]++] = all->edges[i].from;
  return true;
}

/* Marks each situation with a way to a situation where the condition holds, or to one that was not expanded. */
static void mark_ways(const check_memory *all, const ways *back, uint8_t bit, uint8_t *marks,
                      uint32_t *queue) {
  size_t waiting = 0, done = 0;
  for (uint32_t i = 0; i < all->count; i++)
    if (all->records[i].homes & bit || i >= all->level_begin) {
      marks[i] |= bit;
      queue[waiting++] = i;
    }
  while (done < waiting) {
    uint32_t at = queue[done++];
    for (size_t i = back->first[at]; i < back->first[at + 1]; i++)
      if (!(marks[back->from[i]] & bit)) {
        marks[back->from[i]] |= bit;
        queue[waiting++] = back->from[i];
      }
  }
}

static void judge_ways(check_memory *all, const check_options *options) {
  ways back = {NULL, NULL};
  uint8_t *marks = calloc(all->count + 1, 1);
  uint32_t *queue = malloc((all->count + 1) * sizeof *queue);
  if (marks != NULL && queue != NULL && turn_round(all, &back))
    for (size_t i = 0; i < options->home.count && i < HOMES; i++) {
      uint8_t bit = (uint8_t)(1u << i);
      char message[300];
      mark_ways(all, &back, bit, marks, queue);
      write_text(message, sizeof message, "no way leads from here to a state where \"%s\" holds",
                 options->home.all[i].name);
      for (uint32_t state = 0; state < all->count; state++)
        if (!(marks[state] & bit))
          shared_find(all, "home", options->home.all[i].name, message, state, NO_EVENT,
                      all->records[state].depth);
    }
  free(marks);
  free(queue);
  free(back.first);
  free(back.from);
}

/* ---------------------------------------------------------------------- run */

/* Level by level. True if all situations were expanded. */
static bool search(check_jobs *all) {
  check_memory *s = all->shared;
  while (!s->stops && s->level_end < s->count) {
    atomic_store(&s->level_begin, s->level_end);
    atomic_store(&s->level_end, s->count);
    jobs_run(all, false);
  }
  if (!s->stops)
    atomic_store(&s->level_begin, s->count);
  return !s->stops;
}

static json_t *run(const kmk_check_feature *feature, const check_options *options,
                   check_memory *shared, kmk_error *error) {
  check_jobs all;
  json_t *result = NULL;
  if (jobs_start(&all, feature, options, shared, error)) {
    bool is_walk = options->walk > 0;
    bool is_complete =
        shared->count > 0 && (is_walk ? (jobs_run(&all, true), false) : search(&all));
    if (!is_walk && options->home.count > 0)
      judge_ways(shared, options);
    result = report(&all, is_complete, jobs_seconds(&all), error);
  }
  jobs_end(&all);
  return result;
}

static bool refuse(kmk_error *error, kmk_status status, const char *message) {
  if (error != NULL) {
    *error = (kmk_error){.status = status};
    write_text(error->message, sizeof error->message, "%s", message);
  }
  return false;
}

static bool is_usable(const kmk_check_feature *feature, kmk_error *error) {
  if (feature == NULL || feature->reducer == NULL)
    return refuse(error, KMK_ERR_INVALID_ARGUMENT,
                  "kmk_check_run: no feature, or a feature without a reducer");
  if (feature->size < sizeof *feature)
    return refuse(error, KMK_ERR_INVALID_ARGUMENT,
                  "kmk_check_run: the size of kmk_check_feature is wrong");
  return true;
}

/* A file of a run belongs to a feature and to the options that decide what is found. */
static bool read_key(const kmk_check_feature *feature, const check_options *options, hash128 *key,
                     kmk_error *error) {
  static const char *const others[] = {"seconds", "jobs", "logs", "file", "hang", "walk", "seed"};
  *key = hash_start();
  if (options->file == NULL)
    return true;
  kmk_reducer *reducer = feature->reducer(feature->user_data);
  char *name = kmk_reducer_hash(reducer, error);
  json_t *deciding = json_copy(options->given);
  for (size_t i = 0; i < KMK_COUNT(others); i++)
    json_object_del(deciding, others[i]);
  hash_text(key, name);
  hash_json(key, deciding);
  json_decref(deciding);
  bool is_read = name != NULL;
  kmk_text_free(name);
  kmk_reducer_free(reducer);
  return is_read;
}

__attribute__((visibility("default"))) json_t *
kmk_check_run(const kmk_check_feature *feature, const json_t *given, kmk_error *error) {
  kmk_error own = {.status = KMK_OK};
  check_options options;
  json_t *result = NULL;
  if (!is_usable(feature, error))
    return NULL;
  hash128 key;
  if (options_read(&options, given, &own) && read_key(feature, &options, &key, &own)) {
    check_memory *shared =
        shared_new(options.most_states, options.home.count > 0, options.file, key, &own);
    if (shared != NULL) {
      options.uses = &shared->uses;
      result = run(feature, &options, shared, &own);
    }
    shared_free(shared);
  }
  options_free(&options);
  if (result == NULL && error != NULL)
    *error = own;
  return result;
}
