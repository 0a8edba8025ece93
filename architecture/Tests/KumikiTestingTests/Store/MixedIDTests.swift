import CFeatures
import Kumiki
import KumikiC
import KumikiJSON
import KumikiTesting
import Testing

/// The same ticker in Swift, which may have one in C inside.
private struct Ticker: Reducer {
  struct State: Codable, Equatable {
    var count = 0
    var child = JSONFeature.State(["count": 0])
  }

  enum Action: Codable, Equatable, CasePathable {
    case start, stop, tick
    case child(JSON)

    struct AllCasePaths {
      let child = CasePath(embed: Action.child) {
        if case .child(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let child: JSONFeature

  init() throws { child = try JSONFeature(consuming: c_ticker(nil)) }

  var body: some ReducerOf<Self> {
    Scope(state: \.child, action: \.child) { child }
    Reduce { state, action in
      switch action {
      case .start: return .timer(id: "b", every: .seconds(1), .tick)
      case .stop: return .cancel(id: "b")
      case .tick: state.count += 1
      case .child: break
      }
      return .none
    }
  }
}

/// One id in both languages, wherever the border between them is.
@MainActor @Suite struct MixedIDTests {
  @Test func `B19: a parent in Swift cancels by its id what a child in C runs`() async throws {
    let ticker = try Ticker()
    let store = TestStore(initialState: Ticker.State()) { ticker }
    await store.send(.child("start"))
    await store.advance(by: .seconds(1))
    await store.receive(.child("tick")) { $0.child.json = ["count": 1] }
    await store.send(.stop)
    await store.finish()
  }

  @Test func `B19: a parent in C cancels by its id what a child in Swift runs`() async throws {
    try registerFeature("MixedIDTicker", initialState: Ticker.State()) { try Ticker() }
    defer { try? unregisterFeature("MixedIDTicker") }
    let child: JSON = ["count": 0, "child": ["count": 0]]
    let store = try TestStore(
      initialState: ["count": 0, "child": child],
      feature: JSONFeature(consuming: c_ticker("MixedIDTicker")))
    await store.send(["child": "start"])
    await store.advance(by: .seconds(1))
    await store.receive(["child": "tick"]) {
      $0 = ["count": 0, "child": ["count": 1, "child": ["count": 0]]]
    }
    await store.send("stop")
    await store.finish()
  }
}
