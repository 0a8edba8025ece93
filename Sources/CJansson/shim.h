/* The system's jansson, as a module for Swift. */
#include <jansson.h>
