/* A user of windows: clicks, types and closes, inside of the program under test.
 *
 * What is not to be seen cannot be used: a widget has to be mapped, in the topmost window, and
 * sensitive. From there on a click is the button's "clicked", and a text goes letter by letter
 * through GtkEditable, as an input method's does. */
#ifndef GTK_SUPPORT_H
#define GTK_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <gtk/gtk.h>
#include <kumiki.h>

/* Lets the main loop do all that is due. */
void user_waits(void);

/* Lets a window be drawn. */
void user_sees(GtkWidget *window);

/* How many windows are to be seen, and the one on top of the others. */
guint user_windows(void);
GtkWidget *user_top(void);

/* The widget of a name in the topmost window, or NULL. */
GtkWidget *user_finds(const char *name);

/* False where there is no such widget to be used. */
bool user_clicks(const char *name);
bool user_types(const char *name, const char *text);

/* Presses Enter in an entry. */
bool user_enters(const char *name);

/* Closes the topmost window as its title bar does. */
void user_closes(void);

/* From then on the last message of GLib's log is in said, and not printed. */
void user_reads_messages(void);
extern char said[256];

#endif
