import Authentication
import KumikiArchitecture
import KumikiTesting
import LogIn
import Testing
import TwoFactor

@MainActor
@Suite("logging in")
struct LogInTests {
  @Test("with two factors")
  func twoFactors() async {
    let store = TestStore(initialState: LogIn.State()) {
      LogIn()
    } withDependencies: {
      $0.authenticationClient.logIn = { @Sendable _, _ in
        Session(token: "t", needsSecondFactor: true)
      }
      $0.authenticationClient.confirm = { @Sendable code, token in
        #expect(code == "1234" && token == "t")
        return Session(token: "u", needsSecondFactor: false)
      }
    }
    await store.send(\.view.binding.email, "2fa@kumiki.example") {
      $0.email = "2fa@kumiki.example"
    }
    await store.send(\.view.binding.password, "password") {
      $0.password = "password"
      $0.isFormValid = true
    }
    let task = await store.send(\.view.logInButtonTapped) { $0.isRequestInFlight = true }
    await store.receive(\.response.success) {
      $0.isRequestInFlight = false
      $0.twoFactor = TwoFactor.State(token: "t")
    }
    await store.send(\.twoFactor.view.binding.code, "1234") {
      $0.twoFactor?.code = "1234"
      $0.twoFactor?.isFormValid = true
    }
    await store.send(\.twoFactor.view.submitButtonTapped) {
      $0.twoFactor?.isRequestInFlight = true
    }
    await store.receive(\.twoFactor.response.success) {
      $0.twoFactor?.isRequestInFlight = false
    }
    await store.send(\.twoFactor.dismiss) { $0.twoFactor = nil }
    await task.finish()
  }

  @Test("a wrong password is told by an alert")
  func wrongPassword() async {
    let store = TestStore(initialState: LogIn.State()) {
      LogIn()
    } withDependencies: {
      $0.authenticationClient.logIn = { _, _ in throw AuthenticationError.wrongPassword }
    }
    await store.send(.view(.logInButtonTapped)) { $0.isRequestInFlight = true }
    await store.receive(\.response.failure) {
      $0.alert = AlertState {
        TextState(AuthenticationError.wrongPassword.localizedDescription)
      }
      $0.isRequestInFlight = false
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }

  @Test("dismissing the second factor ends its request")
  func dismissal() async {
    let store = TestStore(initialState: TwoFactorHost.State(twoFactor: .init(token: "t"))) {
      TwoFactorHost()
    } withDependencies: {
      $0.authenticationClient.confirm = { _, _ in try await Task.never() }
    }
    await store.send(\.twoFactor.view.submitButtonTapped) {
      $0.twoFactor?.isRequestInFlight = true
    }
    await store.send(.twoFactor(.dismiss)) { $0.twoFactor = nil }
  }
}

@Reducer
private struct TwoFactorHost {
  @ObservableState
  struct State: Equatable {
    @Presents var twoFactor: TwoFactor.State?
  }

  enum Action {
    case twoFactor(PresentationAction<TwoFactor.Action>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .ifLet(\.$twoFactor, action: \.twoFactor) {
        TwoFactor()
      }
  }
}
