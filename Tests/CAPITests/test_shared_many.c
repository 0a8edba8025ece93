/* Many observers of a shared value, and many files: the state after some of the observers have ended. */
#include "shared_support.h"

#include <stdio.h>

enum { MANY = 200 };

typedef struct crowd {
  kmk_subscription *observers[MANY];
  int told[2 * MANY], count;
  int number[MANY];
} crowd;

static crowd them;

static void tell(const json_t *value, void *number) {
  if (json_integer_value(value) != 0) {
    them.told[them.count++] = *(int *)number;
  }
}

/* Asserts that each remaining observer is called once for a change, in the order of subscription. */
static void assert_told(kit *k, kmk_shared *shared) {
  them.count = 0;
  add_one(shared);
  run_due(k->loop);
  int next = 0;
  for (int i = 0; i < MANY; i++) {
    if (them.observers[i] != NULL) {
      assert_true(next < them.count);
      assert_int_equal(them.told[next++], i);
    }
  }
  assert_int_equal(them.count, next);
}

static void end_observer(int i) {
  kmk_subscription_free(them.observers[i]);
  them.observers[i] = NULL;
}

static void observe_as(kit *k, kmk_shared *shared, int i) {
  them.number[i] = i;
  them.observers[i] = kmk_shared_observe(shared, k->loop, "", tell, &them.number[i], NULL, NULL);
}

FILE_TEST(K4_observers_that_are_left_are_told_in_their_order) {
  kmk_shared *shared = share(kmk_shared_memory, "K4 many", "0");
  for (int i = 0; i < MANY / 2; i++) {
    observe_as(k, shared, i);
  }
  assert_told(k, shared);
  for (int i = 0; i < MANY / 2; i += 3) {
    end_observer(i);
  }
  assert_told(k, shared);
  for (int i = MANY / 2; i < MANY; i++) {
    observe_as(k, shared, i);
  }
  for (int i = MANY - 1; i > 0; i--) {
    if (i % 7 != 0 && them.observers[i] != NULL) {
      end_observer(i);
    }
  }
  assert_told(k, shared);
  for (int i = 0; i < MANY; i++) {
    end_observer(i);
  }
  assert_told(k, shared);
  kmk_shared_free(shared);
}

FILE_TEST(K2_of_many_files_each_has_its_value_when_others_were_given_up) {
  kmk_shared *files[MANY];
  char name[16];
  for (int i = 0; i < MANY; i++) {
    snprintf(name, sizeof name, "%d.json", i % (MANY / 2));
    files[i] = share(kmk_shared_file, in_folder(name), "0");
    add_one(files[i]);
    if (i % 3 == 0) {
      kmk_shared_free(files[i]);
      files[i] = NULL;
    }
  }
  for (int i = 0; i < MANY; i++) {
    if (files[i] != NULL) {
      assert_true(is_now(files[i], "2"));
    }
    kmk_shared_free(files[i]);
  }
}
