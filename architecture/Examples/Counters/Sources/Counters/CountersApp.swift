import Foundation
import Kumiki

@main struct CountersApp {
  // The store is isolated to the main actor. Its effects and timers run while this waits; no loop needs to
  // be run.
  @MainActor static func main() async {
    let store = Store(initialState: Counter.State()) { Counter() }
    let view = CounterView(store: store)
    for await line in lines() { await view.type(line) }
  }

  /// The lines of standard input, read on a separate thread, because waiting for a line would block the
  /// main actor.
  private static func lines() -> AsyncStream<String> {
    AsyncStream { continuation in
      Thread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
      .start()
    }
  }
}
