/**
 * Properties of Qt's objects that follow the state and write it: a part of kumiki_qt.hpp, which includes it.
 */
#ifndef KUMIKI_QT_FIELD_HPP
#define KUMIKI_QT_FIELD_HPP

#include <QByteArray>
#include <QMetaObject>
#include <QMetaProperty>
#include <QObject>
#include <QPointer>
#include <QVariant>
#include <utility>

#include "kumiki_qt_text.hpp"
#include "kumiki_qt_value.hpp"

#ifdef QT_WIDGETS_LIB
#include <QAbstractItemModel>
#include <QComboBox>
#endif

/** A property of an object and the place that it follows: what is behind kmk_qt_show. */
class kmk_qt_field : public QObject {
public:
  /* The case is null for one that does not write. */
  kmk_qt_field(kmk_store *store, const char *pointer, QObject *object, QMetaProperty property,
               QByteArray binding_case)
      : QObject(object), store_(store), pointer_(pointer), object_(object), property_(property),
        case_(std::move(binding_case)), is_box_(object->inherits("QComboBox")) {}

  ~kmk_qt_field() override {
    if (link_ != nullptr) link_->field = nullptr;
    kmk_subscription_free(told_);
  }

  /* Whether it follows now. A slot of the object may have deleted the field. */
  bool observe() {
    const QPointer<kmk_qt_field> still(this);
    auto *of = new link{this};
    link_ = of;
    kmk_subscription *told =
        kmk_store_observe(store_, pointer_.constData(), follow, of, let_go, nullptr);
    if (still.isNull()) kmk_subscription_free(told);
    if (still.isNull() || told == nullptr) return false;
    told_ = told;
    watch_items();
    return true;
  }

  void write() {
    if (is_following_ || store_ == nullptr) return;
    const QPointer<kmk_qt_field> still(this); /* the action may delete what it stands in */
    send(property_.read(object_));
    if (still.isNull() || store_ == nullptr) return; /* or end the store */
    put_state();
  }

private:
  /* What the store holds of a field: either may end first. */
  struct link {
    kmk_qt_field *field;
  };

  static void follow(const json_t *value, void *data) {
    kmk_qt_field *field = static_cast<link *>(data)->field;
    if (field != nullptr) field->put(value);
  }

  static void let_go(void *data) {
    auto *of = static_cast<link *>(data);
    if (of->field != nullptr) {
      of->field->store_ = nullptr;
      of->field->link_ = nullptr;
    }
    delete of;
  }

  void send(const QVariant &value) {
    json_t *json = kmk_qt_json(value);
    kmk_store_write_binding(store_, case_.constData(), pointer_.constData(), json, nullptr);
    json_decref(json);
  }

  void put_state() {
    if (store_ == nullptr) return;
    json_t *value = kmk_store_get(store_, pointer_.constData(), nullptr);
    put(value);
    json_decref(value);
  }

  QVariant fitting(const json_t *value) const {
    QVariant next = kmk_qt_variant(value);
    const QMetaType type = property_.metaType();
    if (type.id() == QMetaType::Bool) return kmk_face_truth(value);
    if (type.id() == QMetaType::QVariant) return next;
    if (!next.convert(type)) next = QVariant(type); /* what does not fit is none: "", 0 */
    return next;
  }

  /* A property that is so already is left. */
  void put(const json_t *value) {
    const bool may_answer = !std::exchange(is_answered_, false);
    const QVariant next = fitting(value), old = property_.read(object_);
    is_missed_ = false;
    if (old == next) return;
    const QPointer<kmk_qt_field> still(this); /* a slot of the object's may delete it */
    const bool was_following = std::exchange(is_following_, true);
    set(old, next);
    if (still.isNull()) return;
    is_following_ = was_following;
    const QVariant made = property_.read(object_);
    if (made == next) return;
    is_missed_ = is_box_;
    if (may_answer && !case_.isNull() && !is_box_ && store_ != nullptr) answer(next, made);
  }

  void set(const QVariant &old, const QVariant &next) {
    const bool is_text = next.typeId() == QMetaType::QString;
    /* The first text is no edit that a user could undo. */
    if (is_text && told_ != nullptr && qstrcmp(property_.name(), "plainText") == 0 &&
        kmk_qt_edit(object_, next.toString()))
      return;
    const QPointer<QObject> still(object_);
    const QVariant cursor = is_text ? object_->property("cursorPosition") : QVariant();
    property_.write(object_, next);
    if (still.isNull() || !cursor.isValid() || property_.read(object_) != next) return;
    const kmk_qt_difference difference(old.toString(), next.toString());
    object_->setProperty("cursorPosition", difference.moved(cursor.toInt()));
  }

  /* Writes what the object made of a value. The put that this leads to does not answer again; where it
   * leads to none, as the reducer refused it, the next turn of Qt's event loop is a new begin. */
  void answer(const QVariant &asked, const QVariant &made) {
    json_t *one = kmk_qt_json(asked), *other = kmk_qt_json(made);
    const bool is_same = json_equal(one, other) != 0;
    json_decref(one);
    json_decref(other);
    if (is_same) return;
    is_answered_ = true;
    QMetaObject::invokeMethod(this, [this] { is_answered_ = false; }, Qt::QueuedConnection);
    send(made);
  }

  /* A box whose items come after its value gets the value again. Its choice of a first item is none of
   * the user's. */
  void watch_items() {
#ifdef QT_WIDGETS_LIB
    auto *box = qobject_cast<QComboBox *>(object_);
    if (box == nullptr) return;
    const auto begin = [this] { is_following_ = is_following_ || is_missed_; };
    const auto end = [this] {
      if (!is_missed_) return;
      is_following_ = false;
      put_state();
    };
    const QAbstractItemModel *items = box->model();
    connect(items, &QAbstractItemModel::rowsAboutToBeInserted, this, begin);
    connect(items, &QAbstractItemModel::modelAboutToBeReset, this, begin);
    connect(items, &QAbstractItemModel::rowsInserted, this, end);
    connect(items, &QAbstractItemModel::modelReset, this, end);
#endif
  }

  kmk_store *store_;
  QByteArray pointer_;
  QObject *object_;
  QMetaProperty property_;
  QByteArray case_;
  bool is_box_;
  link *link_ = nullptr;
  kmk_subscription *told_ = nullptr;
  bool is_following_ = false; /* the store writes the property */
  bool is_answered_ = false;  /* the last put was answered */
  bool is_missed_ = false;    /* a box had no such item at the last put */
};

/* NULL: there is no such property that may be read and written, and Qt's log names it; or the place
 * cannot be observed. */
inline kmk_qt_field *kmk_qt_field_new(kmk_store *store, const char *pointer, QObject *object,
                                      const char *property, const char *binding_case) {
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
  const QPointer<kmk_qt_field> field(
      new kmk_qt_field(store, pointer, object, found, QByteArray(binding_case)));
  if (field->observe()) return field.data();
  delete field.data();
  return nullptr;
}

/**
 * Has a property of an object follow a place in the state.
 *
 * A bool is whether something is there, as of kmk_face_truth. Other values are converted as QVariant
 * does; one that does not fit is the type's default, "" or 0. What the object makes of a value, such as
 * a bar that ends at its maximum, is left as it is.
 *
 * The cursor of a line stays beside the text that stays. In a QPlainTextEdit or a QTextEdit "plainText"
 * changes where it differs, so cursor, selection and undo stay. A QComboBox that has no such item yet gets
 * the value again when rows come into its model. Both need QT_WIDGETS_LIB, which CMake, qmake and pkg-config
 * define for a program with Qt6Widgets; without it such a text is replaced as a whole.
 *
 * @return whether it does.
 *
 * Owns: store and object borrowed until either has gone, texts copied. NULL: false for any of them.
 * Fails: as kmk_store_observe; a property that is not there: qCritical names it. Threads: owner,
 * callback. Since: 0.3.
 */
inline bool kmk_qt_show(kmk_store *store, const char *pointer, QObject *object,
                        const char *property) {
  return kmk_qt_field_new(store, pointer, object, property, nullptr) != nullptr;
}

/**
 * Does what kmk_qt_show does, and writes what the user makes of the property, as a binding.
 *
 * What the state is after the write is what the object says: a refused text is taken back, and the
 * cursor stays beside what stayed.
 *
 * If the object or a slot alters what the state gave it, such as a spin box at its maximum, the state is
 * written once with what the object made of it. So set ranges, decimals and masks before. A QComboBox does
 * not answer: its items may come later. A value of another type, which shows as "" or 0, is left too.
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
  kmk_qt_field *field = binding_case != nullptr
                            ? kmk_qt_field_new(store, pointer, object, property, binding_case)
                            : nullptr;
  if (field == nullptr) return false;
  QObject::connect(object, changed, field, [field] { field->write(); });
  return true;
}

#endif
