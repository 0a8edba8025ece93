import Foundation
import Kumiki

@main struct CountersApp {
  // The store is the main actor's. Its effects and timers run while this waits: there is no loop to serve.
  @MainActor static func main() async {
    let store = Store(initialState: Counter.State()) { Counter() }
    let view = CounterView(store: store)
    for await line in lines() { await view.type(line) }
  }

  /// The lines of standard input, read on a thread of their own: to wait for one would keep the main actor.
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
