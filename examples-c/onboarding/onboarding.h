/* What the program and the features agree on. */
#ifndef ONBOARDING_H
#define ONBOARDING_H

#include <kumiki.h>

/**
 * Registers the features "Onboarding" and "OnboardingByScopes".
 *
 * feature.c has them in C; a libfeatures.so built from architecture/Examples/Features has them in Swift.
 */
kmk_status onboarding_register(void);

#endif
