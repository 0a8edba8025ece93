internal import KumikiValues

/// Numbers of a history's places and arrays in its saved form: 0 is the part, and a place comes after the places
/// above it. A number never changes, so that steps saved earlier stay valid next to steps saved later.
struct SavedPlaces {
  /// A place that has a number.
  private struct Numbered {
    /// The place's index in memory, which another place may get later; -1 for a place that is gone.
    var place: Int32
    /// The number of the object that contains the member, or of the array that contains the element.
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
    /// The name of a gap, unique within its array.
    let gap: Int
  }

  /// An array whose elements were touched.
  struct Elements {
    let order: JSONStepPlaces.OrderID
    /// The number of the array's place.
    let at: Int
    var rows: JSONRowsForm?
    var isReplaced = false
    /// Whether the history no longer contains the array.
    var isGone = false
    var items: [Item] = []
    var gaps = 0
  }

  private var numbered = [
    Numbered(place: JSONStepPlaces.root, above: -1, key: "", isElement: false)
  ]
  /// The numbers of places by their indices; -1 for none.
  private var numbers = [0]
  /// All members that were ever numbered. A member that returns gets its number again.
  private var members: [Member: Int] = [:]
  private var orders: [JSONStepPlaces.OrderID: Int] = [:]
  private var gapNames: [Int32: Int] = [:]
  private(set) var arrays: [Elements] = []
  /// The number of places, without the part.
  var count: Int { numbered.count - 1 }

  /// The saved forms of places that were numbered or have changed since `begin`.
  private(set) var added: [JSON] = []
  private(set) var changed: [(number: Int, form: JSON)] = []

  // MARK: Updating

  /// Drops the numbers of places that are gone.
  mutating func begin(_ noted: JSONStepPlaces) {
    (added, changed) = ([], [])
    numbers += Array(repeating: -1, count: max(0, noted.places.count - numbers.count))
    // A place comes after the places above it, whose numbers are therefore already verified.
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
    for number in arrays.indices where !arrays[number].isGone && !existsStill(number, noted) {
      arrays[number].isGone = true
      orders[arrays[number].order] = nil
    }
  }

  private func isSame(_ here: Numbered, _ noted: JSONStepPlaces) -> Bool {
    guard here.place < noted.places.count else { return false }
    let place = noted[here.place]
    if here.isElement {
      return place.isElement && orders[noted.id(of: place.home)] == here.above
        && existsStill(here.above, noted)
    }
    return !place.isElement && place.parent >= 0 && numbers[Int(place.parent)] == here.above
      && place.key.utf8.elementsEqual(here.key.utf8)
  }

  private func existsStill(_ array: Int, _ noted: JSONStepPlaces) -> Bool {
    let order = arrays[array].order
    guard order.index < noted.orders.count, noted.exists(order) else { return false }
    return numbers[Int(noted.order(order.index).place)] == arrays[array].at
  }

  // MARK: Numbers

  /// Returns the number of a place; nil if it has none.
  func number(of place: Int32) -> Int? {
    let number = numbers[Int(place)]
    return number < 0 ? nil : number
  }

  /// Returns the number of a place. Assigns numbers to the place and the places above it if needed.
  mutating func makeNumber(of place: Int32, _ noted: JSONStepPlaces) -> Int {
    var unnumbered: [Int32] = []
    var here = place
    while numbers[Int(here)] < 0 {
      unnumbered.append(here)
      here = noted.above(here)
    }
    for place in unnumbered.reversed() { add(place, noted) }
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

  /// Returns the number of an array. Assigns numbers to the array and its place if needed.
  mutating func makeNumber(ofOrder order: Int32, _ noted: JSONStepPlaces) -> Int {
    let id = noted.id(of: order)
    if let number = orders[id] { return number }
    let at = makeNumber(of: noted.order(order).place, noted)
    arrays.append(Elements(order: id, at: at))
    orders[id] = arrays.count - 1
    return arrays.count - 1
  }

  /// Returns the id of a row that has left its array; nil for an element that is still in the array.
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

  /// Updates the arrays from the history. Gaps that steps refer to for the first time get names.
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
      // An element that no saved step refers to counts as untouched.
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

  /// Returns the name of a gap that a saved step refers to.
  func name(ofGap item: Int32) -> Int { gapNames[item]! }
}

extension SavedPlaces.Elements {
  /// - Parameter names: whether gaps are written with their names; otherwise their positions identify them.
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

  /// Whether at most the items differ.
  func isFramed(as other: Self) -> Bool {
    rows?.idKey == other.rows?.idKey && rows?.isPath == other.rows?.isPath
      && isReplaced == other.isReplaced && isGone == other.isGone
  }
}

extension SavedPlaces.Item {
  /// The identity of the item, whatever its position. Gaps are below 0.
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
