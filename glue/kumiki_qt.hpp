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
 * Everything here is inline: the library does not need Qt. A program needs Qt6Core. One that includes
 * kumiki.hpp too includes it before Qt's headers, or defines QT_NO_KEYWORDS: Qt has a macro "forever".
 */
#ifndef KUMIKI_QT_HPP
#define KUMIKI_QT_HPP

#include <QAbstractListModel>
#include <QByteArray>
#include <QHash>
#include <QMetaProperty>
#include <QObject>
#include <QPointer>
#include <QSocketNotifier>
#include <QString>
#include <QVariant>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "kumiki_face.h"

/* ----------------------------------------------------------------------- the loop */

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

/* ------------------------------------------------------------------------- values */

/**
 * A value of the state for Qt: QString, qlonglong, double, bool, QVariantList, QVariantMap; an invalid
 * QVariant for null and for nothing.
 *
 * Owns: value borrowed. NULL: invalid. Threads: any. Since: 0.3.
 */
inline QVariant kmk_qt_variant(const json_t *value) {
  if (json_is_string(value))
    return QString::fromUtf8(json_string_value(value),
                             static_cast<qsizetype>(json_string_length(value)));
  if (json_is_integer(value)) return static_cast<qlonglong>(json_integer_value(value));
  if (json_is_real(value)) return json_real_value(value);
  if (json_is_boolean(value)) return json_is_true(value);
  if (json_is_array(value)) {
    QVariantList list;
    for (std::size_t i = 0; i < json_array_size(value); i++)
      list.append(kmk_qt_variant(json_array_get(value, i)));
    return list;
  }
  if (!json_is_object(value)) return QVariant();
  QVariantMap map;
  auto *object = const_cast<json_t *>(value); /* which its iterators ask for, and do not change */
  for (void *at = json_object_iter(object); at != nullptr; at = json_object_iter_next(object, at))
    map.insert(QString::fromUtf8(json_object_iter_key(at)),
               kmk_qt_variant(json_object_iter_value(at)));
  return map;
}

/**
 * A value of Qt's as JSON: texts, numbers, truths, lists and maps of them; null for what is invalid or
 * cannot be a text. A number without a fraction is an integer.
 *
 * Owns: the result is new. Threads: any. Since: 0.3.
 */
inline json_t *kmk_qt_json(const QVariant &value) {
  switch (value.typeId()) {
    case QMetaType::Bool: return json_boolean(value.toBool());
    case QMetaType::Short:
    case QMetaType::UShort:
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::Long:
    case QMetaType::LongLong: return json_integer(value.toLongLong());
    case QMetaType::ULong:
    case QMetaType::ULongLong: /* what is too large is a real */
    case QMetaType::Float:
    case QMetaType::Double: {
      const double number = value.toDouble();
      if (number >= -9e15 && number <= 9e15 &&
          number == static_cast<double>(static_cast<json_int_t>(number)))
        return json_integer(static_cast<json_int_t>(number));
      json_t *real = json_real(number);
      return real != nullptr ? real : json_null(); /* JSON has no infinity */
    }
    case QMetaType::QVariantList:
    case QMetaType::QStringList: {
      json_t *list = json_array();
      for (const QVariant &each : value.toList()) json_array_append_new(list, kmk_qt_json(each));
      return list;
    }
    case QMetaType::QVariantMap: {
      json_t *object = json_object();
      const QVariantMap map = value.toMap();
      for (auto each = map.begin(); each != map.end(); ++each)
        json_object_set_new(object, each.key().toUtf8().constData(), kmk_qt_json(each.value()));
      return object;
    }
    default: break;
  }
  if (!value.isValid() || !value.canConvert<QString>()) return json_null();
  const QByteArray text = value.toString().toUtf8();
  json_t *made = json_stringn(text.constData(), static_cast<std::size_t>(text.size()));
  return made != nullptr ? made : json_null();
}

/* --------------------------------------------------------------------- properties */

/** A property of an object and the place that it follows: what is behind kmk_qt_show. */
class kmk_qt_field : public QObject {
public:
  kmk_qt_field(kmk_store *store, const char *pointer, QObject *object, QMetaProperty property)
      : QObject(object), store_(store), pointer_(pointer), object_(object), property_(property) {}

  ~kmk_qt_field() override { kmk_subscription_free(told_); }

  bool observe() {
    told_ = kmk_store_observe(store_, pointer_.constData(), follow, this, nullptr, nullptr);
    return told_ != nullptr;
  }

  void write(const QByteArray &binding_case) {
    if (is_following_) return;
    const QPointer<kmk_qt_field> still(this); /* the action may delete what it stands in */
    json_t *value = kmk_qt_json(property_.read(object_));
    kmk_store_write_binding(store_, binding_case.constData(), pointer_.constData(), value, nullptr);
    json_decref(value);
    if (still.isNull()) return;
    json_t *kept = kmk_store_get(store_, pointer_.constData(), nullptr);
    put(kept);
    json_decref(kept);
  }

private:
  static void follow(const json_t *value, void *data) {
    static_cast<kmk_qt_field *>(data)->put(value);
  }

  QVariant fitting(const json_t *value) const {
    QVariant next = kmk_qt_variant(value);
    const QMetaType type = property_.metaType();
    if (type.id() == QMetaType::Bool) return kmk_face_truth(value);
    if (type.id() == QMetaType::QVariant) return next;
    if (!next.convert(type)) next = QVariant(type); /* what does not fit is none: "", 0 */
    return next;
  }

  /* A property that is so already is left. The cursor of an edited text stays where it is. */
  void put(const json_t *value) {
    const QVariant next = fitting(value);
    if (property_.read(object_) == next) return;
    const QVariant cursor = object_->property("cursorPosition");
    is_following_ = true;
    property_.write(object_, next);
    if (cursor.isValid()) object_->setProperty("cursorPosition", cursor);
    is_following_ = false;
  }

  kmk_store *store_;
  QByteArray pointer_;
  QObject *object_;
  QMetaProperty property_;
  kmk_subscription *told_ = nullptr;
  bool is_following_ = false;
};

/* NULL: there is no such property that may be read and written, and Qt's log names it; or the place
 * cannot be observed. */
inline kmk_qt_field *kmk_qt_field_new(kmk_store *store, const char *pointer, QObject *object,
                                      const char *property) {
  if (store == nullptr || pointer == nullptr || object == nullptr || property == nullptr)
    return nullptr;
  const QMetaObject *type = object->metaObject();
  const QMetaProperty found = type->property(type->indexOfProperty(property));
  if (!found.isValid() || !found.isReadable() || !found.isWritable()) {
    qCritical("kumiki: the property \"%s\" of a %s cannot follow %s: %s", property,
              type->className(), pointer,
              found.isValid() ? "it may not be read and set" : "there is none of that name");
    return nullptr;
  }
  auto *field = new kmk_qt_field(store, pointer, object, found);
  if (field->observe()) return field;
  delete field;
  return nullptr;
}

/**
 * Has a property of an object follow a place in the state.
 *
 * A bool is whether something is there, as of kmk_face_truth. Other values are converted as QVariant
 * does; one that does not fit is the type's default, "" or 0.
 *
 * @return whether it does.
 *
 * Owns: store and object borrowed until the object has gone, texts copied. NULL: false for any of them.
 * Fails: as kmk_store_observe; a property that is not there: qCritical names it. Threads: owner,
 * callback. Since: 0.3.
 */
inline bool kmk_qt_show(kmk_store *store, const char *pointer, QObject *object,
                        const char *property) {
  return kmk_qt_field_new(store, pointer, object, property) != nullptr;
}

/**
 * Does what kmk_qt_show does, and writes what the user makes of the property, as a binding.
 *
 * What the state is after the write is what the object says: a refused text is taken back, and the
 * cursor stays where it was.
 *
 * @param binding_case  as in kmk_store_write_binding.
 * @param changed       the object's signal that tells of it: &QLineEdit::textEdited,
 *                      qOverload<int>(&QSpinBox::valueChanged), &QAbstractButton::toggled.
 *
 * Owns: as kmk_qt_show. NULL: false; a NULL binding_case too. Fails: as kmk_qt_show. Threads: owner,
 * callback. Since: 0.3.
 */
template <class Object, class Signal>
inline bool kmk_qt_bind(kmk_store *store, const char *pointer, const char *binding_case,
                        Object *object, const char *property, Signal changed) {
  kmk_qt_field *field =
      binding_case != nullptr ? kmk_qt_field_new(store, pointer, object, property) : nullptr;
  if (field == nullptr) return false;
  QObject::connect(object, changed, field,
                   [field, name = QByteArray(binding_case)] { field->write(name); });
  return true;
}

/* --------------------------------------------------------------------------- rows */

/* The value at a JSON Pointer in a row, borrowed; NULL where nothing is. */
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
 * A kmk_list as a model for QListView, QML and others: each edit of the list is one of the model, so what
 * is selected and where a view is scrolled to stays.
 *
 * A row's values have roles: those that were given to the constructor, from Qt::UserRole + 1 on, with
 * their names for QML. Qt::UserRole is the whole row, Qt::DisplayRole the first of the given ones.
 *
 * Owns: list borrowed until the model has gone. Threads: owner, callback. Since: 0.3.
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

  /** Whether it follows the list: not for a NULL list, nor on another thread. */
  bool is_valid() const { return told_ != nullptr; }

  /** The id of a row, borrowed; NULL where there is none: for the payload of an action. */
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

  /* A row without an id has none to be asked for. */
  static json_t *kept(const json_t *id) { return id != nullptr ? kmk_json_retain(id) : json_null(); }

  void reset(std::size_t count) {
    beginResetModel();
    clear();
    for (std::size_t i = 0; i < count; i++) {
      json_t *id = kmk_list_id(list_, i, nullptr);
      ids_.push_back(id != nullptr ? id : json_null());
    }
    endResetModel();
  }

  void insert(int at, const json_t *id) {
    beginInsertRows(QModelIndex(), at, at);
    ids_.insert(ids_.begin() + at, kept(id));
    endInsertRows();
  }

  void remove(int at) {
    beginRemoveRows(QModelIndex(), at, at);
    json_decref(ids_[static_cast<std::size_t>(at)]);
    ids_.erase(ids_.begin() + at);
    endRemoveRows();
  }

  void move(int from, int to) {
    if (from != to) { /* Qt names the row before which it comes, as they stand before the move */
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
        case KMK_LIST_REMOVE: model->remove(at); break;
        case KMK_LIST_MOVE: model->move(static_cast<int>(edits[i].from), at); break;
        case KMK_LIST_CHANGE: model->change(at); break;
      }
    }
  }

  kmk_list *list_;
  roles roles_;
  std::vector<json_t *> ids_;
  kmk_subscription *told_ = nullptr;
};

#endif
