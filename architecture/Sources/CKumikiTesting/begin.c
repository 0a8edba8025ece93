#include "kumiki_testing.h"

__attribute__((constructor)) static void begin(void) { kumiki_testing_begins(); }
