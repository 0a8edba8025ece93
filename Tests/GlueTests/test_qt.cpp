/* kumiki_qt.hpp: Qt's event loop, properties of its objects, rows as a model. */
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QEventLoop>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QSlider>
#include <QSpinBox>
#include <QTimer>

#include <kumiki_qt.hpp>

// cmocka's macros, fail and skip, are names in the headers above.
#include <csetjmp>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstring>

extern "C" {
#include <cmocka.h>

#include "glue_support.h"
}

static QSocketNotifier *notifier;

extern "C" void host_open(kmk_loop *loop) { notifier = kmk_qt_attach(loop); }

extern "C" void host_close(void) { delete notifier; }

extern "C" void host_serve(bool (*is_over)(void *), void *data) {
  QEventLoop inside;
  while (!is_over(data))
    inside.processEvents(QEventLoop::WaitForMoreEvents);
}

extern "C" int host_turns(int milliseconds) {
  bool is_up = false;
  int turns = 0;
  QEventLoop inside;
  QTimer::singleShot(milliseconds, [&is_up] { is_up = true; });
  while (!is_up) {
    inside.processEvents(QEventLoop::WaitForMoreEvents);
    turns++;
  }
  return turns;
}

/* ------------------------------------------------------------------------ the loop */

static QSocketNotifier *elsewhere;

static void attach(fixture *f) { elsewhere = kmk_qt_attach(f->loop); }

static void where_there_is_nothing_to_serve_there_is_no_notifier(void **state) {
  auto *f = static_cast<fixture *>(*state);
  assert_null(kmk_qt_attach(nullptr));
  on_thread(attach, f);
  assert_null(elsewhere);
}

/* ------------------------------------------------------------------------- values */

static void values_go_to_qt_and_back(void **) {
  static const char *const all[] = {"null",
                                    "true",
                                    "false",
                                    "0",
                                    "-9007199254740993",
                                    "0.5",
                                    "\"\"",
                                    "\"d\u00e9j\u00e0\"",
                                    "[]",
                                    "[1,[\"a\"],{}]",
                                    "{\"a\":{\"b\":null}}",
                                    "\"a\\u0000b\""};
  for (const char *text : all) {
    json_t *value = json_loads(text, JSON_DECODE_ANY | JSON_ALLOW_NUL, nullptr);
    json_t *back = kmk_qt_json(kmk_qt_variant(value));
    assert_true(json_equal(value, back));
    json_decref(back);
    json_decref(value);
  }
  json_t *whole = kmk_qt_json(3.0), *infinite = kmk_qt_json(qInf()),
         *none = kmk_qt_json(QVariant());
  assert_true(json_is_integer(whole));
  assert_true(json_is_null(infinite));
  assert_true(json_is_null(none));
  assert_false(kmk_qt_variant(nullptr).isValid());
  json_decref(whole);
}

static void assert_json(const QVariant &value, const char *expected) {
  json_t *json = kmk_qt_json(value);
  char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
  assert_string_equal(text, expected);
  free(text);
  json_decref(json);
}

static void numbers_are_exact_and_containers_are_containers(void **) {
  assert_json(qulonglong(9223372036854775807ULL), "9223372036854775807");
  assert_json(qulonglong(10000000000000001ULL), "10000000000000001");
  assert_json(9007199254740992.0, "9007199254740992");
  assert_json(QVariant::fromValue<quint8>(5), "5");
  assert_json(QVariant::fromValue<qint8>(-5), "-5");
  assert_json(QVariant::fromValue<char>('A'), "65");
  assert_json(QVariant::fromValue(Qt::PartiallyChecked), "1");
  assert_json(QVariantHash{{"a", 1}}, "{\"a\":1}");
  assert_json(QStringList{"a", "b"}, "[\"a\",\"b\"]");
  assert_json(QVariant::fromValue(QList<int>{1, 2}), "[1,2]");
  assert_json(QVariant::fromValue(nullptr), "null");
  assert_json(QByteArray("text"), "\"text\"");
}

/* --------------------------------------------------------------------- properties */

/* Undoes a string that contains an "x". */
static kmk_effect *picky(kmk_state *state, const json_t *, kmk_env *, void *) {
  const json_t *text = kmk_state_get(state, "/text");
  if (json_is_string(text) && strchr(json_string_value(text), 'x') != nullptr)
    kmk_state_set_new(state, "/text", json_string("kept"));
  return nullptr;
}

static kmk_store *open_fields(kmk_loop *loop) {
  static const kmk_field fields[] = {{"/text", "any"}, {"/on", "any"}, {"/n", "any"}};
  json_t *initial = json_pack("{s:s, s:n, s:i}", "text", "abc", "on", "n", 3);
  kmk_reducer *reducers[] = {kmk_binding_fields("binding", 3, fields),
                             kmk_reducer_new(picky, nullptr, nullptr)};
  kmk_store *store = kmk_store_new(loop, kmk_combine(2, reducers), initial, nullptr);
  assert_non_null(store);
  json_decref(initial);
  return store;
}

static void write(kmk_store *store, const char *pointer, const char *text) {
  json_t *value = json_loads(text, JSON_DECODE_ANY, nullptr);
  assert_int_equal(kmk_store_write_binding(store, "binding", pointer, value, nullptr), KMK_OK);
  json_decref(value);
}

static void assert_value(kmk_store *store, const char *pointer, const char *expected) {
  json_t *value = kmk_store_get(store, pointer, nullptr);
  char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);
  assert_string_equal(text, expected);
  free(text);
  json_decref(value);
}

static void a_property_follows_the_state_and_writes_it(void **) {
  const size_t live = kmk_live_objects();
  kmk_loop *loop = kmk_loop_new_virtual(nullptr);
  kmk_store *store = open_fields(loop);
  {
    QLabel label;
    QLineEdit edit;
    QCheckBox box;
    QSpinBox spin;
    QSlider slider;
    assert_true(kmk_qt_show(store, "/text", &label, "text"));
    assert_true(kmk_qt_bind(store, "/text", "binding", &edit, "text", &QLineEdit::textChanged));
    assert_true(kmk_qt_bind(store, "/on", "binding", &box, "checked", &QCheckBox::toggled));
    assert_true(kmk_qt_bind(store, "/n", "binding", &spin, "value",
                            qOverload<int>(&QSpinBox::valueChanged)));
    assert_true(kmk_qt_bind(store, "/n", "binding", &slider, "value", &QSlider::valueChanged));
    assert_true(edit.text() == "abc" && label.text() == "abc" && !box.isChecked());
    assert_int_equal(spin.value(), 3);
    spin.setValue(7);
    assert_int_equal(slider.value(), 7);
    slider.setValue(8);
    assert_value(store, "/n", "8");
    box.setChecked(true);
    assert_value(store, "/on", "true");
    write(store, "/on", "{}");
    assert_true(box.isChecked());
    write(store, "/on", "0");
    assert_false(box.isChecked());
    write(store, "/n", "\"many\""); /* does not match */
    assert_int_equal(spin.value(), 0);
    edit.setCursorPosition(1);
    edit.insert("d");
    assert_value(store, "/text", "\"adbc\"");
    assert_int_equal(edit.cursorPosition(), 2);
    write(store, "/text", "\"longer\"");
    assert_int_equal(edit.cursorPosition(), 6); /* the whole text was replaced */
    edit.insert("x");                           /* is refused */
    assert_true(edit.text() == "kept" && label.text() == "kept");
    write(store, "/text", "null");
    assert_true(edit.text().isEmpty());
  }
  write(store, "/text", "\"nobody follows\"");
  kmk_store_free(store);
  kmk_loop_free(loop);
  assert_int_equal(kmk_live_objects(), live);
}

static void what_is_bound_ends_with_the_store(void **) {
  kmk_loop *loop = kmk_loop_new_virtual(nullptr);
  kmk_store *store = open_fields(loop);
  QLineEdit edit;
  assert_true(kmk_qt_bind(store, "/text", "binding", &edit, "text", &QLineEdit::textChanged));
  kmk_store_free(store);
  edit.end(false);
  edit.insert("d");
  assert_true(edit.text() == "abcd");
  kmk_loop_free(loop);
}

static void a_slot_may_delete_the_object_or_end_the_store(void **) {
  kmk_loop *loop = kmk_loop_new_virtual(nullptr);
  kmk_store *store = open_fields(loop);
  auto *spin = new QSpinBox;
  assert_true(kmk_qt_bind(store, "/n", "binding", spin, "value", &QSpinBox::valueChanged));
  QObject::connect(spin, &QSpinBox::valueChanged, [spin] { delete spin; });
  write(store, "/n", "7"); /* valgrind reports a write to the deleted field */
  QSpinBox other;
  other.setMaximum(50);
  assert_true(kmk_qt_bind(store, "/n", "binding", &other, "value", &QSpinBox::valueChanged));
  QObject::connect(&other, &QSpinBox::valueChanged, [store](int n) {
    if (n == 50)
      kmk_store_free(store);
  });
  write(store, "/n", "90");
  other.setValue(4);
  assert_int_equal(other.value(), 4);
  kmk_loop_free(loop);
}

static void what_the_object_makes_of_a_value_is_written(void **) {
  kmk_loop *loop = kmk_loop_new_virtual(nullptr);
  kmk_store *store = open_fields(loop);
  {
    QSpinBox spin;
    QSlider shown;
    QLineEdit edit;
    shown.setMaximum(10);
    assert_true(kmk_qt_bind(store, "/n", "binding", &spin, "value", &QSpinBox::valueChanged));
    assert_true(kmk_qt_show(store, "/n", &shown, "value"));
    assert_true(kmk_qt_bind(store, "/text", "binding", &edit, "text", &QLineEdit::textChanged));
    QObject::connect(&edit, &QLineEdit::textChanged,
                     [&edit](const QString &text) { edit.setText(text.toUpper()); });
    for (int i = 0; i < 2; i++) {
      write(store, "/n", "200");
      assert_value(store, "/n", "99");
      assert_int_equal(shown.value(), 10);
      write(store, "/n", "1");
    }
    write(store, "/text", "\"new\"");
    assert_value(store, "/text", "\"NEW\"");
    write(store, "/text", "\"x\""); /* is refused, then altered */
    assert_value(store, "/text", "\"KEPT\"");
  }
  kmk_store_free(store);
  kmk_loop_free(loop);
}

static void a_cursor_stays_beside_what_stays(void **) {
  kmk_loop *loop = kmk_loop_new_virtual(nullptr);
  kmk_store *store = open_fields(loop);
  {
    QLineEdit edit;
    QPlainTextEdit plain;
    assert_true(kmk_qt_bind(store, "/text", "binding", &edit, "text", &QLineEdit::textEdited));
    assert_true(
        kmk_qt_bind(store, "/text", "binding", &plain, "plainText", &QPlainTextEdit::textChanged));
    assert_false(plain.document()->isUndoAvailable());
    static const struct {
      const char *old, *next;
      int from, to;
    } moves[] = {{"1234", "1,234", 4, 5},
                 {"1234", "1,234", 1, 1},
                 {"abcd", "aXYZd", 2, 4},
                 {"one two", "one", 7, 3},
                 {"a", "ab", 1, 1}};
    for (const auto &move : moves) {
      json_t *old = json_string(move.old), *next = json_string(move.next);
      kmk_store_write_binding(store, "binding", "/text", old, nullptr);
      edit.setCursorPosition(move.from);
      QTextCursor cursor = plain.textCursor();
      cursor.setPosition(move.from);
      plain.setTextCursor(cursor);
      kmk_store_write_binding(store, "binding", "/text", next, nullptr);
      assert_int_equal(edit.cursorPosition(), move.to);
      assert_int_equal(plain.textCursor().position(), move.to);
      assert_true(plain.toPlainText() == move.next);
      json_decref(old);
      json_decref(next);
    }
    QTextCursor selected = plain.textCursor();
    selected.setPosition(0);
    selected.setPosition(1, QTextCursor::KeepAnchor);
    plain.setTextCursor(selected);
    write(store, "/text", "\"abc\"");
    assert_true(plain.textCursor().selectedText() == "a");
    plain.undo();
    assert_true(plain.toPlainText() != "abc" && edit.text() == plain.toPlainText());
  }
  kmk_store_free(store);
  kmk_loop_free(loop);
}

static void a_box_that_is_filled_later_has_its_value(void **) {
  kmk_loop *loop = kmk_loop_new_virtual(nullptr);
  kmk_store *store = open_fields(loop);
  {
    QComboBox box;
    assert_true(kmk_qt_bind(store, "/text", "binding", &box, "currentText",
                            &QComboBox::currentTextChanged));
    box.addItem("first");
    box.addItem("abc");
    assert_true(box.currentText() == "abc");
    assert_value(store, "/text", "\"abc\"");
    box.setCurrentIndex(0);
    assert_value(store, "/text", "\"first\"");
  }
  kmk_store_free(store);
  kmk_loop_free(loop);
}

static QByteArray said;

static void note(QtMsgType, const QMessageLogContext &, const QString &text) {
  said = text.toUtf8();
}

static void what_cannot_be_bound_is_named(void **) {
  const size_t live = kmk_live_objects();
  kmk_loop *loop = kmk_loop_new_virtual(nullptr);
  kmk_store *store = open_fields(loop);
  QLabel label;
  qInstallMessageHandler(note);
  assert_false(kmk_qt_show(store, "/text", &label, "nothing"));
  assert_string_equal(said.constData(),
                      "kumiki: the property \"nothing\" of a QLabel cannot follow /text:"
                      " there is no property with that name");
  assert_false(kmk_qt_show(store, "/text", &label, "hasSelectedText"));
  assert_true(said.endsWith("it may not be read and set"));
  said.clear();
  assert_false(kmk_qt_show(nullptr, "/text", &label, "text"));
  assert_false(kmk_qt_show(store, nullptr, &label, "text"));
  assert_false(kmk_qt_show(store, "text", &label, "text")); /* not a pointer */
  assert_false(kmk_qt_show(store, "/text", nullptr, "text"));
  assert_false(kmk_qt_show(store, "/text", &label, nullptr));
  QLineEdit edit;
  assert_false(kmk_qt_bind(store, "/text", nullptr, &edit, "text", &QLineEdit::textEdited));
  assert_true(said.isEmpty());
  qInstallMessageHandler(nullptr);
  auto *later = new QLabel;
  assert_true(kmk_qt_show(store, "/text", later, "text"));
  kmk_store_free(store); /* before the label */
  kmk_loop_free(loop);
  assert_true(later->text() == "abc");
  delete later;
  assert_int_equal(kmk_live_objects(), live);
}

/* --------------------------------------------------------------------------- rows */

/* {"insert": [INDEX, {"id", "name"}]}, {"remove": ID}, {"rename": [ID, NAME]}, {"write": [...]} */
static kmk_effect *rows(kmk_state *state, const json_t *action, kmk_env *, void *) {
  const json_t *payload;
  if ((payload = kmk_action_payload(action, "insert")) != nullptr)
    kmk_state_insertf_new(state, json_deep_copy(json_array_get(payload, 1)), "/rows/%d",
                          static_cast<int>(json_integer_value(json_array_get(payload, 0))));
  else if ((payload = kmk_action_payload(action, "remove")) != nullptr)
    kmk_state_remove_row(state, "/rows", payload);
  else if ((payload = kmk_action_payload(action, "write")) != nullptr)
    kmk_state_set(state, "/rows", payload);
  else if ((payload = kmk_action_payload(action, "rename")) != nullptr)
    kmk_state_setf_new(state, json_deep_copy(json_array_get(payload, 1)), "/rows/%d/name",
                       static_cast<int>(json_integer_value(json_array_get(payload, 0))));
  return nullptr;
}

/* A copy of the names that only the model's signals keep up to date. */
class copy : public QObject {
public:
  explicit copy(kmk_qt_list_model *model) {
    const auto read = [model](int row) { return model->index(row).data().toString(); };
    const auto all = [this, model, read] {
      names.clear();
      for (int i = 0; i < model->rowCount(); i++)
        names.append(read(i));
    };
    all();
    connect(model, &QAbstractItemModel::modelReset, this, all);
    connect(model, &QAbstractItemModel::layoutChanged, this, all);
    connect(model, &QAbstractItemModel::rowsInserted, this,
            [this, read](const QModelIndex &, int a, int b) {
              for (int i = a; i <= b; i++)
                names.insert(i, read(i));
            });
    connect(model, &QAbstractItemModel::rowsRemoved, this,
            [this](const QModelIndex &, int a, int b) { names.remove(a, b - a + 1); });
    connect(model, &QAbstractItemModel::rowsMoved, this,
            [this](const QModelIndex &, int from, int, const QModelIndex &, int before) {
              names.move(from, before > from ? before - 1 : before);
            });
    connect(model, &QAbstractItemModel::dataChanged, this,
            [this, read](const QModelIndex &from, const QModelIndex &to) {
              for (int i = from.row(); i <= to.row(); i++)
                names[i] = read(i);
            });
  }
  QStringList names;
};

static void a_list_is_a_model(void **) {
  const size_t live = kmk_live_objects();
  static const struct {
    const char *action, *names;
  } steps[] = {
      {"{\"insert\": [0, {\"id\": \"d\", \"name\": \"dora\"}]}", "ada bo dora"},
      {"{\"rename\": [0, \"zoe\"]}", "ada bo zoe"},
      {"{\"rename\": [0, \"abe\"]}", "abe ada bo"},
      {"{\"rename\": [0, \"abel\"]}", "abel ada bo"},
      {"{\"remove\": \"a\"}", "abel bo"},
      {"{\"write\": [{\"id\": 1, \"name\": \"new\"}, {\"id\": 2, \"name\": \"a\"}]}", "a new"},
      {"{\"write\": []}", ""},
      {"{\"insert\": [0, {\"id\": \"e\", \"name\": \"eve\"}]}", "eve"},
  };
  kmk_loop *loop = kmk_loop_new_virtual(nullptr);
  json_t *initial = json_pack("{s:[{s:s, s:s}, {s:s, s:s}]}", "rows", "id", "a", "name", "ada",
                              "id", "b", "name", "bo");
  kmk_store *store = kmk_store_new(
      loop,
      kmk_for_each(kmk_reducer_new(rows, nullptr, nullptr), "/rows", "rows", nullptr, kmk_empty()),
      initial, nullptr);
  json_decref(initial);
  static const char *const sort[] = {"/name", nullptr};
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  options.sort = sort;
  kmk_list *list = kmk_list_new(store, "/rows", &options, nullptr, nullptr, nullptr);
  {
    kmk_qt_list_model model(list, {{"name", "/name"}, {"id", "/id"}, {"none", "/no/where"}});
    assert_true(model.is_valid());
    copy seen(&model);
    assert_true(seen.names.join(' ') == "ada bo");
    for (const auto &step : steps) {
      assert_int_equal(kmk_store_send_text(store, step.action, nullptr), KMK_OK);
      if (seen.names.join(' ') != step.names)
        fail_msg("%s: %s, not %s", step.action, seen.names.join(' ').toUtf8().constData(),
                 step.names);
      for (int i = 0; i < model.rowCount(); i++)
        assert_true(model.index(i).data().toString() == seen.names[i]);
    }
    assert_string_equal(json_string_value(model.id(0)), "e");
    assert_null(model.id(1));
    assert_null(model.id(-1));
    assert_true(model.index(0).data(Qt::UserRole).toMap()["name"] == "eve");
    assert_true(model.index(0).data(Qt::UserRole + 2) == "e");
    assert_false(model.index(0).data(Qt::UserRole + 3).isValid());
    assert_false(model.index(0).data(Qt::UserRole + 4).isValid());
    assert_false(model.index(0).data(Qt::DecorationRole).isValid());
    assert_false(model.data(QModelIndex(), Qt::DisplayRole).isValid());
    assert_true(model.roleNames()[Qt::UserRole + 1] == "name");
  }
  kmk_list_free(list);
  assert_false(kmk_qt_list_model(nullptr).is_valid());
  kmk_store_free(store);
  kmk_loop_free(loop);
  assert_int_equal(kmk_live_objects(), live);
}

/* By /sort; only rows whose id is at least /least, and at most /most. */
static bool is_between(const json_t *row, const json_t *const *bounds, void *) {
  const json_int_t id = json_integer_value(json_object_get(row, "id"));
  return id >= json_integer_value(bounds[0]) && id <= json_integer_value(bounds[1]);
}

static kmk_effect *view_of_rows(kmk_state *state, const json_t *action, kmk_env *, void *) {
  const char *const places[] = {"/sort", "/least", "/most"};
  for (const char *place : places) {
    const json_t *payload = kmk_action_payload(action, place + 1);
    if (payload != nullptr)
      kmk_state_set(state, place, payload);
  }
  const json_t *all = kmk_action_payload(action, "write");
  if (all != nullptr)
    kmk_state_set(state, "/rows", all);
  const json_t *row = kmk_action_payload(action, "put"),
               *gone = kmk_action_payload(action, "remove");
  if (row != nullptr)
    kmk_state_insert_new(state, "/rows/0", kmk_json_retain(row));
  if (gone != nullptr)
    kmk_state_remove_row(state, "/rows", gone);
  return nullptr;
}

/* The ids of the selected rows, sorted. */
static QStringList chosen(const QItemSelectionModel &selection) {
  QStringList names;
  for (const QModelIndex &each : selection.selectedRows())
    names.append(each.data().toString());
  names.sort();
  return names;
}

static void selections_stay_with_their_rows(void **) {
  const size_t live = kmk_live_objects();
  kmk_loop *loop = kmk_loop_new_virtual(nullptr);
  json_t *all = json_array();
  for (int i = 0; i < 3000; i++)
    json_array_append_new(all, json_pack("{s:i, s:i}", "id", i, "k", (i * 7) % 3000));
  json_t *initial =
      json_pack("{s:O, s:s, s:i, s:i}", "rows", all, "sort", "/id", "least", 0, "most", 5000);
  kmk_store *store = kmk_store_new(loop,
                                   kmk_for_each(kmk_reducer_new(view_of_rows, nullptr, nullptr),
                                                "/rows", "rows", nullptr, kmk_empty()),
                                   initial, nullptr);
  static const char *const parameters[] = {"/least", "/most", nullptr};
  kmk_list_options options = KMK_LIST_OPTIONS_INIT;
  options.sort_place = "/sort";
  options.filter = is_between;
  options.parameters = parameters;
  kmk_list *list = kmk_list_new(store, "/rows", &options, nullptr, nullptr, nullptr);
  {
    kmk_qt_list_model model(list, {{"id", "/id"}});
    copy seen(&model);
    QItemSelectionModel selection(&model);
    for (int i = 10; i < 14; i++)
      selection.select(model.index(i), QItemSelectionModel::Select);
    const QPersistentModelIndex held(model.index(2000));
    const char *const steps[] = {"{\"sort\": \"-/k\"}", "{\"sort\": \"/k\"}", "{\"least\": 5}",
                                 "{\"least\": 12}",     "{\"least\": 0}",     "{\"sort\": \"/id\"}",
                                 "{\"most\": 2500}"};
    for (const char *step : steps) {
      assert_int_equal(kmk_store_send_text(store, step, nullptr), KMK_OK);
      assert_int_equal(seen.names.size(), kmk_list_count(list));
      for (int i = 0; i < model.rowCount(); i++) {
        json_t *row = kmk_list_get(list, static_cast<size_t>(i), nullptr);
        assert_int_equal(seen.names[i].toInt(), json_integer_value(json_object_get(row, "id")));
        json_decref(row);
      }
      assert_true(held.isValid() && held.data().toInt() == 2000);
      const bool is_all =
          std::strcmp(step, "{\"least\": 12}") != 0 && chosen(selection).size() == 4;
      assert_true(chosen(selection) ==
                  (is_all ? QStringList{"10", "11", "12", "13"} : QStringList{"12", "13"}));
    }
    assert_int_equal(kmk_list_show(list, 1990, 20, nullptr), KMK_OK);
    assert_true(held.isValid() && held.data().toInt() == 2000);
    json_t *others = json_pack("[{s:i, s:i}, {s:i, s:i}]", "id", 2000, "k", 1, "id", 7, "k", 2);
    assert_int_equal(kmk_list_show(list, 0, 0, nullptr), KMK_OK);
    assert_int_equal(kmk_store_send_at_new(store, "write", others, nullptr), KMK_OK);
    assert_true(held.isValid() && held.row() == 1 && seen.names.join(' ') == "7 2000");
    kmk_store_send_text(store, "{\"write\": [{\"id\": 3, \"k\": 1}]}", nullptr);
    assert_false(held.isValid());
    assert_true(seen.names.join(' ') == "3");
  }
  kmk_list_free(list);
  kmk_store_free(store);
  kmk_loop_free(loop);
  json_decref(initial);
  json_decref(all);
  assert_int_equal(kmk_live_objects(), live);
}

/* Rows with the ids 0, 2, 4 and so on. */
static kmk_store *hundred_rows(kmk_loop *loop) {
  json_t *all = json_array();
  for (int i = 0; i < 200; i += 2)
    json_array_append_new(all, json_pack("{s:i, s:i}", "id", i, "k", 1000 - i));
  json_t *initial = json_pack("{s:o, s:s}", "rows", all, "sort", "/id");
  kmk_reducer *core = kmk_reducer_new(view_of_rows, nullptr, nullptr);
  kmk_store *store = kmk_store_new(loop, kmk_for_each(core, "/rows", "rows", nullptr, kmk_empty()),
                                   initial, nullptr);
  json_decref(initial);
  return store;
}

/* The line of the screen with a row; negative above the screen. */
static int line_of(const QListView &view, const kmk_list *list, int id) {
  QCoreApplication::processEvents();
  json_t *key = json_integer(id);
  const int row = static_cast<int>(kmk_list_index(list, key));
  json_decref(key);
  const int height = view.visualRect(view.model()->index(0, 0)).height();
  return view.visualRect(view.model()->index(row, 0)).top() / height;
}

static void a_view_stays_where_it_is(void **) {
  const size_t live = kmk_live_objects();
  kmk_loop *loop = kmk_loop_new_virtual(nullptr);
  for (const auto mode : {QAbstractItemView::ScrollPerItem, QAbstractItemView::ScrollPerPixel}) {
    kmk_store *store = hundred_rows(loop);
    kmk_list_options options = KMK_LIST_OPTIONS_INIT;
    options.sort_place = "/sort";
    kmk_list *list = kmk_list_new(store, "/rows", &options, nullptr, nullptr, nullptr);
    {
      QListView view;
      kmk_qt_keep_view(nullptr);
      kmk_qt_keep_view(&view); /* it has no model yet */
      view.setModel(new kmk_qt_list_model(list, {{"id", "/id"}}, &view));
      view.setVerticalScrollMode(mode);
      kmk_qt_keep_view(&view);
      view.resize(200, 200);
      view.show();
      view.scrollTo(view.model()->index(50, 0), QAbstractItemView::PositionAtTop);
      assert_int_equal(line_of(view, list, 100), 0);
      kmk_store_send_text(store, "{\"put\": {\"id\": 1, \"k\": 0}}",
                          nullptr); /* above the screen */
      assert_int_equal(line_of(view, list, 100), 0);
      kmk_store_send_text(store, "{\"put\": {\"id\": 101, \"k\": 0}}", nullptr); /* on it */
      assert_int_equal(line_of(view, list, 100), 0);
      kmk_store_send_text(store, "{\"remove\": 100}", nullptr);
      assert_int_equal(line_of(view, list, 106), 3);
      view.setCurrentIndex(
          view.indexAt(QPoint(1, view.visualRect(view.model()->index(54, 0)).top() + 1)));
      const int current = view.currentIndex().data().toInt(), line = line_of(view, list, current);
      kmk_store_send_text(store, "{\"sort\": \"/k\"}", nullptr);
      assert_int_equal(view.currentIndex().data().toInt(), current);
      assert_int_equal(line_of(view, list, current), line);
    }
    kmk_list_free(list);
    kmk_store_free(store);
  }
  kmk_loop_free(loop);
  assert_int_equal(kmk_live_objects(), live);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      FIXTURE_TEST(timers_and_threads_are_served),
      FIXTURE_TEST(nested_loops_serve_to_any_depth),
      FIXTURE_TEST(a_loop_inside_an_observer_sleeps),
      FIXTURE_TEST(where_there_is_nothing_to_serve_there_is_no_notifier),
      cmocka_unit_test(values_go_to_qt_and_back),
      cmocka_unit_test(a_property_follows_the_state_and_writes_it),
      cmocka_unit_test(numbers_are_exact_and_containers_are_containers),
      cmocka_unit_test(what_is_bound_ends_with_the_store),
      cmocka_unit_test(a_slot_may_delete_the_object_or_end_the_store),
      cmocka_unit_test(what_the_object_makes_of_a_value_is_written),
      cmocka_unit_test(a_cursor_stays_beside_what_stays),
      cmocka_unit_test(a_box_that_is_filled_later_has_its_value),
      cmocka_unit_test(what_cannot_be_bound_is_named),
      cmocka_unit_test(a_list_is_a_model),
      cmocka_unit_test(selections_stay_with_their_rows),
      cmocka_unit_test(a_view_stays_where_it_is),
  };
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  return cmocka_run_group_tests(tests, nullptr, nullptr);
}
