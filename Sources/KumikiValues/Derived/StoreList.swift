/// Rows of a store that are filtered, sorted, grouped and summed, and updated after each write.
///
/// A burst that changes one row of *n* costs O(log *n*). A changed parameter costs one pass over the rows; so does a
/// burst that reorders the rows, or writes more of them than the collection's log keeps. For the owner thread.
public final class StoreList<State, ID: Hashable, Row> {
  @usableFromInline let rows: (Lent<State>) -> IdentifiedArray<ID, Row>
  @usableFromInline let listing: RowListing<State, Row>
  @usableFromInline let read: ((Lent<State>) -> Void) -> Void
  @usableFromInline let notifying: (_ body: () -> Void) -> Void
  @usableFromInline let loop: Loop
  @safe @usableFromInline @exclusivity(unchecked) var subscription: Subscription?
  @usableFromInline let isOther: [(State) -> Bool]
  @safe @usableFromInline @exclusivity(unchecked) var arranged: Arranged
  @safe @usableFromInline @exclusivity(unchecked) var entries: [ID: Int32] = [:]
  /// The ids by entry, each with the slot where its row was last found.
  @safe @usableFromInline @exclusivity(unchecked) var ids: ContiguousArray<(id: ID, slot: Int)> = []
  @safe @usableFromInline @exclusivity(unchecked) var mark = RowLogMark()
  @safe @usableFromInline @exclusivity(unchecked) var structure: UInt64 = 0
  @safe @usableFromInline @exclusivity(unchecked) var arrangement: UInt64 = 0
  @safe @usableFromInline @exclusivity(unchecked) var observers: [Observer] = []
  /// The edits of the current notification. The array is kept to reuse its memory.
  @safe @usableFromInline @exclusivity(unchecked) var reportedEdits: [Edit] = []

  /// One change of a list; see ``RowEdit``.
  public struct Edit {
    /// The kind of the edit, and its place.
    public let edit: RowEdit
    /// The id of the row.
    public let id: ID

    @inlinable
    init(edit: RowEdit, id: ID) {
      self.edit = edit
      self.id = id
    }
  }

  /// The list for the current values of the parameters.
  @usableFromInline
  final class Arranged {
    @usableFromInline let list: RowList
    /// The group keys and the sort keys of the rows.
    @usableFromInline let group: RowColumn<Row>
    @usableFromInline let order: RowColumn<Row>
    @usableFromInline let isIn: (Row) -> Bool
    @usableFromInline let read: (Row, inout ContiguousArray<RowNumber?>) -> Void
    /// The numbers of the row that is being read. The array is kept to reuse its memory.
    @safe @usableFromInline @exclusivity(unchecked) var numbers: ContiguousArray<RowNumber?>

    @inlinable
    init(
      _ listing: RowListing<State, Row>, _ window: RowWindow = RowWindow(),
      replacing former: RowList? = nil, by sorts: [RowSort<Row>] = [],
      _ filters: [(Row) -> Bool] = []
    ) {
      group = listing.group.map { $0.makeColumn() } ?? RowColumn()
      let sorts = sorts.map { $0.makeColumn() }
      let columns = listing.group == nil ? sorts : [group] + sorts
      order = columns.dropFirst().reduce(columns.first ?? RowColumn()) { RowColumn($0, then: $1) }
      let isBefore = order.compareEqualPrefixes.map { compare in
        { (one: Int32, other: Int32) in
          let order = compare(one, other)
          return order == 0 ? nil : order < 0
        }
      }
      list = RowList(
        columns: listing.columns, window: window, replacing: former, isBefore: isBefore)
      isIn = filters.reduce({ _ in true }) { first, next in { first($0) && next($0) } }
      read = listing.numbers
      numbers = ContiguousArray(repeating: nil, count: listing.columns)
    }

    @inlinable
    func facts(_ entry: Int32, _ row: Row) -> RowList.Facts {
      let prefix = order.set(entry, row)
      guard isIn(row) else { return RowList.Facts(prefix: nil) }
      read(row, &numbers)
      return RowList.Facts(prefix: prefix, numbers: numbers)
    }
  }

  /// Receives the edits of a burst, to be applied in order; nil if the list must be read again.
  public typealias Handler = (_ edits: [Edit]?) -> Void

  @usableFromInline
  final class Observer {
    @usableFromInline let handler: Handler
    @safe @usableFromInline @exclusivity(unchecked) var isOver = false

    @inlinable init(_ handler: @escaping Handler) { self.handler = handler }
  }

  @inlinable
  init<Action>(
    _ store: LoopStore<State, Action>, _ rows: @escaping (Lent<State>) -> IdentifiedArray<ID, Row>,
    _ listing: RowListing<State, Row>, _ window: RowWindow
  ) {
    (self.rows, self.listing) = (rows, listing)
    read = { body in Lent.lending(store.state, to: body) }
    notifying = { store.notifying($0) }
    loop = store.loop
    isOther = listing.parameters.map { $0() }
    arranged = Arranged(listing, window)
    read { state in
      for isOther in isOther { _ = state.read(isOther) }
      fill(state)
    }
    let unheld = UnretainedReference(self)
    subscription = store.add(isRaw: false) { unheld.object?.notify($0.typed()) }
  }

  // MARK: Reading

  /// The number of shown rows.
  @inlinable
  public var count: Int { current.shown.count }

  /// The shown row at an index.
  @inlinable
  public subscript(index: Int) -> Row {
    let id = id(at: index)
    var row: Row?
    read { row = rows($0)[id: id] }
    return row!
  }

  /// The id of the shown row at an index.
  @inlinable
  public func id(at index: Int) -> ID {
    let list = current
    return ids[Int(list.entry(at: list.shown.lowerBound + index))].id
  }

  /// The ids of the shown rows, in order.
  @inlinable
  public var shownIDs: [ID] { (0..<count).map { id(at: $0) } }

  /// Returns the index of the row with an id among the shown rows; nil if the row is not shown.
  @inlinable
  public func index(of id: ID) -> Int? {
    let list = current
    guard loop.isCurrentThread, let rank = entries[id].flatMap({ list.rank(of: $0) }),
      list.shown.contains(rank)
    else {
      return nil
    }
    return rank - list.shown.lowerBound
  }

  /// Returns the total of all rows of the list for one of its numbers. Numbers count in the order of their
  /// declaration.
  @inlinable
  public func total(_ number: Int) -> RowTotal {
    let list = current
    return list.total(of: number, 0..<list.count)
  }

  /// The ranges of rows, in the whole list, that have the same group key.
  @inlinable
  public var groups: [Range<Int>] {
    let list = current
    guard listing.group != nil else { return list.count == 0 ? [] : [0..<list.count] }
    return list.groups { [group = arranged.group] in group.compare($0, $1) > 0 }
  }

  /// Returns the total for a range of the whole list.
  @inlinable
  public func total(_ number: Int, in range: Range<Int>) -> RowTotal {
    current.total(of: number, range)
  }

  // MARK: Observing

  /// Calls `handler` now with nil, then after each burst that changed the shown rows.
  public func observe(_ handler: @escaping Handler) -> Subscription {
    guard isOnItsThread else { return Subscription {} }
    read { notify($0) }
    let observer = Observer(handler)
    observers.append(observer)
    notifying { handler(nil) }
    let end = { [weak self] in
      observer.isOver = true
      self?.observers.removeAll { $0 === observer }
    }
    let held = UncheckedSendable(end)
    // The subscription may be released on another thread.
    return Subscription { [loop] in loop.endOnOwnThread { held.value() } }
  }

  /// Shows another part, and notifies the observers of the rows that enter and leave.
  @inlinable
  public func show(first: Int, limit: Int? = nil) {
    guard isOnItsThread else { return }
    read { notify($0) }
    arranged.list.show(RowWindow(first: first, limit: limit))
    notifying { read { notify($0) } }
  }

  @inlinable
  func notify(_ state: Lent<State>) {
    update(state)
    reportedEdits.removeAll(keepingCapacity: true)
    let isKnown = arranged.list.takeEdits { edit, entry in
      reportedEdits.append(Edit(edit: edit, id: ids[Int(entry)].id))
    }
    if isKnown && reportedEdits.isEmpty || observers.isEmpty { return }
    let now = isKnown ? reportedEdits : nil
    for observer in observers where !observer.isOver { observer.handler(now) }
  }

  // MARK: - Updating

  /// On a thread other than the loop's, a list without rows.
  @inlinable
  var current: RowList {
    guard isOnItsThread else { return Arranged(listing, RowWindow()).list }
    read { update($0) }
    return arranged.list
  }

  /// Whether the caller is on the loop's thread, the only thread that may use the list. If not, reports the issue
  /// `off-thread`.
  @usableFromInline
  var isOnItsThread: Bool {
    if loop.isCurrentThread { return true }
    loop.report(
      Issue(
        code: .offThread,
        message: "a list was used on a thread that is not its loop's; it has no rows there"))
    return false
  }

  @inlinable
  func update(_ state: Lent<State>) {
    var isOther = false
    for parameter in self.isOther where state.read(parameter) { isOther = true }
    if isOther { return fill(state) }
    let rows = rows(state)
    guard rows.arrangement == arrangement else { return fill(state) }
    if rows.structure == structure {
      let isKnown = rows.visitChanges(since: &mark) { id in
        if let entry = entries[id] { change(entry, rows) }
      }
      return isKnown ? () : fill(state)
    }
    var changed: Set<ID> = []
    guard rows.visitChanges(since: &mark, { changed.insert($0) }) else { return fill(state) }
    structure = rows.structure
    take(changed, rows)
  }

  @inlinable
  func change(_ entry: Int32, _ rows: IdentifiedArray<ID, Row>) {
    let arranged = arranged
    let id = ids[Int(entry)].id
    guard let row = rows.element(id: id, near: &ids[Int(entry)].slot) else { return }
    arranged.list.change(entry, arranged.facts(entry, row))
  }

  /// Updates rows that may have been inserted, removed or moved.
  @inlinable
  func take(_ changed: Set<ID>, _ rows: IdentifiedArray<ID, Row>) {
    let (arranged, list) = (arranged, arranged.list)
    var here: [(position: Int, id: ID)] = []
    for id in changed {
      if let position = rows.index(id: id) {
        here.append((position, id))
        // All changed rows are lifted before any is put back, so that the other rows are in their final order.
        if let entry = entries[id] { list.lift(entry) }
      } else if let entry = entries.removeValue(forKey: id) {
        list.remove(at: list.sourceIndex(of: entry))
      }
    }
    for (position, id) in here.ordered(by: { $0.position < $1.position }) {
      if let entry = entries[id] {
        list.drop(entry, at: position)
        change(entry, rows)
      } else {
        list.insert(at: position) { entry in
          note(id, entry)
          return arranged.facts(entry, rows[position])
        }
      }
    }
  }

  @inlinable
  func fill(_ state: Lent<State>) {
    let rows = rows(state)
    _ = rows.passRowChanges(since: &mark)
    structure = rows.structure
    arrangement = rows.arrangement
    let arranged = Arranged(
      listing, replacing: arranged.list, by: state.read(listing.sorts),
      listing.filters.map { state.read($0) })
    self.arranged = arranged
    (entries, ids) = ([:], [])
    let all = rows.storage.orderedIDs
    arranged.list.fill(all.count) { entry in
      note(all[Int(entry)], entry)
      return arranged.facts(entry, rows[Int(entry)])
    }
  }

  @inlinable
  func note(_ id: ID, _ entry: Int32) {
    entries[id] = entry
    // A guess for the slot, until the row is first looked up.
    if entry == ids.count { ids.append((id, Int(entry))) } else { ids[Int(entry)].id = id }
  }
}

extension LoopStore {
  /// Returns a list of rows of the state; see ``RowListing``.
  ///
  /// - Parameters:
  ///   - rows: The rows in the state.
  ///   - first: The first shown row.
  ///   - limit: The maximum number of shown rows.
  ///   - listing: The list's filter, order, groups and sums.
  @inlinable
  @_disfavoredOverload
  public func list<ID: Hashable, Row>(
    _ rows: KeyPath<State, IdentifiedArray<ID, Row>>, first: Int = 0, limit: Int? = nil,
    _ listing: (RowListing<State, Row>) -> RowListing<State, Row> = { $0 }
  ) -> StoreList<State, ID, Row> {
    let window = RowWindow(first: first, limit: limit)
    guard let offset = MemoryLayout<State>.offset(of: rows) else {
      return StoreList(self, { $0.read { $0[keyPath: rows] } }, listing(RowListing()), window)
    }
    return StoreList(self, { $0.part(at: offset).value }, listing(RowListing()), window)
  }
}
