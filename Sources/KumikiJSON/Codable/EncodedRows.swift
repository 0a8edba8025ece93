package import KumikiValues

/// Writes a typed state as JSON repeatedly. In its collections only the rows that were touched since the last
/// write are encoded; the other rows are taken from the last JSON.
package final class EncodedRows {
  /// How far the log of each collection has been read, by the pointer to the collection.
  private var marks: [ExactText: Any] = [:]
  /// The marks of the last write during the next write, which drops those of missing collections.
  private var lastMarks: [ExactText: Any] = [:]
  /// The JSON of the last write; nil between writes.
  private var last: JSONNode?
  private var isInRow = false
  /// Whether the rows of the current collection contain shared values, which change without a touch.
  private var hasShared = false

  package init() {}

  /// Returns the state as JSON.
  ///
  /// - Parameter last: the previous result for the same variable, unchanged; nil to encode the whole state.
  package func json<State: Encodable>(
    of state: State, after last: JSONNode?
  ) throws(JSONError) -> JSON {
    if Scalar.includes(State.self) || State.self == JSON.self {
      return try EncodingNode.json(of: state)
    }
    self.last = last
    lastMarks = exchange(&marks, with: [:])
    defer { (self.last, lastMarks, isInRow) = (nil, [:], false) }
    let node = EncodingNode(parent: nil, step: .root, enumType: EnumType(State.self), rows: self)
    try node.run(state)
    return JSON(stealing: try node.finish())
  }

  /// Returns a part of the state as JSON, a new reference; nil if the part is not a collection of rows.
  func part<T: Encodable>(
    _ value: T, in parent: EncodingNode, at step: CodingStep
  ) throws(JSONError) -> JSONNode? {
    if isInRow {
      if T.self is any AnyShared.Type { hasShared = true }
      return nil
    }
    guard let rows = value as? any RepeatedRows else { return nil }
    (isInRow, hasShared) = (true, false)
    defer { isInRow = false }
    let path = ExactText(parent.path(step))
    let (array, mark) = try rows.json(
      EncodingNode(parent: parent, step: step, rows: self), lastMarks[path],
      last.flatMap { last in (try? JSONPointer(path.text))?.resolve(in: last) })
    marks[path] = hasShared ? nil : mark
    return array.retained()
  }
}

/// A collection that records which of its rows were touched.
private protocol RepeatedRows {
  /// Returns the rows as JSON.
  ///
  /// - Parameters:
  ///   - node: the place of the array.
  ///   - mark: the mark that the last call returned, if any.
  ///   - last: the JSON that the last call returned.
  /// - Returns: also how far the collection's log has been read.
  func json(
    _ node: EncodingNode, _ mark: Any?, _ last: JSONNode?
  ) throws(JSONError) -> (JSON, mark: Any)
}

private struct EncodedMark<ID: Hashable> {
  var log = RowLogMark()
  var structure: UInt64
  /// In the order of the rows.
  var ids: [ID]
}

extension IdentifiedArray: RepeatedRows where Element: Encodable {
  fileprivate func json(
    _ node: EncodingNode, _ given: Any?, _ last: JSONNode?
  ) throws(JSONError) -> (JSON, mark: Any) {
    let known = given as? EncodedMark<ID>
    var mark = known ?? EncodedMark(structure: structure, ids: storage.orderedIDs)
    var touched: Set<ID> = []
    let isKnown = visitChanges(since: &mark.log) { touched.insert($0) }
    guard isKnown, let known, let last, last.elementCount == known.ids.count else {
      (mark.structure, mark.ids) = (structure, storage.orderedIDs)
      return (try json(node) { _ in nil }, mark)
    }
    if structure == known.structure {
      return (try json(node, with: touched, after: last), mark)
    }
    (mark.structure, mark.ids) = (structure, storage.orderedIDs)
    let indices = Dictionary(zip(known.ids, 0...), uniquingKeysWith: { first, _ in first })
    return (
      try json(node) { index in
        let id = mark.ids[index]
        return touched.contains(id) ? nil : indices[id].flatMap { last.element($0) }
      }, mark
    )
  }

  /// - Parameter known: returns the JSON of the row at an index, if the row is unchanged.
  private func json(
    _ node: EncodingNode, _ known: (Int) -> JSONNode?
  ) throws(JSONError) -> JSON {
    guard let array = JSONNode.array().map({ JSON(stealing: $0) }) else { throw .outOfMemory }
    for (index, row) in enumerated() {
      let made =
        if let same = known(index) { same.retained() } else {
          try EncodingNode.json(for: row, in: node, at: .index(index))
        }
      if !array.node.append(stealing: made) { throw .outOfMemory }
    }
    return array
  }

  /// Returns the same rows in the same order, with the touched rows encoded again.
  private func json(
    _ node: EncodingNode, with touched: Set<ID>, after last: JSONNode
  ) throws(JSONError) -> JSON {
    if touched.isEmpty { return JSON(borrowing: last) }
    guard let array = last.shallowCopy().map({ JSON(stealing: $0) }) else { throw .outOfMemory }
    for id in touched {
      guard let index = index(id: id), let row = self[id: id] else { continue }
      let made = try EncodingNode.json(for: row, in: node, at: .index(index))
      if !array.node.replace(at: index, stealing: made) { throw .outOfMemory }
    }
    return array
  }
}
