#if Macros
  import Foundation
  import KumikiArchitecture
  import Testing

  @Reducer
  private struct Loader {
    @ObservableState
    struct State: Equatable { var count = 0 }
    enum Action: Sendable { case load, loaded }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .load:
          return .run { send in
            await Task.yield()
            await send(.loaded)
          }
        case .loaded:
          state.count += 1
          return .none
        }
      }
    }
  }

  /// Holds a store outside of the main actor.
  private struct Holder: Sendable {
    let store: StoreOf<Loader>

    func load() async -> Int {
      await store.send(.load).finish()
      return await store.count
    }
  }

  private actor Model {
    private var store: StoreOf<Loader>?

    func load() async -> Int {
      let store = await Store(initialState: Loader.State()) { Loader() }
      self.store = store
      return await Holder(store: store).load()
    }
  }

  /// Stores that are made, used and released outside of the main actor. No code here is isolated to it.
  @Suite struct IsolationTests {
    private func loader() async -> StoreOf<Loader> {
      await Store(initialState: Loader.State()) { Loader() }
    }

    /// A busy store, and the only reference to it.
    private func working() async -> (held: LockIsolated<StoreOf<Loader>?>, task: StoreTask) {
      let store = await loader()
      let task = await store.send(.load)
      return (LockIsolated(store), task)
    }

    @Test func `V18: a store is Sendable, and code elsewhere awaits its calls`() async {
      let store = await loader()
      #expect(await Holder(store: store).load() == 1)
      let second = await Task.detached { await Holder(store: store).load() }.value
      #expect(second == 2)
      #expect(store.loop === Loop.main)
    }

    @Test func `V18: a store made in a task, or in an actor, runs its effects by itself`() async {
      #expect(await Task.detached { await Holder(store: await loader()).load() }.value == 1)
      #expect(await Model().load() == 1)
    }

    @Test func `V18: tasks of several threads use one store`() async {
      let store = await loader()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<20 { group.addTask { _ = await Holder(store: store).load() } }
      }
      let count = await store.count
      #expect(count == 20)
    }

    @Test("V5: a store that a thread releases last, while it is at work, ends on the main actor")
    func releasedElsewhere() async {
      for _ in 0..<20 {
        let (held, task) = await working()
        await withCheckedContinuation { continuation in
          Thread {
            held.setValue(nil)
            continuation.resume()
          }
          .start()
        }
        await task.finish()
      }
    }

    @Test func `V18: a post needs no turn of the main actor`() async {
      let store = await loader()
      store.post(.loaded)
      while await store.count == 0 { await Task.yield() }
    }
  }
#endif
