package import KumikiValues

/// How a list is made from an array of rows.
package struct JSONRowListOptions {
  package var sorts: [JSONRowSort] = []
  /// A place in the state whose value gives the sort order instead.
  package var sortPlace: JSONPointer?
  package var group: JSONRowSort?
  /// The places of the numbers that are summed, in a row.
  package var numbers: [JSONPointer] = []
  /// Which rows the list contains, depending on the values of `parameters`.
  package var filter: ((_ row: JSONNode, _ parameters: [JSONNode?]) -> Bool)?
  package var parameters: [JSONPointer] = []
  /// The places that `filter` reads in a row; nil if they are not known.
  package var filterPlaces: [JSONPointer]?
  package var compare: ((JSONNode?, JSONNode?) -> Int)?
  /// The pointer from an element to the rows in it; nil if the elements are the rows.
  package var nested: JSONPointer?
  /// The place in a nested row where its parent is read.
  package var parent: JSONPointer?
  /// The places in a row of the ids that other rows replace, and the places of these rows in the state.
  package var ids: [JSONPointer] = []
  package var joins: [JSONPointer] = []
  /// The owner of the functions' data, released when the list ends.
  package var owner: AnyObject?

  package init() {}
}

/// A list of the rows of an array in a document, updated with the writes of each burst.
package final class JSONRowList: RowListSource {
  package let options: JSONRowListOptions
  private let document: JSONDocument
  private let base: JSONAddress
  private let address: JSONAddress
  /// Keeps the last value of a scoped store's part; nil for a list of the whole state.
  private let hold: JSONHold?
  private var rowSteps: [Int]
  private var rows: JSONListedRows!
  /// Whether a row is in the list, by the parameters' values when the list was last filled.
  private var isIn: JSONListedRows.Filter = { _ in true }
  private var places: [Place]
  /// The places of the joined rows.
  private var joins: [Place]
  /// The commit that the list was last updated to.
  private var commit: UInt64
  private var isWholeDue = false
  /// The number of reducers that had taken over the document when the rows' ids were read.
  private var adoptions: UInt64
  private var changes: UInt64 = 0

  /// A place in the state that the list depends on, with its value for a parameter.
  private struct Place {
    /// Relative to the list's base.
    let pointer: JSONPointer
    let address: JSONAddress
    let node: JSONPlace
    var value: JSON?
  }

  /// - Parameter base: the place that the pointers are relative to.
  package init(
    _ document: JSONDocument, _ base: JSONAddress, _ rows: JSONPointer,
    _ options: JSONRowListOptions, _ window: RowWindow, isMidBurst: Bool
  ) {
    (self.document, self.options, self.base) = (document, options, base)
    hold = base.isRoot ? nil : document.hold(base)
    address = base.appending(rows)
    rowSteps = document.rowSteps(of: address)
    let parameters = options.parameters + [options.sortPlace].compactMap { $0 }
    func place(_ pointer: JSONPointer) -> Place {
      let address = base.appending(pointer)
      return Place(pointer: pointer, address: address, node: document.place(at: address))
    }
    places = ([rows] + parameters).map(place)
    joins = options.joins.map(place)
    (commit, adoptions) = (document.burst.commit, document.adoptions)
    places[0].node.holds.listings += 1
    places[0].node.hold(1, keepsValue: false)
    isWholeDue = isMidBurst
    let reading = JSONRowReading(
      nested: options.nested, parent: options.parent, ids: options.ids
    ) { [unowned self] in value(joins[$0]) }
    self.rows = JSONListedRows(
      group: options.group, numbers: options.numbers, compare: options.compare,
      reading: reading.nested != nil || reading.isWider ? reading : nil, window)
    if options.filter != nil { self.rows.filterPlaces = options.filterPlaces }
    _ = takeIDKeys()
    document.changes.start()
    takeParameters(since: 0)
    fill()
  }

  /// The places whose writes may change the list.
  package var addresses: [JSONAddress] { (places + joins).map(\.address) }

  /// Releases the list's places. Called once, when the list ends.
  package func end() {
    document.changes.stop()
    places[0].node.holds.listings -= 1
    places[0].node.hold(-1, keepsValue: false)
    for place in places + joins { document.release(place.node) }
  }

  // MARK: Reading

  /// The list, updated with the last burst.
  package var current: RowList {
    update()
    return rows.list
  }

  package var version: UInt64 {
    update()
    return changes
  }

  package func row(_ entry: Int32) -> JSON {
    rows.whole(entry, of: array)
  }

  package func id(_ entry: Int32) -> JSON { rows.id(entry) }

  /// - Complexity: O(1) if a for-each is attached to the rows, otherwise O(*n*); O(*n*) for nested rows.
  package func entry(withID id: JSONNode) -> Int32? {
    update()
    // The index covers the rows in the state, and a list may outlive these.
    guard !isGone, options.nested == nil, let known = places[0].node.rows.known else {
      return rows.first(withID: id)
    }
    return known.index(of: id, in: document.node(at: address)).map { rows.list.source(at: $0) }
  }

  package func totals() -> JSON {
    update()
    return rows.totals(0..<rows.list.count)
  }

  package func groupTotals() -> JSON {
    update()
    return rows.groupTotals()
  }

  // MARK: Updating

  /// Whether the scoped store's part is gone. The list then keeps the rows of the part's last value.
  private var isGone: Bool { hold != nil && document.presentNode(at: base) == nil }

  /// Returns the value at a place, borrowed; from the scoped store's last value if its part is gone.
  private func value(_ place: Place) -> JSONNode? {
    guard isGone else { return document.node(at: place.address) }
    return hold?.last.flatMap { last in last.withNode { place.pointer.resolve(in: $0) } }
  }

  /// The array of rows.
  private var array: JSONNode? { value(places[0]) }

  /// Updates the list with the burst that observers are notified of, if it touched the list's places.
  private func update() {
    guard commit != document.burst.commit else { return }
    let since = commit
    commit = document.burst.commit
    // The record of the burst in which the list was made also contains earlier writes.
    let isWhole = isWholeDue
    isWholeDue = false
    let isRenamed = takeOperators(since: since)
    if takeParameters(since: since) || isRenamed { return fill() }
    let isWritten = places[0].node.stamp >= since
    if isGone { return isWritten ? takeLast(since: since) : () }
    if isWhole, isWritten || joins.contains(where: { $0.node.stamp >= since }) { return fill() }
    guard let touched = takeJoins(since: since) else { return fill() }
    if isWritten { takeRows() }
    for one in touched where !one.isEmpty { return reread(touched) }
  }

  private func reread(_ touched: [[UInt]]) {
    changes += 1
    rows.reread(array, isIn) { [rows] in rows!.names($0, touched) }
  }

  private func takeRows() {
    switch document.writtenPlace(at: address, rowSteps: rowSteps) {
    case .nothing: break
    case .whole: fill()
    case .inside(let writes, let place, let array):
      changes += 1
      if options.nested != nil { return rows.takeNested(writes, place, array, isIn) }
      rows.take(writes, place, array, isIn)
    }
  }

  /// Takes in the writes to the joined rows.
  ///
  /// - Returns: the hashes of the ids whose rows may be others, by join; nil if all may be.
  private func takeJoins(since: UInt64) -> [[UInt]]? {
    var touched: [[UInt]] = []
    for index in joins.indices {
      touched.append([])
      let place = joins[index]
      guard place.node.stamp >= since else { continue }
      switch document.writtenPlace(
        at: place.address, rowSteps: document.rowSteps(of: place.address))
      {
      case .nothing: break
      case .whole: return nil
      case .inside(let writes, let node, let array):
        touched[index] = rows.reading!.joins[index].take(writes, node, array)
      }
    }
    return touched
  }

  /// Updates the list from the last value of a scoped store's part that is gone. The rows differ only if they
  /// were written in the burst that removed the part.
  private func takeLast(since: UInt64) {
    let count = rows.count(of: array.flatMap { $0.isArray ? $0 : nil })
    let isSame = count == 0 || places[0].node.holds.leftStamp < since
    if !isSame || count != rows.list.sourceCount { fill() }
  }

  /// Uses the row ids of the current reducer's operators, if the reducer was replaced.
  ///
  /// - Returns: whether the list must be filled again.
  private func takeOperators(since: UInt64) -> Bool {
    if adoptions == document.adoptions { return false }
    adoptions = document.adoptions
    rowSteps = document.rowSteps(of: address)
    let isOther = takeIDKeys() && rows.list.sourceCount > 0
    // A different row may now have the id of the row that contains this array.
    return isOther || !address.rows.isEmpty && !isGone && places[0].node.stamp >= since
  }

  /// Uses the ids of the current reducer's operators. Returns whether they are others.
  private func takeIDKeys() -> Bool {
    func key(_ form: JSONRowsForm?) -> JSONCase { form?.idKey ?? JSONPathForm.id }
    func take(_ now: JSONCase, _ known: inout JSONCase) -> Bool {
      defer { known = now }
      return now != known
    }
    let own = key(document.rowsForm(at: address))
    var isOther = false
    if let nested = options.nested {
      isOther = take(own, &rows.parentKey)
      isOther = take(key(document.rowsForm(at: address, inside: nested)), &rows.idKey) || isOther
    } else {
      isOther = take(own, &rows.idKey)
    }
    for index in joins.indices {
      let form = document.rowsForm(at: joins[index].address)
      isOther = take(key(form), &rows.reading!.joins[index].idKey) || isOther
    }
    return isOther
  }

  /// Reads the parameters that were touched since a commit.
  ///
  /// - Returns: whether one of them has a different value.
  @discardableResult
  private func takeParameters(since: UInt64) -> Bool {
    var isOther = false
    for index in 1..<places.count where places[index].node.stamp >= since {
      let value: JSON? = value(places[index]).map { JSON(borrowing: $0) }
      if value == places[index].value { continue }
      places[index].value = value
      isOther = true
    }
    return isOther
  }

  /// Fills the list from the start.
  private func fill() {
    let place: JSON? = options.sortPlace.flatMap { _ in places.last?.value }
    changes += 1
    rows.begin(by: JSONRowSort.read(place) ?? options.sorts)
    isIn = filter
    for index in joins.indices { rows.reading!.joins[index].fill(value(joins[index])) }
    rows.fill(array, isIn)
  }

  /// The function that selects rows by the parameters' current values.
  private var filter: JSONListedRows.Filter {
    guard let filter = options.filter else { return { _ in true } }
    let values = places.dropFirst().prefix(options.parameters.count).map { $0.value }
    let nodes = values.map { $0?.node }
    return { row in withExtendedLifetime(values) { filter(row, nodes) } }
  }
}
