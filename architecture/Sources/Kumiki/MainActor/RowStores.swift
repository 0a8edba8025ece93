/// The stores of rows, in the rows' order: the result of a store's `scope` for rows and their actions.
///
/// A store is made on access, and stays the same store while it is retained. The rows are the rows at the
/// time of `scope`. If a row was removed since, its store returns the row's last value.
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
