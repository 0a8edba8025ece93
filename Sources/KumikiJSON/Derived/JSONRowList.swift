package import Kumiki

/// How a list is made of an array of rows.
package struct JSONRowListOptions {
  package var sorts: [JSONRowSort] = []
  /// A place of the state that says how to sort instead.
  package var sortPlace: JSONPointer?
  package var group: JSONRowSort?
  /// The places in a row of the numbers that are summed.
  package var numbers: [JSONPointer] = []
  /// Which rows the list has, by the values of `parameters`.
  package var filter: ((_ row: JSONNode, _ parameters: [JSONNode?]) -> Bool)?
  package var parameters: [JSONPointer] = []
  package var compare: ((JSONNode?, JSONNode?) -> Int)?
  /// What the functions need, released when the list ends.
  package var owner: AnyObject?

  package init() {}
}

/// A list of the rows of an array in a document, brought in line with it by what each burst wrote.
package final class JSONRowList {
  package let options: JSONRowListOptions
  private let document: JSONDocument
  private let address: JSONAddress
  private let rowSteps: [Int]
  private let idStep: JSONPointer
  private var list: RowList
  private var keys: JSONRowKeys
  /// The ids of the rows, by entry; null for a row without one.
  private var ids: ContiguousArray<JSON> = []
  private var places: [Place]
  /// Of the row that is looked at, kept for its memory.
  private var numbers: ContiguousArray<RowNumber?>
  /// The commit up to which the list is in line.
  private var commit: UInt64
  private var isWholeDue = false

  /// A place of the state that the list depends on, and for a parameter its value.
  private struct Place {
    let address: JSONAddress
    let node: WatchedNode
    var value: JSON?
  }

  /// - Parameter base: where the pointers begin.
  package init(
    _ document: JSONDocument, _ base: JSONAddress, _ rows: JSONPointer,
    _ options: JSONRowListOptions, _ window: RowWindow, isMidBurst: Bool
  ) {
    (self.document, self.options) = (document, options)
    address = base.appending(rows)
    rowSteps = document.rowSteps(of: address)
    let form = document.rowsForm(at: address)
    idStep = JSONPointer.root.appending(form?.idKey.name ?? "id")
    let parameters = options.parameters + [options.sortPlace].compactMap { $0 }
    places = ([rows] + parameters).map { pointer in
      let address = base.appending(pointer)
      return Place(address: address, node: document.place(at: address))
    }
    numbers = ContiguousArray(repeating: nil, count: options.numbers.count)
    keys = JSONRowKeys(group: nil, [], nil)
    list = RowList(columns: 0, window: window) { _, _ in nil }
    commit = document.commit
    isWholeDue = isMidBurst
    document.changes.start()
    takeParameters(since: 0)
    fill()
  }

  /// The places after whose writes the list may be another one.
  package var addresses: [JSONAddress] { places.map(\.address) }

  /// Called once, when the list ends.
  package func end() {
    document.changes.stop()
    for place in places { document.release(place.node) }
  }

  // MARK: Reading

  /// The list in line with the last burst.
  package var current: RowList {
    catchUp()
    return list
  }

  /// The row of an entry, borrowed.
  package func row(_ entry: Int32) -> JSONNode? {
    document.node(at: address)?.element(list.sourceIndex(of: entry))
  }

  package func id(_ entry: Int32) -> JSON { ids[Int(entry)] }

  /// The entry of the row with an id.
  ///
  /// - Complexity: O(1) where a for-each is attached to the rows, else O(*n*).
  package func entry(withID id: JSONNode) -> Int32? {
    catchUp()
    guard let rows = places[0].node.rows else {
      return list.entries.first { ids[Int($0)].withNode { $0.isEqual(to: id) } }
    }
    return rows.index(of: id, in: document.node(at: address)).map { list.source(at: $0) }
  }

  package func groups() -> [(value: JSON, range: Range<Int>)] {
    catchUp()
    return list.groups(keys.isGroup).map { range in
      let first = list.entry(at: range.lowerBound)
      return (keys.hasGroups ? keys.group(of: first) : .null, range)
    }
  }

  // MARK: Keeping up

  /// Brings the list in line with the burst that observers are told of, if it touched something here.
  private func catchUp() {
    guard commit != document.commit else { return }
    let since = commit
    commit = document.commit
    if takeParameters(since: since) || isWholeDue {
      isWholeDue = false
      return fill()
    }
    guard places[0].node.stamp >= since else { return }
    switch document.writtenPlace(at: address, rowSteps: rowSteps) {
    case .nothing: break
    case .whole: fill()
    case .inside(let told, let place, let array): take(told, place, array)
    }
  }

  /// Reads the parameters that were touched since a commit.
  ///
  /// - Returns: whether one of them is another value.
  @discardableResult
  private func takeParameters(since: UInt64) -> Bool {
    var isOther = false
    for index in 1..<places.count where places[index].node.stamp >= since {
      let value: JSON? = document.node(at: places[index].address).map { JSON(borrowing: $0) }
      if value == places[index].value { continue }
      places[index].value = value
      isOther = true
    }
    return isOther
  }

  /// Takes in what a burst did to the array.
  private func take(_ told: JSONChanges, _ place: Int, _ array: JSONNode) {
    for edit in told[place].edits {
      switch edit {
      case .insert(let index, let node):
        let row = told[node].index < 0 ? nil : array.element(told[node].index)
        list.insert(at: index) { facts($0, row) }
      case .remove(let index, _, _): list.remove(at: index)
      case .move(let source, let target):
        list.move(from: source, to: target)
      }
    }
    told.forEach(below: place) { child in
      let index = told[child].index
      if told[child].isInserted || index < 0 { return }
      guard let row = array.element(index) else { return }
      let entry = list.source(at: index)
      if isRow(row, entry) { return list.change(entry, facts(entry, row)) }
      // Another row stands in this one's place.
      list.remove(at: index)
      list.insert(at: index) { facts($0, row) }
    }
  }

  private func isRow(_ row: JSONNode, _ entry: Int32) -> Bool {
    let id = idStep.resolve(in: row) ?? .null
    return ids[Int(entry)].withNode { $0.isEqual(to: id) }
  }

  /// Makes the list anew.
  private func fill() {
    let place: JSON? = options.sortPlace.flatMap { _ in places.last?.value }
    let sorts = JSONRowSort.read(place) ?? options.sorts
    keys = JSONRowKeys(group: options.group, sorts, options.compare)
    list = RowList(columns: options.numbers.count, window: list.window) { [keys] in
      keys.isBefore($0, $1)
    }
    ids = []
    let array = document.node(at: address)
    list.fill(array?.elementCount ?? 0) { facts($0, array?.element(Int($0))) }
  }

  /// What the list has to know of a row; nil for one that has come and gone within the burst.
  private func facts(_ entry: Int32, _ row: JSONNode?) -> RowList.Facts {
    while ids.count <= entry { ids.append(.null) }
    guard let row else { return RowList.Facts(prefix: nil) }
    let id = idStep.resolve(in: row) ?? .null
    if ids[Int(entry)].withNode({ !$0.isEqual(to: id) }) {
      ids[Int(entry)] = JSON(borrowing: id)
    }
    let isMoved = keys.set(entry, row)
    guard isIn(row) else { return RowList.Facts(prefix: nil) }
    for index in options.numbers.indices {
      numbers[index] = RowNumber(options.numbers[index].resolve(in: row))
    }
    return RowList.Facts(prefix: keys.prefix(entry), numbers: numbers, isMoved: isMoved)
  }

  private func isIn(_ row: JSONNode) -> Bool {
    guard let filter = options.filter else { return true }
    if options.parameters.isEmpty { return filter(row, []) }
    let values = places.dropFirst().prefix(options.parameters.count).map { $0.value }
    return withExtendedLifetime(values) { filter(row, values.map { $0?.node }) }
  }
}
