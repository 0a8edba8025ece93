import KumikiArchitecture
import KumikiTesting
import Testing

/// The calls that a tuner received, and the stations that it plays.
private final class Station: Sendable {
  let log = LockIsolated<[String]>([])
  let continuations = LockIsolated<[String: AsyncStream<String>.Continuation]>([:])

  func note(_ text: String) { log.withValue { $0.append(text) } }

  func play(_ title: String, on station: String) { continuations.value[station]?.yield(title) }

  var tuner: Tuner {
    Tuner(
      turnOn: { self.note("on") },
      turnOff: { self.note("off") },
      titles: { station in
        let (stream, continuation) = AsyncStream<String>.makeStream()
        continuation.onTermination = { _ in self.note("left \(station)") }
        self.continuations.withValue { $0[station] = continuation }
        self.note("hears \(station)")
        return stream
      },
      record: { station in
        self.note("records \(station)")
        return station
      })
  }
}

@MainActor struct LookingAheadTests {
  private let station = Station()

  private func kitchen() -> TestStoreOf<Kitchen> {
    TestStore(initialState: Kitchen.State()) {
      Kitchen()
    } withDependencies: {
      $0[Tuner.self] = station.tuner
    }
  }

  @Test("Work begins and ends with the feature")
  func life() async {
    let store = kitchen()
    await store.send(.radioButtonTapped) { $0.radio = Radio.State(station: "Jazz") }
    #expect(station.log.value == ["on", "hears Jazz"])
    await store.send(.radio(.dismiss)) { $0.radio = nil }
    #expect(station.log.value.sorted() == ["hears Jazz", "left Jazz", "off", "on"])
  }

  @Test("Another value ends the work for the value before")
  func followed() async {
    let store = TestStore(initialState: Radio.State()) {
      Radio()
    } withDependencies: {
      $0[Tuner.self] = station.tuner
    }
    // The title arrives in a separate iteration: the test waits for it even on a slow machine.
    store.timeout = .seconds(60 * 60)
    await store.send(\.binding.station, "Jazz") { $0.station = "Jazz" }
    station.play("So What", on: "Jazz")
    await store.receive(\.titleChanged, "So What") { $0.title = "So What" }
    await store.send(\.binding.station, "News") { $0.station = "News" }
    await store.send(\.binding.volume, 7) { $0.volume = 7 }
    await store.send(\.binding.station, nil) { $0.station = nil }
    #expect(station.log.value == ["on", "hears Jazz", "left Jazz", "hears News", "left News"])
  }

  @Test("A child's event is an action that its parent matches")
  func delegate() async {
    let store = kitchen()
    await store.send(.radioButtonTapped) { $0.radio = Radio.State(station: "Jazz") }
    await store.send(.radio(.presented(.titleChanged("Naima")))) { $0.radio?.title = "Naima" }
    await store.send(.radio(.presented(.likeButtonTapped)))
    await store.receive(\.radio.presented.delegate.liked, "Naima") { $0.liked = ["Naima"] }
  }

  @Test("A number in the state asks the child for work, each time that it is counted up")
  func request() async {
    let store = kitchen()
    await store.send(.radioButtonTapped) { $0.radio = Radio.State(station: "Jazz") }
    for number in 1...2 {
      await store.send(.recordButtonTapped) { $0.radio?.recordRequests = number }
      await store.receive(\.radio.presented.recorded) { $0.radio?.recordings = number }
    }
    #expect(station.log.value.filter { $0 == "records Jazz" }.count == 2)
  }

  @Test("An effect writes a field by an action")
  func write() async {
    let store = kitchen()
    await store.send(.radioButtonTapped) { $0.radio = Radio.State(station: "Jazz") }
    await store.send(.dinnerBell)
    await store.receive(\.radio.presented.binding) {
      $0.radio?.volume = 0
      $0.radio?.isMuted = true
    }
  }

  @Test("A derived value is computed again only if a property that it names has changed")
  func derived() {
    let store = Store(initialState: Radio.State()) {
      Radio()
    } withDependencies: {
      $0[Tuner.self] = station.tuner
    }
    var computed = 0
    let label = store.derived(\.title, \.isMuted) { title, isMuted in
      computed += 1
      return isMuted ? "muted" : title
    }
    var shown: [String] = []
    let subscription = label.observe { shown.append($0) }
    store.send(.titleChanged("Naima"))
    store.send(.recorded)
    store.send(.set(\.volume, 0))
    #expect(shown == ["", "Naima", "muted"])
    #expect(computed == 3)
    subscription.cancel()
  }
}
