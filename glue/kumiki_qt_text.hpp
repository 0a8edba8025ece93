/** Changes texts to match the state while the user edits them. Part of kumiki_qt.hpp, which includes this
 * header. */
#ifndef KUMIKI_QT_TEXT_HPP
#define KUMIKI_QT_TEXT_HPP

#include <QObject>
#include <QPointer>
#include <QString>

#ifdef QT_WIDGETS_LIB
#include <QPlainTextEdit>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextEdit>
#endif

/* The differing middle parts of two texts: what is between the common start and the common end. Surrogate
 * pairs are not split. */
struct kmk_qt_difference {
  kmk_qt_difference(const QString &old, const QString &next) {
    const qsizetype least = qMin(old.size(), next.size());
    while (begin < least && old[begin] == next[begin]) begin++;
    if (begin > 0 && old[begin - 1].isHighSurrogate()) begin--;
    qsizetype same = 0;
    while (same < least - begin && old[old.size() - same - 1] == next[next.size() - same - 1]) same++;
    if (same > 0 && old[old.size() - same].isLowSurrogate()) same--;
    old_end = old.size() - same;
    next_end = next.size() - same;
  }

  /* Maps a cursor position in the old text to the new text. */
  int moved(int cursor) const {
    if (cursor <= begin) return cursor;
    return static_cast<int>(cursor >= old_end ? cursor - old_end + next_end : next_end);
  }

  qsizetype begin = 0, old_end = 0, next_end = 0;
};

#ifdef QT_WIDGETS_LIB

/* Replaces only the part that differs, so the selection and the user's undo history are kept. */
template <class Edit>
inline bool kmk_qt_edit_text(Edit *edit, const QString &next) {
  if (edit == nullptr) return false;
  const QString old = edit->toPlainText();
  if (edit->document()->characterCount() != old.size() + 1) return false;
  const kmk_qt_difference difference(old, next);
  QTextCursor own = edit->textCursor();
  const int anchor = difference.moved(own.anchor()), position = difference.moved(own.position());
  const QPointer<Edit> still(edit); /* a slot may delete the object */
  QTextCursor change(edit->document());
  change.setPosition(static_cast<int>(difference.begin));
  change.setPosition(static_cast<int>(difference.old_end), QTextCursor::KeepAnchor);
  change.insertText(next.mid(difference.begin, difference.next_end - difference.begin));
  if (still.isNull() || edit->toPlainText() != next) return true;
  own.setPosition(anchor);
  own.setPosition(position, QTextCursor::KeepAnchor);
  edit->setTextCursor(own);
  return true;
}

/* Sets the text of a QPlainTextEdit or a QTextEdit. Returns false for any other object. */
inline bool kmk_qt_edit(QObject *object, const QString &next) {
  return kmk_qt_edit_text(qobject_cast<QPlainTextEdit *>(object), next) ||
         kmk_qt_edit_text(qobject_cast<QTextEdit *>(object), next);
}

#else
inline bool kmk_qt_edit(QObject *, const QString &) { return false; }
#endif

#endif
