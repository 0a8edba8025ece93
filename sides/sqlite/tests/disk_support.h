/* A disk that fails at a call of the system, and at each call after it, until it is repaired. */
#ifndef DISK_SUPPORT_H
#define DISK_SUPPORT_H

#include <stdbool.h>

/* SQLite's calls that write, or that read, can fail while this is on. */
void fail_writes(bool on);
void fail_reads(bool on);

/* From the call of that number on, each call fails with an error number; 0: the disk is repaired. */
void fail_from(int call, int number);
int calls_so_far(void);

#endif
