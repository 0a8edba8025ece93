/* A program linked to libkumiki that loads a team's own libkumiki as well: two engines. */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <kumiki.h>

static const char *team_path;

static void a_second_engine_is_named_when_a_loop_is_made(void **state) {
  kmk_error error;
  (void)state;
  kmk_loop *loop = kmk_loop_new(&error);
  assert_non_null(loop);
  kmk_loop_free(loop);

  void *team = dlopen(team_path, RTLD_NOW | RTLD_LOCAL);
  if (team == NULL)
    fail_msg("%s", dlerror());
  assert_null(kmk_loop_new(&error));
  assert_int_equal(error.status, KMK_ERR_INVALID_ARGUMENT);
  if (strstr(error.message, "libteam.so") == NULL)
    fail_msg("%s", error.message);

  kmk_loop *(*other_loop_new)(kmk_error *);
  *(void **)&other_loop_new = dlsym(team, "kmk_loop_new");
  assert_non_null(other_loop_new);
  assert_null(other_loop_new(&error));
  if (strstr(error.message, "libkumiki.so") == NULL)
    fail_msg("%s", error.message);
}

int main(int count, char **arguments) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_second_engine_is_named_when_a_loop_is_made),
  };
  if (count != 2)
    return 2;
  team_path = arguments[1];
  return cmocka_run_group_tests(tests, NULL, NULL);
}
