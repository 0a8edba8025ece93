// people: a Qt 6 window with a field, a button and a sorted list.
//
// Teaches: a loop in Qt's event loop, widgets that follow places, a list as a model.
// Run:     people [--print NAME...]   --print adds the names, and prints the list instead of showing it
// Needs:   Qt6Widgets
#include <kumiki.hpp> // before Qt, which defines a macro "forever"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QVBoxLayout>

#include <cstdio>
#include <cstring>
#include <kumiki_qt.hpp>
#include <string>

using kumiki::action_view;
using kumiki::json;
using kumiki::json_view;

// "add" makes a row from the draft; {"remove": ID} removes a row.
static void people(kumiki::state &state, action_view action, kumiki::env &env) {
  const auto draft = state.get<std::string>("/draft");
  if (action.is("add") && !draft.empty()) {
    state.insert("/rows/0", json::object({{"id", env.uuid()}, {"name", draft}}));
    state.set("/draft", "");
  }
  if (const json_view id = action.payload("remove"))
    state.remove_row("/rows", json(id));
}

// The line below the list.
static void count(kumiki::state &state, action_view) {
  const std::size_t rows = state.get("/rows").size();
  const std::string said = std::to_string(rows) + (rows == 1 ? " person" : " people");
  if (state.get<std::string>("/count") != said)
    state.set("/count", said);
}

static kumiki::reducer feature() {
  std::vector<kumiki::reducer> steps;
  steps.push_back(kumiki::binding_fields("binding", {{"/draft", "text"}}));
  steps.push_back(kumiki::for_each(people, "/rows", "rows", kumiki::reducer(kmk_empty())));
  steps.push_back(count);
  return kumiki::combine(std::move(steps));
}

int main(int argc, char **argv) {
  const bool prints = argc > 1 && std::strcmp(argv[1], "--print") == 0;
  QApplication app(argc, argv);
  const kumiki::loop loop;
  const kumiki::store store(
      loop, feature(),
      json::object({{"rows", json::array()}, {"draft", ""}, {"count", "0 people"}}));
  kumiki::list_options options;
  options.sort = {"/name"};
  const kumiki::list sorted(store, "/rows", options);

  QWidget window; // destroyed before the store and the list
  auto *draft = new QLineEdit;
  auto *add = new QPushButton("Add");
  auto *view = new QListView;
  auto *label = new QLabel;
  auto *column = new QVBoxLayout(&window);
  for (QWidget *each : std::initializer_list<QWidget *>{draft, add, view, label})
    column->addWidget(each);

  auto *rows = new kmk_qt_list_model(sorted.handle(), {{"name", "/name"}}, view);
  view->setModel(rows);
  kmk_qt_keep_view(view);
  kmk_qt_bind(store.handle(), "/draft", "binding", draft, "text", &QLineEdit::textChanged);
  kmk_qt_show(store.handle(), "/draft", add, "enabled"); // while the draft is not empty
  kmk_qt_show(store.handle(), "/count", label, "text");
  QObject::connect(add, &QPushButton::clicked, [&store] { store.send("add"); });
  QObject::connect(draft, &QLineEdit::returnPressed, add, &QPushButton::click);
  QObject::connect(view, &QListView::activated, [&store, rows](const QModelIndex &at) {
    store.send_at("remove", json(json_view(rows->id(at.row()))));
  });

  const QSocketNotifier *const notifier = kmk_qt_attach(loop.handle(), &window);
  if (notifier == nullptr)
    return 1;
  window.setWindowTitle("People");
  window.show();
  if (!prints)
    return QApplication::exec();
  for (int i = 2; i < argc; i++) { // like a user
    draft->setText(argv[i]);
    add->click();
  }
  for (int i = 0; i < rows->rowCount(); i++)
    std::printf("%s\n", rows->index(i).data().toString().toUtf8().constData());
  std::printf("%s\n", label->text().toUtf8().constData());
  return 0;
}
