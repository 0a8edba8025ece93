import Kumiki
import Testing

/// The reads of a list in Swift, and its sort keys.
@MainActor @Suite struct ListReadingTests {
  struct Track: Identifiable, Equatable {
    struct Key: Comparable {
      var number: Int
      static func < (one: Self, other: Self) -> Bool { one.number < other.number }
    }

    var id: Int
    var title: String
    var gain: Double
    var key: Key { Key(number: -id) }
  }

  struct Tracks: Reducer {
    struct State { var rows: IdentifiedArrayOf<Track> = [] }
    enum Action { case rename(Int, String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .rename(let id, let title) = action { state.rows[id: id]?.title = title }
      return .none
    }
  }

  private func store() -> LoopStore<Tracks.State, Tracks.Action> {
    let rows: IdentifiedArrayOf<Track> = [
      Track(id: 0, title: "Cap", gain: 0.5), Track(id: 1, title: "Ägäis", gain: -1.5),
      Track(id: 2, title: "Bay", gain: 0), Track(id: 3, title: "Bay", gain: -0.0),
    ]
    return LoopStore(initialState: Tracks.State(rows: rows), loop: .current) { Tracks() }
  }

  @Test func J41_keys_are_texts_reals_and_whatever_can_be_compared() {
    let store = store()
    func order(_ sort: RowSort<Track>) -> [Int] {
      store.list(\.rows) { $0.sorted(by: [sort]) }.shownIDs
    }
    let titles = store.state.rows.sorted { $0.title < $1.title }.map(\.id)
    #expect(order(RowSort(\.title)) == titles)
    // A zero equals the one below zero.
    #expect(order(RowSort(\.gain)) == [1, 2, 3, 0])
    #expect(order(RowSort(\.gain, descending: true)) == [0, 2, 3, 1])
    #expect(order(RowSort(\.key)) == [3, 2, 1, 0])
    #expect(order(RowSort(\.key, descending: true)) == [0, 1, 2, 3])
  }

  @Test func J42_a_filter_asks_of_the_row_alone() {
    let store = store()
    let list = store.list(\.rows) { $0.filtered { $0.title == "Bay" } }
    #expect(list.shownIDs == [2, 3])
    store.send(.rename(0, "Bay"))
    store.send(.rename(3, "Cove"))
    #expect(list.shownIDs == [0, 2])
  }

  @Test func J45_rows_are_read_by_their_place_and_found_by_their_id_in_the_part_that_is_shown() {
    let list = store().list(\.rows, first: 1, limit: 2) { $0.sorted(by: [RowSort(\.id)]) }
    #expect(list.count == 2)
    #expect(list[0].title == "Ägäis")
    #expect(list.index(of: 2) == 1)
    #expect(list.index(of: 0) == nil)
    #expect(list.index(of: 9) == nil)
    var told: [Int?] = []
    let subscription = list.observe { told.append($0?.count) }
    list.show(first: 0, limit: 2)
    #expect(list.shownIDs == [0, 1])
    list.show(first: 2)
    #expect(list.shownIDs == [2, 3])
    #expect(list.index(of: 3) == 1)
    // The second part shares a row with the first: an insertion and a removal. The third shares
    // none: a reset.
    #expect(told == [nil, 2, nil])
    subscription.cancel()
  }
}
