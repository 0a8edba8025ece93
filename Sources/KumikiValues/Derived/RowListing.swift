/// Describes how to make a list of a store's rows: the rows that it contains, their order, and their sums.
///
///     store.list(\.downloads) {
///       $0.sorted(by: \.progress, descending: true).summed(\.bytes)
///         .filtered(by: \.query) { row, query in row.name.contains(query) }
///     }
///
/// The functions must depend only on the row and on the state's parameters.
public struct RowListing<State, Row> {
  @usableFromInline var sorts: (State) -> [RowSort<Row>] = { _ in [] }
  @usableFromInline var group: RowSort<Row>?
  @usableFromInline var filters: [(State) -> (Row) -> Bool] = []
  /// The number of summed columns, and the function that reads a row's numbers.
  @usableFromInline var columns = 0
  @usableFromInline var numbers: (Row, inout ContiguousArray<RowNumber?>) -> Void = { _, _ in }
  /// Makes a function that returns whether a parameter has changed since its last call.
  @usableFromInline var parameters: [() -> (State) -> Bool] = []

  @usableFromInline init() {}

  /// Keeps the rows that satisfy a function. With several filters a row must satisfy all of them.
  @inlinable
  public func filtered(_ isIn: @escaping (Row) -> Bool) -> Self {
    var made = self
    made.filters.append { _ in isIn }
    return made
  }

  /// Keeps the rows that satisfy a function of the row and a value in the state. A change of that value costs one
  /// pass over the rows.
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

  /// Sorts by several keys, the most important first. Rows that are equal in all keys keep their order.
  @inlinable
  public func sorted(by sorts: [RowSort<Row>]) -> Self {
    var made = self
    made.sorts = { _ in sorts }
    return made
  }

  /// Sorts depending on a value in the state, such as the chosen column.
  @inlinable
  public func sorted<Value: Equatable>(
    by parameter: KeyPath<State, Value>, _ sorts: @escaping (Value) -> [RowSort<Row>]
  ) -> Self {
    var made = depending(on: parameter)
    made.sorts = { sorts($0[keyPath: parameter]) }
    return made
  }

  /// Puts rows with equal keys next to each other, and orders the groups by key.
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

  /// Sums a floating-point number of each row.
  @inlinable
  public func summed(_ number: @escaping (Row) -> some BinaryFloatingPoint) -> Self {
    numbering { .real(Double(number($0))) }
  }

  @inlinable
  func numbering(_ number: @escaping (Row) -> RowNumber?) -> Self {
    var made = self
    let (others, column) = (numbers, columns)
    // One function that contains the previous ones: with an array, each call would count references.
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
