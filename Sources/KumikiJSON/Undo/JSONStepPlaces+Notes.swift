// Updates the places of steps after a write, and records the write in its step.
extension JSONStepPlaces {
  /// Updates the places after a write, and records the write in its step.
  ///
  /// - Parameters:
  ///   - root: the value that contains the history's part, before or after the write (see `JSONWrite`).
  ///   - step: nil for a write outside of the steps.
  mutating func follow(
    _ write: JSONWrite, _ written: JSONWritePlace, in root: JSONNode?, _ step: inout JSONUndoStep?
  ) {
    var place = Self.root
    for index in 0..<written.count {
      if isWhole(place, in: step) { return }
      let next = written[index]
      guard next.isElement else {
        let child =
          step == nil ? member(next.segment, of: place) : makeMember(next.segment, of: place)
        guard let child else { return }
        place = child
        continue
      }
      let rows = next.rows?.object
      if !next.isInStep, let (old, new) = Self.otherRow(write, written, index, rows, root) {
        hold(place)
        remove(next.segment.index, old.node, from: place, rows, &step)
        insert(next.segment.index, new.node, into: place, rows, &step)
        return release(place)
      }
      guard let element = element(next.segment.index, of: place, rows, step != nil) else { return }
      place = element
    }
    if isWhole(place, in: step) { return }
    if let whole = written.whole { return follow(whole.parts.all, at: place, &step) }
    follow(write, at: place, written.rows, &step)
  }

  /// Records the write of a value in the part, which is a part of the value that was written.
  mutating func follow(
    _ write: JSONWrite, at pointer: JSONPointer, _ whole: JSONWhole?, _ step: inout JSONUndoStep?
  ) {
    guard case .written(let old, let new) = write, old != nil || new != nil else { return }
    if let old, let new, old.isEqual(to: new) { return }
    var place = Self.root
    for segment in pointer.segments {
      if isWhole(place, in: step) { return }
      place = makeMember(segment, of: place)
    }
    if isWhole(place, in: step) { return }
    hold(place)
    if let whole {
      follow(whole.parts.all, at: place, &step)
    } else {
      follow(write, at: place, nil, &step)
    }
    release(place)
  }

  /// Updates the places after a write at a known place.
  private mutating func follow(
    _ write: JSONWrite, at place: Int32, _ rows: JSONRowsForm?, _ step: inout JSONUndoStep?
  ) {
    switch write {
    case .written(let old, let new): replace(place, old, new, &step)
    case .inserted(let index, let value): insert(index, value, into: place, rows, &step)
    case .removed(let index, let old):
      guard let old else { return }
      remove(index, old, from: place, rows, &step)
    case .moved(let source, let target):
      if source != target { move(source, target, in: place, rows, &step) }
    case .rows(let write): if step != nil { noteRows(write.object, in: place, rows, &step!) }
    }
  }

  /// Updates the places after a whole value was written, part by part.
  private mutating func follow(
    _ parts: [JSONParts.Part], at place: Int32, _ step: inout JSONUndoStep?
  ) {
    var places = [Int32?](repeating: nil, count: parts.count)
    for (index, part) in parts.enumerated() where !part.isCounts && !part.writes.isEmpty {
      let here = reach(index, of: parts, at: place, &places, step != nil, step)
      if here < 0 { continue }
      for write in part.writes { follow(write, at: here, part.rows, &step) }
    }
    for case let held? in places where held >= 0 { release(held) }
  }

  /// Returns the place of a part; -1 if no step needs it. The writes of the parts around it have been processed.
  ///
  /// The place is held, because an element that a step has inserted and removes again leaves no record.
  private mutating func reach(
    _ part: Int, of parts: [JSONParts.Part], at place: Int32, _ places: inout [Int32?],
    _ isWanted: Bool, _ step: JSONUndoStep?
  ) -> Int32 {
    var missing: [Int] = []
    var here = part
    while here >= 0, places[here] == nil {
      missing.append(here)
      here = parts[here].above
    }
    for here in missing.reversed() {
      let above = parts[here].above
      var found = above < 0 ? place : places[above] ?? -1
      if found >= 0, let key = parts[here].key {
        let segment = JSONPointer.Segment(key, index: -1)
        found = isWanted ? makeMember(segment, of: found) : member(segment, of: found) ?? -1
      } else if found >= 0, parts[here].index >= 0 {
        found = element(parts[here].index, of: found, parts[above].rows, isWanted) ?? -1
      }
      if found >= 0, isWhole(found, in: step) { found = -1 }
      if found >= 0 { hold(found) }
      places[here] = found
    }
    return places[part] ?? -1
  }

  func isWhole(_ place: Int32, in step: JSONUndoStep?) -> Bool {
    guard let step, let known = entry(place, of: step) else { return false }
    return step.entries[known].isWhole
  }

  private mutating func element(
    _ index: Int, of array: Int32, _ rows: JSONRowsForm?, _ isWanted: Bool
  ) -> Int32? {
    if isWanted { return makeElement(at: index, makeOrder(of: array, rows)) }
    let order = self[array].order
    return order < 0 ? nil : element(at: index, order)
  }

  /// Returns the former and the current row, if a write gives another id to a row on the path to its place.
  private static func otherRow(
    _ write: JSONWrite, _ place: JSONWritePlace, _ index: Int, _ rows: JSONRowsForm?,
    _ root: JSONNode?
  ) -> (JSON, JSON)? {
    guard let rows else { return nil }
    if index == place.count - 1 {
      guard case .written(let old?, let new?) = write else { return nil }
      return isOther(old, new, rows) ? (JSON(borrowing: old), JSON(borrowing: new)) : nil
    }
    guard rows.idKey.isNamed(place[index + 1].segment.raw),
      let row = place.resolve(in: root, upTo: index + 1), row.isObject,
      // The id is copied, because the write changes it in place.
      let id = rows.idKey.member(of: row)?.deepCopy()
    else { return nil }
    let now = JSON(borrowing: row).setting(rows.idKey.name, to: JSON(stealing: id))
    let inside = JSONPointer(keys: (index + 1..<place.count).map { place[$0].segment.text })
    let (before, after) = write.around(now, at: inside)
    return before.withNode { old in after.withNode { isOther(old, $0, rows) } }
      ? (before, after) : nil
  }

  private static func isOther(_ old: JSONNode, _ new: JSONNode, _ rows: JSONRowsForm) -> Bool {
    guard let before = rows.id(of: old), let after = rows.id(of: new) else { return false }
    return !before.isEqual(to: after)
  }

  // MARK: The kinds of writes

  private mutating func replace(
    _ place: Int32, _ old: JSONNode?, _ new: JSONNode?, _ step: inout JSONUndoStep?
  ) {
    guard step != nil else { return othersReplaced(place, old, new) }
    let orders = detachOrders(below: place)
    let before = old.map { former($0, place, step!) }
    note(place, in: &step!) { entry in
      entry.before = before.map { .value($0) } ?? .nothing
      entry.orders = orders
    }
  }

  /// Returns a value as it will be restored. A row that has written its own id gets its former id back.
  private func former(_ old: JSONNode, _ place: Int32, _ step: JSONUndoStep) -> JSON {
    let value = JSON(borrowing: old)
    guard self[place].isElement, old.isObject, let key = order(self[place].home).rows?.idKey,
      let id = member(key.segment, of: place), let known = entry(id, of: step),
      case .value(let before) = step.entries[known].before
    else { return value }
    return value.setting(key.name, to: before)
  }

  /// Updates the places after another writer replaced a value. Only rows with known ids stay the same.
  private mutating func othersReplaced(_ place: Int32, _ old: JSONNode?, _ new: JSONNode?) {
    var waiting = [(place, old, new)]
    while let (place, old, new) = waiting.popLast() {
      for order in orders(below: place) {
        guard let rows = self.order(order).rows else {
          detach(order)
          continue
        }
        let keys = keys(from: place, to: order)
        let (before, after) = (old?.value(at: keys), new?.value(at: keys))
        let known = elements(of: order)
        follow(order, from: before, to: after, rows)
        for (element, index) in known {
          let item = self[element].item
          let row = item < 0 ? nil : after?.element(items.index(of: item))
          waiting.append((element, before?.element(index), row))
        }
      }
    }
  }

  private mutating func insert(
    _ index: Int, _ value: JSONNode, into array: Int32, _ rows: JSONRowsForm?,
    _ step: inout JSONUndoStep?
  ) {
    let order = step == nil ? self[array].order : makeOrder(of: array, rows)
    if order < 0 { return }
    let id = rows?.id(of: value)
    let isWanted = step != nil
    guard let place = insert(at: index, id, order, isWanted: isWanted) else { return }
    guard isWanted else { return othersReplaced(place, nil, value) }
    if let known = entry(place, of: step!), step!.entries[known].isRemoved {
      // The element exists again: it is recorded as written as a whole, and moved.
      let orders = detachOrders(below: place)
      return note(place, in: &step!) { entry in
        entry.isRemoved = false
        if entry.orders.isEmpty { entry.orders = orders }
      }
    }
    let orders = detachOrders(below: place)
    note(place, in: &step!) { entry in
      entry.isInserted = true
      entry.orders = orders
    }
  }

  private mutating func remove(
    _ index: Int, _ old: JSONNode, from array: Int32, _ rows: JSONRowsForm?,
    _ step: inout JSONUndoStep?
  ) {
    let id = rows?.id(of: old)
    guard step != nil else {
      let order = self[array].order
      if order < 0 { return }
      if let place = element(at: index, order) { return remove(place, id) }
      return items.removeUntouched(index, orders[Int(order)].root)
    }
    let place = makeElement(at: index, makeOrder(of: array, rows))
    if let known = entry(place, of: step!), step!.entries[known].isInserted {
      attach(step!.entries[known].orders)
      remove(place, id)
      return erase(place, from: &step!)
    }
    let known = entry(place, of: step!).map { step!.entries[$0].gap } ?? -1
    let gap = known >= 0 ? known : openGap(at: place)
    note(place, in: &step!) { entry in
      if case .untouched = entry.before { entry.before = .value(JSON(borrowing: old)) }
      entry.isRemoved = true
      entry.gap = gap
    }
    remove(place, id)
  }

  private mutating func move(
    _ source: Int, _ target: Int, in array: Int32, _ rows: JSONRowsForm?,
    _ step: inout JSONUndoStep?
  ) {
    guard step != nil else {
      let order = self[array].order
      if order >= 0 { move(element(at: source, order), from: source, to: target, order) }
      return
    }
    let order = makeOrder(of: array, rows)
    let place = makeElement(at: source, order)
    let known = entry(place, of: step!).map { step!.entries[$0] }
    if known?.isInserted != true, known?.gap ?? -1 < 0 {
      let gap = openGap(at: place)
      note(place, in: &step!) { $0.gap = gap }
    }
    move(place, from: source, to: target, order)
  }
}

extension JSONNode {
  /// Returns the value at some keys of nested objects, borrowed.
  fileprivate func value(at keys: [String]) -> JSONNode? {
    var here: JSONNode? = self
    for key in keys { here = here.flatMap { $0.isObject ? $0.member(key) : nil } }
    return here
  }
}
