import KumikiArchitecture
import Observation
import Testing

@Reducer
private struct Panel {
  @ObservableState
  struct State: Codable, Hashable {
    var count = 0
    var name = ""
    var pair = Pair()
    @ObservationStateIgnored var ignored = 0
  }

  /// Cannot be compared with `==`.
  struct Pair: Codable, Hashable {
    var left = 0
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case countTapped
    case bothTapped
    case ignoredTapped
    case noop
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .noop: break
      case .countTapped: state.count += 1
      case .bothTapped:
        state.count += 1
        state.name += "!"
      case .ignoredTapped: state.ignored += 1
      }
      return .none
    }
  }
}

/// A state whose parts have no `==`.
@Reducer
private struct Opaque {
  struct Part { var number = 0 }

  @ObservableState
  struct State {
    var part = Part()
    var other = Part()
  }

  enum Action { case partTapped, otherTapped }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .partTapped: state.part.number += 1
      case .otherTapped: state.other.number += 1
      }
      return .none
    }
  }
}

/// Counts the notifications of read properties.
private final class Told: @unchecked Sendable {
  // Notified only on the thread of the test.
  var count = 0

  func watch(_ read: () -> Void) {
    withObservationTracking(read) { [unowned self] in count += 1 }
  }
}

private final class SeenNumbers: @unchecked Sendable {
  var numbers: [Int] = []
}

@MainActor @Suite struct StoreObservationTests {
  private func panel() throws -> StoreOf<Panel> {
    Store(initialState: Panel.State(), loop: try Loop(.virtual)) { Panel() }
  }

  @Test("Q17: who has read a property is told of that property alone") func oneProperty() throws {
    let store = try panel()
    let told = Told()
    told.watch { _ = store.name }
    store.send(.countTapped)
    #expect(told.count == 0)
    store.send(.bothTapped)
    #expect(told.count == 1)
  }

  @Test("Q17: a reader is told once, after the burst, and sees the new value") func once() throws {
    let store = try panel()
    let seen = SeenNumbers()
    withObservationTracking {
      _ = store.count
    } onChange: {
      MainActor.assumeIsolated { seen.numbers.append(store.count) }
    }
    store.send(.bothTapped)
    store.send(.bothTapped)
    #expect(seen.numbers == [1])
  }

  @Test("Q17: a reader that reads again is told again") func again() throws {
    let store = try panel()
    let told = Told()
    for _ in 0..<3 {
      told.watch { _ = store.count }
      store.send(.countTapped)
    }
    #expect(told.count == 3)
  }

  @Test("Q18: a property that is marked as ignored is read without being told of") func ignored()
    throws
  {
    let store = try panel()
    let told = Told()
    told.watch { _ = store.ignored }
    store.send(.ignoredTapped)
    #expect(told.count == 0)
  }

  @Test("Q19: who has read the whole state is told of each burst") func whole() throws {
    let store = try panel()
    let told = Told()
    told.watch { _ = store.state.count }
    store.send(.countTapped)
    #expect(told.count == 1)
  }

  @Test("Q17: a property without an equality is told of where it changes") func opaque() throws {
    let store = Store(initialState: Opaque.State(), loop: try Loop(.virtual)) { Opaque() }
    let told = Told()
    told.watch { _ = store.part }
    store.send(.otherTapped)
    #expect(told.count == 0)
    store.send(.partTapped)
    #expect(told.count == 1)
  }

  @Test("Q17: a child store's readers are told of its part") func scoped() throws {
    let store = Store(
      initialState: Contacts.State(destination: .edit(Editor.State())), loop: try Loop(.virtual)
    ) { Contacts() }
    let child = try #require(
      store.scope(state: \.destination?.edit, action: \.destination.presented.edit))
    let told = Told()
    told.watch { _ = child.name }
    store.send(.path(.push(id: 0, state: .detail(Editor.State()))))
    #expect(told.count == 0)
    child.send(.nameChanged("Ann"))
    #expect(told.count == 1)
    #expect(child.name == "Ann")
  }

  @Test("Q20: a property is written as a binding action") func writes() throws {
    let store = try panel()
    store.name = "Ann"
    #expect(store.name == "Ann")
  }

  @Test("Q21: a marked state is compared, hashed and laid out as without the mark") func value() {
    struct Bare: Codable, Hashable {
      var count = 0
      var name = ""
      var pair = Panel.Pair()
      var ignored = 0
    }
    #expect(MemoryLayout<Panel.State>.size == MemoryLayout<Bare>.size)
    #expect(Panel.State().hashValue == Bare().hashValue)
    #expect(Panel.State(count: 1) != Panel.State())
  }

  @Test("Q22: a store that has ended tells no reader") func nothingKept() throws {
    let store = try panel()
    let told = Told()
    told.watch { _ = store.count }
    store.end()
    store.send(.countTapped)
    #expect(told.count == 0)
    #expect(store.count == 0)
  }
}
