/* The server: its options, its end, and the way of a request to the thread. */
#include "transfer.h"

#include <signal.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static CURLcode started;

static void start_curl(void) { started = curl_global_init(CURL_GLOBAL_DEFAULT); }

void kmk_curl_append(kmk_curl_queue *queue, kmk_curl_transfer *transfer) {
  transfer->next = NULL;
  if (queue->first == NULL)
    queue->first = transfer;
  else
    queue->last->next = transfer;
  queue->last = transfer;
}

void kmk_curl_release(kmk_curl_transfer *transfer) {
  if (atomic_fetch_sub(&transfer->references, 1) > 1)
    return;
  kmk_request_free(transfer->request);
  if (transfer->easy != NULL)
    curl_easy_cleanup(transfer->easy);
  curl_slist_free_all(transfer->headers);
  free(transfer->host);
  free(transfer->file);
  free(transfer->part);
  free(transfer->body_file);
  free(transfer->body);
  json_decref(transfer->wanted);
  free(transfer);
}

/* ------------------------------------------------------------- the functions of the kmk_server */

static void serve(kmk_request *request, void *data) {
  kmk_curl_server *server = data;
  kmk_curl_transfer *transfer = kmk_curl_transfer_new(server, request);
  if (transfer == NULL)
    return;
  kmk_request_set_data(request, transfer);
  pthread_mutex_lock(&server->lock);
  kmk_curl_append(&server->arrived, transfer);
  pthread_mutex_unlock(&server->lock);
  curl_multi_wakeup(server->multi);
}

/* Also called while curl is inside a callback of the transfer: the thread looks at is_cancelled between two callbacks. */
static void ended(kmk_request *request, kmk_request_end end, void *data) {
  kmk_curl_server *server = data;
  kmk_curl_transfer *transfer = kmk_request_data(request);
  if (transfer == NULL)
    return; /* its question was refused */
  /* A notice is taken before its transfer has ended. */
  if (end == KMK_REQUEST_CANCELLED || end == KMK_REQUEST_UNSERVED) {
    atomic_store(&transfer->is_cancelled, true);
    curl_multi_wakeup(server->multi);
  }
  kmk_curl_release(transfer);
}

/* ------------------------------------------------------------------------ the start and the end */

static void free_server(kmk_curl_server *server) {
  if (server->multi != NULL)
    curl_multi_cleanup(server->multi);
  pthread_mutex_destroy(&server->lock);
  if (server->options.free_fn != NULL)
    server->options.free_fn(server->options.user_data);
  free(server);
}

/* No request is left. */
static void stop(void *data) {
  kmk_curl_server *server = data;
  if (server->process != getpid())
    return; /* after a fork: the thread is the parent's */
  pthread_mutex_lock(&server->lock);
  server->is_ending = true;
  pthread_mutex_unlock(&server->lock);
  curl_multi_wakeup(server->multi);
  pthread_join(server->thread, NULL);
  free_server(server);
}

static kmk_status fail(kmk_error *error, kmk_status status, const char *message) {
  if (error != NULL) {
    *error = (kmk_error){.status = status};
    snprintf(error->message, sizeof error->message, "the network: %s", message);
  }
  return status;
}

/* Starts the thread without signals: the program's own threads receive them. */
static bool start_thread(kmk_curl_server *server) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  bool has_started = pthread_create(&server->thread, NULL, kmk_curl_run, server) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return has_started;
}

static void fill_in(kmk_curl_options *options) {
  options->most = options->most ? options->most : 32;
  options->most_per_host = options->most_per_host ? options->most_per_host : 6;
  options->connect_seconds = options->connect_seconds ? options->connect_seconds : 30;
  options->idle_seconds = options->idle_seconds ? options->idle_seconds : 60;
  options->most_bytes = options->most_bytes ? options->most_bytes : (size_t)64 << 20;
}

/* Fills in a kmk_server, whose end stops the thread. */
static kmk_status begin(const kmk_curl_options *options, kmk_server *given, kmk_error *error) {
  const kmk_curl_options standard = KMK_CURL_OPTIONS_INIT;
  if (options == NULL)
    options = &standard;
  if (options->size < sizeof *options)
    return fail(error, KMK_ERR_INVALID_ARGUMENT,
                "options.size is wrong; use KMK_CURL_OPTIONS_INIT");
  pthread_once(&once, start_curl);
  kmk_curl_server *server = calloc(1, sizeof *server);
  if (server == NULL) {
    if (options->free_fn != NULL)
      options->free_fn(options->user_data);
    return fail(error, KMK_ERR_NO_MEMORY, "there is no memory");
  }
  server->options = *options;
  fill_in(&server->options);
  server->process = getpid();
  pthread_mutex_init(&server->lock, NULL);
  const char *problem = NULL;
  if (curl_version_info(CURLVERSION_NOW)->version_num < 0x075500)
    problem = "libcurl 7.85 or later is needed";
  else if (started != CURLE_OK || (server->multi = curl_multi_init()) == NULL)
    problem = "libcurl cannot start";
  else if (!start_thread(server))
    problem = "there is no thread for it";
  if (problem != NULL) {
    free_server(server);
    return fail(error, KMK_ERR_NO_MEMORY, problem);
  }
  *given = (kmk_server)KMK_SERVER_INIT;
  given->serve = serve;
  given->ended = ended;
  given->user_data = server;
  given->free_fn = stop;
  return KMK_OK;
}

KMK_CURL_PUBLIC kmk_status kmk_curl_serve(kmk_loop *loop, const char *name,
                                          const kmk_curl_options *options, kmk_error *error) {
  kmk_server server;
  kmk_status status = begin(options, &server, error);
  return status == KMK_OK ? kmk_loop_serve(loop, name, &server, error) : status;
}

KMK_CURL_PUBLIC kmk_status kmk_curl_serve_store(kmk_store *store, const char *name,
                                                const kmk_curl_options *options, kmk_error *error) {
  kmk_server server;
  kmk_status status = begin(options, &server, error);
  return status == KMK_OK ? kmk_store_serve(store, name, &server, error) : status;
}
