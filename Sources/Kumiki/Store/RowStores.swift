/// The stores of rows, in the rows' order: what a store's `scope` gives for rows and their actions.
///
/// A store is made when it is asked for: the same one while somebody holds it. The rows are those that were
/// there when the collection was asked for; the store of one that has gone since answers with that row.
public struct RowStores<ID: Hashable, Element, ElementAction>: RandomAccessCollection {
  private let rows: IdentifiedArray<ID, Element>
  private let store: (_ id: ID, _ row: Element) -> Store<Element, ElementAction>

  @usableFromInline
  init(
    _ rows: IdentifiedArray<ID, Element>,
    _ store: @escaping (_ id: ID, _ row: Element) -> Store<Element, ElementAction>
  ) {
    self.rows = rows
    self.store = store
  }

  public var startIndex: Int { rows.startIndex }
  public var endIndex: Int { rows.endIndex }

  public subscript(position: Int) -> Store<Element, ElementAction> {
    store(rows.ids[position], rows[position])
  }
}

extension Store {
  /// The stores of rows, to draw each by its own.
  ///
  ///     for row in store.scope(state: \.todos, action: \.todos) { draw(row) }
  @inlinable
  public func scope<ID, Element, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, Element>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> RowStores<ID, Element, ElementAction> where Action: CasePathable {
    RowStores(self.state[keyPath: state]) { [self] id, row in
      scopeRow(state: state, action: action, id: id, last: row)!
    }
  }
}
