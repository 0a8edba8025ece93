/**
 * A loop served by Qt 6's event loop, and state in its objects: properties that follow it and write it,
 * rows as a model. For C++17; no moc is needed.
 *
 *     kmk_qt_attach(loop, &app);
 *     kmk_qt_show(store, "/count", label, "text");
 *     kmk_qt_bind(store, "/name", "binding", edit, "text", &QLineEdit::textEdited);
 *     view->setModel(new kmk_qt_list_model(list, {{"name", "/name"}}, view));
 *
 * What is bound to an object ends with it, or with the store. The thread is the loop's, which runs Qt's
 * event loop. An event loop inside a callback, QDialog::exec for one, serves the loop too where it is
 * run from kmk_loop_defer; in any other callback of Kumiki's the loop waits until that has returned.
 *
 * Everything here is inline: the library does not need Qt. A program needs Qt6Core, and -fPIC as all that
 * uses Qt: with -fPIE alone its casts and signals fail. One that includes kumiki.hpp too includes it before
 * Qt's headers, or defines QT_NO_KEYWORDS: Qt has a macro "forever".
 */
#ifndef KUMIKI_QT_HPP
#define KUMIKI_QT_HPP

#include <QObject>
#include <QSocketNotifier>

#include "kumiki_qt_field.hpp"
#include "kumiki_qt_rows.hpp"
#include "kumiki_qt_value.hpp"

/**
 * Has Qt's event loop of this thread dispatch a loop when something is due in it.
 *
 * What cannot be served any more, such as a loop inherited by fork, is left, and Qt's log says so.
 *
 * @param parent  owns the notifier; may be NULL.
 * @return the notifier, to be deleted before kmk_loop_free; NULL for NULL, another thread, a loop
 *         inherited by fork.
 *
 * Owns: loop borrowed, notifier new. Threads: owner, callback. Since: 0.3.
 */
inline QSocketNotifier *kmk_qt_attach(kmk_loop *loop, QObject *parent = nullptr) {
  const int fd = kmk_loop_fd(loop);
  if (fd < 0) return nullptr;
  auto *notifier = new QSocketNotifier(fd, QSocketNotifier::Read, parent);
  QObject::connect(notifier, &QSocketNotifier::activated, notifier, [loop, notifier] {
    const int ran = kmk_loop_dispatch(loop, 0);
    if (ran >= 0 || ran == KMK_ERR_BUSY) return;
    notifier->setEnabled(false);
    qCritical("the loop is not served any more: %s", kmk_status_name(static_cast<kmk_status>(ran)));
  });
  return notifier;
}

#endif
