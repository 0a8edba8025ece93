import KumikiArchitecture
import KumikiTesting
import Testing

@testable import CaseStudies

@MainActor
@Suite("controls without bindings")
struct VolumeTests {
  @Test("each control writes its value")
  func controls() async {
    let store = TestStore(initialState: Volume.State()) { Volume() }
    await store.send(.isMutedChanged(true)) { $0.isMuted = true }
    await store.send(.levelChanged(7.5)) { $0.level = 7.5 }
    await store.send(.noteChanged("Loud")) { $0.note = "Loud" }
  }

  @Test("the level stays below the steps")
  func limits() async {
    let store = TestStore(initialState: Volume.State()) { Volume() }
    await store.send(.levelChanged(99)) { $0.level = 10 }
    await store.send(.stepsChanged(4)) {
      $0.steps = 4
      $0.level = 4
    }
  }
}
