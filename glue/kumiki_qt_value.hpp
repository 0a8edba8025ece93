/**
 * Converts values of the state to Qt's types, and back. Part of kumiki_qt.hpp, which includes this header.
 */
#ifndef KUMIKI_QT_VALUE_HPP
#define KUMIKI_QT_VALUE_HPP

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonValue>
#include <QMetaType>
#include <QString>
#include <QVariant>
#include <cstddef>
#include <cstdint>

#include "kumiki_face.h"

/**
 * Converts a value of the state for Qt: QString, qlonglong, double, bool, QVariantList, QVariantMap. Null
 * and a missing value become an invalid QVariant.
 *
 * Owns: value borrowed. NULL: returns an invalid QVariant. Threads: any. Since: 0.3.
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
  auto *object = const_cast<json_t *>(value); /* the iterators take no const, but write nothing */
  for (void *at = json_object_iter(object); at != nullptr; at = json_object_iter_next(object, at))
    map.insert(QString::fromUtf8(json_object_iter_key(at)),
               kmk_qt_variant(json_object_iter_value(at)));
  return map;
}

/* Makes an integer from a whole number of at most 2^53; a larger double is not exact. Infinity and NaN, which
 * JSON lacks, become null. */
inline json_t *kmk_qt_number(double number) {
  constexpr double most = 9007199254740992.0;
  if (number >= -most && number <= most &&
      number == static_cast<double>(static_cast<json_int_t>(number)))
    return json_integer(static_cast<json_int_t>(number));
  json_t *real = json_real(number);
  return real != nullptr ? real : json_null();
}

/**
 * Converts a Qt value to JSON.
 *
 * Numbers (including C's characters), booleans and strings keep their type; an enum becomes its number. A
 * value that converts to a QVariantList or a QVariantMap becomes an array or an object: QStringList,
 * QList<int>, QVariantHash, QJsonObject. Any other value that converts to a QString becomes a string, and all
 * others become null.
 *
 * A double without a fraction becomes an integer if it is between -2^53 and 2^53, and otherwise a real. An
 * integer of any type stays exact up to INT64_MAX; a larger integer becomes a real.
 *
 * Owns: the result is new. Threads: any. Since: 0.3.
 */
inline json_t *kmk_qt_json(const QVariant &value) {
  switch (value.typeId()) {
    case QMetaType::Bool: return json_boolean(value.toBool());
    case QMetaType::Char: return json_integer(value.value<char>());
    case QMetaType::SChar: return json_integer(value.value<signed char>());
    case QMetaType::UChar: return json_integer(value.value<unsigned char>());
    case QMetaType::Short:
    case QMetaType::UShort:
    case QMetaType::Int:
    case QMetaType::UInt:
    case QMetaType::Long:
    case QMetaType::LongLong: return json_integer(value.toLongLong());
    case QMetaType::ULong:
    case QMetaType::ULongLong: {
      const qulonglong number = value.toULongLong();
      return number <= INT64_MAX ? json_integer(static_cast<json_int_t>(number))
                                 : json_real(static_cast<double>(number));
    }
    case QMetaType::Float:
    case QMetaType::Double: return kmk_qt_number(value.toDouble());
    case QMetaType::Nullptr: return json_null();
    case QMetaType::QJsonValue: return kmk_qt_json(value.toJsonValue().toVariant());
    case QMetaType::QJsonDocument: return kmk_qt_json(value.toJsonDocument().toVariant());
    case QMetaType::QString:
    case QMetaType::QByteArray:
    case QMetaType::QChar: break;
    default:
      if (value.metaType().flags().testFlag(QMetaType::IsEnumeration))
        return json_integer(value.toLongLong());
      if (value.canConvert<QVariantMap>()) {
        json_t *object = json_object();
        const QVariantMap map = value.toMap();
        for (auto each = map.begin(); each != map.end(); ++each)
          json_object_set_new(object, each.key().toUtf8().constData(), kmk_qt_json(each.value()));
        return object;
      }
      if (value.canConvert<QVariantList>()) {
        json_t *list = json_array();
        for (const QVariant &each : value.toList()) json_array_append_new(list, kmk_qt_json(each));
        return list;
      }
  }
  if (!value.isValid() || !value.canConvert<QString>()) return json_null();
  const QByteArray text = value.toString().toUtf8();
  json_t *made = json_stringn(text.constData(), static_cast<std::size_t>(text.size()));
  return made != nullptr ? made : json_null();
}

#endif
