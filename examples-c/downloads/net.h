/* A network of files: a url is the path of one, with "file:" before it or not. */
#ifndef NET_H
#define NET_H

#include "downloads.h"

typedef struct net {
  downloads_net functions; /* the dependency "net" */
  const char *folder;      /* where files are put */
  long rate;               /* bytes a second for each; 0: as fast as they come */
} net;

void net_open(net *net, const char *folder, long rate);

#endif
