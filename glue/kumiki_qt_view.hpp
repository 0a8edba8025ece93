/** Views that stay where they are while their rows change. Part of kumiki_qt.hpp, which includes this header. */
#ifndef KUMIKI_QT_VIEW_HPP
#define KUMIKI_QT_VIEW_HPP

#ifdef QT_WIDGETS_LIB

#include <QAbstractItemView>
#include <QMetaObject>
#include <QObject>
#include <QPersistentModelIndex>
#include <QPoint>
#include <QScrollBar>
#include <cstdlib>
#include <vector>

/* The rows of a view before a change, and how far the view has to scroll after it. Deleted with the view. */
class kmk_qt_kept_view : public QObject {
public:
  explicit kmk_qt_kept_view(QAbstractItemView *view) : QObject(view), view_(view) {
    const QAbstractItemModel *model = view->model();
    QObject::connect(model, &QAbstractItemModel::rowsAboutToBeInserted, this, [this] { note(); });
    QObject::connect(model, &QAbstractItemModel::rowsAboutToBeRemoved, this, [this] { note(); });
    QObject::connect(model, &QAbstractItemModel::rowsAboutToBeMoved, this, [this] { note(); });
    QObject::connect(model, &QAbstractItemModel::layoutAboutToBeChanged, this, [this] { note(); });
  }

private:
  struct row {
    QPersistentModelIndex index;
    int place;
  };

  bool is_by_row() const { return view_->verticalScrollMode() == QAbstractItemView::ScrollPerItem; }

  /* Returns the place of a row in the whole list, in the scroll bar's unit. */
  int place(const QModelIndex &index) const {
    if (is_by_row()) return index.row();
    return view_->visualRect(index).top() + view_->verticalScrollBar()->value();
  }

  /* The rows on the screen, before the first of several changes. */
  void note() {
    if (is_noted_) return;
    is_noted_ = true;
    value_ = view_->verticalScrollBar()->value();
    const QRect screen = view_->viewport()->rect();
    QModelIndex index = view_->indexAt(screen.topLeft() + QPoint(1, 1));
    for (; index.isValid() && view_->visualRect(index).top() <= screen.bottom();
         index = index.sibling(index.row() + 1, index.column()))
      seen_.push_back({index, place(index)});
    QMetaObject::invokeMethod(this, [this] { scroll(); }, Qt::QueuedConnection);
  }

  /* The current row stays on its line, if it was on the screen. Otherwise the row that has moved least. */
  void scroll() {
    int least = 0;
    bool is_found = false;
    for (const row &each : seen_) {
      if (!each.index.isValid()) continue;
      const int shift = place(each.index) - each.place;
      const bool is_current = each.index.row() == view_->currentIndex().row();
      if (!is_found || is_current || std::abs(shift) < std::abs(least)) least = shift;
      is_found = true;
      if (is_current) break;
    }
    is_noted_ = false;
    seen_.clear();
    if (is_found) view_->verticalScrollBar()->setValue(value_ + least);
  }

  QAbstractItemView *view_;
  std::vector<row> seen_;
  int value_ = 0;
  bool is_noted_ = false;
};

/**
 * Keeps the scroll position of a view while rows of its model are inserted, removed, moved or sorted.
 *
 * The current row stays on its line of the screen, if it was visible. Otherwise the visible row that has moved
 * least stays on its line. The view scrolls when control returns to Qt's event loop. For a QListView or a
 * QTableView, with Qt Widgets.
 *
 * Call this after the view has its model, for example a kmk_qt_list_model. It works until the view is deleted, or
 * has another model.
 *
 * NULL: nothing happens, as for a view without a model. Threads: owner. Since: 0.4.
 */
inline void kmk_qt_keep_view(QAbstractItemView *view) {
  if (view != nullptr && view->model() != nullptr) new kmk_qt_kept_view(view);
}

#endif
#endif
