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

/* The feature. It asks for its storage by requests, which fail with a readable message; it saves never twice at once:
 *
 *   "contacts.load"  null        the answer is a state
 *   "contacts.save"  the state   the answer is null */
kmk_reducer *contacts_reducer(void);

/* The initial state, until the file has been read. */
json_t *contacts_initial(void);

#endif
