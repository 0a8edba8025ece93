/* What the program and the feature agree on, and what the files of the feature share.
 *
 * Meetings is an app in the small: a list, whose meetings open a detail, which opens a form to edit
 * the meeting, an alert to delete it, or a recording, which asks by an alert whether to end.
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
 * Each file is a feature that knows what it opens, and nothing of who opens it. Word goes down by
 * the state that something is opened with, and up by "delegate" actions: a child sends them to
 * nobody in particular, and a parent that cares looks for them. */
#ifndef MEETINGS_H
#define MEETINGS_H

#include <kumiki.h>

/**
 * Registers the feature "Meetings".
 *
 * The files here have it in C; a libfeatures.so built from architecture/Examples/Features has it in Swift.
 */
kmk_status meetings_register(void);

/* Does nothing, and knows the actions under a case; under none where that is "": for what is read
 * by those around alone, such as the buttons of an alert. */
kmk_reducer *meetings_known(const char *action_case, size_t count, const kmk_case *cases);

/* The parts, inside out. */
kmk_reducer *meetings_form(void);
kmk_reducer *meetings_record(void);
kmk_reducer *meetings_detail(void);
kmk_reducer *meetings_list(void);

#endif
