import KumikiLegacy
import KumikiTesting
import Testing

private struct Fault: Error {}

private struct Loading: ReducerProtocol {
  enum Word: Equatable { case blank, failed, loaded }

  struct State: Equatable {
    var word = Word.blank
  }

  enum Action: Equatable {
    case cancel
    case cancelAll
    case cancelTexts
    case fail
    case forget
    case load
    case loadText
    case told(Word)
  }

  enum LoadID {}
  enum OtherID {}

  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> EffectTask<Action> {
    switch action {
    case .cancel: return .cancel(id: LoadID.self)
    case .cancelAll: return .cancel(ids: [OtherID.self, LoadID.self])
    case .cancelTexts: return .cancel(ids: ["other", "text"])
    case .fail:
      return .task {
        throw Fault()
      } catch: { _ in
        .told(.failed)
      }
    case .forget: return .fireAndForget { throw Fault() }
    case .load:
      return .task { [clock] in
        try await clock.sleep(for: .seconds(1))
        return .told(.loaded)
      }
      .cancellable(id: LoadID.self, cancelInFlight: true)
    case .loadText:
      return EffectTask(value: .told(.loaded)).delay(for: .seconds(1)).cancellable(id: "text")
    case .told(let word):
      state.word = word
      return .none
    }
  }
}

@MainActor @Suite struct EffectTaskTests {
  private let clock = TestClock()

  private func store() -> TestStoreOf<Loading> {
    TestStore(initialState: Loading.State()) {
      Loading()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `Y5: a task effect sends what its work answers, or what is made of its error`() async {
    let store = store()
    await store.send(.load)
    await clock.advance(by: .seconds(1))
    await store.receive(.told(.loaded)) { $0.word = .loaded }
    await store.send(.fail)
    await store.receive(.told(.failed)) { $0.word = .failed }
  }

  @Test func `Y5: fireAndForget sends nothing, and its error is of no interest`() async {
    let store = store()
    await store.send(.forget)
  }

  @Test func `Y5: several ids are cancelled at once`() async {
    let store = store()
    await store.send(.loadText)
    await store.send(.cancelTexts)
    await store.advance(by: .seconds(1))
    await store.send(.loadText)
    await store.advance(by: .seconds(1))
    await store.receive(.told(.loaded)) { $0.word = .loaded }
  }

  @Test func `Y5: a type is the id of effects`() async {
    let store = store()
    await store.send(.load)
    await store.send(.cancel)
    await clock.advance(by: .seconds(1))
    await store.send(.load)
    await store.send(.cancelAll)
    await clock.advance(by: .seconds(1))
    await store.send(.load)
    await clock.advance(by: .milliseconds(500))
    await store.send(.load)
    await clock.advance(by: .milliseconds(500))
    await clock.advance(by: .milliseconds(500))
    await store.receive(.told(.loaded)) { $0.word = .loaded }
  }
}
