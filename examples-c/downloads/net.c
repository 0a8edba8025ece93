#define _GNU_SOURCE /* asprintf */
#include "net.h"

#include "../support/threads.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define CHUNK 65536

static const char *path_of(const char *url) {
  return strncmp(url, "file:", 5) == 0 ? url + 5 : url;
}

static void fail(kmk_request *request, const char *why) {
  kmk_request_fail_new(request, json_string(why), NULL);
}

static void check(kmk_request *request, void *data) {
  (void)data;
  const char *path = path_of(json_string_value(kmk_request_question(request)));
  const char *slash = strrchr(path, '/');
  struct stat found;
  if (stat(path, &found) != 0)
    fail(request, strerror(errno));
  else if (!S_ISREG(found.st_mode))
    fail(request, "That is no file");
  else
    kmk_request_answer_new(
        request, downloads_form_action_checked_new(slash ? slash + 1 : path, found.st_size).json,
        NULL);
}

static void wait_for_chunk(const net *net) {
  if (net->rate > 0) {
    long nanoseconds = (long)(1e9 * CHUNK / (double)net->rate);
    nanosleep(&(struct timespec){nanoseconds / 1000000000, nanoseconds % 1000000000}, NULL);
  }
}

/* Copies the missing bytes. Returns false on failure, with the reason in errno. */
static bool copy(kmk_request *request, FILE *from, FILE *to, const net *net) {
  static _Thread_local char chunk[CHUNK];
  long done = ftell(to);
  size_t length;
  while (!kmk_request_is_over(request) && (length = fread(chunk, 1, CHUNK, from)) > 0) {
    if (fwrite(chunk, 1, length, to) != length)
      return false;
    done += (long)length;
    /* Faster than a user can read, so only the latest waiting part is kept. */
    kmk_request_part_new(request, "progress", downloads_row_action_of_progressed(done).json, NULL);
    wait_for_chunk(net);
  }
  return !ferror(from) && fflush(to) == 0;
}

/* Continues a file that exists in part. */
static bool fetch_file(kmk_request *request, const char *source, const char *part, const net *net) {
  FILE *from = fopen(source, "rb"), *to = from ? fopen(part, "ab") : NULL;
  struct stat found;
  bool is_good = to && fstat(fileno(from), &found) == 0 && fseek(to, 0, SEEK_END) == 0 &&
                 fseek(from, ftell(to), SEEK_SET) == 0;
  if (is_good) {
    kmk_request_part_new(request, NULL, downloads_row_action_of_began(found.st_size).json, NULL);
    is_good = copy(request, from, to, net);
  }
  int reason = errno;
  if (from)
    fclose(from);
  if (to && fclose(to) != 0 && is_good)
    return false;
  errno = reason;
  return is_good;
}

static void fetch(kmk_request *request, void *data) {
  const downloads_job_json job = downloads_job_json_of(kmk_request_question(request));
  const net *net = data;
  char *file = NULL, *part = NULL;
  if (asprintf(&file, "%s/%s", net->folder, downloads_job_file(job)) < 0 ||
      asprintf(&part, "%s.part", file) < 0)
    abort();
  bool is_good = fetch_file(request, path_of(downloads_job_url(job)), part, net);
  if (!kmk_request_is_over(request)) {
    if (is_good && rename(part, file) == 0)
      kmk_request_answer_new(request, json_null(), NULL);
    else
      fail(request, strerror(errno));
  }
  free(file);
  free(part);
}

bool net_serve(const net *net, kmk_loop *loop, kmk_error *error) {
  void *data = (void *)(uintptr_t)net;
  return threads_serve(loop, "net.check", check, NULL, 0, error) == KMK_OK &&
         threads_serve(loop, "net.fetch", fetch, data, 0, error) == KMK_OK;
}
