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

  /// The lines that are typed. To wait for one would keep the main actor, so a thread does.
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
