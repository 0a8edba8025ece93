import Kumiki
import KumikiTesting
import Testing

@Suite struct TestStoreLifeTests {
  @Test("10 000 test stores, one after the other, leave no object, no memory and no thread behind")
  func many() async {
    await #expect(processExitsWith: .success) {
      await useStores(500)
      let objects = LiveObjects.count
      let bytes = residentBytes()
      let threads = threadCount()
      await useStores(10_000)
      #expect(LiveObjects.count == objects)
      // 100 bytes a store would be a megabyte.
      #expect(residentBytes() - bytes < 1_000_000)
      #expect(threadCount() <= threads)
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
