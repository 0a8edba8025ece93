import CFeatures
import Foundation
import Kumiki
@testable import KumikiTestStore
import KumikiTesting
import Testing

@Suite struct TestStoreLifeTests {
  @Test("Thousands of test stores in turn leave no object, no memory and no thread behind")
  func many() async {
    await #expect(processExitsWith: .success) {
      setWillThrowHandler(nil)
      await useStores(500)
      let objects = LiveObjects.count
      let bytes = Int(c_bytes_in_use())
      let threads = threadCount()
      let count = isInHurry ? 1_000 : 3_000
      await useStores(count)
      #expect(LiveObjects.count == objects)
      #expect(Int(c_bytes_in_use()) - bytes < 50 * count)
      // The runtime's pool may have grown, up to a thread for each core.
      #expect(threadCount() <= threads + ProcessInfo.processInfo.activeProcessorCount)
    }
  }

  @Test(
    "A test store on the clock of a test leaves nothing behind, though the clock's loop stays open")
  @MainActor func onAClock() async {
    weak var loop: Loop?
    do {
      let clock = TestClock()
      loop = clock.loop
      let store = TestStore(initialState: 0) {
        Waiter()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(false)
      await clock.advance(by: .seconds(1))
      await store.receive(true) { $0 = 1 }
    }
    // Runs the work that the end of the store has left for the main actor.
    for _ in 0..<10_000 where loop != nil { await Task.yield() }
    #expect(loop == nil)
  }
}

/// A feature with a clock.
private struct Waiter: Reducer {
  @Dependency(\.continuousClock) var clock

  var body: some Reducer<Int, Bool> {
    Reduce { count, isOver in
      if isOver { count += 1 }
      return isOver
        ? .none
        : .run { [clock] send in
          try await clock.sleep(for: .seconds(1))
          await send(true)
        }
    }
  }
}

/// `make check` sets this: stress tests then run fewer rounds.
private let isInHurry = ProcessInfo.processInfo.environment["KUMIKI_FEWER_ROUNDS"] != nil

/// Swift Testing notes where each error was thrown, by the address of the error, and keeps the note until
/// another error has that address. Here effects are cancelled, which throws. So the number of notes
/// depends on how often addresses repeat, and not on the tested code.
@_silgen_name("_swift_setWillThrowHandler")
private func setWillThrowHandler(_ handler: (@convention(c) (UnsafeMutableRawPointer) -> Void)?)

/// Makes, uses and frees a number of stores, with effects that sleep, send and are cancelled.
@MainActor
private func useStores(_ count: Int) async {
  for _ in 0..<count {
    let store = counterStore()
    await store.send(.burst) { $0.count = 1 }
    await store.skipReceivedActions()
    await store.send(.incAfter(1))
    await store.send(.startTimer)
    await store.skipInFlightEffects()
  }
}
