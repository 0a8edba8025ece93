#if Macros
  import KumikiArchitecture
  import KumikiTestStore
  import Testing

  private struct Named: Reducer {
    struct State: Equatable, Identifiable {
      var id = DependencyValues._current.uuid()
      var field = Field()
    }
    struct Field: Equatable { @BindableState var text = "" }
    enum Action: Equatable { case rename }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.id = DependencyValues._current.uuid()
      return .none
    }
  }

  private struct Parent: Reducer {
    struct State: Equatable { @PresentationState var child: Named.State? }
    enum Action: Equatable { case child(PresentationAction<Named.Action>), show }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if action == .show { state.child = Named.State() }
        return .none
      }
      .ifLet(\.$child, action: /Action.child) { Named() }
    }
  }

  @MainActor @Suite struct SpellingTests {
    @Test(
      "X44: one import has the paths with slashes, and the present dependencies by their old name")
    func slashes() async {
      let store = TestStore(initialState: Parent.State()) {
        Parent()
      } withDependencies: {
        $0.uuid = .incrementing
      }
      await store.send(.show) { $0.child = Named.State(id: UUID(0)) }
      await store.send(.child(.presented(.rename))) { $0.child?.id = UUID(1) }
      await store.send(.child(.dismiss)) { $0.child = nil }
    }

    @Test("X44: observation is tracked by its other name, and ids of paths are asked for by next()")
    func names() {
      let shared = Shared(value: 0)
      let changed = LockIsolated(false)
      let read = withPerceptionTracking {
        shared.wrappedValue
      } onChange: {
        changed.setValue(true)
      }
      #expect(read == 0)
      shared.withLock { $0 = 1 }
      #expect(changed.value)

      @Dependency(\.stackElementID) var stackElementID
      #expect(stackElementID.next() == 0)
      #expect(stackElementID.next() == 1)
      #expect(NSEC_PER_SEC == 1000 * NSEC_PER_MSEC && NSEC_PER_MSEC == 1000 * NSEC_PER_USEC)
    }
  }
#endif
