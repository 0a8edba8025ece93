/* libadwaita's dialogs and navigation pages. The library does not link libadwaita: it uses the libadwaita of a
 * program that shows its widgets. */
#ifndef DIALOGS_H
#define DIALOGS_H

#include "shown.h"

/* Whether a widget is an AdwDialog, which needs libadwaita 1.5. */
bool kmk_gtk_is_dialog(GtkWidget *widget);

/* Whether a widget is an AdwNavigationView or an AdwNavigationPage, which need libadwaita 1.4. */
bool kmk_gtk_is_navigation_view(GtkWidget *widget);
bool kmk_gtk_is_navigation_page(GtkWidget *widget);

void kmk_gtk_open_dialog(kmk_gtk_shown *shown, GtkWidget *owner);
void kmk_gtk_open_navigation(kmk_gtk_shown *shown, GtkWidget *owner);

#endif
