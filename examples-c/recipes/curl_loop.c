/* curl_loop: the loop in the poll of a program that transfers files with libcurl.
 *
 * Teaches: kmk_loop_fd as an extra descriptor of curl_multi_poll; a transfer as a kmk_effect_start,
 *          which is removed from curl if its effect is cancelled.
 * Needs:   libcurl
 * Run:     cc curl_loop.c $(pkg-config --cflags --libs kumiki libcurl) -o curl_loop
 * Prints:  expected/curl_loop.txt */
#include <curl/curl.h>
#include <kumiki.h>
#include <stdio.h>
#include <stdlib.h>

static CURLM *multi;

typedef struct transfer {
  CURL *curl;
  kmk_sender *sender;
  json_int_t bytes;
} transfer;

static size_t receive(char *data, size_t size, size_t count, void *user_data) {
  (void)data;
  ((transfer *)user_data)->bytes += (json_int_t)(size * count);
  return size * count;
}

static void begin_transfer(kmk_sender *sender, void *user_data) {
  transfer *t = user_data;
  t->sender = sender;
  curl_multi_add_handle(multi, t->curl);
}

/* The effect was cancelled: stop, and finish the sender. */
static void cancel_transfer(void *user_data) {
  transfer *t = user_data;
  curl_multi_remove_handle(multi, t->curl);
  kmk_sender_finish(t->sender);
  puts("cancelled");
}

static void free_transfer(void *user_data) {
  transfer *t = user_data;
  curl_easy_cleanup(t->curl);
  free(t);
}

static kmk_effect *download(const char *url) {
  transfer *t = calloc(1, sizeof *t);
  if (t == NULL)
    return NULL;
  t->curl = curl_easy_init();
  curl_easy_setopt(t->curl, CURLOPT_URL, url);
  curl_easy_setopt(t->curl, CURLOPT_PRIVATE, t);
  curl_easy_setopt(t->curl, CURLOPT_WRITEFUNCTION, receive);
  curl_easy_setopt(t->curl, CURLOPT_WRITEDATA, t);
  return kmk_effect_start(begin_transfer, cancel_transfer, t, free_transfer);
}

/* Ends the effect of each transfer that curl has finished. */
static void end_transfers(void) {
  int left;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left))) {
    transfer *t;
    CURLcode result = message->data.result;
    curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &t);
    curl_multi_remove_handle(multi, t->curl);
    kmk_sender *sender = t->sender;
    if (result == CURLE_OK) {
      kmk_sender_send_new(sender, json_pack("{s:I}", "downloaded", t->bytes));
      kmk_sender_finish(sender);
    } else {
      kmk_sender_fail(sender, curl_easy_strerror(result));
    }
  }
}

KMK_CATCH_FN(download_failed) { return json_pack("{s:O}", "failed", error); }

KMK_REDUCE_FN(reduce) {
  const json_t *url = kmk_action_payload(action, "download");
  const json_t *bytes = kmk_action_payload(action, "downloaded");
  const json_t *error = kmk_action_payload(action, "failed");
  if (url)
    return kmk_effect_catch(download(json_string_value(url)), download_failed, NULL, NULL);
  if (bytes)
    kmk_state_set(state, "/bytes", bytes);
  if (error)
    kmk_state_set(state, "/error", error);
  return NULL;
}

int main(void) {
  kmk_error error;
  curl_global_init(CURL_GLOBAL_DEFAULT);
  multi = curl_multi_init();
  kmk_loop *loop = kmk_loop_new(NULL);
  json_t *initial = json_pack("{s:n, s:n}", "bytes", "error");
  kmk_store *store = kmk_store_new(loop, kmk_reducer_new(reduce, NULL, NULL), initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fprintf(stderr, "curl_loop: %s\n", error.message);
    return 1;
  }
  kmk_store_sendf(store, NULL, "{s:s}", "download", "file:///etc/os-release");
  kmk_store_sendf(store, NULL, "{s:s}", "download", "file:///no/such/file");
  struct curl_waitfd watched = {kmk_loop_fd(loop), CURL_WAIT_POLLIN, 0};
  while (kmk_store_effect_count(store) > 0) {
    int transfers;
    curl_multi_perform(multi, &transfers);
    end_transfers();
    if (kmk_loop_dispatch(loop, 0) < 0)
      break;
    if (kmk_store_effect_count(store) > 0)
      curl_multi_poll(multi, &watched, 1, 1000, NULL);
  }
  json_t *bytes = kmk_store_get(store, "/bytes", NULL);
  json_t *failure = kmk_store_get(store, "/error", NULL);
  printf("downloaded: %s\nfailed: %s\n", json_integer_value(bytes) > 0 ? "yes" : "no",
         json_string_value(failure));
  json_decref(bytes);
  json_decref(failure);
  kmk_store_sendf(store, NULL, "{s:s}", "download", "file:///etc/os-release");
  kmk_loop_dispatch(loop, 0); /* the transfer starts, */
  kmk_store_free(store);      /* and ends with its store */
  kmk_loop_free(loop);
  curl_multi_cleanup(multi);
  curl_global_cleanup();
  return 0;
}
