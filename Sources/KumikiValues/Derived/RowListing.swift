/// How a list is made of a store's rows: which it has, in which order, and what it sums.
///
///     store.list(\.downloads) {
///       $0.sorted(by: \.progress, descending: true).summed(\.bytes)
///         .filtered(by: \.query) { row, query in row.name.contains(query) }
///     }
///
/// What it reads of a row and of the state must depend on them alone.
public struct RowListing<State, Row> {
  @usableFromInline var sorts: (State) -> [RowSort<Row>] = { _ in [] }
  @usableFromInline var group: RowSort<Row>?
  @usableFromInline var filters: [(State) -> (Row) -> Bool] = []
  /// How many numbers are summed, and what reads them of a row.
  @usableFromInline var columns = 0
  @usableFromInline var numbers: (Row, inout ContiguousArray<RowNumber?>) -> Void = { _, _ in }
  /// Makes a function that says whether a parameter is another value than when it was last called.
  @usableFromInline var parameters: [() -> (State) -> Bool] = []

  @usableFromInline init() {}

  /// Keeps the rows for which a function answers true; those of several filters satisfy all of them.
  @inlinable
  public func filtered(_ isIn: @escaping (Row) -> Bool) -> Self {
    var made = self
    made.filters.append { _ in isIn }
    return made
  }

  /// Keeps the rows for which a function answers true, by a value in the state. Another value there costs one pass
  /// over the rows.
  @inlinable
  public func filtered<Value: Equatable>(
    by parameter: KeyPath<State, Value>, _ isIn: @escaping (Row, Value) -> Bool
  ) -> Self {
    var made = depending(on: parameter)
    made.filters.append { state in
      let value = state[keyPath: parameter]
      return { isIn($0, value) }
    }
    return made
  }

  /// Sorts by several keys, the most important first. Rows that are equal in all of them keep their order.
  @inlinable
  public func sorted(by sorts: [RowSort<Row>]) -> Self {
    var made = self
    made.sorts = { _ in sorts }
    return made
  }

  /// Sorts by what a value in the state says: the column that is chosen, for example.
  @inlinable
  public func sorted<Value: Equatable>(
    by parameter: KeyPath<State, Value>, _ sorts: @escaping (Value) -> [RowSort<Row>]
  ) -> Self {
    var made = depending(on: parameter)
    made.sorts = { sorts($0[keyPath: parameter]) }
    return made
  }

  /// Rows with equal keys stand together, and the groups in the order of the keys.
  @inlinable
  public func grouped(by sort: RowSort<Row>) -> Self {
    var made = self
    made.group = sort
    return made
  }

  /// Sums an integer of each row, exactly.
  @inlinable
  public func summed(_ number: @escaping (Row) -> some BinaryInteger) -> Self {
    numbering { row in
      let number = number(row)
      return Int64(exactly: number).map { .integer($0) } ?? .real(Double(number))
    }
  }

  /// Sums a real of each row.
  @inlinable
  public func summed(_ number: @escaping (Row) -> some BinaryFloatingPoint) -> Self {
    numbering { .real(Double(number($0))) }
  }

  @inlinable
  func numbering(_ number: @escaping (Row) -> RowNumber?) -> Self {
    var made = self
    let (others, column) = (numbers, columns)
    // One function that contains the others: a list of them would be counted at each call.
    made.numbers = { row, numbers in
      others(row, &numbers)
      numbers[column] = number(row)
    }
    made.columns += 1
    return made
  }

  @inlinable
  func depending<Value: Equatable>(on parameter: KeyPath<State, Value>) -> Self {
    var made = self
    made.parameters.append {
      var last: Value?
      return { state in
        let value = state[keyPath: parameter]
        defer { last = value }
        return value != last
      }
    }
    return made
  }
}
