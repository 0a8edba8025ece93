import KumikiArchitecture

@main
struct EggsApp {
  @MainActor static func main() async {
    let store = Store(initialState: EggTimer.State(secondsLeft: 3)) {
      EggTimer()
    }
    let display = store.observe({ $0.isRunning ? "\($0.secondsLeft) s" : "not running" }) { text in
      print(text)
    }
    await store.send(.startButtonTapped).finish()
    display.cancel()
  }
}
