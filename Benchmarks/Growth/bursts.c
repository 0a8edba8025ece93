/* Many actions in one burst: all from one merged effect, or each sent by the previous one. */
#include "growth.h"

#include "bench.h"

#include <stdlib.h>

static kmk_effect *merged(size_t count) {
  kmk_effect **effects = growth_new((count + 1) * sizeof *effects);
  for (size_t index = 0; index < count; index++)
    effects[index] = kmk_effect_send_new(json_string("answered"));
  kmk_effect *effect = kmk_effect_merge(count, effects);
  free(effects);
  return effect;
}

static kmk_effect *step(kmk_state *state, const json_t *action, kmk_env *env, void *data) {
  (void)env, (void)data;
  const json_t *count = kmk_action_payload(action, "merge");
  if (count)
    return merged((size_t)json_integer_value(count));
  json_int_t left = json_integer_value(kmk_action_payload(action, "chain"));
  if (left > 0)
    return kmk_effect_send_new(json_pack("{s:I}", "chain", left - 1));
  growth_check(kmk_state_set_new(state, "/count", json_integer(0)));
  return NULL;
}

static double burst(const char *kind, size_t size) {
  kmk_store *store =
      growth_store(kmk_reducer_new(step, NULL, NULL), json_pack("{s:i}", "count", 0));
  json_t *action = growth_action("{s:I}", kind, (json_int_t)size);
  double start = bench_now();
  growth_send(store, action, 1);
  double taken = bench_now() - start;
  json_decref(action);
  kmk_store_free(store);
  return taken / (double)size;
}

static void sample(size_t size, double *values) {
  values[0] = burst("merge", size);
  values[1] = burst("chain", size);
}

const struct growth_batch burst_batch = {
    1, 100000, 10, {"c.bursts.merge", "c.bursts.chain"}, sample,
};
