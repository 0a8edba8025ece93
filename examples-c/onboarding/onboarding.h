/* The interface between the program and the features. */
#ifndef ONBOARDING_H
#define ONBOARDING_H

#include <kumiki.h>

/**
 * Registers the features "Onboarding" and "OnboardingByScopes".
 *
 * feature.c contains them in C; libfeatures.so, built from architecture/Examples/Features, in Swift.
 */
kmk_status onboarding_register(void);

#endif
