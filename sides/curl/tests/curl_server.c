#define _GNU_SOURCE /* strcasestr, asprintf */
#include "curl_server.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int server_port;
static int listening = -1, end[2];
static pthread_t thread;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int connections, waiting, most_waiting, released, passed, closed;
static bool is_ending;

static void send_all(int client, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t sent = send(client, bytes, length, MSG_NOSIGNAL);
    if (sent <= 0)
      return;
    bytes += sent;
    length -= (size_t)sent;
  }
}

static void answer(int client, const char *status, const char *headers, const char *body,
                   size_t length) {
  char head[300];
  int size = snprintf(head, sizeof head,
                      "HTTP/1.1 %s\r\n%scontent-length: %zu\r\nconnection: close\r\n\r\n", status,
                      headers, length);
  send_all(client, head, (size_t)size);
  send_all(client, body, length);
}

/* Waits for a release, or until the client has closed the connection: then returns false. */
static bool wait_for_release(int client) {
  bool is_released = false, is_closed = false;
  pthread_mutex_lock(&lock);
  waiting++;
  most_waiting = waiting > most_waiting ? waiting : most_waiting;
  pthread_cond_broadcast(&changed);
  while (!is_released && !is_closed) {
    is_released = is_ending || passed < released;
    passed += is_released;
    pthread_mutex_unlock(&lock);
    struct pollfd watched = {client, POLLRDHUP, 0};
    is_closed = !is_released && poll(&watched, 1, 5) > 0;
    pthread_mutex_lock(&lock);
  }
  waiting--;
  closed += is_closed;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return is_released;
}

static void answer_half(int client) {
  enum { SIZE = 100000 };
  char *body = calloc(1, SIZE), head[100];
  memset(body, 'a', SIZE);
  int size = snprintf(head, sizeof head,
                      "HTTP/1.1 200 OK\r\ncontent-length: %d\r\nconnection: close\r\n\r\n", SIZE);
  send_all(client, head, (size_t)size);
  send_all(client, body, SIZE / 2);
  if (wait_for_release(client))
    send_all(client, body + SIZE / 2, SIZE / 2);
  free(body);
}

static void respond(int client, const char *path, const char *request, size_t length) {
  static const char hello[] = "etag: e1\r\nx-many: a\r\nx-many: b\r\n";
  char status[40];
  if (strncmp(path, "/status/", 8) == 0) {
    snprintf(status, sizeof status, "%.3s So", path + 8);
    answer(client, status, "", "sorry", 5);
  } else if (strncmp(path, "/redirect ", 10) == 0)
    answer(client, "302 Found", "location: /text\r\n", "", 0);
  else if (strncmp(path, "/echo ", 6) == 0)
    answer(client, "200 OK", "", request, length);
  else if (strncmp(path, "/json ", 6) == 0)
    answer(client, "200 OK", "", "{\"n\": 7}", 8);
  else if (strncmp(path, "/bytes ", 7) == 0)
    answer(client, "200 OK", "", "\xe9\xff", 2);
  else if (strncmp(path, "/half ", 6) == 0)
    answer_half(client);
  else if (strncmp(path, "/wait", 5) != 0 || wait_for_release(client))
    answer(client, "200 OK", hello, "hello", 5);
}

/* Reads a whole request, and makes the names of its headers lower case. */
static void *serve(void *data) {
  int client = (int)(long)data;
  char request[70000];
  size_t length = 0, wanted = sizeof request - 1;
  char *body = NULL;
  while (length < wanted) {
    ssize_t count = recv(client, request + length, wanted - length, 0);
    if (count <= 0)
      break;
    length += (size_t)count;
    request[length] = '\0';
    if (request[0] == 22) { /* a handshake of TLS */
      send_all(client, "HTTP/1.1 400 No\r\n\r\n", 19);
      break;
    }
    if (!body && (body = strstr(request, "\r\n\r\n"))) {
      body += 4;
      for (char *at = strchr(request, '\n'); at < body; at++)
        *at = (char)tolower((unsigned char)*at);
      const char *size = strstr(request, "content-length: ");
      wanted = (size_t)(body - request) + (size_t)(size ? atol(size + 16) : 0);
    }
  }
  const char *path = strchr(request, ' ');
  if (body && path)
    respond(client, path + 1, request, length);
  close(client);
  pthread_mutex_lock(&lock);
  connections--;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *accept_all(void *data) {
  (void)data;
  struct pollfd watched[] = {{listening, POLLIN, 0}, {end[0], POLLIN, 0}};
  while (poll(watched, 2, -1) > 0 && !watched[1].revents) {
    int client = accept(listening, NULL, NULL);
    pthread_t made;
    pthread_mutex_lock(&lock);
    connections++;
    pthread_mutex_unlock(&lock);
    pthread_create(&made, NULL, serve, (void *)(long)client);
    pthread_detach(made);
  }
  return NULL;
}

bool server_begin(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof address;
  waiting = most_waiting = released = passed = closed = 0;
  is_ending = false;
  listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  bool begun = bind(listening, (struct sockaddr *)&address, size) == 0 &&
               listen(listening, 64) == 0 &&
               getsockname(listening, (struct sockaddr *)&address, &size) == 0 && pipe(end) == 0;
  server_port = ntohs(address.sin_port);
  return begun && pthread_create(&thread, NULL, accept_all, NULL) == 0;
}

void server_end(void) {
  close(end[1]);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&lock);
  is_ending = true;
  while (connections > 0)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  close(end[0]);
  close(listening);
}

void server_release(int count) {
  pthread_mutex_lock(&lock);
  released = count;
  pthread_mutex_unlock(&lock);
}

int server_wait(int count) {
  pthread_mutex_lock(&lock);
  while (waiting < count)
    pthread_cond_wait(&changed, &lock);
  int result = most_waiting;
  pthread_mutex_unlock(&lock);
  return result;
}

void server_wait_for_closed(int count) {
  pthread_mutex_lock(&lock);
  while (closed < count)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
}
