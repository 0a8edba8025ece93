/* A user of windows: clicks, types and closes, inside the program under test.
 *
 * Only a visible widget can be used: it must be mapped, in the topmost window, and
 * sensitive. A click then emits the button's "clicked", and text is typed letter by letter
 * through GtkEditable, like text from an input method. */
#ifndef GTK_SUPPORT_H
#define GTK_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <gtk/gtk.h>
#include <kumiki.h>

/* Runs the main loop until nothing is due. */
void user_waits(void);

/* Waits until a window is drawn. */
void user_sees(GtkWidget *window);

/* The number of visible windows, and the topmost window. */
guint user_windows(void);
GtkWidget *user_top(void);

/* The widget with this name in the topmost window, or NULL. */
GtkWidget *user_finds(const char *name);

/* False if no such widget can be used. */
bool user_clicks(const char *name);
bool user_types(const char *name, const char *text);

/* Presses Enter in an entry. */
bool user_enters(const char *name);

/* Closes the topmost window, as its title bar does. */
void user_closes(void);

/* From now on, GLib's last log message goes to `said`, and is not printed. */
void user_reads_messages(void);
extern char said[256];

#endif
