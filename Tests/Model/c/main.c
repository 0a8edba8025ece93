/* The player in C: reads cases, one line of JSON each, and answers each with a line of events. With --recorded each
 * case is recorded and replayed. See ../README.md. */
#include "feature.h"
#include "play.h"
#include "replaying.h"
#include "trace.h"

#include <string.h>

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "--recorded") == 0) {
    replaying_ask();
  }
  play_all(stdin, stdout);
  trace_free();
  replaying_free();
  features_free();
  return 0;
}
