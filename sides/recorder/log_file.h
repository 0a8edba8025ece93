/**
 * The file of a recorder. It is locked while it is written. PATH.new is a file whose first checkpoint is not whole yet, and
 * PATH.1 the file before the last rotation: once there is a log at PATH, there is one at each moment.
 *
 * Functions that return a text return NULL for success. Otherwise the text is the beginning of a message, which continues
 * with the path; errno has the reason.
 */
#ifndef KUMIKI_LOG_FILE_H
#define KUMIKI_LOG_FILE_H

#include "kumiki_json_text.h"

#include "kumiki.h"

#include <stdbool.h>
#include <sys/types.h>

/* The bytes that are collected before they are written. */
enum { KUMIKI_LOG_BUFFER = 64 * 1024 };

typedef struct kumiki_log_file {
  char *path, *next, *former; /* PATH, PATH.new and PATH.1 */
  char *folder;               /* where they are */
  int file;                   /* locked, against other recorders; -1: not open */
  pid_t process;              /* that opened it */
  kumiki_bytes buffer;
  size_t written;    /* bytes, without those in the buffer */
  bool has_new_name; /* and the disk may not have it yet */
} kumiki_log_file;

typedef enum kumiki_log_opened {
  KUMIKI_LOG_GOES_ON,       /* behind its last whole line */
  KUMIKI_LOG_IS_NEW,        /* and has the name PATH.new */
  KUMIKI_LOG_IS_TAKEN,      /* by another recorder */
  KUMIKI_LOG_IS_OTHER,      /* a file that is not a log */
  KUMIKI_LOG_IS_UNREADABLE, /* a log of another form, or with a damaged first line: the error says it */
  KUMIKI_LOG_FAILED,
} kumiki_log_opened;

/** Makes names and buffer. False: no memory. Needs kumiki_log_end() either way. */
bool kumiki_log_begin(kumiki_log_file *log, const char *path);

/** Closes the file, and frees what there is. The buffer is not written. */
void kumiki_log_end(kumiki_log_file *log);

/** Opens the log, and changes no file that it cannot be continued in. */
kumiki_log_opened kumiki_log_open(kumiki_log_file *log, kmk_error *error);

/** Hands the buffer to the system. */
const char *kumiki_log_drain(kumiki_log_file *log);

/** Does that too, and waits until the disk has it all, the names too. */
const char *kumiki_log_sync(kumiki_log_file *log);

/** Lets another recorder have the file: nothing more is written. */
void kumiki_log_leave(kumiki_log_file *log);

/** Continues in PATH.new. The former file stays open and locked, or another recorder would continue it. */
bool kumiki_log_begin_next(kumiki_log_file *log, int *former);
void kumiki_log_close_former(kumiki_log_file *log, int former);

/** Gives the log the name PATH.1 too. Where the disk has no hard links, that name alone. */
bool kumiki_log_keep_former(kumiki_log_file *log);

/** PATH.new becomes the log. */
bool kumiki_log_take_place(kumiki_log_file *log);
void kumiki_log_remove_next(kumiki_log_file *log);

#endif
