import Kumiki
import KumikiTesting
import Testing

@Suite struct TestStoreLifeTests {
  @Test("10 000 test stores leave no object and no thread behind")
  func many() async {
    await #expect(processExitsWith: .success) {
      await useStores(100)
      let objects = LiveObjects.count
      let threads = threadCount()
      await useStores(10_000)
      #expect(LiveObjects.count == objects)
      // The runtime's own pool comes and goes; a thread for each store would be thousands.
      #expect(threadCount() < threads + 64)
    }
  }
}

/// Makes, uses and frees so many stores, with effects that sleep, send and are cancelled.
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
