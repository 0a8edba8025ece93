/* The reply to a request: the answer or the failure of its transfer. */
#include "transfer.h"

/* Returns a string. Bytes that are not UTF-8 become '?', as in a message of the system in another encoding. */
json_t *kmk_curl_text(const char *text) {
  json_t *result = json_string(text);
  if (result != NULL)
    return result;
  char *copy = strdup(text);
  for (char *at = copy; at != NULL && *at; at++)
    if ((unsigned char)*at >= 0x80)
      *at = '?';
  result = json_string(copy);
  free(copy);
  return result;
}

/* Whether a reply reached its request, or can no longer reach it: it was cancelled, or is a notice. */
static bool is_settled(kmk_status status) {
  return status == KMK_OK || status == KMK_ERR_CLOSED || status == KMK_ERR_INVALID_ARGUMENT;
}

/* A feature that declares its failure as text refuses an object. Steals the failure. */
static void fail_new(kmk_request *request, json_t *failure) {
  kmk_error error;
  char message[600]; /* a copy, because the loop's thread owns the failure after the call */
  snprintf(message, sizeof message, "%s", json_string_value(json_object_get(failure, "message")));
  if (!is_settled(kmk_request_fail_new(request, failure, NULL)) &&
      !is_settled(kmk_request_fail(request, message, &error)) &&
      !is_settled(kmk_request_fail_new(request, json_null(), NULL)))
    fprintf(stderr, "libkumiki-curl: %s: the feature refuses its failure: %s: %s\n",
            kmk_request_name(request), error.path, error.message);
}

static json_t *failure_new(const char *kind, const char *at, const char *message) {
  json_t *failure = json_object();
  json_object_set_new(failure, "kind", json_string(kind));
  json_object_set_new(failure, "message", kmk_curl_text(message));
  if (at != NULL)
    json_object_set_new(failure, "at", kmk_curl_text(at));
  return failure;
}

/* `at` is NULL, except for a mistake in the question. */
void kmk_curl_fail(kmk_request *request, const char *kind, const char *at, const char *message) {
  fail_new(request, failure_new(kind, at, message));
}

/* --------------------------------------------------------------------------- the answer */

/* Returns the values of a header in the last response, joined by commas; NULL: the server did not send it. */
static json_t *header(CURL *easy, const char *name) {
  struct curl_header *found;
  json_t *result = NULL;
  for (size_t i = 0; curl_easy_header(easy, name, i, CURLH_HEADER, -1, &found) == CURLHE_OK; i++) {
    json_t *value = kmk_curl_text(found->value);
    json_t *joined = result == NULL ? json_incref(value)
                                    : json_sprintf("%s, %s", json_string_value(result),
                                                   json_string_value(value));
    json_decref(value);
    json_decref(result);
    result = joined;
  }
  return result;
}

/* The members that an answer and a failure by a status share. */
static void describe(const kmk_curl_transfer *transfer, json_t *reply) {
  long status = 0, redirects = 0;
  curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
  curl_easy_getinfo(transfer->easy, CURLINFO_REDIRECT_COUNT, &redirects);
  json_object_set_new(reply, "status", json_integer(status));
  if (transfer->wanted != NULL) {
    json_t *headers = json_object(), *name;
    size_t index;
    json_array_foreach(transfer->wanted, index, name) {
      json_t *value = header(transfer->easy, json_string_value(name));
      if (value != NULL)
        json_object_set_new(headers, json_string_value(name), value);
    }
    json_object_set_new(reply, "headers", headers);
  }
  if (redirects > 0) {
    char *url = NULL;
    curl_easy_getinfo(transfer->easy, CURLINFO_EFFECTIVE_URL, &url);
    json_object_set_new(reply, "url", kmk_curl_text(url == NULL ? "" : url));
  }
}

/* Adds the body to an answer. Returns false after it has failed the request. */
static bool add_body(kmk_curl_transfer *transfer, json_t *answer) {
  const char *body = transfer->body == NULL ? "" : transfer->body;
  if (kmk_curl_fills_file(transfer)) {
    json_object_set_new(answer, "file", json_string(transfer->file));
    json_object_set_new(answer, "size", json_integer(transfer->written));
    return true;
  }
  kmk_error error;
  json_t *value = transfer->is_parsed ? kmk_json_parse(body, transfer->length, &error)
                                      : json_stringn(body, transfer->length);
  if (value != NULL) {
    json_object_set_new(answer, transfer->is_parsed ? "json" : "body", value);
    return true;
  }
  char message[sizeof error.message + 32] =
      "the body of the answer is not UTF-8; ask for a \"file\" instead";
  if (transfer->is_parsed)
    snprintf(message, sizeof message, "the body of the answer: %s", error.message);
  kmk_curl_fail(transfer->request, "body", NULL, message);
  return false;
}

static void answer(kmk_curl_transfer *transfer) {
  json_t *answer = json_object();
  describe(transfer, answer);
  if (!add_body(transfer, answer)) {
    json_decref(answer);
    return;
  }
  kmk_error error;
  if (!is_settled(kmk_request_answer_new(transfer->request, answer, &error))) {
    char message[sizeof error.path + sizeof error.message + 32];
    snprintf(message, sizeof message, "the answer: %s: %s", error.path, error.message);
    kmk_curl_fail(transfer->request, "feature", NULL, message);
  }
}

/* -------------------------------------------------------------------------- the failure */

static void fail_by_status(kmk_curl_transfer *transfer, long status) {
  char message[64];
  snprintf(message, sizeof message, "the server answered with the status %ld", status);
  json_t *failure = failure_new("status", NULL, message);
  describe(transfer, failure);
  json_t *body = json_stringn(transfer->body == NULL ? "" : transfer->body, transfer->length);
  if (body != NULL)
    json_object_set_new(failure, "body", body);
  fail_new(transfer->request, failure);
}

static const char *kind_of(CURLcode result) {
  switch (result) {
  case CURLE_COULDNT_RESOLVE_PROXY:
  case CURLE_COULDNT_RESOLVE_HOST:
  case CURLE_COULDNT_CONNECT:
    return "connect";
  case CURLE_OPERATION_TIMEDOUT:
    return "timeout";
  case CURLE_SSL_CONNECT_ERROR:
  case CURLE_SSL_CERTPROBLEM:
  case CURLE_SSL_CIPHER:
  case CURLE_SSL_CACERT_BADFILE:
  case CURLE_SSL_ISSUER_ERROR:
  case CURLE_SSL_INVALIDCERTSTATUS:
  case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
  case CURLE_PEER_FAILED_VERIFICATION:
    return "tls";
  default:
    return "transfer";
  }
}

static void fail_by_code(kmk_curl_transfer *transfer, CURLcode result) {
  const char *kind = kind_of(result), *found = transfer->curl_message;
  char message[CURL_ERROR_SIZE + 64];
  snprintf(message, sizeof message, "%s%s",
           strcmp(kind, "tls") == 0 ? "the connection is not secure: " : "",
           *found ? found : curl_easy_strerror(result));
  kmk_curl_fail(transfer->request, kind, NULL, message);
}

/* Replies when a transfer has ended. */
void kmk_curl_reply(kmk_curl_transfer *transfer, CURLcode result) {
  long status = 0;
  curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
  bool is_refused = status >= 400 && !transfer->accepts_any_status;
  kmk_curl_close(transfer, result == CURLE_OK && kmk_curl_fills_file(transfer));
  if (transfer->kind != NULL)
    kmk_curl_fail(transfer->request, transfer->kind, NULL, transfer->message);
  else if (result != CURLE_OK)
    fail_by_code(transfer, result);
  else if (is_refused)
    fail_by_status(transfer, status);
  else
    answer(transfer);
}
