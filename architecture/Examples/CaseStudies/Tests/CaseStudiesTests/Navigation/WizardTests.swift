import KumikiArchitecture
import KumikiTesting
import Testing

@testable import CaseStudies

@MainActor
@Suite("a stack of screens")
struct WizardTests {
  @Test("screens are pushed, used and popped")
  func pushing() async {
    let store = TestStore(initialState: Wizard.State()) {
      Wizard()
    }
    await store.send(.path(.push(id: 0, state: .counting(CountingScreen.State())))) {
      $0.path[id: 0] = .counting(CountingScreen.State())
    }
    await store.send(\.path[id: 0].counting.incrementButtonTapped) {
      $0.path[id: 0, case: \.counting]?.count = 1
    }
    await store.send(\.path[id: 0].counting.factsButtonTapped)
    await store.receive(\.path[id: 0].counting.delegate) {
      $0.path[id: 1] = .facts(Facts.State(count: 1))
    }
    await store.send(\.path.popFrom, 1) {
      $0.path[id: 1] = nil
    }
    await store.send(\.path[id: 0].counting.closeButtonTapped)
    await store.receive(\.path.popFrom) {
      $0.path[id: 0] = nil
    }
  }

  @Test("several at once, and back")
  func several() async {
    let store = TestStore(initialState: Wizard.State()) {
      Wizard()
    }
    await store.send(.goToABCButtonTapped) {
      $0.path[id: 0] = .counting(CountingScreen.State())
      $0.path[id: 1] = .facts(Facts.State())
      $0.path[id: 2] = .timer(Timers.State())
    }
    await store.send(.goBackTo(id: 1)) {
      $0.path.pop(to: 1)
    }
    await store.send(.popToRootButtonTapped) {
      $0.path = StackState()
    }
  }

  @Test("a timer on the path ends with its screen")
  func timer() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: Wizard.State(path: StackState([.timer(Timers.State(seconds: 3))]))
    ) {
      Wizard()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.path(.element(id: 0, action: .timer(.toggleButtonTapped)))) {
      $0.path[id: 0, case: \.timer]?.isActive = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 0].timer.ticked) {
      $0.path[id: 0, case: \.timer]?.seconds = 4
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.path[id: 0].timer.ticked) {
      $0.path = StackState()
    }
  }
}
