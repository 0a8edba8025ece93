import Kumiki
import KumikiTesting
import Testing

private struct Client: DependencyKey, Sendable {
  var fetch: @Sendable () -> Int
  var store: @Sendable (Int) -> Void
  static let liveValue = Client(fetch: { 0 }, store: { _ in })
}

extension DependencyValues {
  fileprivate var client: Client {
    get { self[Client.self] }
    set { self[Client.self] = newValue }
  }
}

private struct Fetching: Reducer {
  struct State: Equatable {
    var count = 0
    var path: StackState<Int> = []
  }
  enum Action: Equatable { case fetch, push }
  @Dependency(\.client) var client

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .fetch: state.count = client.fetch()
    case .push: state.path.append(state.path.count)
    }
    return .none
  }
}

@MainActor @Suite struct TestStoreInitTests {
  @Test func `I54: the first state may be written as .init()`() async {
    let store = TestStore(initialState: .init(count: 1)) {
      Fetching()
    } withDependencies: {
      $0.client.fetch = { 2 }
    }
    await store.send(.fetch) { $0.count = 2 }
  }

  @Test func `I54: a reducer may stand there as it is, dependencies after it`() async {
    let store = TestStore(initialState: Fetching.State(), reducer: Fetching()) {
      $0.client.fetch = { 3 }
    }
    await store.send(.fetch) { $0.count = 3 }
    await TestStore(initialState: Fetching.State(), reducer: Fetching()).send(.push) {
      $0.path.append(0)
    }
  }

  @Test func `I55: a part of a dependency is set without the rest having been set`() async {
    let store = TestStore(initialState: Fetching.State()) {
      Fetching().dependency(\.client.fetch, { 4 })
    }
    await store.send(.fetch) { $0.count = 4 }
    await withDependencies {
      $0.context = .test
    } operation: {
      await withDependencies {
        await Task.yield()
        $0.client.fetch = { 5 }
      } operation: {
        @Dependency(\.client) var client
        #expect(client.fetch() == 5)
      }
    }
  }

  @Test func `I55: what is read elsewhere and was not set fails all the same`() async {
    let store = TestStore(initialState: Fetching.State()) { Fetching() }
    await withKnownIssue {
      await store.send(.fetch)
    } matching: {
      "\($0)".contains("client")
    }
  }

  @Test(
    "E74: a path that a test makes by itself has ids from 0 on, and its store goes on after them")
  func pathOutside() async {
    var path: StackState<Int> = []
    path.append(0)
    path.append(1)
    #expect(Array(path.ids) == [0, 1])
    let store = TestStore(initialState: Fetching.State(path: path)) { Fetching() }
    await store.send(.push) { $0.path[id: 2] = 2 }
  }

  @Test("E74: each test counts for itself", arguments: [0, 1, 2])
  func eachTest(_: Int) {
    let path: StackState<String> = ["a"]
    #expect(path.ids.first == 0)
  }
}
