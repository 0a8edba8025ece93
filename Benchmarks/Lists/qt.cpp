/* QSortFilterProxyModel of a table of rows. */
extern "C" {
#include "lists.h"
}

#include <QAbstractTableModel>
#include <QCoreApplication>
#include <QSortFilterProxyModel>

#include <vector>

namespace {

enum column { PROGRESS, BYTES, COLUMNS };

class table : public QAbstractTableModel {
public:
  std::vector<lists_row> rows;

  int rowCount(const QModelIndex &) const override { return int(rows.size()); }
  int columnCount(const QModelIndex &) const override { return COLUMNS; }
  QVariant data(const QModelIndex &at, int role) const override {
    return role == Qt::DisplayRole ? QVariant(qlonglong(value(at))) : QVariant();
  }
  int64_t value(const QModelIndex &at) const {
    const lists_row &row = rows[size_t(at.row())];
    return at.column() == PROGRESS ? row.progress : row.bytes;
  }
  void change(size_t row, int64_t progress) {
    rows[row].progress = progress;
    QModelIndex at = index(int(row), PROGRESS);
    emit dataChanged(at, at);
  }
} rows;

/* Compares the values themselves: the class's own comparison wraps them in a QVariant. */
class proxy : public QSortFilterProxyModel {
  bool filterAcceptsRow(int row, const QModelIndex &) const override {
    return rows.rows[size_t(row)].kind != 0;
  }
  bool lessThan(const QModelIndex &left, const QModelIndex &right) const override {
    return rows.value(left) < rows.value(right);
  }
} list;

void make(const lists_row *from, size_t count) {
  rows.rows.assign(from, from + count);
  list.setSourceModel(&rows);
  list.sort(PROGRESS);
  const auto told = [] { lists_told++; };
  QObject::connect(&list, &QAbstractItemModel::dataChanged, told);
  QObject::connect(&list, &QAbstractItemModel::layoutChanged, told);
  QObject::connect(&list, &QAbstractItemModel::rowsInserted, told);
  QObject::connect(&list, &QAbstractItemModel::rowsRemoved, told);
}

void change(size_t row, int64_t progress) { rows.change(row, progress); }

void sort(lists_key key) { list.sort(key == LISTS_PROGRESS ? PROGRESS : BYTES); }

size_t count() { return size_t(list.rowCount()); }

int64_t id(size_t index) {
  return rows.rows[size_t(list.mapToSource(list.index(int(index), 0)).row())].id;
}

} // namespace

int main(int argc, char **argv) {
  QCoreApplication application(argc, argv);
  const lists_library library = {make, change, sort, count, id};
  return lists_main(argc, argv, &library);
}
