/* Contacts: what its fronts and its core agree on.
 *
 *   state    {"contacts": [CONTACT, ...], in the order of their names
 *             "query": "", "hits": null,  while something is searched for: the ids that were found
 *             "detail": null,             or {"id": ID}: a contact is open
 *             "sheet": null,              or {"edit": DRAFT} or {"alert": {"id": ID, "title": TEXT}}
 *             "isReady": false,           the file has been read: from then on changes are saved
 *             "problem": null,            or what went wrong, for people
 *             "history": {"undo": 0, "redo": 0}}
 *   CONTACT  {"id": TEXT, "name": TEXT, "phone": TEXT, "favourite": BOOLEAN}
 *   DRAFT    a contact, and "problem": null or what is wrong with it
 *   actions  "load", once at the start; "undo", "redo"
 *            {"binding": of "/query"}; {"open": ID}, "add", {"edit": ID}, {"delete": ID}
 *            {"contacts": of a row: "star"}
 *            {"detail": "dismiss"}, {"sheet": "dismiss"}
 *            {"sheet": {"presented": A}}  A: {"edit": "done"}, {"edit": {"binding": of "/name",
 *                                            "/phone"}}, {"alert": "delete"}
 *            {"loaded": STATE}, {"found": [ID, ...]}, "saved", {"failed": TEXT}  sent by
 *            effects
 *
 * The whole state is what is saved: who quits with a form half filled in finds it again. */
#ifndef CONTACTS_H
#define CONTACTS_H

#include <kumiki.h>

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
