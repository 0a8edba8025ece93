/* Other programs' changes to a shared file are noticed wherever they happen: in its folder, above it, and at
   symbolic links. */
#define _POSIX_C_SOURCE 200809L

#include "shared_support.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* -------------------------------------------------------------------- folders that come and go */

FILE_TEST(K61_a_file_in_a_folder_that_comes_later_is_noticed) {
  kmk_shared *shared = share(kmk_shared_file, in_folder("app/deep/count.json"), "0");
  in_shell("mkdir -p app/deep && echo 100 > app/deep/count.json");
  assert_soon(shared, "100");
  add_one(shared);
  assert_file(in_folder("app/deep/count.json"), "101\n");
  in_shell("echo 200 > app/deep/count.json");
  assert_soon(shared, "200");
  kmk_shared_free(shared);
}

FILE_TEST(K61_a_setting_is_noticed_when_another_program_makes_the_folder) {
  kmk_shared *shared = share(kmk_shared_setting, "size", "1");
  in_shell("mkdir test_shared_watch && echo '{\"size\": 7}' > test_shared_watch/settings.json");
  assert_soon(shared, "7");
  kmk_shared_free(shared);
}

FILE_TEST(K61_a_folder_renamed_away_and_made_again_twice) {
  in_shell("mkdir app && echo 1 > app/count.json");
  kmk_shared *shared = share(kmk_shared_file, in_folder("app/count.json"), "0");
  assert_true(is_now(shared, "1"));
  for (int round = 0; round < 2; round++) {
    in_shell("mv app old");
    assert_soon(shared, "0");
    in_shell("mkdir app && echo 2 > app/count.json");
    assert_soon(shared, "2");
    in_shell("echo 3 > app/count.json");
    assert_soon(shared, "3");
    in_shell("mv app new && mv old app");
    assert_soon(shared, "1");
    /* Changes in the renamed folder belong to another file now. */
    in_shell("echo 9 > new/count.json && echo 4 > app/count.json");
    assert_soon(shared, "4");
    in_shell("rm -r new && echo 1 > app/count.json");
    assert_soon(shared, "1");
  }
  kmk_shared_free(shared);
}

FILE_TEST(K61_a_folder_above_is_renamed_removed_and_made_again) {
  in_shell("mkdir -p a/b/c && echo 1 > a/b/c/count.json");
  kmk_shared *shared = share(kmk_shared_file, in_folder("a/b/c/count.json"), "0");
  in_shell("mv a/b a/other");
  assert_soon(shared, "0");
  in_shell("mv a/other a/b");
  assert_soon(shared, "1");
  in_shell("rm -r a");
  assert_soon(shared, "0");
  in_shell("mkdir -p new/b/c && echo 5 > new/b/c/count.json && mv new a");
  assert_soon(shared, "5");
  kmk_shared_free(shared);
}

FILE_TEST(K61_a_file_removed_and_made_again_and_a_second_name_of_another) {
  kmk_shared *shared = share(kmk_shared_file, in_folder("count.json"), "0");
  for (int round = 0; round < 3; round++) {
    in_shell("echo 7 > count.json");
    assert_soon(shared, "7");
    in_shell("rm count.json");
    assert_soon(shared, "0");
    in_shell("echo 8 > other && ln other count.json");
    assert_soon(shared, "8");
    in_shell("rm count.json other");
    assert_soon(shared, "0");
  }
  kmk_shared_free(shared);
}

/* -------------------------------------------------------------------------------------- links */

FILE_TEST(K61_links_to_the_file_and_to_its_folder_are_followed) {
  in_shell("mkdir one two && echo 1 > one/count.json && echo 2 > two/count.json");
  in_shell("ln -s one way && ln -s way/count.json link.json");
  kmk_shared *shared = share(kmk_shared_file, in_folder("link.json"), "0");
  assert_true(is_now(shared, "1"));
  in_shell("echo 10 > one/count.json");
  assert_soon(shared, "10");
  in_shell("ln -sfn two way");
  assert_soon(shared, "2");
  in_shell("echo 20 > two/count.json");
  assert_soon(shared, "20");
  in_shell("ln -sfn one/count.json link.json");
  assert_soon(shared, "10");
  set_ok(shared, "11");
  assert_file(in_folder("one/count.json"), "11\n");
  in_shell("test -L link.json && rm link.json");
  assert_soon(shared, "0");
  kmk_shared_free(shared);
}

FILE_TEST(K61_a_link_that_leads_nowhere_yet) {
  in_shell("ln -s later/real.json link.json && ln -s round2 round1 && ln -s round1 round2");
  kmk_shared *shared = share(kmk_shared_file, in_folder("link.json"), "0");
  in_shell("mkdir later && echo 1 > later/real.json");
  assert_soon(shared, "1");
  in_shell("rm -r later");
  assert_soon(shared, "0");
  set_ok(shared, "2");
  assert_file(in_folder("later/real.json"), "2\n");
  in_shell("test -L link.json");
  kmk_shared_free(shared);
}

FILE_TEST(K61_links_that_go_round_are_an_issue) {
  in_shell("ln -s b.json a.json && ln -s a.json b.json");
  kmk_shared *shared = share(kmk_shared_file, in_folder("a.json"), "3");
  assert_issues(k, "['shared-unreadable']");
  assert_true(is_now(shared, "3"));
  in_shell("rm b.json && echo 4 > b.json");
  assert_soon(shared, "4");
  kmk_shared_free(shared);
}

/* --------------------------------------------------------------------------------- what it costs */

FILE_TEST(K61_descriptors_and_threads_go_with_the_values) {
  int descriptors = open_descriptors(), threads = process_threads();
  for (int round = 0; round < 20; round++) {
    kmk_shared *shared[10];
    for (size_t i = 0; i < COUNT_OF(shared); i++) {
      char name[32];
      snprintf(name, sizeof name, "f%zu/count.json", i);
      shared[i] = share(kmk_shared_file, in_folder(name), "0");
      if (round % 2 == 0) {
        add_one(shared[i]);
      }
    }
    in_shell("rm -rf f*");
    for (size_t i = 0; i < COUNT_OF(shared); i++) {
      kmk_shared_free(shared[i]);
    }
  }
  /* When the thread ends, it closes its descriptor, possibly a moment later. */
  while (process_threads() > threads || open_descriptors() > descriptors) {
  }
}
