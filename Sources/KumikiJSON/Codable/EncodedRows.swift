package import KumikiValues

/// Writes a typed state as JSON again and again. Of its collections it writes the rows that were touched since the last
/// time; the others come from the last JSON.
package final class EncodedRows {
  /// How far each collection has been read, by the pointer to it.
  private var marks: [ExactText: Any] = [:]
  /// The marks of the last time, while the state is written again: marks that are not met again are forgotten.
  private var lastMarks: [ExactText: Any] = [:]
  /// The JSON of the last time; nil between writes.
  private var last: JSONNode?
  private var isInRow = false
  /// Whether the collection that is being written has shared values in its rows, which change without a touch.
  private var hasShared = false

  package init() {}

  /// The state as JSON.
  ///
  /// - Parameter last: what this has returned for the same variable before, unchanged; nil to write all of it.
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

  /// A part of the state as JSON, a new reference; nil if it is no collection of rows.
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

/// A collection that notes which of its rows were touched.
private protocol RepeatedRows {
  /// The rows as JSON.
  ///
  /// - Parameters:
  ///   - node: the place of the array.
  ///   - mark: what this returned the last time, if it did.
  ///   - last: the rows as JSON of then.
  /// - Returns: also how far the collection has been read.
  func json(
    _ node: EncodingNode, _ mark: Any?, _ last: JSONNode?
  ) throws(JSONError) -> (JSON, mark: Any)
}

private struct EncodedMark<ID: Hashable> {
  var log = RowLogMark()
  var structure: UInt64
  /// In their order.
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

  /// - Parameter known: the row at an index as JSON, if it is as it was.
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

  /// The same rows in the same order, some of which were touched.
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
