/**
 * The file of a recorder. It is locked while it is written. PATH.new is a file whose first checkpoint is not complete
 * yet, and PATH.1 is the file before the last rotation. Once PATH is a log, there is a log at PATH at every moment.
 *
 * Functions that return a string return NULL for success. Otherwise the string is the start of a message, which
 * continues with the path; errno has the reason.
 */
#ifndef KUMIKI_LOG_FILE_H
#define KUMIKI_LOG_FILE_H

#include "kumiki_json_text.h"

#include "kumiki.h"

#include <stdbool.h>
#include <sys/types.h>

/* The number of bytes that are collected before they are written. */
enum { KUMIKI_LOG_BUFFER = 64 * 1024 };

typedef struct kumiki_log_file {
  char *path, *next, *former; /* PATH, PATH.new and PATH.1 */
  char *folder;               /* the folder of these files */
  int file;                   /* locked, against other recorders; -1: not open */
  pid_t process;              /* the process that opened it */
  char *rest; /* the incomplete line that was cut off when the file was opened; NULL: none */
  kumiki_bytes buffer;
  size_t written;    /* bytes, without those in the buffer */
  bool has_new_name; /* which may not be on the disk yet */
} kumiki_log_file;

typedef enum kumiki_log_opened {
  KUMIKI_LOG_GOES_ON,       /* after its last complete line */
  KUMIKI_LOG_IS_NEW,        /* its name is PATH.new */
  KUMIKI_LOG_IS_TAKEN,      /* by another recorder */
  KUMIKI_LOG_IS_OTHER,      /* a file that is not a log */
  KUMIKI_LOG_IS_UNREADABLE, /* another format, or a damaged first line: see the error */
  KUMIKI_LOG_FAILED,
} kumiki_log_opened;

/** Makes the names and the buffer. False: no memory. Call kumiki_log_end() in either case. */
bool kumiki_log_begin(kumiki_log_file *log, const char *path);

/** Closes the file and frees everything. The buffer is not written. */
void kumiki_log_end(kumiki_log_file *log);

/** Opens the log. Changes no file in which the log cannot be continued. */
kumiki_log_opened kumiki_log_open(kumiki_log_file *log, kmk_error *error);

/** Passes the buffer to the system. After a failure the buffer contains the unwritten rest. */
const char *kumiki_log_drain(kumiki_log_file *log);

/** Writes the buffer behind the last line, where the next line will be written. Errors are ignored. */
void kumiki_log_mark(kumiki_log_file *log);

/** Passes the buffer to the system, and waits until everything is on the disk, including the names. */
const char *kumiki_log_sync(kumiki_log_file *log);

/** Moves to the end of the last complete line, and cuts off the rest. */
bool kumiki_log_find_end(kumiki_log_file *log);

/** Lets another recorder use the file: nothing more is written. */
void kumiki_log_leave(kumiki_log_file *log);

/** Continues in PATH.new. The former file stays open and locked; otherwise another recorder would continue it. */
bool kumiki_log_begin_next(kumiki_log_file *log, int *former);
void kumiki_log_close_former(kumiki_log_file *log, int former);

/** Removes PATH.new, and continues in the former file after its `written` bytes. The buffer is not written. */
void kumiki_log_return_to(kumiki_log_file *log, int former, size_t written);

/** Gives the log the additional name PATH.1. On a disk without hard links, PATH.1 becomes its only name. */
bool kumiki_log_keep_former(kumiki_log_file *log);

/** PATH.new becomes the log. */
bool kumiki_log_take_place(kumiki_log_file *log);
void kumiki_log_remove_next(kumiki_log_file *log);

#endif
