/* Contacts: the interface between its program logic and its user interfaces.
 * contacts.shape declares the state and the actions. The build generates contacts_shape.h from it; to
 * generate it by hand:
 *
 *   kumiki generate --language c --output contacts_shape.h contacts.shape
 *
 * The whole state is saved: a user who quits with a half-filled form finds it again. */
#ifndef CONTACTS_H
#define CONTACTS_H

#include "contacts_shape.h"

/* The storage of contacts: the dependency "files". Both functions run on worker threads, save never
 * twice at once, and fail with a readable message. It must live until the loop has ended. */
typedef struct contacts_files {
  kmk_blocking_fn load; /* sends {"loaded": STATE}, which need not be complete */
  kmk_work_fn save;     /* its input is the state; sends "saved" */
  void *data;           /* for these functions */
} contacts_files;

/* The feature. */
kmk_reducer *contacts_reducer(void);

/* The initial state, until the file has been read. */
json_t *contacts_initial(void);

#endif
