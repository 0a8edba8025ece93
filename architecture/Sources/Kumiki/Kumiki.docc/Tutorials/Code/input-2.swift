import KumikiArchitecture
import Plants

@main struct App {
  @MainActor static func main() async {
    let store = Store(initialState: PlantList.State()) { PlantList() }
    let view = PlantsView(store: store)
    for await line in lines() {
      await view.type(line)
      view.draw()
    }
  }

  /// The typed lines. Waiting for a line would block the main actor, so a thread waits.
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
