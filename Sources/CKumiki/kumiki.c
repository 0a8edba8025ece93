/* The public headers as one translation unit, so that Swift sees the C declarations. */
#include "kumiki.h"
