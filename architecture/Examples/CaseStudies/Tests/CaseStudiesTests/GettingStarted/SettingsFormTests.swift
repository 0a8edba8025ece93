import KumikiArchitecture
import KumikiTesting
import Testing

@testable import CaseStudies

@MainActor
@Suite("a form")
struct SettingsFormTests {
  @Test("a binding writes, and the feature reacts")
  func bindings() async {
    let store = TestStore(initialState: SettingsForm.State()) { SettingsForm() }
    await store.send(.set(\.displayName, "Blob")) { $0.displayName = "Blob" }
    await store.send(\.binding.displayName, "Blob Jr.") { $0.displayName = "Blob Jr." }
    await store.send(\.binding.fontSize, 100) { $0.fontSize = 40 }
    await store.send(.binding(.set(\.allowsNotifications, true))) {
      $0.allowsNotifications = true
    }
    await store.send(\.binding.allowsNotifications, false) {
      $0.allowsNotifications = false
      $0.digest = .never
    }
    await store.send(.saveButtonTapped) { $0.isSaved = true }
    await store.send(\.binding.digest, .daily) {
      $0.digest = .daily
      $0.isSaved = false
    }
    await store.send(.resetButtonTapped) { $0 = SettingsForm.State() }
  }
}
