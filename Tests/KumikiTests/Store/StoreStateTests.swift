import Kumiki
import Testing

/// The state of a store: when it may be read, and what makes it.
@Suite struct StoreStateTests {
  @Test("C9: a query inside a reducer is refused and an issue, and the burst continues")
  func queryInAReducer() throws {
    let late = Late<StoreFixture<[String], String>>()
    var answers: [[String]] = []
    let store = try scripted { word in
      if word == "tap" {
        answers.append(late.value?.state ?? [])
        return .send("follow")
      }
      return .none
    }
    late.value = store
    store.send("first")
    store.send("tap")
    #expect(store.codes == [.readWhileReducing])
    // Not the half-written state; the initial state is returned instead.
    #expect(answers == [[]])
    #expect(store.state == ["first", "tap", "follow"])
  }

  @Test func `C9: a query in an observer or an effect returns the committed state`() throws {
    let late = Late<StoreFixture<[String], String>>()
    let answers = Record<[String]>()
    let store = try scripted { word in
      word == "tap" ? .run { _ in answers(late.value?.state ?? []) } : .none
    }
    late.value = store
    let subscription = store.store.subscribe { _ in answers(late.value?.state ?? []) }
    store.send("tap")
    try store.settle()
    #expect(answers.entries == [["tap"], ["tap"]])
    #expect(store.codes == [])
    subscription.cancel()
  }

  @Test("C28: a store's dependencies apply to its initial state, its reducer and every action")
  func dependencies() throws {
    struct Moments: Equatable {
      var initial: Int64
      var built: Int64?
      var handled: [Int64] = []
    }
    let store = LoopStore<Moments, String>(
      initialState: Moments(initial: DependencyValues.current.date.now),
      loop: try Loop(.virtual),
      reducer: {
        let built = DependencyValues.current.date.now
        Reduce { state, action in
          @Dependency(\.date) var date
          state.built = built
          state.handled.append(date.now)
          return action == "tap" ? .send("follow") : .none
        }
      },
      withDependencies: { $0.date = .constant(1234) })
    #expect(store.state == Moments(initial: 1234))
    store.send("tap")
    #expect(store.state == Moments(initial: 1234, built: 1234, handled: [1234, 1234]))
  }

  @Test("C28: an initial state may take ids and UUIDs, and the store continues counting from there")
  func identifiers() throws {
    struct Ids: Equatable {
      var uuid = DependencyValues.current.uuid()
      @PresentationState var counter: Counter.State? = Counter.State()
    }
    let store = LoopStore<Ids, String>(initialState: Ids(), loop: try Loop(.virtual)) {
      Reduce { state, _ in
        state.uuid = DependencyValues.current.uuid()
        state.counter = nil
        state.counter = Counter.State()
        return .none
      }
    } withDependencies: {
      $0.context = .live
    }
    #expect(store.state.uuid == UniqueID(high: 0, low: 0))
    #expect(store.state.$counter.id?.description == "0")
    store.send("tap")
    #expect(store.state.uuid == UniqueID(high: 0, low: 1))
    #expect(store.state.$counter.id?.description == "1")
  }
}
