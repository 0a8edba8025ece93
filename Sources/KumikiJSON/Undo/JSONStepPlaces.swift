/// The places of a part that steps of a history have written, wherever they are now.
///
/// They form a tree: members by key, elements by their items in the order of their array. All steps of a
/// history share it, so a write outside of the steps is followed once. A place exists while a step has noted
/// it or one below. The places are in one array and refer to each other by index, so a note needs no
/// allocation of its own, and a copy of the history costs nothing until it is written.
struct JSONStepPlaces {
  struct Place {
    fileprivate(set) var parent: Int32 = -1
    fileprivate(set) var depth: Int32 = 0
    fileprivate(set) var key = ""
    fileprivate var hash: UInt = 0
    fileprivate var first: Int32 = -1
    fileprivate var next: Int32 = -1
    fileprivate var previous: Int32 = -1
    fileprivate var count: Int32 = 0
    /// For an array: the order of its elements. -1 if no step has touched one.
    fileprivate(set) var order: Int32 = -1
    /// For an element: the order that it is in, or has left. -1 for a member.
    fileprivate(set) var home: Int32 = -1
    /// For an existing element: its item.
    fileprivate(set) var item: Int32 = -1
    /// For a row that has left: its id.
    fileprivate var id: JSONRowID?
    /// The number of notes here and of places below.
    fileprivate var uses: Int32 = 0
    /// The step that noted this last, and the index of its entry.
    fileprivate var serial: UInt64 = 0
    fileprivate var entry: Int32 = -1

    var isElement: Bool { home >= 0 }
  }

  struct Order {
    fileprivate(set) var root = JSONElementOrder.Root()
    /// The array.
    fileprivate(set) var place: Int32 = -1
    fileprivate var serial: UInt64 = 0
    /// The number of its elements and gaps, including elements that have left.
    fileprivate var count: Int32 = 0
    /// For rows: those that have left.
    fileprivate var absent: [JSONRowID: Int32] = [:]
    fileprivate(set) var rows: JSONRowsForm?
  }

  /// Identifies an order that may no longer exist.
  struct OrderID {
    fileprivate let index: Int32
    fileprivate let serial: UInt64
  }

  private(set) var items = JSONElementOrder()
  private var places: [Place] = []
  private var freePlaces: [Int32] = []
  private var orders: [Order] = []
  private var freeOrders: [Int32] = []
  private var serial: UInt64 = 0
  /// The members of places that have many.
  private var many: [Member: Int32] = [:]
  private static let few: Int32 = 8

  private struct Member: Hashable {
    let parent: Int32
    let key: String
  }

  static var root: Int32 { 0 }

  init() {
    // The place of the part itself is never removed.
    places.append(Place())
    places[0].uses = 1
  }

  /// Whether no step has noted anything.
  var isEmpty: Bool { places[0].uses == 1 && places[0].order < 0 }

  subscript(place: Int32) -> Place { places[Int(place)] }
  func order(_ index: Int32) -> Order { orders[Int(index)] }

  private mutating func nextSerial() -> UInt64 {
    serial += 1
    return serial
  }

  /// A step without entries.
  mutating func makeStep() -> JSONUndoStep { JSONUndoStep(nextSerial()) }

  /// Forgets a step.
  mutating func drop(_ step: consuming JSONUndoStep) {
    for entry in step.entries { forget(entry) }
  }

  // MARK: Notes

  /// The index of a step's entry for a place; nil if there is none.
  func entry(_ place: Int32, of step: JSONUndoStep) -> Int? {
    let here = places[Int(place)]
    return here.serial == step.serial && here.entry >= 0 ? Int(here.entry) : nil
  }

  /// Changes a step's entry for a place, made if needed.
  mutating func note(
    _ place: Int32, in step: inout JSONUndoStep, _ change: (inout JSONUndoStep.Entry) -> Void
  ) {
    if let known = entry(place, of: step) { return change(&step.entries[known]) }
    places[Int(place)].serial = step.serial
    places[Int(place)].entry = Int32(step.entries.count)
    places[Int(place)].uses += 1
    step.entries.append(JSONUndoStep.Entry(place: place))
    change(&step.entries[step.entries.count - 1])
  }

  /// Removes an entry from a step.
  mutating func erase(_ place: Int32, from step: inout JSONUndoStep) {
    guard let index = entry(place, of: step) else { return }
    places[Int(place)].entry = -1
    let entry = step.entries[index]
    let last = step.entries.removeLast()
    if index < step.entries.count {
      step.entries[index] = last
      if places[Int(last.place)].serial == step.serial {
        places[Int(last.place)].entry = Int32(index)
      }
    }
    forget(entry)
  }

  private mutating func forget(_ entry: JSONUndoStep.Entry) {
    if entry.gap >= 0 { close(entry.gap, places[Int(entry.place)].home) }
    release(entry.place)
  }

  /// Whether a step has written a whole value around a place.
  func isInsideWhole(_ place: Int32, of step: JSONUndoStep) -> Bool {
    var here = above(place)
    while here >= 0 {
      if let known = entry(here, of: step), step.entries[known].isWhole { return true }
      here = above(here)
    }
    return false
  }

  /// The place above; for an element, its array. -1 for the part.
  func above(_ place: Int32) -> Int32 {
    let here = places[Int(place)]
    return here.isElement ? orders[Int(here.home)].place : here.parent
  }

  /// The keys from the part to a place now; nil if an element on the way does not exist.
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

  /// Whether an order is current: its array has not been replaced.
  func isCurrent(_ order: Int32) -> Bool {
    places[Int(orders[Int(order)].place)].order == order
  }

  /// Whether the part existed before a step that has removed it.
  func wasThere(_ step: JSONUndoStep) -> Bool {
    guard let known = entry(Self.root, of: step), case .nothing = step.entries[known].before
    else { return true }
    return false
  }

  /// Whether a step has only replaced values, none of them inside another one that it wrote later.
  func isPlain(_ step: JSONUndoStep) -> Bool {
    if step.entries.contains(where: \.isOfOrder) { return false }
    return step.entries.count == 1 || !step.entries.contains { isInsideWhole($0.place, of: step) }
  }

  /// Whether a place that a step replaced has another value now.
  func isDifferent(_ entry: JSONUndoStep.Entry, in part: JSONNode) -> Bool {
    guard let keys = keys(entry.place) else { return false }
    let now = JSONPointer(keys: keys).resolve(in: part)
    switch entry.before {
    case .untouched: return false
    case .nothing: return now != nil
    case .value(let old): return now.map { now in !old.withNode(now.isEqual) } ?? true
    }
  }

  /// Whether an array has another number of elements than before a step, and no change around it could have
  /// made the values equal nevertheless.
  func hasOtherCount(_ step: JSONUndoStep) -> Bool {
    var counts: [Int32: Int] = [:]
    for entry in step.entries where entry.isOfOrder {
      let home = self[entry.place].home
      counts[home, default: 0] += entry.isInserted ? 1 : entry.isRemoved ? -1 : 0
    }
    return counts.contains { home, count in
      guard count != 0, isCurrent(home) else { return false }
      var here = order(home).place
      while here != Self.root {
        if self[here].isElement, counts[self[here].home] != nil { return false }
        if let known = entry(here, of: step), step.entries[known].isWhole { return false }
        here = above(here)
      }
      return entry(here, of: step).map { !step.entries[$0].isWhole } ?? true
    }
  }

  // MARK: Members

  func member(_ segment: JSONPointer.Segment, of parent: Int32) -> Int32? {
    if places[Int(parent)].count > Self.few {
      return many[Member(parent: parent, key: segment.text)]
    }
    var child = places[Int(parent)].first
    while child >= 0 {
      let here = places[Int(child)]
      if here.hash == segment.hash, segment.raw.elementsEqual(here.key.utf8) { return child }
      child = here.next
    }
    return nil
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
    places[Int(parent)].count += 1
    places[Int(parent)].uses += 1
    if places[Int(parent)].count > Self.few { enterMembers(of: parent) }
    return place
  }

  private mutating func enterMembers(of parent: Int32) {
    let first = places[Int(parent)].first
    many[Member(parent: parent, key: places[Int(first)].key)] = first
    guard places[Int(parent)].count == Self.few + 1 else { return }
    forEachMember(of: parent) { many[Member(parent: parent, key: places[Int($0)].key)] = $0 }
  }

  private func forEachMember(of parent: Int32, _ body: (Int32) -> Void) {
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
    if places[Int(here.parent)].count > Self.few {
      many[Member(parent: here.parent, key: here.key)] = nil
      if places[Int(here.parent)].count == Self.few + 1 {
        forEachMember(of: here.parent) {
          many[Member(parent: here.parent, key: places[Int($0)].key)] = nil
        }
      }
    }
    places[Int(here.parent)].count -= 1
  }

  private mutating func add(_ made: Place) -> Int32 {
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

  /// Called when an element or a gap has left an order for good. Returns the array if its order was removed
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

  // MARK: Elements

  /// The order of an array's elements, made if needed.
  mutating func makeOrder(of array: Int32, _ rows: JSONRowsForm?) -> Int32 {
    let known = places[Int(array)].order
    if known >= 0 {
      if orders[Int(known)].rows == nil { orders[Int(known)].rows = rows }
      return known
    }
    var made = Order()
    made.place = array
    made.serial = nextSerial()
    made.rows = rows
    places[Int(array)].uses += 1
    let order: Int32
    if let free = freeOrders.popLast() {
      order = free
      orders[Int(free)] = made
    } else {
      order = Int32(orders.count)
      orders.append(made)
    }
    places[Int(array)].order = order
    return order
  }

  /// The place of the element at an index, if a step has touched it.
  func element(at index: Int, _ order: Int32) -> Int32? {
    items.element(at: index, orders[Int(order)].root).map { items.place(of: $0) }
  }

  /// The place of the element at an index, made if needed.
  mutating func makeElement(at index: Int, _ order: Int32) -> Int32 {
    if let known = element(at: index, order) { return known }
    let place = addElement(to: order)
    places[Int(place)].item = items.touch(index, place, &orders[Int(order)].root)
    return place
  }

  private mutating func addElement(to order: Int32) -> Int32 {
    var made = Place()
    made.home = order
    made.depth = places[Int(orders[Int(order)].place)].depth + 1
    orders[Int(order)].count += 1
    return add(made)
  }

  /// Inserts an element at an index. Returns its place if a step wants it, or knows it by its id.
  mutating func insert(at index: Int, _ id: JSONNode?, _ order: Int32, isWanted: Bool) -> Int32? {
    var place: Int32?
    if let id, !orders[Int(order)].absent.isEmpty {
      place = orders[Int(order)].absent.removeValue(forKey: JSONRowID(borrowing: id))
    }
    if let place { places[Int(place)].id = nil }
    guard let known = place ?? (isWanted ? addElement(to: order) : nil) else {
      items.insertUntouched(index, orders[Int(order)].root)
      return nil
    }
    places[Int(known)].item = items.insert(index, known, &orders[Int(order)].root)
    return known
  }

  /// Removes the element of a place from its array.
  mutating func remove(_ place: Int32, _ id: JSONNode?) {
    let here = places[Int(place)]
    if here.item >= 0 { items.remove(here.item, stays: false, &orders[Int(here.home)].root) }
    places[Int(place)].item = -1
    guard let id else { return }
    let kept = JSONRowID(JSON(borrowing: id))
    places[Int(place)].id = kept
    orders[Int(here.home)].absent[kept] = place
  }

  /// Removes an untouched element from its array.
  mutating func removeUntouched(at index: Int, _ order: Int32) {
    items.removeUntouched(index, orders[Int(order)].root)
  }

  /// Moves an element within its array. `place` is nil for an untouched one.
  mutating func move(_ place: Int32?, from index: Int, to target: Int, _ order: Int32) {
    guard let place else {
      items.removeUntouched(index, orders[Int(order)].root)
      return items.insertUntouched(target, orders[Int(order)].root)
    }
    items.remove(places[Int(place)].item, stays: false, &orders[Int(order)].root)
    places[Int(place)].item = items.insert(target, place, &orders[Int(order)].root)
  }

  /// Makes a gap at the element of a place.
  mutating func openGap(at place: Int32) -> Int32 {
    let here = places[Int(place)]
    orders[Int(here.home)].count += 1
    return items.gap(at: here.item, &orders[Int(here.home)].root)
  }

  /// Puts an element into a gap, and removes the gap.
  mutating func fill(_ gap: Int32, with place: Int32) {
    let here = places[Int(place)]
    if here.item >= 0 { items.remove(here.item, stays: false, &orders[Int(here.home)].root) }
    items.fill(gap, place)
    places[Int(place)].item = gap
    if let id = here.id { orders[Int(here.home)].absent[id] = nil }
    places[Int(place)].id = nil
    orders[Int(here.home)].count -= 1
  }

  private mutating func close(_ gap: Int32, _ order: Int32) {
    items.remove(gap, stays: false, &orders[Int(order)].root)
    // The element's own use keeps the order.
    orders[Int(order)].count -= 1
  }

  /// The number of elements before a gap.
  func index(of gap: Int32) -> Int { items.index(of: gap) }

  // MARK: Whole values

  /// The orders of the nearest arrays at and below a place.
  func orders(below place: Int32) -> [Int32] {
    var found: [Int32] = []
    var waiting = [place]
    while let here = waiting.popLast() {
      if places[Int(here)].order >= 0 { found.append(places[Int(here)].order) }
      forEachMember(of: here) { waiting.append($0) }
    }
    return found
  }

  /// Detaches the orders of the arrays at and below a place, because these have got other elements. Returns
  /// them.
  mutating func detachOrders(below place: Int32) -> [OrderID] {
    orders(below: place).map { order in
      places[Int(orders[Int(order)].place)].order = -1
      return OrderID(index: order, serial: orders[Int(order)].serial)
    }
  }

  /// Detaches an order, because its array has got other elements.
  mutating func detach(_ order: Int32) { places[Int(orders[Int(order)].place)].order = -1 }

  /// The existing elements of an order, with their indices.
  func elements(of order: Int32) -> [(place: Int32, index: Int)] {
    var found: [(place: Int32, index: Int)] = []
    items.forEach(orders[Int(order)].root) { item in
      let place = items.place(of: item)
      if place >= 0 { found.append((place, items.index(of: item))) }
    }
    return found
  }

  /// The gaps of an order, in sequence.
  func gaps(of order: Int32) -> [Int32] {
    var found: [Int32] = []
    items.forEach(orders[Int(order)].root) { if items.place(of: $0) < 0 { found.append($0) } }
    return found
  }

  /// Attaches orders again, because their arrays have the old elements again.
  mutating func attach(_ known: [OrderID]) {
    for id in known {
      guard orders[Int(id.index)].serial == id.serial else { continue }
      places[Int(orders[Int(id.index)].place)].order = id.index
    }
  }

  /// The keys from a place to the array of an order below it, through members only.
  func keys(from place: Int32, to order: Int32) -> [String] {
    var keys: [String] = []
    var here = orders[Int(order)].place
    while here != place {
      keys.append(places[Int(here)].key)
      here = places[Int(here)].parent
    }
    keys.reverse()
    return keys
  }

  /// Follows a write of rows as a whole. Rows whose ids occur again are the same. A gap goes after the
  /// nearest preceding row that still exists.
  mutating func follow(_ order: Int32, from old: JSONNode?, to new: JSONNode?, _ form: JSONRowsForm)
  {
    let (before, after) = (form.ids(of: old), form.ids(of: new))
    var indices: [JSONRowID: Int] = [:]
    for (index, id) in after.enumerated() { if let id { indices[id] = index } }
    // What precedes each index of the new array, in order.
    var elements: [(index: Int, place: Int32)] = []
    var gaps: [(index: Int, item: Int32)] = []
    var nearest = 0
    var passed = 0
    var gone: [(Int32, JSONRowID?)] = []
    items.forEach(orders[Int(order)].root) { item in
      let index = items.index(of: item)
      // The rows between the previous item and this one.
      while passed < index {
        if let id = passed < before.count ? before[passed] : nil, let there = indices[id] {
          nearest = there + 1
        }
        passed += 1
      }
      let place = items.place(of: item)
      if place < 0 { return gaps.append((nearest, item)) }
      let id = index < before.count ? before[index] : nil
      if let id, let there = indices[id] {
        elements.append((there, place))
      } else {
        gone.append((place, id))
      }
    }
    for (id, place) in orders[Int(order)].absent {
      if let there = indices[id] { elements.append((there, place)) }
    }
    for (place, _) in gone { items.discard(places[Int(place)].item) }
    rebuild(order, elements.sorted { $0.index < $1.index }, gaps)
    for (place, id) in gone {
      places[Int(place)].item = -1
      guard let id else { continue }
      places[Int(place)].id = id.owned
      orders[Int(order)].absent[id.owned] = place
    }
  }

  /// Rearranges the items of an order: elements at their indices, and gaps before those.
  private mutating func rebuild(
    _ order: Int32, _ elements: [(index: Int, place: Int32)], _ gaps: [(index: Int, item: Int32)]
  ) {
    var sequence: [(item: Int32, place: Int32, untouched: Int)] = []
    var (end, next) = (0, 0)
    func putElements(before index: Int) {
      while next < elements.count, elements[next].index < index {
        let (at, place) = elements[next]
        sequence.append((places[Int(place)].item, place, at - end))
        (end, next) = (at + 1, next + 1)
      }
    }
    // Gaps were found in sequence, and so were the rows before them, except for rows that moved.
    for gap in gaps.enumerated().sorted(by: { ($0.1.index, $0.0) < ($1.1.index, $1.0) }) {
      putElements(before: gap.element.index)
      sequence.append((gap.element.item, -1, gap.element.index - end))
      end = gap.element.index
    }
    putElements(before: .max)
    orders[Int(order)].root = items.rebuild(sequence) { place, item in
      if let id = places[Int(place)].id { orders[Int(order)].absent[id] = nil }
      places[Int(place)].id = nil
      places[Int(place)].item = item
    }
  }
}

extension JSONRowsForm {
  /// The id of a row; nil if the value is not a row.
  func id(of row: JSONNode) -> JSONNode? {
    if isPath, JSONPathForm.element(ofEntry: row) == nil { return nil }
    return idKey.member(of: row)
  }

  /// The ids of the rows of an array, borrowed.
  fileprivate func ids(of array: JSONNode?) -> [JSONRowID?] {
    guard let array, array.isArray else { return [] }
    return array.children.map { id(of: $0).map(JSONRowID.init(borrowing:)) }
  }
}
