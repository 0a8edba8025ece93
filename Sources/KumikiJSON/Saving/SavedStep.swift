/// A step of a history, with the numbers of places in its saved form.
struct SavedStep {
  struct Reference: Equatable {
    let place: Int
    let gap: Int?
    let arrays: [Int]
  }

  let serial: UInt64
  let label: String?
  let entries: [JSONUndoStep.Entry]
  let references: [Reference]
  /// The old values of the entries, as saved.
  private let values: [JSONUndoStep.Before]

  /// - Parameters:
  ///   - known: the step with this serial number, as it was last saved.
  ///   - hide: returns the part of an entry's old value to save.
  init(
    _ kept: KeptStep, _ places: SavedPlaces, knownAs known: SavedStep?,
    hide: ((JSONUndoStep.Entry) -> JSONUndoStep.Before)?
  ) {
    let step = kept.change
    serial = step.serial
    label = kept.label
    entries = step.entries
    values = step.entries.enumerated().map { index, entry in
      guard let hide else { return entry.before }
      if let known, known.has(entry, at: index) { return known.values[index] }
      return hide(entry)
    }
    references = step.entries.map { entry in
      Reference(
        place: places.number(of: entry.place)!,
        gap: entry.gap >= 0 ? places.name(ofGap: entry.gap) : nil,
        // An order that no longer exists has no number. -1 records that an order existed.
        arrays: entry.orders.map { places.number(ofOrder: $0) ?? -1 }.sorted())
    }
  }

  /// Whether the step has an entry of the same write, with the same value.
  func has(_ entry: JSONUndoStep.Entry, at index: Int) -> Bool {
    index < entries.count && entries[index].isSame(as: entry)
  }

  /// Whether an entry has the same saved form as the entry of another step.
  func isSame(_ index: Int, as other: SavedStep) -> Bool {
    references[index] == other.references[index] && other.has(entries[index], at: index)
  }

  /// The writes of the step, or an object with its label and its writes.
  var json: JSON {
    let writes = JSON(elements: entries.indices.map(json(ofEntry:)))
    return label.map { ["label": JSON(stringLiteral: $0), "writes": writes] } ?? writes
  }

  func json(ofEntry index: Int) -> JSON {
    let (entry, reference) = (entries[index], references[index])
    var members = [("at", JSON(count: reference.place))]
    switch values[index] {
    case .untouched: break
    case .nothing: members.append(("new", true))
    case .value(let old): members.append(("old", old))
    }
    if entry.isInserted { members.append(("inserted", true)) }
    if entry.isRemoved { members.append(("removed", true)) }
    if let gap = reference.gap { members.append(("gap", JSON(count: gap))) }
    if !reference.arrays.isEmpty {
      members.append(("arrays", JSON(elements: reference.arrays.map { JSON(count: $0) })))
    }
    return JSON(members: members)
  }
}

extension JSONUndoStep.Entry {
  /// Whether this entry is of the same write, with the same value.
  func isSame(as other: Self) -> Bool {
    guard place == other.place, gap == other.gap, isInserted == other.isInserted,
      isRemoved == other.isRemoved
    else { return false }
    switch (before, other.before) {
    case (.untouched, .untouched), (.nothing, .nothing): return true
    case (.value(let old), .value(let before)): return old.node == before.node
    default: return false
    }
  }
}

// MARK: - Size limits

/// Steps, from the last step back, as many as fit.
struct StepList {
  private let steps: [KeptStep]
  private(set) var count = 0
  /// Whether no further step fits.
  private(set) var isFull: Bool

  var hasAll: Bool { count == steps.count }
  var kept: [KeptStep] { steps.suffix(count) }

  init(_ steps: [KeptStep]) {
    self.steps = steps
    isFull = steps.isEmpty
  }

  /// - Parameter bytes: returns the size of a step.
  mutating func takeOne(_ room: inout Int, _ bytes: (KeptStep) -> Int) {
    if isFull { return }
    let bytes = bytes(steps[steps.count - 1 - count])
    guard bytes <= room else { return isFull = true }
    room -= bytes
    count += 1
    isFull = hasAll
  }
}

extension [StepList] {
  /// Takes the steps that fit: in turn, one step of each list.
  ///
  /// - Parameter bytes: returns the size of a step of a list; any number above `room` if the step is larger.
  mutating func fill(_ room: inout Int, _ bytes: (_ list: Int, KeptStep, _ room: Int) -> Int) {
    while contains(where: { !$0.isFull }) {
      for index in indices {
        let left = room
        self[index].takeOne(&room) { bytes(index, $0, left) }
      }
    }
  }
}

extension JSONUndoStep {
  /// Returns the bytes of the values in JSON, and some for each member; more than `most` if it is exceeded.
  func bytes(atMost most: Int) -> Int {
    var bytes = 0
    for entry in entries {
      bytes += 8
      guard case .value(let old) = entry.before else { continue }
      // Counting only the strings in a value shows early that it is too large.
      if bytes + JSONMeasure.bytes(of: old.node) > most { return .max }
      bytes += (try? old.text().utf8.count) ?? .max / 1024
      if bytes > most { return bytes }
    }
    for rows in rows {
      for row in rows.write.rows {
        bytes += 8 + ((try? JSON(borrowing: row.old).text().utf8.count) ?? .max / 1024)
        if bytes > most { return bytes }
      }
    }
    return bytes
  }

  /// Returns an upper bound of the step's saved form with its places. Shared places are counted each time.
  func savedBytes(_ noted: JSONStepPlaces, atMost most: Int) -> Int {
    var bytes = bytes(atMost: most)
    if bytes > most { return .max }
    var seen: Set<Int32> = [JSONStepPlaces.root]
    var arrays: Set<Int32> = []
    for entry in entries {
      bytes += 24 + (entry.isInserted ? 16 : 0) + (entry.isRemoved ? 16 : 0)
      bytes += (entry.gap >= 0 ? 40 : 0) + 8 * entry.orders.count
      var here = entry.place
      while seen.insert(here).inserted {
        let place = noted[here]
        bytes += place.isElement ? 40 : 12 + place.key.quotedBytes
        if let id = place.id { bytes += (try? id.json.text().utf8.count) ?? 0 }
        if place.isElement, arrays.insert(place.home).inserted {
          bytes += 80 + (noted.order(place.home).rows?.idKey.name.quotedBytes ?? 0)
        }
        here = noted.above(here)
      }
    }
    return bytes
  }
}

extension KeptStep {
  /// An upper bound of the label's bytes in the saved form.
  var labelBytes: Int { label.map { 24 + $0.quotedBytes } ?? 0 }
}

extension String {
  /// An upper bound of the string's bytes in JSON.
  fileprivate var quotedBytes: Int {
    utf8.reduce(2) {
      $0 + ($1 < 0x20 ? 6 : $1 == UInt8(ascii: "\"") || $1 == UInt8(ascii: "\\") ? 2 : 1)
    }
  }
}
