import CFeatures
import Kumiki
import KumikiC
import KumikiJSON
import Testing

/// A light that counts the seconds while it is on.
private struct Light: Reducer {
  struct State: Codable, Equatable {
    var isOn = false
    var count = 0
  }

  enum Action: Codable, Equatable { case turn, tick }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .turn: state.isOn.toggle()
      case .tick: state.count += 1
      }
      return .none
    }
    .running(\.isOn) { .every(nanoseconds: 1_000_000_000, .tick) }
  }
}

/// A feature in Swift around one in C.
private struct Room: Reducer {
  struct State: Equatable { var child: JSONFeature.State }

  enum Action: CasePathable {
    case child(JSON)
    case replace(JSON)

    struct AllCasePaths {
      let child = CasePath(embed: Action.child) {
        if case .child(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let child: JSONFeature

  var body: some Reducer<State, Action> {
    Scope(state: \.child, action: \.child) { child }
    Reduce { state, action in
      if case .replace(let json) = action { state.child.json = json }
      return .none
    }
  }
}

/// State-driven effects, on either side of the border between the languages.
@Suite struct MixedRunningTests {
  @Test("Z21: a feature in Swift, inside one in C, inside one in Swift")
  func swiftInC() throws {
    try registerFeature("MixedRunningLight", initialState: Light.State()) { Light() }
    defer { try? unregisterFeature("MixedRunningLight") }
    let room = try Room(child: JSONFeature(consuming: c_ticker("MixedRunningLight")))
    let loop = try Loop(.virtual)
    func json(_ isOn: Bool, _ count: Int) -> JSON {
      let light: JSON = [
        "isOn": JSON(booleanLiteral: isOn), "count": JSON(integerLiteral: Int64(count)),
      ]
      return ["count": 0, "child": light]
    }
    let store = LoopStore(
      initialState: Room.State(child: JSONFeature.State(json(false, 0))), loop: loop
    ) { room }
    #expect(store.effectCount == 0)
    store.send(.child(["child": "turn"]))
    #expect(store.effectCount == 1)
    try loop.advance(by: 1_000_000_000)
    #expect(store.state.child.json == json(true, 1))
    store.send(.replace(json(false, 1)))
    #expect(store.effectCount == 0)
    store.send(.replace(json(true, 1)))
    #expect(store.effectCount == 1)
    store.send(.child(["child": "turn"]))
    #expect(store.effectCount == 0)
    loop.close()
  }
}
