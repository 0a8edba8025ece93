import KumikiArchitecture
import KumikiTesting
import Testing

@testable import CaseStudies

@MainActor
@Suite("two counters")
struct TwoCountersTests {
  @Test("each counts by itself")
  func counting() async {
    let store = TestStore(initialState: TwoCounters.State()) {
      TwoCounters()
    }
    await store.send(.left(.incrementButtonTapped)) { $0.left.count = 1 }
    await store.send(\.right.decrementButtonTapped) { $0.right.count = -1 }
    #expect(store.state.sum == 0)
    await store.send(.swapButtonTapped) {
      $0.left.count = -1
      $0.right.count = 1
    }
  }
}
