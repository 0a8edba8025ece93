#if Macros
  import KumikiArchitecture
  import Testing

  @Reducer
  private struct Page {
    @ObservableState
    struct State: Equatable { var turns = 0 }
    enum Action { case turned }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.turns += 1
        return .none
      }
    }
  }

  @Reducer(state: .equatable)
  private enum Book { case page(Page), cover(Page) }

  /// Contains an enum of features declared elsewhere, a nested one, and itself.
  @Reducer(state: .equatable)
  private enum Shelf {
    case book(Book)
    case box(Box)
    case named(Book.Body = Book.body)
    indirect case shelf(Shelf)
    case page(Page)

    @Reducer(state: .equatable)
    enum Box { case page(Page) }
  }

  @MainActor @Suite struct NestedEnumTests {
    private func state(of first: Shelf.State, after action: Shelf.Action) -> Shelf.State {
      let store = Store(initialState: first) { Shelf.body }
      store.send(action)
      return store.withState(\.self)
    }

    private let turned = Page.State(turns: 1)

    @Test func `Q26: an enum of features runs another one that a case holds`() {
      #expect(
        state(of: .book(.page(.init())), after: .book(.page(.turned))) == .book(.page(turned)))
      #expect(
        state(of: .book(.cover(.init())), after: .book(.cover(.turned))) == .book(.cover(turned)))
    }

    @Test func `Q26: so it does with one that is declared in it`() {
      #expect(state(of: .box(.page(.init())), after: .box(.page(.turned))) == .box(.page(turned)))
    }

    @Test func `Q26: the longer spelling says the same`() {
      #expect(
        state(of: .named(.page(.init())), after: .named(.page(.turned))) == .named(.page(turned)))
    }

    @Test func `Q26: an enum of features may hold itself`() {
      #expect(
        state(of: .shelf(.shelf(.page(.init()))), after: .shelf(.shelf(.page(.turned))))
          == .shelf(.shelf(.page(turned))))
    }

    @Test func `Q26: a store of the outer case hands out one of the inner`() {
      let store = Store(initialState: Shelf.State.book(.page(.init()))) { Shelf.body }
      guard case .book(let book) = store.case, case .page(let page) = book.case else {
        Issue.record("another case")
        return
      }
      page.send(.turned)
      #expect(page.turns == 1)
    }
  }
#endif
