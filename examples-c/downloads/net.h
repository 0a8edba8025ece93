/* Serves "net.check" and "net.fetch" with local files: a url is the path of a file, with or without the prefix "file:". */
#ifndef NET_H
#define NET_H

#include "downloads.h"

typedef struct net {
  const char *folder; /* the folder for fetched files */
  long rate;          /* bytes per second for each file; 0: no limit */
} net;

/* The network must live until the loop has ended. */
bool net_serve(const net *net, kmk_loop *loop, kmk_error *error);

#endif
