extension Store {
  /// A value that is computed from properties of the state; see ``Derived``.
  ///
  /// - Parameters:
  ///   - property: the properties. Without properties, the function reads other derived values.
  ///   - compute: computes the value. It must not send.
  public func derived<each Property: Equatable, Value: Equatable>(
    _ property: repeat KeyPath<State, each Property>,
    by compute: @escaping (repeat each Property) -> Value
  ) -> Derived<Value> {
    base.derived(repeat each property, by: compute)
  }

  /// A list of rows of the state; see ``RowListing``.
  ///
  /// - Parameters:
  ///   - rows: the rows in the state.
  ///   - first: the first row that is shown.
  ///   - limit: the most rows that are shown.
  ///   - listing: the list's filter, order, groups and sums.
  @_disfavoredOverload
  public func list<ID: Hashable, Row>(
    _ rows: KeyPath<State, IdentifiedArray<ID, Row>>, first: Int = 0, limit: Int? = nil,
    _ listing: (RowListing<State, Row>) -> RowListing<State, Row> = { $0 }
  ) -> StoreList<State, ID, Row> {
    base.list(rows, first: first, limit: limit, listing)
  }
}
