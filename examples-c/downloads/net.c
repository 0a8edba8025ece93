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

static void check(kmk_request *request, void *data) {
  (void)data;
  const char *path = path_of(downloads_question_net_check(request));
  const char *slash = strrchr(path, '/');
  struct stat found;
  if (stat(path, &found) != 0)
    downloads_fail_net_check(request, strerror(errno), NULL);
  else if (!S_ISREG(found.st_mode))
    downloads_fail_net_check(request, "That is no file", NULL);
  else
    downloads_answer_net_check(
        request, downloads_net_check_answer_new(slash ? slash + 1 : path, found.st_size), NULL);
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
    downloads_part_net_fetch(request, "progress", downloads_net_fetch_part_of_progressed(done),
                             NULL);
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
    downloads_part_net_fetch(request, NULL, downloads_net_fetch_part_of_began(found.st_size), NULL);
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
  const downloads_job_json job = downloads_question_net_fetch(request);
  const net *net = data;
  char *file = NULL, *part = NULL;
  if (asprintf(&file, "%s/%s", net->folder, downloads_job_file(job)) < 0 ||
      asprintf(&part, "%s.part", file) < 0)
    abort();
  bool is_good = fetch_file(request, path_of(downloads_job_url(job)), part, net);
  if (!kmk_request_is_over(request)) {
    if (is_good && rename(part, file) == 0)
      downloads_answer_net_fetch(request, NULL);
    else
      downloads_fail_net_fetch(request, strerror(errno), NULL);
  }
  free(file);
  free(part);
}

bool net_serve(const net *net, kmk_loop *loop, kmk_error *error) {
  void *data = (void *)(uintptr_t)net;
  return threads_serve(loop, DOWNLOADS_NAME_NET_CHECK, check, NULL, 0, error) == KMK_OK &&
         threads_serve(loop, DOWNLOADS_NAME_NET_FETCH, fetch, data, 0, error) == KMK_OK;
}
