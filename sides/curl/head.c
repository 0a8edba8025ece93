/* The parts of a question that concern the head of an HTTP request: the URL and the headers. */
#define _GNU_SOURCE /* asprintf */
#include "transfer.h"

#include <ctype.h>
#include <strings.h>

/* Returns new memory, or NULL. */
__attribute__((format(printf, 1, 2))) static char *joined(const char *format, ...) {
  char *result;
  va_list strings;
  va_start(strings, format);
  if (vasprintf(&result, format, strings) < 0)
    result = NULL;
  va_end(strings);
  return result;
}

bool kmk_curl_read_url(kmk_curl_transfer *transfer, const char *url, const char *at,
                       kmk_curl_mistake *mistake) {
  char *scheme = NULL, *host = NULL, *port = NULL, message[200];
  CURLU *parts = curl_url();
  CURLUcode code = curl_url_set(parts, CURLUPART_URL, url, 0);
  if (code == CURLUE_OK)
    code = curl_url_get(parts, CURLUPART_SCHEME, &scheme, 0);
  bool is_web = scheme != NULL && (strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0);
  if (code == CURLUE_OK && is_web) {
    code = curl_url_get(parts, CURLUPART_HOST, &host, 0);
    if (code == CURLUE_OK)
      code = curl_url_get(parts, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT);
  }
  if (code == CURLUE_OK && is_web) {
    for (char *letter = host; *letter; letter++)
      *letter = (char)tolower((unsigned char)*letter);
    transfer->host = joined("%s://%s:%s", scheme, host, port);
  }
  snprintf(message, sizeof message, "expected a URL with http or https: %s",
           code != CURLUE_OK ? curl_url_strerror(code) : "another scheme");
  curl_free(scheme);
  curl_free(host);
  curl_free(port);
  curl_url_cleanup(parts);
  if (transfer->host == NULL)
    return kmk_curl_refuse(mistake, at, "", message);
  return curl_easy_setopt(transfer->easy, CURLOPT_URL, url) == CURLE_OK;
}

/* ------------------------------------------------------------------------------ headers */

bool kmk_curl_is_token(const char *name) {
  size_t length = strspn(name, "!#$%&'*+-.^_`|~0123456789"
                               "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
  return length > 0 && name[length] == '\0';
}

/* Line breaks would begin another header. */
static bool is_line(const char *value) {
  for (; *value; value++)
    if (((unsigned char)*value < ' ' && *value != '\t') || *value == 127)
      return false;
  return true;
}

static bool add_header(kmk_curl_transfer *transfer, const char *name, const char *value) {
  char *line = *value ? joined("%s: %s", name, value) : joined("%s;", name);
  struct curl_slist *longer = line == NULL ? NULL : curl_slist_append(transfer->headers, line);
  if (longer != NULL)
    transfer->headers = longer;
  free(line);
  return longer != NULL;
}

bool kmk_curl_read_headers(kmk_curl_transfer *transfer, const json_t *question, const char *type,
                           kmk_curl_mistake *mistake) {
  json_t *headers = json_object_get(question, "headers"), *value;
  const char *name;
  if (headers != NULL &&
      !kmk_curl_expect(mistake, json_is_object(headers), "", "headers", headers, "an object"))
    return false;
  json_object_foreach(headers, name, value) {
    const char *text = json_string_value(value);
    if (!kmk_curl_is_token(name))
      return kmk_curl_refuse(mistake, "/headers", "", "a name is not the name of a header");
    if (!kmk_curl_expect(mistake, text != NULL, "/headers", name, value, "text"))
      return false;
    if (strlen(text) != json_string_length(value) || !is_line(text))
      return kmk_curl_refuse(mistake, "/headers", name, "the value contains a control character");
    if (strcasecmp(name, "content-type") == 0)
      type = NULL;
    if (!add_header(transfer, name, text))
      return kmk_curl_refuse(mistake, "/headers", name, "there is no memory for it");
  }
  /* Without "Expect", a large body is sent at once, and not after a second without a response. */
  bool is_added = (type == NULL || add_header(transfer, "content-type", type));
  struct curl_slist *longer = curl_slist_append(transfer->headers, "Expect:");
  transfer->headers = longer == NULL ? transfer->headers : longer;
  return is_added && longer != NULL &&
         curl_easy_setopt(transfer->easy, CURLOPT_HTTPHEADER, transfer->headers) == CURLE_OK;
}

bool kmk_curl_read_wanted(kmk_curl_transfer *transfer, const json_t *question,
                          kmk_curl_mistake *mistake) {
  json_t *wanted = json_object_get(question, "wanted"), *name;
  size_t index;
  if (wanted == NULL)
    return true;
  if (!kmk_curl_expect(mistake, json_is_array(wanted), "", "wanted", wanted, "an array of names"))
    return false;
  json_array_foreach(wanted, index, name) {
    char at[24];
    snprintf(at, sizeof at, "%zu", index);
    if (!kmk_curl_expect(mistake, json_is_string(name), "/wanted", at, name,
                         "the name of a header"))
      return false;
    if (!kmk_curl_is_token(json_string_value(name)))
      return kmk_curl_refuse(mistake, "/wanted", at, "expected the name of a header");
  }
  transfer->wanted = json_deep_copy(wanted); /* a copy that only the server's thread uses */
  return transfer->wanted != NULL;
}
