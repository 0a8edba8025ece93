/// The places of a part that steps of a history have written, with their current positions.
///
/// The places form a tree: members by key, elements by their items in the order of their array. All steps of a
/// history share the tree, so a write outside of the steps is processed once. A place exists while a step has an
/// entry for it or for a place below. The places are in one array and refer to each other by index, so an entry
/// needs no allocation of its own, and a copy of the history costs nothing until it is written.
struct JSONStepPlaces {
  struct Place {
    var parent: Int32 = -1
    var depth: Int32 = 0
    var key = ""
    var hash: UInt = 0
    var first: Int32 = -1
    var next: Int32 = -1
    var previous: Int32 = -1
    /// For an array: the order of its elements; -1 if no step has touched an element.
    var order: Int32 = -1
    /// For an element: the order that contains it, or that it has left; -1 for a member.
    var home: Int32 = -1
    /// For an existing element: its item.
    var item: Int32 = -1
    /// For a row that has left: its id.
    var id: JSONRowID?
    /// The number of entries for this place and of places below.
    var uses: Int32 = 0
    /// The step that last recorded this place, and the index of its entry.
    var serial: UInt64 = 0
    var entry: Int32 = -1

    var isElement: Bool { home >= 0 }
  }

  struct Order {
    var root = JSONElementOrder.Root()
    /// The place of the array.
    var place: Int32 = -1
    var serial: UInt64 = 0
    /// The number of elements and gaps, including elements that have left.
    var count: Int32 = 0
    /// For rows: the places of rows that have left, by id.
    var absent: [JSONRowID: Int32] = [:]
    var rows: JSONRowsForm?
  }

  /// Identifies an order that may no longer exist.
  struct OrderID: Hashable {
    let index: Int32
    let serial: UInt64

    /// The id of an order that no longer exists.
    static var gone: OrderID { OrderID(index: -1, serial: 0) }
  }

  var items = JSONElementOrder()
  var places: [Place] = []
  private var freePlaces: [Int32] = []
  var orders: [Order] = []
  var freeOrders: [Int32] = []
  /// The numbers of writes of rows that steps keep, by the place of the array; nil without any.
  var rowsWrites: [Int32: Int]?
  private var serial: UInt64 = 0
  /// One member for each hash of a key.
  private var members: [Member: Int32] = [:]

  private struct Member: Hashable {
    let parent: Int32
    let hash: UInt
  }

  static var root: Int32 { 0 }

  init() {
    // The place of the part itself is never removed.
    places.append(Place())
    places[0].uses = 1
  }

  /// Whether no step has recorded a place.
  var isEmpty: Bool { places[0].uses == 1 && places[0].order < 0 }

  subscript(place: Int32) -> Place { places[Int(place)] }
  func order(_ index: Int32) -> Order { orders[Int(index)] }

  mutating func nextSerial() -> UInt64 {
    serial += 1
    return serial
  }

  /// Whether nothing was written since one was copied from the other. Does not compare the contents.
  func isSame(as other: JSONStepPlaces) -> Bool {
    places.isSameStorage(as: other.places) && orders.isSameStorage(as: other.orders)
      && items.isSame(as: other.items)
  }

  /// Returns the place above; for an element, its array; -1 for the part.
  func above(_ place: Int32) -> Int32 {
    let here = places[Int(place)]
    return here.isElement ? orders[Int(here.home)].place : here.parent
  }

  /// Returns the current keys from the part to a place; nil if an element on the path does not exist.
  func keys(_ place: Int32) -> [String]? {
    var keys: [String] = []
    var here = place
    while here != Self.root {
      let found = places[Int(here)]
      if found.isElement {
        guard found.item >= 0, isCurrent(found.home) else { return nil }
        keys.append(String(items.index(of: found.item)))
      } else {
        keys.append(found.key)
      }
      here = above(here)
    }
    keys.reverse()
    return keys
  }

  /// Returns the keys from the part to a place, with "-" for an element, which may be gone.
  func formerKeys(_ place: Int32) -> [String] {
    var keys: [String] = []
    var here = place
    while here != Self.root {
      keys.append(places[Int(here)].isElement ? "-" : places[Int(here)].key)
      here = above(here)
    }
    return keys.reversed()
  }

  func exists(_ order: OrderID) -> Bool {
    order.index >= 0 && orders[Int(order.index)].serial == order.serial
  }

  /// Whether an order is current, because its array has not been replaced.
  func isCurrent(_ order: Int32) -> Bool {
    places[Int(orders[Int(order)].place)].order == order
  }

  // MARK: Members

  func member(_ segment: JSONPointer.Segment, of parent: Int32) -> Int32? {
    guard let known = members[Member(parent: parent, hash: segment.hash)] else { return nil }
    if isNamed(known, segment) { return known }
    // Another key has the same hash.
    var found: Int32?
    forEachMember(of: parent) { if isNamed($0, segment) { found = $0 } }
    return found
  }

  private func isNamed(_ place: Int32, _ segment: JSONPointer.Segment) -> Bool {
    segment.raw.elementsEqual(places[Int(place)].key.utf8)
  }

  mutating func makeMember(_ segment: JSONPointer.Segment, of parent: Int32) -> Int32 {
    if let known = member(segment, of: parent) { return known }
    var made = Place()
    made.parent = parent
    made.depth = places[Int(parent)].depth + 1
    made.key = segment.text
    made.hash = segment.hash
    made.next = places[Int(parent)].first
    let place = add(made)
    if made.next >= 0 { places[Int(made.next)].previous = place }
    places[Int(parent)].first = place
    places[Int(parent)].uses += 1
    members[Member(parent: parent, hash: made.hash)] = place
    return place
  }

  func forEachMember(of parent: Int32, _ body: (Int32) -> Void) {
    var child = places[Int(parent)].first
    while child >= 0 {
      let next = places[Int(child)].next
      body(child)
      child = next
    }
  }

  private mutating func unlink(_ place: Int32) {
    let here = places[Int(place)]
    if here.previous >= 0 {
      places[Int(here.previous)].next = here.next
    } else {
      places[Int(here.parent)].first = here.next
    }
    if here.next >= 0 { places[Int(here.next)].previous = here.previous }
    let member = Member(parent: here.parent, hash: here.hash)
    guard members[member] == place else { return }
    members[member] = nil
    forEachMember(of: here.parent) { if places[Int($0)].hash == here.hash { members[member] = $0 } }
  }

  mutating func add(_ made: Place) -> Int32 {
    guard let place = freePlaces.popLast() else {
      places.append(made)
      return Int32(places.count - 1)
    }
    places[Int(place)] = made
    return place
  }

  /// Adds a use to a place.
  mutating func hold(_ place: Int32) { places[Int(place)].uses += 1 }

  /// Removes a use. A place without uses is removed, and then the places above that only held it.
  mutating func release(_ place: Int32) {
    var place = place
    while true {
      places[Int(place)].uses -= 1
      if places[Int(place)].uses > 0 || place == Self.root { return }
      let here = places[Int(place)]
      if !here.isElement {
        unlink(place)
        free(place)
        place = here.parent
        continue
      }
      if here.item >= 0 { items.remove(here.item, stays: true, &orders[Int(here.home)].root) }
      if let id = here.id { orders[Int(here.home)].absent[id] = nil }
      free(place)
      guard let array = leave(here.home) else { return }
      place = array
    }
  }

  private mutating func free(_ place: Int32) {
    places[Int(place)] = Place()
    freePlaces.append(place)
  }

  /// Updates an order after an element or a gap has left it for good. Returns the array if its order was removed
  /// too.
  private mutating func leave(_ order: Int32) -> Int32? {
    orders[Int(order)].count -= 1
    if orders[Int(order)].count > 0 { return nil }
    let array = orders[Int(order)].place
    if places[Int(array)].order == order { places[Int(array)].order = -1 }
    orders[Int(order)] = Order()
    freeOrders.append(order)
    return array
  }
}

extension Array {
  /// Whether both are unmodified copies of one array.
  func isSameStorage(as other: [Element]) -> Bool {
    unsafe withUnsafeBufferPointer { here in
      unsafe other.withUnsafeBufferPointer { there in
        unsafe here.count == there.count && here.baseAddress == there.baseAddress
      }
    }
  }
}
