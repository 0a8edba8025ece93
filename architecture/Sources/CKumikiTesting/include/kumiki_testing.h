/* Tells the test support that the program starts, before the first test uses a shared value. */
#ifndef KUMIKI_TESTING_H
#define KUMIKI_TESTING_H

/* Written in Swift: KumikiTesting. */
void kumiki_testing_begins(void);

#endif
