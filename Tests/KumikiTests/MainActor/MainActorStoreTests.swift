import Glibc
import Kumiki
import Testing

/// A main actor store, which only the main actor's executor runs.
@MainActor @Suite(.timeLimit(.minutes(1))) struct MainActorStoreTests {
  let store = Ticking.store()

  @Test("V1: effects run and timers fire without a loop, and finish returns when they are over")
  func runsByItself() async {
    #expect(store.loop === Loop.main)
    await store.send(.load).finish()
    #expect(store.state == Ticking.State(count: 42))
    await store.send(.stop).finish()
    store.send(.loaded(0))
    await store.send(.start).finish()
    #expect(store.state.count == 3)
    #expect(store.effectCount == 0)
  }

  @Test func `V1: an earlier timer that is set later fires first`() async {
    let slow = store.send(.hang)
    await store.send(.load).finish()
    // By now the main actor is to be woken for the slow timer.
    store.send(.loaded(0))
    await store.send(.load).finish()
    #expect(store.state.count == 42)
    #expect(!slow.isFinished)
    slow.cancel()
    await slow.finish()
    #expect(slow.isFinished && slow.isCancelled)
  }

  @Test("V1: posts of other threads are handled, although only a task waits for them")
  func posts() async {
    let changes = store.values(of: { $0.count })
    store.loop.post { [store] in store.post(.loaded(7)) }
    let loop = store.loop
    await Task.detached { _ = loop.wakeup() }.value
    for await count in changes where count == 7 { break }
    #expect(store.withState { $0.count } == 7)
  }

  @Test func `V1: the runs of the loop do not inherit task-local values of the senders`() async {
    let seen = Record<Int>()
    let probe = Store(initialState: 0) {
      Reduce<Int, Bool> { _, isFirst in
        guard isFirst else { return .none }
        return .run { _ in seen(Place.$number.get()) }
      }
    }
    let task = Place.$number.withValue(1) { probe.send(true) }
    await task.finish()
    probe.loop.post { seen(Place.$number.get()) }
    await probe.send(true).finish()
    #expect(seen.entries.dropFirst() == [0, 0])
  }

  @Test("V15: an effect of a store released immediately starts, cancelled, and sends nothing")
  func goesAtOnce() async {
    let (told, telling) = AsyncStream.makeStream(of: String.self)
    do {
      let store = Store<Int, Bool>(initialState: 0) {
        Reduce { state, isFirst in
          guard isFirst else {
            telling.yield("sent")
            return .none
          }
          return .run { send in
            telling.yield(Task.isCancelled ? "began, cancelled" : "began")
            await send(false)
            try? await Task.never()
            telling.yield("ended")
            telling.finish()
          }
        }
      }
      store.send(true)
    }
    var all: [String] = []
    for await word in told { all.append(word) }
    #expect(all == ["began, cancelled", "ended"])
  }

  @Test func `V2: finish returns immediately if no effect was started`() async {
    let task = store.send(.stop)
    #expect(task.isFinished)
    await task.finish()
    await store.send(.edit).finish()
    await store.send(.sheet(.dismiss)).finish()
    #expect(store.state.sheet == nil)
  }

  @Test func `V3: cancelling the task that waits for a send cancels the send's effects`() async {
    let task = store.send(.hang)
    let waiting = Task { await task.finish() }
    await Task.yield()
    waiting.cancel()
    await waiting.value
    #expect(task.isFinished && task.isCancelled)
    #expect(store.effectCount == 0)
  }

  @Test func `V3: so does a task that is cancelled before it waits`() async {
    let task = store.send(.hang)
    let waiting = Task { await task.finish() }
    waiting.cancel()
    await waiting.value
    #expect(task.isFinished)
  }

  @Test func `V4: the main actor's code uses the store on any thread where that code runs`() async {
    let threads = Record<UInt64>()
    for count in 1...20 {
      await Task.detached { [store = UncheckedSendable(store)] in
        await MainActor.run {
          threads(UInt64(pthread_self()))
          store.value.send(.loaded(count))
        }
      }.value
      #expect(store.state.count == count)
      #expect(store.loop.isCurrentThread)
    }
    #expect(threads.entries.count == 20)
  }

  @Test func `V4: code that is not the main actor's is refused`() throws {
    try withKnownIssue { () throws in
      OtherThread.run { [store = UncheckedSendable(store.base)] in
        store.value.send(.loaded(9))
        #expect(!store.value.loop.isCurrentThread)
      }
      while try store.loop.dispatch(timeoutMilliseconds: 0) > 0 {}
    } matching: {
      "\($0)".contains(
        "off-thread: send was called on a thread that is not the loop's; nothing changed. Use post."
      )
    }
    #expect(store.state.count == 0)
  }

  @Test func `V4: finish may be waited for elsewhere`() async {
    let task = store.send(.load)
    await Task.detached { await task.finish() }.value
    #expect(store.state.count == 42)
  }

  @Test(
    "V5: a store, a scoped one and a subscription that are released elsewhere end on the main actor"
  )
  func releasedElsewhere() async {
    let told = Record<Int>()
    let wasHere = Record<Bool>()
    final class Held: @unchecked Sendable { var objects: [AnyObject] = [] }
    let held = Held()
    let task: StoreTask
    do {
      let own = Store(initialState: 0) {
        Reduce<Int, Int> { state, count in
          state = count
          return .run { _ in
            try await withTaskCancellationHandler {
              try await Task.sleep(for: .seconds(1_000_000))
            } onCancel: {
              wasHere(Loop.main.isCurrentThread)
            }
          }
        }
      }
      task = own.send(1)
      let part = own.scope(state: { $0 }, action: { $0 })
      held.objects = [part.observe({ $0 }) { told($0) }, part, own]
    }
    // So that the effect has started.
    await Task.yield()
    await Task.detached { held.objects = [] }.value
    await task.finish()
    #expect(wasHere.entries == [true])
    #expect(told.entries == [1])
  }

  @Test("V7: a store's notifications are iterated on the main actor, and end with the task")
  func iterates() async {
    let seen = Record<Int>()
    let watching = Task { [store] in
      for await count in store.values(of: { $0.count }) { seen(count) }
    }
    await Task.yield()
    await store.send(.start).finish()
    watching.cancel()
    await watching.value
    #expect(seen.entries == [0, 1, 2, 3])
    store.send(.loaded(9))
    #expect(seen.entries.count == 4)
  }

  @Test func `V7: a view that waits while it loads is notified at the end`() async {
    let view = ViewStore(store, observe: { $0 })
    await view.send(.load) { $0.isLoading }
    #expect(view.state.count == 42)
  }
}

private enum Place {
  @TaskLocal static var number = 0
}

/// A model as views have it: only the actor determines its thread.
@MainActor private final class Model {
  let store: StoreOf<Ticking>
  init(store: StoreOf<Ticking>) { self.store = store }

  func loadTapped() { Task { await store.send(.load).finish() } }
  func load() async { await store.send(.load).finish() }
}

@MainActor private let shared = Ticking.store()

@MainActor @Suite struct MainActorModelTests {
  @Test func `V1: a model and a global of the main actor hold stores`() async {
    let model = Model(store: Ticking.store())
    await model.load()
    #expect(model.store.state.count == 42)
    model.loadTapped()
    await shared.send(.load).finish()
    #expect(shared.state.count == 42)
  }

  @Test func `V8: the same paths give the same store while it is held`() {
    let first = shared.scope(state: \.sheet, action: \.sheet)
    #expect(first == nil)
    shared.send(.edit)
    let sheet = shared.scope(state: \.sheet, action: \.sheet)
    #expect(sheet != nil && sheet === shared.scope(state: \.sheet, action: \.sheet))
    shared.send(.sheet(.dismiss))
  }
}
