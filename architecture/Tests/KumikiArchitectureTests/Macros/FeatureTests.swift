public import KumikiArchitecture
import KumikiTesting
import Testing

/// Empty: the macro adds a state, actions and a body.
@Reducer
struct Silent {}

/// Has a `reduce` method and no body.
@Reducer
struct Plain {
  struct State: Equatable { var count = 0 }
  enum Action { case increment }

  func reduce(into state: inout State, action: Action) -> EffectOf<Self> {
    state.count += 1
    return .none
  }
}

/// The state is an enum.
@Reducer
struct Session {
  @ObservableState
  enum State: Equatable {
    case loggedOut
    case loggedIn(Plain.State)
  }

  enum Action {
    case toggled
    case loggedIn(Plain.Action)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      guard case .toggled = action else { return .none }
      state = state.loggedIn == nil ? .loggedIn(Plain.State()) : .loggedOut
      return .none
    }
    .ifCaseLet(\.loggedIn, action: \.loggedIn) { Plain() }
  }
}

/// An enum of features whose body is written by hand.
@Reducer
enum Desk {
  case plain(Plain)
  case silent(Silent)

  static var body: some ReducerOf<Self> {
    Scope(state: \.plain, action: \.plain) { Plain() }
    Reduce { state, _ in
      if state.plain?.count == 2 { state = .silent(Silent.State()) }
      return .none
    }
  }
}

extension Desk.State: Equatable {}

/// Generic, and public.
@Reducer
public struct Box<Value: Equatable & Sendable> {
  @ObservableState
  public struct State: Equatable {
    public var value: Value
    public init(value: Value) { self.value = value }
  }

  public enum Action {
    case set(Value)
  }

  public init() {}

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .set(let value):
        state.value = value
        return .none
      }
    }
  }
}

/// Its body has the types of another feature.
@Reducer
struct Twice {
  var body: some ReducerOf<Plain> {
    Plain()
    Plain()
  }
}

@Reducer(state: .equatable, .sendable, action: .equatable)
enum Screen {
  case editor(Editor)
  case alert(AlertState<Never>)
}

@MainActor @Suite struct FeatureTests {
  @Test("Q10: what a feature does not declare is there and empty") func silent() {
    #expect(Silent.State() == Silent.State())
    _ = Store(initialState: Silent.State()) { Silent() }
  }

  @Test("Q10: a feature may reduce without a body") func plain() async {
    let store = TestStore(initialState: Plain.State()) { Plain() }
    await store.send(.increment) { $0.count = 1 }
  }

  @Test("Q11: a state that is an enum gets case paths and members") func session() async {
    let store = TestStore(initialState: Session.State.loggedOut) { Session() }
    await store.send(.toggled) { $0 = .loggedIn(Plain.State()) }
    await store.send(.loggedIn(.increment)) { $0 = .loggedIn(Plain.State(count: 1)) }
    await store.send(.toggled) { $0 = .loggedOut }
  }

  @Test("Q10: a feature may be generic") func generic() async {
    let store = TestStore(initialState: Box<Int>.State(value: 1)) { Box<Int>() }
    await store.send(.set(2)) { $0.value = 2 }
  }

  @Test("Q10: a body may be of another feature's types") func twice() async {
    let store = TestStore(initialState: Plain.State()) { Twice() }
    await store.send(.increment) { $0.count = 2 }
  }

  @Test("Q12: the attribute of an enum of features names conformances") func conformances() {
    #expect(Screen.State.editor(Editor.State()) != .editor(Editor.State(name: "Ann")))
    #expect(Screen.Action.editor(.saveTapped) == .editor(.saveTapped))
  }

  @Test @MainActor func `Q10: an enum of features has the body that it is given`() async {
    let store = TestStore(initialState: Desk.State.plain(Plain.State())) { Desk.body }
    await store.send(\.plain.increment) { $0 = .plain(Plain.State(count: 1)) }
    await store.send(.plain(.increment)) { $0 = .silent(Silent.State()) }
  }
}
