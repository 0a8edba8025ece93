/* Races on purpose. If the thread sanitizer does not report the data race, its silence about the other programs
 * means nothing. */
#include <pthread.h>
#include <stddef.h>

static int shared;

static void *count(void *unused) {
  for (int i = 0; i < 1000; i++) {
    shared++;
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, count, NULL) != 0) {
    return 1;
  }
  count(NULL);
  return pthread_join(thread, NULL);
}
