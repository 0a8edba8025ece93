internal import KumikiValues

/// The result of undoing a step.
enum JSONRestored {
  /// Undone, with the step that redoes it.
  case done(JSONUndoStep)
  /// No write was left to undo.
  case nothing
  /// No write could be undone. Contains the step, and the error and the place of the first write that failed.
  case refused(JSONUndoStep, JSONWriteError, JSONPointer)
}

extension JSONStepPlaces {
  /// Undoes a step: writes the old values at their current places.
  ///
  /// - Parameters:
  ///   - part: the keys from the state to the part.
  ///   - places: the history's places. The excluded ones keep their current values.
  ///   - isDry: whether the state is already restored, and only the places are updated.
  @inline(never)
  mutating func restore(
    _ step: consuming JSONUndoStep, _ part: [String], keeping places: JSONUndoPlaces? = nil,
    in root: inout JSONState, isDry: Bool = false
  ) -> JSONRestored {
    var work = JSONRestoring(
      step: step, back: makeStep(), part: part, isDry: isDry, places: places)
    for rows in work.step.rows { putBack(rows, &work, &root) }
    for index in inOrder(work.step) { putBack(index, &work, &root) }
    if work.hasWritten || isDry || work.failure == nil {
      drop(work.step)
      if work.hasWritten { return .done(work.back) }
      drop(work.back)
      return .nothing
    }
    drop(work.back)
    return .refused(work.step, work.failure!.0, work.failure!.1)
  }

  /// Returns the entries of a step in the order of undoing, outer places first. Within an array, inserted
  /// elements are removed from the last on, then removed elements are put back from the first on, to shift few
  /// elements; moves come last. Arrays are in the step's order, which a saved history preserves.
  private func inOrder(_ step: JSONUndoStep) -> [Int] {
    if step.entries.count < 2 { return Array(step.entries.indices) }
    struct Key {
      let depth: Int32
      let array: Int
      let kind: Int32
      let rank: Int
      let index: Int
    }
    var ranks: [Int32: Int] = [:]
    var ranked: Set<Int32> = []
    var arrays: [Int32: Int] = [:]
    let keys = step.entries.indices.map { index in
      let entry = step.entries[index]
      let place = self[entry.place]
      var (kind, rank): (Int32, Int) = (3, index)
      if entry.isRemoved {
        kind = 1
        if ranked.insert(place.home).inserted {
          for (rank, gap) in gaps(of: place.home).enumerated() { ranks[gap] = rank }
        }
        rank = ranks[entry.gap] ?? 0
      } else if entry.isInserted {
        (kind, rank) = (0, place.item < 0 ? 0 : -items.index(of: place.item))
      } else if entry.gap >= 0 {
        kind = 2
      }
      let array = place.isElement ? arrays[place.home, default: arrays.count] : -1
      if place.isElement { arrays[place.home] = array }
      return Key(depth: place.depth, array: array, kind: kind, rank: rank, index: index)
    }
    return keys.ordered {
      ($0.depth, $0.array, $0.kind, $0.rank) < ($1.depth, $1.array, $1.kind, $1.rank)
    }.map(\.index)
  }

  private mutating func putBack(
    _ index: Int, _ work: inout JSONRestoring, _ root: inout JSONState
  ) {
    let entry = work.step.entries[index]
    if !work.leftAlone.isEmpty, isInside(entry.place, work.leftAlone) { return }
    if entry.isRemoved { return putBackRemoved(index, &work, &root) }
    if entry.isInserted { return takeOutInserted(entry, &work, &root) }
    if case .untouched = entry.before {} else { putBackValue(entry, &work, &root) }
    if entry.gap >= 0 { moveBack(index, &work, &root) }
  }

  private func isInside(_ place: Int32, _ known: Set<Int32>) -> Bool {
    var here = above(place)
    while here >= 0 {
      if known.contains(here) { return true }
      here = above(here)
    }
    return false
  }

  // MARK: The kinds of entries

  mutating func putBackValue(
    _ entry: JSONUndoStep.Entry, _ work: inout JSONRestoring, _ root: inout JSONState
  ) {
    guard let keys = keys(entry.place) else { return }
    let place = work.pointer(keys)
    let now = root.node.flatMap { place.resolve(in: $0) }.map(JSON.init(borrowing:))
    switch entry.before {
    case .untouched: return
    case .nothing:
      if now == nil { return }
      guard work.remove(place, &root) else { return }
    case .value(let old):
      let value = work.places?.keepingExcluded(in: old, at: keys, now: now) ?? old
      let isRestored = root.isEqual(value, at: place)
      let isElement = self[entry.place].isElement
      let isDone =
        isRestored
        || work.write(place, inArray: isElement, &root) { (root) throws(JSONWriteError) in
          try root.set(place, stealing: value.retained())
        }
      guard isDone else { return }
      if isRestored, entry.orders.isEmpty { return }
    }
    let orders = detachOrders(below: entry.place)
    attach(entry.orders)
    if isInsideWhole(entry.place, of: work.back) { return }
    note(entry.place, in: &work.back) { back in
      back.before = now.map { .value($0) } ?? .nothing
      back.orders = orders
    }
  }

  private mutating func putBackRemoved(
    _ index: Int, _ work: inout JSONRestoring, _ root: inout JSONState
  ) {
    let entry = work.step.entries[index]
    let (place, home) = (entry.place, self[entry.place].home)
    if self[place].item >= 0 {
      work.leftAlone.insert(place)
      return
    }
    guard isCurrent(home), let array = keys(order(home).place),
      case .value(let value) = entry.before
    else { return }
    let target = work.pointer(array + [String(items.index(of: entry.gap))])
    let isDone = work.write(target, inArray: true, &root) { (root) throws(JSONWriteError) in
      try root.insert(target, stealing: value.retained())
    }
    guard isDone else {
      work.leftAlone.insert(place)
      return
    }
    fill(entry.gap, with: place)
    work.step.entries[index].gap = -1
    let orders = entry.orders.isEmpty ? [] : detachOrders(below: place)
    attach(entry.orders)
    if isInsideWhole(place, of: work.back) { return }
    note(place, in: &work.back) { back in
      back.isInserted = true
      back.orders = orders
    }
  }

  private mutating func takeOutInserted(
    _ entry: JSONUndoStep.Entry, _ work: inout JSONRestoring, _ root: inout JSONState
  ) {
    let place = entry.place
    guard let keys = keys(place) else { return }
    let target = work.pointer(keys)
    let now = root.node.flatMap { target.resolve(in: $0) }.map(JSON.init(borrowing:)) ?? .null
    guard work.remove(target, &root) else { return }
    let orders = entry.orders.isEmpty ? [] : detachOrders(below: place)
    attach(entry.orders)
    let id = order(self[place].home).rows.flatMap { $0.id(of: now.node) }
    if isInsideWhole(place, of: work.back) { return remove(place, id) }
    let gap = openGap(at: place)
    remove(place, id)
    note(place, in: &work.back) { back in
      back.before = .value(now)
      back.isRemoved = true
      back.gap = gap
      back.orders = orders
    }
  }

  private mutating func moveBack(
    _ index: Int, _ work: inout JSONRestoring, _ root: inout JSONState
  ) {
    let entry = work.step.entries[index]
    let place = entry.place
    let home = self[place].home
    guard let keys = keys(place), let array = self.keys(order(home).place) else { return }
    let from = items.index(of: self[place].item)
    let gap = items.index(of: entry.gap)
    let to = gap > from ? gap - 1 : gap
    if from != to {
      let target = work.pointer(array + [String(to)])
      let source = work.pointer(keys)
      let isDone = work.write(target, &root) { (root) throws(JSONWriteError) in
        try root.move(source, to: target)
      }
      guard isDone else { return }
    }
    let isInside = isInsideWhole(place, of: work.back)
    let opened = isInside ? -1 : openGap(at: place)
    fill(entry.gap, with: place)
    work.step.entries[index].gap = -1
    if !isInside { note(place, in: &work.back) { $0.gap = opened } }
  }
}

/// A step that is being undone.
struct JSONRestoring {
  var step: JSONUndoStep
  /// The step that redoes it.
  var back: JSONUndoStep
  let part: [String]
  let isDry: Bool
  let places: JSONUndoPlaces?
  var hasWritten = false
  var failure: (JSONWriteError, JSONPointer)?
  /// Elements that were not restored. No value inside them is restored.
  var leftAlone: Set<Int32> = []

  func pointer(_ keys: [String]) -> JSONPointer { JSONPointer(keys: part + keys) }

  mutating func remove(_ place: JSONPointer, _ root: inout JSONState) -> Bool {
    write(place, &root) { (root) throws(JSONWriteError) in try root.remove(place) }
  }

  /// Writes at a place.
  ///
  /// - Parameter isArray: whether the place must be in an array or, if false, in an object; nil to skip this
  ///   check.
  /// - Returns: whether the write succeeded.
  mutating func write(
    _ place: JSONPointer, inArray isArray: Bool? = nil, _ root: inout JSONState,
    _ body: (inout JSONState) throws(JSONWriteError) -> Void
  ) -> Bool {
    if isDry { return true }
    do throws(JSONWriteError) {
      if let isArray, !place.isRoot {
        let container = root.node.flatMap { place.withoutLast.resolve(in: $0) }
        guard (isArray ? container?.isArray : container?.isObject) == true else { throw .notFound }
      }
      try body(&root)
      hasWritten = true
      return true
    } catch {
      if failure == nil { failure = (error, place) }
      return false
    }
  }
}
