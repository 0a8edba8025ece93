/* The interface between the program and the feature, and between the files of the feature.
 *
 * Meetings is a small app: a list, whose meetings open a detail, which opens a form to edit the
 * meeting, an alert to delete it, or a recording. The recording asks with an alert whether to end.
 *
 *   list    {"meetings": [MEETING, ...], "destination": null}            list.c
 *           destination: {"add": MEETING} or {"detail": DETAIL}
 *   detail  {"meeting": MEETING, "destination": null}                    detail.c
 *           destination: {"edit": MEETING}, {"alert": {"title": TEXT}} or {"record": RECORD}
 *   record  {"attendees": [TEXT, ...], "duration": 6, "elapsed": 0,      record.c
 *            "alert": null or {"title": TEXT}}
 *   MEETING {"id": TEXT, "title": TEXT, "duration": SECONDS,
 *            "attendees": [TEXT, ...], "held": [SECONDS, ...]}           form.c
 *
 * Each file is a feature that knows the features it opens, but not the feature that opens it. Data
 * goes down in the initial state of an opened feature, and up in "delegate" actions: a child sends
 * them to no one in particular, and an interested parent handles them. */
#ifndef MEETINGS_H
#define MEETINGS_H

#include <kumiki.h>

/**
 * Registers the feature "Meetings".
 *
 * The files here contain it in C; libfeatures.so, built from architecture/Examples/Features, in Swift.
 */
kmk_status meetings_register(void);

/* A reducer that does nothing and knows the actions under a case ("": all actions). For actions that
 * only the reducers around it handle, such as the buttons of an alert. */
kmk_reducer *meetings_known(const char *action_case, size_t count, const kmk_case *cases);

/* The parts, from the innermost to the outermost. */
kmk_reducer *meetings_form(void);
kmk_reducer *meetings_record(void);
kmk_reducer *meetings_detail(void);
kmk_reducer *meetings_list(void);

#endif
