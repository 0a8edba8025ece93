#if Macros
  import IssueReporting
  import KumikiArchitecture
  import KumikiTesting
  import Testing

  /// Drafts of letters. On request, it makes a mistake of each kind.
  @Reducer
  private struct Letters {
    @Reducer
    struct Draft {
      @ObservableState
      struct State: Equatable { var text = "" }
      enum Action { case clear }
    }

    @Reducer
    enum Place {
      case draft(Draft)
      case sent
    }

    @ObservableState
    struct State {
      var name = ""
      @Presents var place: Place.State?
      var draft: Draft.State?
    }

    enum Action: BindableAction {
      case binding(BindingAction<State>)
      case draft(Draft.Action)
      case fail
      case late
      case place(PresentationAction<Place.Action>)
      case sendLate
      case write
    }

    let gate: AsyncStream<Void>

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .binding, .draft, .late, .place: return .none
        case .fail:
          return .run { _ in throw CancellationErrorOfMine() }
        case .sendLate:
          return .run { send in
            Task {
              for await _ in gate {}
              await send(.late)
            }
          }
        case .write:
          state.place?.modify(\.draft) { $0.text = "written" }
          return .none
        }
      }
      .ifLet(\.draft, action: \.draft) { Draft() }
      .ifLet(\.$place, action: \.place)
    }
  }

  private struct CancellationErrorOfMine: Error {}

  @Reducer
  private struct Visit {
    enum State: Equatable {
      case guest
      case user(Letters.Draft.State)
    }
    enum Action { case user(Letters.Draft.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.user, action: \.user) { Letters.Draft() }
    }
  }

  /// Passes on the reported issues, so that a test can wait for them.
  private struct Told: IssueReporter {
    let messages: AsyncStream<String>.Continuation

    func reportIssue(
      _ message: @autoclosure () -> String?, severity _: IssueSeverity, fileID _: StaticString,
      filePath _: StaticString, line _: UInt, column _: UInt
    ) {
      messages.yield(message() ?? "")
    }
  }

  /// A mistake in a store that is not a test store fails the test all the same.
  @MainActor @Suite struct PlainStoreTests {
    private let gate: AsyncStream<Void>
    private let open: AsyncStream<Void>.Continuation

    init() { (gate, open) = AsyncStream.makeStream() }

    private func letters(_ state: Letters.State = Letters.State()) -> StoreOf<Letters> {
      Store(initialState: state) { Letters(gate: gate) }
    }

    private func fails(_ code: String, _ mistake: () -> Void) {
      withKnownIssue {
        mistake()
      } matching: {
        "\($0)".contains("\(code): ")
      }
    }

    @Test func `X73: a binding that no reducer takes fails the test`() {
      let store = letters()
      fails("binding-unhandled") { store.name = "Ann" }
    }

    @Test func `X73: so does a write to another case`() {
      let store = letters(Letters.State(place: .sent))
      fails("write-wrong-case") { store.send(.write) }
    }

    @Test func `X73: and an action for what is not there, or for another case`() {
      let store = letters()
      fails("absent-child") { store.send(.draft(.clear)) }
      fails("absent-destination") { store.send(.place(.presented(.draft(.clear)))) }
      let session = Store(initialState: Visit.State.guest) { Visit() }
      fails("wrong-case") { session.send(.user(.clear)) }
    }

    @Test func `X74: what an effect does wrong fails the test in which its store was made`() async {
      let (messages, told) = AsyncStream.makeStream(of: String.self)
      var said = messages.makeAsyncIterator()
      await withIssueReporters([Told(messages: told)]) {
        let store = letters()
        await store.send(.fail).finish()
        let first = await said.next(isolation: #isolation)
        #expect(first?.hasPrefix("effect-threw: ") == true)
        await store.send(.sendLate).finish()
        open.finish()
        let second = await said.next(isolation: #isolation)
        #expect(second?.hasPrefix("send-after-completion: ") == true)
      }
    }

    @Test("X74: and beside it others, on one loop, fail for nothing", arguments: 0..<3)
    func apart(number: Int) async {
      let (messages, told) = AsyncStream.makeStream(of: String.self)
      var said = messages.makeAsyncIterator()
      await withIssueReporters([Told(messages: told)]) {
        let store = letters()
        for _ in 0..<number {
          await store.send(.fail).finish()
          _ = await said.next(isolation: #isolation)
        }
      }
      told.finish()
      #expect(await said.next(isolation: #isolation) == nil)
    }

    private static var other: CheckedContinuation<Void, Never>?
    private static var isOver = false

    @Test("X74: also when another test runs the loop", arguments: [false, true])
    func runByAnother(isOther: Bool) async throws {
      let (messages, told) = AsyncStream.makeStream(of: String.self)
      var said = messages.makeAsyncIterator()
      try await withIssueReporters([Told(messages: told)]) {
        if isOther {
          // If tests run one after the other, the first has no other test to wait for.
          guard !Self.isOver else { return }
          await withCheckedContinuation { Self.other = $0 }
          try Loop.main.dispatch(timeoutMilliseconds: 0)
        } else {
          let store = letters()
          for _ in 0..<10_000 where Self.other == nil { await Task.yield() }
          Self.isOver = true
          // The other test continues before the main actor runs the loop.
          Self.other.take()?.resume()
          await store.send(.fail).finish()
          _ = await said.next(isolation: #isolation)
        }
      }
      told.finish()
      #expect(await said.next(isolation: #isolation) == nil)
    }

    @Test func `X73: an issue that a loop's handler takes fails nothing`() {
      let loop = try! Loop()
      var codes: [Kumiki.Issue.Code] = []
      loop.onIssue = { codes.append($0.code) }
      let store = Store(initialState: Letters.State(), loop: loop) { Letters(gate: gate) }
      store.send(.draft(.clear))
      #expect(codes == [.absentChild])
      loop.close()
    }
  }
#endif
