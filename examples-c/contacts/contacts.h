/* Contacts: what its fronts and its core agree on.
 * contacts.shape says what its state may be and which actions it answers; contacts_shape.h is generated
 * from it by the build, or by hand:
 *
 *   kumiki generate --language c --output contacts_shape.h contacts.shape
 *
 * The whole state is what is saved: who quits with a form half filled in finds it again. */
#ifndef CONTACTS_H
#define CONTACTS_H

#include "contacts_shape.h"

/* Where contacts are kept: the dependency "files". Both run on worker threads, never two of save at
 * once, and fail with a text for people. It must live until the loop has ended. */
typedef struct contacts_files {
  kmk_blocking_fn load; /* sends {"loaded": STATE}, which need not be complete */
  kmk_work_fn save;     /* its input is the state; sends "saved" */
  void *data;           /* theirs */
} contacts_files;

/* The feature. */
kmk_reducer *contacts_reducer(void);

/* The state to begin with, until the file has been read. */
json_t *contacts_initial(void);

#endif
