/* event_source: an event source of the program as an effect: a socket in the program's own epoll loop.
 *
 * Teaches: kmk_effect_start, its cancel function and its free function; a send that cancels its own effect.
 * Run:     cc event_source.c $(pkg-config --cflags --libs kumiki) -o event_source && ./event_source
 * Prints:  expected/event_source.txt */
#include <kumiki.h>
#include <kumiki_epoll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The program: an epoll instance, and a socket that others write to. */
static int epoll, socket_here, socket_there;

/* The source of one effect, from its creation until free_source. */
typedef struct source {
  kmk_sender *sender;
} source;

/* Called in the loop's next iteration. */
static void start_source(kmk_sender *sender, void *data) {
  source *s = data;
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = s};
  s->sender = sender;
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, socket_here, &event) != 0)
    kmk_sender_fail(sender, strerror(errno)); /* s no longer exists */
}

/* The effect was cancelled, perhaps by the action that this source is sending. */
static void cancel_source(void *data) {
  source *s = data;
  epoll_ctl(epoll, EPOLL_CTL_DEL, socket_here, NULL);
  puts("stopped");
  kmk_sender_finish(s->sender); /* calls free_source */
}

static void free_source(void *data) { free(data); }

static kmk_effect *listening(void) {
  source *s = calloc(1, sizeof *s);
  return s ? kmk_effect_start(start_source, cancel_source, s, free_source) : NULL;
}

/* Called by the main loop for an event of the source. The send is the last use of s: it may cancel the effect. If more has
 * arrived, epoll reports the socket again. */
static void read_source(source *s) {
  char text[100];
  ssize_t length = recv(socket_here, text, sizeof text, 0);
  if (length >= 0)
    kmk_sender_send_new(s->sender, json_pack("{s:s%}", "heard", text, (size_t)length));
}

KMK_RUNNING_FN(listen_while_open) { return listening(); }

KMK_REDUCE_FN(feature) {
  const json_t *text = kmk_action_payload(action, "heard");
  if (text)
    kmk_state_set(state, "/last", text);
  if (text && strcmp(json_string_value(text), "bye") == 0)
    kmk_state_set_new(state, "/isOpen", json_false()); /* this cancels the effect */
  return NULL;
}

static void print(const json_t *value, void *data) {
  (void)data;
  printf("heard %s\n", json_string_value(value));
}

/* Serves the sources of the program, and the loop, until no effect is left. */
static void run(kmk_loop *loop, kmk_store *store) {
  /* One event at a time: the first of two could end the source of the second. */
  struct epoll_event event;
  kmk_epoll_add(epoll, loop);
  while (kmk_store_effect_count(store) > 0) {
    int count = kmk_epoll_wait(epoll, loop, &event, 1, -1);
    if (count < 0)
      break;
    if (count > 0)
      read_source(event.data.ptr);
  }
  kmk_epoll_remove(epoll, loop);
}

int main(void) {
  static const char *const words[] = {"hello", "bye", "too late"};
  int sockets[2];
  kmk_error error;
  if ((epoll = epoll_create1(0)) < 0 || socketpair(AF_UNIX, SOCK_DGRAM, 0, sockets) != 0) {
    perror("event_source");
    return 1;
  }
  socket_here = sockets[0];
  socket_there = sockets[1];
  kmk_loop *loop = kmk_loop_new(NULL);
  kmk_reducer *reducer = kmk_reducer_new(feature, NULL, NULL);
  reducer = kmk_running(reducer, "/isOpen", NULL, listen_while_open, NULL, NULL);
  json_t *initial = json_pack("{s:b, s:s}", "isOpen", 1, "last", "nothing");
  kmk_store *store = kmk_store_new(loop, reducer, initial, &error);
  json_decref(initial);
  if (store == NULL) {
    fprintf(stderr, "event_source: %s\n", error.message);
    return 1;
  }
  kmk_subscription *told = kmk_store_observe(store, "/last", print, NULL, NULL, NULL);
  for (size_t i = 0; i < KMK_COUNT(words); i++)
    send(socket_there, words[i], strlen(words[i]), 0);
  run(loop, store);
  kmk_subscription_free(told);
  kmk_store_free(store);
  kmk_loop_free(loop);
  close(socket_here);
  close(socket_there);
  close(epoll);
  return 0;
}
