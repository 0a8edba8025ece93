import KumikiArchitecture
import Observation
import Testing

@Reducer
private struct Leaf {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
    var count = 0
  }

  enum Action { case tap }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@Reducer
private struct Tree {
  @ObservableState
  struct State: Equatable {
    var child: Leaf.State?
    var rows: IdentifiedArrayOf<Leaf.State> = []
    @Presents var sheet: Leaf.State?
    var path = StackState<Leaf.State>()
    var other = 0
  }

  enum Action {
    case child(Leaf.Action)
    case rows(IdentifiedActionOf<Leaf>)
    case sheet(PresentationAction<Leaf.Action>)
    case path(StackActionOf<Leaf>)
    case change((inout State) -> Void)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .change(let change) = action { change(&state) }
      return .none
    }
    .ifLet(\.child, action: \.child) { Leaf() }
    .ifLet(\.$sheet, action: \.sheet) { Leaf() }
    .forEach(\.rows, action: \.rows) { Leaf() }
    .forEach(\.path, action: \.path) { Leaf() }
  }
}

@MainActor @Suite struct PresenceTests {
  private typealias Read = (StoreOf<Tree>) -> Void

  /// True once a reader was notified of a change.
  private func isTold(of change: @escaping (inout Tree.State) -> Void, _ read: Read) throws -> Bool
  {
    try isTold(by: { $0.send(.change(change)) }, read)
  }

  private func isTold(by send: (StoreOf<Tree>) -> Void, _ read: Read) throws -> Bool {
    var state = Tree.State(child: Leaf.State(), rows: [Leaf.State(), Leaf.State(id: 1)])
    state.sheet = Leaf.State()
    state.path.append(Leaf.State())
    let store = Store(initialState: state, loop: try Loop(.virtual)) { Tree() }
    let count = LockIsolated(0)
    withObservationTracking {
      read(store)
    } onChange: {
      count.withValue { $0 += 1 }
    }
    send(store)
    return count.value > 0
  }

  @Test("Q24: an optional part, when it goes and not when it changes") func optional() throws {
    let read: Read = { _ = $0.scope(state: \.child, action: \.child) }
    #expect(try isTold(of: { $0.child = nil }, read))
    #expect(try !isTold(by: { $0.send(.child(.tap)) }, read))
    #expect(try !isTold(of: { $0.other += 1 }, read))
  }

  @Test("Q24: and when it comes") func coming() throws {
    let store = Store(initialState: Tree.State(), loop: try Loop(.virtual)) { Tree() }
    let told = LockIsolated(0)
    for change in [{ $0.child = Leaf.State() }, { $0.child = nil }] as [(inout Tree.State) -> Void]
    {
      withObservationTracking {
        _ = store.scope(state: \.child, action: \.child)
      } onChange: {
        told.withValue { $0 += 1 }
      }
      store.send(.change(change))
    }
    #expect(told.value == 2 && store.scope(state: \.child, action: \.child) == nil)
  }

  @Test("Q24: what a slot presents, by its value, its action or the slot") func slot() throws {
    let reads: [Read] = [
      { _ = $0.scope(state: \.sheet, action: \.sheet) },
      { _ = $0.scope(state: \.sheet, action: \.sheet.presented) },
      { _ = $0.scope(state: \.$sheet, action: \.sheet) },
    ]
    for read in reads {
      #expect(try isTold(by: { $0.send(.sheet(.dismiss)) }, read))
      #expect(try !isTold(by: { $0.send(.sheet(.presented(.tap))) }, read))
    }
  }

  @Test("Q24: rows, when one comes, goes or moves") func rows() throws {
    let read: Read = { _ = $0.scope(state: \.rows, action: \.rows) }
    #expect(try isTold(of: { $0.rows.append(Leaf.State(id: 2)) }, read))
    #expect(try isTold(of: { $0.rows.swapAt(0, 1) }, read))
    #expect(try !isTold(by: { $0.send(.rows(.element(id: 1, action: .tap))) }, read))
    let one: Read = { _ = $0.scope(state: \.rows, action: \.rows, id: 1) }
    #expect(try isTold(of: { $0.rows.remove(id: 1) }, one))
    #expect(try !isTold(of: { $0.rows.remove(id: 0) }, one))
  }

  @Test("Q24: an element of a path") func path() throws {
    // Read without registering an observer.
    func firstID(_ store: StoreOf<Tree>) -> StackElementID { store.withState { $0.path.ids[0] } }
    let reads: [Read] = [
      { _ = $0.scope(state: \.path, action: \.path, id: firstID($0)) },
      { _ = $0.scope(state: \.path[id: firstID($0)], action: \.path[id: firstID($0)]) },
    ]
    for read in reads {
      #expect(try isTold(of: { $0.path.removeAll() }, read))
      #expect(try !isTold(of: { $0.other += 1 }, read))
    }
  }

  @Test("Q24: a part's own store tells of what changes in it") func inner() throws {
    var held: StoreOf<Leaf>?
    let read: Read = {
      held = $0.scope(state: \.child, action: \.child)
      _ = held?.count
    }
    #expect(try isTold(by: { $0.send(.child(.tap)) }, read))
    #expect(try !isTold(of: { $0.child?.id = 7 }, read) && held != nil)
  }
}
