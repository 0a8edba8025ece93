/**
 * Runs a loop from Qt 6's event loop, and connects the state to Qt's objects: properties that show and
 * write the state, and rows as a model. For C++17; no moc is needed.
 *
 *     kmk_qt_attach(loop, &app);
 *     kmk_qt_show(store, "/count", label, "text");
 *     kmk_qt_bind(store, "/name", "binding", edit, "text", &QLineEdit::textEdited);
 *     view->setModel(new kmk_qt_list_model(list, {{"name", "/name"}}, view));
 *     kmk_qt_keep_view(view);
 *
 * A connection ends when its object or its store ends. All of this runs on the loop's thread, which runs
 * Qt's event loop. An event loop in a callback, such as QDialog::exec, also runs the kmk_loop, provided
 * that the callback was deferred with kmk_loop_defer. Inside any other callback of Kumiki, the kmk_loop
 * does not run until the callback has returned.
 *
 * Everything here is inline, so the library does not need Qt. A program needs Qt6Core and, like every
 * program with Qt, -fPIC: with -fPIE alone Qt's casts and signals fail. A program that also includes
 * kumiki.hpp must include it before Qt's headers, or define QT_NO_KEYWORDS, because Qt has a macro
 * "forever".
 */
#ifndef KUMIKI_QT_HPP
#define KUMIKI_QT_HPP

#include <QObject>
#include <QSocketNotifier>

#include "kumiki_qt_field.hpp"
#include "kumiki_qt_rows.hpp"
#include "kumiki_qt_value.hpp"
#include "kumiki_qt_view.hpp"

/**
 * Makes this thread's Qt event loop dispatch a loop when work is due in it.
 *
 * If the loop can no longer be dispatched, for example after fork, the notifier is disabled and a message
 * in Qt's log reports this.
 *
 * @param parent  owns the notifier; may be NULL.
 * @return the notifier, to be deleted before kmk_loop_free; NULL for a NULL loop, on another thread, and
 *         for a loop inherited by fork.
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
