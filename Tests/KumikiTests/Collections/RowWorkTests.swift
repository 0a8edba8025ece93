import Kumiki
import Testing

@Suite struct RowWorkTests {
  /// The accesses to rows while an action was handled.
  final class Work {
    var hashes = 0
    var comparisons = 0
    var total: Int { hashes + comparisons }
  }

  /// An id that counts how often it is read.
  struct WatchedID: Hashable {
    let number: Int
    let work: Work

    static func == (left: Self, right: Self) -> Bool {
      left.work.comparisons += 1
      return left.number == right.number
    }

    func hash(into hasher: inout Hasher) {
      work.hashes += 1
      hasher.combine(number)
    }
  }

  struct Row: Identifiable {
    let id: WatchedID
    /// Has room for the test's appends: it moves only if another holder shares it.
    var log: [Int] = []
  }

  struct State { var rows: IdentifiedArray<WatchedID, Row> }

  enum Action: CasePathable {
    case row(IdentifiedAction<WatchedID, Int>)

    struct AllCasePaths {
      let row = CasePath(embed: Action.row) {
        if case .row(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  /// The work of one action for each of ten rows, and how many of the rows it moved.
  private func work(among count: Int) throws -> (work: Int, moved: Int) {
    let work = Work()
    let rows = (0..<count).map { Row(id: WatchedID(number: $0, work: work)) }
    let store = LoopStore(
      initialState: State(rows: IdentifiedArray(rows, id: \.id)), loop: try Loop(.virtual)
    ) {
      EmptyReducer<State, Action>().forEach(\.rows, action: \.row) {
        Reduce { row, number in
          if row.log.isEmpty { row.log.reserveCapacity(8) }
          row.log.append(number)
          return .none
        }
      }
    }
    func address(_ number: Int) -> UnsafePointer<Int>? {
      store.state.rows[id: WatchedID(number: number, work: work)]?.log
        .withUnsafeBufferPointer(\.baseAddress)
    }
    let numbers = (0..<10).map { $0 * count / 10 }
    func sendToEach() {
      for number in numbers {
        store.send(.row(.element(id: WatchedID(number: number, work: work), action: number)))
      }
    }
    // The first round allocates room, and perhaps an index.
    sendToEach()
    let before = numbers.map(address)
    let start = work.total
    sendToEach()
    let done = work.total - start
    return (done, zip(before, numbers.map(address)).count { $0 != $1 })
  }

  @Test(
    "F11: an action for one of 100 000 rows reads no more rows than for one of 10, and copies none"
  )
  func work() throws {
    let few = try work(among: 10)
    let many = try work(among: 100_000)
    #expect(few.work > 0)
    // Two ids may share a bucket of a table, which costs one more comparison.
    #expect(many.work <= 2 * few.work)
    #expect(few.moved == 0)
    #expect(many.moved == 0)
  }

  /// The work of removing ten rows, while all have an effect.
  private func workOfRemoving(among count: Int) throws -> Int {
    let work = Work()
    let rows = (0..<count).map { Row(id: WatchedID(number: $0, work: work)) }
    let store = LoopStore(
      initialState: State(rows: IdentifiedArray(rows, id: \.id)), loop: try Loop(.virtual)
    ) {
      Reduce<State, Action> { state, action in
        if case .row(.element(let id, 1)) = action { state.rows.remove(id: id) }
        return .none
      }
      .forEach(\.rows, action: \.row) { Reduce { _, _ in .run { _ in try await Task.never() } } }
    }
    func send(_ number: Int, to row: Int) {
      store.send(.row(.element(id: WatchedID(number: row, work: work), action: number)))
    }
    for row in 0..<count { send(0, to: row) }
    // The first check for removed rows is itself a read.
    send(1, to: count - 1)
    let start = work.total
    for row in 0..<10 { send(1, to: row) }
    let done = work.total - start
    #expect(store.effectCount == count - 11)
    return done
  }

  @Test("F19: a removed row costs the same while 1 000 rows have effects as while 20 have")
  func leaving() throws {
    let few = try workOfRemoving(among: 20)
    let many = try workOfRemoving(among: 1000)
    #expect(few > 0)
    #expect(many <= 2 * few)
  }

  @Test func `F19: all that leave in one step lose their effects`() throws {
    let fixture = try RowsFixture(
      rows: Array(0..<600),
      outside: { state, action in
        guard action == .outside else { return }
        for id in 0..<600 where !id.isMultiple(of: 100) { state.rows.remove(id: id) }
      })
    for id in 0..<600 { fixture.send(.row(id, .startTimer)) }
    fixture.send(.outside)
    #expect(fixture.store.effectCount == 6)
    #expect(try fixture.ticking().sorted() == [0, 100, 200, 300, 400, 500])
  }
}
