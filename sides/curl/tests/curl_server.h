/* A web server on 127.0.0.1 for the tests, with a thread for each connection.
 *
 *     /text          "hello", with the headers "etag: e1" and twice "x-many"
 *     /echo          the request: its first line, its headers in lower case, an empty line, its body
 *     /json          {"n": 7}
 *     /bytes         bytes that are not UTF-8
 *     /status/N      the status N, with the body "sorry"
 *     /redirect      to /text
 *     /half          half of a body of 100,000 bytes; the rest after server_release
 *     /wait...       "hello", after server_release */
#ifndef CURL_SERVER_H
#define CURL_SERVER_H

#include <stdbool.h>

extern int server_port;

bool server_begin(void);
void server_end(void);

/* Lets the first `count` requests since the start continue, including later ones. */
void server_release(int count);

/* Waits until a number of connections wait for a release. Returns the greatest number that waited at a time. */
int server_wait(int count);

/* The number of connections that the client closed before it had the answer. Waits until there are as many. */
void server_wait_for_closed(int count);

#endif
