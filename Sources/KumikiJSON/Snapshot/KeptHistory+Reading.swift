internal import Kumiki

extension KeptHistory {
  /// Reads a saved history. Steps may have been taken away from it: places that no step names are left out.
  ///
  /// - Throws: `decode`, with the place, for JSON that is none.
  init(_ saved: SavedValue) throws(JSONError) {
    at = try JSONPointer(try saved.member("at").pointer())
    var reader = try HistoryReader(saved)
    let undo = try saved.member("undo").elements()
    let redo = try saved.member("redo").elements()
    for step in undo + redo { try reader.read(step) }
    let (noted, steps) = reader.built()
    let age = try saved.member("age").nanoseconds()
    history = JSONHistory(
      try JSONUndoPlaces(saved),
      UndoHistory(
        undo: Array(steps[..<undo.count]), redo: Array(steps[undo.count...]),
        lastStep: age.map { 0 &- UInt64(bitPattern: $0) }),
      noted)
  }
}

extension JSONUndoPlaces {
  fileprivate convenience init(_ saved: SavedValue) throws(JSONError) {
    let (part, counts) = (try saved.member("part"), try saved.member("counts"))
    var words: [JSONCase] = []
    for word in try saved.member("cases").elements() {
      guard let name = try word.text(or: nil) else { throw word.expected("the name of a case") }
      words.append(JSONCase(name))
    }
    let pointer = part.json == nil ? JSONPointer.root : try JSONPointer(try part.pointer())
    var shown: JSONPointer?
    if counts.json != nil { shown = try JSONPointer(try counts.pointer()) }
    do throws(JSONError) {
      try self.init(part: pointer, shown: shown, words: words)
    } catch {
      throw counts.expected("a place beside the part")
    }
  }
}

/// Reads the places and the steps of a saved history, and checks that they refer to each other as they should.
private struct HistoryReader {
  fileprivate enum Place {
    case member(of: Int, key: String)
    case element(of: Int, id: JSON?)
  }

  fileprivate struct Elements {
    let at: Int
    let rows: JSONRowsForm?
    let isReplaced: Bool
    /// Elements and gaps, each with the number of untouched elements before it; nil for a gap.
    let items: [(untouched: Int, place: Int?)]
  }

  fileprivate struct Entry {
    let at: Int
    let before: JSONUndoStep.Before
    let isInserted, isRemoved: Bool
    let gap: Int?
    let arrays: [Int]
  }

  private struct Gap: Hashable {
    let array, number: Int
  }

  /// The part comes first.
  private var places: [Place?] = [nil]
  private var arrays: [Elements] = []
  private var steps: [[Entry]] = []
  /// The places that steps name, and those above them.
  private var isUsed: [Bool] = []
  private var usedGaps: Set<Gap> = []

  init(_ saved: SavedValue) throws(JSONError) {
    let savedPlaces = try saved.member("places").elements()
    let savedArrays = try saved.member("arrays").elements()
    for array in savedArrays { arrays.append(try Elements(array, places: savedPlaces.count + 1)) }
    var members: [Set<String>] = Array(repeating: [], count: savedPlaces.count + 1)
    for place in savedPlaces {
      guard place.json?.kind == .object else {
        let parent = try place.element(0).number(below: places.count)
        guard let key = try place.element(1).text(or: nil), members[parent].insert(key).inserted
        else { throw try place.element(1).expected("a key of its own") }
        places.append(.member(of: parent, key: key))
        continue
      }
      let array = try place.member("array").number(below: arrays.count)
      guard arrays[array].at < places.count else {
        throw try place.member("array").expected("an array whose place comes before")
      }
      places.append(.element(of: array, id: try place.member("id").json))
    }
    isUsed = Array(repeating: false, count: places.count)
    isUsed[0] = true
    try checkItems(savedArrays)
  }

  /// Each element is in its array once, and each place has one array at a time.
  private func checkItems(_ saved: [SavedValue]) throws(JSONError) {
    var isIn = isUsed
    var current: Set<Int> = []
    for (number, array) in arrays.enumerated() {
      if !array.isReplaced, !current.insert(array.at).inserted {
        throw try saved[number].member("at").expected("a place without another array")
      }
      for (index, item) in array.items.enumerated() {
        guard let place = item.place else { continue }
        guard case .element(number, id: nil) = places[place], !isIn[place] else {
          throw try saved[number].member("items").element(index).expected(
            "an element of this array")
        }
        isIn[place] = true
      }
    }
  }

  mutating func read(_ saved: SavedValue) throws(JSONError) {
    var entries: [Entry] = []
    var known: Set<Int> = []
    for entry in try saved.elements() {
      let read = try Entry(entry, places: places.count, arrays: arrays.count)
      if !known.insert(read.at).inserted {
        throw try entry.member("at").expected("a place that the step has not written yet")
      }
      if read.isInserted || read.isRemoved || read.gap != nil { try checkElement(read, entry) }
      entries.append(read)
      use(read.at)
    }
    steps.append(entries)
  }

  private mutating func checkElement(_ entry: Entry, _ saved: SavedValue) throws(JSONError) {
    guard case .element(let array, _) = places[entry.at] else {
      throw try saved.member("at").expected("an element of an array")
    }
    if let gap = entry.gap {
      let count = arrays[array].items.count { $0.place == nil }
      guard gap < count, usedGaps.insert(Gap(array: array, number: gap)).inserted else {
        throw try saved.member("gap").expected("a gap of its own in the element's array")
      }
    }
    guard entry.isRemoved else { return }
    guard entry.gap != nil else {
      throw try saved.member("gap").expected("the gap of what was removed")
    }
    guard case .value = entry.before else {
      throw try saved.member("old").expected("what was removed")
    }
  }

  private mutating func use(_ place: Int) {
    var here = place
    while !isUsed[here], let place = places[here] {
      isUsed[here] = true
      switch place {
      case .member(let parent, _): here = parent
      case .element(let array, _): here = arrays[array].at
      }
    }
  }

  // MARK: Building

  /// The places, and the steps in the order in which they were read.
  func built() -> (JSONStepPlaces, [JSONUndoStep]) {
    var noted = JSONStepPlaces()
    var known: [Int32] = Array(repeating: JSONStepPlaces.root, count: places.count)
    var orders: [Int32?] = Array(repeating: nil, count: arrays.count)
    for (number, place) in places.enumerated() where isUsed[number] {
      switch place {
      case nil: continue
      case .member(let parent, let key):
        let pointer = JSONPointer(keys: [key])
        known[number] = withExtendedLifetime(pointer) {
          noted.makeMember(pointer.segments[0], of: known[parent])
        }
      case .element(let array, let id):
        let order =
          orders[array] ?? noted.addOrder(of: known[arrays[array].at], arrays[array].rows)
        orders[array] = order
        known[number] = noted.addElement(to: order, leftAs: id.map(JSONRowID.init))
      }
    }
    var gaps: [Gap: Int32] = [:]
    for (array, order) in orders.enumerated() {
      guard let order else { continue }
      for (gap, item) in zip(
        usedGaps(of: array), noted.setItems(of: order, items(of: array, known)))
      {
        gaps[gap] = item
      }
      if !arrays[array].isReplaced { noted.attach(order) }
    }
    let steps = steps.map { entries in
      var step = noted.makeStep()
      for entry in entries {
        let replaced = entry.arrays.map { number in
          (number < 0 ? nil : orders[number]).map(noted.id(of:)) ?? .gone
        }
        noted.note(known[entry.at], in: &step) { note in
          note.before = entry.before
          note.isInserted = entry.isInserted
          note.isRemoved = entry.isRemoved
          note.gap = gap(of: entry).flatMap { gaps[$0] } ?? -1
          note.orders = replaced
        }
      }
      return step
    }
    return (noted, steps)
  }

  private func gap(of entry: Entry) -> Gap? {
    guard let number = entry.gap, case .element(let array, _) = places[entry.at] else { return nil }
    return Gap(array: array, number: number)
  }

  private func usedGaps(of array: Int) -> [Gap] {
    let count = arrays[array].items.count { $0.place == nil }
    return (0..<count).map { Gap(array: array, number: $0) }.filter(usedGaps.contains)
  }

  /// The elements and gaps that steps name; what they do not name is untouched.
  private func items(
    of array: Int, _ known: [Int32]
  ) -> [(item: Int32, place: Int32, untouched: Int)] {
    var found: [(item: Int32, place: Int32, untouched: Int)] = []
    var (untouched, gap) = (0, 0)
    for item in arrays[array].items {
      untouched += item.untouched
      if let place = item.place {
        if !isUsed[place] {
          untouched += 1
          continue
        }
        found.append((-1, known[place], untouched))
      } else {
        defer { gap += 1 }
        if !usedGaps.contains(Gap(array: array, number: gap)) { continue }
        found.append((-1, -1, untouched))
      }
      untouched = 0
    }
    return found
  }
}

extension HistoryReader.Elements {
  fileprivate init(_ saved: SavedValue, places: Int) throws(JSONError) {
    at = try saved.member("at").number(below: places)
    let key = try saved.member("rows").text(or: nil)
    let isPath = try saved.member("path").flag()
    rows = key.map { JSONRowsForm(idKey: JSONCase($0), isPath: isPath) }
    isReplaced = try saved.member("replaced").flag()
    var (items, left): ([(untouched: Int, place: Int?)], Int) = ([], 1 << 30)
    for item in try saved.member("items").elements() {
      let (untouched, place) = (try item.element(0).number(below: left), try item.element(1))
      left -= untouched + 1
      items.append((untouched, place.json?.isNull == true ? nil : try place.number(below: places)))
    }
    self.items = items
  }
}

extension HistoryReader.Entry {
  fileprivate init(_ saved: SavedValue, places: Int, arrays: Int) throws(JSONError) {
    at = try saved.member("at").number(below: places)
    let isNew = try saved.member("new").flag()
    before = isNew ? .nothing : try saved.member("old").json.map { .value($0) } ?? .untouched
    isInserted = try saved.member("inserted").flag()
    isRemoved = try saved.member("removed").flag()
    let gap = try saved.member("gap")
    self.gap = gap.json == nil ? nil : try gap.number(below: 1 << 30)
    var found: [Int] = []
    for array in try saved.member("arrays").elements() {
      found.append(array.json?.integer == -1 ? -1 : try array.number(below: arrays))
    }
    self.arrays = found
  }
}
