import Kumiki

/// The engine's own store, which belongs to the thread of its loop.
typealias WorkStore = LoopStore<Work.State, Work.Action>

/// The stores of one lane, with their observers. Not Sendable, so the compiler keeps them on the
/// lane.
final class Stores {
  private let board: Board
  private var stores: [WorkStore] = []
  private var subscriptions: [Subscription] = []
  private var derived: [Derived<Int>] = []
  private var lists: [StoreList<Work.State, Int, Work.Row>] = []

  init(_ board: Board) { self.board = board }

  func make(on loop: Loop) {
    stores.append(
      WorkStore(initialState: Work.State(), loop: loop) { [board] in Work(board: board) })
  }

  func keep(_ subscription: Subscription) { subscriptions.append(subscription) }

  /// Makes one random call on a store, on the lane's current thread.
  func use(_ draws: inout Draws) {
    guard !stores.isEmpty else { return }
    let store = draws.one(of: stores)
    switch draws.below(16) {
    case 0...3:
      board.keep(store.send(.begin(draws.one(of: Work.Kind.allCases), id: draws.below(3))))
    case 4: store.send(.add(draws.below(9)))
    case 5: store.send(.stop(id: draws.below(3)))
    case 6: _ = (store.state, store.effectCount, store.hasState)
    case 7: subscriptions.append(store.subscribe { [board] _ in board.noteSent() })
    case 8: subscriptions.append(store.observe(\.count) { [board] _ in board.noteSent() })
    case 9: store.post(.add(1))
    case 10, 11: derived.append(store.derived(\.count, \.rows) { $0 + $1.count })
    case 12: lists.append(store.list(\.rows))
    case 13: store.scope(state: \.count, action: { $0 }).send(.add(2))
    case 14: lookAround(&draws)
    default: letGo(&draws)
    }
  }

  private func lookAround(_ draws: inout Draws) {
    if let value = derived.last {
      _ = value.value
      subscriptions.append(value.observe { [board] _ in board.noteSent() })
    }
    if let list = lists.last { _ = list.count }
  }

  private func letGo(_ draws: inout Draws) {
    switch draws.below(5) {
    case 0: if !stores.isEmpty { stores.remove(at: draws.below(stores.count)) }
    case 1: subscriptions = []
    case 2: (derived, lists) = ([], [])
    case 3: stores.last?.end()
    default: subscriptions.popLast()?.cancel()
    }
  }
}
