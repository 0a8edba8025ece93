internal import KumikiValues

/// The rows of an array that a list has, and the values that it reads together with a row: the row's parent, and the
/// rows that its ids name.
final class JSONRowReading {
  /// The pointer from an element of the array to the rows in it; nil if the elements are the rows.
  let nested: JSONPointer?
  /// The place in a row where its parent is read.
  private let parent: JSONPointer?
  let joins: [JSONJoinedRows]
  /// Returns the array that has the rows of a join.
  private let joined: (Int) -> JSONNode?

  /// - Parameter ids: the places in a row with the ids of joined rows.
  init(
    nested: JSONPointer?, parent: JSONPointer?, ids: [JSONPointer],
    joined: @escaping (Int) -> JSONNode?
  ) {
    (self.nested, self.parent, self.joined) = (nested, parent, joined)
    joins = ids.map { JSONJoinedRows($0) }
  }

  /// Whether a row is read with other values.
  var isWider: Bool { parent != nil || !joins.isEmpty }
  /// Whether a row is read with its parent.
  var readsParent: Bool { parent != nil }

  /// Returns a row as the list reads it.
  ///
  /// - Parameter note: receives the id at the place of each join; null if no id is there.
  func read(_ row: JSONNode, in around: JSONNode?, _ note: (Int, JSONNode) -> Void = { _, _ in })
    -> JSON
  {
    var whole = JSON(borrowing: row)
    if let parent, let around, let nested {
      let alone = JSON(borrowing: around).putting(nil, at: nested)
      whole = alone.withNode { whole.putting($0, at: parent) }
    }
    for index in joins.indices {
      let join = joins[index]
      let id = join.place.resolve(in: whole.node) ?? .null
      note(index, id)
      guard !id.isNull, let found = joined(index).flatMap({ join.row(id, in: $0) }) else {
        continue
      }
      whole = whole.putting(found, at: join.place)
    }
    return whole
  }
}

/// The rows of an array that other rows name by their ids. Keeps only hashes of the ids.
final class JSONJoinedRows {
  /// The place of the id in a row.
  let place: JSONPointer
  /// The member that contains the id of a joined row.
  var idKey = JSONPathForm.id
  /// In the order of the array.
  private var hashes: [UInt] = []
  /// The first index of each hash.
  private var index = RowIndex()
  private var isIndexed = false

  init(_ place: JSONPointer) { self.place = place }

  private func hash(of row: JSONNode?) -> UInt {
    row.flatMap { idKey.member(of: $0) }?.rowHash ?? 0
  }

  /// - Complexity: O(1) on average; O(*n*) once after rows came, went or moved.
  func row(_ id: JSONNode, in array: JSONNode) -> JSONNode? {
    if !isIndexed {
      index.reset(hashes.count)
      for place in hashes.indices.reversed() { index.insert(hashes[place], at: place) }
      isIndexed = true
    }
    guard let first = index.find(id.rowHash) else { return nil }
    for place in first..<(index.hasDuplicates ? hashes.count : first + 1) {
      guard let row = array.element(place), let own = idKey.member(of: row) else { continue }
      if own.isEqual(to: id) { return row }
    }
    return nil
  }

  func fill(_ array: JSONNode?) {
    hashes = []
    for place in 0..<(array?.elementCount ?? 0) { hashes.append(hash(of: array?.element(place))) }
    isIndexed = false
  }

  /// Takes in the writes to the array and its elements.
  ///
  /// - Returns: the hashes of the ids whose rows may be others.
  func take(_ changes: JSONChanges, _ node: Int, _ array: JSONNode) -> [UInt] {
    var touched: [UInt] = []
    for edit in changes.edits(of: node) {
      isIndexed = false
      switch edit {
      case .insert(let place, let node):
        let now = changes[node].index
        hashes.insert(hash(of: now < 0 ? nil : array.element(now)), at: place)
        touched.append(hashes[place])
      case .remove(let place, _, _): touched.append(hashes.remove(at: place))
      case .move(let source, let target):
        hashes.insert(hashes.remove(at: source), at: target)
        touched.append(hashes[target])
      }
    }
    changes.forEach(below: node) { child in
      let place = changes[child].index
      if place < 0 { return }
      let now = hash(of: array.element(place))
      touched.append(now)
      if hashes[place] == now { return }
      touched.append(hashes[place])
      hashes[place] = now
      isIndexed = false
    }
    return touched
  }
}

extension JSON {
  /// Returns a copy with another value at a place, or without the member there. Only the containers on the way are
  /// copied. Without a way to the place, the value stays as it is.
  func putting(_ value: JSONNode?, at place: JSONPointer) -> JSON {
    guard kind == .object || kind == .array else { return self }
    return withExtendedLifetime(place) {
      let whole = JSON(stealing: Self.made(node.shallowCopy()))
      var (here, left) = (whole.node, place.segments.count)
      for step in place.segments {
        left -= 1
        let old = step.child(of: here)
        if left == 0, let value {
          return here.replaceChild(step, old, stealing: value.retained()) ? whole : self
        }
        guard let old else { return self }
        if left == 0 {
          here.remove(step.raw)
          return whole
        }
        guard old.isContainer, let copy = old.shallowCopy(),
          here.replaceChild(step, old, stealing: copy)
        else { return self }
        here = copy
      }
      return whole
    }
  }
}
