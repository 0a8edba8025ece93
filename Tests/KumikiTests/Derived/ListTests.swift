import Kumiki
import Testing

/// Lists that are derived from rows of a store in Swift. Tests/CAPITests/test_lists.c has the rules of lists in C.
@MainActor @Suite struct ListTests {
  struct Row: Identifiable, Equatable {
    var id: Int
    var number: Int
    var kind = 0
  }

  struct Table: Reducer {
    struct State {
      var rows: IdentifiedArrayOf<Row> = []
      var least = 0
      var column = 0
    }

    enum Action {
      case write((inout State) -> Void)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .write(let write) = action { write(&state) }
      return .none
    }
  }

  typealias TableStore = LoopStore<Table.State, Table.Action>

  private func table(_ numbers: [Int]) -> TableStore {
    let rows = numbers.enumerated().map { Row(id: $0, number: $1) }
    return LoopStore(
      initialState: Table.State(rows: IdentifiedArray(rows, id: \.id)), loop: .current
    ) { Table() }
  }

  private func write(_ store: TableStore, _ change: @escaping (inout Table.State) -> Void) {
    store.send(.write(change))
  }

  @Test func J40_rows_are_sorted_by_several_keys_and_equal_ones_keep_their_order() {
    let store = table([3, 1, 3, 2])
    let list = store.list(\.rows) {
      $0.sorted(by: [RowSort(\.kind), RowSort(\.number, descending: true)])
    }
    #expect(list.shownIDs == [0, 2, 3, 1])
    write(store) { $0.rows[id: 1]?.number = 3 }
    #expect(list.shownIDs == [0, 1, 2, 3])
    write(store) { $0.rows.move(from: 2, to: 0) }
    #expect(list.shownIDs == [2, 0, 1, 3])
    write(store) { $0.rows[id: 2]?.kind = 1 }
    #expect(list.shownIDs == [0, 1, 3, 2])
  }

  @Test func J40_integers_of_any_width_sort_by_their_values() {
    let store = table([3, -1, 2, 0])
    let wide = store.list(\.rows) {
      $0.sorted(by: [RowSort { Int128($0.number) << 62 }])
    }
    #expect(wide.shownIDs == [1, 3, 2, 0])
    let unsigned = store.list(\.rows) {
      $0.sorted(by: [RowSort { UInt64.max - UInt64($0.number + 1) }])
    }
    #expect(unsigned.shownIDs == [0, 2, 3, 1])
  }

  @Test func J40_a_row_that_is_written_stays_or_moves_among_rows_with_the_same_key() {
    let store = table(Array(repeating: 1, count: 200))
    let list = store.list(\.rows) { $0.sorted(by: [RowSort(\.number)]).summed(\.kind) }
    var edits: [RowEdit] = []
    let subscription = list.observe { edits += $0?.map(\.edit) ?? [] }
    write(store) { $0.rows[id: 30]?.kind = 5 }
    write(store) { $0.rows[id: 30]?.number = 2 }
    write(store) { $0.rows[id: 30]?.kind = 6 }
    write(store) { $0.rows[id: 30]?.number = 1 }
    #expect(
      edits == [
        .change(at: 30), .move(from: 30, to: 199), .change(at: 199), .move(from: 199, to: 30),
      ])
    #expect(list.total(0).sum == .integer(6))
    subscription.cancel()
  }

  @Test func J42_a_filter_and_an_order_depend_on_the_state() {
    let store = table([3, 1, 2])
    let list = store.list(\.rows) {
      $0.filtered(by: \.least) { row, least in row.number >= least }
        .sorted(by: \.column) { $0 == 0 ? [RowSort(\.number)] : [RowSort(\.id)] }
    }
    #expect(list.shownIDs == [1, 2, 0])
    write(store) { $0.least = 2 }
    #expect(list.shownIDs == [2, 0])
    write(store) { $0.column = 1 }
    #expect(list.shownIDs == [0, 2])
  }

  @Test func J47_J48_groups_stand_together_with_exact_sums() {
    let store = table([9_007_199_254_740_993, 1, 5])
    let list = store.list(\.rows) {
      $0.grouped(by: RowSort(\.kind)).summed(\.number).summed { Double($0.number) / 2 }
    }
    write(store) { $0.rows[id: 2]?.kind = 1 }
    #expect(list.groups == [0..<2, 2..<3])
    #expect(list.total(0, in: 0..<2).sum == .integer(9_007_199_254_740_994))
    #expect(list.total(0).greatest == .integer(9_007_199_254_740_993))
    #expect(list.total(1, in: 2..<3).sum == .real(2.5))
    #expect(list.total(1, in: 2..<3).mean == 2.5)
  }

  @Test func J49_an_earlier_observer_reads_the_list_of_now() {
    let store = table([1, 2])
    var list: StoreList<Table.State, Int, Row>?
    var seen: [Int] = []
    let early = store.observe({ $0.rows[id: 0]?.number }) { _ in seen = list?.shownIDs ?? [] }
    list = store.list(\.rows) { $0.sorted(by: [RowSort(\.number)]) }
    write(store) { $0.rows[id: 0]?.number = 9 }
    #expect(seen == [1, 0])
    early.cancel()
  }

  @Test func `L15: an empty list after an empty list notifies no observer`() {
    let store = table([1, 2])
    write(store) { $0.least = 5 }
    let list = store.list(\.rows) {
      $0.filtered(by: \.least) { row, least in row.number >= least }
    }
    var told: [Int?] = []
    let subscription = list.observe { told.append($0?.count) }
    write(store) { $0.least = 6 }
    write(store) { $0.rows = [] }
    #expect(told == [nil])
    write(store) { state in
      state.rows.append(Row(id: 3, number: 1))
      state.least = 1
    }
    #expect(told == [nil, nil])
    write(store) { $0.least = 2 }
    #expect(told == [nil, nil, nil])
    subscription.cancel()
  }

  /// Edits and a sort of all rows lead to the same list, whatever happened to the rows.
  @Test(arguments: 1...12) func F21_J44_J45_by_chance(_ seed: UInt64) {
    var random = Numbers(seed)
    let store = table([])
    let (first, limit) = (Int(seed % 3), seed % 2 == 0 ? nil : Int(seed % 5) + 1)
    let list = store.list(\.rows, first: first, limit: limit) {
      $0.sorted(by: \.column) {
        $0 == 0 ? [RowSort(\.number)] : [RowSort(\.kind, descending: true)]
      }
      .filtered(by: \.least) { row, least in row.number >= least }.summed(\.number)
    }
    var shown: [Int] = []
    var isWrong = false
    let subscription = list.observe { edits in
      guard let edits else { return shown = list.shownIDs }
      for edit in edits { isWrong = !carryOut(edit.edit, edit.id, on: &shown) || isWrong }
    }
    var next = 0
    for step in 0..<300 {
      let changes = (0..<random.next(4)).map { _ in random.next(1000) }
      write(store) { state in
        for change in [step % 60] + changes {
          Self.change(&state, change, id: next)
          next += 1
        }
      }
      let state = store.state
      let all = state.rows.filter { $0.number >= state.least }.sorted { one, other in
        state.column == 0 ? one.number < other.number : one.kind > other.kind
      }
      #expect(shown == all.dropFirst(first).prefix(limit ?? .max).map(\.id))
      #expect(list.shownIDs == shown && !isWrong)
      #expect(list.total(0).sum == .integer(Int64(all.reduce(0) { $0 + $1.number })))
    }
    subscription.cancel()
  }

  private static func change(_ state: inout Table.State, _ number: Int, id: Int) {
    let count = state.rows.count
    let place = count == 0 ? 0 : number % count
    switch count == 0 ? 0 : number % 13 {
    case 0, 1, 2: state.rows.insert(Row(id: id, number: number % 6, kind: number % 3), at: place)
    case 3: state.rows.remove(at: place)
    case 4: state.rows.move(from: place, to: (number / 7) % count)
    case 5: state.least = number % 4
    case 6: state.column = number % 2
    case 7 where number % 5 == 0: state.rows.reverse()
    case 8: state.rows[place] = Row(id: id, number: number % 6, kind: number % 3)
    case 9: state.rows[place] = state.rows[(number / 7) % count]
    default: state.rows[id: state.rows[place].id]?.number = number % 6
    }
  }

  private func carryOut(_ edit: RowEdit, _ id: Int, on shown: inout [Int]) -> Bool {
    switch edit {
    case .insert(let index):
      guard index <= shown.count else { return false }
      shown.insert(id, at: index)
    case .remove(let index): return shown.indices.contains(index) && shown.remove(at: index) == id
    case .move(let source, let target):
      guard shown.indices.contains(source), shown.remove(at: source) == id else { return false }
      shown.insert(id, at: target)
    case .change(let index): return shown.indices.contains(index) && shown[index] == id
    }
    return true
  }

  private struct Numbers {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
  }
}
