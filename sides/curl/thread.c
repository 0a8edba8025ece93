/* The server's thread: begins transfers within the limits, runs them, and ends them. Only this thread uses the multi
 * handle, except for curl_multi_wakeup. */
#include "transfer.h"

/* Takes a transfer out of a queue; `before` precedes it. Returns the next one. */
static kmk_curl_transfer *unlink_after(kmk_curl_queue *queue, kmk_curl_transfer *before) {
  kmk_curl_transfer *taken = before == NULL ? queue->first : before->next;
  if (before == NULL)
    queue->first = taken->next;
  else
    before->next = taken->next;
  if (queue->last == taken)
    queue->last = before;
  return taken->next;
}

static void unlink_running(kmk_curl_server *server, kmk_curl_transfer *transfer) {
  kmk_curl_transfer *before = NULL;
  for (kmk_curl_transfer *each = server->running.first; each != transfer; each = each->next)
    before = each;
  unlink_after(&server->running, before);
  server->count--;
  curl_multi_remove_handle(server->multi, transfer->easy);
}

/* Ends the cancelled transfers of a queue, or all of them. A restarted request for the same file begins after this. */
static void end_cancelled(kmk_curl_server *server, kmk_curl_queue *queue, bool ends_all) {
  kmk_curl_transfer *before = NULL, *next;
  for (kmk_curl_transfer *each = queue->first; each != NULL; each = next) {
    next = each->next;
    if (!ends_all && !atomic_load(&each->is_cancelled)) {
      before = each;
      continue;
    }
    if (queue == &server->running)
      unlink_running(server, each);
    else
      unlink_after(queue, before);
    kmk_curl_close(each, false);
    kmk_curl_release(each);
  }
}

static uint32_t count_to_host(const kmk_curl_server *server, const char *host) {
  uint32_t count = 0;
  for (const kmk_curl_transfer *each = server->running.first; each != NULL; each = each->next)
    count += strcmp(each->host, host) == 0;
  return count;
}

static void begin(kmk_curl_server *server, kmk_curl_transfer *transfer) {
  if (kmk_curl_open(transfer)) {
    CURLMcode code = curl_multi_add_handle(server->multi, transfer->easy);
    if (code == CURLM_OK) {
      kmk_curl_append(&server->running, transfer);
      server->count++;
      return;
    }
    kmk_curl_fail(transfer->request, "transfer", NULL, curl_multi_strerror(code));
  } else {
    kmk_curl_fail(transfer->request, transfer->kind, NULL, transfer->message);
  }
  kmk_curl_close(transfer, false);
  kmk_curl_release(transfer);
}

/* Begins the oldest transfers whose hosts have room. */
static void begin_waiting(kmk_curl_server *server) {
  kmk_curl_transfer *before = NULL, *next;
  for (kmk_curl_transfer *each = server->waiting.first;
       each != NULL && server->count < server->options.most; each = next) {
    next = each->next;
    if (count_to_host(server, each->host) < server->options.most_per_host) {
      unlink_after(&server->waiting, before);
      begin(server, each);
    } else {
      before = each;
    }
  }
}

/* Returns whether a transfer has ended. */
static bool end_finished(kmk_curl_server *server) {
  int left;
  bool has_ended = false;
  for (CURLMsg *message; (message = curl_multi_info_read(server->multi, &left)) != NULL;) {
    if (message->msg != CURLMSG_DONE)
      continue;
    kmk_curl_transfer *transfer;
    CURLcode result = message->data.result; /* the message goes with the handle */
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&transfer);
    unlink_running(server, transfer);
    if (atomic_load(&transfer->is_cancelled))
      kmk_curl_close(transfer, false);
    else
      kmk_curl_reply(transfer, result);
    kmk_curl_release(transfer);
    has_ended = true;
  }
  return has_ended;
}

/* Returns false when the server ends. */
static bool take_arrived(kmk_curl_server *server) {
  pthread_mutex_lock(&server->lock);
  bool is_ending = server->is_ending;
  kmk_curl_transfer *arrived = server->arrived.first;
  server->arrived = (kmk_curl_queue){NULL, NULL};
  pthread_mutex_unlock(&server->lock);
  for (kmk_curl_transfer *next; arrived != NULL; arrived = next) {
    next = arrived->next;
    kmk_curl_append(&server->waiting, arrived);
  }
  return !is_ending;
}

void *kmk_curl_run(void *data) {
  kmk_curl_server *server = data;
  while (take_arrived(server)) {
    end_cancelled(server, &server->running, false);
    end_cancelled(server, &server->waiting, false);
    begin_waiting(server);
    int running;
    curl_multi_perform(server->multi, &running);
    /* The end of a transfer may let a waiting one begin. */
    if (!end_finished(server))
      curl_multi_poll(server->multi, NULL, 0, server->count > 0 ? 1000 : 60000, NULL);
  }
  end_cancelled(server, &server->running, true);
  end_cancelled(server, &server->waiting, true);
  return NULL;
}
