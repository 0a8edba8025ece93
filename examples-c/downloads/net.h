/* A network of local files: a url is the path of a file, with or without the prefix "file:". */
#ifndef NET_H
#define NET_H

#include "downloads.h"

typedef struct net {
  downloads_net functions; /* the dependency "net" */
  const char *folder;      /* the folder for fetched files */
  long rate;               /* bytes per second for each file; 0: no limit */
} net;

void net_open(net *net, const char *folder, long rate);

#endif
