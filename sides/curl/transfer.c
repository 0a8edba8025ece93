/* The callbacks of curl, on the server's thread: the bodies in both directions, and the progress. */
#include "transfer.h"

#include <errno.h>
#include <time.h>

#define PART_MILLISECONDS 50

static uint64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000u + (uint64_t)now.tv_nsec / 1000000u;
}

static void find_failure(kmk_curl_transfer *transfer, const char *kind, const char *what,
                         const char *message) {
  transfer->kind = kind;
  snprintf(transfer->message, sizeof transfer->message, "%.300s: %.200s", what, message);
}

/* ---------------------------------------------------------------------------- files */

/* Opens the files of a transfer that begins. Returns false with a failure in the transfer. */
bool kmk_curl_open(kmk_curl_transfer *transfer) {
  if (transfer->body_file != NULL) {
    transfer->from = fopen(transfer->body_file, "rbe");
    if (transfer->from == NULL || fseeko(transfer->from, 0, SEEK_END) != 0) {
      find_failure(transfer, "file", transfer->body_file, strerror(errno));
      return false;
    }
    curl_easy_setopt(transfer->easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)ftello(transfer->from));
    rewind(transfer->from);
  }
  if (transfer->part != NULL && (transfer->to = fopen(transfer->part, "wbe")) == NULL) {
    find_failure(transfer, "file", transfer->part, strerror(errno));
    return false;
  }
  return true;
}

/* Closes the files. Then renames the file with the received body to its path, or removes it. */
void kmk_curl_close(kmk_curl_transfer *transfer, bool keeps_file) {
  if (transfer->from != NULL)
    fclose(transfer->from);
  transfer->from = NULL;
  if (transfer->to == NULL)
    return;
  bool is_written = fclose(transfer->to) == 0;
  transfer->to = NULL;
  if (keeps_file && is_written && rename(transfer->part, transfer->file) == 0)
    return;
  if (keeps_file)
    find_failure(transfer, "file", transfer->file, strerror(errno));
  remove(transfer->part);
}

/* ------------------------------------------------------------------------ callbacks */

static bool keep(kmk_curl_transfer *transfer, const char *data, size_t count) {
  if (count > transfer->server->options.most_bytes - transfer->length) {
    find_failure(transfer, "body", "the body of the answer", "it is larger than most_bytes");
    return false;
  }
  if (transfer->length + count >= transfer->capacity) {
    size_t capacity = (transfer->length + count) * 2 + 1;
    char *grown = realloc(transfer->body, capacity);
    if (grown == NULL) {
      find_failure(transfer, "body", "the body of the answer", "there is no memory for it");
      return false;
    }
    transfer->body = grown;
    transfer->capacity = capacity;
  }
  memcpy(transfer->body + transfer->length, data, count);
  transfer->length += count;
  return true;
}

/* Whether the body belongs into the file: not after 304, which says that the file is still good. */
bool kmk_curl_fills_file(const kmk_curl_transfer *transfer) {
  long status = 0;
  curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
  return transfer->file != NULL && (status < 300 || transfer->accepts_any_status);
}

/* The page of an error or a redirect is kept in memory, and not in the file. */
static size_t receive(char *data, size_t size, size_t count, void *user_data) {
  kmk_curl_transfer *transfer = user_data;
  size_t bytes = size * count;
  if (transfer->to == NULL || !kmk_curl_fills_file(transfer))
    return keep(transfer, data, bytes) ? bytes : CURL_WRITEFUNC_ERROR;
  if (fwrite(data, 1, bytes, transfer->to) != bytes) {
    find_failure(transfer, "file", transfer->part, strerror(errno));
    return CURL_WRITEFUNC_ERROR;
  }
  transfer->written += (int64_t)bytes;
  return bytes;
}

static size_t send_body(char *data, size_t size, size_t count, void *user_data) {
  kmk_curl_transfer *transfer = user_data;
  size_t bytes = fread(data, 1, size * count, transfer->from);
  if (bytes == 0 && ferror(transfer->from)) {
    find_failure(transfer, "file", transfer->body_file, strerror(errno));
    return CURL_READFUNC_ABORT;
  }
  return bytes;
}

/* After a redirect, curl sends the body again. */
static int seek_body(void *user_data, curl_off_t offset, int origin) {
  kmk_curl_transfer *transfer = user_data;
  return fseeko(transfer->from, offset, origin) == 0 ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL;
}

static void send_part(kmk_curl_transfer *transfer, curl_off_t total) {
  json_t *size = total > 0 ? json_integer(total) : json_null();
  json_t *part = json_pack("{s:I, s:o, s:I}", "received", (json_int_t)transfer->received, "total",
                           size, "sent", (json_int_t)transfer->sent);
  kmk_error error;
  kmk_status status = kmk_request_part_new(transfer->request, "progress", part, &error);
  if (status == KMK_ERR_INVALID_ARGUMENT)
    transfer->hears_no_parts = true;
  else if (status == KMK_ERR_DECODE)
    find_failure(transfer, "feature", error.path, error.message);
}

/* Whether the transfer has stood still for too long. */
static bool is_idle(kmk_curl_transfer *transfer, curl_off_t bytes, uint64_t now) {
  uint32_t seconds = transfer->server->options.idle_seconds;
  char message[64];
  if (transfer->moved == 0 || bytes != transfer->bytes) {
    transfer->moved = now;
    transfer->bytes = bytes;
  }
  if (now - transfer->moved < (uint64_t)seconds * 1000)
    return false;
  snprintf(message, sizeof message, "no byte came or went for %u s", seconds);
  find_failure(transfer, "timeout", "the transfer timed out", message);
  return true;
}

/* Curl calls this often; the thread sees to it that it does so at least once a second. A result other than 0 ends the
 * transfer. */
static int progress(void *user_data, curl_off_t total, curl_off_t received, curl_off_t to_send,
                    curl_off_t sent) {
  (void)to_send;
  kmk_curl_transfer *transfer = user_data;
  uint64_t now = milliseconds();
  if (atomic_load(&transfer->is_cancelled) || is_idle(transfer, received + sent, now))
    return 1;
  if (transfer->hears_no_parts || (received == transfer->received && sent == transfer->sent) ||
      now < transfer->told + PART_MILLISECONDS)
    return 0;
  transfer->told = now;
  transfer->received = received;
  transfer->sent = sent;
  send_part(transfer, total);
  return transfer->kind != NULL;
}

bool kmk_curl_set_callbacks(kmk_curl_transfer *transfer) {
  CURL *easy = transfer->easy;
  return curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer->curl_message) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_READFUNCTION, send_body) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_READDATA, transfer) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, seek_body) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_SEEKDATA, transfer) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, progress) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_XFERINFODATA, transfer) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L) == CURLE_OK;
}
