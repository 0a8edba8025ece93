internal import Kumiki

// The JSON form of an undo history; docs/json.md has its grammar.
extension KeptHistory {
  /// - Parameter clock: the moment to which the history's age counts.
  func json(at clock: UInt64) -> JSON {
    var numbers = HistoryNumbers(history.noted)
    let undo = history.changes.undoSteps, redo = history.changes.redoSteps
    for step in undo + redo { numbers.number(step) }
    let saved = numbers.arrays.map { numbers.json(ofArray: $0) }
    let places = history.places
    var members: [(String, JSON)] = [("at", JSON(stringLiteral: at.text))]
    if !places.part.isRoot { members.append(("part", JSON(stringLiteral: places.part.text))) }
    if let shown = places.shown { members.append(("counts", JSON(stringLiteral: shown.text))) }
    members.append(("cases", JSON(elements: places.words.map { JSON(stringLiteral: $0.name) })))
    if let last = history.changes.lastMoment, let age = Int64(exactly: clock &- last) {
      members.append(("age", JSON(integerLiteral: age)))
    }
    members += [
      ("places", JSON(elements: numbers.places.map(numbers.json(ofPlace:)))),
      ("arrays", JSON(elements: saved)),
      ("undo", JSON(elements: undo.map(numbers.json(of:)))),
      ("redo", JSON(elements: redo.map(numbers.json(of:)))),
    ]
    return JSON(members: members)
  }
}

/// Numbers for the places of a history: 0 is the part, and a place comes after those above it. They depend on the
/// steps alone, and not on where the places stand in memory, so a history that was read has the same ones.
private struct HistoryNumbers {
  private let noted: JSONStepPlaces
  /// The places after the part, and the arrays whose elements were touched, in the order of their numbers.
  private(set) var places: [Int32] = []
  private(set) var arrays: [Int32] = []
  private var numbers: [Int32: Int] = [JSONStepPlaces.root: 0]
  private var arrayNumbers: [Int32: Int] = [:]
  /// The gaps of steps, numbered in each array by their order.
  private var gaps: [Int32: Int] = [:]

  init(_ noted: JSONStepPlaces) { self.noted = noted }

  mutating func number(_ step: JSONUndoStep) {
    for entry in step.entries {
      number(entry.place)
      if entry.gap >= 0 { gaps[entry.gap] = 0 }
    }
  }

  private mutating func number(_ place: Int32) {
    var way: [Int32] = []
    var here = place
    while numbers[here] == nil {
      way.append(here)
      here = noted.above(here)
    }
    for place in way.reversed() {
      let home = noted[place].home
      if home >= 0, arrayNumbers[home] == nil {
        arrayNumbers[home] = arrays.count
        arrays.append(home)
      }
      places.append(place)
      numbers[place] = places.count
    }
  }

  func json(ofPlace place: Int32) -> JSON {
    let here = noted[place]
    guard here.isElement else {
      return [.count(numbers[here.parent]!), JSON(stringLiteral: here.key)]
    }
    let array = JSON.count(arrayNumbers[here.home]!)
    guard let id = here.id, noted.order(here.home).absent[id] == place else {
      return ["array": array]
    }
    return ["array": array, "id": id.json]
  }

  mutating func json(ofArray array: Int32) -> JSON {
    let order = noted.order(array)
    var members = [("at", JSON.count(numbers[order.place]!))]
    if let rows = order.rows {
      members.append(("rows", JSON(stringLiteral: rows.idKey.name)))
      if rows.isPath { members.append(("path", true)) }
    }
    if !noted.isCurrent(array) { members.append(("replaced", true)) }
    var items: [JSON] = []
    // What no step refers to is as good as untouched.
    var (untouched, count) = (0, 0)
    noted.items.forEach(order.root) { item in
      untouched += noted.items.untouched(before: item)
      let place = noted.items.place(of: item)
      if place >= 0 {
        guard let number = numbers[place] else { return untouched += 1 }
        items.append([.count(untouched), .count(number)])
      } else {
        guard gaps[item] != nil else { return }
        gaps[item] = count
        count += 1
        items.append([.count(untouched), .null])
      }
      untouched = 0
    }
    members.append(("items", JSON(elements: items)))
    return JSON(members: members)
  }

  func json(of step: JSONUndoStep) -> JSON {
    JSON(
      elements: step.entries.map { entry in
        var members = [("at", JSON.count(numbers[entry.place]!))]
        switch entry.before {
        case .untouched: break
        case .nothing: members.append(("new", true))
        case .value(let old): members.append(("old", old))
        }
        if entry.isInserted { members.append(("inserted", true)) }
        if entry.isRemoved { members.append(("removed", true)) }
        if entry.gap >= 0 { members.append(("gap", .count(gaps[entry.gap]!))) }
        if !entry.orders.isEmpty {
          // One that does not exist any more has no number, but it is known that there was one.
          let known = entry.orders.map { noted.exists($0) ? arrayNumbers[$0.index] ?? -1 : -1 }
          members.append(("arrays", JSON(elements: known.sorted().map { .count($0) })))
        }
        return JSON(members: members)
      })
  }
}

extension JSON {
  fileprivate static func count(_ number: Int) -> JSON { JSON(integerLiteral: Int64(number)) }
}
