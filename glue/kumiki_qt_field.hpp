/** Properties of Qt's objects that show the state and write it. Part of kumiki_qt.hpp, which includes this
 * header. */
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

/** A property of an object and the place that it follows, for kmk_qt_show and kmk_qt_bind. */
class kmk_qt_field : public QObject {
public:
  /* binding_case is null for a field that only shows. */
  kmk_qt_field(kmk_store *store, const char *pointer, QObject *object, QMetaProperty property,
               QByteArray binding_case)
      : QObject(object), store_(store), pointer_(pointer), object_(object), property_(property),
        case_(std::move(binding_case)), is_box_(object->inherits("QComboBox")) {}

  ~kmk_qt_field() override {
    if (link_ != nullptr) link_->field = nullptr;
    kmk_subscription_free(told_);
  }

  /* Starts to observe. Returns whether the field follows its place: a slot of the object may have deleted the
   * field. */
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
    const QPointer<kmk_qt_field> still(this); /* the action may delete this field */
    send(property_.read(object_));
    if (still.isNull() || store_ == nullptr) return; /* or it may end the store */
    put_state();
  }

private:
  /* Connects the field with its observer in the store. Either may end first. */
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
    if (!next.convert(type)) next = QVariant(type); /* a mismatch becomes the default: "", 0 */
    return next;
  }

  /* Sets the property, unless the property already has the value. */
  void put(const json_t *value) {
    const bool may_answer = !std::exchange(is_answered_, false);
    const QVariant next = fitting(value), old = property_.read(object_);
    is_missed_ = false;
    if (old == next) return;
    const QPointer<kmk_qt_field> still(this); /* a slot of the object may delete it */
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
    /* The user must not be able to undo the first text. */
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

  /* Writes back to the state a value that the object has altered. The put that this causes does not call
   * answer again. If the reducer refuses the value, no put follows; in the next iteration of Qt's event loop
   * the field may answer again. */
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

  /* If a combo box gets its items after its value, the value is set again. The box's automatic selection of
   * its first item is not a change by the user, and is not written. */
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

/* Returns NULL if the property is missing or cannot be both read and written, which Qt's log reports; or if
 * the place cannot be observed. */
inline kmk_qt_field *kmk_qt_field_new(kmk_store *store, const char *pointer, QObject *object,
                                      const char *property, const char *binding_case) {
  if (store == nullptr || pointer == nullptr || object == nullptr || property == nullptr)
    return nullptr;
  const QMetaObject *type = object->metaObject();
  const QMetaProperty found = type->property(type->indexOfProperty(property));
  if (!found.isValid() || !found.isReadable() || !found.isWritable()) {
    qCritical("kumiki: the property \"%s\" of a %s cannot follow %s: %s", property,
              type->className(), pointer,
              found.isValid() ? "it may not be read and set" : "there is no property with that name");
    return nullptr;
  }
  const QPointer<kmk_qt_field> field(
      new kmk_qt_field(store, pointer, object, found, QByteArray(binding_case)));
  if (field->observe()) return field.data();
  delete field.data();
  return nullptr;
}

/**
 * Makes a property of an object follow a place in the state.
 *
 * A bool shows whether the value counts as true, by kmk_face_truth. Other values are converted as QVariant
 * converts them; a mismatch gives the type's default, "" or 0. If the object alters a value, as a progress
 * bar does with a value above its maximum, the object shows the altered value.
 *
 * When the text of a line edit changes, the cursor stays at the same place in the unchanged text. In a
 * QPlainTextEdit or QTextEdit, "plainText" is replaced only where it differs, so the cursor, the selection
 * and the undo history are kept. If a QComboBox has no item for the value, the value is set again when rows
 * are inserted into its model. Text edits and combo boxes need QT_WIDGETS_LIB for this, which CMake, qmake
 * and pkg-config define for a program with Qt6Widgets; without it the whole text is replaced.
 *
 * @return whether the property follows the place.
 *
 * Owns: store and object borrowed until either is gone, strings copied. NULL: returns false for any of them.
 * Fails: as kmk_store_observe; a missing property, which qCritical reports. Threads: owner, callback. Since:
 * 0.3.
 */
inline bool kmk_qt_show(kmk_store *store, const char *pointer, QObject *object,
                        const char *property) {
  return kmk_qt_field_new(store, pointer, object, property, nullptr) != nullptr;
}

/**
 * Makes a property follow a place in the state, as kmk_qt_show does, and writes the user's changes of the
 * property to the state, as a binding.
 *
 * After each write the object shows the state: if a reducer refuses an edit, the old text returns, and the
 * cursor stays at the same place in the unchanged part.
 *
 * If the object or a slot alters a value from the state, as a spin box does with a value above its maximum,
 * the altered value is written to the state once. So set ranges, decimals and masks first. A QComboBox does
 * not write in this way, because its items may be added later. A value of the wrong type, which shows as ""
 * or 0, is not written back either.
 *
 * @param binding_case  as in kmk_store_write_binding.
 * @param changed       the object's signal for a change by the user: &QLineEdit::textEdited,
 *                      qOverload<int>(&QSpinBox::valueChanged), &QAbstractButton::toggled.
 *
 * Owns: as kmk_qt_show. NULL: returns false; so does a NULL binding_case. Fails: as kmk_qt_show. Threads:
 * owner, callback. Since: 0.3.
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
