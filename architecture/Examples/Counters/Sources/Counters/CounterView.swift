import Kumiki

/// Draws the counter as lines of text, and sends what the user types.
@MainActor final class CounterView {
  private let store: StoreOf<Counter>
  private var subscriptions: [Subscription] = []

  init(store: StoreOf<Counter>) {
    self.store = store
    subscriptions = [
      store.observe(Self.line) { print($0) },
      store.ifLet(state: \.note, action: \.note) { [weak self] note in
        print("┌ a note")
        self?.follow(note)
      } else: {
        print("└ no note")
      },
    ]
  }

  private var noteSubscription: Subscription?

  private func follow(_ note: StoreOf<Note>) {
    noteSubscription = note.observe(\.text) { print("│ \($0)") }
  }

  private static func line(_ state: Counter.State) -> String {
    let timer = state.secondsLeft.map { ", \($0) to go" } ?? ""
    let notes = state.notes.isEmpty ? "" : ", notes: \(state.notes.joined(separator: "; "))"
    return "count \(state.count)\(timer)\(notes)"
  }

  /// Handles a line, and returns when its work has ended.
  func type(_ line: String) async {
    switch line {
    case "+": store.send(.incrementButtonTapped)
    case "-": store.send(.decrementButtonTapped)
    case "timer": await store.send(.timerButtonTapped).finish()
    case "note": store.send(.noteButtonTapped)
    case "done": await store.send(.note(.presented(.doneButtonTapped))).finish()
    default:
      guard store.state.note != nil else { return print("+, -, timer, note or done") }
      store.send(.note(.presented(.textChanged(line))))
    }
  }
}
