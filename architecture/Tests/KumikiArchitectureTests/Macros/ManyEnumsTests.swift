#if Macros
  import KumikiArchitecture
  import Testing

  @Reducer
  private struct Counting {
    @ObservableState
    struct State: Equatable { var count = 0 }
    enum Action { case up }

    var body: some ReducerOf<Self> {
      Reduce { state, _ in
        state.count += 1
        return .none
      }
    }
  }

  /// A museum with one enum of features for each place that shows features.
  private struct Museum {
    @Reducer enum Sheet { case counting(Counting) }
    @Reducer(state: .equatable) enum Path { case counting(Counting), alert(AlertState<Never>) }
    @Reducer enum Popover { case counting(Counting), other(Counting) }
    @Reducer(state: .equatable) enum Cover { case counting(Counting), done }
    @Reducer enum Sidebar { case counting(Counting) }
    @Reducer enum Inspector { case counting(Counting) }
  }

  @MainActor @Suite struct ManyEnumsTests {
    @Test func `X65: six enums of features in one type each run their features`() {
      let sheet = Store(initialState: Museum.Sheet.State.counting(.init())) { Museum.Sheet.body }
      sheet.send(.counting(.up))
      #expect(sheet.withState { $0.counting?.count } == 1)
      let path = Store(initialState: Museum.Path.State.counting(.init())) { Museum.Path.body }
      path.send(.counting(.up))
      #expect(path.state == .counting(Counting.State(count: 1)))
      let popover = Store(initialState: Museum.Popover.State.other(.init())) { Museum.Popover.body }
      popover.send(.other(.up))
      #expect(popover.withState { $0.other?.count } == 1)
      let cover = Store(initialState: Museum.Cover.State.counting(.init())) { Museum.Cover.body }
      cover.send(.counting(.up))
      #expect(cover.state == .counting(Counting.State(count: 1)))
      let sidebar = Store(initialState: Museum.Sidebar.State.counting(.init())) {
        Museum.Sidebar.body
      }
      sidebar.send(.counting(.up))
      #expect(sidebar.withState { $0.counting?.count } == 1)
      let inspector = Store(initialState: Museum.Inspector.State.counting(.init())) {
        Museum.Inspector.body
      }
      inspector.send(.counting(.up))
      #expect(inspector.withState { $0.counting?.count } == 1)
    }
  }
#endif
