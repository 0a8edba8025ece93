package import KumikiValues

/// A list of the rows of a feature that is written in Swift.
///
/// A collection that records its changes reports which rows to encode again. Any other array is encoded as a
/// whole and compared, after each burst.
package final class TypedRowList<State: Encodable>: RowListSource {
  private let options: JSONRowListOptions
  private let pointer: JSONPointer
  private let address: JSONAddress
  /// Keeps the last value of a scoped store's part; nil for a list of the whole state.
  private let view: TypedPathReader?
  private let parameters: [JSONAddress]
  private let lend: ((State) -> Void) -> Void
  private let isSettled: () -> Bool
  private var rows: JSONListedRows!
  private var values: [JSON?] = []
  private var entries: [AnyHashable: Int32] = [:]
  /// By entry.
  private var keys: ContiguousArray<AnyHashable> = []
  private var marks = ListedMarks()
  /// Whether the array records no changes. `plain` then holds its last rows.
  private var isPlain = false
  private var plain: JSON?
  private var changes: UInt64 = 0
  /// Whether the list has the elements of the array alone. Other lists are compared as a whole.
  private var isPlainlyRead = true

  /// - Parameters:
  ///   - base: the place that the pointers are relative to.
  ///   - lend: passes the current state to a function.
  ///   - isSettled: whether no burst is in progress.
  package init(
    _ base: JSONAddress, _ rows: JSONPointer, _ options: JSONRowListOptions, _ window: RowWindow,
    lend: @escaping ((State) -> Void) -> Void, isSettled: @escaping () -> Bool
  ) {
    (self.options, pointer) = (options, rows)
    view = base.isRoot ? nil : TypedPathReader(base, for: .value)
    address = base.appending(rows)
    parameters = (options.parameters + options.joins + [options.sortPlace].compactMap { $0 }).map(
      base.appending)
    (self.lend, self.isSettled) = (lend, isSettled)
    let reading = JSONRowReading(
      nested: options.nested, parent: options.parent, ids: options.ids
    ) { [unowned self] in joined($0) }
    isPlainlyRead = reading.nested == nil && !reading.isWider
    self.rows = JSONListedRows(
      group: options.group, numbers: options.numbers, compare: options.compare,
      reading: isPlainlyRead ? nil : reading, window)
    lend { state in
      _ = view?.keep(in: state)
      _ = takeParameters(state)
      fill(state)
    }
  }

  package func end() {}

  // MARK: Reading

  package var current: RowList {
    update()
    return rows.list
  }

  package var version: UInt64 {
    update()
    return changes
  }

  package func row(_ entry: Int32) -> JSON {
    var found = JSON.null
    lend { state in
      guard let listed = listable(state) ?? lastListable else { return found = plainRow(entry) }
      found = listed.json(of: keys[Int(entry)])
    }
    return found
  }

  private func plainRow(_ entry: Int32) -> JSON {
    rows.whole(entry, of: plain?.node)
  }

  package func id(_ entry: Int32) -> JSON { rows.id(entry) }

  package func entry(withID id: JSONNode) -> Int32? {
    update()
    return rows.first(withID: id)
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

  private func update() {
    if !isSettled() { return }
    lend { state in
      // A scoped store's list does not change while the store's part is gone.
      if let view, !view.keep(in: state) { return }
      if takeParameters(state) { return fill(state) }
      guard let listed = listable(state) else {
        return isPlain && encoded(state) == plain ? () : fill(state)
      }
      guard !isPlain, let changed = listed.changes(since: &marks) else { return fill(state) }
      if !changed.isEmpty { take(changed, listed) }
    }
  }

  private func listable(_ state: State) -> (any ListableRows)? {
    guard isPlainlyRead else { return nil }
    return try? JSONBridge.part(of: state, at: address)?.value as? any ListableRows
  }

  /// Returns the array of a join.
  private func joined(_ index: Int) -> JSONNode? {
    let place = options.parameters.count + index
    return place < values.count ? values[place]?.node : nil
  }

  /// The rows in the last value of a scoped store's part.
  private var lastListable: (any ListableRows)? {
    guard isPlainlyRead, let last = view?.keptValue else { return nil }
    return try? JSONBridge.part(of: last, at: JSONAddress(pointer))?.value as? any ListableRows
  }

  private func encoded(_ state: State) -> JSON? {
    try? TypedPathReader(address, for: .part).part(in: state).map(JSON.init(stealing:))
  }

  /// - Returns: whether a parameter has a different value.
  private func takeParameters(_ state: State) -> Bool {
    let now = parameters.map { place in
      try? TypedPathReader(place, for: .part).part(in: state).map(JSON.init(stealing:))
    }
    defer { values = now }
    return now != values
  }

  /// Takes in rows that may have changed, arrived, left or moved.
  private func take(_ changed: [ListedChange], _ listed: any ListableRows) {
    changes += 1
    for one in changed {
      guard let entry = entries[one.key] else { continue }
      if one.index != nil {
        // All moved rows are taken out before any is put back. Then the other rows are at their final positions.
        if one.mayHaveMoved { rows.list.lift(entry) }
      } else {
        entries[one.key] = nil
        rows.list.remove(at: rows.list.sourceIndex(of: entry))
      }
    }
    let here = changed.filter { $0.index != nil }.ordered { $0.index! < $1.index! }
    for one in here {
      if let entry = entries[one.key] {
        if one.mayHaveMoved { rows.list.drop(entry, at: one.index!) }
        rows.list.change(entry, facts(entry, listed))
      } else {
        rows.list.insert(at: one.index!) { entry in
          note(one.key, entry)
          return facts(entry, listed)
        }
      }
    }
  }

  private func fill(_ state: State) {
    changes += 1
    let place: JSON? = options.sortPlace.flatMap { _ in values.last ?? nil }
    rows.begin(by: JSONRowSort.read(place) ?? options.sorts)
    (entries, keys, plain) = ([:], [], nil)
    let listed = listable(state)
    isPlain = listed == nil
    guard let listed else {
      plain = encoded(state)
      for index in options.joins.indices { rows.reading!.joins[index].fill(joined(index)) }
      return rows.fill(plain?.node, filter)
    }
    let all = listed.keys(marking: &marks)
    rows.list.fill(all.count) { entry in
      note(all[Int(entry)], entry)
      return facts(entry, listed)
    }
  }

  private func note(_ key: AnyHashable, _ entry: Int32) {
    entries[key] = entry
    if entry == keys.count { keys.append(key) } else { keys[Int(entry)] = key }
  }

  private func facts(_ entry: Int32, _ listed: any ListableRows) -> RowList.Facts {
    let key = keys[Int(entry)]
    let (row, id) = (listed.json(of: key), listed.id(of: key))
    return row.withNode { row in id.withNode { rows.facts(entry, row, id: $0, filter) } }
  }

  private func filter(_ row: JSONNode) -> Bool {
    guard let filter = options.filter else { return true }
    return withExtendedLifetime(values) {
      filter(row, values.prefix(options.parameters.count).map { $0?.node })
    }
  }
}
