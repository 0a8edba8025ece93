/* Reads a question, and makes its transfer. A mistake in it is a failure of the request, with the place. */
#include "transfer.h"

/* `name` is a member below the place `at`, or "". */
bool kmk_curl_refuse(kmk_curl_mistake *mistake, const char *at, const char *name,
                     const char *message) {
  size_t length = (size_t)snprintf(mistake->at, sizeof mistake->at, "%s%s", at, *name ? "/" : "");
  for (; *name && length < sizeof mistake->at - 3; name++)
    if (*name == '/' || *name == '~')
      length += (size_t)sprintf(mistake->at + length, "~%c", *name == '/' ? '1' : '0');
    else
      mistake->at[length++] = *name;
  mistake->at[length] = '\0';
  snprintf(mistake->message, sizeof mistake->message, "%s", message);
  return false;
}

static const char *type_of(const json_t *value) {
  static const char *const names[] = {"an object", "an array",  "a string",  "an integer",
                                      "a number",  "a boolean", "a boolean", "null"};
  return names[json_typeof(value)];
}

/* The message contains no values, because a question may contain secrets. */
bool kmk_curl_expect(kmk_curl_mistake *mistake, bool is_good, const char *at, const char *name,
                     const json_t *found, const char *expected) {
  char message[200];
  if (is_good)
    return true;
  snprintf(message, sizeof message, "expected %s, found %s", expected, type_of(found));
  return kmk_curl_refuse(mistake, at, name, message);
}

static const char *const members[] = {"url",    "method",   "headers", "body",
                                      "json",   "bodyFile", "file",    "parse",
                                      "wanted", "timeout",  "follow",  "anyStatus"};

static bool check_names(const json_t *question, kmk_curl_mistake *mistake) {
  const char *name;
  json_t *value;
  /* jansson iterates over a non-const object, and does not change it. */
  json_object_foreach((json_t *)(uintptr_t)question, name, value) {
    bool is_known = false;
    for (size_t i = 0; i < KMK_COUNT(members); i++)
      is_known = is_known || strcmp(name, members[i]) == 0;
    if (!is_known)
      return kmk_curl_refuse(
          mistake, "", name,
          "there is no such member; expected url, method, headers, body, json, bodyFile, "
          "file, parse, wanted, timeout, follow or anyStatus");
  }
  return true;
}

/* Reads an optional member: NULL without it. */
static bool text(const json_t *question, const char *name, const char **result,
                 kmk_curl_mistake *mistake) {
  const json_t *value = json_object_get(question, name);
  *result = json_string_value(value);
  return value == NULL ||
         kmk_curl_expect(mistake, *result != NULL && strlen(*result) == json_string_length(value),
                         "", name, value, "text without NUL");
}

static bool flag(const json_t *question, const char *name, bool otherwise, bool *result,
                 kmk_curl_mistake *mistake) {
  const json_t *value = json_object_get(question, name);
  *result = value == NULL ? otherwise : json_is_true(value);
  return value == NULL ||
         kmk_curl_expect(mistake, json_is_boolean(value), "", name, value, "a boolean");
}

/* --------------------------------------------------------------------- method and bodies */

static bool set_method(CURL *easy, const char *method, bool sends_text, bool sends_file) {
  const char *usual = sends_file ? "PUT" : sends_text ? "POST" : "GET";
  if (sends_file && curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L) != CURLE_OK)
    return false;
  if (method == NULL || strcmp(method, usual) == 0)
    return true;
  if (strcmp(method, "HEAD") == 0 && !sends_text && !sends_file)
    return curl_easy_setopt(easy, CURLOPT_NOBODY, 1L) == CURLE_OK;
  if (strcmp(method, "POST") == 0 && !sends_file)
    return curl_easy_setopt(easy, CURLOPT_POST, 1L) == CURLE_OK &&
           curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, 0L) == CURLE_OK;
  return curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, method) == CURLE_OK;
}

/* Sets the body that is kept in memory. `type` receives its type. */
static bool set_body(CURL *easy, const json_t *question, const char **type) {
  const json_t *body = json_object_get(question, "body"), *json = json_object_get(question, "json");
  if (body == NULL && json == NULL)
    return true;
  char *dumped = json == NULL ? NULL : kmk_json_text(json, JSON_COMPACT);
  const char *bytes = json == NULL ? json_string_value(body) : dumped;
  size_t length = json == NULL ? json_string_length(body) : dumped == NULL ? 0 : strlen(dumped);
  *type = json == NULL ? "text/plain; charset=utf-8" : "application/json";
  bool is_set =
      bytes != NULL &&
      curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)length) == CURLE_OK &&
      curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes) == CURLE_OK;
  kmk_text_free(dumped);
  return is_set;
}

static bool read_bodies(kmk_curl_transfer *transfer, const json_t *question,
                        kmk_curl_mistake *mistake) {
  const char *method, *body_file, *type = NULL;
  const json_t *body = json_object_get(question, "body"), *json = json_object_get(question, "json");
  if (!text(question, "method", &method, mistake) ||
      !text(question, "bodyFile", &body_file, mistake) ||
      (body != NULL && !kmk_curl_expect(mistake, json_is_string(body), "", "body", body, "text")))
    return false;
  if (method != NULL && !kmk_curl_is_token(method))
    return kmk_curl_refuse(mistake, "", "method", "expected the name of a method, such as GET");
  if ((body != NULL) + (json != NULL) + (body_file != NULL) > 1)
    return kmk_curl_refuse(mistake, "", "",
                           "expected one of body, json and bodyFile, found several");
  if (body_file != NULL && (transfer->body_file = strdup(body_file)) == NULL)
    return false;
  return set_body(transfer->easy, question, &type) &&
         set_method(transfer->easy, method, body != NULL || json != NULL, body_file != NULL) &&
         kmk_curl_read_headers(transfer, question, type, mistake);
}

/* ---------------------------------------------------------------------------- the whole */

static bool read_answer(kmk_curl_transfer *transfer, const json_t *question,
                        kmk_curl_mistake *mistake) {
  const char *file;
  if (!text(question, "file", &file, mistake) ||
      !flag(question, "parse", false, &transfer->is_parsed, mistake) ||
      !flag(question, "anyStatus", false, &transfer->accepts_any_status, mistake))
    return false;
  if (file == NULL)
    return kmk_curl_read_wanted(transfer, question, mistake);
  if (*file == '\0')
    return kmk_curl_refuse(mistake, "", "file", "expected a path, found \"\"");
  if (transfer->is_parsed)
    return kmk_curl_refuse(mistake, "", "parse", "expected one of file and parse, found both");
  size_t size = strlen(file) + sizeof ".part";
  transfer->file = strdup(file);
  transfer->part = malloc(size);
  if (transfer->file == NULL || transfer->part == NULL)
    return false;
  snprintf(transfer->part, size, "%s.part", file);
  return kmk_curl_read_wanted(transfer, question, mistake);
}

static bool read_object(kmk_curl_transfer *transfer, const json_t *question,
                        kmk_curl_mistake *mistake) {
  const json_t *timeout = json_object_get(question, "timeout");
  const char *url;
  bool follows;
  if (!check_names(question, mistake) || !text(question, "url", &url, mistake))
    return false;
  if (url == NULL)
    return kmk_curl_refuse(mistake, "", "", "expected the member url");
  if (!kmk_curl_read_url(transfer, url, "/url", mistake) ||
      !read_bodies(transfer, question, mistake) || !read_answer(transfer, question, mistake) ||
      !flag(question, "follow", true, &follows, mistake))
    return false;
  if (timeout != NULL) {
    double seconds = json_number_value(timeout);
    if (!kmk_curl_expect(mistake, json_is_number(timeout), "", "timeout", timeout,
                         "a number of seconds"))
      return false;
    if (!(seconds > 0 && seconds <= 1000000))
      return kmk_curl_refuse(mistake, "", "timeout",
                             "expected more than 0 and at most 1000000 seconds");
    curl_easy_setopt(transfer->easy, CURLOPT_TIMEOUT_MS, (long)(seconds * 1000) + 1);
  }
  return curl_easy_setopt(transfer->easy, CURLOPT_FOLLOWLOCATION, follows ? 1L : 0L) == CURLE_OK;
}

static bool set_defaults(kmk_curl_transfer *transfer) {
  CURL *easy = transfer->easy;
  const kmk_curl_options *options = &transfer->server->options;
  /* With QUICK_EXIT, an end does not wait for the resolver of names. */
  return curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, "http,https") == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_MAXREDIRS, 20L) == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "") == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_USERAGENT, "kumiki-curl/0.4") == CURLE_OK &&
         curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)options->connect_seconds) ==
             CURLE_OK &&
#if LIBCURL_VERSION_NUM >= 0x075700
         curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L) == CURLE_OK &&
#endif
         kmk_curl_set_callbacks(transfer);
}

static bool read_question(kmk_curl_transfer *transfer, const json_t *question,
                          kmk_curl_mistake *mistake) {
  if (transfer->easy == NULL || !set_defaults(transfer))
    return false;
  if (json_is_object(question))
    return read_object(transfer, question, mistake);
  return kmk_curl_expect(mistake, json_is_string(question), "", "", question,
                         "a URL or an object") &&
         kmk_curl_read_url(transfer, json_string_value(question), "", mistake);
}

kmk_curl_transfer *kmk_curl_transfer_new(kmk_curl_server *server, kmk_request *request) {
  const json_t *question = kmk_request_question(request);
  kmk_curl_mistake mistake = {"", ""};
  kmk_curl_transfer *transfer = calloc(1, sizeof *transfer);
  if (transfer == NULL) {
    kmk_curl_fail(request, "transfer", NULL, "there is no memory for it");
    return NULL;
  }
  transfer->server = server;
  transfer->request = kmk_request_retain(request);
  transfer->easy = curl_easy_init();
  atomic_init(&transfer->references, 2);
  const char *refusal = NULL;
  bool is_read = read_question(transfer, question, &mistake);
  if (!is_read && *mistake.message)
    kmk_curl_fail(request, "question", mistake.at, mistake.message);
  else if (!is_read)
    kmk_curl_fail(request, "transfer", NULL, "curl cannot prepare it");
  else if (server->options.setup != NULL)
    refusal = server->options.setup(transfer->easy, question, server->options.user_data);
  if (refusal != NULL)
    kmk_curl_fail(request, "setup", NULL, refusal);
  if (is_read && refusal == NULL)
    return transfer;
  atomic_store(&transfer->references, 1);
  kmk_curl_release(transfer);
  return NULL;
}
