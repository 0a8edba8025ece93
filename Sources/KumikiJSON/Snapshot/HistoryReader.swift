internal import KumikiValues

/// Reads the places and the steps of a saved history, and checks that their references are valid.
struct HistoryReader {
  enum Place {
    case member(of: Int, key: String)
    case element(of: Int, id: JSON?)
  }

  struct Elements {
    let at: Int
    let rows: JSONRowsForm?
    let isReplaced: Bool
    /// Elements and gaps, each with the number of untouched elements before it. The place is nil for a gap.
    let items: [(untouched: Int, place: Int?)]
    /// The numbers of gaps by their names. A gap without a name is referred to by its number.
    let gaps: [Int: Int]
  }

  struct Entry {
    let at: Int
    let before: JSONUndoStep.Before
    let isInserted, isRemoved: Bool
    let gap: Int?
    let arrays: [Int]
  }

  struct Gap: Hashable {
    let array, number: Int
  }

  /// The first place is the part itself.
  private(set) var places: [Place?] = [nil]
  private(set) var arrays: [Elements] = []
  private(set) var steps: [[Entry]] = []
  /// The places that steps refer to, and the places above them.
  private(set) var isUsed: [Bool] = []
  private(set) var usedGaps: Set<Gap> = []

  init(_ saved: SavedValue) throws(JSONError) {
    let savedPlaces = try saved.member("places").elements()
    let savedArrays = try saved.member("arrays").elements()
    for array in savedArrays { arrays.append(try Elements(array, places: savedPlaces.count + 1)) }
    var members: [Set<ExactText>] = Array(repeating: [], count: savedPlaces.count + 1)
    for place in savedPlaces {
      guard place.json?.kind == .object else {
        let parent = try place.element(0).number(below: places.count)
        guard let key = try place.element(1).text(or: nil),
          members[parent].insert(ExactText(key)).inserted
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

  /// Checks that each element is in its array once, and that each place has one array at a time.
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
    if let name = entry.gap {
      guard let gap = arrays[array].gaps[name],
        usedGaps.insert(Gap(array: array, number: gap)).inserted
      else {
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
}

extension HistoryReader.Elements {
  fileprivate init(_ saved: SavedValue, places: Int) throws(JSONError) {
    at = try saved.member("at").number(below: places)
    let key = try saved.member("rows").text(or: nil)
    let isPath = try saved.member("path").flag()
    rows = key.map { JSONRowsForm(idKey: JSONCase($0), isPath: isPath) }
    isReplaced = try saved.member("replaced").flag()
    var (items, left): ([(untouched: Int, place: Int?)], Int) = ([], 1 << 30)
    var gaps: [Int: Int] = [:]
    for item in try saved.member("items").elements() {
      let (untouched, place) = (try item.element(0).number(below: left), try item.element(1))
      left -= untouched + 1
      let isGap = place.json?.isNull == true
      items.append((untouched, isGap ? nil : try place.number(below: places)))
      if !isGap { continue }
      let name = try item.element(2)
      let called = name.json == nil ? gaps.count : try name.number(below: 1 << 30)
      guard gaps.updateValue(gaps.count, forKey: called) == nil else {
        throw name.expected("a name of its own")
      }
    }
    (self.items, self.gaps) = (items, gaps)
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
