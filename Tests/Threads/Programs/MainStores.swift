import Kumiki

/// Uses the main actor's stores, which any lane creates, awaits, posts to and releases.
@MainActor
enum MainStores {
  static func make(_ board: Board) {
    board.keep(Store(initialState: Work.State()) { Work(board: board) })
  }

  static func use(_ store: StoreOf<Work>, _ board: Board, _ draw: Int) {
    switch draw % 6 {
    case 0:
      board.keep(
        store.send(.begin(Work.Kind.allCases[draw % Work.Kind.allCases.count], id: draw % 3)))
    case 1: look(ViewStore(store, observe: \.count), board)
    case 2: store.scope(state: \.count, action: { $0 }).send(.add(2))
    case 3: store.end()
    case 4: store.subscribe { _ in board.noteSent() }.cancel()
    default: store.send(.add(draw))
    }
  }

  private static func look(_ view: ViewStore<Int, Work.Action>, _ board: Board) {
    let subscription = view.subscribe { _ in board.noteSent() }
    view.send(.add(1))
    withExtendedLifetime(subscription) {}
  }
}
