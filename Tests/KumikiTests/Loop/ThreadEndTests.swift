import Glibc
import Kumiki
import Testing

/// The end of a thread that has loops, and its effect on other threads.
@Suite struct ThreadEndTests {
  /// Touched by one thread at a time.
  private final class Slot<Value>: @unchecked Sendable {
    var value: Value?
  }

  private static func words(
    on loop: Loop, _ effect: @escaping (String) -> Effect<String>
  ) -> LoopStore<[String], String> {
    LoopStore(initialState: [], loop: loop) {
      Reduce<[String], String> { words, word in
        words.append(word)
        return effect(word)
      }
    }
  }

  /// A store whose effect waits, and records the thread on which it is cancelled. It outlives the
  /// thread that made it.
  private static func waiting(_ cancelled: Record<pthread_t>) -> (
    StoreTask, LoopStore<[String], String>
  ) {
    let store = words(on: .current) { _ in
      .run { _ in
        await withTaskCancellationHandler {
          try? await Task.never()
        } onCancel: {
          cancelled(pthread_self())
        }
      }
    }
    return (store.send("wait"), store)
  }

  @Test func `V10: a loop ends with its thread, and runs nothing on a thread that ends`() {
    let (task, loop, kept) = (Slot<StoreTask>(), Slot<Loop>(), Slot<LoopStore<[String], String>>())
    let (cancelled, own) = (Record<pthread_t>(), Record<pthread_t>())
    OtherThread.run {
      own(pthread_self())
      loop.value = .current
      (task.value, kept.value) = Self.waiting(cancelled)
      _ = try? Loop.current.dispatch()
    }
    #expect(loop.value?.isClosed == true)
    #expect(task.value?.isFinished == true)
    #expect(cancelled.entries.count == 1)
    #expect(cancelled.entries.first.map { pthread_equal($0, own.entries[0]) } == 0)
    OtherThread.run { kept.value = nil }
  }

  @Test func `V10: so does a loop that the program made, and the waiters of its effects continue`()
    async
  {
    let (task, kept) = (Slot<StoreTask>(), Slot<(Loop, LoopStore<[String], String>)>())
    OtherThread.run {
      guard let loop = try? Loop() else { return }
      let store = Self.words(on: loop) { _ in .run { _ in try? await Task.never() } }
      task.value = store.send("wait")
      _ = try? loop.dispatch()
      kept.value = (loop, store)
    }
    await task.value?.finish()
    #expect(kept.value?.0.isClosed == true)
    kept.value = nil
  }

  @Test func `V10: a job that reaches the loop of a thread that has ended runs all the same`()
    async
  {
    let kept = Slot<Loop>()
    OtherThread.run { kept.value = try? Loop() }
    let loop = kept.value
    #expect(await Task(executorPreference: loop) { 42 }.value == 42)
  }

  @Test(
    "V10: nor is anything released there that a loop keeps to its end, such as the test of an issue"
  )
  func releases() {
    final class Probe: RunningTest {
      let released: Record<pthread_t>
      init(_ released: Record<pthread_t>) { self.released = released }
      deinit { released(pthread_self()) }
      func fail(_ issue: Kumiki.Issue) {}
    }
    let (released, own) = (Record<pthread_t>(), Record<pthread_t>())
    OtherThread.run {
      own(pthread_self())
      let loop = Loop.current
      OtherThread.run {
        loop.report(Kumiki.Issue(code: .offThread, message: "posted"), in: Probe(released))
      }
    }
    #expect(released.entries.count == 1)
    #expect(released.entries.first.map { pthread_equal($0, own.entries[0]) } == 0)
  }

  @Test func `V10: work of a loop that its thread did not run is an issue`() {
    let codes = Record<Kumiki.Issue.Code>()
    OtherThread.run {
      Loop.current.onIssue = { codes($0.code) }
      Loop.current.post { codes(.endlessBurst) }
    }
    #expect(codes.entries == [.offThread])
  }

  @Test func `V11: a task that no loop runs makes none: it uses the main actor's loop`() async {
    await #expect(processExitsWith: .success) {
      await Task.detached { #expect(Loop.current === Loop.main) }.value
    }
  }

  @Test func `V11: a store on another thread's loop has ended, and does nothing there`()
    async throws
  {
    let result = try await #require(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let loop = try Loop(.virtual)
      OtherThread.run {
        let store = Self.words(on: loop) { _ in .send("more") }
        store.send("tap")
        #expect(!store.hasState && store.effectCount == 0 && store.loop !== loop)
      }
      #expect(loop.isIdle)
      loop.close()
    }
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("off-thread: a store was made on a thread that is not its loop's"))
  }

  @Test func `V12: a task is queried and cancelled on any thread`() throws {
    let fixture = try scripted { _ in .run { _ in try await Task.never() } }
    let task = fixture.store.send("wait")
    try fixture.settle()
    OtherThread.run {
      #expect(!task.isFinished && !task.isCancelled)
      task.cancel()
      #expect(task.isCancelled)
    }
    #expect(!task.isFinished)
    try fixture.settle()
    #expect(task.isFinished && fixture.store.effectCount == 0)
    #expect(fixture.codes == [])
  }

  @Test func `V12: a send from elsewhere that a closing loop drops does not wait for ever`()
    async throws
  {
    let senders = Record<Send<String>>()
    let loop = try Loop(.virtual)
    let store = UncheckedSendable(
      Self.words(on: loop) { _ in
        .run { send in
          senders(send)
          try await Task.never()
        }
      })
    OtherThread.run {}
    store.value.send("hand on")
    try loop.dispatch()
    let send = try #require(senders.entries.first)
    let waiting = Task.detached { await send("late") }
    // The loop's thread must not be left before the loop has closed.
    while loop.isIdle { sched_yield() }
    loop.close()
    await waiting.value
  }

  @Test func `V13: a store that is released on another thread ends on its own thread`() throws {
    let loop = try Loop(.virtual)
    let (kept, told) = (Slot<LoopStore<[String], String>>(), Record<String>())
    kept.value = Self.words(on: loop) { _ in
      .run { send in
        told("began")
        try? await Task.never()
        told("ended")
      }
    }
    let task = kept.value?.send("wait")
    try loop.dispatch()
    OtherThread.run { kept.value = nil }
    #expect(told.entries == ["began"])
    try loop.dispatch()
    #expect(told.entries == ["began", "ended"] && task?.isFinished == true)
    loop.close()
  }

  @Test func `V13: values that a program sets on a loop stay unchanged for other threads`() throws {
    let loop = try Loop(.virtual)
    let codes = Record<Kumiki.Issue.Code>()
    loop.onIssue = { codes($0.code) }
    OtherThread.run {
      loop.onIssue = nil
      loop.interrupt = { true }
      loop.turnBudget = TurnBudget(jobs: 1)
      loop.burstLimit = 7
    }
    try loop.dispatch()
    #expect(loop.onIssue != nil && loop.interrupt == nil && loop.turnBudget == nil)
    #expect(loop.burstLimit == 7 && codes.entries.allSatisfy { $0 == .offThread })
    #expect(codes.entries.count == 3)
    loop.close()
  }
}
