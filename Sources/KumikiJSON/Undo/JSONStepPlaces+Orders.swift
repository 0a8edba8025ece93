// Arrays that were written as a whole: their orders are detached, attached again, or updated from the rows.
extension JSONStepPlaces {
  /// Returns the orders of the nearest arrays at and below a place.
  func orders(below place: Int32) -> [Int32] {
    if places[Int(place)].order < 0, places[Int(place)].first < 0 { return [] }
    var found: [Int32] = []
    var waiting = [place]
    while let here = waiting.popLast() {
      if places[Int(here)].order >= 0 { found.append(places[Int(here)].order) }
      forEachMember(of: here) { waiting.append($0) }
    }
    return found
  }

  /// Detaches and returns the orders of the arrays at and below a place, after their elements were replaced.
  mutating func detachOrders(below place: Int32) -> [OrderID] {
    orders(below: place).map { order in
      detach(order)
      return id(of: order)
    }
  }

  /// Detaches an order, after its array's elements were replaced.
  mutating func detach(_ order: Int32) { places[Int(orders[Int(order)].place)].order = -1 }

  /// Makes an order the current one of its array.
  mutating func attach(_ order: Int32) { places[Int(orders[Int(order)].place)].order = order }

  /// Returns the id of an order, valid as long as the order exists.
  func id(of order: Int32) -> OrderID { OrderID(index: order, serial: orders[Int(order)].serial) }

  /// Returns the existing elements of an order, with their indices.
  func elements(of order: Int32) -> [(place: Int32, index: Int)] {
    var found: [(place: Int32, index: Int)] = []
    items.forEach(orders[Int(order)].root) { item in
      let place = items.place(of: item)
      if place >= 0 { found.append((place, items.index(of: item))) }
    }
    return found
  }

  /// Returns the gaps of an order, in sequence.
  func gaps(of order: Int32) -> [Int32] {
    var found: [Int32] = []
    items.forEach(orders[Int(order)].root) { if items.place(of: $0) < 0 { found.append($0) } }
    return found
  }

  /// Attaches orders again, after the old elements of their arrays were restored.
  mutating func attach(_ known: [OrderID]) {
    for id in known where exists(id) {
      attach(id.index)
    }
  }

  /// Returns the keys from a place to the array of an order below it, through members only.
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

  /// Updates an order after all rows were written as a whole. Rows whose ids occur again are the same rows. A
  /// gap goes after the nearest preceding row that still exists.
  mutating func follow(_ order: Int32, from old: JSONNode?, to new: JSONNode?, _ form: JSONRowsForm)
  {
    let (before, after) = (form.ids(of: old), form.ids(of: new))
    var indices: [JSONRowID: Int] = [:]
    for (index, id) in after.enumerated() { if let id { indices[id] = index } }
    // The elements and gaps for each index of the new array, in order.
    var elements: [(index: Int, place: Int32)] = []
    var gaps: [(index: Int, item: Int32)] = []
    var nearest = 0
    var passed = 0
    var gone: [(Int32, JSONRowID?)] = []
    items.forEach(orders[Int(order)].root) { item in
      let index = items.index(of: item)
      // The rows between the previous item and this item.
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
    rebuild(order, elements.ordered { $0.index < $1.index }, gaps)
    for (place, id) in gone {
      places[Int(place)].item = -1
      guard let id else { continue }
      places[Int(place)].id = id.owned
      orders[Int(order)].absent[id.owned] = place
    }
  }

  /// Gives a new order its elements and gaps.
  ///
  /// - Returns: the items of the gaps, in sequence.
  mutating func setItems(
    of order: Int32, _ sequence: [(item: Int32, place: Int32, untouched: Int)]
  ) -> [Int32] {
    var gaps: [Int32] = []
    orders[Int(order)].root = items.rebuild(sequence) { place, item in
      if place < 0 { gaps.append(item) } else { places[Int(place)].item = item }
    }
    orders[Int(order)].count += Int32(gaps.count)
    return gaps
  }

  /// Rearranges the items of an order: elements at their indices, each after the gaps with the same index.
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
    for gap in gaps.enumerated().ordered(by: { ($0.1.index, $0.0) < ($1.1.index, $1.0) }) {
      putElements(before: gap.element.index)
      sequence.append((gap.element.item, -1, gap.element.index - end))
      end = gap.element.index
    }
    putElements(before: .max)
    orders[Int(order)].root = items.rebuild(sequence) { place, item in
      if place < 0 { return }
      if let id = places[Int(place)].id { orders[Int(order)].absent[id] = nil }
      places[Int(place)].id = nil
      places[Int(place)].item = item
    }
  }
}

extension JSONRowsForm {
  /// Returns the id of a row; nil if the value is not a row.
  func id(of row: JSONNode) -> JSONNode? {
    if isPath, JSONPathForm.element(ofEntry: row) == nil { return nil }
    return idKey.segment.id(of: row)
  }

  /// Returns the ids of the rows of an array, borrowed.
  fileprivate func ids(of array: JSONNode?) -> [JSONRowID?] {
    guard let array, array.isArray else { return [] }
    return array.children.map { id(of: $0).map(JSONRowID.init(borrowing:)) }
  }
}
