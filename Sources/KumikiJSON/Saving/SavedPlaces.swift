internal import KumikiValues

/// Numbers of a history's places and arrays in its saved form: 0 is the part, and a place comes after the places above it.
/// A number stays the same, so steps that were saved before remain right beside steps that are saved later.
struct SavedPlaces {
  /// A place that has a number.
  private struct Numbered {
    /// Its index in memory, which another place may have later; -1 for one that has gone.
    var place: Int32
    /// The number of the object that it is a member of, or of the array that it is an element of.
    let above: Int
    /// The key of a member.
    let key: String
    /// The id of a row that has left.
    var id: JSONRowID?
    let isElement: Bool
  }

  private struct Member: Hashable {
    let above: Int
    let key: [UInt8]
  }

  /// An item of an array.
  struct Item: Equatable {
    let untouched: Int
    /// The number of an element; nil for a gap.
    let place: Int?
    /// The name of a gap, among the gaps of its array.
    let gap: Int
  }

  /// An array whose elements were touched.
  struct Elements {
    let order: JSONStepPlaces.OrderID
    /// The number of its place.
    let at: Int
    var rows: JSONRowsForm?
    var isReplaced = false
    /// Whether the history has it no longer.
    var isGone = false
    var items: [Item] = []
    var gaps = 0
  }

  private var numbered = [
    Numbered(place: JSONStepPlaces.root, above: -1, key: "", isElement: false)
  ]
  /// The numbers of places by their indices; -1 for none.
  private var numbers = [0]
  /// The members that were ever numbered: one that comes again gets its number again.
  private var members: [Member: Int] = [:]
  private var orders: [JSONStepPlaces.OrderID: Int] = [:]
  private var gapNames: [Int32: Int] = [:]
  private(set) var arrays: [Elements] = []
  /// The number of places, without the part.
  var count: Int { numbered.count - 1 }

  /// The saved forms of places that were numbered, or have changed, since `begin`.
  private(set) var added: [JSON] = []
  private(set) var changed: [(number: Int, form: JSON)] = []

  // MARK: Since the last time

  /// Forgets the numbers of places that have gone.
  mutating func begin(_ noted: JSONStepPlaces) {
    (added, changed) = ([], [])
    numbers += Array(repeating: -1, count: max(0, noted.places.count - numbers.count))
    // A place comes after those above it, so these are known to be right by then.
    for number in numbered.indices.dropFirst() where numbered[number].place >= 0 {
      let place = numbered[number].place
      guard isSame(numbered[number], noted) else {
        numbered[number].place = -1
        numbers[Int(place)] = -1
        continue
      }
      let id = numbered[number].isElement ? leftAs(place, noted) : nil
      if id == numbered[number].id { continue }
      numbered[number].id = id
      changed.append((number, form(ofElementIn: numbered[number].above, id)))
    }
    for number in arrays.indices where !arrays[number].isGone && !isThere(number, noted) {
      arrays[number].isGone = true
      orders[arrays[number].order] = nil
    }
  }

  private func isSame(_ here: Numbered, _ noted: JSONStepPlaces) -> Bool {
    guard here.place < noted.places.count else { return false }
    let place = noted[here.place]
    if here.isElement {
      return place.isElement && orders[noted.id(of: place.home)] == here.above
        && isThere(here.above, noted)
    }
    return !place.isElement && place.parent >= 0 && numbers[Int(place.parent)] == here.above
      && place.key.utf8.elementsEqual(here.key.utf8)
  }

  private func isThere(_ array: Int, _ noted: JSONStepPlaces) -> Bool {
    let order = arrays[array].order
    guard order.index < noted.orders.count, noted.exists(order) else { return false }
    return numbers[Int(noted.order(order.index).place)] == arrays[array].at
  }

  // MARK: Numbers

  /// The number of a place; nil if it has none.
  func number(of place: Int32) -> Int? {
    let number = numbers[Int(place)]
    return number < 0 ? nil : number
  }

  /// The number of a place, which is given one with those above it.
  mutating func makeNumber(of place: Int32, _ noted: JSONStepPlaces) -> Int {
    var way: [Int32] = []
    var here = place
    while numbers[Int(here)] < 0 {
      way.append(here)
      here = noted.above(here)
    }
    for place in way.reversed() { add(place, noted) }
    return numbers[Int(place)]
  }

  private mutating func add(_ place: Int32, _ noted: JSONStepPlaces) {
    let here = noted[place]
    if here.isElement {
      let array = makeNumber(ofOrder: here.home, noted)
      let id = leftAs(place, noted)
      numbers[Int(place)] = numbered.count
      numbered.append(Numbered(place: place, above: array, key: "", id: id, isElement: true))
      added.append(form(ofElementIn: array, id))
      return
    }
    let member = Member(above: numbers[Int(here.parent)], key: Array(here.key.utf8))
    let number = members[member] ?? numbered.count
    if number == numbered.count {
      members[member] = number
      numbered.append(Numbered(place: place, above: member.above, key: here.key, isElement: false))
      added.append([JSON(count: member.above), JSON(stringLiteral: here.key)])
    }
    numbered[number].place = place
    numbers[Int(place)] = number
  }

  func number(ofOrder order: JSONStepPlaces.OrderID) -> Int? { orders[order] }

  /// The number of an array. Its place has one, or is given one.
  mutating func makeNumber(ofOrder order: Int32, _ noted: JSONStepPlaces) -> Int {
    let id = noted.id(of: order)
    if let number = orders[id] { return number }
    let at = makeNumber(of: noted.order(order).place, noted)
    arrays.append(Elements(order: id, at: at))
    orders[id] = arrays.count - 1
    return arrays.count - 1
  }

  /// The id of a row that has left its array; nil for an element that is in it.
  private func leftAs(_ place: Int32, _ noted: JSONStepPlaces) -> JSONRowID? {
    let here = noted[place]
    guard let id = here.id, noted.order(here.home).absent[id] == place else { return nil }
    return id
  }

  private func form(ofElementIn array: Int, _ id: JSONRowID?) -> JSON {
    guard let id else { return ["array": JSON(count: array)] }
    return ["array": JSON(count: array), "id": id.json]
  }

  // MARK: Arrays

  /// Has the arrays as the history has them now. Gaps that steps refer to for the first time get their names.
  mutating func follow(_ noted: JSONStepPlaces, newGaps: Set<Int32>) {
    for item in newGaps { gapNames[item] = nil }
    for number in arrays.indices {
      if arrays[number].isGone {
        (arrays[number].isReplaced, arrays[number].items) = (true, [])
        continue
      }
      let index = arrays[number].order.index
      let order = noted.order(index)
      arrays[number].rows = order.rows
      arrays[number].isReplaced = !noted.isCurrent(index)
      var items: [Item] = []
      // An element that no saved step refers to is as good as untouched.
      var untouched = 0
      noted.items.forEach(order.root) { item in
        untouched += noted.items.untouched(before: item)
        let place = noted.items.place(of: item)
        if place >= 0 {
          guard let known = self.number(of: place) else { return untouched += 1 }
          items.append(Item(untouched: untouched, place: known, gap: -1))
        } else {
          if newGaps.contains(item) {
            gapNames[item] = arrays[number].gaps
            arrays[number].gaps += 1
          }
          guard let name = gapNames[item] else { return }
          items.append(Item(untouched: untouched, place: nil, gap: name))
        }
        untouched = 0
      }
      arrays[number].items = items
    }
  }

  /// The name of a gap that a saved step refers to.
  func name(ofGap item: Int32) -> Int { gapNames[item]! }
}

extension SavedPlaces.Elements {
  /// - Parameter names: whether gaps have their names; otherwise they are counted.
  func json(names: Bool) -> JSON {
    var members = [("at", JSON(count: isGone ? 0 : at))]
    if let rows {
      members.append(("rows", JSON(stringLiteral: rows.idKey.name)))
      if rows.isPath { members.append(("path", true)) }
    }
    if isReplaced { members.append(("replaced", true)) }
    members.append(("items", JSON(elements: items.map { $0.json(names: names) })))
    return JSON(members: members)
  }

  /// Whether only the items may differ.
  func isFramed(as other: Self) -> Bool {
    rows?.idKey == other.rows?.idKey && rows?.isPath == other.rows?.isPath
      && isReplaced == other.isReplaced && isGone == other.isGone
  }
}

extension SavedPlaces.Item {
  /// Which one it is, wherever it is: gaps are below 0.
  var key: Int { place ?? -1 - gap }

  func json(names: Bool) -> JSON {
    if let place { return [JSON(count: untouched), JSON(count: place)] }
    return names
      ? [JSON(count: untouched), .null, JSON(count: gap)] : [JSON(count: untouched), .null]
  }
}

extension JSON {
  init(count: Int) { self.init(integerLiteral: Int64(count)) }
}
