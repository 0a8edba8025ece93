/* Private to libkumiki-curl: a server, its transfers, and the functions that the files here share. */
#ifndef KUMIKI_CURL_TRANSFER_H
#define KUMIKI_CURL_TRANSFER_H

#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "kumiki_curl.h"

#if LIBCURL_VERSION_NUM < 0x075500
#error "libkumiki-curl needs libcurl 7.85 or later"
#endif

#define KMK_CURL_PUBLIC __attribute__((visibility("default")))

/* A request and its transfer. The loop's thread makes it and passes it to the server's thread. The loop's side holds a
 * reference until the request has ended, the server's thread until the transfer has. */
typedef struct kmk_curl_transfer {
  struct kmk_curl_transfer *next;
  struct kmk_curl_server *server;
  kmk_request *request; /* a reference */
  atomic_int references;
  atomic_bool is_cancelled;

  CURL *easy;
  struct curl_slist *headers;
  char *host; /* scheme://name:port */

  /* From the question. */
  char *file;      /* the path that receives the body; NULL: the body stays in memory */
  char *part;      /* the path with ".part" */
  char *body_file; /* NULL: the body to send, if any, is in memory */
  json_t *wanted;  /* names of headers; NULL: none */
  bool is_parsed, accepts_any_status;

  /* Of the server's thread. */
  FILE *to, *from;
  char *body;
  size_t length, capacity;
  int64_t written;           /* bytes in the file */
  uint64_t moved;            /* when the last byte came or went, in milliseconds */
  curl_off_t bytes;          /* in both directions, until then */
  uint64_t told;             /* when the last part was sent */
  bool hears_no_parts;       /* the feature expects none */
  curl_off_t received, sent; /* in the last part */

  /* The failure that a callback has found; NULL: none. */
  const char *kind;
  char message[512];
  char curl_message[CURL_ERROR_SIZE];
} kmk_curl_transfer;

/* A queue of transfers, oldest first. */
typedef struct kmk_curl_queue {
  kmk_curl_transfer *first, *last;
} kmk_curl_queue;

typedef struct kmk_curl_server {
  kmk_curl_options options;
  pid_t process; /* a forked child has no thread */
  pthread_t thread;
  CURLM *multi;
  pthread_mutex_t lock;
  kmk_curl_queue arrived;          /* under the lock */
  bool is_ending;                  /* under the lock */
  kmk_curl_queue waiting, running; /* of the thread */
  uint32_t count;                  /* of the running transfers */
} kmk_curl_server;

/* server.c */
void kmk_curl_append(kmk_curl_queue *queue, kmk_curl_transfer *transfer);
void kmk_curl_release(kmk_curl_transfer *transfer);

/* thread.c: the thread that runs the transfers. */
void *kmk_curl_run(void *server);

/* question.c: reads a question, and makes its transfer. Returns NULL after it has failed the request. */
kmk_curl_transfer *kmk_curl_transfer_new(kmk_curl_server *server, kmk_request *request);

/* The first mistake in a question: a JSON Pointer, and a sentence. */
typedef struct kmk_curl_mistake {
  char at[128], message[256];
} kmk_curl_mistake;
bool kmk_curl_refuse(kmk_curl_mistake *mistake, const char *at, const char *name,
                     const char *message);
bool kmk_curl_expect(kmk_curl_mistake *mistake, bool is_good, const char *at, const char *name,
                     const json_t *found, const char *expected);

bool kmk_curl_is_token(const char *name); /* in head.c: a name that HTTP allows */

/* head.c: the URL and the headers. Each returns false after a mistake, or without memory. */
bool kmk_curl_read_url(kmk_curl_transfer *transfer, const char *url, const char *at,
                       kmk_curl_mistake *mistake);
bool kmk_curl_read_headers(kmk_curl_transfer *transfer, const json_t *question, const char *type,
                           kmk_curl_mistake *mistake);
bool kmk_curl_read_wanted(kmk_curl_transfer *transfer, const json_t *question,
                          kmk_curl_mistake *mistake);

/* transfer.c: the callbacks of curl. */
bool kmk_curl_set_callbacks(kmk_curl_transfer *transfer);
bool kmk_curl_open(kmk_curl_transfer *transfer);
bool kmk_curl_fills_file(const kmk_curl_transfer *transfer);
void kmk_curl_close(kmk_curl_transfer *transfer, bool keeps_file);

/* reply.c */
void kmk_curl_fail(kmk_request *request, const char *kind, const char *at, const char *message);
void kmk_curl_reply(kmk_curl_transfer *transfer, CURLcode result);
json_t *kmk_curl_text(const char *text);

#endif
