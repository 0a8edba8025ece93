// The elements of arrays, by their order. All elements and gaps of an array are items of its order.
extension JSONStepPlaces {
  /// Returns the order of an array's elements, made if needed.
  mutating func makeOrder(of array: Int32, _ rows: JSONRowsForm?) -> Int32 {
    let known = places[Int(array)].order
    if known >= 0 {
      if orders[Int(known)].rows == nil { orders[Int(known)].rows = rows }
      return known
    }
    let made = addOrder(of: array, rows)
    attach(made)
    return made
  }

  /// Returns a new order for an array, which is not the array's current order yet.
  mutating func addOrder(of array: Int32, _ rows: JSONRowsForm?) -> Int32 {
    var made = Order()
    made.place = array
    made.serial = nextSerial()
    made.rows = rows
    places[Int(array)].uses += 1
    if let free = freeOrders.popLast() {
      orders[Int(free)] = made
      return free
    }
    orders.append(made)
    return Int32(orders.count - 1)
  }

  /// Returns the place of the element at an index, if a step has touched it.
  func element(at index: Int, _ order: Int32) -> Int32? {
    items.element(at: index, orders[Int(order)].root).map { items.place(of: $0) }
  }

  /// Returns the place of the element at an index, made if needed.
  mutating func makeElement(at index: Int, _ order: Int32) -> Int32 {
    if let known = element(at: index, order) { return known }
    let place = addElement(to: order)
    places[Int(place)].item = items.touch(index, place, &orders[Int(order)].root)
    return place
  }

  /// Returns a new place for an element of an array.
  ///
  /// - Parameter id: the id of a row that has left.
  mutating func addElement(to order: Int32, leftAs id: JSONRowID? = nil) -> Int32 {
    var made = Place()
    made.id = id
    made.home = order
    made.depth = places[Int(orders[Int(order)].place)].depth + 1
    orders[Int(order)].count += 1
    let place = add(made)
    if let id { orders[Int(order)].absent[id] = place }
    return place
  }

  /// Inserts an element at an index. Returns its place if a step needs it, or if the row's id is known.
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

  /// Moves an element within its array. `place` is nil for an untouched element.
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

  mutating func close(_ gap: Int32, _ order: Int32) {
    items.remove(gap, stays: false, &orders[Int(order)].root)
    // The element's own use keeps the order.
    orders[Int(order)].count -= 1
  }
}
