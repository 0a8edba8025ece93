/* The public headers as one translation unit: this is what Swift sees of the C contract. */
#include "kumiki.h"
