/** A kmk_list as a Qt model. Part of kumiki_qt.hpp, which includes this header. */
#ifndef KUMIKI_QT_ROWS_HPP
#define KUMIKI_QT_ROWS_HPP

#include <QAbstractListModel>
#include <QByteArray>
#include <QHash>
#include <QMultiHash>
#include <QVariant>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "kumiki_qt_value.hpp"

/* Returns the value at a JSON Pointer in a row, borrowed; NULL if the row has no such value. */
inline const json_t *kmk_qt_at(const json_t *value, const QByteArray &pointer) {
  if (pointer.isEmpty()) return value;
  if (!pointer.startsWith('/')) return nullptr;
  for (QByteArray step : pointer.mid(1).split('/')) {
    step.replace("~1", "/").replace("~0", "~");
    bool is_index = false;
    const uint index = step.toUInt(&is_index);
    value = json_is_array(value)
                ? (is_index ? json_array_get(value, index) : nullptr)
                : json_object_get(value, step.constData());
  }
  return value;
}

/**
 * A kmk_list as a model for QListView, QML and others. Each edit of the list is an edit of the model, so
 * views keep their selection and scroll position.
 *
 * When the list reports a reset, because its array was written as a whole or its sort order or filter has
 * changed, the model finds its rows by their ids and removes, inserts and moves them. Selections and persistent
 * indexes stay with the rows that are still present. If no row is left, the model is reset.
 *
 * The values of a row have roles. The roles given to the constructor start at Qt::UserRole + 1, with their
 * names for QML. Qt::UserRole is the whole row, and Qt::DisplayRole is the first given role.
 *
 * Owns: list borrowed until the model is gone. Threads: owner, callback. Since: 0.3.
 */
class kmk_qt_list_model : public QAbstractListModel {
public:
  /** A role's name, and the pointer into a row: {"name", "/name"}. */
  using roles = std::vector<std::pair<QByteArray, QByteArray>>;

  explicit kmk_qt_list_model(kmk_list *list, roles given = {}, QObject *parent = nullptr)
      : QAbstractListModel(parent), list_(list), roles_(std::move(given)) {
    told_ = kmk_list_observe(list, told, this, nullptr, nullptr);
  }

  ~kmk_qt_list_model() override {
    kmk_subscription_free(told_);
    clear();
  }

  kmk_qt_list_model(const kmk_qt_list_model &) = delete;
  kmk_qt_list_model &operator=(const kmk_qt_list_model &) = delete;

  /** Whether the model follows its list. False for a NULL list, and on another thread. */
  bool is_valid() const { return told_ != nullptr; }

  /** Returns the id of a row, borrowed, for the payload of an action; NULL if the row has no id. */
  const json_t *id(int row) const {
    return row >= 0 && row < rowCount() ? ids_[static_cast<std::size_t>(row)] : nullptr;
  }

  int rowCount(const QModelIndex &parent = QModelIndex()) const override {
    return parent.isValid() ? 0 : static_cast<int>(ids_.size());
  }

  QVariant data(const QModelIndex &index, int role) const override {
    const json_t *of = index.isValid() && index.model() == this ? id(index.row()) : nullptr;
    const std::size_t at = of != nullptr ? kmk_list_index(list_, of) : SIZE_MAX;
    json_t *row = at != SIZE_MAX ? kmk_list_get(list_, at, nullptr) : nullptr;
    QVariant value;
    if (role == Qt::UserRole || (role == Qt::DisplayRole && roles_.empty()))
      value = kmk_qt_variant(row);
    else if (role == Qt::DisplayRole)
      value = part(row, 0);
    else if (role > Qt::UserRole && static_cast<std::size_t>(role - Qt::UserRole) <= roles_.size())
      value = part(row, static_cast<std::size_t>(role - Qt::UserRole - 1));
    json_decref(row);
    return value;
  }

  QHash<int, QByteArray> roleNames() const override {
    QHash<int, QByteArray> names = QAbstractListModel::roleNames();
    names.insert(Qt::UserRole, "row");
    for (std::size_t i = 0; i < roles_.size(); i++)
      names.insert(Qt::UserRole + 1 + static_cast<int>(i), roles_[i].first);
    return names;
  }

private:
  QVariant part(const json_t *row, std::size_t role) const {
    return kmk_qt_variant(kmk_qt_at(row, roles_[role].second));
  }

  void clear() {
    for (json_t *each : ids_) json_decref(each);
    ids_.clear();
  }

  /* Keeps an id; null for a row without an id. */
  static json_t *kept(const json_t *id) { return id != nullptr ? kmk_json_retain(id) : json_null(); }

  using ids = std::vector<json_t *>;

  /* Returns the ids of the list. */
  ids listed(std::size_t count) const {
    ids now;
    for (std::size_t i = 0; i < count; i++) {
      json_t *id = kmk_list_id(list_, i, nullptr);
      now.push_back(id != nullptr ? id : json_null());
    }
    return now;
  }

  /* Returns a key that distinguishes ids. */
  static QByteArray key(const json_t *id) {
    char *text = kmk_json_text(id, JSON_COMPACT);
    const QByteArray made(text);
    kmk_text_free(text);
    return made;
  }

  /* Returns the old place of each new row's id, or -1 for a new id. If several rows have the same id, their
   * first new row gets their first old place. */
  std::vector<int> places(const ids &now) const {
    QMultiHash<QByteArray, int> known;
    for (std::size_t i = ids_.size(); i > 0; i--)
      known.insert(key(ids_[i - 1]), static_cast<int>(i - 1));
    std::vector<int> found;
    for (const json_t *id : now) {
      const auto at = known.constFind(key(id));
      found.push_back(at != known.constEnd() ? *at : -1);
      if (at != known.constEnd()) known.erase(at);
    }
    return found;
  }

  /* Puts the rows into another order. `stood` contains the old index of each row in the new order. */
  void order(const std::vector<int> &stood) {
    if (std::is_sorted(stood.begin(), stood.end())) return;
    Q_EMIT layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    ids now;
    std::vector<int> stands(stood.size());
    for (std::size_t i = 0; i < stood.size(); i++) {
      now.push_back(ids_[static_cast<std::size_t>(stood[i])]);
      stands[static_cast<std::size_t>(stood[i])] = static_cast<int>(i);
    }
    ids_ = std::move(now);
    const QModelIndexList from = persistentIndexList();
    QModelIndexList to;
    for (const QModelIndex &each : from)
      to.append(index(stands[static_cast<std::size_t>(each.row())], each.column()));
    changePersistentIndexList(from, to);
    Q_EMIT layoutChanged({}, QAbstractItemModel::VerticalSortHint);
  }

  /* Puts the rows that remain into their new order, with all other rows after them. Then removes the other
   * rows, inserts the new rows at the end, and moves all rows to their places. */
  void reset(std::size_t count) {
    ids now = listed(count);
    const std::vector<int> places = this->places(now);
    std::vector<int> stay, others;
    std::vector<bool> stays(ids_.size());
    for (const int at : places)
      if (at >= 0) {
        stay.push_back(at);
        stays[static_cast<std::size_t>(at)] = true;
      }
    if (stay.empty()) {
      beginResetModel();
      clear();
      ids_ = std::move(now);
      endResetModel();
      return;
    }
    const int staying = static_cast<int>(stay.size());
    for (std::size_t i = 0; i < ids_.size(); i++)
      if (!stays[i]) stay.push_back(static_cast<int>(i));
    order(stay);
    if (static_cast<int>(ids_.size()) > staying) remove(staying, static_cast<int>(ids_.size()) - 1);
    int next = 0, end = staying;
    for (const int at : places)
      others.push_back(at >= 0 ? next++ : end++);
    if (end > staying) {
      beginInsertRows(QModelIndex(), staying, end - 1);
      for (std::size_t i = 0; i < places.size(); i++)
        if (places[i] < 0) ids_.push_back(json_incref(now[i]));
      endInsertRows();
      order(others);
    }
    for (json_t *each : now) json_decref(each);
    Q_EMIT dataChanged(index(0), index(end - 1));
  }

  void insert(int at, const json_t *id) {
    beginInsertRows(QModelIndex(), at, at);
    ids_.insert(ids_.begin() + at, kept(id));
    endInsertRows();
  }

  void remove(int first, int last) {
    beginRemoveRows(QModelIndex(), first, last);
    for (int at = first; at <= last; at++) json_decref(ids_[static_cast<std::size_t>(at)]);
    ids_.erase(ids_.begin() + first, ids_.begin() + last + 1);
    endRemoveRows();
  }

  void move(int from, int to) {
    if (from != to) { /* Qt takes the index, before the move, of the row that will follow the moved row */
      beginMoveRows(QModelIndex(), from, from, QModelIndex(), to > from ? to + 1 : to);
      json_t *id = ids_[static_cast<std::size_t>(from)];
      ids_.erase(ids_.begin() + from);
      ids_.insert(ids_.begin() + to, id);
      endMoveRows();
    }
    change(to);
  }

  void change(int at) { Q_EMIT dataChanged(index(at), index(at)); }

  static void told(const kmk_list_edit *edits, std::size_t count, void *data) {
    auto *model = static_cast<kmk_qt_list_model *>(data);
    for (std::size_t i = 0; i < count; i++) {
      const int at = static_cast<int>(edits[i].index);
      switch (edits[i].change) {
        case KMK_LIST_RESET: model->reset(edits[i].index); break;
        case KMK_LIST_INSERT: model->insert(at, edits[i].id); break;
        case KMK_LIST_REMOVE: model->remove(at, at); break;
        case KMK_LIST_MOVE: model->move(static_cast<int>(edits[i].from), at); break;
        case KMK_LIST_CHANGE: model->change(at); break;
      }
    }
  }

  kmk_list *list_;
  roles roles_;
  ids ids_;
  kmk_subscription *told_ = nullptr;
};

#endif
