import CFeatures
import Kumiki
import KumikiC
import KumikiJSON
import KumikiTesting
import Testing

/// A feature in Swift that presents one in C.
private struct Shelf: Reducer {
  struct State: Equatable {
    @PresentationState var screen: JSONFeature.State?
    var kept: JSONFeature.State?
  }

  enum Action: Equatable, CasePathable {
    case open
    case keep, putBack
    case screen(PresentationAction<JSON>)

    struct AllCasePaths {
      let screen = CasePath(embed: Action.screen) {
        if case .screen(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  let screen: JSONFeature

  init() throws { screen = try JSONFeature(consuming: c_screen()) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .open: state.screen = try? screen.makeState(["count": 0, "note": nil])
      case .keep: state.kept = state.screen
      case .putBack: state.screen = state.kept
      case .screen: break
      }
      return .none
    }
    .ifLet(\.$screen, action: \.screen) { screen }
  }
}

@MainActor @Suite struct JSONFeatureStateTests {
  private func store() throws -> TestStore<Shelf.State, Shelf.Action> {
    let shelf = try Shelf()
    return TestStore(initialState: Shelf.State()) { shelf }
  }

  @Test("A feature in C inside one in Swift is tested like any other; its effects live on")
  func child() async throws {
    let store = try store()
    await store.send(.open) { $0.screen = JSONFeature.State(["count": 0, "note": nil]) }
    await store.send(.screen(.presented("openNote"))) {
      $0.screen = JSONFeature.State(["count": 0, "note": ["text": ""]])
    }
    await store.send(.screen(.presented(["note": ["presented": "startTimer"]])))
    await store.advance(by: .seconds(1))
    await store.receive(.screen(.presented(["note": ["presented": "tick"]]))) {
      $0.screen?.json = ["count": 0, "note": ["text": "."]]
    }
    await store.send(.screen(.presented("increment"))) {
      $0.screen?.json = ["count": 1, "note": ["text": "."]]
    }
    await store.advance(by: .seconds(1))
    await store.receive(.screen(.presented(["note": ["presented": "tick"]]))) {
      $0.screen?.json = ["count": 1, "note": ["text": ".."]]
    }
    await store.send(.screen(.presented(["note": ["presented": "close"]])))
    await store.receive(.screen(.presented(["note": "dismiss"]))) {
      $0.screen?.json = ["count": 1, "note": nil]
    }
    await store.finish()
  }

  @Test func `L4: a copy of its state is independent, and has what it presents`() async throws {
    let store = try store()
    store.exhaustivity = .off
    await store.send(.open)
    await store.send(.screen(.presented("openNote")))
    await store.send(.screen(.presented(["note": ["presented": "startTimer"]])))
    await store.send(.keep)
    await store.send(.screen(.presented("increment")))
    #expect(store.state.screen?.json == ["count": 1, "note": ["text": ""]])
    #expect(store.state.kept?.json == ["count": 0, "note": ["text": ""]])
    #expect(store.state.screen != store.state.kept)
    // After it is put back, it is the same presentation: the timer continues.
    await store.send(.putBack)
    await store.advance(by: .seconds(1))
    await store.receive(.screen(.presented(["note": ["presented": "tick"]])))
    #expect(store.state.screen?.json == ["count": 0, "note": ["text": "."]])
    #expect(store.state.kept?.json == ["count": 0, "note": ["text": ""]])
    await store.send(.screen(.dismiss))
    await store.finish()
  }

  @Test func `Equal JSON is an equal state, and coding is that of the JSON`() throws {
    let json: JSON = ["count": 3, "note": nil]
    let state = JSONFeature.State(json)
    #expect(state == JSONFeature.State(["note": nil, "count": 3]))
    #expect(state != JSONFeature.State(["count": 4, "note": nil]))
    #expect(try JSONBridge.encode([state]) == [json])
    #expect(try JSONBridge.decode([JSONFeature.State].self, from: [json]) == [state])
  }

  @Test func `A state that does not fit the feature is an error when it is made`() throws {
    let feature = try JSONFeature(consuming: c_screen())
    #expect(throws: JSONError.self) { try feature.makeState() }
    #expect(throws: (any Error).self) { try JSONFeature(named: "nobody registered this") }
  }
}
