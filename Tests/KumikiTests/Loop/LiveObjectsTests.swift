import Kumiki
import Testing

@Suite("Live objects")
struct LiveObjectsTests {
  @Test("An object that ends on another thread is counted once, even after both have ended")
  func acrossThreads() async {
    await #expect(processExitsWith: .success) {
      let before = LiveObjects.count
      let handed = Slot<Loop>()
      OtherThread.run { handed.value = try? Loop(.virtual) }
      #expect(LiveObjects.count == before + 1)
      OtherThread.run { handed.value = nil }
      #expect(LiveObjects.count == before)
    }
  }

  @Test func `Many threads at a time, and others after them, add up`() async {
    await #expect(processExitsWith: .success) {
      let before = LiveObjects.count
      for round in 1...3 {
        let slots = (0..<8).map { _ in Slot<[Loop]>() }
        let threads = slots.map { slot in
          OtherThread { slot.value = (0..<100).compactMap { _ in try? Loop(.virtual) } }
        }
        for thread in threads { thread.join() }
        #expect(LiveObjects.count == before + 800, "round \(round)")
        let others = slots.map { slot in OtherThread { slot.value = nil } }
        for thread in others { thread.join() }
        #expect(LiveObjects.count == before, "round \(round)")
      }
    }
  }

  /// Touched by one thread at a time.
  private final class Slot<Value>: @unchecked Sendable {
    var value: Value?
  }
}
