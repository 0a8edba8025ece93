/* The functions that the team's library adds to kumiki.h. */
#ifndef TEAM_H
#define TEAM_H

/* Registers the features; returns 0 on success. */
int team_register(void);

/* How often the part of a Profile that counts its encodings was encoded. */
long team_encodings(void);

/* How often a note of a Board was encoded. */
long team_note_encodings(void);

#endif
