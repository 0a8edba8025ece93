internal import Kumiki

/// What can be undone in a part of a state, beside the state: the place of the reducer has it.
///
/// A step is kept as what it wrote, with what was there before. What is written outside of steps goes to the
/// record of the step before, and to that of what would be redone, so each of them leads from the part as it is.
package final class JSONHistory {
  let places: JSONUndoPlaces
  var changes = UndoHistory<JSONChanges>()
  /// The reducer is at work: what it writes is its own.
  private(set) var isInStep = false
  /// What the step that is under way has written; nil where it joins another one.
  private var step: JSONChanges?

  init(_ places: JSONUndoPlaces) { self.places = places }

  /// The history of a copy of the state.
  init(copying other: JSONHistory) {
    places = other.places
    changes = other.changes
  }

  /// - Returns: false inside of another step.
  func begin(joining: Bool) -> Bool {
    if isInStep { return false }
    isInStep = true
    if !joining { step = JSONChanges(keepsBefore: true) }
    return true
  }

  /// What the step wrote; nil where it joined another one.
  func end() -> JSONChanges? {
    isInStep = false
    return step.take()
  }

  /// Notes a write below the reducer's place.
  func note(_ write: JSONWrite, _ way: JSONWay) {
    guard let (write, way) = ofPart(write, way) else { return }
    if step != nil {
      step!.note(write, way)
    } else {
      changes.withNext { $0.note(write, way) }
    }
  }

  /// The write as one to the part; nil for one that is beside it, or is the history's own.
  private func ofPart(_ write: JSONWrite, _ way: JSONWay) -> (JSONWrite, JSONWay)? {
    let part = places.part.segments
    for index in 0..<min(way.count, part.count)
    where !way[index].segment.raw.isEqual(to: part[index].raw) {
      return nil
    }
    guard way.count < part.count else {
      var inner = way
      inner.dropped += part.count
      return places.isShown(at: inner) ? nil : (write, inner)
    }
    // What is around the part was written.
    guard case .written(let old) = write else {
      // Another element may be the part now.
      forget()
      return nil
    }
    let before = old.flatMap { part.resolve(in: $0, from: way.count) }
    return (.written(over: before), JSONWay(up: []))
  }

  /// What is kept belongs to a part that is not there any more.
  func forget() {
    changes.clear()
    if step != nil { step = JSONChanges(keepsBefore: true) }
  }
}

/// Where a history's part is, from the reducer's place, and where its counts are shown.
package final class JSONUndoPlaces: @unchecked Sendable {
  // Immutable.
  let part: JSONPointer
  /// Nil where nobody is shown them.
  let shown: JSONPointer?
  let undoCount: JSONPointer
  let redoCount: JSONPointer
  /// Where the counts are in the part, if they are in it.
  private let inPart: JSONPointer?

  /// - Throws: where the counts would stand over the part.
  package init(part: JSONPointer, shown: JSONPointer?) throws(JSONError) {
    if let shown, shown == part || part.isBelow(shown) {
      throw JSONError(
        .invalidPointer, path: shown.text,
        message: "the history would stand over what it is the history of")
    }
    self.part = part
    self.shown = shown
    undoCount = (shown ?? .root).appending(Self.undo.name)
    redoCount = (shown ?? .root).appending(Self.redo.name)
    inPart = shown.flatMap { shown in
      shown.isBelow(part) ? JSONPointer(keys: Array(shown.keys[part.keys.count...])) : nil
    }
  }

  static let undo = JSONCase("undo")
  static let redo = JSONCase("redo")

  /// Histories of one part that are shown at one place are one, whichever reducer asks.
  func isSame(as other: JSONUndoPlaces) -> Bool {
    self === other || part == other.part && shown == other.shown
  }

  /// Whether a way from the part leads to the counts.
  func isShown(at way: JSONWay) -> Bool {
    guard let inPart, way.count >= inPart.segments.count else { return false }
    let steps = inPart.segments
    for index in steps.indices where !way[index].segment.raw.isEqual(to: steps[index].raw) {
      return false
    }
    return true
  }

  /// What is wrong about a state in which the counts are to be shown.
  func mismatch(of node: JSONNode?) -> JSONMismatch? {
    guard let shown, let node, !node.isNull else { return nil }
    let container = shown.withoutLast
    let found = container.resolve(in: node)
    if found?.isObject == true { return nil }
    return JSONMismatch(
      JSONError.expected("an object, to show the history in", found: found).below(container))
  }
}

extension JSONState {
  /// The history of a part of what is here, made where there is none.
  mutating func history(_ places: JSONUndoPlaces) -> JSONHistory {
    let place = makePlace()
    if let known = place.histories.first(where: { $0.places.isSame(as: places) }) { return known }
    let made = JSONHistory(places)
    place.histories.append(made)
    document.with { $0.changes.watchHistories() }
    return made
  }

  /// Begins the history of a state that has come here, unless a step of its own has put it here.
  mutating func setUpHistory(_ places: JSONUndoPlaces) {
    let history = history(places)
    if history.isInStep { return }
    history.forget()
    show(history)
  }

  /// Brings the counts in the state up to date.
  mutating func show(_ history: JSONHistory) {
    guard let shown = history.places.shown, let node, !node.isNull else { return }
    let counts = (history.changes.undoCount, history.changes.redoCount)
    let places = history.places
    guard let found = shown.resolve(in: node), found.isObject, found.memberCount == 2 else {
      let json: JSON = [
        JSONUndoPlaces.undo.name: JSON(integerLiteral: Int64(counts.0)),
        JSONUndoPlaces.redo.name: JSON(integerLiteral: Int64(counts.1)),
      ]
      return show(json, at: shown)
    }
    let (undo, redo) = (places.undoCount.resolve(in: node), places.redoCount.resolve(in: node))
    if !undo.isInteger(counts.0) {
      show(JSON(integerLiteral: Int64(counts.0)), at: places.undoCount)
    }
    if !redo.isInteger(counts.1) {
      show(JSON(integerLiteral: Int64(counts.1)), at: places.redoCount)
    }
  }

  private mutating func show(_ json: JSON, at pointer: JSONPointer) {
    do throws(JSONWriteError) {
      try set(pointer, stealing: json.retained())
    } catch {
      report(
        .writeFailed, "the history could not be shown: \(error.reason(pointer, from: node))",
        at: path + pointer.text)
    }
  }
}

extension JSONNode? {
  fileprivate func isInteger(_ number: Int) -> Bool {
    guard let self, self.isInteger else { return false }
    return self.integer == Int64(number)
  }
}
