import Kumiki

/// A list of counters with ids and a parent that rearranges them: for the tests of `forEach` over
/// rows.
enum Rows {
  struct Row: Equatable, Identifiable, Sendable {
    var id: Int
    var counter = Counter.State()

    init(_ id: Int, count: Int = 0) {
      self.id = id
      counter.count = count
    }
  }

  struct State: Equatable {
    var rows: IdentifiedArrayOf<Row> = []
    /// The parent's view: the sum of the counts when a row's action passed.
    var sum: Int?
    /// The actions that the parent was run with.
    var log: [Action] = []
  }

  enum Action: Equatable, Sendable, CasePathable {
    case rows(IdentifiedAction<Int, Counter.Action>)
    case remove(Int)
    case append(Row)
    case reverse
    /// Writes a row under its id.
    case write(Row)
    /// Removes a row and adds one with the same id, in one step.
    case readd(Int)
    /// Cancels the timers of all rows.
    case stopAll
    case noop
    /// For the test's own outer reducer.
    case outside

    struct AllCasePaths {
      let rows = CasePath(embed: Action.rows) {
        if case .rows(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }

    static func row(_ id: Int, _ action: Counter.Action) -> Self {
      .rows(.element(id: id, action: action))
    }
  }

  /// The additional step of a test's own row, after the counter's.
  typealias RowAnswer = (inout Row, Counter.Action) -> Void

  static func reducer(row answer: @escaping RowAnswer = { _, _ in }) -> some Reducer<State, Action>
  {
    Reduce<State, Action> { state, action in
      state.log.append(action)
      switch action {
      case .rows: state.sum = state.rows.reduce(0) { $0 + $1.counter.count }
      case .remove(let id): state.rows.remove(id: id)
      case .append(let row): state.rows.append(row)
      case .reverse: state.rows.reverse()
      case .write(let row): state.rows[id: row.id] = row
      case .readd(let id):
        state.rows.remove(id: id)
        state.rows.append(Row(id))
      case .stopAll: return .cancel(id: Counter.timerID)
      case .noop, .outside: break
      }
      return .none
    }
    .forEach(\.rows, action: \.rows) {
      Scope(state: \.counter, action: \.itself) { Counter() }
      Reduce { row, action in
        answer(&row, action)
        return .none
      }
    }
  }
}

typealias RowsFixture = StoreFixture<Rows.State, Rows.Action>

extension StoreFixture where State == Rows.State, Action == Rows.Action {
  /// A list of rows with these ids.
  convenience init(
    rows ids: [Int], row answer: @escaping Rows.RowAnswer = { _, _ in },
    outside: @escaping (inout State, Action) -> Void = { _, _ in }
  ) throws {
    try self.init(Rows.State(rows: IdentifiedArray(uniqueElements: ids.map { Rows.Row($0) }))) {
      // Listed first: its changes do not belong to the operator's own step.
      Reduce<State, Action> { state, action in
        outside(&state, action)
        return .none
      }
      Rows.reducer(row: answer)
    }
  }

  var ids: [Int] { Array(state.rows.ids) }

  /// The counts in the order of the rows.
  var counts: [Int] { state.rows.map(\.counter.count) }

  /// The ids of the rows that tick in the next second.
  func ticking() throws -> [Int] {
    let count = actions.count
    try advance(seconds: 1)
    return actions.dropFirst(count).compactMap {
      if case .rows(.element(let id, .tick)) = $0 { id } else { nil }
    }
  }
}
